// What all calls share: the services, the limits that count over many calls, and what is kept in
// memory between them. Every part may be used from any thread.
#pragma once

#include "base/guarded.hpp"
#include "http/assets/kept_document.hpp"
#include "http/auth/crypto.hpp"
#include "http/auth/signed_links.hpp"
#include "http/auth/webauthn/challenges.hpp"
#include "http/auth/webauthn/webauthn.hpp"
#include "http/limits/budgets.hpp"
#include "http/limits/join_guard.hpp"
#include "http/limits/token_bucket.hpp"
#include "http/routes/api.hpp"
#include "http/routes/catalogue_book.hpp"
#include "http/routes/control_plane.hpp"
#include "http/routes/guest/odds_book.hpp"
#include "http/routes/people_reader.hpp"
#include "http/routes/staff/pending_totp.hpp"
#include "http/routes/turns.hpp"
#include "http/routes/unknown_resources.hpp"
#include "http/sse/feed_hub.hpp"
#include "interchange/view/placeholders.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>

namespace standby::http {

// How often somebody may try to come in, and how many passwords are hashed at a time: each takes a
// processor for tens of milliseconds and 64 MiB. Who is known from before goes first.
struct SignInLimits {
    TokenBuckets tries_of_client{{.rate_per_second = 10.0 / 60, .burst = 10}};
    // Of a client at one address of a member. Never of the address alone: whoever could lock
    // everybody out of it could lock its owner out.
    TokenBuckets tries_of_pair{{.rate_per_second = 10.0 / 900, .burst = 10}};
    // How often it is looked whether the owner of an address should hear of a lock.
    TokenBuckets looks_for_owner{{.rate_per_second = 1.0 / 3600, .burst = 1}};
    // Links for a forgotten password, per address: beyond it nothing is sent, and nobody told so.
    TokenBuckets forgotten{{.rate_per_second = 3.0 / 3600, .burst = 3}};
    TokenBuckets tries_of_proofs{{.rate_per_second = 10.0 / 900, .burst = 10}};  // of a session
    TokenBuckets tries_of_links{{.rate_per_second = 2, .burst = 100}};  // nobody guesses 32 bytes
    // Answers that an address belongs to somebody of another account.
    TokenBuckets taken_addresses{{.rate_per_second = 5.0 / 86'400, .burst = 5}};
    TokenBuckets noted_failures{{.rate_per_second = 1.0 / 60, .burst = 20}};  // per member
    Turns passwords{{.at_a_time_max = 2, .waiting_max = 20, .waiting_per_client_max = 2}};
    std::atomic<std::uint64_t> passwords_refused = 0;
};

struct Shared {
    Shared(const ApiOptions& the_options, const ApiServices& the_services)
        : options(the_options),
          services(the_services),
          joins(the_options.joins),
          wrong_keys(the_options.wrong_keys),
          budgets(the_options.client_rate),
          guard(the_services.tokens, the_options.client_rate > 0) {}

    Time now() const { return services.gateway.now(); }
    // What budgets go by: it runs on when the clock is moved by hand, or set back.
    static Time running_time() {
        return Time{
            std::chrono::floor<Duration>(std::chrono::steady_clock::now().time_since_epoch())};
    }

    const ApiOptions options;
    const ApiServices services;
    const SignedLinks links{services.tokens, options.public_url, [this] { return now(); }};
    TokenBuckets joins;
    TokenBuckets wrong_keys;
    Budgets budgets;
    JoinGuard guard;
    PeopleReader people{services.gateway};
    FeedHub feeds{services.gateway, draw_number};
    ControlPlane control{services};
    UnknownResources unknown_resources;
    // Test messages by mail and SMS, per account.
    TokenBuckets delivery_tests{{.rate_per_second = 1.0 / 30, .burst = 10}};
    // Looks at calendars that somebody asks for, per calendar: each may take half a minute.
    TokenBuckets calendar_looks{{.rate_per_second = 1.0 / 5, .burst = 20}};
    SignInLimits sign_in;
    PendingTotp totp;
    const std::optional<RelyingParty> party = relying_party(options.public_url);
    UsedChallenges challenges;
    OddsBook odds;
    CatalogueBook catalogues;
    DocumentShelf documents;
    std::atomic<std::uint64_t> reads_refused = 0;
    std::atomic<std::uint64_t> names_refused = 0;
    std::atomic<std::uint64_t> wrong_keys_seen = 0;
    std::atomic<int> pages_reading_messages = 0;
    std::atomic<bool> is_checking_audit = false;
    Guarded<std::set<engine::AccountNumber>> trying_rules;  // who plays a month just now
};

}  // namespace standby::http
