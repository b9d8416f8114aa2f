// Events as bytes. The hash chain is taken over them as they were first written, so an event is
// never encoded a second time; what is written today has one encoding for each event. Whatever any
// version wrote stays readable.
#pragma once

#include "base/result.hpp"
#include "core/model/event.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standby::core {

std::vector<std::byte> encode_event(const Event& event);
// Appends to `output`, which may be reused from event to event.
void encode_event(const Event& event, std::vector<std::byte>& output);

// The event that these bytes are, or what is wrong with them. A kind of event or an enumerator that
// only a newer version has is an error that says so. Fields that only a newer version has are left
// out; `newer` then says which.
Result<Event, std::string> decode_event(std::span<const std::byte> bytes,
                                        std::string* newer = nullptr);

// The bytes of an event that personal data was taken out of. Its link stays that of the event as it
// was first written, so it is taken as given where the chain is checked; everything before and
// after it is still proven.
std::vector<std::byte> encode_erased_event(const Event& event);
bool is_erased_event(std::span<const std::byte> bytes);

// Whether an error of decoding, of an event or a row, says that a newer version wrote it.
bool is_from_newer(std::string_view error);

}  // namespace standby::core
