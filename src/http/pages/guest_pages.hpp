// The pages that links in messages lead to. They work without scripts: what changes anything is a
// button of a form that POSTs to the page's own path, with `action` saying what, because mail
// scanners follow links. All functions only turn facts into a document.
#pragma once

#include "base/time.hpp"
#include "base/zone.hpp"
#include "core/model/states.hpp"
#include "core/model/wants.hpp"
#include "engine/ports/payments.hpp"
#include "http/pages/html.hpp"
#include "http/pages/odds.hpp"
#include "http/pages/rule_words.hpp"
#include "http/pages/wish_form.hpp"
#include "interchange/view/message.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::http {

// The values of the form field `action`.
inline constexpr std::string_view action_leave = "leave";    // POST /e/{token}
inline constexpr std::string_view action_verify = "verify";  // POST /e/{token}
inline constexpr std::string_view action_change = "change";  // POST /e/{token}
inline constexpr std::string_view action_resend = "resend";  // POST /e/{token}
inline constexpr std::string_view action_claim = "claim";    // POST /o/{token}
inline constexpr std::string_view action_late = "late_yes";  // POST /o/{token}
// The yes that a late one left behind.
inline constexpr std::string_view action_take_back = "take_back";  // POST /o/{token}, /e/{token}
// To be booked without being asked, or to be asked again.
inline constexpr std::string_view action_instant_on = "instant_on";    // POST /e/{token}
inline constexpr std::string_view action_instant_off = "instant_off";  // POST /e/{token}
inline constexpr std::string_view action_keep_card = "keep_card";      // POST /e/{token}
inline constexpr std::string_view action_here = "still_here";          // POST /e/{token}
inline constexpr std::string_view action_undo = "undo";                // POST /e/{token}
inline constexpr std::string_view action_decline = "decline";          // POST /o/{token}

// What is offered or held; for seats and access only the places, and the start of the event.
struct OfferedPlace {
    std::string service;
    std::string staff;
    std::string place;
    std::optional<Time> starts_at;
    std::optional<Duration> duration;
    std::uint32_t places = 1;
    std::optional<core::Money> price;
};

// An offer that can be answered now.
struct LiveOffer {
    std::string token;  // of the offer's page
    std::string id;
    bool is_told = true;  // else this page is the first that they hear of it
    Time expires_at{};
    // We could not tell them of it: there is no clock, but somebody else may be asked after this.
    std::optional<Time> patience_until;
    OfferedPlace what;
    bool takes_late_yes = false;  // whoever answers too late may still say that they would take it
    std::optional<core::Money> due{};  // to be paid right after claiming it
    bool is_deposit = false;           // that is only a part of the price
};

// A payment as its guest is told of it.
struct GuestPayment {
    engine::PaymentPurpose purpose = engine::PaymentPurpose::Place;
    engine::PaymentPhase phase = engine::PaymentPhase::Beginning;
    bool is_for_offer = true;    // else for the entry itself
    bool is_second_try = false;  // one before it came to nothing
    core::Money amount;
    std::int64_t tax = 0;   // of that
    std::string tax_label;  // "VAT"; may be empty
    std::int64_t captured = 0;
    std::int64_t refunded = 0;
    std::int64_t refund_wanted = 0;
    std::string url;  // where they pay
    bool is_late = false;
    bool is_test = false;
    std::optional<Time> expires_at;
    Time created_at{};
    Time changed_at{};
};
// What whoever comes back from the provider's page did there, as far as its address tells.
enum class PaymentReturn : std::uint8_t { No, Paid, GaveUp };

