// Tests of who is erased when, and that nobody is before their time; and of histories that are kept
// for a while: what goes, what never does, and that the rest is proven as before.
#include "app/service/retention.hpp"

#include "app/commands/offline_engine.hpp"
#include "app/commands/verification.hpp"
#include "engine/history/erase.hpp"
#include "engine/history/history_start.hpp"
#include "engine/history/read_events.hpp"
#include "engine/history/timeline.hpp"
#include "tests/memory_store/memory_store.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <utility>
#include <vector>

namespace standby::app {
namespace {

using std::chrono::days;
using std::chrono::hours;

class SetClock final : public engine::Clock {
public:
    Time now() const override { return at; }
    Time at = std::chrono::sys_days{std::chrono::year{2026} / std::chrono::November / 16};
};

// Every list counts its days in UTC.
const Zone* no_zones(std::string_view) {
    return nullptr;
}

class RetentionTest : public testing::Test {
protected:
    RetentionTest() {
        account_ = store_.create_account("Salon", clock_.at).value().number;
        open_list();
    }
    void open_list() {
        list_ = store_.allocate_resource(account_, {}, clock_.at).value();
        core::CreateResource create;
        create.settings.kind = core::Kind::Slots;
        give(create);
    }
    core::Ticket give(core::Command command, engine::Attachment attachment = {}) {
        core::Ticket entry = 0;
        OfflineEngine engine(store_, zones_, clock_, OfflineMessages::StayHere, std::nullopt);
        std::vector<engine::Request> requests;
        requests.push_back({.resource = list_,
                            .command = std::move(command),
                            .actor = {.kind = core::ActorKind::Staff, .id = 1},
                            .attachment = std::move(attachment)});
        requests.back().make_answer = [&](const core::ResourceState&,
                                          const core::Outcome& outcome) {
            entry = outcome.answer.entry;
            return engine::Answer{200, ""};
        };
        requests.back().done = [](const engine::Reply&) {};
        engine.carry_out(std::move(requests));
        return entry;
    }
    core::Ticket join(std::uint64_t contact) {
        core::Join command;
        command.contacts = {core::ContactKey{contact}};
        command.wants.service = "secret wish";
        return give(command, {.person = engine::Person{.name = "Ada"}});
    }
    void keep(Duration people, Duration messages = {}, Duration histories = {}) {
        engine::House house = store_.house(account_).value();
        house.account = account_;
        house.keep_people = people;
        house.keep_messages = messages;
        house.keep_histories = histories;
        ASSERT_TRUE(store_.save_house(house, clock_.at));
    }
    std::uint64_t step() {
        std::uint64_t erased = 0;
        last_ = retention_.step(
            store_, store_, clock_.at, [](core::ResourceNumber) { return true; },
            [&](const Retention::Done& done) {
                erased += done.people + done.messages + done.events;
            });
        return erased;
    }
    bool is_kept(core::Ticket entry) {
        return store_.person(core::entry_id(list_, entry)).value().has_value();
    }

