// Finding what a call is about: in memory while it lives, in its stored row once it has ended.
#pragma once

#include "http/routes/call.hpp"
#include "interchange/view/entry.hpp"
#include "interchange/view/offer.hpp"

#include <optional>

namespace standby::http {

struct FoundOffer {
    interchange::OfferFacts offer;
    std::optional<interchange::OpeningFacts> opening;
};
struct FoundOpening {
    interchange::OpeningFacts opening;
    std::optional<interchange::OfferFacts> offer;  // the live one
};

// How long a guest's links outlive the entry.
inline constexpr Duration links_outlive_entry = std::chrono::days{30};

// Whether the caller's link, if it is a guest's, opens the entry.
Result<void, Problem> check_link(const Call& call, const interchange::EntryFacts& entry);
// Whether the caller's link, which is there, opens the entry that it is for, or for whose offer it
// is; and what state that entry is in. Memory knows while it is on the list, its stored row ever
// after. It waits for the engine.
Task<Result<core::EntryState, Problem>> state_by_link(Call& call);

// What the path of the call is about, as it is now, and as much of it as the caller may see.
Task<Result<FoundOffer, Problem>> find_offer(Call& call);
// Of an offer that has ended, from its stored rows.
Task<Result<FoundOffer, Problem>> find_ended_offer(Call& call);
Task<Result<FoundOpening, Problem>> find_opening(Call& call);

// From the stored rows; nothing when there is no such row.
std::optional<interchange::EntryFacts> stored_entry(engine::Store& store, core::EntryId id);
std::optional<interchange::OpeningFacts> stored_opening(engine::Store& store, core::OpeningId id);
std::optional<interchange::OfferFacts> stored_offer(engine::Store& store, core::OfferId id);
// With its opening.
std::optional<FoundOffer> stored_offer_in_full(engine::Store& store, core::OfferId id);

}  // namespace standby::http
