#include "interchange/view/booking_system.hpp"

#include "core/model/ids.hpp"

#include <string>

namespace standby::interchange {
namespace {

using engine::BookingCard;
using engine::BookingStatus;
using engine::ConnectedBookings;

void write_problem(JsonWriter& writer, const std::optional<engine::BookingProblem>& problem) {
    if (!problem) {
        writer.null("problem");
        return;
    }
    writer.begin_object("problem");
    writer.text("code", name_of(*problem));
    writer.text("detail", sentence_about(*problem));
    writer.end_object();
}

void write_card(JsonWriter& writer, const BookingCard& card) {
    writer.begin_object();
    writer.text("kind", card.kind);
    writer.text("entry_id", core::format_id(card.entry));
    writer.text("offer_id", core::format_id(card.offer));
    write_problem(writer, card.problem);
    writer.time("made_at", card.made_at);
    writer.end_object();
}

void write_day(JsonWriter& writer, const BookingStatus& status) {
    const std::uint64_t failed = status.taken + status.given_up;
    const std::uint64_t all = status.booked + failed;
    writer.begin_object("last_day");
    writer.natural("booked", status.booked);
    writer.natural("taken", status.taken);
    writer.natural("given_up", status.given_up);
    writer.fraction("failed_share", all == 0 ? std::nullopt
                                             : std::optional(static_cast<double>(failed) /
                                                             static_cast<double>(all)));
    writer.end_object();
}

std::string_view state_of(const ConnectedBookings& one) {
    const BookingStatus& status = one.status;
    return one.is_locked         ? "locked"
           : status.problem      ? "failing"
           : !status.answered_at ? "new"
                                 : "working";
}

}  // namespace

void write_booking_system(JsonWriter& writer, const std::optional<ConnectedBookings>& bookings) {
    const ConnectedBookings one = bookings.value_or(ConnectedBookings{});
    const BookingStatus& status = one.status;
    writer.begin_object();
    writer.text_or_null("kind", bookings ? name_of(one.settings.kind) : std::string_view());
    writer.text_or_null("url", one.settings.url);
    writer.natural("event_type", one.settings.event_type > 0
                                     ? std::optional<std::uint64_t>(one.settings.event_type)
                                     : std::nullopt);
    writer.text("state", bookings ? state_of(one) : "none");
    writer.text("breaker", name_of(status.breaker));
    writer.time("asked_again_at", status.asked_again_at);
    write_problem(writer, status.problem);
    writer.time("answered_at", status.answered_at);
    writer.time("failed_at", status.failed_at);
    writer.time("created_at", bookings ? std::optional(one.created_at) : std::nullopt);
    writer.time("changed_at", bookings ? std::optional(one.changed_at) : std::nullopt);
    write_day(writer, status);
    writer.natural("under_way", status.under_way);
    writer.array("cards", status.cards, write_card);
    writer.end_object();
}

void write_tested_bookings(JsonWriter& writer, const engine::TestedBookings& tested) {
    writer.begin_object();
    writer.boolean("works", !tested.problem);
    write_problem(writer, tested.problem);
    writer.end_object();
}

}  // namespace standby::interchange
