// The values of golden_test_support.hpp.
#include "core/audit/golden_test_support.hpp"

#include <string_view>
#include <utility>

namespace standby::core::golden {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

constexpr Time noon{Duration{1'793'880'000'000}};  // 2026-11-05, in milliseconds

Wants full_wants() {
    return {.service = "cut",
            .staff = "Ömer",
            .place = "Mitte",
            .earliest = noon,
            .latest = noon + hours{48},
            .weekly = {{.from_minute = 540, .length_minutes = 480},
                       {.from_minute = 10'000, .length_minutes = 80}},
            .min_notice = minutes{90},
            .max_price = Money{.amount = 4500, .currency = {'C', 'H', 'F'}},
            .time_zone = "Europe/Zurich",
            .instant_yes = InstantYes{.min_notice = minutes{30},
                                      .max_price = Money{.amount = -1},
                                      .weekly = {{.from_minute = 1, .length_minutes = 2}}},
            .move_up = true};
}

// Optional values that are there, and hold what they hold by default.
Wants plain_optional_wants() {
    Wants wants;
    wants.max_price = Money{};
    wants.instant_yes = InstantYes{};
    return wants;
}

Slot full_slot() {
    return {.starts_at = noon + hours{3},
            .duration = minutes{45},
            .service = "colour",
            .staff = "Ann",
            .place = "Nord",
            .size_min = 2,
            .size_max = 6,
            .price = Money{.amount = 9900}};
}

Rules full_rules() {
    return {.order = Order::HeadStart,
            .minutes_per_point = 15,
            .claim_window = minutes{25},
            .max_offers = 7,
            .cutoff = hours{2},
            .quiet_hours = QuietHours{.from_minute = 1200, .to_minute = 420},
            .urgent = true,
            .after_miss = AfterOffer::Back,
            .after_decline = AfterOffer::Remove,
            .max_misses = 5,
            .visibility = Visibility::Band,
            .max_waiting = 400,
            .verify_email = true,
            .referral = {.points = 6, .cap = 60},
            .party = PartyPolicy::Fit,
            .max_passes = 9,
            .wave_size = 50,
            .wave_interval = minutes{5},
            .reminder_after = hours{1},
            .payment = Money{.amount = 2000},
            .instant_yes = false,
            .draw_at = noon + hours{100},
            .draw_seed = std::string{"seed \0 of bytes \xff", 17}};
}

Rules bare_rules() {
    Rules rules;
    rules.quiet_hours.reset();
    return rules;
}

Settings full_settings() {
    return {.kind = Kind::Access,
            .time_zone = "America/New_York",
            .starts_at = noon + hours{500},
            .capacity = 123'456,
            .inventory = Inventory::External};
}

Counts full_counts() {
    return {.unverified = 1,
            .waiting = 2,
            .offered = 3,
            .accepted = 4,
            .accepted_places = 5,
            .held_places = 6,
            .free_places = 7,
            .limit = 8};
}

ResourceRow full_resource() {
    return {.status = ResourceStatus::Paused,
            .settings = full_settings(),
            .rules = full_rules(),
            .rules_version = 12,
            .last_at = noon,
            .last_event = 1'000'000,
            .last_ticket = 77'000,
            .last_offer = OfferNumber{88},
            .last_opening = OpeningNumber{99},
            .places_released = 500,
            .places_accepted = 300,
            .places_idle = 4,
            .place_releases = 17,
            .places_tried = {{1, 2}, {3, 400}},
            .last_outcome = OfferState::Declined,
            .cutoff_reached = true,
            .drawn = true,
            .wave_started = noon - minutes{3},
            .wave_offers = 21,
            .counts = full_counts()};
}

EntryRow full_entry() {
    return {.tier = 3,
            .party_size = 4,
            .points = -20,
            .position = 5000,
            .joined_at = noon,
            .wants = full_wants(),
            .mark = {.place = 6000,
                     .place_since = noon + hours{1},
                     .misses = 1,
                     .declines = 2,
                     .passes = 3,
                     .sits_out = 4,
                     .group = GroupKey{0xfedc'ba98'7654'3210},
                     .offer = OfferNumber{10},
                     .opening = OpeningNumber{11}},
            .referrals = {.pending = 1, .credited = 2, .raw_points = 10, .points = 9},
            .referred = {.referrer = 42, .raw_points = 5, .credited = true}};
}

OfferRow full_offer() {
    return {.entry = 31,
            .opening = OpeningNumber{2},
            .places = 3,
            .tries = 4,
            .state = OfferState::Confirming,
            .awaiting = Awaiting::Payment,
            .plain_clock = true,
            .by_hand = true,
            .reminded = true,
            .paid = true,
            .made_at = noon,
            .send_at = noon + minutes{1},
            .sent_at = noon + minutes{2},
            .expires_at = noon + minutes{12},
            .remind_at = noon + minutes{6}};
}

OpeningRow full_opening() {
    return {.slot = full_slot(),
            .offer = OfferNumber{9},
            .holder = 7,
            .offers_made = 3,
            .last_outcome = OfferState::Expired,
            .tried = {1, 2, 70'000},
            .in_memory = false};
}

Event plain(EventBody body) {
    Event event;
    event.body = std::move(body);
    return event;
}

Event full(EventBody body) {
    Event event = plain(std::move(body));
    event.number = 70'000;
    event.at = noon;
    event.actor = {.kind = ActorKind::Member, .id = 12};
    event.reason = Reason::Requested;
    event.rules_version = 3;
    event.entry = 400;
    event.offer = OfferNumber{50};
    event.opening = OpeningNumber{6};
    event.subject = Subject::Entry;
    event.from = static_cast<std::uint8_t>(EntryState::Waiting);
    event.to = static_cast<std::uint8_t>(EntryState::Offered);
    return event;
}

class Book {
public:
    template <class Body>
    void kind(Body body) {
        const Event event = full(std::move(body));
        const std::string name{type_of(event)};
        add(name + ".full", event);
        add(name + ".default", plain(Body{}));
    }
    void add(std::string name, Record record) { all.emplace(std::move(name), std::move(record)); }

    // One record for each enumerator up to the last that 0.1 had.
    template <class Enum, class Make>
    void each(std::string_view name, Enum last, Make&& make) {
        for (std::uint8_t one = 0; one <= static_cast<std::uint8_t>(last); ++one) {
            add(std::string{name} + "." + std::to_string(one), make(static_cast<Enum>(one)));
        }
    }

    std::map<std::string, Record> all;
};

void add_resource_events(Book& book) {
    book.kind(ResourceCreated{.settings = full_settings(), .rules = full_rules()});
    book.kind(SettingsChanged{.settings = full_settings()});
    book.kind(RulesChanged{.rules = full_rules()});
    book.add("rules_changed.bare", plain(RulesChanged{.rules = bare_rules()}));
    book.kind(StatusChanged{});
    book.kind(CutoffReached{});
    book.kind(LotteryDrawn{});
    book.kind(PlacesReleased{
        .event = EventKey{0xffff'ffff'ffff'ffff}, .quantity = 20, .note = "two tables came free"});
    book.kind(PlacesRevoked{
        .event = EventKey{6}, .quantity = 3, .missing = 2, .note = "sold at the box office"});
    book.kind(PlacesIdled{.places = 4, .move = Move::HandBack});
}

void add_entry_events(Book& book) {
    book.kind(EntryJoined{.contacts = {ContactKey{1}, ContactKey{0x8000'0000'0000'0000}},
                          .wants = full_wants(),
                          .party_size = 4,
                          .tier = 2,
                          .points = 15,
                          .referrer = 8,
                          .group = GroupKey{77},
                          .moving_up_from = 5});
    EntryJoined optional;
    optional.wants = plain_optional_wants();
    book.add("entry_joined.optional", plain(optional));
    book.kind(EntryVerified{});
    book.kind(EntryUpdated{.wants = full_wants(),
                           .party_size = 5,
                           .tier = 1,
                           .points = -3,
                           .contacts_added = {ContactKey{3}},
                           .contacts_removed = {ContactKey{4}, ContactKey{5}}});
    book.kind(EntryEnded{});
    book.kind(PointsChanged{.referred = 9, .raw = 5, .delta = -5});
    book.kind(EntryBarred{.friend_keys = {ContactKey{6}, ContactKey{7}}});
    book.kind(StandingYes{.wanted = true});
    book.kind(EntryPinged{.count = 2});
    book.kind(EntryPresence{.here = true});
    book.kind(OutsideStep{.system = OutsideSystem::Payment,
                          .kind = OutsideStepKind::Refunded,
                          .reference = "stripe:pi_3Abc",
                          .amount = Money{.amount = 2000},
                          .note = "the pool was cold"});
}

void add_offer_events(Book& book) {
    book.kind(OfferMade{.move = Move::RollOn,
                        .places = 3,
                        .send_at = noon,
                        .expires_at = noon + minutes{10},
                        .tries = 2,
                        .plain_clock = true,
                        .instant = true,
                        .passed = {4, 5},
                        .note = "she called"});
    book.kind(OfferSent{.sent_at = noon, .expires_at = noon + minutes{11}});
    book.kind(OfferExtended{.expires_at = noon + minutes{12}});
    book.kind(OfferReminded{});
    book.kind(OfferClaimed{.awaiting = Awaiting::Booking, .expires_at = noon + minutes{13}});
    book.kind(OfferAccepted{});
    book.kind(
        OfferEnded{.outcome = OfferState::Declined, .counts_as_miss = true, .new_place = 300});
    book.kind(CompensationDue{.compensation = Compensation::Release});
    book.kind(
        OpeningAdded{.slot = full_slot(), .event = EventKey{5}, .previous = OpeningNumber{4}});
    book.kind(OpeningMoved{.move = Move::NoFit});
    book.kind(OfferUnreached{.cause = Undeliverable::Blocked,
                             .patience_until = noon + minutes{5},
                             .expires_at = noon + minutes{14}});
}

void add_event_enums(Book& book) {
    book.each("reason", Reason::OutOfService, [](Reason reason) {
        Event event = plain(StatusChanged{});
        event.reason = reason;
        return event;
    });
    book.each("actor", ActorKind::Member, [](ActorKind kind) {
        Event event = plain(StatusChanged{});
        event.actor.kind = kind;
        return event;
    });
    const auto states = [&](std::string_view name, Subject subject, auto last) {
        book.each(name, last, [&](auto to) {
            Event event = plain(EntryEnded{});
            event.subject = subject;
            event.to = static_cast<std::uint8_t>(to);
            return event;
        });
    };
    states("resource_state", Subject::Resource, ResourceStatus::Closed);
    states("entry_state", Subject::Entry, EntryState::Attended);
    states("opening_state", Subject::Opening, OpeningState::WalkIn);
    book.each("move", Move::HandBack, [](Move move) { return plain(OpeningMoved{.move = move}); });
    book.each("awaiting", Awaiting::Booking, [](Awaiting what) {
        return plain(OfferClaimed{.awaiting = what, .expires_at = {}});
    });
    book.each("compensation", Compensation::Release,
              [](Compensation what) { return plain(CompensationDue{.compensation = what}); });
    book.each("outcome", OfferState::Withdrawn,
              [](OfferState state) { return plain(OfferEnded{.outcome = state}); });
}

void add_rule_enums(Book& book) {
    const auto each_rule = [&](std::string_view name, auto last, auto member) {
        book.each(name, last, [&](auto value) {
            Rules rules;
            rules.*member = value;
            return plain(RulesChanged{.rules = rules});
        });
    };
    each_rule("order", Order::Lottery, &Rules::order);
    each_rule("after_miss", AfterOffer::Remove, &Rules::after_miss);
    each_rule("visibility", Visibility::Hidden, &Rules::visibility);
    each_rule("party", PartyPolicy::Fit, &Rules::party);
    book.each("kind", Kind::Access, [](Kind kind) {
        SettingsChanged change;
        change.settings.kind = kind;
        return plain(change);
    });
    book.each("inventory", Inventory::External, [](Inventory inventory) {
        SettingsChanged change;
        change.settings.inventory = inventory;
        return plain(change);
    });
}

void add_rows(Book& book) {
    book.add("resource_row.full", full_resource());
    book.add("resource_row.default", ResourceRow{});
    book.add("entry_row.full", full_entry());
    book.add("entry_row.default", EntryRow{});
    EntryRow entry;
    entry.wants = plain_optional_wants();
    book.add("entry_row.optional", entry);
    book.add("offer_row.full", full_offer());
    book.add("offer_row.default", OfferRow{});
    book.add("opening_row.full", full_opening());
    book.add("opening_row.default", OpeningRow{});
    book.each("row_status", ResourceStatus::Closed, [](ResourceStatus status) {
        ResourceRow row;
        row.status = status;
        return row;
    });
    book.each("row_outcome", OfferState::Withdrawn, [](OfferState state) {
        OfferRow row;
        row.state = state;
        return row;
    });
    book.each("row_awaiting", Awaiting::Booking, [](Awaiting what) {
        OfferRow row;
        row.awaiting = what;
        return row;
    });
}

}  // namespace

std::map<std::string, Record> records() {
    Book book;
    add_resource_events(book);
    add_entry_events(book);
    add_offer_events(book);
    add_event_enums(book);
    add_rule_enums(book);
    add_rows(book);
    return book.all;
}

}  // namespace standby::core::golden
