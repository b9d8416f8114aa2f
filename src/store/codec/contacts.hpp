// The stored list of an entry's contact keys: 8 bytes each, little endian, in the order in which
// they were added. Appending to it needs no reading.
#pragma once

#include "core/state/rows.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace standby::store {

// All contact changes of one entry, in their order.
struct EntryContacts {
    core::Ticket entry = 0;
    std::vector<core::ContactChange> changes;
    bool only_added = true;  // the list can be appended to as it is
};

// The changes by entry, ascending; those of one entry keep their order.
std::vector<EntryContacts> group_contacts(std::span<const core::ContactChange> changes);

// The bytes that append what is added; requires `only_added`.
std::vector<std::byte> added_contacts(const EntryContacts& contacts);

// The list after the changes. Removing a key removes it wherever it stands.
std::vector<core::ContactKey> changed_contacts(std::vector<core::ContactKey> list,
                                               const EntryContacts& contacts);

std::vector<std::byte> encode_contacts(std::span<const core::ContactKey> list);

// Replaces the content of `list`. False when the bytes are no list of keys.
bool decode_contacts(std::span<const std::byte> bytes, std::vector<core::ContactKey>& list);

}  // namespace standby::store
