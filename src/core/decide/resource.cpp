// Commands on the resource itself: create, change, pause, resume, close, release places.
#include "base/assert.hpp"
#include "base/probe.hpp"
#include "core/decide/decide.hpp"
#include "core/decide/outcomes.hpp"
#include "core/model/limits.hpp"
#include "core/state/resource_state.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace standby::core {
namespace {

std::optional<Refusal> check_settings(const Settings& settings, const ZoneBook& zones) {
    if (zones.find(settings.time_zone) == nullptr) {
        return Refusal{RefusalCode::InvalidField, "time_zone",
                       "must be the name of a time zone, such as Europe/Berlin"};
    }
    if (settings.capacity > limits::capacity_max) {
        return Refusal{RefusalCode::InvalidField, "capacity", "must be at most 100000000"};
    }
    if (settings.kind == Kind::Slots && settings.capacity != 0) {
        return Refusal{RefusalCode::InvalidField, "capacity",
                       "is not for slots: each opening is a place"};
    }
    if (settings.access_url.size() > limits::access_url_length_max) {
        return Refusal{RefusalCode::InvalidField, "access_url", "must be at most 500 bytes"};
    }
    if (settings.kind == Kind::Access && settings.inventory == Inventory::External) {
        return Refusal{RefusalCode::InvalidField, "inventory",
                       "must be internal for an access list"};
    }
    return std::nullopt;
}

// A list that has ended keeps what people knew of it; only whether it is put away may change.
std::optional<Refusal> check_ended(const ResourceState& state, Settings settings,
                                   const Rules& rules) {
    if (!is_terminal(state.status)) {
        return settings.archived
                   ? std::optional{Refusal{RefusalCode::ResourceOpen, "archived",
                                           "People can still join and wait. Close the list first, "
                                           "then archive it."}}
                   : std::nullopt;
    }
    settings.archived = state.settings.archived;
    if (settings != state.settings || rules != state.rules) {
        return Refusal{RefusalCode::ResourceClosed, "", "A closed list cannot be changed."};
    }
    return std::nullopt;
}

// Only a slot is given away before a time of its own.
std::optional<Refusal> check_window(const Rules& rules, Kind kind) {
    if (rules.auto_window && kind != Kind::Slots) {
        return invalid_field("rules.claim_window",
                             "must be a length of time: \"auto\" is for slots");
    }
    return std::nullopt;
}

// The seed that the list has from now on; empty: it is no lottery, or staff chose its seed. A list
// that becomes a lottery takes the one that was drawn for the command.
std::string seal(const ResourceState& state, Rules& rules, const std::string& drawn) {
    ASSERT(drawn.empty() || drawn.size() == limits::sealed_seed_length);
    if (rules.order != Order::Lottery) {
        return {};
    }
    const bool was_lottery =
        state.status != ResourceStatus::None && state.rules.order == Order::Lottery;
    if (was_lottery) {
        return state.draw_seed;
    }
    if (!drawn.empty()) {
        rules.draw_seed.clear();
    }
    return drawn;
}

std::optional<Refusal> check_seed(const Rules& rules, const std::string& sealed) {
    if (rules.order == Order::Lottery && rules.draw_seed.empty() == sealed.empty()) {
        return Refusal{RefusalCode::InvalidField, "rules.draw_seed",
                       sealed.empty() ? "must be set for a lottery"
                                      : "is drawn by the server; words of your own go into "
                                        "draw_words"};
    }
    return std::nullopt;
}

// A draw that people rely on cannot be changed under them, nor arranged once their numbers are
// known.
std::optional<Refusal> check_draw(const ResourceState& state, const Rules& rules) {
    const bool was_lottery = state.rules.order == Order::Lottery;
    const bool other_order = rules.order != state.rules.order;
    const bool other_seed = rules.draw_seed != state.rules.draw_seed;
    const bool other_words = rules.draw_words != state.rules.draw_words;
    if (was_lottery && state.drawn &&
        (other_order || other_seed || other_words || rules.draw_at != state.rules.draw_at)) {
        return Refusal{RefusalCode::LotteryDrawn, "rules",
                       "The lottery has been drawn, so its order can't change."};
    }
    if (rules.order != Order::Lottery || state.entries.last() == 0) {
        return std::nullopt;
    }
    if (other_order) {
        return Refusal{RefusalCode::InvalidField, "rules.order",
                       "cannot become lottery once someone has joined"};
    }
    if (other_seed || other_words) {
        return Refusal{RefusalCode::InvalidField,
                       other_seed ? "rules.draw_seed" : "rules.draw_words",
                       "cannot be set once someone has joined"};
    }
    return std::nullopt;
}

// Whether a place costs more than it did: something where it was nothing, more, or another
// currency.
bool costs_more(const std::optional<Money>& before, const std::optional<Money>& after) {
    return after &&
           (!before || before->currency != after->currency || before->amount < after->amount);
}

// Whether an offer that can still be answered would not be what it said. A slot has its own start,
// and may have its own price; but that it is to be paid here at all is news.
bool are_terms_worse(const ResourceState& state, const Offer& offer, const Settings& settings,
                     const Rules& rules) {
    const auto opening = state.openings.find(offer.opening);
    if (opening == state.openings.end()) {
        return settings.starts_at != state.settings.starts_at ||
               costs_more(state.rules.payment, rules.payment);
    }
    const bool has_own_price = opening->second.slot.price.has_value();
    return has_own_price ? rules.payment && !state.rules.payment
                         : costs_more(state.rules.payment, rules.payment);
}

// An offer is what it said: what changes for the worse is offered anew. Whoever has claimed already
// finishes under the terms of that moment.
void withdraw_changed(EventBuilder& builder, const Settings& settings, const Rules& rules) {
    const ResourceState& state = builder.state();
    if (settings.starts_at == state.settings.starts_at && rules.payment == state.rules.payment) {
        return;
    }
    std::vector<OfferNumber> changed;
    for (const auto& [number, offer] : state.offers) {
        if (offer.state == OfferState::Live && are_terms_worse(state, offer, settings, rules)) {
            changed.push_back(number);
        }
    }
    std::ranges::sort(changed);
    for (const OfferNumber number : changed) {
        PROBE("an offer is withdrawn because its terms change");
        end_offer(builder, number, OfferState::Withdrawn, Reason::TermsChanged, Fate::Keeps);
    }
}

Decided change_status(const ResourceState& state, ResourceStatus to, const Context& context) {
    EventBuilder builder{state, context};
    if (state.status == to) {
        return done(builder, {.repeated = true});
    }
    if (is_terminal(state.status)) {
        return refuse(RefusalCode::ResourceClosed, "The list is closed for good.");
    }
    builder.resource(state.status, to, Reason::Requested, StatusChanged{});
    return done(builder);
}

// Nobody is brought back: whoever waited was told that it is over. A list that was called off stays
// so, because those with a place were told as well.
Decided reopen(const ResourceState& state, const Context& context) {
    EventBuilder builder{state, context};
    if (!is_terminal(state.status)) {
        return done(builder, {.repeated = true});
    }
    if (state.status == ResourceStatus::Cancelled) {
        return refuse(RefusalCode::ResourceClosed,
                      "It was cancelled and everyone was told. Duplicate the list instead.");
    }
    PROBE("a closed list is opened again");
    if (state.settings.archived) {
        Settings settings = state.settings;
        settings.archived = false;
        builder.resource(Reason::Requested, SettingsChanged{settings});
    }
    builder.resource(state.status, ResourceStatus::Active, Reason::Requested, StatusChanged{});
    return done(builder);
}

}  // namespace

