// The naive reference: decides a second time, from docs/internals/decisions.md alone, what each
// command must lead to. It is driven with the same commands and times as the engine, and its events
// and refusals must be the same. Slow and plain on purpose.
#pragma once

#include "sim/model/naive_state.hpp"
#include "sim/model/naive_window.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

namespace standby::sim {

struct NaiveOutcome {
    std::vector<Event> events;
    std::optional<RefusalCode> refusal;
    Answer answer;
};

// A place to be offered: one opening, or one of the interchangeable places (no slot).
struct NaivePlace {
    const NaiveOpening* opening = nullptr;
    std::optional<Time> starts_at{};
    std::optional<Time> cutoff{};
    std::optional<Money> price{};
    Duration duration{0};
    bool any_hour = false;
};

class NaiveResource {
public:
    NaiveResource(ResourceNumber number, const ZoneBook& zones) : number_(number), zones_(&zones) {}

    // The same contract as core::run, core::catch_up and core::bridge.
    NaiveOutcome run(const Command& command, const Context& context);
    std::vector<Event> catch_up(const Context& context);
    std::vector<Event> bridge(Time from, Time to, const Context& context);

    // Changes the memory as the event says.
    void apply(const Event& event);

    const NaiveState& state() const { return state_; }

    // Questions that the checks ask as well.
    const NaiveEntry* find_entry(Ticket ticket) const;
    const NaiveOffer* find_offer(OfferNumber number) const;
    const NaiveOpening* find_opening(OpeningNumber number) const;
    std::vector<const NaiveEntry*> line() const;  // waiting entries in order
    std::uint32_t position_of(const NaiveEntry& entry) const;
    std::uint64_t limit() const;
    std::uint64_t accepted_places() const;
    std::uint64_t held_places() const;
    std::uint64_t free_places() const;
    std::uint64_t available_places() const;
    bool draw_pending() const;
    bool wave_is_full(Time now) const;
    NaivePlace place_of(const NaiveOpening* opening) const;
    // The first in line who would take this place at once; null: nobody would.
    const NaiveEntry* first_standing(const NaiveOpening* opening, Time now) const;
    // The name of the first check that fails; empty when the entry is eligible.
    std::string_view failed_check(const NaiveEntry& entry, const NaivePlace& place, Time now) const;
    // Whether the line is asked about the opening, as soon as somebody fits.
    static bool is_to_be_offered(const NaiveOpening& opening);
    // Whether anything could be given away right now.
    bool has_next_move(Time now) const;

private:
    struct About {
        Ticket entry = 0;
        OfferNumber offer{};
        OpeningNumber opening{};
    };
    struct NextMove {
        enum class What {
            Nothing,
            OfferSlot,
            OfferSeats,
            MoveOpening,
            Idle,
            GoOn
        } what = What::Nothing;
        Ticket entry = 0;
        OfferNumber offer{};
        OpeningNumber opening{};
        Move move = Move::None;
        Reason reason = Reason::None;
        std::uint32_t places = 0;
        bool late_yes = false;  // to whoever said yes already
        bool accepts = false;   // staff bring the yes
        std::vector<Ticket> passed{};
    };
    struct Timer {
        Time at{};
        int priority = 0;
        Ticket entry = 0;
        OfferNumber offer{};
        OpeningNumber opening{};
    };
    struct Acquaintance {
        Ticket same = 0;            // the entry of the same person, which answers the join
        Ticket moving_up_from = 0;  // the held slot that the newcomer wants to improve on
        Ticket beside = 0;          // whose group the newcomer comes into, by its code
        GroupKey group{};
        std::vector<Ticket> given_up{};      // their own, with an address that they never proved
        std::vector<Ticket> other_wishes{};  // slots: what they wait for besides
        bool is_on_list = false;             // somebody who counts has one of the contacts
    };
    enum class OfferedBy { Line, Hand };
    enum class Asking { Told, Everybody };  // whether also those who could not be told before
    using Refused = std::optional<RefusalCode>;

    // naive_resource.cpp
    void begin(const Context& context);
    void emit(core::EventBody body, Reason reason, About about, Subject subject, std::uint8_t to);
    void emit_resource(core::EventBody body, Reason reason);
    void emit_entry(core::EventBody body, Reason reason, About about, EntryState to);
    void step_timers();
    bool must_look_again() const;
    void settle();
    NaiveEntry& entry_ref(Ticket ticket);
    NaiveOffer& offer_ref(OfferNumber number);
    NaiveOpening& opening_ref(OpeningNumber number);

    // naive_timers.cpp
    std::optional<Timer> next_timer() const;
    void step_timer(const Timer& timer);
    void renew_or_end(const NaiveOffer& offer);
    Time deadline_if_told(const NaiveOffer& offer, Time from) const;

    // naive_places.cpp
    std::uint32_t most_tries(std::uint64_t places, std::uint32_t below) const;
    void take_tries(std::uint64_t places, std::uint32_t below);
    void forget_tries();

