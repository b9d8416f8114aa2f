// Taking a person out of what is stored: the personal data beside the entry, and what they typed
// that stands in the entry's row, in events and in answers. What happened stays, without them.
#pragma once

#include "base/result.hpp"
#include "core/model/ids.hpp"
#include "engine/ports/store.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace standby::engine {

// The event without what it tells of its entry's person (contacts, wishes, the reason that staff
// gave for an offer), encoded as one that was erased; nothing when it tells nothing, or is about
// another entry.
std::optional<std::vector<std::byte>> without_person(const EventRow& row, core::Ticket entry);
// The row of an entry without wishes; nothing when it cannot be read.
std::optional<std::vector<std::byte>> without_person(std::span<const std::byte> entry_row);

// The entry must have ended. Returns how many people were erased: 0 when it was done before. Reads
// the history from the entry's joining on, so it may take long.
Result<std::uint64_t, StoreError> erase_person(Store& store, core::EntryId entry);

}  // namespace standby::engine
