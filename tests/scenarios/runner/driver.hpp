// What a story needs of the thing it tests: submit a command, let time pass, look. Everything is
// named as in the HTTP API and travels as text or plain values, so that the same stories can be
// told to the core in memory and to a running server.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::scenarios {

// Dotted names as in the API's JSON ("wants.service", "rules.claim_window"). Instants are RFC 3339
// in UTC, durations as in "10m", money as in "4500 EUR" in minor units, yes and no are "true" and
// "false", and nothing at all is "null".
using Fields = std::map<std::string, std::string, std::less<>>;

// `command` is one of the driver's verbs: create, patch, pause, resume, close, join, verify,
// update, leave, remove, cancel, no_show, attended, promote, release, open, withdraw, book, accept,
// decline, extend, sent, undeliverable, booking, payment. `about` is the id of what it acts on.
struct Request {
    std::string command;
    std::string about;
    Fields fields;
};

struct Refused {
    std::string problem;  // "offer-expired"
    std::string field;    // of a bad value, or empty
    std::string detail;
};

struct Reply {
    std::optional<Refused> refused;
    std::string resource;
    std::string entry;
    std::string offer;
    std::string opening;
    bool repeated = false;  // had been done before; the answer is that of the first time
};

struct EntryFacts {
    std::string state;
    std::uint64_t position = 0;
    std::optional<std::uint64_t> rank;
    std::int64_t points = 0;
    std::uint64_t misses = 0;
    std::uint64_t declines = 0;
    bool standing_yes = false;
    std::string offer;  // live, confirming or accepted; empty otherwise
    std::string opening;
};

struct OfferFacts {
    std::string state;
    Time send_at{};
    Time expires_at{};
};

struct CountFacts {
    std::uint64_t unverified = 0;
    std::uint64_t waiting = 0;
    std::uint64_t offered = 0;
    std::uint64_t accepted = 0;
    std::uint64_t free = 0;
};

// A line of the audit trail.
struct EventRecord {
    std::string resource;
    std::uint64_t number = 0;
    Time at{};
    std::string type;
    std::string reason;
    std::string entry;
    std::string offer;
    std::string opening;
    std::string from;
    std::string to;
    Fields details;    // what else the event says, such as "move" or "compensation"
    std::string hash;  // of the whole event and all before it

    friend bool operator==(const EventRecord&, const EventRecord&) = default;
};

// Who tells the engine that messages went out.
enum class Relay : std::uint8_t {
    Prompt,  // each message leaves, and is reported, at the moment the engine wants it sent
    ByHand,  // only what the story says
};

class Driver {
public:
    virtual ~Driver() = default;

    // Lets time pass. Whatever falls due on the way happens at its own moment. Fails when the
    // engine can be seen to be broken.
    virtual Result<void, std::string> advance(Time to) = 0;
    // The same without doing anything on the way, as if switched off until then. At the end, offers
    // get the time back in which nobody could answer, and what fell due is made up for.
    virtual Result<void, std::string> be_down_until(Time to) = 0;
    // Carries out a command now. A request the driver cannot read is refused as "bad-request".
    virtual Reply submit(const Request& request) = 0;
    virtual void use_relay(Relay relay) = 0;
    // Forgets everything but what is durable, and comes back. Fails when what comes back can be
    // seen to differ from what was there.
    virtual Result<void, std::string> restart() = 0;

    virtual std::optional<EntryFacts> entry(std::string_view id) = 0;
    virtual std::optional<OfferFacts> offer(std::string_view id) = 0;
    // The state's name; empty for an unknown opening.
    virtual std::string opening_state(std::string_view id) = 0;
    virtual CountFacts counts(std::string_view resource) = 0;
    // The first entries of the line, in order.
    virtual std::vector<std::string> line(std::string_view resource, std::size_t count) = 0;
    // The first check that keeps this entry from getting that opening (for seats and access: a
    // place) now; empty when it fits.
    virtual std::string failed_check(std::string_view entry, std::string_view opening) = 0;

    // Everything that happened so far, in order. The reference stays good; the list only grows.
    virtual const std::vector<EventRecord>& events() = 0;
};

}  // namespace standby::scenarios