Decided decide_on(const ResourceState& state, const CreateResource& command,
                  const Context& context) {
    if (state.status != ResourceStatus::None) {
        return refuse(RefusalCode::ResourceExists, "The resource already exists.");
    }
    if (const auto refusal = check_settings(command.settings, *context.zones)) {
        return std::unexpected(*refusal);
    }
    Rules rules = command.rules.merged_into(default_rules(command.settings.kind));
    if (const auto refusal = check_window(rules, command.settings.kind)) {
        return std::unexpected(*refusal);
    }
    if (const auto refusal = check_rules(rules)) {
        return std::unexpected(*refusal);
    }
    const std::string sealed = seal(state, rules, command.draw_seed);
    if (const auto refusal = check_seed(rules, sealed)) {
        return std::unexpected(*refusal);
    }
    EventBuilder builder{state, context};
    builder.resource(ResourceStatus::None, ResourceStatus::Active, Reason::Requested,
                     ResourceCreated{command.settings, rules, sealed});
    Decision decision = done(builder);
    decision.events.back().rules_version = 1;
    return decision;
}

Decided decide_on(const ResourceState& state, const PatchResource& command,
                  const Context& context) {
    Settings settings = state.settings;
    settings.capacity = command.capacity.value_or(settings.capacity);
    settings.starts_at = command.starts_at.value_or(settings.starts_at);
    settings.time_zone = command.time_zone.value_or(settings.time_zone);
    settings.archived = command.archived.value_or(settings.archived);
    settings.access_url = command.access_url.value_or(settings.access_url);
    Rules rules = command.rules.merged_into(state.rules);
    if (const auto refusal = check_ended(state, settings, rules)) {
        return std::unexpected(*refusal);
    }
    if (const auto refusal = check_settings(settings, *context.zones)) {
        return std::unexpected(*refusal);
    }
    if (const auto refusal = check_window(rules, settings.kind)) {
        return std::unexpected(*refusal);
    }
    if (const auto refusal = check_rules(rules)) {
        return std::unexpected(*refusal);
    }
    const std::string sealed = seal(state, rules, command.draw_seed);
    if (const auto refusal = check_draw(state, rules)) {
        return std::unexpected(*refusal);
    }
    if (const auto refusal = check_seed(rules, sealed)) {
        return std::unexpected(*refusal);
    }
    EventBuilder builder{state, context};
    withdraw_changed(builder, settings, rules);
    const bool new_rules = rules != state.rules;
    if (settings != state.settings) {
        const bool capacity = settings.capacity != state.settings.capacity;
        builder.resource(capacity ? Reason::CapacityChanged : Reason::Requested,
                         SettingsChanged{settings});
    }
    if (new_rules) {
        builder.resource(Reason::RulesChanged, RulesChanged{rules, sealed});
    }
    Decision decision = done(builder);
    if (new_rules) {
        decision.events.back().rules_version = state.rules_version + 1;
    }
    return decision;
}

