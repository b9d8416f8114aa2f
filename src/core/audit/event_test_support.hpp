// For tests only: random events of every type, each field filled, extremes included.
#pragma once

#include "base/prng.hpp"
#include "core/model/event.hpp"

#include <array>
#include <concepts>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace standby::core {

// Fills a value of any type that an event contains, extremes included.
class EventFiller {
public:
    // Instants and durations stay within `reach` of zero.
    explicit EventFiller(std::uint64_t seed, Duration reach = Duration::max())
        : prng_(seed), reach_(reach) {}

    template <std::integral Value>
    void fill(Value& value) {
        using Limits = std::numeric_limits<Value>;
        switch (prng_.below(4)) {
        case 0:
            value = Limits::max();
            return;
        case 1:
            value = Limits::min();
            return;
        case 2:
            value = static_cast<Value>(prng_.below(100));
            return;
        default:
            value = static_cast<Value>(prng_.next());
        }
    }
    void fill(bool& value) { value = prng_.chance(1, 2); }
    template <class Tag, class Int>
    void fill(StrongId<Tag, Int>& value) {
        Int number = 0;
        fill(number);
        value = StrongId<Tag, Int>{number};
    }
    void fill(Duration& value) {
        std::int64_t count = 0;
        fill(count);
        value = reach_ == Duration::max() ? Duration{count} : Duration{count % reach_.count()};
    }
    void fill(Time& value) {
        Duration since{0};
        fill(since);
        value = Time{since};
    }
    void fill(std::string& value) {
        value.resize(prng_.below(200));
        for (char& letter : value) {
            letter = static_cast<char>(prng_.below(256));
        }
    }
    void fill(std::array<char, 3>& value) {
        for (char& letter : value) {
            letter = static_cast<char>('A' + prng_.below(26));
        }
    }
    void fill(Order& value) { choose(value, Order::Lottery); }
    void fill(AfterOffer& value) { choose(value, AfterOffer::Remove); }
    void fill(Visibility& value) { choose(value, Visibility::Hidden); }
    void fill(DepositDue& value) { choose(value, DepositDue::OnClaiming); }
    void fill(DepositFate& value) { choose(value, DepositFate::Kept); }
    void fill(PartyPolicy& value) { choose(value, PartyPolicy::Fit); }
    void fill(Kind& value) { choose(value, Kind::Access); }
    void fill(Inventory& value) { choose(value, Inventory::External); }
    void fill(Move& value) { choose(value, Move::HandBack); }
    void fill(Awaiting& value) { choose(value, Awaiting::Booking); }
    void fill(Paid& value) { choose(value, Paid::Yes); }
    void fill(Compensation& value) { choose(value, Compensation::Release); }
    void fill(OfferState& value) { choose(value, OfferState::Withdrawn); }
    void fill(Undeliverable& value) { choose(value, Undeliverable::NoChannel); }
    void fill(YesBy& value) { choose(value, YesBy::LateYes); }
    void fill(AnswersBy& value) { choose(value, AnswersBy::House); }
    void fill(OutsideSystem& value) { choose(value, OutsideSystem::Booking); }
    void fill(OutsideStepKind& value) { choose(value, OutsideStepKind::Expired); }
    void fill(ActorKind& value) { choose(value, ActorKind::Member); }
    void fill(Reason& value) { choose(value, Reason::Ping); }
    template <class Value>
    void fill(std::optional<Value>& value) {
        value.reset();
        if (prng_.chance(1, 2)) {
            fill(value.emplace());
        }
    }
    template <class Value>
    void fill(std::vector<Value>& values) {
        values.resize(prng_.below(4));
        for (Value& value : values) {
            fill(value);
        }
    }
    void fill(Money& value) { each(value.amount, value.currency); }
    void fill(WeeklyWindow& value) { each(value.from_minute, value.length_minutes); }
    void fill(InstantYes& value) { each(value.min_notice, value.max_price, value.weekly); }
    void fill(Wants& value) {
        each(value.service, value.staff, value.place, value.earliest, value.latest, value.weekly,
             value.min_notice, value.max_price, value.time_zone, value.instant_yes, value.move_up,
             value.or_services, value.or_staff, value.or_places, value.by_text);
    }
    void fill(Slot& value) {
        each(value.starts_at, value.duration, value.service, value.staff, value.place,
             value.size_min, value.size_max, value.price, value.service_names, value.staff_names,
             value.place_names, value.blank_is_any);
    }
    void fill(QuietHours& value) { each(value.from_minute, value.to_minute); }
    void fill(Referral& value) { each(value.points, value.cap); }
    void fill(Share& value) { each(value.amount, value.percent_hundredths); }
    void fill(Tax& value) { each(value.percent_hundredths, value.label); }
    void fill(Deposit& value) {
        each(value.share, value.due, value.leaving, value.never_offered, value.declined,
             value.no_show);
    }
    void fill(LateFee& value) { each(value.share, value.within); }
    void fill(Rules& value) {
        for_each_rule([&](std::string_view, auto member) { fill(value.*member); });
    }
    void fill(Settings& value) {
        each(value.kind, value.time_zone, value.starts_at, value.capacity, value.inventory,
             value.archived, value.practice, value.access_url);
    }
    void fill(ResourceCreated& value) { each(value.settings, value.rules, value.draw_seed); }
    void fill(SettingsChanged& value) { fill(value.settings); }
    void fill(RulesChanged& value) { each(value.rules, value.draw_seed); }
    template <class Value>
        requires std::is_empty_v<Value>
    void fill(Value&) {}
    void fill(StatusChanged& value) { fill(value.note); }
    void fill(OfferAccepted& value) { each(value.paid, value.yes_by); }
    void fill(PlacesReleased& value) { each(value.event, value.quantity, value.note); }
    void fill(PlacesIdled& value) { each(value.places, value.move); }
    void fill(EntryJoined& value) {
        each(value.contacts, value.wants, value.party_size, value.tier, value.points,
             value.referrer, value.group, value.moving_up_from, value.beside, value.friend_keys,
             value.referrer_keys);
    }
    void fill(EntryVerified& value) { fill(value.link_epoch); }
    void fill(EntryUpdated& value) {
        each(value.wants, value.party_size, value.tier, value.points, value.contacts_added,
             value.contacts_removed, value.link_epoch, value.asks_proof);
    }
    void fill(PointsChanged& value) {
        each(value.referred, value.raw, value.delta, value.friend_keys, value.referrer_keys);
    }
    void fill(EntryBarred& value) { fill(value.friend_keys); }
    void fill(OfferMade& value) {
        each(value.move, value.places, value.send_at, value.expires_at, value.tries,
             value.plain_clock, value.instant, value.passed, value.note, value.window,
             value.people_who_fit, value.late_yes, value.answers_by, value.yes_by);
    }
    void fill(OfferSent& value) { each(value.sent_at, value.expires_at); }
    void fill(OfferExtended& value) { fill(value.expires_at); }
    void fill(OfferClaimed& value) { each(value.awaiting, value.expires_at, value.price); }
    void fill(OfferEnded& value) {
        each(value.outcome, value.counts_as_miss, value.new_place, value.steps_aside);
    }
    void fill(CompensationDue& value) { fill(value.compensation); }
    void fill(OpeningAdded& value) { each(value.slot, value.event, value.previous); }
    void fill(OpeningMoved& value) { each(value.move, value.asks_newcomers); }
    void fill(OfferUnreached& value) { each(value.cause, value.patience_until, value.expires_at); }
    void fill(StandingYes& value) { fill(value.wanted); }
    void fill(EntryPinged& value) { fill(value.count); }
    void fill(EntryPresence& value) { fill(value.here); }
    void fill(OutsideStep& value) {
        each(value.system, value.kind, value.reference, value.amount, value.note);
    }
    void fill(PlacesRevoked& value) {
        each(value.event, value.quantity, value.missing, value.note);
    }
    void fill(Event& value) {
        each(value.number, value.at, value.actor.kind, value.actor.id, value.reason,
             value.rules_version, value.entry, value.offer, value.opening);
        choose(value.subject, Subject::Opening);
        constexpr std::array<std::uint64_t, 3> states{5, 13, 7};
        const std::uint64_t count = states[static_cast<std::size_t>(value.subject)];
        value.from = static_cast<std::uint8_t>(prng_.below(count));
        value.to = static_cast<std::uint8_t>(prng_.below(count));
    }

private:
    template <class... Values>
    void each(Values&... values) {
        (fill(values), ...);
    }
    template <class Enum>
    void choose(Enum& value, Enum last) {
        value = static_cast<Enum>(prng_.below(static_cast<std::uint64_t>(last) + 1));
    }

    Prng prng_;
    Duration reach_;
};

template <std::size_t... Index>
std::vector<Event> one_of_each(EventFiller& filler, std::index_sequence<Index...>) {
    std::vector<Event> events;
    const auto add = [&](auto body) {
        Event& event = events.emplace_back();
        filler.fill(event);
        filler.fill(body);
        event.body = std::move(body);
    };
    (add(std::variant_alternative_t<Index, EventBody>{}), ...);
    return events;
}

// A random event of every type.
inline std::vector<Event> one_of_each(std::uint64_t seed) {
    EventFiller filler{seed};
    return one_of_each(filler, std::make_index_sequence<std::variant_size_v<EventBody>>{});
}

}  // namespace standby::core
