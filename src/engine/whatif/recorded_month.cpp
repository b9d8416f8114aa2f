#include "engine/whatif/recorded_month.hpp"

#include "core/state/rows.hpp"
#include "engine/history/fold.hpp"
#include "engine/whatif/recorded_offers.hpp"

#include <algorithm>
#include <utility>

namespace standby::engine::whatif {
namespace {

using core::EntryState;
using core::Reason;

// Somebody asked for it; what follows from other things happens by itself again.
bool is_asked_for(const core::Event& event) {
    switch (event.reason) {
    case Reason::Requested:
    case Reason::Fraud:
    case Reason::Erased:
    case Reason::NoShow:
        return true;
    default:
        return false;
    }
}

core::RemoveCause cause_of(Reason reason) {
    return reason == Reason::Fraud    ? core::RemoveCause::Fraud
           : reason == Reason::Erased ? core::RemoveCause::Erased
                                      : core::RemoveCause::Requested;
}

RecordedCommand command_at(const core::Event& event, core::Command command) {
    RecordedCommand recorded;
    recorded.at = event.at;
    recorded.actor = event.actor;
    recorded.command = std::move(command);
    return recorded;
}

std::optional<core::Command> command_of_status(const core::Event& event,
                                               const core::StatusChanged& body) {
    switch (static_cast<core::ResourceStatus>(event.to)) {
    case core::ResourceStatus::Paused:
        return core::PauseResource{};
    case core::ResourceStatus::Active:
        return core::ResumeResource{.reopens = static_cast<core::ResourceStatus>(event.from) ==
                                               core::ResourceStatus::Closed};
    case core::ResourceStatus::Closed:
        return core::CloseResource{};
    case core::ResourceStatus::Cancelled:
        return core::CancelResource{.note = body.note};
    case core::ResourceStatus::None:
        break;
    }
    return std::nullopt;
}

// How an entry came off the list or gave its place up, whatever it stood at.
std::optional<core::Command> command_of_end(const core::Event& event) {
    if (!is_asked_for(event)) {
        return std::nullopt;
    }
    switch (static_cast<EntryState>(event.to)) {
    case EntryState::Left:
    case EntryState::Cancelled:
        return core::Leave{event.entry};
    case EntryState::Removed:
        return core::RemoveEntry{.entry = event.entry, .cause = cause_of(event.reason)};
    case EntryState::NoShow:
        return core::MarkNoShow{event.entry};
    case EntryState::Attended:
        return core::MarkAttended{event.entry};
    default:
        return std::nullopt;
    }
}

Reason reason_of_slot(Reason recorded) {
    return recorded == Reason::Cancellation || recorded == Reason::NoShow ? recorded
                                                                          : Reason::NewOpening;
}

}  // namespace

Medium Media::of(core::Ticket entry) const {
    const auto known = by_entry.find(entry);
    return known == by_entry.end() ? usual : known->second;
}

Medium Media::of(core::OfferNumber offer, core::Ticket entry) const {
    const auto known = by_offer.find(offer);
    return known == by_offer.end() ? of(entry) : known->second;
}

struct MonthRecorder::Work {
    Work(std::unique_ptr<core::ResourceState> beginning, Time begins, Time ends, Media known,
         const core::ZoneBook& zones)
        : state(std::move(beginning)), offers(zones) {
        month.from = begins;
        month.to = ends;
        month.media = std::move(known);
    }

    void begin_month() {
        if (month.before == nullptr) {
            month.before = std::make_unique<core::ResourceState>(*state);
            offers.begin_month();
        }
    }
    void give(const core::Event& event, core::Command command) {
        month.commands.push_back(command_at(event, std::move(command)));
    }

