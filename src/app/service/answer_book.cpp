#include "app/service/answer_book.hpp"

#include "engine/history/rollup/rollup.hpp"

namespace standby::app {
namespace {

constexpr std::size_t lists_at_once = 200;

}  // namespace

std::optional<Duration> AnswerBook::window_of(core::ResourceNumber list) const {
    return windows_.with([&](const Windows& windows) {
        const auto found = windows.find(list);
        return found == windows.end() ? std::nullopt : std::optional(found->second);
    });
}

void AnswerBook::step(engine::Store& store, Time now) {
    const bool is_under_way = list_ != core::ResourceNumber{};
    if (!is_under_way && next_ && now < *next_) {
        return;
    }
    const auto lists = store.resources(engine::AccountNumber{}, list_, lists_at_once);
    if (!lists) {
        return;  // the same ones have their turn again
    }
    for (const engine::ResourceListing& list : *lists) {
        list_ = list.number;
        // Without its days.
        const auto stored = store.rollup(list.number, 1, 0);
        if (!stored || !stored->head || stored->head->version != engine::rollup_version) {
            continue;
        }
        const auto state = engine::decode_rollup(stored->head->data);
        if (!state) {
            continue;
        }
        lists_.emplace_back(list.number, list.account);
        for (const auto& [about, cell] : state->totals) {
            houses_[list.account].add(cell);
        }
    }
    if (lists->size() < lists_at_once) {
        finish(now);
    }
}

void AnswerBook::finish(Time now) {
    Windows windows;
    std::map<engine::AccountNumber, std::optional<Duration>> of_house;
    for (const auto& [account, answers] : houses_) {
        of_house[account] = answers.window();
    }
    for (const auto& [list, account] : lists_) {
        if (const auto& window = of_house[account]) {
            windows.emplace(list, *window);
        }
    }
    windows_.exchange(std::move(windows));
    houses_.clear();
    lists_.clear();
    list_ = {};
    next_ = now + again_after;
}

}  // namespace standby::app
