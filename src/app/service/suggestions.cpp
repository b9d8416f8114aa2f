#include "app/service/suggestions.hpp"

#include "core/state/rows.hpp"
#include "engine/whatif/advice.hpp"
#include "engine/whatif/read_month.hpp"

namespace standby::app {
namespace {

namespace whatif = engine::whatif;

class Deadline {
public:
    explicit Deadline(std::chrono::milliseconds length)
        : until_(std::chrono::steady_clock::now() + length) {}
    bool has_time() const { return std::chrono::steady_clock::now() < until_; }

private:
    std::chrono::steady_clock::time_point until_;
};

}  // namespace

std::optional<engine::MonthSuggestion> Suggestions::try_list(engine::Store& store,
                                                             const engine::ResourceListing& list,
                                                             engine::MonthNumber month) {
    const auto row = core::decode_resource_row(list.data);
    if (!row) {
        return std::nullopt;
    }
    const Zone* own = zones_.find(row->settings.time_zone);
    const std::chrono::year_month which{std::chrono::year{static_cast<int>(month / 12)},
                                        std::chrono::month{static_cast<unsigned>(month % 12 + 1)}};
    const whatif::Stretch stretch =
        whatif::month_in(own == nullptr ? *zones_.find("UTC") : *own, which);
    const Deadline reading(limits_.reading_max);
    const auto read = whatif::read_month(store, list.number, stretch, zones_,
                                         [&] { return reading.has_time() && !is_leaving_(); });
    if (!read || !read->month) {
        return std::nullopt;
    }
    const whatif::ResponseModel model(read->month->evidence);
    const whatif::MonthQuestion question{.month = *read->month,
                                         .model = model,
                                         .zones = zones_,
                                         .answer_window =
                                             whatif::answer_window_of(*read->month, model)};
    const Deadline playing(limits_.playing_max);
    const auto found = whatif::suggest(question, limits_.seeds, [&](std::uint32_t) {
        return playing.has_time() && !is_leaving_();
    });
    if (!found) {
        return std::nullopt;
    }
    return engine::MonthSuggestion{.resource = list.number,
                                   .list = list.name,
                                   .change = found->change,
                                   .filled_now = found->now.filled,
                                   .filled_then = found->then.filled};
}

std::optional<engine::MonthSuggestion>
Suggestions::find(engine::Store& store, const engine::House& house, engine::MonthNumber month) {
    const engine::RollupContext context{
        .find_zone = [this](std::string_view name) { return zones_.find(name); },
        .opens = house.open_tracking ? engine::OpensCounted::Yes : engine::OpensCounted::No};
    const auto lists =
        engine::lists_to_help(store, house.account, month, limits_.lists_max, context);
    if (!lists) {
        return std::nullopt;
    }
    for (const engine::ResourceListing& list : *lists) {
        if (auto found = try_list(store, list, month)) {
            return found;
        }
    }
    return std::nullopt;
}

bool Suggestions::step(engine::Store& store, engine::Registry& registry, Time now) {
    const auto houses = registry.houses();
    if (!houses) {
        return false;
    }
    for (const engine::House& house : *houses) {
        const Zone* own = zones_.find(engine::month_zone(store, house).value_or(house.time_zone));
        const engine::MonthNumber month =
            engine::last_month(own == nullptr ? *zones_.find("UTC") : *own, now);
        const auto done = done_.find(house.account);
        if (done != done_.end() && done->second == month) {
            continue;
        }
        const auto kept = registry.kept_suggestion(house.account, month);
        if (!kept) {
            continue;  // it has its turn again
        }
        if (*kept) {
            done_[house.account] = month;
            continue;
        }
        const auto found = find(store, house, month);
        if (is_leaving_()) {
            return false;
        }
        if (registry.keep_suggestion(house.account, month, found, now)) {
            done_[house.account] = month;
            return true;
        }
    }
    return false;
}

}  // namespace standby::app
