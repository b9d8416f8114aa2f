// The rules of a list in plain words, as a guest reads them before joining and staff before saving.
#pragma once

#include "base/zone.hpp"
#include "core/model/states.hpp"
#include "core/rules/rules.hpp"
#include "http/pages/language.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http {

// How long an offer is held, as guests are told beforehand.
enum class WindowWords : std::uint8_t {
    Fixed,
    Minutes,  // a few minutes, by the time left
    ByTime,   // as the time left has it: there is no telling
};
WindowWords window_words(const core::Rules& rules);

// Whole sentences, the most important first: who is next, how long a place is held, what becomes
// of those who do not answer, and so on. What has no effect on this kind of list is left out.
// Times are written in UTC.
std::vector<std::string> describe_rules(core::Kind kind, const core::Rules& rules,
                                        Language language);
// The same with times in the list's zone, and with the commitment of a lottery's draw, if any.
std::vector<std::string> describe_rules(core::Kind kind, const core::Rules& rules,
                                        Language language, const Zone& zone,
                                        std::string_view commitment = {});

// Those of them that say what it costs, and when money comes back.
std::vector<std::string> describe_price(core::Kind kind, const core::Rules& rules,
                                        Language language);

}  // namespace standby::http
