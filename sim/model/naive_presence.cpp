// Whether those who wait still want it: who is asked, who is set aside, and what counts as a sign
// of life.
#include "sim/model/naive_resource.hpp"

#include <algorithm>
#include <chrono>
#include <tuple>
#include <variant>

namespace standby::sim {

using std::chrono::days;

void NaiveResource::apply_body(const Event& event, const core::EntryPinged& body) {
    NaiveEntry& entry = entry_ref(event.entry);
    entry.pings = body.count;
    entry.pinged_at = event.at;
}

void NaiveResource::apply_body(const Event& event, const core::EntryPresence& body) {
    if (body.here) {
        hear_of(event);
    } else {
        NaiveEntry& entry = entry_ref(event.entry);
        entry.set_aside = true;
        entry.at_own_wish = event.reason == Reason::Requested;
        entry.pings = entry.at_own_wish ? 0 : entry.pings;
    }
}

void NaiveResource::hear_of(const Event& event) {
    NaiveEntry& entry = entry_ref(event.entry);
    entry.heard_at = event.at;
    entry.pings = 0;
    entry.set_aside = false;
    entry.at_own_wish = false;
}

// A guest who changes, confirms, accepts or declines something is there.
void NaiveResource::hear_from_guest(const Event& event) {
    const NaiveEntry* entry = find_entry(event.entry);
    const auto* ended = std::get_if<core::OfferEnded>(&event.body);
    const bool is_theirs = std::holds_alternative<core::EntryUpdated>(event.body) ||
                           std::holds_alternative<core::EntryVerified>(event.body) ||
                           std::holds_alternative<core::OfferClaimed>(event.body) ||
                           std::holds_alternative<core::OfferAccepted>(event.body) ||
                           std::holds_alternative<core::StandingYes>(event.body) ||
                           (ended != nullptr && ended->outcome == OfferState::Declined);
    if (event.actor.kind != ActorKind::Guest || !is_theirs || entry == nullptr ||
        !core::is_active(entry->state) || entry->state == EntryState::Unverified) {
        return;
    }
    if (state_.rules.ping_after > Duration{0} || entry->pings > 0 || entry->set_aside) {
        hear_of(event);
    }
}

std::optional<Time> NaiveResource::asked_at(const NaiveEntry& entry) const {
    if (entry.state != EntryState::Waiting || state_.rules.ping_after == Duration{0} ||
        entry.set_aside) {
        return std::nullopt;
    }
    if (entry.pings == 2) {
        return *entry.pinged_at + state_.rules.ping_grace;
    }
    Time due = entry.pings == 1
                   ? *entry.pinged_at + state_.rules.ping_grace
                   : entry.heard_at.value_or(entry.joined_at) + state_.rules.ping_after;
    if (entry.pinged_at) {
        due = std::max(due, *entry.pinged_at + days{7});
    }
    return due;
}

std::vector<std::tuple<Time, Ticket>> NaiveResource::who_is_to_be_asked() const {
    std::vector<std::tuple<Time, Ticket>> due;
    for (const NaiveEntry& entry : state_.entries) {
        if (const auto at = asked_at(entry); at && *at <= now_) {
            due.emplace_back(*at, entry.ticket);
        }
    }
    std::ranges::sort(due);
    return due;
}

// Five hundred at a time; the next ones a second later, and so are those who wait again because
// somebody was set aside.
void NaiveResource::ask_who_waited_long() {
    std::vector<std::tuple<Time, Ticket>> due = who_is_to_be_asked();
    const bool must_wait = asking_goes_on_at_ && now_ < *asking_goes_on_at_;
    if (state_.status != ResourceStatus::Active || due.empty() || must_wait) {
        return;
    }
    constexpr std::size_t portion = 500;
    due.resize(std::min(due.size(), portion));
    for (const auto& [at, ticket] : due) {
        const std::uint32_t pings = find_entry(ticket)->pings;
        if (pings < 2) {
            emit_entry(core::EntryPinged{.count = pings + 1}, Reason::Ping, {.entry = ticket},
                       EntryState::Waiting);
        } else {
            emit_entry(core::EntryPresence{.here = false}, Reason::NoAnswerToPings,
                       {.entry = ticket}, EntryState::Waiting);
        }
    }
    settle();
    asking_goes_on_at_ =
        who_is_to_be_asked().empty() ? std::nullopt : std::optional{now_ + std::chrono::seconds{1}};
}

NaiveResource::Refused NaiveResource::decide(const core::StillHere& command) {
    const NaiveEntry* entry = find_entry(command.entry);
    if (entry == nullptr) {
        return RefusalCode::UnknownEntry;
    }
    if (core::is_terminal(entry->state)) {
        return RefusalCode::EntryEnded;
    }
    if (entry->state == EntryState::Unverified) {
        return RefusalCode::EntryNotWaiting;
    }
    answer_ = {.entry = command.entry};
    if (entry->pings == 0 && !entry->set_aside) {
        answer_.repeated = true;
        return std::nullopt;
    }
    emit_entry(core::EntryPresence{.here = true}, Reason::StillHere, {.entry = command.entry},
               entry->state);
    return std::nullopt;
}

NaiveResource::Refused NaiveResource::decide(const core::SetAside& command) {
    const NaiveEntry* entry = find_entry(command.entry);
    if (entry == nullptr) {
        return RefusalCode::UnknownEntry;
    }
    if (core::is_terminal(entry->state)) {
        return RefusalCode::EntryEnded;
    }
    if (entry->state != EntryState::Waiting) {
        return RefusalCode::EntryNotWaiting;
    }
    answer_ = {.entry = command.entry};
    if (entry->set_aside && entry->at_own_wish) {
        answer_.repeated = true;
        return std::nullopt;
    }
    emit_entry(core::EntryPresence{.here = false}, Reason::Requested, {.entry = command.entry},
               EntryState::Waiting);
    return std::nullopt;
}

NaiveResource::Refused NaiveResource::decide(const core::ReportUnheard& command) {
    const NaiveEntry* entry = find_entry(command.entry);
    if (entry == nullptr) {
        return RefusalCode::UnknownEntry;
    }
    if (core::is_terminal(entry->state)) {
        return RefusalCode::EntryEnded;
    }
    answer_ = {.entry = command.entry};
    if (entry->state == EntryState::Unverified ? entry->heard_at == now_ : entry->pings == 0) {
        answer_.repeated = true;
        return std::nullopt;
    }
    emit_entry(core::EntryPresence{.here = true}, Reason::NotReachable, {.entry = command.entry},
               entry->state);
    return std::nullopt;
}

}  // namespace standby::sim
