// Who comes first for a place: the line is looked through in order, and each entry is asked the
// same questions.
#pragma once

#include "core/decide/eligibility.hpp"
#include "core/state/resource_state.hpp"

#include <cstdint>
#include <vector>

namespace standby::core {

// Whether those are asked who could not be told before: only when there is nobody else.
enum class Aside : std::uint8_t { Left, Asked };

// The first eligible waiting entry for the slot that is evaluated; 0: there is none.
Ticket first_eligible(const ResourceState& state, Evaluation& evaluation, Aside aside);
// The same among a few candidates only.
Ticket first_eligible_of(const ResourceState& state, Evaluation& evaluation,
                         const std::vector<Ticket>& candidates, Aside aside);

struct Chosen {
    Ticket entry = 0;
    Ticket blocked_by = 0;  // a party for which places gather
    std::vector<Ticket> passed;
};
// The first eligible party in order that fits, by the rules on parties that do not.
Chosen choose_party(const ResourceState& state, Evaluation& evaluation, std::uint64_t available,
                    Aside aside);
// The same, and if that is nobody, among those who stepped aside as well.
Chosen choose_party(const ResourceState& state, Evaluation& evaluation, std::uint64_t available);

// How many waiting entries pass all checks for the slot that is evaluated, together with the one
// that is asked; at most limits::people_counted_max.
std::uint32_t people_who_fit(const ResourceState& state, Evaluation& evaluation, Ticket asked);

// No more offers are made in this wave.
bool wave_is_full(const ResourceState& state, Time now);

}  // namespace standby::core
