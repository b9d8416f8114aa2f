// Appointments that go, come back, move, or only seem to.
#include "intake/calendar/calendar_change.hpp"

#include "intake/calendar/calendar_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace standby::intake {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::IsEmpty;

const Time now = at("2026-11-19T08:00:00Z");
const ChangeRules rules{.notice = hours{1}, .at_once = 1, .offered = {}};

CalendarTime appointment(std::string id, Duration from_now, std::string staff = "") {
    core::Slot slot;
    slot.starts_at = now + from_now;
    slot.duration = hours{1};
    slot.staff = std::move(staff);
    return {
        .id = std::move(id), .starts_at = slot.starts_at, .length = hours{1}, .appointment = slot};
}
CalendarTime lunch(std::string id, Duration from_now) {
    return {.id = std::move(id),
            .starts_at = now + from_now,
            .length = hours{1},
            .appointment = std::nullopt};
}
CalendarObject object(std::vector<CalendarTime> times, std::string version = "1") {
    return {
        .version = std::move(version), .times = std::move(times), .missing_since = std::nullopt};
}
// One appointment an hour, from two hours from now on.
CalendarMemory day_with(std::size_t count) {
    CalendarMemory memory;
    for (std::size_t index = 0; index < count; ++index) {
        const std::string name = "a" + std::to_string(index);
        memory[name] = object({appointment(name, hours{2 + index})});
    }
    return memory;
}
std::vector<std::string> ids(const std::vector<CalendarTime>& times) {
    std::vector<std::string> all;
    for (const CalendarTime& time : times) {
        all.push_back(time.id);
    }
    return all;
}
CalendarLook whole_of(const CalendarMemory& memory) {
    CalendarLook look{.changed = {}, .deleted = {}, .is_whole = true};
    for (const auto& [key, object] : memory) {
        look.unchanged.insert(key);
    }
    return look;
}

TEST(CalendarChange, FreesWhatTheServerSaysIsDeletedAtOnceAndOnce) {
    CalendarMemory memory = day_with(5);
    const CalendarLook look{.changed = {}, .deleted = {"a1"}};
    const CalendarChange change = compare_looks(memory, look, now, rules);
    EXPECT_THAT(ids(change.freed), ElementsAre("a1"));
    EXPECT_THAT(change.dropped, ElementsAre("a1"));
    EXPECT_THAT(compare_looks(memory, look, now, rules).freed, IsEmpty());
}

TEST(CalendarChange, FreesNothingOnTheFirstLook) {
    CalendarMemory memory;
    const CalendarLook look{.changed = {{"a", object({appointment("a", hours{3})})}},
                            .deleted = {"b"},
                            .is_whole = true};
    EXPECT_THAT(compare_looks(memory, look, now, rules).freed, IsEmpty());
    EXPECT_EQ(memory.size(), 1u);
}

TEST(CalendarChange, FreesTheOldTimeOfWhatWasMoved) {
    CalendarMemory memory = day_with(2);
    const auto change = compare_looks(
        memory,
        {.changed = {{"a0", object({appointment("a0-later", hours{5})}, "2")}}, .deleted = {}}, now,
        rules);
    EXPECT_THAT(ids(change.freed), ElementsAre("a0"));
    // A quarter of an hour later is no free hour.
    const auto little = compare_looks(
        memory,
        {.changed = {{"a1", object({appointment("a1-later", hours{3} + minutes{15})}, "2")}},
         .deleted = {}},
        now, rules);
    EXPECT_THAT(little.freed, IsEmpty());
}

TEST(CalendarChange, FreesOneOfASeriesAndNotWhatHasNoNotice) {
    CalendarMemory memory;
    memory["s"] = object({appointment("mon", minutes{30}), appointment("tue", hours{24}),
                          appointment("wed", hours{48}), lunch("thu", hours{72})});
    const auto change = compare_looks(
        memory, {.changed = {{"s", object({appointment("wed", hours{48})}, "2")}}, .deleted = {}},
        now, rules);
    EXPECT_THAT(ids(change.freed), ElementsAre("tue"));
}

