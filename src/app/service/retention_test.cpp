// Tests of who is erased when, and that nobody is before their time.
#include "app/service/retention.hpp"

#include "app/commands/offline_engine.hpp"
#include "tests/memory_store/memory_store.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace standby::app {
namespace {

using std::chrono::days;

class SetClock final : public engine::Clock {
public:
    Time now() const override { return at; }
    Time at = std::chrono::sys_days{std::chrono::year{2026} / std::chrono::November / 16};
};

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
        OfflineEngine engine(store_, zones_, clock_, OfflineMessages::StayHere);
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
    void keep(Duration people, Duration messages = {}) {
        engine::House house = store_.house(account_).value();
        house.account = account_;
        house.keep_people = people;
        house.keep_messages = messages;
        ASSERT_TRUE(store_.save_house(house, clock_.at));
    }
    std::uint64_t step() {
        std::uint64_t erased = 0;
        last_ = retention_.step(
            store_, store_, clock_.at, [](core::ResourceNumber) { return true; },
            [&](const Retention::Done& done) { erased += done.people + done.messages; });
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
    Retention retention_{{.looked_at_max = 2'000, .erased_max = 2, .messages_max = 10}};
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

}  // namespace
}  // namespace standby::app
