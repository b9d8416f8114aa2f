// Finding what an answer is about: in memory while it lives, in its stored row once it has ended.
#pragma once

#include "http/api/entry_json.hpp"
#include "http/api/offer_json.hpp"
#include "http/api/viewer.hpp"
#include "http/routes/call.hpp"

namespace standby::http {

Viewer viewer_of(const Call& call);

// What a stored row tells. Of an archived one only the id and the state are left.
EntryFacts facts_of(core::EntryId id, const engine::StoredRow& row);
OfferFacts facts_of(core::OfferId id, const engine::StoredRow& row);
OpeningFacts facts_of(core::OpeningId id, const engine::StoredRow& row);

// From the stored rows; nothing when there is no such row.
std::optional<EntryFacts> stored_entry(engine::Store& store, core::EntryId id);
std::optional<OfferFacts> stored_offer(engine::Store& store, core::OfferId id);
std::optional<OpeningFacts> stored_opening(engine::Store& store, core::OpeningId id);

}  // namespace standby::http
