// For tests of stored rows: worlds with a bit of everything, their rows, and the comparison of what
// the rows give with what was there.
#pragma once

#include "core/decide/decide_test_support.hpp"
#include "core/state/rows_test_support.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace standby::core {

// What the rows of a world's history give, or what went wrong.
inline std::string compare_restored(const RowKeeper& rows, const ResourceState& state,
                                    const Context& context) {
    auto restored = rows.restore(state.number);
    if (!restored) {
        return restored.error();
    }
    if (fingerprint(**restored) != fingerprint(state)) {
        return "another state";
    }
    if (next_due(**restored) != state.last_at) {
        return "not due at once";
    }
    ResourceState copy = state;
    copy.recheck = Recheck{};
    if (catch_up(**restored, context) != catch_up(copy, context) ||
        fingerprint(**restored) != fingerprint(copy)) {
        return "goes on differently";
    }
    return {};
}

inline Join referred_by(std::string_view name, Ticket referrer) {
    Join command = person(name);
    command.referrer = referrer;
    return command;
}

inline World busy_slots() {
    World world;
    world.slots(plain()
                    .set(&Rules::after_miss, AfterOffer::Back)
                    .set(&Rules::after_decline, AfterOffer::Keep)
                    .set(&Rules::max_misses, 0)
                    .set(&Rules::reminder_after, std::chrono::minutes{2}));
    Wants haircut;
    haircut.service = "haircut";
    haircut.staff = "Ada";
    haircut.time_zone = "Asia/Tokyo";
    Wants colour;
    colour.service = "colour";
    colour.max_price = euros(50);
    world.join("a", haircut);
    world.join("b", colour);
    world.join("c");
    Slot slot = world.slot(std::chrono::hours{5});
    slot.service = "haircut";
    slot.staff = "Ada";
    world.give(OpenSlot{.event_id = "outside", .slot = slot, .reason = Reason::Cancellation});
    world.miss(1);
    world.join("d", haircut);
    slot.staff = "";
    world.open(slot);
    world.open(slot);
    world.miss(world.resource().offers.begin()->second.entry);
    world.join("e");
    return world;
}

inline World busy_seats() {
    World world;
    world.seats(5, plain()
                       .set(&Rules::party, PartyPolicy::Fit)
                       .set(&Rules::after_decline, AfterOffer::Back)
                       .set(&Rules::after_miss, AfterOffer::Keep)
                       .set(&Rules::reminder_after, std::chrono::minutes{20})
                       .set(&Rules::max_offers, 2));
    world.join("a", 2);
    world.join("b", 2);
    world.join("c", 1);
    for (const char* name : {"d", "e", "f", "g"}) {
        world.join(name, name[0] == 'd' ? 3 : 1);
    }
    world.leave(1);
    world.decline(Ticket{5});
    world.give(MarkAttended{2});
    return world;
}

inline RowKeeper rows_of(const World& world) {
    ResourceState state{world.resource().number};
    for (const Event& event : world.history()) {
        apply(state, event);
    }
    RowKeeper rows;
    rows.keep(take_changes(state));
    return rows;
}

}  // namespace standby::core
