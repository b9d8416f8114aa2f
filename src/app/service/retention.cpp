#include "app/service/retention.hpp"

#include "core/model/states.hpp"
#include "engine/history/erase.hpp"

#include <algorithm>
#include <vector>

namespace standby::app {
namespace {

constexpr std::uint8_t ended_states[] = {static_cast<std::uint8_t>(core::EntryState::Declined),
                                         static_cast<std::uint8_t>(core::EntryState::Expired),
                                         static_cast<std::uint8_t>(core::EntryState::Left),
                                         static_cast<std::uint8_t>(core::EntryState::Removed),
                                         static_cast<std::uint8_t>(core::EntryState::Cancelled),
                                         static_cast<std::uint8_t>(core::EntryState::NoShow),
                                         static_cast<std::uint8_t>(core::EntryState::Attended)};
constexpr std::size_t rows_at_once = 500;
constexpr std::size_t lists_at_once = 100;

}  // namespace

Result<bool, engine::StoreError> Retention::erase_ended(engine::Store& store,
                                                        core::ResourceNumber resource, Time before,
                                                        std::size_t& looked_at, Done& done) {
    while (looked_at < limits_.looked_at_max) {
        const auto rows = TRY(
            store.rows(engine::RowTable::Entries, resource, entry_, rows_at_once, ended_states));
        std::vector<core::Ticket> old;
        for (const engine::StoredRow& row : rows) {
            if (row.changed_at < before) {
                old.push_back(row.number);
            }
        }
        const auto people = TRY(store.people(resource, old));
        for (const engine::PersonChange& person : people) {
            if (done.people == limits_.erased_max) {
                return false;
            }
            done.people += TRY(engine::erase_person(store, core::entry_id(resource, person.entry)));
            entry_ = person.entry;
        }
        looked_at += std::max<std::size_t>(1, rows.size());
        if (rows.size() < rows_at_once) {
            return true;
        }
        entry_ = rows.back().number;
    }
    return false;
}

Retention::Step Retention::step(engine::Store& store, engine::Registry& registry, Time now,
                                const IsOwn& is_own, const Tell& tell) {
    Step step;
    const auto houses = registry.houses();
    const auto lists = store.resources(engine::AccountNumber{}, list_, lists_at_once);
    if (!houses || !lists) {
        return step;
    }
    const auto house_of = [&](engine::AccountNumber account) {
        const auto found = std::ranges::find(*houses, account, &engine::House::account);
        return found == houses->end() ? engine::House{} : *found;
    };
    std::size_t looked_at = 0;
    for (const engine::ResourceListing& list : *lists) {
        const Duration kept = house_of(list.account).keep_people;
        Done done{.account = list.account};
        Result<bool, engine::StoreError> is_done = true;
        if (kept > Duration{0} && is_own(list.number)) {
            is_done = erase_ended(store, list.number, now - kept, looked_at, done);
        }
        if (done.people > 0) {
            tell(done);
        }
        if (!is_done && step.failures++ == 0) {
            step.failed = list.number;
        }
        if (is_done && !*is_done) {
            return step;
        }
        list_ = list.number;
        entry_ = 0;
    }
    if (lists->size() == lists_at_once) {
        return step;
    }
    list_ = {};
    for (const engine::House& house : *houses) {
        if (house.keep_messages <= Duration{0}) {
            continue;
        }
        const auto dropped =
            store.drop_messages(now - house.keep_messages, limits_.messages_max, house.account);
        if (!dropped) {
            ++step.failures;
        } else if (*dropped > 0) {
            tell({.account = house.account, .people = 0, .messages = *dropped});
        }
    }
    step.is_at_end = true;
    return step;
}

}  // namespace standby::app
