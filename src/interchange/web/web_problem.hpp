// What can go wrong between us and a server that an owner named, told so that the owner knows what
// to do. The names are the API's, and the pages have words for each; nothing of the other side's
// own text is repeated, which may hold what is nobody's business.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace standby::interchange {

enum class WebProblem : std::uint8_t {
    BadAddress,      // no URL that we could ask: another scheme, a user in it, no host
    HostNotFound,    // the name leads nowhere
    PrivateAddress,  // inside our own network, and --allow-private does not name it
    NoConnection,
    NoAnswer,        // in the time it may take
    BadCertificate,  // or none that we can check
    Broken,          // the answer broke off, or is none
    TooLarge,
    Moved,  // to another host; whoever named the address has to name the new one
    WrongLogin,
    Forbidden,  // the login is right, but what it may do does not include this
    NotFound,
    Gone,
    NotSupported,   // the server does not do what we asked for at this address
    Changed,        // If-Match, If-None-Match: somebody else was faster
    Busy,           // asks to be left alone for a while, or is down for one
    Refused,        // anything else it says no to
    NotUnderstood,  // it answered, but not what we can read
    Stopped,        // we are shutting down
    ClockOff,       // what we signed is from another time than the server's
};

// "wrong_login"
std::string_view name_of(WebProblem problem);
std::optional<WebProblem> web_problem_named(std::string_view name);
// "The server did not accept the user name and the password."
std::string_view sentence_about(WebProblem problem);
// Whether asking again later may help without anyone doing something about it.
bool may_pass(WebProblem problem);

// What a status means for somebody who wanted a 2xx; nothing for those and for 304.
std::optional<WebProblem> problem_of_status(unsigned status);

}  // namespace standby::interchange
