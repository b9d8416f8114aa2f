// What falls due by itself, in the order of the decisions page.
#include "sim/model/naive_resource.hpp"

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>
#include <vector>

namespace standby::sim {
namespace {

enum Priority : int { Draw, Deadline, Reminder, OpeningCutoff, ResourceCutoff };

}  // namespace

std::optional<NaiveResource::Timer> NaiveResource::next_timer() const {
    std::vector<Timer> due;
    if (draw_pending() && state_.status != ResourceStatus::None) {
        due.push_back({.at = *state_.rules.draw_at, .priority = Draw});
    }
    for (const NaiveOffer& offer : state_.offers) {
        if (core::is_terminal(offer.state)) {
            continue;
        }
        due.push_back({.at = offer.expires_at,
                       .priority = Deadline,
                       .entry = offer.entry,
                       .offer = offer.number});
        if (offer.state == OfferState::Live && offer.remind_at) {
            due.push_back({.at = *offer.remind_at,
                           .priority = Reminder,
                           .entry = offer.entry,
                           .offer = offer.number});
        }
    }
    for (const NaiveOpening& opening : state_.openings) {
        if (is_to_be_offered(opening) || (is_free(opening) && stands_for(opening.number))) {
            due.push_back({.at = *place_of(&opening).cutoff,
                           .priority = OpeningCutoff,
                           .opening = opening.number});
        }
    }
    const NaivePlace place = place_of(nullptr);
    if (state_.settings.kind != Kind::Slots && place.cutoff && !state_.cutoff_recorded) {
        due.push_back({.at = *place.cutoff, .priority = ResourceCutoff});
    }
    const auto first = std::ranges::min_element(due, {}, [](const Timer& timer) {
        return std::tuple{timer.at, timer.priority, timer.offer, timer.opening};
    });
    return first == due.end() ? std::nullopt : std::optional{*first};
}

// An offer nobody has heard of gets a new window, as long as there is time for one.
void NaiveResource::renew_or_end(const NaiveOffer& offer) {
    const NaivePlace place = place_of(find_opening(offer.opening));
    const Time counted =
        naive_deadline_from(state_.rules, zone_of(*find_entry(offer.entry)),
                            {.send_at = now_, .plain_clock = offer.plain_clock},
                            offer.by_hand ? place.starts_at : place.cutoff, window_of(offer));
    if (counted <= now_) {
        end_offer(offer.number, OfferState::Expired, Reason::NeverSent);
        return;
    }
    emit_entry(core::OfferExtended{.expires_at = counted}, Reason::NotYetSent,
               {.entry = offer.entry, .offer = offer.number, .opening = offer.opening},
               EntryState::Offered);
}

// The deadline that counts once the guest has heard of it. It is never in the past.
Time NaiveResource::deadline_if_told(const NaiveOffer& offer, Time from) const {
    const NaivePlace place = place_of(find_opening(offer.opening));
    const bool was_unreached = offer.unreached != core::Undeliverable::None;
    const Time counted =
        naive_deadline_from(state_.rules, zone_of(*find_entry(offer.entry)),
                            {.send_at = from, .plain_clock = offer.plain_clock},
                            offer.by_hand ? place.starts_at : place.cutoff, window_of(offer));
    const Time until = std::max(counted, was_unreached ? offer.deadline_before : offer.expires_at);
    return until > now_ ? until : offer.expires_at;
}

void NaiveResource::step_timer(const Timer& timer) {
    switch (timer.priority) {
    case Draw:
        emit_resource(core::LotteryDrawn{}, Reason::DrawTime);
        return;
    case Deadline: {
        const NaiveOffer& offer = *find_offer(timer.offer);
        if (offer.state == OfferState::Confirming) {
            const bool pays = offer.awaiting == Awaiting::Payment;
            end_offer(timer.offer, OfferState::Expired,
                      pays ? Reason::PaymentTimeout : Reason::BookingTimeout);
        } else if (offer.unreached != core::Undeliverable::None) {
            end_offer(timer.offer, OfferState::Expired, Reason::NotReachable);
        } else if (offer.sent_at) {
            end_offer(timer.offer, OfferState::Expired, Reason::WindowEnded);
        } else {
            renew_or_end(offer);
        }
        return;
    }
    case Reminder: {
        const NaiveOffer& offer = *find_offer(timer.offer);
        emit_entry(core::OfferReminded{}, Reason::Reminder,
                   {.entry = offer.entry, .offer = offer.number, .opening = offer.opening},
                   find_entry(offer.entry)->state);
        return;
    }
    case OpeningCutoff:
        // Staff who have it already aren't told a second time.
        emit(core::OpeningMoved{.move =
                                    find_opening(timer.opening)->state == OpeningState::HandedBack
                                        ? Move::None
                                        : Move::HandBack},
             find_opening(timer.opening)->untold ? Reason::NeverSent : Reason::Cutoff,
             {.opening = timer.opening}, Subject::Opening,
             static_cast<std::uint8_t>(OpeningState::HandedBack));
        return;
    case ResourceCutoff:
        emit_resource(core::CutoffReached{}, Reason::Cutoff);
        return;
    default:
        return;
    }
}

bool NaiveResource::has_begun() const {
    return state_.settings.kind != Kind::Slots && state_.settings.starts_at &&
           now_ >= *state_.settings.starts_at;
}

// Who waits for what is over, closed or cancelled; and who has a place at what was cancelled.
std::vector<Ticket> NaiveResource::waiting_in_vain() const {
    std::vector<Ticket> tickets;
    for (const NaiveEntry& entry : state_.entries) {
        const bool waits =
            entry.state == EntryState::Waiting || entry.state == EntryState::Unverified;
        const bool loses_place =
            entry.state == EntryState::Accepted && state_.status == ResourceStatus::Cancelled;
        if (waits || loses_place) {
            tickets.push_back(entry.ticket);
        }
    }
    return tickets;
}

std::optional<Time> NaiveResource::waiting_ends_at() const {
    if (waiting_in_vain().empty()) {
        return std::nullopt;
    }
    if (core::is_terminal(state_.status)) {
        return state_.last_at;
    }
    return state_.settings.kind == Kind::Slots ? std::nullopt : state_.settings.starts_at;
}

// Slots in the order of their ends, and seats in the order of joining; an event is over twelve
// hours after its start.
std::vector<Ticket> NaiveResource::bookings_over() const {
    std::vector<std::tuple<Time, OpeningNumber, Ticket>> over;
    for (const NaiveEntry& entry : state_.entries) {
        if (entry.state != EntryState::Accepted || state_.settings.kind == Kind::Access ||
            state_.status == ResourceStatus::Cancelled) {
            continue;
        }
        if (const NaiveOpening* opening = find_opening(entry.opening)) {
            over.emplace_back(opening->slot.starts_at + opening->slot.duration, opening->number,
                              entry.ticket);
        } else if (state_.settings.starts_at) {
            over.emplace_back(*state_.settings.starts_at + std::chrono::hours{12}, OpeningNumber{},
                              entry.ticket);
        }
    }
    std::erase_if(over, [&](const auto& booking) { return std::get<Time>(booking) > now_; });
    std::ranges::sort(over);
    std::vector<Ticket> tickets;
    for (const auto& booking : over) {
        tickets.push_back(std::get<Ticket>(booking));
    }
    return tickets;
}

// Who waited in vain, or has a place at what was cancelled.
void NaiveResource::end_with_the_list(Ticket ticket) {
    const NaiveEntry entry = *find_entry(ticket);
    const bool had_place = entry.state == EntryState::Accepted;
    const Reason reason = state_.status == ResourceStatus::Cancelled ? Reason::EventCancelled
                          : state_.status == ResourceStatus::Closed  ? Reason::ListClosed
                                                                     : Reason::EventOver;
    emit_entry(core::EntryEnded{}, reason, {.entry = ticket},
               had_place ? EntryState::Cancelled : EntryState::Expired);
    if (had_place && entry.has_paid && !find_offer(entry.offer)->refund_due) {
        emit(core::CompensationDue{.compensation = core::Compensation::Refund}, reason,
             {.offer = entry.offer}, Subject::Resource, static_cast<std::uint8_t>(state_.status));
    }
}

// Five hundred at a time, the next ones a second later. Those who wait come first.
void NaiveResource::end_what_is_over() {
    const auto is_due = [&] {
        const std::optional<Time> waiting = waiting_ends_at();
        return (waiting && *waiting <= now_) || !bookings_over().empty();
    };
    if (!is_due() || (goes_on_at_ && now_ < *goes_on_at_)) {
        return;
    }
    constexpr std::size_t portion = 500;
    for (std::size_t count = 0; is_due() && count < portion;) {
        const std::optional<Time> waiting = waiting_ends_at();
        const bool is_waiting = waiting && *waiting <= now_;
        std::vector<Ticket> over = is_waiting ? waiting_in_vain() : bookings_over();
        over.resize(std::min(over.size(), portion));
        count += over.size();
        for (const Ticket ticket : over) {
            if (is_waiting) {
                end_with_the_list(ticket);
            } else {
                end_attended(ticket, Reason::TimePassed);
            }
        }
    }
    settle();
    goes_on_at_ = is_due() ? std::optional{now_ + std::chrono::seconds{1}} : std::nullopt;
}

// In the order of joining. In thousands it would be done in portions, too.
void NaiveResource::forget_the_unproven() {
    std::vector<Ticket> unproven;
    for (const NaiveEntry& entry : state_.entries) {
        if (entry.state == EntryState::Unverified && state_.rules.prove_within > Duration{0} &&
            entry.heard_at.value_or(entry.joined_at) + state_.rules.prove_within <= now_) {
            unproven.push_back(entry.ticket);
        }
    }
    for (const Ticket ticket : unproven) {
        end_entry(ticket, EntryState::Expired, Reason::ProofTimeout);
    }
    if (!unproven.empty()) {
        settle();
    }
}

// Nobody loses an offer because nobody was there to take the answer.
std::vector<Event> NaiveResource::bridge(Time from, Time to, const Context& context) {
    begin(context);
    std::vector<NaiveOffer> ended;
    for (const NaiveOffer& offer : state_.offers) {
        const bool is_heard_of = (offer.sent_at && offer.unreached == core::Undeliverable::None) ||
                                 offer.state == OfferState::Confirming;
        if (!core::is_terminal(offer.state) && is_heard_of && offer.expires_at > from &&
            offer.expires_at <= to && to - from >= std::chrono::seconds{1} &&
            to - from <= std::chrono::days{7}) {
            ended.push_back(offer);
        }
    }
    std::ranges::sort(ended, {}, [](const NaiveOffer& offer) {
        return std::tuple{offer.expires_at, offer.number};
    });
    for (const NaiveOffer& offer : ended) {
        const NaivePlace place = place_of(find_opening(offer.opening));
        std::optional<Time> cut = offer.by_hand ? place.starts_at : place.cutoff;
        if (cut && *cut < offer.expires_at) {
            cut = place.starts_at;
        }
        const Time end = std::min(offer.expires_at + (to - from), cut.value_or(Time::max()));
        if (end > now_) {
            emit_entry(core::OfferExtended{.expires_at = end}, Reason::OutOfService,
                       {.entry = offer.entry, .offer = offer.number, .opening = offer.opening},
                       find_entry(offer.entry)->state);
        }
    }
    return std::exchange(events_, {});
}

}  // namespace standby::sim
