#include "bookings/cal_bookings.hpp"

#include "base/json/writer.hpp"
#include "base/name_key.hpp"
#include "bookings/fields.hpp"
#include "bookings/http_bookings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace standby::bookings {

using engine::BookingOrder;
using engine::BookingProblem;
using engine::BookingResult;
using engine::BookingStage;
using engine::BookingView;

namespace {

constexpr std::string_view bookings_version = "2024-08-13";
constexpr std::string_view slots_version = "2024-09-04";
constexpr std::string_view types_version = "2024-06-14";
constexpr std::size_t listed_max = 100;
constexpr std::string_view languages[] = {"de", "en", "es", "fr"};

std::optional<Time> start_of(const BookingOrder& order) {
    return order.slot ? std::optional(order.slot->starts_at) : order.starts_at;
}

const JsonValue& data_of(const JsonValue& said) {
    static const JsonValue nothing;
    const JsonValue* data = said.find("data");
    return data == nullptr ? nothing : *data;
}

std::string lower(std::string text) {
    for (char& one : text) {
        one = one >= 'A' && one <= 'Z' ? static_cast<char>(one - 'A' + 'a') : one;
    }
    return text;
}

BookingStage stage_of(std::string_view status) {
    // A booking that its host has yet to approve has the place all the same.
    return status == "accepted" || status == "pending" ? BookingStage::Booked : BookingStage::Ended;
}

bool is_ours(const JsonValue& booking, std::string_view uuid) {
    const JsonValue* metadata = booking.find("metadata");
    return metadata != nullptr && metadata->type == JsonType::Object &&
           text_in(*metadata, cal_metadata_name) == uuid;
}

std::string write_reservation(std::int64_t event_type, Time start, std::int64_t minutes) {
    return json_text([&](JsonWriter& writer) {
        writer.begin_object();
        writer.integer("eventTypeId", event_type);
        writer.time("slotStart", start);
        writer.integer("reservationDuration", minutes);
        writer.end_object();
    });
}

}  // namespace

BookingProblem problem_of_cal(const BookingAnswer& answer) {
    if (answer.status != 400 && answer.status != 409 && answer.status != 422) {
        return problem_of_status(answer.status);
    }
    constexpr std::array<std::string_view, 8> taken = {
        "already has booking", "not available",    "no available",  "no_available",
        "already booked",      "already reserved", "no more seats", "seats_full"};
    const std::string said = lower(*answer.body);
    const bool is_taken =
        std::ranges::any_of(taken, [&](std::string_view words) { return said.contains(words); });
    return is_taken ? BookingProblem::Taken : BookingProblem::Refused;
}

std::optional<CalFound> read_cal_bookings(const JsonValue& said, std::string_view uuid) {
    const JsonValue& data = data_of(said);
    if (data.type != JsonType::Array) {
        return std::nullopt;
    }
    CalFound found;
    for (const JsonValue& booking : data.items) {
        const std::string name = text_in(booking, "uid");
        if (name.empty() || !is_ours(booking, uuid)) {
            continue;
        }
        const BookingStage stage = stage_of(text_in(booking, "status"));
        if (stage == BookingStage::Booked && found.view.stage == BookingStage::Booked) {
            found.superfluous.push_back(name);
        } else if (stage == BookingStage::Booked || found.view.stage == BookingStage::None) {
            found.view = {.stage = stage,
                          .reference = {.hold = {}, .booking = name},
                          .held_until = std::nullopt};
        }
    }
    return found;
}

BookingResult<BookingView> read_cal_booking(const BookingAnswer& answer, std::string_view uuid) {
    if (!answer.is_fine()) {
        return std::unexpected(problem_of_cal(answer));
    }
    const JsonValue& booking = data_of(answer.said());
    const std::string name = text_in(booking, "uid");
    if (booking.type != JsonType::Object || name.empty() || text_in(booking, "status").empty()) {
        return std::unexpected(BookingProblem::NotUnderstood);
    }
    if (!is_ours(booking, uuid)) {
        return std::unexpected(BookingProblem::WrongBooking);
    }
    // Moved to another time, it is neither there any more nor given back: staff have a look.
    const bool is_moved = !text_in(booking, "rescheduledToUid").empty();
    return BookingView{.stage =
                           is_moved ? BookingStage::None : stage_of(text_in(booking, "status")),
                       .reference = {.hold = {}, .booking = name},
                       .held_until = std::nullopt};
}

BookingResult<BookingView> read_cal_reservation(const BookingAnswer& answer) {
    if (!answer.is_fine()) {
        return std::unexpected(problem_of_cal(answer));
    }
    const JsonValue& data = data_of(answer.said());
    const std::string name = text_in(data, "reservationUid");
    if (data.type == JsonType::Null) {
        return BookingView{};  // there is none any more
    }
    if (name.empty()) {
        return std::unexpected(BookingProblem::NotUnderstood);
    }
    return BookingView{.stage = BookingStage::Held,
                       .reference = {.hold = name, .booking = {}},
                       .held_until = moment_in(data, "reservationUntil")};
}

