// How many parts a text message is sent and charged as (3GPP TS 23.038 and 23.040).
#pragma once

#include <cstdint>
#include <string_view>

namespace standby::notify {

struct SmsSize {
    std::uint32_t segments = 0;
    bool is_unicode = false;  // some character is not in the GSM alphabet
    friend bool operator==(const SmsSize&, const SmsSize&) = default;
};

// In the GSM alphabet 160 characters fit into one part, and 153 into each of several; otherwise 70
// and 67 UTF-16 units. A character of two units is never divided between two parts. An empty text
// is one part. Bytes that are not UTF-8 count as one character outside the GSM alphabet.
SmsSize sms_segments(std::string_view text);

}  // namespace standby::notify
