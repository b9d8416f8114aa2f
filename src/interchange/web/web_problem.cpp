#include "interchange/web/web_problem.hpp"

#include "base/assert.hpp"

#include <algorithm>
#include <iterator>

namespace standby::interchange {
namespace {

struct Row {
    WebProblem problem;
    std::string_view name;
    std::string_view sentence;
    bool may_pass;
};

constexpr Row rows[] = {
    {WebProblem::BadAddress, "bad_address",
     "This is no address we can open: it starts with https:// or http://, names a host, and has no "
     "user name in it.",
     false},
    {WebProblem::HostNotFound, "host_not_found", "No server has this name.", true},
    {WebProblem::PrivateAddress, "private_address",
     "The address is in our own network. Whoever runs Standby can allow it with --allow-private "
     "HOST:PORT.",
     false},
    {WebProblem::NoConnection, "no_connection", "No connection could be made to the server.", true},
    {WebProblem::NoAnswer, "no_answer", "The server did not answer in time.", true},
    {WebProblem::BadCertificate, "bad_certificate", "The server's certificate is not trusted.",
     false},
    {WebProblem::Broken, "broken", "The server's answer broke off or made no sense.", true},
    {WebProblem::TooLarge, "too_large", "There is more at this address than we read.", false},
    {WebProblem::Moved, "moved",
     "The server sends us to another host. Please enter that address instead.", false},
    {WebProblem::WrongLogin, "wrong_login",
     "The server did not accept the user name and the password.", false},
    {WebProblem::Forbidden, "forbidden", "The server does not let this user do that.", false},
    {WebProblem::NotFound, "not_found", "There is nothing at this address.", false},
    {WebProblem::Gone, "gone", "What was at this address has been removed.", false},
    {WebProblem::NotSupported, "not_supported",
     "The server cannot do this at this address. Is it the address of a calendar?", false},
    {WebProblem::Changed, "changed", "It was changed meanwhile.", false},
    {WebProblem::Busy, "busy", "The server is busy; we will ask again later.", true},
    {WebProblem::Refused, "refused", "The server refused.", false},
    {WebProblem::NotUnderstood, "not_understood", "We do not understand what the server sent.",
     false},
    {WebProblem::Stopped, "stopped", "Standby is shutting down.", true},
    {WebProblem::ClockOff, "clock_off",
     "This server's clock is wrong, so what it signs is not accepted. Set it, and have it kept "
     "right.",
     true},
};

const Row& row_of(WebProblem problem) {
    const auto* found = std::ranges::find(rows, problem, &Row::problem);
    ASSERT(found != std::end(rows));
    return *found;
}

}  // namespace

std::string_view name_of(WebProblem problem) {
    return row_of(problem).name;
}

std::optional<WebProblem> web_problem_named(std::string_view name) {
    const auto* found = std::ranges::find(rows, name, &Row::name);
    return found == std::end(rows) ? std::nullopt : std::optional(found->problem);
}

std::string_view sentence_about(WebProblem problem) {
    return row_of(problem).sentence;
}

bool may_pass(WebProblem problem) {
    return row_of(problem).may_pass;
}

std::optional<WebProblem> problem_of_status(unsigned status) {
    if ((status >= 200 && status < 300) || status == 304) {
        return std::nullopt;
    }
    if (status >= 300 && status < 400) {
        return WebProblem::Moved;
    }
    switch (status) {
    case 401:
    case 407:
        return WebProblem::WrongLogin;
    case 403:
        return WebProblem::Forbidden;
    case 404:
        return WebProblem::NotFound;
    case 405:
    case 501:
        return WebProblem::NotSupported;
    case 408:
    case 504:
        return WebProblem::NoAnswer;
    case 409:
    case 412:
        return WebProblem::Changed;
    case 410:
        return WebProblem::Gone;
    case 413:
        return WebProblem::TooLarge;
    case 423:  // locked by somebody who edits it
    case 425:
    case 429:
        return WebProblem::Busy;
    default:
        return status >= 500 ? WebProblem::Busy : WebProblem::Refused;
    }
}

}  // namespace standby::interchange
