#include "engine/whatif/recorded_offers.hpp"

#include <algorithm>

namespace standby::engine::whatif {
namespace {

unsigned local_hour(const core::ResourceState& state, const core::ZoneBook& zones, Time at) {
    const Zone* zone = zones.find(state.settings.time_zone);
    const Duration since_midnight =
        zone == nullptr
            ? at - std::chrono::floor<std::chrono::days>(at)
            : zone->to_local(at) - std::chrono::floor<std::chrono::days>(zone->to_local(at));
    return static_cast<unsigned>(std::chrono::floor<std::chrono::hours>(since_midnight).count());
}

}  // namespace

std::size_t hour_band_at(const core::ResourceState& state, const core::ZoneBook& zones, Time at) {
    return hour_band(local_hour(state, zones, at));
}

void RecordedOffers::begin(const core::ResourceState& state) {
    for (const auto& [number, live] : state.offers) {
        const auto opening = state.openings.find(live.opening);
        const bool has_slot = opening != state.openings.end();
        by_number_.emplace(number, offers_.size());
        offers_.push_back(
            {.number = number,
             .entry = live.entry,
             .opening = live.opening,
             .send_at = live.send_at,
             .sent_at = live.sent_at,
             .starts_at = has_slot ? opening->second.slot.starts_at : state.settings.starts_at,
             .cutoff = has_slot ? core::cutoff_of(state, opening->second) : core::cutoff_of(state),
             .reply = {},
             .hour_band = hour_band_at(state, zones_, live.send_at)});
    }
}

RecordedOffers::Offer* RecordedOffers::find(core::OfferNumber number) {
    const auto found = by_number_.find(number);
    return found == by_number_.end() ? nullptr : &offers_[found->second];
}

void RecordedOffers::add(const core::ResourceState& state, const core::Event& event) {
    std::visit([&](const auto& body) { add_body(state, event, body); }, event.body);
}

void RecordedOffers::add_body(const core::ResourceState& state, const core::Event& event,
                              const core::OfferMade& body) {
    // Who had said yes before was not asked.
    if (body.instant || event.reason == core::Reason::LateYes) {
        return;
    }
    const auto opening = state.openings.find(event.opening);
    const bool has_slot = opening != state.openings.end();
    Offer offer{.number = event.offer,
                .entry = event.entry,
                .opening = event.opening,
                .send_at = body.send_at,
                .sent_at = {},
                .starts_at = has_slot ? opening->second.slot.starts_at : state.settings.starts_at,
                .cutoff =
                    has_slot ? core::cutoff_of(state, opening->second) : core::cutoff_of(state),
                .reply = {},
                .in_month = is_month_,
                .hour_band = hour_band_at(state, zones_, body.send_at)};
    offer.ordinal = is_month_ ? asked_in_month_[event.entry]++ : 0;
    by_number_.emplace(event.offer, offers_.size());
    offers_.push_back(std::move(offer));
}

void RecordedOffers::add_body(const core::ResourceState&, const core::Event& event,
                              const core::OfferSent& body) {
    if (Offer* offer = find(event.offer); offer != nullptr && !offer->sent_at) {
        offer->sent_at = body.sent_at;
        offer->reply.sending = std::max(Duration{0}, body.sent_at - offer->send_at);
        offer->reply.unreached = core::Undeliverable::None;
    }
}

void RecordedOffers::add_body(const core::ResourceState&, const core::Event& event,
                              const core::OfferUnreached& body) {
    if (Offer* offer = find(event.offer); offer != nullptr && !offer->sent_at) {
        offer->reply.unreached = body.cause;
    }
}

void RecordedOffers::answer(Offer& offer, Answer answer, Time at) {
    if (offer.reply.reply.answer == Answer::None) {
        offer.reply.reply = {.answer = answer, .after = std::max(Duration{0}, at - offer.begins())};
    }
}

void RecordedOffers::add_body(const core::ResourceState&, const core::Event& event,
                              const core::OfferClaimed&) {
    if (Offer* offer = find(event.offer)) {
        answer(*offer, Answer::Yes, event.at);
    }
}

void RecordedOffers::add_body(const core::ResourceState&, const core::Event& event,
                              const core::OfferAccepted&) {
    if (Offer* offer = find(event.offer)) {
        answer(*offer, Answer::Yes, event.at);
        offer->is_over = true;
    }
    stop_listening(event.opening, event.at);
}

void RecordedOffers::add_body(const core::ResourceState& state, const core::Event& event,
                              const core::OfferEnded& body) {
    Offer* offer = find(event.offer);
    if (offer == nullptr) {
        return;
    }
    if (offer->reply.reply.answer == Answer::Yes) {
        offer->reply.falls_through = true;
        offer->is_over = true;
        return;
    }
    if (body.outcome == core::OfferState::Declined) {
        answer(*offer, Answer::No, event.at);
        offer->is_over = true;
        return;
    }
    offer->reply.listened = std::max(Duration{0}, event.at - offer->begins());
    offer->is_known = !body.steps_aside;
    const bool may_be_late = body.outcome == core::OfferState::Expired && state.rules.late_yes &&
                             core::is_active(static_cast<core::EntryState>(event.to));
    offer->is_over = !may_be_late;
    if (may_be_late) {
        late_[event.opening].push_back(by_number_.at(event.offer));
    }
}

void RecordedOffers::add_body(const core::ResourceState&, const core::Event& event,
                              const core::OpeningMoved&) {
    const auto to = static_cast<core::OpeningState>(event.to);
    if (to == core::OpeningState::Withdrawn || to == core::OpeningState::Booked) {
        stop_listening(event.opening, event.at);
    }
}

void RecordedOffers::add_body(const core::ResourceState&, const core::Event& event,
                              const core::StandingYes& body) {
    if (Offer* offer = find(event.offer); offer != nullptr && body.wanted) {
        answer(*offer, Answer::Yes, event.at);
    }
}

// The place is gone, and with it the question.
void RecordedOffers::stop_listening(core::OpeningNumber opening, Time at) {
    const auto found = late_.find(opening);
    // Of counted places there is a next one.
    if (found == late_.end() || opening == core::OpeningNumber{}) {
        return;
    }
    for (const std::size_t index : found->second) {
        Offer& offer = offers_[index];
        const Time until = offer.cutoff ? std::min(at, *offer.cutoff) : at;
        offer.reply.listened = std::max(offer.reply.listened, until - offer.begins());
        offer.is_over = true;
    }
    late_.erase(found);
}

void RecordedOffers::finish(Time to, const Media& media, Evidence& evidence,
                            std::map<ReplyKey, RecordedReply>& replies) {
    for (Offer& offer : offers_) {
        RecordedReply& reply = offer.reply;
        if (reply.reply.answer == Answer::None && !offer.is_over) {
            const Time until = offer.cutoff ? std::min(to, *offer.cutoff) : to;
            reply.listened = std::max(reply.listened, until - offer.begins());
        }
        const bool was_told = reply.unreached == core::Undeliverable::None && offer.is_known;
        if (was_told) {
            evidence.add({.when = {.medium = media.of(offer.number, offer.entry),
                                   .notice_band = notice_band(
                                       offer.starts_at ? std::optional<Duration>(*offer.starts_at -
                                                                                 offer.begins())
                                                       : std::nullopt),
                                   .hour_band = offer.hour_band},
                          .reply = reply.reply,
                          .listened = reply.listened});
        }
        if (offer.in_month) {
            const bool has_slot = offer.opening != core::OpeningNumber{};
            replies.try_emplace({offer.entry, has_slot ? offer.opening.value() : offer.ordinal},
                                reply);
        }
    }
}

}  // namespace standby::engine::whatif
