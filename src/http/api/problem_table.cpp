// Every problem type with its title, status and explanation. The pages under /problems show this.
#include "base/assert.hpp"
#include "http/api/problem.hpp"

#include <algorithm>

namespace standby::http {
namespace {

constexpr ProblemKind kinds[] = {
    // The request itself.
    {"malformed-json", "The body is not valid JSON", 400,
     "The request's body couldn't be read as JSON. The detail names the byte where reading "
     "stopped. A name may appear only once in an object, text must be valid UTF-8, and nothing may "
     "follow the value."},
    {"bad-request", "Bad request", 400,
     "Some part of the request other than its body is malformed, such as a header or a parameter. "
     "The detail says which. Sending the same request again gives the same answer."},
    {"bad-cursor", "Invalid cursor", 400,
     "A cursor comes with a page of a list and continues that list only. This one was changed, cut "
     "short, or belongs to another list. Start again without a cursor."},
    {"unauthorized", "Missing or invalid credentials", 401,
     "This needs a valid API key or guest token. The key may have been revoked, or the token may "
     "have expired. Send the key as: Authorization: Bearer sk_…"},
    {"forbidden", "Not allowed with these credentials", 403,
     "The credentials are valid but don't allow this. Read-only keys can't change anything, only "
     "owners manage keys, and guests can act only on their own entry."},
    {"not-found", "Not found", 404,
     "There is nothing at this address, or nothing these credentials may see. Check the id: it is "
     "case-insensitive after its prefix, and each kind of object has its own prefix."},
    {"method-not-allowed", "Method not allowed", 405,
     "The address exists but doesn't take this method. The Allow header lists the methods it "
     "takes."},
    {"request-timeout", "The request took too long to arrive", 408,
     "The headers or the body didn't arrive in time, and the connection was closed. Nothing was "
     "changed. Try again on a new connection."},
    {"body-too-large", "The body is too large", 413,
     "The request's body is larger than this server accepts. Nothing was changed."},
    {"unsupported-media-type", "Unsupported media type", 415,
     "Bodies are read as JSON in UTF-8. Send the header: Content-Type: application/json"},
    {"invalid", "Some fields are invalid", 422,
     "The body was read, but some fields are missing, unknown or have invalid values. The list of "
     "errors names each one and says what it must be. Nothing was changed."},
    {"idempotency-key-reused", "The idempotency key was used for another request", 422,
     "This Idempotency-Key was already used with another path or body. A key stands for one "
     "request for 24 hours. Use a new key for a new request."},
    {"too-many-requests", "Too many requests", 429,
     "This client has sent more requests than it may. The Retry-After header says how many seconds "
     "to wait. Nothing was changed."},
    {"headers-too-large", "The headers are too large", 431,
     "The request line and headers together are larger than this server accepts."},
    {"internal", "Something went wrong on our side", 500,
     "The server ran into an error and logged it. With an Idempotency-Key, the request can safely "
     "be repeated."},
    {"overloaded", "Too busy right now", 503,
     "More requests are waiting than can be answered in time, so this one was turned away and "
     "nothing was changed. Try again after the time in the Retry-After header."},
    {"unavailable", "Unavailable right now", 503,
     "The database didn't take the change, or another machine is taking over. Try again after the "
     "time in the Retry-After header. If the request had an Idempotency-Key, send the same one: "
     "then it is carried out at most once."},
    {"list-damaged", "This list is halted", 503,
     "What is stored of this list is damaged, so nothing is decided on it and nothing was changed. "
     "Other lists go on. Whoever runs the server finds out more with standby verify, and mends it "
     "with standby repair."},

    // The resource.
    {"resource-exists", "The resource already exists", 409,
     "A resource with this id has already been created. Nothing was changed."},
    {"resource-closed", "The list is closed", 410,
     "This waitlist is closed. Nobody can join it, and it makes no more offers. A closed list can "
     "be reopened; a cancelled one can't."},
    {"resource-open", "The list is still open", 409,
     "Only a list that is closed or cancelled can be archived, because nobody looks at an archived "
     "one. Close it first. Nothing was changed."},
    {"event-over", "The event has begun", 409,
     "From an event's start on, nobody can join its waitlist or confirm an address for it. With a "
     "staff key, people who walk in can be added while a place is free, until twelve hours after "
     "the start."},
    {"transfer-refused", "The place can't be passed on", 409,
     "On this list a guest can't replace the e-mail address or phone number of a booking, because "
     "that would let them pass it on to someone else. Correcting the name and adding a number "
     "works, staff can change everything, and the rule transfer allows it to guests."},
    {"offer-live", "The offer is still open", 409,
     "A late yes is for an offer whose time is over. This one, or another one of the same place to "
     "the same person, can still be answered: accept it instead."},
    {"late-yes-off", "Late answers aren't taken", 409,
     "On this list, whoever answers after an offer has expired can't stay ready for its place. The "
     "rule late_yes allows it."},
    {"wrong-kind", "Not for this kind of resource", 409,
     "The request doesn't fit the resource's kind. Openings belong to slots; the places of seats "
     "and access lists are counted and released by number."},
    {"not-external", "This resource counts its own seats", 409,
     "Releases come from an external inventory, but this resource counts its own seats. Raise the "
     "capacity instead."},
    {"total-reached", "All places have been released", 409,
     "Every place of the access list's total has been released. Raise the capacity to release "
     "more."},
    {"lottery-not-drawn", "The lottery hasn't been drawn", 409,
     "Until the draw, nobody is ahead of anyone, so nobody can be moved ahead either. Wait for the "
     "draw."},
    {"lottery-drawn", "The lottery has been drawn", 409,
     "People rely on the order of a drawn lottery, so its time, seed and kind of order can't be "
     "changed any more."},
    {"too-many", "A limit of this resource is reached", 409,
     "The resource has as many openings or group members as it can hold. The detail says which "
     "limit "
     "it is."},

    // Entries.
    {"list-full", "The list is full", 410,
     "The waitlist has as many people as its rules allow. Try again later: someone may leave."},
    {"address-in-line", "The address is on the list already", 409,
     "Another entry on the list has this address. Use that one, or another address."},
    {"too-many-wishes", "Five wishes are the most", 409,
     "On a list of slots, one person can wait for up to five different wishes at the same time: "
     "another service, other staff, another place or other times. Leave one of them, or wait until "
     "one has come true, and join again. Nothing was changed."},
    {"entry-ended", "The entry has ended", 410,
     "This entry is off the list for good: it left, was removed, was cancelled, or had its turn. "
     "Joining again creates a new entry."},
    {"entry-not-waiting", "The entry is not waiting", 409,
     "This is possible only while the entry is waiting. It has an offer or a place, or isn't "
     "verified yet."},
    {"entry-not-accepted", "The entry has no place", 409,
     "Only an entry that has accepted a place can be cancelled or marked as attended or as a "
     "no-show. One that counts as attended can still be marked as a no-show."},
    {"group-holds-place", "The group already has a place", 409,
     "The entries of a group stand for one wish, and another entry of this group has a place or is "
     "being offered one."},

    {"proof-needed", "This list is crowded right now", 428,
     "So many people, or programs, are joining this list that each join has to prove it cost "
     "something. Find an answer such that the SHA-256 of \"puzzle.answer\" begins with as many "
     "zero bits as the challenge says, and send both as: Standby-Proof: puzzle.answer. Requests "
     "with an API key never need this."},

    // Offers and openings.
    {"payment-required", "The card can't be charged", 402,
     "The bank said no to the card that was named, or wants the guest to be there. Nothing was "
     "taken, and the place is still held until the offer's expires_at. The guest can pay at "
     "payment_url; while that is null, the offer itself will have it within a few seconds."},
    {"nothing-to-refund", "There's nothing to give back", 409,
     "Nothing was taken for this, or all of it was given back already."},
    {"no-card-needed", "No card can be kept here", 409,
     "A card is kept for a yes that was given in advance, where a place has to be paid for by a "
     "provider. Nothing has to be paid on this list, no provider is set up, or the entry has "
     "ended."},
    {"already-claimed", "Someone else has claimed it", 409,
     "Another entry claimed this place first. The first valid claim wins; the others are told, and "
     "the rules decide where they stand in line."},
    {"offer-expired", "The offer has expired", 410,
     "The time to answer this offer has passed, and the place goes to the next in line. The list's "
     "rules decide whether the entry keeps waiting."},
    {"offer-declined", "The offer was declined", 410,
     "This offer was declined, and the place went to the next in line. A decline can't be undone."},
    {"offer-withdrawn", "The offer was withdrawn", 410,
     "The place is no longer available: staff filled or withdrew it. The entry hasn't lost its "
     "turn."},
    {"offer-confirming", "The offer is being confirmed", 409,
     "The guest has accepted, and the payment or the external booking is under way. Until that is "
     "settled, nothing else can be done with the offer."},
    {"offer-not-confirming", "The offer is not being confirmed", 409,
     "The report is about a payment or a booking, but this offer isn't waiting for one."},
    {"opening-ended", "The opening has ended", 410,
     "The slot can no longer be given away: it was withdrawn or handed back, or its time has "
     "come."},
    {"opening-taken", "The slot is booked", 409,
     "Someone has this slot. To give it to someone else, cancel that booking first."},
    {"opening-overlaps", "It overlaps with another slot", 409,
     "A person of the slot has another one at the same time, or needs that time after it. The "
     "detail names the other one. This was asked to be refused (overlap: refuse); without that, "
     "the slot is freed all the same. Nothing was changed."},
    {"no-free-place", "No place is free", 409,
     "Someone can be promoted only to a place that is free. Release a place or raise the capacity "
     "first."},
    {"no-time-left", "Not enough time left", 409,
     "The cutoff or the start is so close that nobody could answer an offer in time."},
    {"notice-passed", "It starts too soon", 409,
     "The guest wants to be told some time before (`min_notice`), and less than that is left, so "
     "nothing would come of a late yes. Change the wish of the entry if they can come sooner."},

    // The rest.
    {"last-owner-key", "This is the last owner key", 409,
     "Without an owner key, nobody could manage the account's keys. Create another owner key "
     "before revoking this one."},
    {"wrong-sign-in", "Wrong e-mail, password or code", 401,
     "The e-mail address, the password or the authenticator code is wrong. We don't say which, so "
     "that nobody learns which addresses exist."},
    {"code-needed", "Authenticator code required", 401,
     "The e-mail address and password are right, and an authenticator app is set up: send its "
     "current code as code."},
    {"cross-site", "Not from this server's pages", 403,
     "Someone signed in with a cookie can change things only from this server's own pages, so that "
     "no other site can act for them. Programs use an API key instead."},
    {"link-used", "This link no longer works", 410,
     "One-time links work once and for a short time. This one has been used, has expired, or never "
     "existed. An owner can make a new one; so can standby staff on the server."},
    {"address-taken", "This address is already in use", 409,
     "A staff member already signs in with this address. Use another one."},
    {"last-owner", "There must be an owner", 409,
     "This is the last owner. Make another staff member an owner first."},
    {"still-wanted", "Guests wait for it", 409,
     "Somebody on a waitlist wants what you're about to take out of the catalogue. They keep their "
     "wish, but only slots of that name will fit them. Send the request again with force=true to "
     "remove it all the same."},
    {"nothing-begun", "Nothing to confirm", 409,
     "No authenticator app or passkey is being set up, or the set-up took too long. Start again."},
    {"passkey-taken", "The passkey can't be added", 409,
     "This device's passkey is known already, or you have as many passkeys as one may have."},
    {"no-passkeys", "Passkeys aren't available here", 409,
     "Passkeys belong to a domain and need https. Start the server with a public URL that has "
     "both, "
     "or open it as localhost on the machine itself."},
    {"no-mail", "No e-mail is sent here", 409,
     "Ask an owner for a reset link, or make one on the server with `standby staff link`."},
    {"message-not-dead", "The message has not failed", 409,
     "Only a message that has failed for good can be sent again by hand. This one is on its way or "
     "has been sent."},
    {"no-webhook", "No webhook is set up", 409,
     "The secret signs webhook calls, but this account has no webhook. Set webhook_url first; the "
     "answer shows the secret."},
    {"set-at-start", "Set when the server was started", 409,
     "What the server was started with, by a flag, the environment or standby.toml, wins over what "
     "is set in the pages. The detail names the setting. Nothing was changed."},
    {"secrets-key-missing", "The key of stored passwords is missing", 409,
     "Passwords of mail servers and SMS services are stored encrypted, with a key that lies in a "
     "file beside the data and must be the same on every node. The detail says what is missing. "
     "Nothing was changed."},
    {"card-settled", "Somebody was faster", 409,
     "The card of this mail was settled before: approved, or found to be no request. What is "
     "settled can be undone for a minute. Nothing was changed."},
    {"gone", "Gone", 410, "What was here has ended or was deleted, and won't come back."},
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
    "passkey-taken",
    "no-passkeys",
    "no-mail",
    "message-not-dead",
    "no-webhook",
    "still-wanted",
    "opening-overlaps",
    "set-at-start",
    "secrets-key-missing",
    "card-settled",
    "proof-needed",
    "payment-required",
    "nothing-to-refund",
    "no-card-needed",
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
    "list-damaged",
};
static_assert(std::size(codes) == static_cast<std::size_t>(ProblemType::ListDamaged) + 1);

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
