// Identifiers. Inside one resource everything is a small number; outside, an id carries its
// resource, so that any id finds its shard without a look-up. Ids are not secrets.
#pragma once

#include "base/strong_id.hpp"
#include "core/order/ticket.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace standby::core {

// The number of a resource: 31 bits, so that (resource, sequence) fits 63.
using ResourceNumber = StrongId<struct ResourceNumberTag, std::uint32_t>;

// Within one resource, counted from 1; 0 means none.
using OfferNumber = StrongId<struct OfferNumberTag, std::uint32_t>;
using OpeningNumber = StrongId<struct OpeningNumberTag, std::uint32_t>;

// Across resources: resource << 32 | number.
using EntryId = StrongId<struct EntryIdTag, std::uint64_t>;
using OfferId = StrongId<struct OfferIdTag, std::uint64_t>;
using OpeningId = StrongId<struct OpeningIdTag, std::uint64_t>;

// The row of personal data that stands beside an entry, under the same key.
using PersonId = StrongId<struct PersonIdTag, std::uint64_t>;

// A keyed 64-bit hash of a normalised e-mail address, phone number or user id. The key stays
// outside the core, so a contact key says nothing about the contact.
using ContactKey = StrongId<struct ContactKeyTag, std::uint64_t>;

// Entries that stand for one wish: at most one of them holds a place. 0 means none.
using GroupKey = StrongId<struct GroupKeyTag, std::uint64_t>;

// A hash of an outside event's id, by which a repeated delivery is recognised. 0 means none.
using EventKey = StrongId<struct EventKeyTag, std::uint64_t>;

constexpr std::uint64_t join_key(ResourceNumber resource, std::uint32_t number) {
    return (std::uint64_t{resource.value()} << 32) | number;
}
constexpr EntryId entry_id(ResourceNumber resource, Ticket ticket) {
    return EntryId{join_key(resource, ticket)};
}
constexpr OfferId offer_id(ResourceNumber resource, OfferNumber number) {
    return OfferId{join_key(resource, number.value())};
}
constexpr OpeningId opening_id(ResourceNumber resource, OpeningNumber number) {
    return OpeningId{join_key(resource, number.value())};
}
constexpr PersonId person_of(EntryId entry) {
    return PersonId{entry.value()};
}
template <class Id>
constexpr ResourceNumber resource_of(Id id) {
    return ResourceNumber{static_cast<std::uint32_t>(id.value() >> 32)};
}
template <class Id>
constexpr std::uint32_t number_of(Id id) {
    return static_cast<std::uint32_t>(id.value());
}

// The public form: a prefix and Crockford base32, e.g. "ent_4000002". Parsing accepts lower case
// and the look-alikes Crockford names (O for 0, I and L for 1), refuses anything else.
std::string format_id(ResourceNumber id);
std::string format_id(EntryId id);
std::string format_id(OfferId id);
std::string format_id(OpeningId id);
std::optional<ResourceNumber> parse_resource_id(std::string_view text);
std::optional<EntryId> parse_entry_id(std::string_view text);
std::optional<OfferId> parse_offer_id(std::string_view text);
std::optional<OpeningId> parse_opening_id(std::string_view text);

// The key under which an outside event id is remembered; never 0 for a non-empty id.
EventKey event_key(std::string_view event_id);

}  // namespace standby::core
