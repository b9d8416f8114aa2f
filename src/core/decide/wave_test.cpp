// Tests of waves, and of long lines: many offers are spread over time, and the one who fits is
// found wherever it stands.
#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

class WaveTest : public testing::Test, protected World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    // Slots of which one is offered at a time, every half hour.
    void slow_slots() {
        slots(plain().set(&Rules::wave_size, 1U).set(&Rules::wave_interval, minutes{30}));
    }
    std::vector<Ticket> asked() const {
        std::vector<Ticket> entries;
        for (const Event& event : history()) {
            if (std::holds_alternative<OfferMade>(event.body)) {
                entries.push_back(event.entry);
            }
        }
        return entries;
    }
    // A slot for cuts that nobody fits, and a wave that is full.
    void open_slot_and_full_wave() {
        slow_slots();
        Slot cut = slot();
        cut.service = "cut";
        open(cut);
        join("first", Wants{.service = "color"});
        Slot color = slot();
        color.service = "color";
        open(color);
    }
};

TEST_F(WaveTest, WavesSpreadTheOffers) {
    access(9, plain()
                  .set(&Rules::order, Order::Fifo)
                  .set(&Rules::wave_size, 2U)
                  .set(&Rules::wave_interval, hours{1}));
    for (const std::string_view name : {"a", "b", "c", "d", "e"}) {
        join(name);
    }
    release("", 5);
    EXPECT_EQ(asked(), (std::vector<Ticket>{1, 2}));
    EXPECT_EQ(due(), start + hours{1});
    EXPECT_EQ(trace(pass(hours{1} - Duration{1})), Trace{});
    pass(Duration{1});
    EXPECT_EQ(asked(), (std::vector<Ticket>{1, 2, 3, 4}));
    EXPECT_EQ(due(), start + hours{2});
    pass(hours{1});
    EXPECT_EQ(asked(), (std::vector<Ticket>{1, 2, 3, 4, 5}));
}

TEST_F(WaveTest, WavesHoldForSlotsToo) {
    slots(plain().set(&Rules::wave_size, 1U).set(&Rules::wave_interval, minutes{5}));
    join("a");
    join("b");
    open(hours{2});
    open(hours{3});
    EXPECT_EQ(asked(), (std::vector<Ticket>{1}));
    pass(minutes{5});
    EXPECT_EQ(asked(), (std::vector<Ticket>{1, 2}));
}

TEST_F(WaveTest, NobodyIsLookedForWhileAWaveIsFull) {
    slots(plain().set(&Rules::wave_size, 1U).set(&Rules::wave_interval, minutes{30}));
    join("a");
    const OpeningNumber first = open(hours{2});
    decline(Ticket{1});
    EXPECT_EQ(state(first), "offering") << "that the list is exhausted is said with the next wave";
    pass(minutes{30});
    EXPECT_EQ(state(first), "handed_back");
}

TEST_F(WaveTest, OpenSlotGoesToTheFirstOfThoseWhoCameMeanwhile) {
    open_slot_and_full_wave();
    join("slow", Wants{.service = "cut"});
    Join vip = person("vip");
    vip.wants.service = "cut";
    vip.tier = 1;
    const Ticket ahead = join(vip);
    join("slower", Wants{.service = "cut"});
    EXPECT_EQ(asked(), (std::vector<Ticket>{1}));
    pass(minutes{30});
    EXPECT_EQ(asked(), (std::vector<Ticket>{1, ahead}));
}

TEST_F(WaveTest, OpenSlotIsNotForgottenWhenVeryManyCameMeanwhile) {
    open_slot_and_full_wave();
    const Ticket fits = join("fits", Wants{.service = "cut"});
    for (int guest = 0; guest < 70; ++guest) {
        join("guest " + std::to_string(guest), Wants{.service = "nails"});
    }
    pass(minutes{30});
    EXPECT_EQ(asked(), (std::vector<Ticket>{1, fits}));
}

TEST_F(WaveTest, FullWaveHoldsSeatsBackUntilItEnds) {
    create({.kind = Kind::Seats, .starts_at = start + hours{40}, .capacity = 3},
           plain().set(&Rules::wave_size, 1U).set(&Rules::wave_interval, hours{1}));
    join("holder", 3);
    join("a");
    join("b");
    give(CancelEntry{1});
    EXPECT_EQ(asked(), (std::vector<Ticket>{2}));
    EXPECT_EQ(due(), start + hours{1});
    pass(hours{1});
    EXPECT_EQ(asked(), (std::vector<Ticket>{2, 3}));
}

TEST(LongLineTest, OneWhoFitsIsFoundAmongThousands) {
    const ZoneBook zones;
    const Context context{.now = World::start, .actor = {}, .zones = &zones};
    ResourceState state{ResourceNumber{7}};
    run(state, CreateResource{{.kind = Kind::Slots}, plain()}, context);
    constexpr Ticket guests = 5000;
    constexpr Ticket fits = 4700;
    for (Ticket guest = 1; guest <= guests; ++guest) {
        Join command = person(std::to_string(guest));
        command.wants.staff = guest == fits ? "kim" : guest % 2 == 0 ? "lee" : "max";
        run(state, command, context);
    }
    for (Ticket guest = 1; guest <= 300; guest += 7) {
        run(state, Leave{guest}, context);
    }
    OpenSlot command;
    command.slot = {.starts_at = World::start + hours{3},
                    .duration = minutes{30},
                    .service = {},
                    .staff = "kim"};
    const Outcome outcome = run(state, command, context);
    ASSERT_EQ(outcome.events.size(), 2U);
    EXPECT_EQ(outcome.events[1].entry, fits);
    command.slot.staff = "max";
    EXPECT_EQ(run(state, command, context).events.back().entry, 3U) << "the first that stayed";
}

}  // namespace
}  // namespace standby::core