    SetClock clock_;
    store::MemoryStore store_;
    core::ZoneBook zones_;
    engine::AccountNumber account_;
    core::ResourceNumber list_;
    Retention::Step last_;
    Retention retention_{no_zones, {.looked_at_max = 2'000, .erased_max = 2, .messages_max = 10}};
};

TEST_F(RetentionTest, WithoutASettingEverybodyStays) {
    const core::Ticket entry = join(1);
    give(core::Leave{entry});
    clock_.at += days{5'000};
    EXPECT_EQ(step(), 0U);
    EXPECT_TRUE(is_kept(entry));
}

TEST_F(RetentionTest, WhoEndedLongAgoIsErasedAndWhoWaitsIsNot) {
    keep(days{30});
    const core::Ticket old = join(1);
    const core::Ticket waiting = join(2);
    give(core::Leave{old});
    clock_.at += days{20};
    const core::Ticket late = join(3);
    give(core::Leave{late});
    EXPECT_EQ(step(), 0U);
    clock_.at += days{11};
    EXPECT_EQ(step(), 1U);
    EXPECT_FALSE(is_kept(old));
    EXPECT_TRUE(is_kept(waiting));
    EXPECT_TRUE(is_kept(late));
    EXPECT_EQ(step(), 0U);
}

TEST_F(RetentionTest, AStepTakesNoMoreThanItMay) {
    keep(days{1});
    for (std::uint64_t contact = 1; contact <= 5; ++contact) {
        give(core::Leave{join(contact)});
    }
    clock_.at += days{2};
    EXPECT_EQ(step(), 2U);
    EXPECT_EQ(step(), 2U);
    EXPECT_EQ(step(), 1U);
    EXPECT_EQ(step(), 0U);
}

TEST_F(RetentionTest, AListThatFailsIsSaidAndHoldsUpNoOther) {
    keep(days{1});
    const core::ResourceNumber first = list_;
    give(core::Leave{join(1)});
    open_list();
    const core::Ticket entry = join(2);
    give(core::Leave{entry});
    clock_.at += days{2};
    bool is_first = true;
    store_.set_faults([&](store::Call call) {
        return call == store::Call::Rows && std::exchange(is_first, false)
                   ? store::Fault::FailBefore
                   : store::Fault::None;
    });
    EXPECT_EQ(step(), 1U);
    EXPECT_FALSE(is_kept(entry));
    EXPECT_EQ(last_.failures, 1U);
    EXPECT_EQ(last_.failed, first);
    EXPECT_EQ(step(), 1U) << "the next time round";
    EXPECT_EQ(last_.failures, 0U);
}

TEST_F(RetentionTest, MessagesThatCannotBeDeletedAreSaid) {
    keep(Duration{0}, days{7});
    store_.set_faults([](store::Call call) {
        return call == store::Call::DropMessages ? store::Fault::FailBefore : store::Fault::None;
    });
    EXPECT_EQ(step(), 0U);
    EXPECT_EQ(last_.failures, 1U);
}

TEST_F(RetentionTest, MessagesGoByTheirOwnTime) {
    keep(Duration{0}, days{7});
    join(1);
    join(2);
    clock_.at += days{8};
    EXPECT_EQ(step(), 1U) << "the newest stays, so that no id is given twice";
}

class HistoryRetentionTest : public RetentionTest {
protected:
    HistoryRetentionTest() { retention_ = Retention{no_zones, {.history = {.at_once = days{0}}}}; }

    void keep_histories(Duration kept) { keep({}, {}, kept); }
    engine::ResourceListing listing() {
        return store_.resources({}, core::ResourceNumber{list_.value() - 1}, 1).value().front();
    }
    std::string findings() {
        const auto verified = verify_resource(
            store_, listing(),
            [&](core::ResourceNumber resource) { return store_.load(resource, clock_.at); },
            engine::FindZone{no_zones});
        std::string all;
        for (const std::string& finding : verified.value().findings) {
            all += finding + '\n';
        }
        return all;
    }
    // The number of the first event that is there.
    std::uint64_t first_event() { return store_.events(list_, 0, 1).value().front().number; }
    std::uint64_t start() {
        const auto starts = store_.history_starts(list_).value();
        return starts.empty() ? 0 : starts.back().event;
    }
    void visit(std::uint64_t contact) {
        const core::Ticket entry = join(contact);
        clock_.at += hours{1};
        give(core::Leave{entry});
        clock_.at += hours{1};
    }
    // Steps until nothing more goes. After each of them everything is proven.
    std::uint64_t let_go() {
        std::uint64_t gone = 0;
        for (int count = 0; count < 100; ++count) {
            gone += step();
            EXPECT_EQ(findings(), "");
            if (last_.is_at_end) {
                return gone;
            }
        }
        ADD_FAILURE() << "it never ends";
        return gone;
    }
    std::string stored_state() {
        const auto starts = store_.history_starts(list_).value();
        const auto& bytes = starts.back().state;
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
};

TEST_F(HistoryRetentionTest, WithoutASettingItIsKept) {
    visit(1);
    clock_.at += days{5'000};
    EXPECT_EQ(let_go(), 0U);
    EXPECT_EQ(first_event(), 1U);
}

TEST_F(HistoryRetentionTest, WhatIsOlderGoesAndTheRestIsProven) {
    keep_histories(days{30});
    visit(1);
    visit(2);
    clock_.at += days{20};
    const std::uint64_t old = listing().last_event;
    visit(3);
    EXPECT_EQ(let_go(), 0U) << "nothing is old enough";
    clock_.at += days{15};
    EXPECT_EQ(let_go(), old);
    EXPECT_EQ(first_event(), old + 1);
    EXPECT_EQ(engine::kept_since(store_, list_).value(), store_.events(list_, 0, 1)->front().at);
    EXPECT_EQ(let_go(), 0U);
    // The list goes on as if nothing had been.
    const core::Ticket entry = join(4);
    EXPECT_EQ(entry, 4U);
    EXPECT_EQ(findings(), "");
    EXPECT_EQ(listing().last_event, old + 3);
}

TEST_F(HistoryRetentionTest, WhoeverIsOnTheListKeepsTheirHistory) {
    keep_histories(days{30});
    visit(1);
    const std::uint64_t before = listing().last_event;
    join(2);
    clock_.at += hours{1};
    visit(3);
    clock_.at += days{400};
    visit(4);
    EXPECT_EQ(let_go(), before) << "up to the joining of the one who waits";
    EXPECT_EQ(first_event(), before + 1);
    give(core::Leave{2});
    EXPECT_EQ(let_go(), 0U) << "they left today";
    clock_.at += days{31};
    visit(5);
    EXPECT_GT(let_go(), 0U);
    EXPECT_GT(first_event(), before + 1);
}

TEST_F(HistoryRetentionTest, APortionIsBounded) {
    retention_ =
        Retention{no_zones, {.history = {.events_max = 7, .dropped_max = 2, .at_once = days{0}}}};
    keep_histories(days{30});
    for (std::uint64_t contact = 1; contact <= 10; ++contact) {
        visit(contact);
    }
    clock_.at += days{40};
    visit(11);
    const std::size_t before = store_.content().resources.at(list_.value()).events.size();
    step();
    EXPECT_GE(store_.content().resources.at(list_.value()).events.size(), before - 2);
    EXPECT_EQ(findings(), "");
    let_go();
    EXPECT_EQ(first_event(), before - 1) << "the two of today are left";
    EXPECT_GT(store_.history_starts(list_)->size(), 1U);
}

TEST_F(HistoryRetentionTest, TheNewestTwoEventsStay) {
    keep_histories(days{30});
    visit(1);
    clock_.at += days{400};
    const std::uint64_t last = listing().last_event;
    let_go();
    EXPECT_EQ(first_event(), last - 1);
    EXPECT_EQ(join(2), 2U);
    EXPECT_EQ(findings(), "");
}

TEST_F(HistoryRetentionTest, EverythingAtTheSameMomentIsCutBeforeAJoining) {
    keep_histories(days{30});
    for (std::uint64_t contact = 1; contact <= 5; ++contact) {
        give(core::Leave{join(contact)});
    }
    clock_.at += days{40};
    EXPECT_GT(let_go(), 0U);
    EXPECT_EQ(findings(), "");
}

TEST_F(HistoryRetentionTest, ADamagedHistoryStaysAndIsSaid) {
    keep_histories(days{30});
    visit(1);
    visit(2);
    clock_.at += days{40};
    visit(3);
    const auto whole = store_.events(list_, 1, 1)->front().data;
    auto damaged = whole;
    damaged.back() ^= std::byte{1};
    ASSERT_TRUE(
        store_.erase({.resource = list_, .entry = 99, .row = {}, .events = {{2, damaged}}}));
    EXPECT_EQ(step(), 0U);
    EXPECT_EQ(last_.failures, 1U);
    EXPECT_EQ(last_.failed, list_);
    EXPECT_EQ(first_event(), 1U);
    ASSERT_TRUE(store_.erase({.resource = list_, .entry = 99, .row = {}, .events = {{2, whole}}}));
    EXPECT_GT(let_go(), 0U);
}

// Someone who waits for long holds the start back to a moment when others waited too.
class StraddlingTest : public HistoryRetentionTest {
protected:
    StraddlingTest() {
        keep_histories(days{30});
        visit(1);
        early_ = join(2);
        clock_.at += hours{1};
        waiting_ = join(3);
        clock_.at += hours{1};
        give(core::Leave{early_});
        clock_.at += days{60};
        visit(4);
    }
    core::Ticket early_ = 0;
    core::Ticket waiting_ = 0;
};

TEST_F(StraddlingTest, ErasingReachesTheStateThatTheHistoryBeginsWith) {
    EXPECT_GT(let_go(), 0U);
    EXPECT_NE(stored_state().find("secret wish"), std::string::npos);
    ASSERT_EQ(engine::erase_person(store_, core::entry_id(list_, early_)).value(), 1U);
    EXPECT_EQ(stored_state().find("secret wish"), std::string::npos);
    EXPECT_EQ(findings(), "");
}

TEST_F(StraddlingTest, WhoWasErasedBeforeIsNotInIt) {
    ASSERT_EQ(engine::erase_person(store_, core::entry_id(list_, early_)).value(), 1U);
    EXPECT_GT(let_go(), 0U);
    EXPECT_EQ(stored_state().find("secret wish"), std::string::npos);
}

TEST_F(StraddlingTest, WhoIsErasedMeanwhileIsTakenOutAfterwards) {
    bool is_first = true;
    store_.set_faults([&](store::Call call) {
        if (call == store::Call::StartHistory && std::exchange(is_first, false)) {
            EXPECT_TRUE(engine::erase_person(store_, core::entry_id(list_, early_)));
        }
        return store::Fault::None;
    });
    EXPECT_GT(let_go(), 0U);
    EXPECT_FALSE(is_first);
    EXPECT_EQ(stored_state().find("secret wish"), std::string::npos);
}

TEST_F(StraddlingTest, ExplanationsOfWhoIsThereStillAreTheSame) {
    const auto explain = [&] {
        std::deque<engine::TimelineDecision> decisions;
        EXPECT_TRUE(engine::read_from_beginning(
            store_, list_, [&](engine::Beginning& beginning) -> Result<void, engine::StoreError> {
                EXPECT_LT(beginning.last_ticket, waiting_);
                engine::Timeline timeline{std::move(*beginning.state), waiting_, zones_};
                TRY(engine::for_each_event(
                    store_, list_,
                    [&](const core::Event& event) { EXPECT_TRUE(timeline.add(event)); },
                    beginning.event));
                decisions = timeline.decisions();
                return {};
            }));
        return decisions;
    };
    core::OpenSlot open;
    open.slot.starts_at = clock_.at + days{2};
    open.slot.duration = hours{1};
    give(open);
    const auto before = explain();
    EXPECT_FALSE(before.empty());
    EXPECT_GT(let_go(), 0U);
    EXPECT_EQ(explain(), before);
}

}  // namespace
}  // namespace standby::app
