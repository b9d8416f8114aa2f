#include "bookings/http_bookings.hpp"

#include "base/json/writer.hpp"
#include "bookings/fields.hpp"
#include "interchange/view/wants.hpp"

#include <algorithm>

namespace standby::bookings {

using engine::BookingOrder;
using engine::BookingProblem;
using engine::BookingResult;
using engine::BookingStage;
using engine::BookingView;

namespace {

constexpr std::string_view bookings_path = "/bookings/";
constexpr std::size_t reference_bytes_max = 200;

std::string path_of(const BookingOrder& order, std::string_view behind = {}) {
    return std::string(bookings_path) + path_part(order.uuid) + std::string(behind);
}

void write_guest(JsonWriter& writer, const engine::BookingGuest& guest) {
    writer.begin_object("contact");
    writer.text_or_null("full_name", guest.name);
    writer.text_or_null("email", guest.email);
    writer.text_or_null("phone", guest.phone);
    writer.text_or_null("locale", guest.locale);
    writer.end_object();
}

// "slot-taken", also as the last part of a URI, as problem types are written (RFC 9457).
bool says_taken(const JsonValue& said) {
    constexpr std::string_view taken = "slot-taken";
    const std::string type = text_in(said, "type");
    if (!type.ends_with(taken)) {
        return false;
    }
    const std::size_t before = type.size() - taken.size();
    return before == 0 || std::string_view("/#:").contains(type[before - 1]);
}

std::optional<BookingStage> stage_named(std::string_view status) {
    if (status == "ON_HOLD") {
        return BookingStage::Held;
    }
    if (status == "CONFIRMED") {
        return BookingStage::Booked;
    }
    if (status == "CANCELLED" || status == "EXPIRED") {
        return BookingStage::Ended;
    }
    return std::nullopt;
}

}  // namespace

std::int64_t minutes_until(Time until, Time now) {
    return std::max<std::int64_t>(1, std::chrono::ceil<std::chrono::minutes>(until - now).count());
}

std::string write_booking(const BookingOrder& order, std::optional<std::int64_t> minutes) {
    return json_text([&](JsonWriter& writer) {
        writer.begin_object();
        writer.text("uuid", order.uuid);
        writer.text("resource_id", order.list);
        writer.text("entry_id", order.entry);
        writer.natural("quantity", order.quantity);
        if (order.slot) {
            interchange::write_slot_members(writer, *order.slot);
        } else {
            writer.time("starts_at", order.starts_at);
        }
        writer.text("time_zone", order.time_zone);
        if (order.guest) {
            write_guest(writer, *order.guest);
        }
        if (minutes) {
            writer.integer("expirationMinutes", *minutes);
        }
        writer.end_object();
    });
}

BookingResult<BookingView> read_booking(const BookingAnswer& answer, std::string_view uuid,
                                        BookingStage wanted) {
    if (answer.status == 409) {
        return std::unexpected(says_taken(answer.said()) ? BookingProblem::Taken
                                                         : BookingProblem::InProgress);
    }
    if (!answer.is_fine()) {
        return std::unexpected(problem_of_status(answer.status));
    }
    BookingView view{.stage = wanted, .reference = {}, .held_until = std::nullopt};
    if (answer.is_empty() && wanted != BookingStage::None) {
        return view;
    }
    const JsonValue& said = answer.said();
    if (said.type != JsonType::Object) {
        return std::unexpected(BookingProblem::NotUnderstood);
    }
    const JsonValue* name = said.find("uuid");
    if (name != nullptr && (name->type != JsonType::Text || name->text != uuid)) {
        return std::unexpected(BookingProblem::WrongBooking);
    }
    const JsonValue* status = said.find("status");
    if (status != nullptr || wanted == BookingStage::None) {
        const auto stage = stage_named(text_in(said, "status"));
        if (!stage) {
            return std::unexpected(BookingProblem::NotUnderstood);
        }
        view.stage = *stage;
    }
    // Their own number for it, if they have one.
    const std::string reference = text_in(said, "supplierReference");
    if (reference.size() <= reference_bytes_max) {
        view.reference.booking = reference;
    }
    if (view.stage == BookingStage::Held) {
        view.held_until = moment_in(said, "utcExpiresAt");
    }
    return view;
}

BookingResult<BookingView> HttpBookings::hold(const BookingOrder& order, Time now, Time until) {
    return read_booking(
        TRY(web_.ask("POST", "/bookings", write_booking(order, minutes_until(until, now)))),
        order.uuid, BookingStage::Held);
}

BookingResult<BookingView> HttpBookings::extend(const BookingOrder& order, Time now, Time until) {
    const std::string body = json_text([&](JsonWriter& writer) {
        writer.begin_object();
        writer.integer("expirationMinutes", minutes_until(until, now));
        writer.end_object();
    });
    return read_booking(TRY(web_.ask("POST", path_of(order, "/extend"), body)), order.uuid,
                        BookingStage::Held);
}

BookingResult<BookingView> HttpBookings::confirm(const BookingOrder& order) {
    const std::string body = json_text([&](JsonWriter& writer) {
        writer.begin_object();
        if (order.guest) {
            write_guest(writer, *order.guest);
        }
        writer.end_object();
    });
    return read_booking(TRY(web_.ask("POST", path_of(order, "/confirm"), body)), order.uuid,
                        BookingStage::Booked);
}

BookingResult<BookingView> HttpBookings::book(const BookingOrder& order) {
    return read_booking(TRY(web_.ask("POST", "/bookings", write_booking(order, std::nullopt))),
                        order.uuid, BookingStage::Booked);
}

BookingResult<BookingView> HttpBookings::look(const BookingOrder& order) {
    const BookingAnswer answer = TRY(web_.ask("GET", path_of(order), {}));
    if (answer.status == 404 || answer.status == 410) {
        return BookingView{};
    }
    return read_booking(answer, order.uuid, BookingStage::None);
}

BookingResult<BookingView> HttpBookings::release(const BookingOrder& order) {
    const BookingAnswer answer = TRY(web_.ask("DELETE", path_of(order), {}));
    if (answer.status == 404 || answer.status == 410) {
        return BookingView{};
    }
    return read_booking(answer, order.uuid, BookingStage::Ended);
}

// A booking that nobody made: the system says that it has none, and that it knows us.
BookingResult<void> HttpBookings::check() {
    const BookingAnswer answer = TRY(web_.ask("GET", "/bookings/standby-test", {}));
    if (answer.status == 404 || answer.status == 410) {
        const bool is_a_page = !answer.is_empty() && !answer.document;
        return is_a_page ? BookingResult<void>(std::unexpected(BookingProblem::NotUnderstood))
                         : BookingResult<void>();
    }
    if (!answer.is_fine()) {
        return std::unexpected(problem_of_status(answer.status));
    }
    return answer.said().type == JsonType::Object
               ? BookingResult<void>()
               : BookingResult<void>(std::unexpected(BookingProblem::NotUnderstood));
}

}  // namespace standby::bookings
