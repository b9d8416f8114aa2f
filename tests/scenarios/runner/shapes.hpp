// What may fill a blank of a sentence, judged by its look alone: whether a person of that name
// exists, or that day has such a time, is found out when the story runs.
#pragma once

#include "tests/scenarios/runner/words.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace standby::scenarios {

// How many of the first words could fill this blank (named in braces): all possibilities, longest
// first; none when the words do not look like it.
std::vector<std::size_t> lengths_of(std::string_view blank, WordSpan words);

// Looks only; used by blanks and by those who read them.
bool looks_like_number(std::string_view text);
bool looks_like_date(std::string_view text);         // 2026-11-14
bool looks_like_time_of_day(std::string_view text);  // 14:00 or 14:00:30
bool looks_like_weekday(std::string_view text);      // Monday, Mon
bool looks_like_zone(std::string_view text);         // Europe/Berlin, UTC

// 0 for Monday (or Mon) to 6 for Sunday; -1 for anything else.
int weekday_number(std::string_view text);

}  // namespace standby::scenarios
