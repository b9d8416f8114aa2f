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

Result<bool, engine::StoreError> Retention::let_go(engine::Store& store,
                                                   const engine::ResourceListing& list, Time before,
                                                   Time now, Done& done) const {
    // What is let go of has to be counted first.
    engine::RollupContext context = context_;
    context.limits.older_than = now - before;
    if (!TRY(engine::bring_up_if_due(store, list, now, context)).is_done) {
        return false;
    }
    const engine::Trimmed trimmed =
        TRY(engine::trim_history(store, list, before, now, limits_.history));
    done.events += trimmed.events;
    return trimmed.is_done;
}

// People first: what they typed is then no longer in the state that a history begins with.
Result<bool, engine::StoreError> Retention::keep_no_longer(engine::Store& store,
                                                           const engine::ResourceListing& list,
                                                           const engine::House& house, Time now,
                                                           std::size_t& looked_at, Done& done) {
    if (house.keep_people > Duration{0} && !people_done_) {
        if (!TRY(erase_ended(store, list.number, now - house.keep_people, looked_at, done))) {
            return false;
        }
        people_done_ = true;
    }
    return house.keep_histories <= Duration{0} ||
           TRY(let_go(store, list, now - house.keep_histories, now, done));
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
        const engine::House house = house_of(list.account);
        Done done{.account = list.account, .list = list.number};
        Result<bool, engine::StoreError> is_done = true;
        if (is_own(list.number)) {
            is_done = keep_no_longer(store, list, house, now, looked_at, done);
        }
        if (done.people + done.events > 0) {
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
        people_done_ = false;
    }
    if (lists->size() == lists_at_once) {
        return step;
    }
    list_ = {};
    for (const engine::House& house : *houses) {
        if (house.keep_messages <= Duration{0}) {
            continue;
        }
        // What staff wrote goes after the messages that need it: some wait for a morning.
        (void)registry.drop_staff_messages(now - house.keep_messages - std::chrono::days{2},
                                           house.account);
        const auto dropped =
            store.drop_messages(now - house.keep_messages, limits_.messages_max, house.account);
        if (!dropped) {
            ++step.failures;
        } else if (*dropped > 0) {
            tell({.account = house.account, .messages = *dropped});
        }
    }
    step.is_at_end = true;
    return step;
}

}  // namespace standby::app
