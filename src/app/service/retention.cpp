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

bool Retention::erase_ended(engine::Store& store, core::ResourceNumber resource, Time before,
                            std::size_t& looked_at, Done& done) {
    while (looked_at < limits_.looked_at_max) {
        const auto rows =
            store.rows(engine::RowTable::Entries, resource, entry_, rows_at_once, ended_states);
        if (!rows) {
            return false;
        }
        std::vector<core::Ticket> old;
        for (const engine::StoredRow& row : *rows) {
            if (row.changed_at < before) {
                old.push_back(row.number);
            }
        }
        const auto people = store.people(resource, old);
        if (!people) {
            return false;
        }
        for (const engine::PersonChange& person : *people) {
            if (done.people == limits_.erased_max) {
                return false;
            }
            const auto erased = engine::erase_person(store, core::entry_id(resource, person.entry));
            if (!erased) {
                return false;
            }
            done.people += *erased;
            entry_ = person.entry;
        }
        looked_at += std::max<std::size_t>(1, rows->size());
        if (rows->size() < rows_at_once) {
            return true;
        }
        entry_ = rows->back().number;
    }
    return false;
}

bool Retention::step(engine::Store& store, engine::Registry& registry, Time now,
                     const IsOwn& is_own, const Tell& tell) {
    const auto houses = registry.houses();
    const auto lists = store.resources(engine::AccountNumber{}, list_, lists_at_once);
    if (!houses || !lists) {
        return false;
    }
    const auto house_of = [&](engine::AccountNumber account) {
        const auto found = std::ranges::find(*houses, account, &engine::House::account);
        return found == houses->end() ? engine::House{} : *found;
    };
    std::size_t looked_at = 0;
    for (const engine::ResourceListing& list : *lists) {
        const Duration kept = house_of(list.account).keep_people;
        Done done{.account = list.account};
        const bool is_done = kept <= Duration{0} || !is_own(list.number) ||
                             erase_ended(store, list.number, now - kept, looked_at, done);
        if (done.people > 0) {
            tell(done);
        }
        if (!is_done) {
            return false;
        }
        list_ = list.number;
        entry_ = 0;
    }
    if (lists->size() == lists_at_once) {
        return false;
    }
    list_ = {};
    for (const engine::House& house : *houses) {
        if (house.keep_messages <= Duration{0}) {
            continue;
        }
        const auto dropped =
            store.drop_messages(now - house.keep_messages, limits_.messages_max, house.account);
        if (dropped.value_or(0) > 0) {
            tell({.account = house.account, .people = 0, .messages = *dropped});
        }
    }
    return true;
}

}  // namespace standby::app
