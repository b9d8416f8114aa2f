#include "engine/history/stats.hpp"

#include "core/model/limits.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace standby::engine {

using core::EntryState;
using core::OfferState;
using core::OpeningState;

namespace {

// What is older than this many others is no longer expected to be filled.
constexpr std::size_t freed_max = 10'000;
constexpr std::size_t opened_max = 100'000;

std::optional<double> ratio(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? std::nullopt
                      : std::optional(static_cast<double>(part) / static_cast<double>(whole));
}

std::chrono::local_days day_at(const Zone& zone, Time at) {
    return std::chrono::floor<std::chrono::days>(zone.to_local(at));
}

// A sum stays within what an amount may be.
void add_to(Revenue& revenue, const core::Money& price, std::uint64_t count) {
    constexpr std::int64_t most = core::limits::money_amount_max;
    std::int64_t& sum = revenue[price.currency];
    const bool is_too_much =
        price.amount > 0 && count > static_cast<std::uint64_t>((most - sum) / price.amount);
    sum = is_too_much ? most : sum + price.amount * static_cast<std::int64_t>(count);
}

}  // namespace

StatsFold::StatsFold(StatsOptions options)
    : zone_(std::move(options.zone)),
      first_day_(day_at(zone_, options.now) - std::chrono::days{options.days} +
                 std::chrono::days{1}),
      days_(options.days + std::size_t{1}) {
    for (std::size_t index = 0; index < days_.size(); ++index) {
        days_[index].figures.day =
            first_day_ + std::chrono::days{static_cast<std::chrono::days::rep>(index)};
    }
}

void StatsFold::begin(const core::ResourceState& state) {
    settings_ = state.settings;
    payment_ = state.rules.payment;
    waiting_ = state.lines.whole.size();
    released_ = state.places.released();
    stats_.as_of = state.last_event;
    for (core::Ticket ticket = 1; ticket <= state.entries.last(); ++ticket) {
        if (core::is_active(state.entries.state(ticket))) {
            set_party(ticket, state.entries.party_size(ticket));
        }
    }
    for (const auto& [number, offer] : state.offers) {
        turn_to(offer.made_at);
        ++stats_.offers.made;
        ++stats_.by_hour[hour_].offers;
        offers_[number] = {.asked_at = offer.sent_at.value_or(offer.made_at),
                           .answered = offer.state == OfferState::Confirming,
                           .places = offer.places,
                           .hour = hour_};
    }
    // When they came free is no longer known, so how long they take is not counted.
    for (const auto& [number, opening] : state.openings) {
        openings_.freed += opening.holder == 0 ? 1U : 0U;
    }
}

void StatsFold::add(const core::Event& event) {
    stats_.as_of = event.number;
    turn_to(event.at);
    if (event.subject == core::Subject::Entry && event.from != event.to) {
        waiting_ += static_cast<EntryState>(event.to) == EntryState::Waiting ? 1U : 0U;
        waiting_ -= static_cast<EntryState>(event.from) == EntryState::Waiting ? 1U : 0U;
    }
    std::visit([&](const auto& body) { add_body(event, body); }, event.body);
}

// The day and the hour at which the next event counts.
void StatsFold::turn_to(Time at) {
    const LocalTime local = zone_.to_local(at);
    const auto day = std::chrono::floor<std::chrono::days>(local);
    const auto offset = (day - first_day_).count();
    const bool is_asked = offset >= 0 && static_cast<std::size_t>(offset) + 1 < days_.size();
    day_ = is_asked ? static_cast<std::size_t>(offset) : days_.size() - 1;
    hour_ = static_cast<std::size_t>(std::chrono::floor<std::chrono::hours>(local - day).count());
}

void StatsFold::earn(const std::optional<core::Money>& price, std::uint64_t count) {
    if (price && count > 0) {
        add_to(stats_.revenue, *price, count);
        add_to(today().revenue, *price, count);
    }
}

void StatsFold::note_fill(Duration took) {
    to_fill_.add(took);
    days_[day_].to_fill.add(took);
}

std::optional<double> StatsFold::waiting_per_place(const Stats& stats) const {
    if (counts_places()) {
        const bool is_external = settings_.inventory == core::Inventory::External;
        return ratio(waiting_, is_external ? limit() : settings_.capacity);
    }
    std::uint64_t freed = 0;
    for (const DayFigures& day : stats.by_day) {
        freed += day.freed;
    }
    return ratio(waiting_, freed);
}

