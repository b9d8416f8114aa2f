#include "http/api/offer_body.hpp"

#include "core/model/limits.hpp"
#include "http/api/body.hpp"
#include "http/api/choices.hpp"
#include "http/api/wants_body.hpp"

#include <utility>

namespace standby::http {
namespace {

constexpr std::size_t reason_length_max = 500;
// Several services, staff or places that one slot suits; its other names come on top of these.
constexpr std::size_t further_max = core::limits::or_names_max;
constexpr TextLimit event_id{.length_max = core::limits::event_id_length_max,
                             .unit = TextLimit::Unit::Bytes};

constexpr Choice<core::Undeliverable> undeliverable_choices[] = {
    {"bounced", core::Undeliverable::Bounced},
    {"blocked", core::Undeliverable::Blocked},
    {"unsent", core::Undeliverable::Unsent},
    {"no_channel", core::Undeliverable::NoChannel},
};
constexpr Choice<core::BookingOutcome> booking_choices[] = {
    {"confirmed", core::BookingOutcome::Confirmed},
    {"conflict", core::BookingOutcome::Conflict},
    {"unavailable", core::BookingOutcome::Unavailable},
};
constexpr Choice<bool> overlap_choices[] = {{"allow", false}, {"refuse", true}};
constexpr Choice<core::PaymentOutcome> payment_choices[] = {
    {"succeeded", core::PaymentOutcome::Succeeded},
    {"failed", core::PaymentOutcome::Failed},
};

// Without a maximum the minimum is also that; without a size it is for parties of any.
void read_size(FieldReader& reader, core::Slot& slot) {
    slot.size_max = core::limits::party_size_max;
    reader.object("size", [&slot](FieldReader& size) {
        const auto min = size.integer("min", 1, core::limits::party_size_max);
        const auto max = size.integer("max", 1, core::limits::party_size_max);
        slot.size_min = static_cast<std::uint32_t>(min.value_or(1));
        slot.size_max = static_cast<std::uint32_t>(max.value_or(slot.size_min));
        if (slot.size_min > slot.size_max) {
            size.error("min", "must not be above max");
        }
    });
}

void read_opening(FieldReader& reader, OpeningBody& body) {
    reader.require("starts_at");
    core::OpenSlot& open = body.open;
    open.event_id = reader.text("event_id", event_id).value_or("");
    core::Slot& slot = open.slot;
    slot.starts_at = reader.time("starts_at").value_or(Time{});
    body.has_duration = reader.given("duration") != nullptr;
    slot.duration = reader.duration("duration", Duration{1}, core::limits::slot_duration_max)
                        .value_or(Duration{0});
    NamesGiven services = read_names(reader, "service", "services", further_max);
    NamesGiven staff = read_names(reader, "staff", "staff_any", further_max);
    NamesGiven places = read_names(reader, "place", "places", further_max);
    if (!body.has_duration && services.first.empty()) {
        reader.require("duration");
    }
    slot.service = std::move(services.first);
    slot.staff = std::move(staff.first);
    slot.place = std::move(places.first);
    slot.service_names = std::move(services.further);
    slot.staff_names = std::move(staff.further);
    slot.place_names = std::move(places.further);
    slot.blank_is_any = true;
    slot.any_hour = reader.boolean("any_hour").value_or(false);
    body.has_size = reader.given("size") != nullptr;
    read_size(reader, slot);
    body.has_price = reader.given("price") != nullptr || reader.is_null("price");
    slot.price = reader.money("price", 0);
    open.reason = reader.choice("reason", opening_reason_choices).value_or(open.reason);
    body.unlisted = reader.boolean("unlisted").value_or(false);
}

// A body whose one field is a name out of a table.
template <class Enum, std::size_t Size>
Result<Enum, Problem> parse_choice(std::string_view body, std::string_view name,
                                   const Choice<Enum> (&choices)[Size]) {
    return read_body<Enum>(body, [&](FieldReader& reader, Enum& value) {
        reader.require(name);
        value = reader.choice(name, choices).value_or(value);
    });
}

}  // namespace

Result<core::ReleasePlaces, Problem> parse_release(std::string_view body) {
    return read_body<core::ReleasePlaces>(
        body, [](FieldReader& reader, core::ReleasePlaces& release) {
            reader.require("quantity");
            release.event_id = reader.text("event_id", event_id).value_or("");
            release.quantity = static_cast<std::uint32_t>(
                reader.integer("quantity", 1, core::limits::capacity_max).value_or(0));
            release.note = reader.text("reason", {.length_max = reason_length_max}).value_or("");
        });
}

Result<core::RevokePlaces, Problem> parse_revoke(std::string_view body) {
    return read_body<core::RevokePlaces>(
        body, [](FieldReader& reader, core::RevokePlaces& revoke) {
            reader.require("event_id");
            reader.require("quantity");
            revoke.event_id = reader.text("event_id", event_id).value_or("");
            revoke.quantity = static_cast<std::uint32_t>(
                reader.integer("quantity", 1, core::limits::capacity_max).value_or(0));
            revoke.note = reader.text("reason", {.length_max = reason_length_max}).value_or("");
        });
}

Result<core::CancelResource, Problem> parse_cancel(std::string_view body) {
    return read_optional_body<core::CancelResource>(
        body, [](FieldReader& reader, core::CancelResource& cancel) {
            cancel.note = reader.text("note", {.length_max = reason_length_max}).value_or("");
        });
}

Result<OpeningBody, Problem> parse_opening(std::string_view body) {
    return read_body<OpeningBody>(body, [](FieldReader& reader, OpeningBody& opening) {
        read_opening(reader, opening);
        opening.refuses_overlap = reader.choice("overlap", overlap_choices).value_or(false);
    });
}

Result<OpeningPreviewBody, Problem> parse_opening_preview(std::string_view body) {
    return read_body<OpeningPreviewBody>(
        body, [](FieldReader& reader, OpeningPreviewBody& preview) {
            const auto id = reader.text("opening_id", {.length_max = 40});
            if (!id) {
                read_opening(reader, preview.slot.emplace());
                return;
            }
            preview.opening = core::parse_opening_id(*id);
            if (!preview.opening) {
                reader.error("opening_id", "must be the id of an opening, such as opn_4000001");
            }
        });
}

Result<bool, Problem> parse_late_yes(std::string_view body) {
    return read_optional_body<bool>(body, [](FieldReader& reader, bool& is_wanted) {
        is_wanted = reader.boolean("wanted").value_or(true);
    });
}

Result<Time, Problem> parse_extend(std::string_view body) {
    return read_body<Time>(body, [](FieldReader& reader, Time& until) {
        reader.require("until");
        until = reader.time("until").value_or(Time{});
    });
}

Result<std::optional<Time>, Problem> parse_sent(std::string_view body) {
    return read_optional_body<std::optional<Time>>(
        body, [](FieldReader& reader, std::optional<Time>& at) { at = reader.time("sent_at"); });
}

Result<core::ReportUndeliverable, Problem> parse_undeliverable(std::string_view body) {
    return read_body<core::ReportUndeliverable>(
        body, [](FieldReader& reader, core::ReportUndeliverable& report) {
            reader.require("cause");
            report.cause = reader.choice("cause", undeliverable_choices).value_or(report.cause);
            report.asks_next = reader.boolean("ask_next").value_or(false);
        });
}

Result<core::BookingOutcome, Problem> parse_booking(std::string_view body) {
    return parse_choice(body, "outcome", booking_choices);
}

Result<core::PaymentOutcome, Problem> parse_payment(std::string_view body) {
    return parse_choice(body, "outcome", payment_choices);
}

}  // namespace standby::http
