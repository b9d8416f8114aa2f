// Offers: how they were told, answered, and how they ended.
#include "engine/history/rollup/rollup_fold.hpp"

#include <algorithm>

namespace standby::engine {

using core::EntryState;

namespace {

// Older ones are no longer expected to be answered.
constexpr std::size_t lapsed_max = 10'000;

}  // namespace

void RollupFold::answer(core::OfferNumber number, OfferUnderWay& offer, Time at, Figure how) {
    if (offer.answered) {
        return;
    }
    offer.answered = true;
    const Cells into = cells(offer.day, offer.about);
    into.add(Figure::Asked);
    into.add(how, step_of(answer_steps, at - offer.asked_at));
    into.add_time(Figure::ToAnswer, at - offer.asked_at);
    if (const auto told = told_.find(number); told != told_.end() && told->second.at) {
        into.add_time(Figure::ToldToAnswered, at - *told->second.at);
    }
}

void RollupFold::run_out(core::OfferNumber number, const OfferUnderWay& offer, Time at) {
    if (offer.answered) {
        return;
    }
    const Cells into = cells(offer.day, offer.about);
    into.add(Figure::Asked);
    into.add(Figure::RanOutAfter, step_of(answer_steps, at - offer.asked_at));
    if (const auto told = told_.find(number); told != told_.end() && told->second.opened) {
        into.add(*told->second.opened ? Figure::RanOutOpened : Figure::RanOutUnopened);
    }
    state_.lapsed[number] = offer;
    if (state_.lapsed.size() > lapsed_max) {
        state_.lapsed.erase(state_.lapsed.begin());
    }
}

// When an offer ends: by then its message is as far as it came.
void RollupFold::note_channel(core::OfferNumber number, const OfferUnderWay& offer,
                              bool is_accepted) {
    const auto told = told_.find(number);
    const bool was_asked = !offer.instant && !offer.by_late_yes;
    if (told == told_.end() && was_asked) {
        return;
    }
    const OfferTold known = told == told_.end() || offer.instant ? OfferTold{} : told->second;
    const Cells into = cells(offer.day, offer.about);
    into.add(Figure::ChannelOffers, static_cast<std::uint64_t>(known.channel));
    if (is_accepted) {
        into.add(Figure::ChannelAccepted, static_cast<std::uint64_t>(known.channel));
    }
    if (known.at) {
        into.add_time(Figure::OfferedToTold, *known.at - offer.made_at);
    }
}

void RollupFold::add_body(const core::Event& event, const core::OfferMade& body) {
    const auto opening = state_.openings.find(event.opening);
    const bool is_known = opening != state_.openings.end();
    const std::optional<Time> starts_at =
        is_known ? std::optional(opening->second.starts_at) : state_.starts_at;
    const Duration window =
        body.window > Duration{0} ? body.window : body.expires_at - body.send_at;
    // Who said yes before is not asked.
    const bool is_late_yes = event.reason == core::Reason::LateYes;
    OfferUnderWay offer{.entry = event.entry,
                        .opening = event.opening,
                        .made_at = event.at,
                        .asked_at = event.at,
                        .day = state_.today,
                        .about = is_known ? opening->second.about : 0,
                        .places = body.places,
                        .hour = hour_,
                        .answered = body.instant || is_late_yes,
                        .instant = body.instant,
                        .by_late_yes = is_late_yes};
    const Cells into = cells(offer.day, offer.about);
    into.add(Figure::Offers);
    into.add(Figure::DayOffers);
    into.add(Figure::HourOffers, hour_);
    if (!offer.answered) {
        const Time sent = std::max(event.at, body.send_at);
        offer.notice = static_cast<std::uint8_t>(
            starts_at ? step_of(notice_steps, *starts_at - sent) : notice_steps.size() + 1);
        offer.window = static_cast<std::uint8_t>(step_of(window_steps, window));
        into.add(Figure::NoticeOffers, offer.notice);
        into.add(Figure::WindowOffers, offer.window);
        into.add_time(Figure::Window, window);
    }
    state_.offers[event.offer] = offer;
    note_offered(event, body);
}

void RollupFold::add_body(const core::Event& event, const core::OfferSent& body) {
    if (const auto found = state_.offers.find(event.offer); found != state_.offers.end()) {
        found->second.asked_at = body.sent_at;
    }
}

void RollupFold::add_body(const core::Event& event, const core::OfferClaimed&) {
    if (const auto found = state_.offers.find(event.offer); found != state_.offers.end()) {
        answer(event.offer, found->second, event.at, Figure::YesAfter);
    }
}

void RollupFold::add_body(const core::Event& event, const core::OfferAccepted&) {
    const auto found = state_.offers.find(event.offer);
    const bool is_known = found != state_.offers.end();
    OfferUnderWay offer =
        is_known ? found->second : OfferUnderWay{.day = state_.today, .answered = true};
    answer(event.offer, offer, event.at, Figure::YesAfter);
    const Cells into = cells(offer.day, offer.about);
    into.add(Figure::Accepted);
    into.add(Figure::HourAccepted, offer.hour);
    cells(state_.today, offer.about).add(Figure::DayAccepted);
    if (offer.by_late_yes) {
        into.add(Figure::LateFilled);
    } else if (!offer.instant && is_known) {
        into.add(Figure::NoticeAccepted, offer.notice);
        into.add(Figure::WindowAccepted, offer.window);
    }
    note_channel(event.offer, offer, true);
    if (counts_places()) {
        set_party(event.entry, std::max<std::uint32_t>(1, offer.places));
        fill_places(event.at, offer.places);
    } else {
        fill_opening(event);
    }
    state_.offers.erase(event.offer);
}

void RollupFold::add_body(const core::Event& event, const core::OfferEnded& body) {
    const auto found = state_.offers.find(event.offer);
    OfferUnderWay offer = found == state_.offers.end()
                              ? OfferUnderWay{.day = state_.today, .answered = true}
                              : found->second;
    const auto opening = state_.openings.find(event.opening);
    const Cells into = cells(offer.day, offer.about);
    const Cells now = cells(state_.today, offer.about);
    switch (body.outcome) {
    case core::OfferState::Declined:
        answer(event.offer, offer, event.at, Figure::NoAfter);
        into.add(Figure::Declined);
        now.add(Figure::DayDeclined);
        if (opening != state_.openings.end()) {
            ++opening->second.said_no;
        }
        break;
    case core::OfferState::Expired:
        run_out(event.offer, offer, event.at);
        into.add(Figure::Expired);
        now.add(Figure::DayExpired);
        break;
    default:
        into.add(Figure::Withdrawn);
        break;
    }
    note_channel(event.offer, offer, false);
    if (event.reason == core::Reason::BookingConflict) {
        state_.released -= std::min<std::uint64_t>(state_.released, offer.places);
        if (opening != state_.openings.end()) {
            set_end(opening->second, PlaceEnd::TakenBack);
            state_.openings.erase(opening);
        }
    }
    state_.offers.erase(event.offer);
    if (static_cast<EntryState>(event.to) != EntryState::Waiting) {
        leave(event);
    }
}

// A yes after the window: the only knowledge of what the window costs.
void RollupFold::add_body(const core::Event& event, const core::StandingYes& body) {
    const auto found = state_.lapsed.find(event.offer);
    if (body.wanted && found != state_.lapsed.end() && !found->second.late_yes) {
        OfferUnderWay& offer = found->second;
        offer.late_yes = true;
        cells(offer.day, offer.about)
            .add(Figure::LateYesAfter, step_of(answer_steps, event.at - offer.asked_at));
    }
}

}  // namespace standby::engine
