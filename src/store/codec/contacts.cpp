// Grouping, changing and encoding of contact lists.
#include "store/codec/contacts.hpp"

#include "base/assert.hpp"
#include "base/bytes.hpp"

#include <algorithm>

namespace standby::store {

std::vector<EntryContacts> group_contacts(std::span<const core::ContactChange> changes) {
    std::vector<core::ContactChange> sorted(changes.begin(), changes.end());
    std::ranges::stable_sort(sorted, {}, &core::ContactChange::entry);
    std::vector<EntryContacts> groups;
    for (const core::ContactChange& change : sorted) {
        if (groups.empty() || groups.back().entry != change.entry) {
            groups.push_back({.entry = change.entry});
        }
        groups.back().changes.push_back(change);
        groups.back().only_added = groups.back().only_added && change.added;
    }
    return groups;
}

std::vector<std::byte> added_contacts(const EntryContacts& contacts) {
    ASSERT(contacts.only_added);
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    for (const core::ContactChange& change : contacts.changes) {
        writer.u64(change.contact.value());
    }
    return bytes;
}

std::vector<core::ContactKey> changed_contacts(std::vector<core::ContactKey> list,
                                               const EntryContacts& contacts) {
    for (const core::ContactChange& change : contacts.changes) {
        if (change.added) {
            list.push_back(change.contact);
        } else {
            std::erase(list, change.contact);
        }
    }
    return list;
}

std::vector<std::byte> encode_contacts(std::span<const core::ContactKey> list) {
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    for (const core::ContactKey key : list) {
        writer.u64(key.value());
    }
    return bytes;
}

bool decode_contacts(std::span<const std::byte> bytes, std::vector<core::ContactKey>& list) {
    list.clear();
    ByteReader reader(bytes);
    while (reader.ok() && reader.remaining() > 0) {
        list.push_back(core::ContactKey{reader.u64()});
    }
    return reader.finished();
}

}  // namespace standby::store
