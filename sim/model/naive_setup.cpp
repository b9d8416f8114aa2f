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
        command.settings.capacity > limits::capacity_max || core::check_rules(rules)) {
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
    if (state_.status == ResourceStatus::Closed) {
        return RefusalCode::ResourceClosed;
    }
    Settings settings = state_.settings;
    settings.capacity = command.capacity.value_or(settings.capacity);
    settings.starts_at = command.starts_at.value_or(settings.starts_at);
    settings.time_zone = command.time_zone.value_or(settings.time_zone);
    Rules rules = command.rules.merged_into(state_.rules);
    if (zones_->find(settings.time_zone) == nullptr || settings.capacity > limits::capacity_max ||
        core::check_rules(rules)) {
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
    if (state_.status == ResourceStatus::Closed) {
        return RefusalCode::ResourceClosed;
    }
    answer_.repeated = state_.status == ResourceStatus::Paused;
    if (state_.status == ResourceStatus::Active) {
        emit(core::StatusChanged{}, Reason::Requested, {}, Subject::Resource,
             static_cast<std::uint8_t>(ResourceStatus::Paused));
    }
    return std::nullopt;
}

NaiveResource::Refused NaiveResource::decide(const core::ResumeResource&) {
    if (state_.status == ResourceStatus::Closed) {
        return RefusalCode::ResourceClosed;
    }
    answer_.repeated = state_.status == ResourceStatus::Active;
    if (state_.status == ResourceStatus::Paused) {
        emit(core::StatusChanged{}, Reason::Requested, {}, Subject::Resource,
             static_cast<std::uint8_t>(ResourceStatus::Active));
    }
    return std::nullopt;
}

NaiveResource::Refused NaiveResource::decide(const core::CloseResource&) {
    answer_.repeated = state_.status == ResourceStatus::Closed;
    if (state_.status != ResourceStatus::Closed) {
        emit(core::StatusChanged{}, Reason::Requested, {}, Subject::Resource,
             static_cast<std::uint8_t>(ResourceStatus::Closed));
    }
    return std::nullopt;
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
    if (state_.status == ResourceStatus::Closed) {
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

}  // namespace standby::sim
