// Names that come in, in the words of the catalogue of the account that a call is about.
#pragma once

#include "http/api/offer_body.hpp"
#include "http/routes/call.hpp"
#include "interchange/catalogue/offered_names.hpp"

#include <cstdint>

namespace standby::http {

// A name that is not in the catalogue: staff can be asked what they mean, and say that they mean
// just that; a guest is never turned away for a spelling.
enum class Unlisted : std::uint8_t { IsAsked, IsKept };
// Who calls, and what they said.
Unlisted unlisted_of(const Call& call, bool is_meant);

// Reads the catalogue of the account that the call is about, unless it is known well enough.
Task<Result<void, Problem>> learn_catalogue(Call& call);

// After `learn_catalogue`: puts names into the catalogue's words. One that is not in there is a 422
// where it is asked about; an id that leads nowhere is one in any case. Names in `present` were
// accepted before.
Result<void, Problem> take_names(const Call& call, core::Wants& wants, const core::Wants& present,
                                 Unlisted unlisted);
// The same of a slot, with what it leaves out filled in.
Result<core::OpenSlot, Problem> slot_of(const Call& call, OpeningBody body);

}  // namespace standby::http
