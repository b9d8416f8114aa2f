// What is left of an erased event folds like the one before, so the history still gives the rows.
#include "engine/history/erase.hpp"

#include "core/audit/event_codec.hpp"
#include "core/state/rows.hpp"
#include "engine/history/history_start.hpp"
#include "engine/history/own_events.hpp"

#include <limits>
#include <utility>
#include <variant>

namespace standby::engine {
namespace {

// True: something was taken out.
template <class Body>
bool strip(Body&) {
    return false;
}
bool strip(core::EntryJoined& body) {
    const bool has_some = !body.contacts.empty() || body.wants != core::Wants{} ||
                          !body.friend_keys.empty() || !body.referrer_keys.empty();
    body.contacts.clear();
    // What has counted stays (core::PointsChanged), and the entry has ended.
    body.friend_keys.clear();
    body.referrer_keys.clear();
    body.wants = {};
    return has_some;
}
bool strip(core::EntryUpdated& body) {
    const bool has_some = !body.contacts_added.empty() || !body.contacts_removed.empty() ||
                          body.wants != core::Wants{};
    body.contacts_added.clear();
    body.contacts_removed.clear();
    body.wants = {};
    return has_some;
}
bool strip(core::OfferMade& body) {
    return !std::exchange(body.note, {}).empty();
}
bool strip(core::OutsideStep& body) {
    return !std::exchange(body.note, {}).empty();
}

}  // namespace

std::optional<std::vector<std::byte>> without_person(const EventRow& row, core::Ticket entry) {
    auto event = core::decode_event(row.data);
    if (!event || event->entry != entry ||
        !std::visit([](auto& body) { return strip(body); }, event->body)) {
        return std::nullopt;
    }
    return core::encode_erased_event(*event);
}

std::optional<std::vector<std::byte>> without_person(std::span<const std::byte> entry_row) {
    std::string later;
    auto row = core::decode_entry_row(entry_row, &later);
    if (!row) {
        return std::nullopt;
    }
    row->wants = {};
    row->participant = 0;
    row->referred.friend_keys.clear();
    row->referred.referrer_keys.clear();
    return core::encode_row(*row, later);
}

Result<std::uint64_t, StoreError> erase_person(Store& store, core::EntryId entry) {
    const core::ResourceNumber resource = core::resource_of(entry);
    const core::Ticket ticket = core::number_of(entry);
    Erasure erasure{.resource = resource, .entry = ticket};
    // The history first: the row says where in it to begin.
    TRY(for_each_own_event(store, entry, std::numeric_limits<std::size_t>::max(),
                           [&](const EventRow& event, const core::Event&) {
                               if (auto left = without_person(event, ticket)) {
                                   erasure.events.emplace_back(event.number, *std::move(left));
                               }
                           }));
    if (const auto row = TRY(store.row(RowTable::Entries, resource, ticket))) {
        erasure.row = without_person(row->data);
    }
    TRY(forget_in_start(store, resource, ticket));
    const std::uint64_t erased = TRY(store.erase(erasure));
    // The history may have been made to begin later meanwhile, with a state from before.
    TRY(forget_in_start(store, resource, ticket));
    return erased;
}

}  // namespace standby::engine
