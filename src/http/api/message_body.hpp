// The body about messages.
#pragma once

#include "base/result.hpp"
#include "core/model/ids.hpp"
#include "http/api/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http {

// POST /v1/messages:replay.
// Of which resource; 0: of every one. Whose it is, is for the route to check.
Result<core::ResourceNumber, Problem> parse_replay(std::string_view body);

inline constexpr std::size_t written_to_max = 500;
inline constexpr std::size_t staff_text_length_max = 1'000;
inline constexpr std::size_t staff_subject_length_max = 100;

// POST /v1/resources/{id}/entries:message, and its preview.
struct StaffMessageBody {
    std::vector<core::EntryId> entries;  // each once, of whichever list
    std::string subject;
    std::string text;  // without blank lines around it
};
enum class Wording : std::uint8_t { Whole, Draft };  // a draft need not have a text yet
Result<StaffMessageBody, Problem> parse_staff_message(std::string_view body, Wording wording);

}  // namespace standby::http
