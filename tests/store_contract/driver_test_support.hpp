// A resource as the core runs it, giving the changes to be committed after each step.
#pragma once

#include "core/audit/event_codec.hpp"
#include "core/audit/fingerprint.hpp"
#include "core/audit/hash_chain.hpp"
#include "core/rules/zone_book.hpp"
#include "core/run.hpp"
#include "core/state/rows.hpp"
#include "tests/store_contract/builders_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::store {

class Driver {
public:
    explicit Driver(core::ResourceNumber number) : state(number) {}

    // Carries out a command and keeps what it changed for the next `take`.
    core::Answer give(const core::Command& command, Time now) {
        const core::Outcome outcome = core::run(state, command, context(now));
        EXPECT_FALSE(outcome.refusal) << core::name_of(outcome.refusal->code);
        keep(outcome.events);
        return outcome.answer;
    }
    void pass(Time now) { keep(core::catch_up(state, context(now))); }

    core::Ticket join(std::uint64_t contact, Time now) {
        core::Join command;
        command.contacts = {core::ContactKey{contact}, core::ContactKey{contact + 1}};
        return give(command, now).entry;
    }

    engine::ResourceChange take() {
        engine::ResourceChange change;
        change.resource = state.number;
        change.at = state.last_at;
        change.status = state.status;
        change.next_due = core::next_due(state);
        change.last_event = state.last_event;
        change.last_link = chain_.last();
        change.rows = core::take_changes(state);
        change.events = std::exchange(events_, {});
        return change;
    }

    core::Context context(Time now) const {
        return {.now = now, .actor = {.kind = core::ActorKind::Staff, .id = 1}, .zones = &zones_};
    }

    core::ResourceState state;

private:
    void keep(const std::vector<core::Event>& events) {
        for (const core::Event& event : events) {
            const std::vector<std::byte> encoded = core::encode_event(event);
            const Sha256Digest link = chain_.extend(encoded);
            events_.push_back(
                {.number = event.number, .at = event.at, .data = encoded, .link = link});
        }
    }

    core::ZoneBook zones_;
    core::HashChain chain_;
    std::vector<engine::EventRow> events_;
};

// The rules to start from: every hour counts.
inline core::CreateResource plain_resource(core::Kind kind, std::uint32_t capacity) {
    return {.settings = {.kind = kind, .capacity = capacity},
            .rules = core::RulesPatch{}.set(&core::Rules::quiet_hours, std::nullopt)};
}

}  // namespace standby::store