    // naive_moves.cpp
    NextMove next_move(Time now) const;
    NextMove next_slot_move(Time now) const;
    NextMove next_seat_move(Time now) const;
    // The first party that fits, or the one at which the line stops (then without places).
    NextMove seat_offer(Time now, Asking asking) const;
    NextMove idle_move(Time now) const;
    NextMove going_on(Time now) const;
    bool has_another(const std::vector<OfferNumber>& offers, Time now) const;
    NaiveResource without(const std::vector<OfferNumber>& offers) const;
    const NaiveEntry* blocking_party(Time now) const;
    const NaiveEntry* line_stops_at(std::uint64_t places, Time now) const;
    const NaiveEntry* gathering_ahead_of(const NaiveEntry& entry, Time now) const;

    // naive_late_yes.cpp
    NextMove standing_move(Time now) const;
    bool is_free(const NaiveOpening& opening) const;
    bool stands_for(OpeningNumber opening) const;

    // naive_auto_window.cpp
    Duration answers_within(const NaiveEntry& entry) const;
    Duration time_to_pay(Duration window) const;
    Duration shortest_window(const NaiveEntry& entry) const;
    Duration window_of(const NaiveOffer& offer) const;
    Duration share_time_left(const NaiveEntry& asked, const NaivePlace& place, Duration time_left,
                             core::OfferMade& body) const;

    bool instant_yes_applies(const NaiveEntry& entry, const NaivePlace& place, Time now) const;
    const Zone& zone_of(const NaiveEntry& entry) const;
    void make(const NextMove& move);
    void make_offer(const NaiveEntry& entry, const NextMove& move, OfferedBy by);
    void claim(OfferNumber number, Reason reason);

    // naive_eligibility.cpp
    std::string_view failed_wish(const NaiveEntry& entry, const NaivePlace& place, Time now) const;
    std::string_view failed_standing(const NaiveEntry& entry, const NaivePlace& place) const;
    std::string_view failed_party(const NaiveEntry& entry, const NaivePlace& place) const;
    std::string_view failed_group(const NaiveEntry& entry, const NaivePlace& place) const;
    bool stands_aside(const NaiveEntry& entry, const NaivePlace& place) const;
    bool is_eligible(const NaiveEntry& entry, const NaivePlace& place, Time now,
                     Asking asking) const;

    // naive_apply.cpp, naive_apply_entry.cpp
    void apply_body(const Event& event, const core::ResourceCreated& body);
    void apply_body(const Event& event, const core::SettingsChanged& body);
    void apply_body(const Event& event, const core::RulesChanged& body);
    void apply_body(const Event& event, const core::StatusChanged& body);
    void apply_body(const Event& event, const core::CutoffReached& body);
    void apply_body(const Event& event, const core::LotteryDrawn& body);
    void apply_body(const Event& event, const core::PlacesReleased& body);
    void apply_body(const Event& event, const core::PlacesIdled& body);
    void apply_body(const Event& event, const core::EntryJoined& body);
    void apply_body(const Event& event, const core::EntryVerified& body);
    void apply_body(const Event& event, const core::EntryUpdated& body);
    void apply_body(const Event& event, const core::EntryEnded& body);
    void apply_body(const Event& event, const core::PointsChanged& body);
    void apply_body(const Event& event, const core::EntryBarred& body);
    void apply_body(const Event& event, const core::OfferMade& body);
    void apply_body(const Event& event, const core::OfferSent& body);
    void apply_body(const Event& event, const core::OfferExtended& body);
    void apply_body(const Event& event, const core::OfferReminded& body);
    void apply_body(const Event& event, const core::OfferClaimed& body);
    void apply_body(const Event& event, const core::OfferAccepted& body);
    void apply_body(const Event& event, const core::OfferEnded& body);
    void apply_body(const Event& event, const core::CompensationDue& body);
    void apply_body(const Event& event, const core::OpeningAdded& body);
    void apply_body(const Event& event, const core::OpeningMoved& body);
    void apply_body(const Event& event, const core::OfferUnreached& body);
    void apply_body(const Event& event, const core::StandingYes& body);
    void apply_body(const Event& event, const core::EntryPinged& body);
    void apply_body(const Event& event, const core::EntryPresence& body);
    void apply_body(const Event& event, const core::OutsideStep& body);
    void apply_body(const Event& event, const core::PlacesRevoked& body);
    void nobody_stands_for(OpeningNumber opening);
    void reconsider_cutoff(Time now);
    void plan_reminder(NaiveOffer& offer) const;
    void return_tries(const NaiveOffer& offer, const core::OfferEnded& body);

