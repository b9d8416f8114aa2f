// What a guest has said yes to beforehand, on their own page: places that they are booked without
// being asked, and places that they would still take having answered too late.
#pragma once

#include "http/pages/guest_pages.hpp"
#include "http/routes/guest/guest_support.hpp"
#include "interchange/view/entry.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace standby::http {

// What the memory knows, before the store is asked for the rest.
struct EntryPromises {
    core::OfferNumber held;                     // the offer by which they have their place
    std::optional<Time> undo_until;             // of an instant yes: when its notice is used up
    std::vector<core::OpeningNumber> standing;  // in the order of the page
};
EntryPromises promises_of(const core::ResourceState& state, const interchange::EntryFacts& facts,
                          Time now);

void add_promises(EntryPage& page, const core::ResourceState& state,
                  const interchange::EntryFacts& facts, Time now);
// Why they have their place, and by which offers they said yes: the messages about them know.
void complete_promises(const Call& call, EntryPage& page, const EntryPromises& promises,
                       engine::Store& store);

// Takes back the yes to the place of an offer of theirs, given by its id.
Task<Result<Pressed, Problem>> take_back(Call& call, std::string_view offer_id);
// Books without asking from now on, with the notice that the form says, or asks again.
Task<Result<Pressed, Problem>> change_instant(Call& call, const Form& form, bool is_on);

}  // namespace standby::http
