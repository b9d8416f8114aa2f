// One worker at a time, for as long as somebody waits.
#include "http/routes/people_reader.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

namespace standby::http {
namespace {

constexpr std::size_t waiting_max = 10'000;
// Those who come first do not wait for all who came after them.
constexpr std::size_t taken_at_once_max = 500;

// Nothing: they could not be read.
std::optional<People> read_people(engine::Store& store, std::span<const core::EntryId> entries) {
    auto rows = store.people_of(entries);
    if (!rows) {
        return std::nullopt;
    }
    People people;
    people.reserve(rows->size());
    for (auto& [entry, person] : *rows) {
        people.emplace(entry, std::move(person));
    }
    return people;
}

}  // namespace

bool PeopleReader::read(std::vector<core::EntryId> entries, Then then) {
    {
        const std::scoped_lock lock(mutex_);
        if (waiting_.size() >= waiting_max) {
            return false;
        }
        waiting_.push_back({std::move(entries), std::move(then)});
        if (std::exchange(is_working_, true)) {
            return true;
        }
    }
    const auto job = [this](engine::Store& store, engine::Registry&) { work(store); };
    if (gateway_.read(engine::Effort::Quick, job)) {
        return true;
    }
    // All places of the store's readers are taken. Those who gathered meanwhile are told the same.
    std::vector<Asked> gathered;
    {
        const std::scoped_lock lock(mutex_);
        gathered.swap(waiting_);
        is_working_ = false;
    }
    for (Asked& asked : gathered) {
        asked.then(nullptr);
    }
    return true;
}

std::vector<PeopleReader::Asked> PeopleReader::take() {
    const std::scoped_lock lock(mutex_);
    const std::size_t count = std::min(waiting_.size(), taken_at_once_max);
    const auto end = waiting_.begin() + static_cast<std::ptrdiff_t>(count);
    std::vector<Asked> taken(std::make_move_iterator(waiting_.begin()),
                             std::make_move_iterator(end));
    waiting_.erase(waiting_.begin(), end);
    is_working_ = count > 0;
    return taken;
}

void PeopleReader::work(engine::Store& store) {
    for (auto taken = take(); !taken.empty(); taken = take()) {
        std::vector<core::EntryId> wanted;
        for (const Asked& asked : taken) {
            wanted.insert(wanted.end(), asked.entries.begin(), asked.entries.end());
        }
        const auto people = read_people(store, wanted);
        for (Asked& asked : taken) {
            asked.then(people ? &*people : nullptr);
        }
    }
}

}  // namespace standby::http