// What stands between somebody who waits and a place, where the line alone does not say it.
enum class Obstacle : std::uint8_t {
    None,
    NoPlaces,    // there are none at all
    SittingOut,  // one is free, but they had a turn for it
};
struct EntryPage {
    PageFrame frame;
    std::string resource_id;
    std::string resource_name;
    std::string token;   // of this page
    std::string notice;  // what just happened, in a sentence; empty for nothing
    core::Kind kind = core::Kind::Slots;
    core::EntryState state = core::EntryState::Waiting;
    core::Reason end_reason = core::Reason::None;  // of one that ended with its event or list
    std::string note;                   // what the business says about an event that it cancelled
    std::optional<std::uint64_t> rank;  // both empty where the rules hide ranks
    std::string band;                   // "101-200", instead of the rank
    std::optional<Time> draw_at;        // a lottery that is not drawn yet
    bool is_lottery = false;
    Obstacle obstacle = Obstacle::None;
    std::uint32_t party_size = 1;
    Duration claim_window{0};
    WindowWords window = WindowWords::Fixed;
    // They were asked whether they still want it, or are offered nothing for not having answered.
    enum class Presence : std::uint8_t { Taken, Asked, SetAside, AsideByWish };
    Presence presence = Presence::Taken;
    bool may_verify = false;  // the token is one that was mailed to be verified
    std::string start_link;   // to get messages again; empty: they aren't stopped
    std::optional<LiveOffer> offer;
    std::optional<OfferedPlace> held;  // the place that is accepted
    std::string access_url;            // where they get in with it; empty: nowhere
    // Why they have it, when they were not asked just before.
    enum class BookedBy : std::uint8_t { Asked, InstantYes, LateYes };
    BookedBy booked_by = BookedBy::Asked;
    std::optional<Time> undo_until;  // of an instant yes, until its notice is used up
    Time now{};
    Zone zone = Zone::utc();  // the resource's

    // What they would still take, having answered too late.
    struct StandingYes {
        std::string offer_id;  // that had expired; empty: not known, so it can't be taken back here
        OfferedPlace what;
    };
    std::vector<StandingYes> standing_yes;
    bool is_late_paid = false;  // such a yes turns into an offer

    // Where the rules allow it: the terms on which they are booked without being asked, or none.
    struct Instant {
        std::optional<core::InstantYes> terms;
        bool is_paid = false;  // which takes a card that is kept
    };
    std::optional<Instant> instant;

    // Where the script finds news: the entry of the API, and its token. Empty: there will be none.
    struct Live {
        std::string entry_id;
        std::string token;
        std::uint32_t refresh_seconds = 30;
    };
    std::optional<Live> live;

    struct Sharing {
        std::string link;
        std::int32_t points = 0;
        std::int32_t points_max = 0;
        std::uint32_t friends = 0;
    };
    std::optional<Sharing> sharing;

    struct Calendar {
        std::string google;
        std::string outlook;
    };
    std::optional<Calendar> calendar;

    std::optional<WishForm> wishes;

    struct Message {
        Time at{};
        interchange::InboxState state = interchange::InboxState::Sent;
        bool is_as_sent = true;  // the very words; else how they read today
        std::string subject;     // empty for none
        std::string text;        // of several lines
    };
    std::vector<Message> messages;  // newest first
    std::string own_data;           // where everything that is stored about them can be fetched
    std::vector<GuestPayment> payments;  // oldest first
    std::string tax_label;               // what the list calls the tax in its prices
    OfferedPlace due_for;                // the place that waits for its payment
    PaymentReturn came_back = PaymentReturn::No;
};
// GET /e/{token}.
std::string entry_page(const EntryPage& page);

// GET /e/{token} by a link that is to prove an address, and opens nothing before: whoever reads it
// may have nothing to do with the entry.
struct ProofPage {
    PageFrame frame;
    std::string resource_name;
    std::string token;  // of this page
};
std::string proof_page(const ProofPage& page);

// GET /o/{token}.
struct OfferPage {
    PageFrame frame;
    std::string resource_name;
    std::string token;   // of this page
    std::string notice;  // what just happened, in a sentence; empty for nothing
    core::Kind kind = core::Kind::Slots;
    core::OfferState state = core::OfferState::Live;
    core::Awaiting awaiting = core::Awaiting::Nothing;  // while confirming
    bool is_taken = false;  // ended, and somebody else has the place now
    OfferedPlace what;
    Time expires_at{};
    std::optional<Time> patience_until;  // we could not tell them of it; see LiveOffer
    Time now{};
    Zone zone = Zone::utc();   // the resource's
    std::string status_token;  // links to /e/{status_token}; empty for no link
    // Where the guest stands now, shown once the offer has ended.
    struct Standing {
        core::EntryState state = core::EntryState::None;
        std::optional<std::uint64_t> rank;
        std::string band;
        std::string access_url;  // of one who has a place: where they get in; empty: nowhere
    };
    std::optional<Standing> standing;