std::string write_cal_booking(const BookingOrder& order, std::int64_t event_type) {
    const engine::BookingGuest guest = order.guest.value_or(engine::BookingGuest{});
    return json_text([&](JsonWriter& writer) {
        writer.begin_object();
        writer.time("start", start_of(order).value_or(Time{}));
        writer.integer("eventTypeId", event_type);
        writer.begin_object("attendee");
        writer.text("name", guest.name.empty() ? guest.email : guest.name);
        writer.text("email", guest.email);
        writer.text("timeZone", order.time_zone);
        if (!guest.phone.empty()) {
            writer.text("phoneNumber", guest.phone);
        }
        const std::string_view language = std::string_view(guest.locale).substr(0, 2);
        if (std::ranges::find(languages, language) != std::end(languages)) {
            writer.text("language", language);
        }
        writer.end_object();
        writer.begin_object("metadata");
        writer.text(cal_metadata_name, order.uuid);
        writer.text("standby_people", fmt::format("{}", order.quantity));
        writer.end_object();
        writer.end_object();
    });
}

BookingResult<void> CalBookings::read_event_types() {
    const BookingAnswer me = TRY(web_.ask("GET", "/v2/me", {}));
    const std::string username =
        me.is_fine() ? text_in(data_of(me.said()), "username") : std::string();
    if (!me.is_fine()) {
        return std::unexpected(problem_of_status(me.status));
    }
    const BookingAnswer answer =
        TRY(web_.ask("GET", "/v2/event-types?username=" + path_part(username), {}, types_version));
    if (!answer.is_fine()) {
        return std::unexpected(problem_of_status(answer.status));
    }
    const JsonValue& data = data_of(answer.said());
    if (data.type != JsonType::Array) {
        return std::unexpected(BookingProblem::NotUnderstood);
    }
    event_types_.clear();
    for (const JsonValue& type : data.items) {
        event_types_.push_back({.id = integer_in(type, "id"),
                                .title = text_in(type, "title"),
                                .slug = text_in(type, "slug")});
    }
    return {};
}

// 0: none, or more than one fits.
std::int64_t CalBookings::known_event_type(const BookingOrder& order) const {
    const std::string service = order.slot ? order.slot->service : std::string();
    std::int64_t found = 0;
    for (const EventType& type : event_types_) {
        const bool fits =
            service.empty() || name_key(type.title) == name_key(service) || type.slug == service;
        if (fits && found != 0) {
            return 0;
        }
        found = fits ? type.id : found;
    }
    return found;
}

BookingResult<std::int64_t> CalBookings::event_type_of(const BookingOrder& order) {
    if (event_type_ != 0) {
        return event_type_;
    }
    if (known_event_type(order) == 0) {
        TRY(read_event_types());
    }
    const std::int64_t found = known_event_type(order);
    return found == 0 ? BookingResult<std::int64_t>(std::unexpected(BookingProblem::NoEventType))
                      : BookingResult<std::int64_t>(found);
}

BookingResult<BookingView> CalBookings::hold(const BookingOrder& order, Time now, Time until) {
    const auto start = start_of(order);
    if (!start) {
        return std::unexpected(BookingProblem::Refused);
    }
    const std::int64_t type = TRY(event_type_of(order));
    return read_cal_reservation(
        TRY(web_.ask("POST", "/v2/slots/reservations",
                     write_reservation(type, *start, minutes_until(until, now)), slots_version)));
}

BookingResult<BookingView> CalBookings::extend(const BookingOrder& order, Time now, Time until) {
    const auto start = start_of(order);
    if (!start || order.known.hold.empty()) {
        return std::unexpected(BookingProblem::NotThere);
    }
    const std::int64_t type = TRY(event_type_of(order));
    return read_cal_reservation(
        TRY(web_.ask("PATCH", "/v2/slots/reservations/" + path_part(order.known.hold),
                     write_reservation(type, *start, minutes_until(until, now)), slots_version)));
}

// A reservation does not become a booking: the booking is made beside it, and then it goes.
BookingResult<BookingView> CalBookings::confirm(const BookingOrder& order) {
    const BookingView booked = TRY(book(order));
    if (!order.known.hold.empty()) {
        static_cast<void>(drop_reservation(order.known.hold));  // it ends by itself otherwise
    }
    return booked;
}

