// Creating, changing, pausing, resuming and closing a resource, and releasing places.
#include "core/model/limits.hpp"
#include "sim/model/naive_resource.hpp"

#include <algorithm>

namespace standby::sim {

namespace limits = core::limits;

NaiveResource::Refused NaiveResource::decide(const core::CreateResource& command) {
    if (state_.status != ResourceStatus::None) {
        return RefusalCode::ResourceExists;
    }
    Rules rules = command.rules.merged_into(core::default_rules(command.settings.kind));
    const bool is_external_access =
        command.settings.kind == Kind::Access && command.settings.inventory == Inventory::External;
    if (is_external_access || zones_->find(command.settings.time_zone) == nullptr ||
        command.settings.capacity > limits::capacity_max || core::check_rules(rules) ||
        (rules.auto_window && command.settings.kind != Kind::Slots)) {
        return RefusalCode::InvalidField;
    }
    std::string seed;
    if (rules.order == Order::Lottery) {
        seed = command.draw_seed;
        rules.draw_seed = seed.empty() ? rules.draw_seed : "";
        if (seed.empty() && rules.draw_seed.empty()) {
            return RefusalCode::InvalidField;
        }
    }
    emit({core::ResourceCreated{.settings = command.settings, .rules = rules, .draw_seed = seed}},
         Reason::Requested, {}, Subject::Resource,
         static_cast<std::uint8_t>(ResourceStatus::Active));
    return std::nullopt;
}

NaiveResource::Refused NaiveResource::decide(const core::PatchResource& command) {
    Settings settings = state_.settings;
    settings.capacity = command.capacity.value_or(settings.capacity);
    settings.starts_at = command.starts_at.value_or(settings.starts_at);
    settings.time_zone = command.time_zone.value_or(settings.time_zone);
    Rules rules = command.rules.merged_into(state_.rules);
    if (core::is_terminal(state_.status)) {
        if (settings != state_.settings || rules != state_.rules) {
            return RefusalCode::ResourceClosed;
        }
    } else if (command.archived.value_or(false)) {
        return RefusalCode::ResourceOpen;
    }
    settings.archived = command.archived.value_or(settings.archived);
    if (zones_->find(settings.time_zone) == nullptr || settings.capacity > limits::capacity_max ||
        core::check_rules(rules) || (rules.auto_window && settings.kind != Kind::Slots)) {
        return RefusalCode::InvalidField;
    }
    const bool becomes_lottery =
        rules.order == Order::Lottery && state_.rules.order != Order::Lottery;
    std::string seed;
    if (becomes_lottery && !command.draw_seed.empty()) {
        seed = command.draw_seed;
        rules.draw_seed.clear();
    } else if (rules.order == Order::Lottery && !becomes_lottery) {
        seed = state_.draw_seed;
    }
    const bool changes_lots =
        rules.draw_seed != state_.rules.draw_seed || rules.draw_words != state_.rules.draw_words;
    const bool changes_draw =
        rules.order != state_.rules.order || rules.draw_at != state_.rules.draw_at || changes_lots;
    if (state_.drawn && changes_draw) {
        return RefusalCode::LotteryDrawn;
    }
    if (rules.order == Order::Lottery) {
        const bool has_one_seed = seed.empty() != rules.draw_seed.empty();
        if (!has_one_seed || ((becomes_lottery || changes_lots) && !state_.entries.empty())) {
            return RefusalCode::InvalidField;
        }
    }
    withdraw_what_changed(settings, rules);
    if (settings != state_.settings) {
        const bool raised = settings.capacity != state_.settings.capacity;
        emit_resource(core::SettingsChanged{.settings = settings},
                      raised ? Reason::CapacityChanged : Reason::Requested);
    }
    if (rules != state_.rules) {
        emit_resource(core::RulesChanged{.rules = rules, .draw_seed = seed}, Reason::RulesChanged);
    }
    return std::nullopt;
}

NaiveResource::Refused NaiveResource::decide(const core::PauseResource&) {
    if (core::is_terminal(state_.status)) {
        return RefusalCode::ResourceClosed;
    }
    answer_.repeated = state_.status == ResourceStatus::Paused;
    if (state_.status == ResourceStatus::Active) {
        emit(core::StatusChanged{}, Reason::Requested, {}, Subject::Resource,
             static_cast<std::uint8_t>(ResourceStatus::Paused));
    }
    return std::nullopt;
}

NaiveResource::Refused NaiveResource::decide(const core::ResumeResource& command) {
    if (command.reopens) {
        return reopen();
    }
    if (core::is_terminal(state_.status)) {
        return RefusalCode::ResourceClosed;
    }
    answer_.repeated = state_.status == ResourceStatus::Active;
    if (state_.status == ResourceStatus::Paused) {
        emit(core::StatusChanged{}, Reason::Requested, {}, Subject::Resource,
             static_cast<std::uint8_t>(ResourceStatus::Active));
    }
    return std::nullopt;
}

NaiveResource::Refused NaiveResource::reopen() {
    if (state_.status == ResourceStatus::Cancelled) {
        return RefusalCode::ResourceClosed;
    }
    answer_.repeated = state_.status != ResourceStatus::Closed;
    if (answer_.repeated) {
        return std::nullopt;
    }
    if (state_.settings.archived) {
        Settings settings = state_.settings;
        settings.archived = false;
        emit_resource(core::SettingsChanged{.settings = settings}, Reason::Requested);
    }
    emit(core::StatusChanged{}, Reason::Requested, {}, Subject::Resource,
         static_cast<std::uint8_t>(ResourceStatus::Active));
    return std::nullopt;
}

NaiveResource::Refused NaiveResource::decide(const core::CloseResource&) {
    if (state_.status == ResourceStatus::Cancelled) {
        return RefusalCode::ResourceClosed;
    }
    answer_.repeated = state_.status == ResourceStatus::Closed;
    if (state_.status != ResourceStatus::Closed) {
        emit(core::StatusChanged{}, Reason::Requested, {}, Subject::Resource,
             static_cast<std::uint8_t>(ResourceStatus::Closed));
    }
    return std::nullopt;
}

// Offers and openings end with the command itself; places and waiting end by themselves.
NaiveResource::Refused NaiveResource::decide(const core::CancelResource& command) {
    if (command.note.size() > limits::note_length_max) {
        return RefusalCode::InvalidField;
    }
    answer_.repeated = state_.status == ResourceStatus::Cancelled;
    if (answer_.repeated) {
        return std::nullopt;
    }
    std::vector<OfferNumber> offers;
    for (const NaiveOffer& offer : state_.offers) {
        if (!core::is_terminal(offer.state)) {
            offers.push_back(offer.number);
        }
    }
    for (const OfferNumber number : offers) {
        end_offer_and_entry(number, OfferState::Withdrawn, EntryState::Expired,
                            Reason::EventCancelled);
    }
    std::vector<OpeningNumber> openings;
    for (const NaiveOpening& opening : state_.openings) {
        const bool is_left =
            opening.state == OpeningState::HandedBack || opening.state == OpeningState::WalkIn;
        const bool is_over = is_left && now_ >= opening.slot.starts_at + opening.slot.duration;
        if (opening.state != OpeningState::Booked && opening.state != OpeningState::Withdrawn &&
            !is_over) {
            openings.push_back(opening.number);
        }
    }
    for (const OpeningNumber number : openings) {
        emit(core::OpeningMoved{}, Reason::EventCancelled, {.opening = number}, Subject::Opening,
             static_cast<std::uint8_t>(OpeningState::Withdrawn));
    }
    emit(core::StatusChanged{.note = command.note}, Reason::Requested, {}, Subject::Resource,
         static_cast<std::uint8_t>(ResourceStatus::Cancelled));
    return std::nullopt;
}

// Live offers that would no longer be what they said: another start, or a higher price.
void NaiveResource::withdraw_what_changed(const Settings& settings, const Rules& rules) {
    const auto is_dearer = [](const std::optional<Money>& old, const std::optional<Money>& now) {
        return now && (!old || old->currency != now->currency || now->amount > old->amount);
    };
    std::vector<OfferNumber> worse;
    for (const NaiveOffer& offer : state_.offers) {
        const NaiveOpening* opening = find_opening(offer.opening);
        bool changes = is_dearer(state_.rules.payment, rules.payment);
        if (opening == nullptr) {
            changes = changes || settings.starts_at != state_.settings.starts_at;
        } else if (opening->slot.price) {
            changes = !state_.rules.payment && rules.payment;
        }
        if (changes && offer.state == OfferState::Live) {
            worse.push_back(offer.number);
        }
    }
    for (const OfferNumber number : worse) {
        end_offer(number, OfferState::Withdrawn, Reason::TermsChanged);
    }
}

NaiveResource::Refused NaiveResource::decide(const core::ReleasePlaces& command) {
    if (state_.settings.kind == Kind::Slots) {
        return RefusalCode::WrongKind;
    }
    const bool is_external = state_.settings.inventory == Inventory::External;
    if (state_.settings.kind == Kind::Seats && !is_external) {
        return RefusalCode::NotExternal;
    }
    if (command.event_id.size() > limits::event_id_length_max ||
        (is_external && command.event_id.empty()) || command.quantity == 0 ||
        command.quantity > limits::capacity_max) {
        return RefusalCode::InvalidField;
    }
    const EventKey key = command.event_id.empty() ? EventKey{} : core::event_key(command.event_id);
    if (key != EventKey{} &&
        std::ranges::find(state_.events_seen, key) != state_.events_seen.end()) {
        answer_.repeated = true;
        return std::nullopt;
    }
    if (core::is_terminal(state_.status)) {
        return RefusalCode::ResourceClosed;
    }
    std::uint32_t quantity = command.quantity;
    if (!is_external) {
        // Never more than the total: what is over it is not released.
        const std::uint64_t total = state_.settings.capacity;
        if (state_.released_places >= total) {
            return RefusalCode::TotalReached;
        }
        quantity = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(quantity, total - state_.released_places));
    }
    emit_resource(core::PlacesReleased{.event = key, .quantity = quantity},
                  Reason::CapacityReleased);
    return std::nullopt;
}