    // Of an expired offer: what its guest can still do about it, or has.
    enum class Late : std::uint8_t {
        No,
        Ask,        // it is being offered to somebody else
        AskPaused,  // nobody is asked at the moment
        AskFree,    // nobody has it: a yes books at once
        Kept,       // they said yes, and wait for it to come free
        Got,        // it came free, and they have it
        Offered,    // it came free, and there is a new offer
        Over,       // it can't come free any more
        TooSoon,    // it starts sooner than the notice they want
    };
    Late late = Late::No;
    bool takes_late_yes = false;     // of a live one: see LiveOffer
    bool is_late_paid = false;       // a yes turns into an offer, because something is to be paid
    std::optional<core::Money> due;  // of a live one: see LiveOffer
    bool is_deposit = false;
    std::optional<GuestPayment> payment;  // the newest for this offer
    PaymentReturn came_back = PaymentReturn::No;
};
std::string offer_page(const OfferPage& page);

// A field that people don't see; a program that fills in everything fills it in, too.
inline constexpr std::string_view trap_field = "topic";
inline constexpr std::string_view proof_field = "proof";
// What the providers' scripts add to the form.
inline constexpr std::string_view hcaptcha_field = "h-captcha-response";
inline constexpr std::string_view turnstile_field = "cf-turnstile-response";

// GET /r/{resource}, and again with messages when the form was not accepted.
struct JoinPage {
    PageFrame frame;
    std::string resource_id;
    std::string resource_name;
    std::string business_name;  // empty: none is set
    core::ResourceStatus status = core::ResourceStatus::Active;
    std::string note;  // cancelled: what the business says about it
    bool is_full = false;
    bool has_begun = false;
    std::optional<Time> starts_at;
    std::optional<std::uint64_t> waiting = 0;  // nothing: it would tell what the list hides
    std::uint64_t free = 0;
    bool has_no_places = false;  // there are none at all: sold out, or none released
    std::optional<Odds> odds;
    std::vector<std::string> rules;  // sentences, the most important first
    std::vector<std::string> price;  // those of them about money, which all stand there at once
    bool is_lottery = false;         // whose draw can be checked on a page of its own
    WishForm form;
    std::string wait_ticket;                  // that the form is sent again with; empty: none
    CaptchaKind captcha = CaptchaKind::None;  // that is to be passed
    std::string captcha_site_key;
    Zone zone = Zone::utc();
};
std::string join_page(const JoinPage& page);

// The answer to a join inside another site's page: the guest's own page opens beside it.
std::string joined_page(const PageFrame& frame, std::string_view resource_name,
                        std::string_view status_token);

// GET /verify/{resource}: the draw of a lottery, which the page's script draws again.
struct VerifyPage {
    PageFrame frame;
    std::string resource_id;
    std::string resource_name;
    Time draw_at{};
    bool is_drawn = false;
    std::string words;  // the business's own
    std::string commitment;
    std::string seed;  // empty before the draw
    Zone zone = Zone::utc();
};
std::string verify_page(const VerifyPage& page);

// GET /u/{token}: leaving this list is one thing, hearing nothing any more is another.
inline constexpr std::string_view action_stop = "stop";    // POST /u/{token}
inline constexpr std::string_view action_start = "start";  // POST /u/{token}
struct UnsubscribePage {
    PageFrame frame;
    std::string resource_name;
    std::string token;   // of this page
    std::string notice;  // what just happened, in a sentence; empty for nothing
    core::EntryState state = core::EntryState::Waiting;
    bool may_stop = true;              // the address is written to
    bool may_start = false;            // it was stopped and may be started here
    bool needs_text_to_start = false;  // a number was stopped by text message, which only it undoes
    bool texts_go_on = false;          // the entry has a number, which the link does not speak for
};
std::string unsubscribe_page(const UnsubscribePage& page);

// Everything else that a guest has to be told: a link that no longer works, a link sent again.
std::string message_page(const PageFrame& frame, std::string_view title, std::string_view text);

// For whoever confirms an address when the time for that is over: they can join again.
std::string late_proof_page(const PageFrame& frame, const std::string& resource_id);

// After joining a list that confirms addresses: whoever gets no message sends the same form again.
std::string check_page(const PageFrame& frame, const std::string& resource_id,
                       const FieldTexts& typed);

}  // namespace standby::http