Decided decide_on(const ResourceState& state, const PauseResource&, const Context& context) {
    return change_status(state, ResourceStatus::Paused, context);
}

Decided decide_on(const ResourceState& state, const ResumeResource& command,
                  const Context& context) {
    if (command.reopens) {
        return reopen(state, context);
    }
    return change_status(state, ResourceStatus::Active, context);
}

Decided decide_on(const ResourceState& state, const CloseResource&, const Context& context) {
    return change_status(state, ResourceStatus::Closed, context);
}

Decided decide_on(const ResourceState& state, const ReleasePlaces& command,
                  const Context& context) {
    if (state.settings.kind == Kind::Slots) {
        return refuse(RefusalCode::WrongKind, "Slots are opened one by one.");
    }
    if (state.settings.kind == Kind::Seats && state.settings.inventory == Inventory::Internal) {
        return refuse(RefusalCode::NotExternal,
                      "The seats are counted here; raise the capacity instead.");
    }
    if (command.event_id.size() > limits::event_id_length_max) {
        return bad_field("event_id", "must be at most 200 bytes");
    }
    if (command.event_id.empty() && state.settings.inventory == Inventory::External) {
        return bad_field("event_id", "must be set, so that a repeated delivery is recognised");
    }
    if (command.quantity == 0 || command.quantity > limits::capacity_max) {
        return bad_field("quantity", "must be from 1 to 100000000");
    }
    if (command.note.size() > limits::note_length_max) {
        return bad_field("reason", "must be at most 2000 bytes");
    }
    EventBuilder builder{state, context};
    const EventKey event = command.event_id.empty() ? EventKey{} : event_key(command.event_id);
    if (event != EventKey{} && state.seen_events.contains(event)) {
        return done(builder, {.repeated = true});
    }
    if (is_terminal(state.status)) {
        return refuse(RefusalCode::ResourceClosed, "The list is closed.");
    }
    std::uint64_t quantity = command.quantity;
    if (state.settings.kind == Kind::Access) {
        const std::uint64_t total = state.settings.capacity;
        const std::uint64_t released = state.places.released();
        quantity = std::min(quantity, total > released ? total - released : 0);
        if (quantity == 0) {
            return refuse(RefusalCode::TotalReached, "All places have been released.");
        }
    }
    builder.resource(Reason::CapacityReleased,
                     PlacesReleased{event, static_cast<std::uint32_t>(quantity), command.note});
    return done(builder);
}

}  // namespace standby::core