    // naive_setup.cpp, naive_join.cpp, naive_entries.cpp, naive_promote.cpp, naive_openings.cpp,
    // naive_offers.cpp, naive_reports.cpp: a command each
    Refused decide(const core::CreateResource& command);
    Refused decide(const core::PatchResource& command);
    Refused decide(const core::PauseResource& command);
    Refused decide(const core::ResumeResource& command);
    Refused reopen();
    Refused decide(const core::CloseResource& command);
    Refused decide(const core::CancelResource& command);
    Refused decide(const core::Join& command);
    Refused decide(const core::Verify& command);
    Refused decide(const core::UpdateEntry& command);
    Refused decide(const core::Leave& command);
    Refused decide(const core::RemoveEntry& command);
    Refused decide(const core::CancelEntry& command);
    Refused decide(const core::MarkNoShow& command);
    Refused decide(const core::MarkAttended& command);
    Refused decide(const core::Promote& command);
    Refused decide(const core::ReleasePlaces& command);
    Refused decide(const core::RevokePlaces& command);
    Refused decide(const core::OpenSlot& command);
    Refused decide(const core::WithdrawOpening& command);
    Refused decide(const core::BookOpening& command);
    Refused decide(const core::Accept& command);
    Refused decide(const core::Decline& command);
    Refused decide(const core::LateYes& command);
    Refused decide(const core::StillHere& command);
    Refused decide(const core::SetAside& command);
    Refused decide(const core::ReportUnheard& command);
    Refused decide(const core::ExtendOffer& command);
    Refused decide(const core::ReportSent& command);
    Refused decide(const core::ReportUndeliverable& command);
    Refused decide(const core::ReportBooking& command);
    Refused decide(const core::ReportPayment& command);
    Refused decide(const core::ReportStep& command);

    bool accepts_at_once(std::uint32_t party_size, GroupKey group) const;
    bool is_served(Ticket ticket) const;
    bool group_is_served(GroupKey group) const;
    bool is_held(const NaiveOpening& opening) const;
    bool suits(const NaiveEntry& entry, const NaiveOpening& opening) const;
    bool group_forbids(const NaiveEntry& entry, const NaivePlace& place) const;
    Refused choose_slot(const NaiveEntry& entry, OpeningNumber named, NextMove& move) const;
    void credit_referrer(Ticket referred);
    void reverse_referral(const NaiveEntry& entry);
    bool friend_counts(const std::vector<ContactKey>& friend_keys,
                       const std::vector<ContactKey>& referrer_keys) const;
    void bar_friend(const core::RemoveEntry& command);
    Acquaintance acquaintance_of(const core::Join& command) const;
    std::vector<ContactKey> contacts_kept(const core::Join& command) const;
    bool has_enough_wishes(const std::vector<Ticket>& others, GroupKey group) const;
    Refused prove_another(const core::Verify& command);
    bool is_in_line(const NaiveEntry& entry, const Wants& wants,
                    const std::vector<ContactKey>& added) const;
    std::size_t members_of(GroupKey group) const;
    bool is_full() const;
    Refused refuse_newcomer(GroupKey group, bool is_let_in) const;
    bool names_too_much(const Wants& wants) const;
    Refused end_accepted(Ticket ticket, EntryState to, Reason reason);
    void end_entry(Ticket ticket, EntryState to, Reason reason);
    void end_attended(Ticket ticket, Reason reason);
    void end_what_is_over();
    void end_with_the_list(Ticket ticket);
    void forget_the_unproven();

    // naive_presence.cpp
    void hear_of(const Event& event);
    void hear_from_guest(const Event& event);
    // When an entry is asked next whether it is still wanted, or set aside.
    std::optional<Time> asked_at(const NaiveEntry& entry) const;
    std::vector<std::tuple<Time, Ticket>> who_is_to_be_asked() const;
    void ask_who_waited_long();
    std::vector<Ticket> waiting_in_vain() const;
    std::optional<Time> waiting_ends_at() const;
    std::vector<Ticket> bookings_over() const;
    bool has_begun() const;
    void withdraw_what_changed(const Settings& settings, const Rules& rules);
    void reopen(OpeningNumber number, Reason reason);
    void end_offer(OfferNumber number, OfferState outcome, Reason reason);
    void end_offer_and_entry(OfferNumber number, OfferState outcome, EntryState to, Reason reason);
    void refund_if_paid(OfferNumber number, Reason reason);
    void settle_group(Ticket accepted);
    Refused ended_code(const NaiveOffer& offer) const;
    Refused refuse_late_yes(const NaiveOffer& offer, const NaiveEntry& entry,
                            const NaiveOpening* opening) const;

    ResourceNumber number_;
    const ZoneBook* zones_;
    NaiveState state_;
    std::vector<Event> events_;
    Answer answer_;
    Time now_{};
    Time looked_at_{};                         // when moves were last looked for
    std::optional<Time> goes_on_at_{};         // more was over than ends at a time
    std::optional<Duration> answer_window_{};  // of this house, as the context says
    std::optional<Time> asking_goes_on_at_{};  // more were to be asked than at a time
    Actor actor_;
};

}  // namespace standby::sim
