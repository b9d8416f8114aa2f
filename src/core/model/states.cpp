// The written names of states, moves and reasons: one table per enum, in the enum's order.
#include "core/model/states.hpp"

#include "core/model/name_table.hpp"

#include <array>
#include <cstddef>

namespace standby::core {
namespace {

constexpr auto entry_states = std::to_array<std::string_view>(
    {"none", "unverified", "waiting", "offered", "confirming", "accepted", "declined", "expired",
     "left", "removed", "cancelled", "no_show", "attended"});
constexpr auto offer_states = std::to_array<std::string_view>(
    {"none", "live", "confirming", "accepted", "declined", "expired", "withdrawn"});
constexpr auto opening_states = std::to_array<std::string_view>(
    {"none", "offering", "open", "booked", "handed_back", "withdrawn", "walk_in"});
constexpr auto statuses =
    std::to_array<std::string_view>({"none", "active", "paused", "closed", "cancelled"});
constexpr auto kinds = std::to_array<std::string_view>({"slots", "seats", "access"});
constexpr auto inventories = std::to_array<std::string_view>({"internal", "external"});
constexpr auto moves =
    std::to_array<std::string_view>({"none", "no_fit", "offer", "roll_on", "hand_back"});
constexpr auto awaitings = std::to_array<std::string_view>({"nothing", "payment", "booking"});
constexpr auto compensations = std::to_array<std::string_view>({"refund", "release"});
constexpr auto outside_systems = std::to_array<std::string_view>({"none", "payment", "booking"});
constexpr auto outside_steps = std::to_array<std::string_view>(
    {"none", "begun", "held", "confirmed", "released", "refused", "unclear", "refunded", "given_up",
     "cancelled", "failed", "expired"});
constexpr auto reasons = std::to_array<std::string_view>({"none",
                                                          "requested",
                                                          "place_free",
                                                          "first_in_line",
                                                          "previous_declined",
                                                          "previous_expired",
                                                          "manual",
                                                          "instant_yes",
                                                          "window_ended",
                                                          "never_sent",
                                                          "bounced",
                                                          "blocked",
                                                          "sent_late",
                                                          "staff_extended",
                                                          "nobody_eligible",
                                                          "list_exhausted",
                                                          "max_offers",
                                                          "cutoff",
                                                          "staff_booked",
                                                          "withdrawn",
                                                          "cancellation",
                                                          "no_show",
                                                          "opening",
                                                          "moved_up",
                                                          "group_settled",
                                                          "fraud",
                                                          "max_misses",
                                                          "payment_pending",
                                                          "payment_succeeded",
                                                          "payment_failed",
                                                          "payment_timeout",
                                                          "booking_pending",
                                                          "booking_confirmed",
                                                          "booking_conflict",
                                                          "booking_unavailable",
                                                          "booking_timeout",
                                                          "late",
                                                          "referral",
                                                          "capacity_changed",
                                                          "capacity_released",
                                                          "rules_changed",
                                                          "draw_time",
                                                          "reminder",
                                                          "not_yet_sent",
                                                          "out_of_service",
                                                          "superseded",
                                                          "time_passed",
                                                          "proof_timeout",
                                                          "erased",
                                                          "event_over",
                                                          "list_closed",
                                                          "event_cancelled",
                                                          "terms_changed",
                                                          "transferred",
                                                          "not_reachable",
                                                          "no_channel",
                                                          "late_yes",
                                                          "still_here",
                                                          "no_answer_to_pings",
                                                          "ping",
                                                          "walk_in",
                                                          "over_capacity",
                                                          "payment_lost",
                                                          "capacity_revoked"});
constexpr auto causes =
    std::to_array<std::string_view>({"none", "bounced", "blocked", "unsent", "no_channel"});
constexpr auto answers_by = std::to_array<std::string_view>({"none", "text", "mail", "house"});
constexpr auto actor_kinds =
    std::to_array<std::string_view>({"system", "guest", "staff", "integration", "member"});

static_assert(entry_states.size() == static_cast<std::size_t>(EntryState::Attended) + 1);
static_assert(offer_states.size() == static_cast<std::size_t>(OfferState::Withdrawn) + 1);
static_assert(opening_states.size() == static_cast<std::size_t>(OpeningState::WalkIn) + 1);
static_assert(outside_steps.size() == static_cast<std::size_t>(OutsideStepKind::Expired) + 1);
static_assert(reasons.size() == static_cast<std::size_t>(Reason::CapacityRevoked) + 1);

}  // namespace

std::string_view name_of(EntryState state) {
    return look_up(entry_states, state);
}
std::string_view name_of(OfferState state) {
    return look_up(offer_states, state);
}
std::string_view name_of(OpeningState state) {
    return look_up(opening_states, state);
}
std::string_view name_of(ResourceStatus status) {
    return look_up(statuses, status);
}
std::string_view name_of(Kind kind) {
    return look_up(kinds, kind);
}
std::string_view name_of(Inventory inventory) {
    return look_up(inventories, inventory);
}
std::string_view name_of(Move move) {
    return look_up(moves, move);
}
std::string_view name_of(Awaiting awaiting) {
    return look_up(awaitings, awaiting);
}
std::string_view name_of(Compensation compensation) {
    return look_up(compensations, compensation);
}
std::string_view name_of(OutsideSystem system) {
    return look_up(outside_systems, system);
}
std::string_view name_of(OutsideStepKind kind) {
    return look_up(outside_steps, kind);
}
std::string_view name_of(Reason reason) {
    return look_up(reasons, reason);
}
std::string_view name_of(Undeliverable cause) {
    return look_up(causes, cause);
}
std::string_view name_of(AnswersBy answers) {
    return look_up(answers_by, answers);
}
std::string_view name_of(ActorKind kind) {
    return look_up(actor_kinds, kind);
}

}  // namespace standby::core
