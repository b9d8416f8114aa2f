// Counting, one event after the other.
#include "engine/history/stats.hpp"

#include <algorithm>
#include <variant>

namespace standby::engine {

using core::EntryState;
using core::OfferState;
using core::OpeningState;

namespace {

// What is older than this many others is no longer expected to be filled.
constexpr std::size_t freed_max = 10'000;
constexpr std::size_t opened_max = 100'000;

}  // namespace

void StatsFold::add(const core::Event& event) {
    stats_.as_of = event.number;
    std::visit([&](const auto& body) { add_body(event, body); }, event.body);
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
            to_fill_.add(at - oldest.at);
        }
        stats_.places.filled += taken;
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
    stats_.left += to == EntryState::Left ? 1U : 0U;
    stats_.no_shows += to == EntryState::NoShow ? 1U : 0U;
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
    offers_[event.offer] = {.asked_at = event.at, .answered = body.instant, .places = body.places};
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
    ++offers_ended_;
    if (counts_places()) {
        fill_places(event.at, offers_[event.offer].places);
    } else {
        ++openings_.filled;
        if (const auto opened = opened_.find(event.opening); opened != opened_.end()) {
            to_fill_.add(event.at - opened->second);
            opened_.erase(opened);
        }
    }
    offers_.erase(event.offer);
}

void StatsFold::add_body(const core::Event& event, const core::OfferEnded& body) {
    ++offers_ended_;
    switch (body.outcome) {
    case OfferState::Declined:
        answer(event.offer, event.at);
        ++stats_.offers.declined;
        break;
    case OfferState::Expired:
        ++stats_.offers.expired;
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

void StatsFold::add_body(const core::Event& event, const core::OpeningAdded&) {
    ++openings_.freed;
    openings_.walk_in += static_cast<OpeningState>(event.to) == OpeningState::WalkIn ? 1U : 0U;
    opened_[event.opening] = event.at;
    if (opened_.size() > opened_max) {
        opened_.erase(opened_.begin());
    }
}

void StatsFold::add_body(const core::Event& event, const core::OpeningMoved&) {
    switch (static_cast<OpeningState>(event.to)) {
    case OpeningState::HandedBack:
        ++openings_.handed_back;
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