Stats StatsFold::result() const {
    Stats stats = stats_;
    stats.offers.live = stats.offers.made - offers_ended_;
    if (!counts_places()) {
        stats.openings = openings_;
        stats.places = {.freed = openings_.freed, .filled = openings_.filled};
    }
    if (stats.places.freed > 0) {
        stats.fill_rate = std::min(1.0, static_cast<double>(stats.places.filled) /
                                            static_cast<double>(stats.places.freed));
    }
    stats.time_to_fill = to_fill_.result();
    stats.time_to_answer = to_answer_.result();
    stats.no_show_rate = ratio(stats.no_shows, stats.no_shows + stats.attended);
    for (auto day = days_.begin(); day + 1 != days_.end(); ++day) {
        stats.by_day.push_back(day->figures);
        if (const auto spread = day->to_fill.result()) {
            stats.by_day.back().median_to_fill = spread->median;
        }
    }
    stats.waiting_per_place = waiting_per_place(stats);
    return stats;
}

std::uint64_t StatsFold::limit() const {
    if (settings_.kind == core::Kind::Seats && settings_.inventory == core::Inventory::Internal) {
        return settings_.capacity;
    }
    return settings_.kind == core::Kind::Access
               ? std::min<std::uint64_t>(released_, settings_.capacity)
               : released_;
}

void StatsFold::free_places(Time at, std::uint64_t count) {
    if (count == 0) {
        return;
    }
    stats_.places.freed += count;
    today().freed += count;
    freed_.push_back({.at = at, .count = count});
    if (freed_.size() > freed_max) {
        freed_.pop_front();
    }
}

// The oldest are filled first. Places that were there from the start do not count.
void StatsFold::fill_places(Time at, std::uint64_t count) {
    while (count > 0 && !freed_.empty()) {
        FreedPlaces& oldest = freed_.front();
        const std::uint64_t taken = std::min(count, oldest.count);
        for (std::uint64_t place = 0; place < taken; ++place) {
            note_fill(at - oldest.at);
        }
        stats_.places.filled += taken;
        today().filled += taken;
        earn(payment_, taken);
        count -= taken;
        oldest.count -= taken;
        if (oldest.count == 0) {
            freed_.pop_front();
        }
    }
}

void StatsFold::answer(core::OfferNumber offer, Time at) {
    const auto found = offers_.find(offer);
    if (found != offers_.end() && !found->second.answered) {
        to_answer_.add(at - found->second.asked_at);
        found->second.answered = true;
    }
}

// However an entry leaves the list.
void StatsFold::leave(const core::Event& event) {
    const auto to = static_cast<EntryState>(event.to);
    if (to == EntryState::Left) {
        ++stats_.left;
        ++today().left;
    } else if (to == EntryState::NoShow) {
        ++stats_.no_shows;
        ++today().no_shows;
        stats_.attended -= static_cast<EntryState>(event.from) == EntryState::Attended ? 1 : 0;
    } else if (to == EntryState::Attended) {
        ++stats_.attended;
    }
    parties_.erase(event.entry);
}

void StatsFold::set_party(core::Ticket entry, std::uint32_t size) {
    if (size == 1) {
        parties_.erase(entry);
    } else {
        parties_[entry] = size;
    }
}

std::uint32_t StatsFold::party_of(core::Ticket entry) const {
    const auto found = parties_.find(entry);
    return found == parties_.end() ? 1 : found->second;
}

void StatsFold::add_body(const core::Event&, const core::ResourceCreated& body) {
    settings_ = body.settings;
    payment_ = body.rules.payment;
}

void StatsFold::add_body(const core::Event&, const core::RulesChanged& body) {
    payment_ = body.rules.payment;
}

void StatsFold::add_body(const core::Event& event, const core::SettingsChanged& body) {
    const std::uint64_t before = limit();
    settings_ = body.settings;
    free_places(event.at, limit() > before ? limit() - before : 0);
}

void StatsFold::add_body(const core::Event& event, const core::PlacesReleased& body) {
    const std::uint64_t before = limit();
    released_ += body.quantity;
    free_places(event.at, limit() > before ? limit() - before : 0);
}