BookingResult<BookingView> CalBookings::book(const BookingOrder& order) {
    if (!order.guest || order.guest->email.empty()) {
        return std::unexpected(BookingProblem::NoEmail);
    }
    if (!start_of(order)) {
        return std::unexpected(BookingProblem::Refused);
    }
    const std::int64_t type = TRY(event_type_of(order));
    const auto booked = read_cal_booking(
        TRY(web_.ask("POST", "/v2/bookings", write_cal_booking(order, type), bookings_version)),
        order.uuid);
    if (booked || booked.error() != BookingProblem::Taken) {
        return booked;
    }
    // Something on the way may have sent it twice: then the place is taken by ourselves.
    const CalFound found = TRY(find(order));
    return found.view.stage == BookingStage::Booked ? BookingResult<BookingView>(found.view)
                                                    : booked;
}

BookingResult<CalFound> CalBookings::find(const BookingOrder& order) {
    std::string path = fmt::format("/v2/bookings?take={}", listed_max);
    if (order.guest && !order.guest->email.empty()) {
        path += "&attendeeEmail=" + path_part(order.guest->email);
    }
    if (const auto start = start_of(order)) {
        path += "&afterStart=" + path_part(format_time(*start - std::chrono::minutes{1}));
    }
    path += "&status=upcoming,recurring,past,cancelled,unconfirmed";
    const BookingAnswer answer = TRY(web_.ask("GET", path, {}, bookings_version));
    if (!answer.is_fine()) {
        return std::unexpected(problem_of_status(answer.status));
    }
    auto found = read_cal_bookings(answer.said(), order.uuid);
    if (!found) {
        return std::unexpected(BookingProblem::NotUnderstood);
    }
    return *std::move(found);
}

BookingResult<BookingView> CalBookings::look(const BookingOrder& order) {
    if (!order.known.booking.empty()) {
        const BookingAnswer answer = TRY(web_.ask(
            "GET", "/v2/bookings/" + path_part(order.known.booking), {}, bookings_version));
        return answer.status == 404 ? BookingResult<BookingView>(BookingView{})
                                    : read_cal_booking(answer, order.uuid);
    }
    const CalFound found = TRY(find(order));
    // What was asked for twice, because the first answer was lost, is there twice.
    for (const std::string& superfluous : found.superfluous) {
        TRY(cancel(superfluous));
    }
    if (found.view.stage == BookingStage::Booked || order.known.hold.empty()) {
        return found.view;
    }
    const BookingAnswer answer = TRY(web_.ask(
        "GET", "/v2/slots/reservations/" + path_part(order.known.hold), {}, slots_version));
    return answer.status == 404 ? BookingResult<BookingView>(found.view)
                                : read_cal_reservation(answer);
}

BookingResult<void> CalBookings::cancel(const std::string& booking) {
    const std::string path = "/v2/bookings/" + path_part(booking);
    const BookingAnswer answer =
        TRY(web_.ask("POST", path + "/cancel",
                     R"({"cancellationReason":"The place was given back."})", bookings_version));
    if (answer.is_fine() || answer.status == 404) {
        return {};
    }
    // One that is cancelled already is refused in words: what it is now tells.
    const BookingAnswer now = TRY(web_.ask("GET", path, {}, bookings_version));
    const bool is_over =
        now.status == 404 ||
        (now.is_fine() && stage_of(text_in(data_of(now.said()), "status")) == BookingStage::Ended);
    return is_over ? BookingResult<void>()
                   : BookingResult<void>(std::unexpected(problem_of_cal(answer)));
}

BookingResult<void> CalBookings::drop_reservation(const std::string& reservation) {
    const BookingAnswer answer = TRY(
        web_.ask("DELETE", "/v2/slots/reservations/" + path_part(reservation), {}, slots_version));
    return answer.is_fine() || answer.status == 404
               ? BookingResult<void>()
               : BookingResult<void>(std::unexpected(problem_of_status(answer.status)));
}

BookingResult<BookingView> CalBookings::release(const BookingOrder& order) {
    const CalFound found = TRY(find(order));
    for (const std::string& superfluous : found.superfluous) {
        TRY(cancel(superfluous));
    }
    if (found.view.stage == BookingStage::Booked) {
        TRY(cancel(found.view.reference.booking));
    } else if (!order.known.booking.empty() && found.view.stage == BookingStage::None) {
        TRY(cancel(order.known.booking));
    }
    if (!order.known.hold.empty()) {
        TRY(drop_reservation(order.known.hold));
    }
    return BookingView{
        .stage = BookingStage::Ended, .reference = order.known, .held_until = std::nullopt};
}

BookingResult<void> CalBookings::check() {
    const BookingAnswer answer = TRY(web_.ask("GET", "/v2/me", {}));
    if (!answer.is_fine()) {
        return std::unexpected(problem_of_status(answer.status));
    }
    if (data_of(answer.said()).type != JsonType::Object) {
        return std::unexpected(BookingProblem::NotUnderstood);
    }
    return event_type_ != 0 ? BookingResult<void>() : read_event_types();
}

}  // namespace standby::bookings