    void note(const core::Event& event, const core::EntryJoined& body);
    void note(const core::Event& event, const core::EntryUpdated& body);
    void note(const core::Event& event, const core::SettingsChanged& body);
    void note(const core::Event& event, const core::OpeningAdded& body);
    void note(const core::Event& event, const core::OpeningMoved& body);
    void note(const core::Event& event, const core::OfferMade& body);
    void note(const core::Event& event, const core::EntryPresence& body);
    void note(const core::Event& event, const core::OfferEnded& body);
    void note(const core::Event& event, const core::EntryVerified&) {
        core::Verify verify;
        verify.entry = event.entry;
        give(event, std::move(verify));
    }
    void note(const core::Event& event, const core::EntryEnded&) {
        if (auto command = command_of_end(event)) {
            give(event, *std::move(command));
            month.commands.back().only_in_line =
                static_cast<EntryState>(event.from) != EntryState::Accepted;
        }
    }
    void note(const core::Event& event, const core::StatusChanged& body) {
        if (auto command = command_of_status(event, body)) {
            give(event, *std::move(command));
        }
    }
    void note(const core::Event& event, const core::PlacesReleased& body) {
        month.figures.freed += body.quantity;
        give(event, core::ReleasePlaces{.event_id = "recorded " + std::to_string(event.number),
                                        .quantity = body.quantity,
                                        .note = {}});
    }
    void note(const core::Event& event, const core::PlacesRevoked& body) {
        give(event, core::RevokePlaces{.event_id = "recorded " + std::to_string(event.number),
                                       .quantity = body.quantity});
    }
    void note(const core::Event&, const core::RulesChanged&) { month.rules_changed = true; }
    void note(const core::Event& event, const core::OfferAccepted&) {
        const bool counts = core::counts_places(*state) || freed.contains(event.opening);
        month.figures.filled += counts ? 1U : 0U;
    }
    void note(const core::Event&, const auto&) {}

