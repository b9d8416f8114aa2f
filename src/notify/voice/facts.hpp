// Everything that a message may tell its reader, before it is put into words.
#pragma once

#include "base/time.hpp"
#include "base/zone.hpp"
#include "core/model/wants.hpp"
#include "core/rules/rules.hpp"
#include "engine/history/month_suggestion.hpp"
#include "engine/ports/messages.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace standby::notify {

// A month in figures, for staff.
struct SummaryFacts {
    int year = 0;
    unsigned month = 0;        // 1 to 12
    std::uint64_t freed = 0;   // places that came free
    std::uint64_t filled = 0;  // of these given away through the list
    std::uint64_t offers = 0;
    std::uint64_t accepted = 0;
    std::uint64_t joined = 0;
    std::optional<Duration> median_time_to_fill;
    std::optional<Duration> average_time_to_fill;
    std::vector<core::Money> recovered;  // one per currency
    // The same of the month before.
    std::uint64_t freed_before = 0;
    std::uint64_t filled_before = 0;
    std::vector<core::Money> recovered_before;
    std::optional<engine::MonthSuggestion> suggestion;
};

struct Facts {
    engine::MessageKind kind = engine::MessageKind::Waitlisted;
    Time now{};
    const Zone* zone = nullptr;  // the reader's; never null
    std::string name;            // of the guest; may be empty
    std::string house;           // who writes
    std::string address;         // of the house, postal; may be empty
    std::string resource;        // what they wait for
    std::string service;
    std::string staff;
    std::string place;
    std::optional<Time> starts_at;
    std::optional<Duration> duration;
    std::optional<core::Money> price;  // of a payment: what was taken, or given back
    std::optional<core::Tax> tax;      // contained in it
    std::string reference;             // by which the payment is known: "stripe:pi_3Abc"
    std::uint32_t party_size = 1;
    std::uint32_t places = 0;  // how many are handed back
    std::optional<std::uint64_t> rank;
    bool is_booked = false;          // the guest has a place
    bool is_access = false;          // to use something, and nobody comes anywhere
    std::optional<Time> expires_at;  // of the offer
    bool passed_on = false;          // the place is somebody else's, or offered to them
    bool free_again = false;         // nobody has it
    // Expired: the guest may still say yes to it. An offer: it follows from such a yes.
    bool late_yes = false;
    std::optional<Time> undo_until;  // of a booking that was made without asking
    bool asks_newcomers = false;     // handed back, and whoever comes is still asked
    bool is_lost = false;            // the guest had a place at an event that was cancelled
    std::string note;                // what the business says about that
    std::string reason;              // why it was handed back: a name such as "max_offers"
    std::string link;  // the one thing to do: claim, confirm the address, see the place
    std::string status_link;
    std::string unsubscribe_link;
    std::string access_link;  // where a guest with a place gets in; empty: nowhere
    std::string google_link;  // add to calendar; empty: none
    std::string outlook_link;
    bool can_answer_by_text = false;  // the sender reads "1" and "9"
    std::optional<SummaryFacts> summary;
    // What a member is told about how they sign in: a name such as "password_changed", by whom
    // (a network address; may be empty), and when.
    std::string notice;
    std::string client;
    std::optional<Time> happened_at;
    // What staff are told about messages that aren't going out: by mail, or by text; and when they
    // are again, how many leave now (0: not known).
    std::optional<engine::Channel> outage;
    std::uint64_t waited = 0;
    // What staff wrote to the guest: of one line, which may be empty, and of several.
    std::string written_subject;
    std::string written_text;
};

}  // namespace standby::notify