TEST(CalendarChange, KeepsTimeThatSomethingElseFills) {
    CalendarMemory memory = day_with(3);
    memory["lunch"] = object({lunch("l", hours{3})});
    memory["jess"] = object({appointment("j", hours{4}, "Jess")});
    memory["a2"] = object({appointment("a2", hours{4}, "Noor")});
    EXPECT_THAT(
        ids(compare_looks(memory, {.changed = {}, .deleted = {"a1", "a2"}}, now, rules).freed),
        ElementsAre("a2"));
    // Two were booked for the same hour: it comes free once.
    CalendarMemory twice;
    twice["a"] = object({appointment("a", hours{3})});
    twice["b"] = object({appointment("b", hours{3})});
    EXPECT_THAT(compare_looks(twice, {.changed = {}, .deleted = {"a", "b"}}, now, rules).freed,
                testing::SizeIs(1));
    CalendarMemory room = day_with(0);
    room["a"] = object({appointment("a", hours{3})});
    room["b"] = object({appointment("b", hours{3})});
    EXPECT_THAT(ids(compare_looks(room, {.changed = {}, .deleted = {"a"}}, now,
                                  {.notice = hours{1}, .at_once = 2, .offered = {}})
                        .freed),
                ElementsAre("a"));
}

TEST(CalendarChange, LooksTwiceForWhatIsMerelyNotThere) {
    CalendarMemory memory = day_with(5);
    CalendarLook look = whole_of(memory);
    look.unchanged.erase("a2");
    CalendarChange first = compare_looks(memory, look, now, rules);
    EXPECT_THAT(first.freed, IsEmpty());
    EXPECT_TRUE(first.wants_second_look);
    EXPECT_THAT(compare_looks(memory, look, now + seconds{5}, rules).freed, IsEmpty());
    EXPECT_THAT(ids(compare_looks(memory, look, now + seconds{30}, rules).freed),
                ElementsAre("a2"));
}

TEST(CalendarChange, ForgetsAScareWhenItIsThereAgain) {
    CalendarMemory memory = day_with(5);
    CalendarLook look = whole_of(memory);
    look.unchanged.erase("a2");
    compare_looks(memory, look, now, rules);
    look.unchanged.insert("a2");
    EXPECT_THAT(compare_looks(memory, look, now + seconds{30}, rules).kept, testing::SizeIs(1));
    look.unchanged.erase("a2");
    EXPECT_THAT(compare_looks(memory, look, now + seconds{60}, rules).freed, IsEmpty());
}

TEST(CalendarChange, AsksAboutManyAtOnce) {
    CalendarMemory memory = day_with(20);
    const CalendarChange change =
        compare_looks(memory, {.changed = {}, .deleted = {"a1", "a2", "a3", "a4"}}, now, rules);
    EXPECT_THAT(change.freed, IsEmpty());
    EXPECT_THAT(ids(change.asked), ElementsAre("a1", "a2", "a3", "a4"));
    EXPECT_EQ(change.question, GoneQuestion::Many);
    CalendarMemory large = day_with(50);
    EXPECT_THAT(
        compare_looks(large, {.changed = {}, .deleted = {"a1", "a2", "a3", "a4"}}, now, rules)
            .freed,
        testing::SizeIs(4));
}

TEST(CalendarChange, FreesNothingWhenAFeedIsEmpty) {
    CalendarMemory memory = day_with(2);
    const CalendarLook nothing{.changed = {}, .deleted = {}, .is_whole = true};
    for (int look = 0; look < 5; ++look) {
        const auto change = compare_looks(memory, nothing, now + seconds{60} * look, rules);
        EXPECT_THAT(change.freed, IsEmpty());
        EXPECT_EQ(change.question, GoneQuestion::Empty);
    }
    EXPECT_EQ(memory.size(), 2u);
    // Back again, as if nothing had been.
    EXPECT_THAT(compare_looks(memory, whole_of(day_with(2)), now + hours{1}, rules).freed,
                IsEmpty());
}