    std::unique_ptr<core::ResourceState> state;
    RecordedOffers offers;
    RecordedMonth month;
    std::map<core::OpeningNumber, bool> freed;
    std::uint64_t fits_counted = 0;
    double fits = 0;
};

void MonthRecorder::Work::note(const core::Event& event, const core::EntryJoined& body) {
    const bool is_unverified = static_cast<EntryState>(event.to) == EntryState::Unverified;
    core::Join join{.contacts = body.contacts,
                    .wants = body.wants,
                    .party_size = body.party_size,
                    .tier = body.tier,
                    .points = body.points,
                    .referrer = body.referrer,
                    .friend_keys = body.friend_keys,
                    .referrer_keys = body.referrer_keys,
                    .group = body.beside == 0 ? body.group : core::GroupKey{},
                    .beside = body.beside,
                    .typed = is_unverified,
                    .proven = !is_unverified};
    give(event, std::move(join));
    month.commands.back().entry = event.entry;
}

void MonthRecorder::Work::note(const core::Event& event, const core::EntryUpdated& body) {
    const core::EntryTable::Row row = state->entries.row(event.entry);
    core::UpdateEntry update;
    update.entry = event.entry;
    update.wants = body.wants;
    update.contacts_added = body.contacts_added;
    update.contacts_removed = body.contacts_removed;
    if (body.party_size != row.party_size) {
        update.party_size = body.party_size;
    }
    if (body.tier != row.tier) {
        update.tier = body.tier;
    }
    if (body.points != row.points) {
        const auto ledger = state->referrers.find(event.entry);
        const std::int32_t earned = ledger == state->referrers.end() ? 0 : ledger->second.points;
        update.points = body.points - earned;
    }
    give(event, std::move(update));
}

void MonthRecorder::Work::note(const core::Event& event, const core::SettingsChanged& body) {
    core::PatchResource patch;
    const core::Settings& before = state->settings;
    if (body.settings.capacity != before.capacity) {
        patch.capacity = body.settings.capacity;
        if (before.kind == core::Kind::Seats && body.settings.capacity > before.capacity) {
            month.figures.freed += body.settings.capacity - before.capacity;
        }
    }
    if (body.settings.starts_at != before.starts_at) {
        patch.starts_at = body.settings.starts_at;
    }
    if (body.settings.time_zone != before.time_zone) {
        patch.time_zone = body.settings.time_zone;
    }
    give(event, std::move(patch));
}

void MonthRecorder::Work::note(const core::Event& event, const core::OpeningAdded& body) {
    ++month.figures.freed;
    month.figures.notices.push_back(std::max(Duration{0}, body.slot.starts_at - event.at));
    freed[event.opening] = true;
    if (body.previous != core::OpeningNumber{}) {
        // It opens by itself when whoever holds it gives it up.
        month.reopened[body.previous] = event.opening;
        return;
    }
    give(event,
         core::OpenSlot{.event_id = {}, .slot = body.slot, .reason = reason_of_slot(event.reason)});
    month.commands.back().opening = event.opening;
}

void MonthRecorder::Work::note(const core::Event& event, const core::OpeningMoved&) {
    if (event.reason == Reason::Withdrawn || event.reason == Reason::CapacityRevoked) {
        give(event, core::WithdrawOpening{.opening = event.opening, .reason = event.reason});
    } else if (event.reason == Reason::StaffBooked) {
        give(event, core::BookOpening{event.opening});
    }
}

void MonthRecorder::Work::note(const core::Event& event, const core::OfferMade& body) {
    month.figures.asked += body.instant ? 0U : 1U;
    if (event.reason == Reason::Manual) {
        give(event, core::Promote{.entry = event.entry, .opening = event.opening, .note = {}});
    }
    if (body.people_who_fit > 0 && body.move == core::Move::Offer) {
        fits += body.people_who_fit;
        ++fits_counted;
    }
}

// When somebody is asked depends on the rules; who answers doesn't.
void MonthRecorder::Work::note(const core::Event& event, const core::EntryPresence& body) {
    if (body.here && event.reason == Reason::NotReachable) {
        give(event, core::ReportUnheard{.entry = event.entry});
    } else if (body.here) {
        give(event, core::StillHere{.entry = event.entry});
    } else if (event.reason == Reason::Requested) {
        give(event, core::SetAside{.entry = event.entry});
    } else {
        month.silent.insert(event.entry);
    }
}

// Somebody left, or was taken off the list, while they were asked.
void MonthRecorder::Work::note(const core::Event& event, const core::OfferEnded&) {
    const auto to = static_cast<EntryState>(event.to);
    if (to == EntryState::Left || to == EntryState::Removed) {
        if (auto command = command_of_end(event)) {
            give(event, *std::move(command));
            month.commands.back().only_in_line = true;
        }
    }
}

MonthRecorder::MonthRecorder(std::unique_ptr<core::ResourceState> beginning, Time from, Time to,
                             Media media, const core::ZoneBook& zones)
    : work_(std::make_unique<Work>(std::move(beginning), from, to, std::move(media), zones)) {
    work_->offers.begin(*work_->state);
}

MonthRecorder::~MonthRecorder() = default;

const core::ResourceState& MonthRecorder::state() const {
    return *work_->state;
}

Result<bool, std::string> MonthRecorder::add(const core::Event& event) {
    Work& work = *work_;
    if (event.at >= work.month.to) {
        return false;
    }
    // A list that was made meanwhile begins with that.
    const bool is_made = std::holds_alternative<core::ResourceCreated>(event.body);
    if (event.at >= work.month.from && !is_made) {
        work.begin_month();
        // As the state still is before the event.
        std::visit([&](const auto& body) { work.note(event, body); }, event.body);
        const bool gives_up = std::holds_alternative<core::EntryEnded>(event.body) &&
                              static_cast<EntryState>(event.from) == EntryState::Accepted &&
                              static_cast<EntryState>(event.to) != EntryState::Attended;
        if (gives_up && core::counts_places(*work.state) &&
            work.state->settings.inventory == core::Inventory::Internal) {
            ++work.month.figures.freed;
        }
    }
    work.offers.add(*work.state, event);
    TRY(fold(*work.state, event));
    core::forget_changes(*work.state);
    return true;
}

RecordedMonth MonthRecorder::take() {
    Work& work = *work_;
    work.begin_month();
    work.offers.finish(work.month.to, work.month.media, work.month.evidence, work.month.replies);
    work.month.rules = work.state->rules;
    work.month.figures.people_who_fit =
        work.fits_counted == 0 ? 0 : work.fits / static_cast<double>(work.fits_counted);
    return std::move(work.month);
}

}  // namespace standby::engine::whatif
