#include "core/model/event.hpp"

#include "base/assert.hpp"

#include <array>

namespace standby::core {
namespace {

std::string_view state_name(Subject subject, std::uint8_t state) {
    switch (subject) {
    case Subject::Resource:
        return name_of(static_cast<ResourceStatus>(state));
    case Subject::Entry:
        return name_of(static_cast<EntryState>(state));
    case Subject::Opening:
        return name_of(static_cast<OpeningState>(state));
    }
    UNREACHABLE();
}

}  // namespace

YesBy yes_by(const Event& event) {
    const auto* accepted = std::get_if<OfferAccepted>(&event.body);
    if (accepted != nullptr && accepted->yes_by != YesBy::Asked) {
        return accepted->yes_by;
    }
    return event.reason == Reason::InstantYes ? YesBy::InstantYes
           : event.reason == Reason::LateYes  ? YesBy::LateYes
                                              : YesBy::Asked;
}

namespace {

constexpr auto type_names = std::to_array<std::string_view>(
    {"resource_created", "settings_changed", "rules_changed",   "status_changed",
     "cutoff_reached",   "lottery_drawn",    "places_released", "places_idled",
     "entry_joined",     "entry_verified",   "entry_updated",   "entry_ended",
     "points_changed",   "offer_made",       "offer_sent",      "offer_extended",
     "offer_reminded",   "offer_claimed",    "offer_accepted",  "offer_ended",
     "compensation_due", "opening_added",    "opening_moved",   "entry_barred",
     "offer_unreached",  "standing_yes",     "entry_pinged",    "entry_presence",
     "outside_step",     "places_revoked"});
static_assert(type_names.size() == std::variant_size_v<EventBody>);

}  // namespace

std::string_view type_of(const Event& event) {
    return type_names[event.body.index()];
}
std::span<const std::string_view> event_types() {
    return type_names;
}

std::string_view from_state(const Event& event) {
    return state_name(event.subject, event.from);
}
std::string_view to_state(const Event& event) {
    return state_name(event.subject, event.to);
}

}  // namespace standby::core
