// The rule by which deliveries advance.
#include "store/codec/delivery.hpp"

namespace standby::store {
namespace {

using engine::Delivery;
using engine::DeliveryState;

bool has_arrived(DeliveryState state) {
    return state == DeliveryState::Delivered || state == DeliveryState::Opened;
}

bool has_ended_badly(DeliveryState state) {
    return state == DeliveryState::Blocked || state == DeliveryState::Failed;
}

bool may_follow(DeliveryState stored, DeliveryState reported) {
    if (has_ended_badly(stored) || (has_arrived(stored) && has_ended_badly(reported))) {
        return false;
    }
    return reported > stored;
}

}  // namespace

std::optional<Delivery> advanced(const Delivery& stored, const Delivery& report) {
    Delivery after = stored;
    if (may_follow(stored.state, report.state)) {
        after.state = report.state;
        after.changed_at = report.changed_at;
        after.note = report.note;
    }
    if (!after.sent_at) {
        after.sent_at = report.sent_at;
    }
    if (has_arrived(after.state) && has_arrived(report.state) && !after.delivered_at) {
        after.delivered_at = report.delivered_at.value_or(report.changed_at);
    }
    if (after.provider_id.empty()) {
        after.provider_id = report.provider_id;
    }
    if (after == stored) {
        return std::nullopt;
    }
    return after;
}

}  // namespace standby::store
