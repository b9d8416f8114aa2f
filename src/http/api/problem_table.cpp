// Every problem type with its title, status and explanation. The pages under /problems show this.
#include "base/assert.hpp"
#include "http/api/problem.hpp"

#include <algorithm>

namespace standby::http {
namespace {

constexpr ProblemKind kinds[] = {
    // The request itself.
    {"malformed-json", "The body is not valid JSON", 400,
     "The body of the request could not be read as JSON. The detail names the byte at which "
     "reading "
     "stopped. Names may appear only once in an object, texts must be valid UTF-8, and nothing may "
     "follow the value."},
    {"bad-request", "The request is not understood", 400,
     "Some part of the request other than its body is not in the expected form, for example a "
     "header or a parameter. The detail says which. Sending the same request again gives the same "
     "answer."},
    {"bad-cursor", "The cursor is not valid", 400,
     "A cursor is given out with a page of a list and continues that list only. This one was "
     "changed, cut, or belongs to another list. Begin again without a cursor."},
    {"unauthorized", "Credentials are missing or not valid", 401,
     "The request needs an API key or a guest's token, and has none that is valid. A key may have "
     "been revoked, a token may have expired. Send the key as: Authorization: Bearer sk_…"},
    {"forbidden", "Not allowed with these credentials", 403,
     "The credentials are valid but do not allow this. Read-only keys cannot change anything, only "
     "owners manage keys, and a guest may act only on his or her own entry."},
    {"not-found", "Not found", 404,
     "There is nothing at this address, or nothing that these credentials may see. Check the id: "
     "it is case-insensitive after its prefix, and each kind of object has a prefix of its own."},
    {"method-not-allowed", "The method is not allowed here", 405,
     "The address exists but does not take this method. The Allow header lists those that it "
     "takes."},
    {"request-timeout", "The request took too long to arrive", 408,
     "The headers or the body did not arrive in time, and the connection was closed. Nothing was "
     "changed. Try again on a new connection."},
    {"body-too-large", "The body is too large", 413,
     "The body of the request is larger than this server accepts. Nothing was changed."},
    {"unsupported-media-type", "The media type is not supported", 415,
     "Bodies are read as JSON in UTF-8. Send the header: Content-Type: application/json"},
    {"invalid", "Some fields are not valid", 422,
     "The body was read, but some fields are missing, unknown, or have values that make no sense. "
     "The list of errors names each of them and says what it must be. Nothing was changed."},
    {"idempotency-key-reused", "The idempotency key was used for another request", 422,
     "The same Idempotency-Key came before with another path or body. A key stands for one request "
     "for 24 hours. Use a new key for a new request."},
    {"too-many-requests", "Too many requests", 429,
     "This client sent more requests than it may. The Retry-After header says after how many "
     "seconds to try again. Nothing was changed."},
    {"headers-too-large", "The headers are too large", 431,
     "The request line and headers together are larger than this server accepts."},
    {"internal", "Something went wrong here", 500,
     "The server met an error of its own. It is written to the log. With an Idempotency-Key the "
     "request can be repeated safely."},
    {"overloaded", "Too busy right now", 503,
     "More requests are waiting than can be answered in time, so this one was turned away at once "
     "and nothing was changed. Try again after the time in the Retry-After header."},
    {"unavailable", "Not available right now", 503,
     "The database did not take the change, or another machine is just taking over. Try again "
     "after "
     "the time in the Retry-After header, with the same Idempotency-Key if there was one: then it "
     "is done at most once."},

    // The resource.
    {"resource-exists", "The resource exists already", 409,
     "A resource with this id has been created before. Nothing was changed."},
    {"resource-closed", "The list is closed", 410,
     "This waitlist was closed for good. Nobody can join it, and no more offers are made."},
    {"wrong-kind", "Not for this kind of resource", 409,
     "The request does not fit the kind of the resource. Openings belong to slots; places of seats "
     "and access lists are counted and released by number."},
    {"not-external", "The seats are counted here", 409,
     "Releases come from an outside inventory, but this resource counts its own seats. Raise the "
     "capacity instead."},
    {"total-reached", "All places are released", 409,
     "Every place of the access list's total has been released already. Raise the capacity to "
     "release more."},
    {"lottery-not-drawn", "The lottery has not been drawn", 409,
     "Until the draw nobody is ahead of anybody, so nobody can be put ahead of the line either. "
     "Wait for the draw."},
    {"lottery-drawn", "The lottery has been drawn", 409,
     "The order of a drawn lottery stays as it is: people rely on it. Its time, seed and kind of "
     "order cannot be changed any more."},
    {"too-many", "A limit of this resource is reached", 409,
     "The resource has as many openings, group members, or names of services and staff as it can "
     "hold. The detail says which limit it is."},

    // Entries.
    {"list-full", "The list is full", 410,
     "The waitlist has as many people as its rules allow. Somebody may leave; joining later can "
     "work."},
    {"entry-ended", "The entry has ended", 410,
     "This entry has left the list for good: it left, was removed, cancelled, or had its turn. "
     "Joining again makes a new entry."},
    {"entry-not-waiting", "The entry is not waiting", 409,
     "This can be done only while the entry waits. It has an offer, a place, or is not verified "
     "yet."},
    {"entry-not-accepted", "The entry has no place", 409,
     "Only an entry that has accepted a place can be cancelled, be marked as attended, or as a "
     "no-show."},
    {"group-holds-place", "The group has a place already", 409,
     "Entries of one group stand for one wish, and another entry of the group holds a place or is "
     "just being offered one."},

    // Offers and openings.
    {"already-claimed", "Somebody else has it", 409,
     "The place was claimed by another entry first. The first valid claim wins; everybody else is "
     "told so, and keeps the place in line that the rules give."},
    {"offer-expired", "The offer has expired", 410,
     "The time to answer this offer is over, and the place goes to the next in line. Whether the "
     "entry keeps waiting is set by the rules of the list."},
    {"offer-declined", "The offer was declined", 410,
     "This offer was declined before, and the place went to the next in line. A no cannot be taken "
     "back."},
    {"offer-withdrawn", "The offer was withdrawn", 410,
     "The place is no longer to be had: staff filled it or took it back. The entry did not lose "
     "its turn by that."},
    {"offer-confirming", "The offer is being confirmed", 409,
     "The guest has said yes, and the payment or the outside booking is under way. Until that is "
     "decided nothing else can be done with the offer."},
    {"offer-not-confirming", "The offer is not being confirmed", 409,
     "The report is about a payment or a booking, but this offer does not wait for one."},
    {"opening-ended", "The opening has ended", 410,
     "The slot is no longer to be given away: it was withdrawn, handed back, or its time has "
     "come."},
    {"opening-taken", "The slot is booked", 409,
     "Somebody has this slot. To give it to somebody else, cancel that booking first."},
    {"no-free-place", "No place is free", 409,
     "Somebody can be promoted only to a place that is free. Release a place or raise the capacity "
     "first."},
    {"no-time-left", "Not enough time is left", 409,
     "The cutoff or the start is so near that nobody could answer the offer in time."},

    // The rest.
    {"last-owner-key", "This is the last owner key", 409,
     "Without an owner key nobody could manage the account's keys any more. Create another owner "
     "key before revoking this one."},
    {"wrong-sign-in", "That did not match", 401,
     "The address, the password or the number of the authenticator app is wrong. Which of them is "
     "not said, so that nobody learns which addresses exist."},
    {"code-needed", "The number of the app is needed", 401,
     "Address and password are right, and an authenticator app was set up: send its present number "
     "as code."},
    {"cross-site", "Not from our own pages", 403,
     "Whoever is signed in by a cookie can change things only from the pages of this server, so "
     "that no other site can act in their name. Programs use an API key instead."},
    {"link-used", "The link does not work any more", 410,
     "One-time links work once and for a short time. This one was used, has run out, or never "
     "existed. An owner can make a new one; so can standby staff on the server."},
    {"address-taken", "The address is in use", 409,
     "Somebody who works here signs in with this address already."},
    {"last-owner", "The last owner stays", 409,
     "Somebody must be able to come back in. Make another member an owner first."},
    {"nothing-begun", "There is nothing to confirm", 409,
     "No authenticator app is being set up, or it was begun too long ago. Begin again."},
    {"message-not-dead", "The message has not failed", 409,
     "Only a message that was given up can be sent again by hand. This one is still on its way, or "
     "has been sent."},
    {"no-webhook", "The house has no webhook", 409,
     "A secret signs the calls of a webhook, and the house has set none. Set webhook_url first; "
     "the "
     "answer shows its secret."},
    {"gone", "No longer there", 410,
     "What was here has ended or was deleted, and does not come back."},
};

// In the order of the enum.
constexpr std::string_view codes[] = {
    "malformed-json",
    "bad-request",
    "bad-cursor",
    "unauthorized",
    "forbidden",
    "not-found",
    "method-not-allowed",
    "request-timeout",
    "last-owner-key",
    "wrong-sign-in",
    "code-needed",
    "cross-site",
    "link-used",
    "address-taken",
    "last-owner",
    "nothing-begun",
    "message-not-dead",
    "no-webhook",
    "gone",
    "body-too-large",
    "unsupported-media-type",
    "invalid",
    "idempotency-key-reused",
    "too-many-requests",
    "headers-too-large",
    "internal",
    "overloaded",
    "unavailable",
};
static_assert(std::size(codes) == static_cast<std::size_t>(ProblemType::Unavailable) + 1);

}  // namespace

std::span<const ProblemKind> problem_kinds() {
    return kinds;
}

const ProblemKind* find_problem_kind(std::string_view code) {
    const auto found = std::ranges::find(kinds, code, &ProblemKind::code);
    return found == std::end(kinds) ? nullptr : &*found;
}

const ProblemKind& kind_of(ProblemType type) {
    const ProblemKind* kind = find_problem_kind(codes[static_cast<std::size_t>(type)]);
    ASSERT(kind != nullptr);
    return *kind;
}

}  // namespace standby::http
