// What an event says besides the fields that all events share, by type.
#include "tests/scenarios/runner/core_records.hpp"

#include "base/time.hpp"

#include <string>

namespace standby::scenarios {
namespace {

template <class Number>
std::string text_of(Number number) {
    return std::to_string(number);
}

struct Details {
    Fields& fields;

    void operator()(const core::PlacesReleased& body) {
        fields["quantity"] = text_of(body.quantity);
    }
    void operator()(const core::PlacesRevoked& body) {
        fields["quantity"] = text_of(body.quantity);
        fields["missing"] = text_of(body.missing);
    }
    void operator()(const core::PlacesIdled& body) {
        fields["places"] = text_of(body.places);
        fields["move"] = core::name_of(body.move);
    }
    void operator()(const core::PointsChanged& body) { fields["delta"] = text_of(body.delta); }
    void operator()(const core::OfferMade& body) {
        fields["move"] = core::name_of(body.move);
        fields["places"] = text_of(body.places);
        fields["tries"] = text_of(body.tries);
        fields["send_at"] = format_time(body.send_at);
        fields["expires_at"] = format_time(body.expires_at);
    }
    void operator()(const core::OfferSent& body) {
        fields["sent_at"] = format_time(body.sent_at);
        fields["expires_at"] = format_time(body.expires_at);
    }
    void operator()(const core::OfferExtended& body) {
        fields["expires_at"] = format_time(body.expires_at);
    }
    void operator()(const core::OfferUnreached& body) {
        fields["expires_at"] = format_time(body.expires_at);
    }
    void operator()(const core::OfferClaimed& body) {
        fields["awaiting"] = core::name_of(body.awaiting);
        fields["expires_at"] = format_time(body.expires_at);
    }
    void operator()(const core::OfferEnded& body) {
        fields["outcome"] = core::name_of(body.outcome);
    }
    void operator()(const core::CompensationDue& body) {
        fields["compensation"] = core::name_of(body.compensation);
    }
    void operator()(const core::OpeningMoved& body) { fields["move"] = core::name_of(body.move); }
    template <class Other>
    void operator()(const Other&) {}
};

}  // namespace

EventRecord record_of(const core::Event& event, core::ResourceNumber resource) {
    EventRecord record;
    record.resource = core::format_id(resource);
    record.number = event.number;
    record.at = event.at;
    record.type = core::type_of(event);
    record.reason = core::name_of(event.reason);
    if (event.entry != 0) {
        record.entry = core::format_id(core::entry_id(resource, event.entry));
    }
    if (event.offer.value() != 0) {
        record.offer = core::format_id(core::offer_id(resource, event.offer));
    }
    if (event.opening.value() != 0) {
        record.opening = core::format_id(core::opening_id(resource, event.opening));
    }
    record.from = core::from_state(event);
    record.to = core::to_state(event);
    std::visit(Details{record.details}, event.body);
    return record;
}

}  // namespace standby::scenarios