// First what nobody was asked about, then what was offered last.
NaiveResource::Refused NaiveResource::decide(const core::RevokePlaces& command) {
    if (state_.settings.kind == Kind::Slots) {
        return RefusalCode::WrongKind;
    }
    if (state_.settings.kind == Kind::Seats && state_.settings.inventory == Inventory::Internal) {
        return RefusalCode::NotExternal;
    }
    if (command.event_id.empty() || command.event_id.size() > limits::event_id_length_max ||
        command.quantity == 0 || command.quantity > limits::capacity_max) {
        return RefusalCode::InvalidField;
    }
    const EventKey key = core::event_key(command.event_id);
    if (std::ranges::find(state_.events_seen, key) != state_.events_seen.end()) {
        answer_.repeated = true;
        return std::nullopt;
    }
    if (core::is_terminal(state_.status)) {
        return RefusalCode::ResourceClosed;
    }
    const bool is_external = state_.settings.inventory == Inventory::External;
    const std::uint64_t gone = is_external ? state_.gone_places : 0;
    const std::uint64_t there = state_.released_places - std::min(gone, state_.released_places);
    std::uint64_t left = std::min<std::uint64_t>(command.quantity, there);
    std::uint64_t taken = std::min(left, free_places());
    std::vector<OfferNumber> offered;
    for (auto offer = state_.offers.rbegin(); offer != state_.offers.rend(); ++offer) {
        if (taken < left && offer->state == OfferState::Live) {
            offered.push_back(offer->number);
            taken += offer->places;
        }
    }
    left = std::min(left, taken);
    if (left == 0) {
        return RefusalCode::NoFreePlace;
    }
    for (const OfferNumber number : offered) {
        end_offer(number, OfferState::Withdrawn, Reason::CapacityRevoked);
    }
    const auto quantity = static_cast<std::uint32_t>(left);
    emit_resource(core::PlacesRevoked{.event = key,
                                      .quantity = quantity,
                                      .missing = command.quantity - quantity},
                  Reason::CapacityRevoked);
    return std::nullopt;
}

}  // namespace standby::sim
