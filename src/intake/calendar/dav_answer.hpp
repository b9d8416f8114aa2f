// A 207 Multi-Status (RFC 4918) as calendar servers give it, read within limits. Documents that
// declare entities are refused.
#pragma once

#include "base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake {

inline constexpr std::size_t dav_responses_max = 50'000;
inline constexpr std::size_t dav_depth_max = 50;

struct DavResponse {
    std::string href;     // decoded from XML, otherwise as the server writes it
    unsigned status = 0;  // of the resource itself; 0: only its properties have one
    std::string etag;
    std::string calendar_data;
    std::string ctag;
    std::string display_name;
    bool is_collection = false;
    bool is_calendar = false;
};
struct DavAnswer {
    std::vector<DavResponse> responses;
    std::string sync_token;
};
// The error is what is wrong, for a log.
Result<DavAnswer, std::string> read_dav_answer(std::string_view text);

}  // namespace standby::intake
