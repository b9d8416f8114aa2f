// Events as bytes. The encoding is canonical (one event, one byte sequence), because the hash
// chain is taken over it; the first byte is its version.
#pragma once

#include "base/result.hpp"
#include "core/model/event.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace standby::core {

std::vector<std::byte> encode_event(const Event& event);
// Appends to `output`, which may be reused from event to event.
void encode_event(const Event& event, std::vector<std::byte>& output);

// The event that encodes to exactly these bytes, or what is wrong with them.
Result<Event, std::string> decode_event(std::span<const std::byte> bytes);

}  // namespace standby::core