void StatsFold::add_body(const core::Event& event, const core::EntryJoined& body) {
    ++stats_.joins;
    ++today().joins;
    set_party(event.entry, body.party_size);
    if (static_cast<EntryState>(event.to) == EntryState::Accepted) {
        fill_places(event.at, body.party_size);
    }
}

void StatsFold::add_body(const core::Event& event, const core::EntryVerified&) {
    if (static_cast<EntryState>(event.to) == EntryState::Accepted) {
        fill_places(event.at, party_of(event.entry));
    }
}

void StatsFold::add_body(const core::Event& event, const core::EntryUpdated& body) {
    set_party(event.entry, body.party_size);
}

void StatsFold::add_body(const core::Event& event, const core::EntryEnded&) {
    const bool vacates = static_cast<EntryState>(event.from) == EntryState::Accepted &&
                         static_cast<EntryState>(event.to) != EntryState::Attended;
    if (vacates && counts_places()) {
        const std::uint64_t party = party_of(event.entry);
        if (settings_.inventory == core::Inventory::Internal) {
            free_places(event.at, party);
        } else {
            released_ -= std::min(released_, party);
        }
    }
    leave(event);
}

void StatsFold::add_body(const core::Event& event, const core::OfferMade& body) {
    ++stats_.offers.made;
    ++today().offers;
    ++stats_.by_hour[hour_].offers;
    offers_[event.offer] = {
        .asked_at = event.at, .answered = body.instant, .places = body.places, .hour = hour_};
}

void StatsFold::add_body(const core::Event& event, const core::OfferSent& body) {
    offers_[event.offer].asked_at = body.sent_at;
}

void StatsFold::add_body(const core::Event& event, const core::OfferClaimed&) {
    answer(event.offer, event.at);
}

void StatsFold::add_body(const core::Event& event, const core::OfferAccepted&) {
    answer(event.offer, event.at);
    ++stats_.offers.accepted;
    ++today().accepted;
    ++stats_.by_hour[offers_[event.offer].hour].accepted;
    ++offers_ended_;
    if (counts_places()) {
        fill_places(event.at, offers_[event.offer].places);
    } else {
        ++openings_.filled;
        ++today().filled;
        std::optional<core::Money> price = payment_;
        if (const auto opened = opened_.find(event.opening); opened != opened_.end()) {
            note_fill(event.at - opened->second.at);
            price = opened->second.price ? opened->second.price : price;
            opened_.erase(opened);
        }
        earn(price, 1);
    }
    offers_.erase(event.offer);
}

void StatsFold::add_body(const core::Event& event, const core::OfferEnded& body) {
    ++offers_ended_;
    switch (body.outcome) {
    case OfferState::Declined:
        answer(event.offer, event.at);
        ++stats_.offers.declined;
        ++today().declined;
        break;
    case OfferState::Expired:
        ++stats_.offers.expired;
        ++today().expired;
        break;
    default:
        ++stats_.offers.withdrawn;
        break;
    }
    if (event.reason == core::Reason::BookingConflict) {
        released_ -= std::min<std::uint64_t>(released_, offers_[event.offer].places);
        opened_.erase(event.opening);
    }
    offers_.erase(event.offer);
    if (static_cast<EntryState>(event.to) != EntryState::Waiting) {
        leave(event);
    }
}

void StatsFold::add_body(const core::Event& event, const core::OpeningAdded& body) {
    ++openings_.freed;
    ++today().freed;
    openings_.walk_in += static_cast<OpeningState>(event.to) == OpeningState::WalkIn ? 1U : 0U;
    opened_[event.opening] = {.at = event.at, .price = body.slot.price};
    if (opened_.size() > opened_max) {
        opened_.erase(opened_.begin());
    }
}

void StatsFold::add_body(const core::Event& event, const core::OpeningMoved&) {
    switch (static_cast<OpeningState>(event.to)) {
    case OpeningState::HandedBack:
        // Newcomers may still have been asked: staff have it once.
        openings_.handed_back += event.from == event.to ? 0U : 1U;
        break;
    case OpeningState::Withdrawn:
    case OpeningState::Booked:
        opened_.erase(event.opening);
        break;
    default:
        break;
    }
}

}  // namespace standby::engine