TEST(CalendarChange, AsksAboutWhatLiesBehindTheEndOfAFeed) {
    CalendarMemory memory = day_with(5);
    CalendarLook look = whole_of(memory);
    look.unchanged.erase("a4");
    look.reaches_to = now + hours{5};
    compare_looks(memory, look, now, rules);
    const CalendarChange change = compare_looks(memory, look, now + seconds{30}, rules);
    EXPECT_THAT(change.freed, IsEmpty());
    EXPECT_THAT(ids(change.asked), ElementsAre("a4"));
    EXPECT_EQ(change.question, GoneQuestion::Edge);
}

TEST(CalendarChange, TakesWhatCannotBeReadForStillThere) {
    CalendarMemory memory = day_with(5);
    CalendarLook look = whole_of(memory);
    look.unchanged.erase("a2");
    look.unreadable.insert("a2");
    for (int times = 0; times < 3; ++times) {
        EXPECT_THAT(compare_looks(memory, look, now + seconds{30} * times, rules).freed, IsEmpty());
    }
}

TEST(CalendarMemory, IsReadBackAsItWasWritten) {
    CalendarObject one =
        object({appointment("a", hours{3}, "Jess"), lunch("b", hours{5})}, "\"e1\"");
    one.times[0].appointment->service = "Colour";
    one.times[0].appointment->size_max = 4;
    one.times[0].appointment->price = core::Money{.amount = 4500, .currency = {'C', 'H', 'F'}};
    one.missing_since = now;
    EXPECT_EQ(read_calendar_object(write_calendar_object(one)), one);
    EXPECT_EQ(read_calendar_object("nonsense"), std::nullopt);
}

// Whatever a calendar does, between any two looks.
RC_GTEST_PROP(CalendarChange, NeverFreesWhatIsThereAndNeverMoreThanTheGuardAllows, ()) {
    CalendarMemory memory;
    Time time = now;
    std::set<std::string> freed_before;
    const auto looks = *rc::gen::inRange(1, 12);
    for (int number = 0; number < looks; ++number) {
        CalendarLook look{.changed = {}, .deleted = {}, .is_whole = *rc::gen::arbitrary<bool>()};
        std::set<std::string> there;
        for (int name = 0; name < 12; ++name) {
            const std::string key = "k" + std::to_string(name);
            const int what = *rc::gen::inRange(0, 6);
            if (what <= 1) {
                const auto hour = *rc::gen::inRange(0, 40);
                const std::string id = key + "@" + std::to_string(hour);
                look.changed.emplace_back(key, object({appointment(id, hours{hour})}));
                there.insert(id);
            } else if (what == 2 && memory.contains(key)) {
                look.deleted.push_back(key);
            } else if (what >= 4 && memory.contains(key)) {
                look.unchanged.insert(key);
                for (const CalendarTime& one : memory[key].times) {
                    there.insert(one.id);
                }
            }
        }
        std::size_t known = 0;
        for (const auto& [key, one] : memory) {
            known += one.times.size();
        }
        const bool was_empty = memory.empty();
        const CalendarChange change = compare_looks(memory, look, time, rules);
        RC_ASSERT(!was_empty || change.freed.empty());
        RC_ASSERT(change.freed.size() <=
                  std::max(freed_at_once_min, known * freed_at_once_percent / 100));
        for (const CalendarTime& one : change.freed) {
            RC_ASSERT(!there.contains(one.id));
            RC_ASSERT(one.starts_at >= time + rules.notice);
            RC_ASSERT(!is_taken(memory, *one.appointment, 1));
        }
        // The same look once more frees nothing.
        RC_ASSERT(compare_looks(memory, look, time, rules).freed.empty());
        time += seconds{*rc::gen::inRange(1, 120)};
    }
}

}  // namespace
}  // namespace standby::intake
