// Finding what a call is about: in memory while it lives, in its stored row once it has ended.
#pragma once

#include "http/api/entry_json.hpp"
#include "http/api/offer_json.hpp"
#include "http/routes/call.hpp"

#include <optional>

namespace standby::http {

struct FoundEntry {
    EntryFacts entry;
    core::Visibility visibility = core::Visibility::Rank;
};
struct FoundOffer {
    OfferFacts offer;
    std::optional<OpeningFacts> opening;
};
struct FoundOpening {
    OpeningFacts opening;
    std::optional<OfferFacts> offer;  // the live one
};

// What the path of the call is about, as it is now.
Task<Result<FoundEntry, Problem>> find_entry(Call& call);
Task<Result<FoundOffer, Problem>> find_offer(Call& call);
Task<Result<FoundOpening, Problem>> find_opening(Call& call);

// What a stored row tells. Of an archived one only the id and the state are left.
EntryFacts facts_of(core::EntryId id, const engine::StoredRow& row);
OfferFacts facts_of(core::OfferId id, const engine::StoredRow& row);
OpeningFacts facts_of(core::OpeningId id, const engine::StoredRow& row);

// From the stored rows; nothing when there is no such row.
std::optional<EntryFacts> stored_entry(engine::Store& store, core::EntryId id);
std::optional<OpeningFacts> stored_opening(engine::Store& store, core::OpeningId id);
std::optional<OfferFacts> stored_offer(engine::Store& store, core::OfferId id);
// With its opening.
std::optional<FoundOffer> stored_offer_in_full(engine::Store& store, core::OfferId id);

}  // namespace standby::http
