// The pages that links in messages lead to. They work without scripts: what changes anything is a
// button of a form that POSTs to the page's own path, with `action` saying what, because mail
// scanners follow links. All functions only turn facts into a document.
#pragma once

#include "base/time.hpp"
#include "base/zone.hpp"
#include "core/model/states.hpp"
#include "core/model/wants.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::http {

// The values of the form field `action`.
inline constexpr std::string_view action_leave = "leave";      // POST /e/{token}
inline constexpr std::string_view action_verify = "verify";    // POST /e/{token}
inline constexpr std::string_view action_claim = "claim";      // POST /o/{token}
inline constexpr std::string_view action_decline = "decline";  // POST /o/{token}

// GET /e/{token}.
struct EntryPage {
    std::string resource_name;
    std::string token;   // of this page
    std::string notice;  // what just happened, in a sentence; empty for nothing
    core::EntryState state = core::EntryState::Waiting;
    std::optional<std::uint64_t> rank;  // both empty where the rules hide ranks
    std::string band;                   // "101-200", instead of the rank
    std::uint64_t position = 0;
    std::uint32_t party_size = 1;
    bool may_verify = false;  // the token is one that was mailed to be verified
    struct LiveOffer {
        std::string token;  // of the offer's page
        Time expires_at{};
    };
    std::optional<LiveOffer> offer;
    Zone zone = Zone::utc();  // the resource's
    struct Message {
        Time at{};
        std::string subject;  // empty for none
        std::string text;     // of several lines
    };
    std::vector<Message> messages;  // newest first
};
std::string entry_page(const EntryPage& page);

// GET /o/{token}.
struct OfferPage {
    std::string resource_name;
    std::string token;   // of this page
    std::string notice;  // what just happened, in a sentence; empty for nothing
    core::OfferState state = core::OfferState::Live;
    core::Awaiting awaiting = core::Awaiting::Nothing;  // while confirming
    // What is offered; for seats and access only the places, and the start of the event.
    std::string service;
    std::string staff;
    std::string place;
    std::optional<Time> starts_at;
    std::optional<Duration> duration;
    std::uint32_t places = 1;
    std::optional<core::Money> price;
    Time expires_at{};
    Time now{};
    Zone zone = Zone::utc();   // the resource's
    std::string status_token;  // links to /e/{status_token}; empty for no link
};
std::string offer_page(const OfferPage& page);

// GET /r/{resource}, and again with messages when the form was not accepted. It POSTs `name`,
// `email`, `phone`, `party_size`, for slots `service`, and `consent` when that was ticked.
struct JoinPage {
    std::string resource_id;
    std::string resource_name;
    core::Kind kind = core::Kind::Slots;
    core::ResourceStatus status = core::ResourceStatus::Active;
    std::optional<Time> starts_at;
    std::uint64_t waiting = 0;
    std::uint64_t free = 0;
    std::vector<std::string> services;  // to choose from; none: any text
    std::string consent_text;           // to agree to; empty: nothing is asked
    Zone zone = Zone::utc();
    // What was typed before, by field name.
    std::vector<std::pair<std::string, std::string>> values;
    std::vector<std::pair<std::string, std::string>> errors;  // a field name or "", and a sentence
};
std::string join_page(const JoinPage& page);

// GET /u/{token}: leaving this list is one thing, hearing nothing any more is another.
inline constexpr std::string_view action_stop = "stop";    // POST /u/{token}
inline constexpr std::string_view action_start = "start";  // POST /u/{token}
struct UnsubscribePage {
    std::string resource_name;
    std::string token;   // of this page
    std::string notice;  // what just happened, in a sentence; empty for nothing
    core::EntryState state = core::EntryState::Waiting;
    bool may_stop = true;              // there is an address that is written to
    bool may_start = false;            // there is one that was stopped and may be started here
    bool needs_text_to_start = false;  // a number was stopped by text message, which only it undoes
};
std::string unsubscribe_page(const UnsubscribePage& page);

// Everything else that a guest has to be told: a link that no longer works, a link sent again.
std::string message_page(std::string_view title, std::string_view text);

}  // namespace standby::http
