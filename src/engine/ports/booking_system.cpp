#include "engine/ports/booking_system.hpp"

#include "base/assert.hpp"

#include <algorithm>
#include <iterator>

namespace standby::engine {
namespace {

struct Row {
    BookingProblem problem;
    std::string_view name;
    std::string_view sentence;
    bool is_unclear;
};

constexpr Row rows[] = {
    {BookingProblem::Taken, "taken", "The booking system has given the place to somebody else.",
     false},
    {BookingProblem::InProgress, "in_progress",
     "The booking system is still busy with what we asked before.", true},
    {BookingProblem::NoAnswer, "no_answer", "The booking system didn't answer in time.", true},
    {BookingProblem::NoConnection, "no_connection",
     "No connection could be made to the booking system.", true},
    {BookingProblem::HostNotFound, "host_not_found", "No server has this name.", true},
    {BookingProblem::Busy, "busy", "The booking system is busy or down; we ask it again.", true},
    {BookingProblem::NotUnderstood, "not_understood",
     "We don't understand what the booking system answers. Is it the right address?", true},
    {BookingProblem::WrongBooking, "wrong_booking",
     "The booking system answers about another booking than we asked for.", true},
    {BookingProblem::TooLarge, "too_large",
     "The booking system's answer is longer than we read. Is it the right address?", true},
    {BookingProblem::Stopped, "stopped", "Standby is shutting down.", true},
    {BookingProblem::NotThere, "not_there", "There is no booking system at this address.", false},
    {BookingProblem::NotOffered, "not_offered", "The booking system can't do that.", false},
    {BookingProblem::WrongToken, "wrong_token", "The booking system doesn't accept the token.",
     false},
    {BookingProblem::Forbidden, "forbidden",
     "The booking system doesn't let whoever has this token do that.", false},
    {BookingProblem::Moved, "moved",
     "The booking system sends us to another address. Please enter that one instead.", false},
    {BookingProblem::BadAddress, "bad_address",
     "This is no address we can open: it starts with https:// or http://, names a host, and has no "
     "user name in it.",
     false},
    {BookingProblem::PrivateAddress, "private_address",
     "The address is in our own network. Whoever runs Standby can allow it with --allow-private "
     "HOST:PORT.",
     false},
    {BookingProblem::BadCertificate, "bad_certificate",
     "The booking system's certificate is not trusted.", false},
    {BookingProblem::NoEmail, "no_email",
     "The booking system wants the guest's e-mail address, and we don't have one.", false},
    {BookingProblem::NoEventType, "no_event_type",
     "No event type there is called what the place is for. Please say which one it is.", false},
    {BookingProblem::Refused, "refused", "The booking system refused.", false},
};

const Row& row_of(BookingProblem problem) {
    const auto* found = std::ranges::find(rows, problem, &Row::problem);
    ASSERT(found != std::end(rows));
    return *found;
}

}  // namespace

std::string_view name_of(BookingSystemKind kind) {
    return kind == BookingSystemKind::Cal ? "cal" : "http";
}

std::optional<BookingSystemKind> booking_system_kind_named(std::string_view name) {
    return name == "http"  ? std::optional(BookingSystemKind::Http)
           : name == "cal" ? std::optional(BookingSystemKind::Cal)
                           : std::nullopt;
}

std::string_view name_of(BookingProblem problem) {
    return row_of(problem).name;
}

std::optional<BookingProblem> booking_problem_named(std::string_view name) {
    const auto* found = std::ranges::find(rows, name, &Row::name);
    return found == std::end(rows) ? std::nullopt : std::optional(found->problem);
}

std::string_view sentence_about(BookingProblem problem) {
    return row_of(problem).sentence;
}

bool is_unclear(BookingProblem problem) {
    return row_of(problem).is_unclear;
}

}  // namespace standby::engine
