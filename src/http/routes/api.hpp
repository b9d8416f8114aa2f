// The HTTP API: finds the route of a request, checks who calls, turns bodies into commands and
// states into answers. It decides nothing itself.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "core/rules/zone_book.hpp"
#include "engine/ports/booking_systems.hpp"
#include "engine/ports/calendars.hpp"
#include "engine/ports/captcha.hpp"
#include "engine/ports/delivery_settings.hpp"
#include "engine/ports/gateway.hpp"
#include "engine/ports/late_looks.hpp"
#include "engine/ports/mail_desk.hpp"
#include "engine/ports/mailboxes.hpp"
#include "engine/ports/messenger.hpp"
#include "engine/ports/payment_desk.hpp"
#include "engine/ports/payment_hints.hpp"
#include "engine/ports/payment_setup.hpp"
#include "engine/ports/sheets.hpp"
#include "http/auth/api_key.hpp"
#include "http/auth/contacts.hpp"
#include "http/auth/guest_token.hpp"
#include "http/auth/sessions.hpp"
#include "http/auth/signing_key.hpp"
#include "http/forward/forwarder.hpp"
#include "http/forward/placement.hpp"
#include "http/limits/token_bucket.hpp"
#include "http/routes/directory.hpp"
#include "http/routes/import_desk.hpp"
#include "http/server/message.hpp"
#include "http/sse/live_hub.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::http {

struct ApiOptions {
    std::string public_url;        // without a slash at the end
    bool has_local_links = false;  // they lead to this machine: guests cannot open them
    BucketOptions joins;           // per client without a staff key
    BucketOptions wrong_keys{.rate_per_second = 1, .burst = 60};  // per client
    double client_rate = 0;  // requests per second, likewise; 0: no limit. See Budgets
    std::string_view openapi_yaml;
    std::string version;
    bool has_manual_clock = false;
    bool is_demo = false;  // our own pages may show each other in frames: the board beside a phone
    // Whose server this is: its lists are those that anybody may list, its keys read the figures.
    engine::AccountNumber own_account;
    // How long a trial of rules may read a history, and play it.
    Duration trial_reading_max = std::chrono::seconds{4};
    Duration trial_playing_max = std::chrono::seconds{4};
    bool are_figures_open = false;  // anybody may read them: nobody but this machine can come here
};

// What a server says after its clock was moved by hand. Who moves the clocks of several nodes goes
// from one moment at which something is due to the next, and sees whether a shard was forgotten.
struct MovedClock {
    std::optional<Time> next;                 // when something falls due here
    std::vector<engine::ShardNumber> shards;  // that were served here all the while
};

// Everything must outlive the API.
struct ApiServices {
    engine::Gateway& gateway;
    const core::ZoneBook& zones;
    KeyRing& keys;
    SigningRing& signing_keys;
    SessionRing& sessions;
    const TokenSigner& tokens;
    const ContactHasher& contacts;
    Directory& directory;
    LiveHub& hub;
    engine::Messenger& messenger;

    // The body of /metrics.
    std::function<std::string()> metrics;
    // Whether a commit would work now; the answer of /readyz.
    std::function<bool()> is_ready;
    // With a manual clock: moves the time and calls back when all that fell due was done; switches
    // the relay that reports by itself on or off.
    std::function<void(Time, std::function<void(const MovedClock&)> done)> set_clock;
    std::function<void(bool)> set_relay;
    // Called when a member of the staff comes, goes, or fails to come in; 0: nobody that is known.
    std::function<void(std::string_view event, std::uint64_t member, std::string_view client)>
        on_staff;
    // Called when a client sent a key that is none, unless it does so all the time.
    std::function<void(std::string_view client)> on_wrong_key;
    // Called for each answered request: the route's pattern (or what stands for it), the status,
    // and how long it took.
    std::function<void(std::string_view method, std::string_view route, std::uint16_t status,
                       Duration took)>
        on_answer;

    // Counts those who open an offer that has expired; null: nobody does.
    engine::LateLooks* late_looks = nullptr;

    // Asks captcha providers; null: nobody can.
    engine::CaptchaChecker* captcha = nullptr;

    // How mail and texts leave, as owners set it up; null: they cannot.
    engine::DeliverySetup* delivery = nullptr;

    // Tables that people come from; null: none are taken.
    ImportDesk* imports = nullptr;
    // Looks at the calendars that lists follow; null: nobody does.
    engine::Calendars* calendars = nullptr;
    // Looks after the places that belong to other systems; null: nobody does.
    engine::BookingSystems* booking_systems = nullptr;
    // The sheets that staff edit; null: no list has one.
    engine::Sheets* sheets = nullptr;
    // How accounts take money, what their providers call out, and who looks after payments; null:
    // nobody takes any.
    engine::PaymentSetup* payment_setup = nullptr;
    engine::PaymentCallbacks* payment_callbacks = nullptr;
    engine::PaymentDesk* payment_desk = nullptr;
    // Takes forwarded mails in; null: nobody does.
    engine::MailDesk* mails = nullptr;
    // Mailboxes that requests are forwarded to; null: none are read.
    engine::Mailboxes* mailboxes = nullptr;

    // Where several nodes share the work; both or none. Without them the server is alone.
    Forwarder* forwarder = nullptr;
    Placement* placement = nullptr;
};

// How often the API itself turned somebody away.
struct ApiFigures {
    std::uint64_t joins_refused = 0;  // by the rate per client
    std::uint64_t reads_refused = 0;  // too many readings of the store were waiting
    std::uint64_t names_refused = 0;  // the list has as many as it may
    std::uint64_t wrong_keys = 0;
    std::uint64_t wrong_keys_refused = 0;  // of these, by the rate per client
    std::uint64_t proofs_asked = 0;        // joins on crowded lists that came without one
    std::uint64_t proofs_refused = 0;      // good ones, by the rate per client
    std::vector<std::pair<std::string_view, std::uint64_t>> over_budget;  // by the budget's name
    std::uint64_t sign_ins_refused = 0;                                   // too many wrong tries
    std::uint64_t passwords_refused = 0;  // too many were waiting to be hashed
    std::uint64_t one_time_links_refused = 0;
    std::uint64_t taken_addresses_refused = 0;  // answers that an address is somebody's
};

struct Shared;

class Api final : public Handler {
public:
    Api(const ApiOptions& options, const ApiServices& services);
    ~Api() override;

    void handle(Request request, std::unique_ptr<Responder> responder) override;
    // Mails are larger than anything else: whoever may hand one in has shown so in the head.
    std::size_t body_bytes_max(const Request& request) const override;

    // To be called ten times a second: reads on to those who follow an account's events. Whether
    // anything was committed lately.
    void tick(bool has_news);

    // Any thread may ask.
    ApiFigures figures() const;

    // Another node may have changed keys, members or sessions: they are read anew, and the streams
    // of sessions that have ended are closed. `done` is told whether that worked, inside this call
    // or later. Any thread may call it.
    void look_at_control_plane(std::function<void(bool is_done)> done);

    // For events of the live streams; see LiveHub.
    static std::string format_live_event(core::ResourceNumber resource, const core::Event& event,
                                         const Sha256Digest& link);

private:
    std::unique_ptr<Shared> shared_;
};

}  // namespace standby::http
