// The words of a message as they are kept: where its links stood there are marks, because whoever
// has a link can act for the guest, and tokens are not stored. A mark is the link's name between
// two bytes 0x1A, which no clean text contains; when the message is read again, it is filled in
// with a link of that day.
#pragma once

#include "engine/ports/messages.hpp"
#include "engine/ports/messenger.hpp"
#include "notify/voice/facts.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace standby::notify {

// Nothing when a part of a link would be left in it.
std::optional<engine::KeptWords> keep_words(std::uint64_t message, engine::Channel channel,
                                            const engine::WrittenMessage& written,
                                            const Facts& facts);

// With the links of the facts where marks are; a line whose link there is none for is left out.
std::string fill_links(std::string_view kept, const Facts& facts);

}  // namespace standby::notify
