// One overload per event family; `apply` in core/run.hpp is the way in.
#pragma once

#include "core/model/event.hpp"
#include "core/state/resource_state.hpp"

namespace standby::core {

void apply_body(ResourceState&, const Event&, const ResourceCreated&);
void apply_body(ResourceState&, const Event&, const SettingsChanged&);
void apply_body(ResourceState&, const Event&, const RulesChanged&);
void apply_body(ResourceState&, const Event&, const StatusChanged&);
void apply_body(ResourceState&, const Event&, const CutoffReached&);
void apply_body(ResourceState&, const Event&, const LotteryDrawn&);
void apply_body(ResourceState&, const Event&, const PlacesReleased&);
void apply_body(ResourceState&, const Event&, const PlacesIdled&);
void apply_body(ResourceState&, const Event&, const EntryJoined&);
void apply_body(ResourceState&, const Event&, const EntryVerified&);
void apply_body(ResourceState&, const Event&, const EntryUpdated&);
void apply_body(ResourceState&, const Event&, const EntryEnded&);
void apply_body(ResourceState&, const Event&, const PointsChanged&);
void apply_body(ResourceState&, const Event&, const EntryBarred&);
void apply_body(ResourceState&, const Event&, const OfferMade&);
void apply_body(ResourceState&, const Event&, const OfferSent&);
void apply_body(ResourceState&, const Event&, const OfferExtended&);
void apply_body(ResourceState&, const Event&, const OfferReminded&);
void apply_body(ResourceState&, const Event&, const OfferClaimed&);
void apply_body(ResourceState&, const Event&, const OfferAccepted&);
void apply_body(ResourceState&, const Event&, const OfferEnded&);
void apply_body(ResourceState&, const Event&, const CompensationDue&);
void apply_body(ResourceState&, const Event&, const OpeningAdded&);
void apply_body(ResourceState&, const Event&, const OpeningMoved&);
void apply_body(ResourceState&, const Event&, const OfferUnreached&);
void apply_body(ResourceState&, const Event&, const StandingYes&);
void apply_body(ResourceState&, const Event&, const EntryPinged&);
void apply_body(ResourceState&, const Event&, const EntryPresence&);
void apply_body(ResourceState&, const Event&, const OutsideStep&);
void apply_body(ResourceState&, const Event&, const PlacesRevoked&);

}  // namespace standby::core
