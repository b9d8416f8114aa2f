// What comes in is carried out once, in order, and settled after the commit, whatever breaks.
#include "bus/in_lane.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::bus {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// What happened on the bus's side, which outlives connections.
struct FakeBus {
    std::vector<Delivery> to_come;
    std::vector<std::uint64_t> settled;
    std::vector<std::uint64_t> given_back;
    std::vector<std::string> put_aside;
    bool is_down = false;
    bool loses_settling = false;
    int opened = 0;
};

class FakeInlet final : public Inlet {
public:
    explicit FakeInlet(FakeBus& bus) : bus_(bus) {}
    Result<std::vector<Delivery>, std::string> take(std::size_t room, milliseconds) override {
        if (bus_.is_down) {
            return std::unexpected("it is down");
        }
        std::vector<Delivery> taken = std::exchange(bus_.to_come, {});
        EXPECT_LE(taken.size(), room);
        return taken;
    }
    Result<void, std::string> settle(std::uint64_t tag) override {
        if (std::exchange(bus_.loses_settling, false)) {
            return std::unexpected("cut");
        }
        bus_.settled.push_back(tag);
        return {};
    }
    void give_back(std::uint64_t tag) override { bus_.given_back.push_back(tag); }
    void hold(std::uint64_t) override {}
    Result<void, std::string> put_aside(const Delivery&, const std::string& event_id,
                                        const std::string& reason) override {
        bus_.put_aside.push_back(event_id + ": " + reason);
        return {};
    }

private:
    FakeBus& bus_;
};

// Keeps requests until the test answers them.
class FakeGateway final : public engine::Gateway {
public:
    Time now() const override { return Time{std::chrono::seconds{1'700'000'000}}; }
    void submit(engine::Request&& request) override { requests.push_back(std::move(request)); }
    void submit(engine::Query) override {}
    bool read(engine::Effort, std::function<void(engine::Store&, engine::Registry&)>) override {
        return false;
    }
    void answer(core::Outcome outcome = {}) {
        engine::Request request = std::move(requests.front());
        requests.pop_front();
        const core::ResourceState state{request.resource};
        static_cast<void>(request.make_answer(state, outcome));
        request.done({});
    }
    void fail(engine::Failure failure) {
        engine::Request request = std::move(requests.front());
        requests.pop_front();
        request.done({.failure = failure});
    }
    std::deque<engine::Request> requests;
};

class InLaneTest : public testing::Test {
protected:
    void bring(std::uint64_t tag, const std::string& body,
               IncomingKind kind = IncomingKind::CapacityReleased) {
        bus_.to_come.push_back({.tag = tag, .kind = kind, .body = body});
    }
    static std::string release(const std::string& id, int list = 1) {
        return R"({"event_id":")" + id + R"(","resource_id":"res_)" + std::to_string(list) +
               R"(","quantity":1})";
    }
    void step() {
        now_ += milliseconds{250};
        lane_.step(now_);
    }

    FakeBus bus_;
    FakeGateway gateway_;
    BusFigures figures_;
    bool is_active_ = true;
    bool can_keep_ = true;
    std::vector<engine::RejectedMessage> kept_;
    InLane::Instant now_ = std::chrono::steady_clock::now();
    InLane lane_{
        {.name = "fake",
         .open_outlet = {},
         .open_inlet = [this](const std::string&) -> Result<std::unique_ptr<Inlet>, std::string> {
             ++bus_.opened;
             return std::make_unique<FakeInlet>(bus_);
         }},
        "reader",
        {.gateway = gateway_,
         .is_active = [this] { return is_active_; },
         .is_ours = [](core::ResourceNumber list) { return list.value() != 9; },
         .account_of = [](core::ResourceNumber) { return engine::AccountNumber{1}; },
         .keep_for_staff =
             [this](const engine::RejectedMessage& message) {
                 kept_.push_back(message);
                 return can_keep_;
             },
         .log = [](std::string_view, std::string_view) {}},
        figures_};
};

TEST_F(InLaneTest, SettlesAMessageAfterItsCommit) {
    bring(1, release("a"));
    step();
    ASSERT_THAT(gateway_.requests, SizeIs(1));
    EXPECT_THAT(bus_.settled, IsEmpty());
    gateway_.answer();
    step();
    EXPECT_THAT(bus_.settled, ElementsAre(1));
    EXPECT_EQ(lane_.under_way(), 0U);
}

TEST_F(InLaneTest, CarriesReleasesOutSideBySideAndARevocationByItself) {
    bring(1, release("a"));
    bring(2, release("b"));
    bring(3, release("c"), IncomingKind::CapacityRevoked);
    bring(4, release("d"));
    bring(5, release("e", 2));
    step();
    ASSERT_THAT(gateway_.requests, SizeIs(3));
    gateway_.answer();
    gateway_.answer();
    gateway_.answer();
    step();
    ASSERT_THAT(gateway_.requests, SizeIs(1));
    EXPECT_TRUE(std::holds_alternative<core::RevokePlaces>(gateway_.requests.front().command));
    gateway_.answer();
    step();
    EXPECT_THAT(gateway_.requests, SizeIs(1));
    EXPECT_THAT(bus_.settled, ElementsAre(1, 2, 5, 3));
}

TEST_F(InLaneTest, TriesAgainWhatTheEngineCouldNotTakeBeforeWhatCameLater) {
    bring(1, release("a"));
    bring(2, release("b"), IncomingKind::CapacityRevoked);
    step();
    gateway_.fail(engine::Failure::Overloaded);
    step();
    EXPECT_THAT(gateway_.requests, IsEmpty());
    step();
    ASSERT_THAT(gateway_.requests, SizeIs(1));
    EXPECT_TRUE(std::holds_alternative<core::ReleasePlaces>(gateway_.requests.front().command));
    gateway_.answer();
    step();
    ASSERT_THAT(gateway_.requests, SizeIs(1));
    gateway_.answer();
    step();
    EXPECT_THAT(bus_.settled, ElementsAre(1, 2));
}

TEST_F(InLaneTest, PutsAsideWhatMakesNoSenseAndKeepsItForStaff) {
    bring(1, "no JSON");
    bring(2, release("gone", 7));
    step();
    gateway_.answer({.refusal = core::Refusal{
                         core::RefusalCode::UnknownResource, {}, "There is no such list."}});
    step();
    EXPECT_THAT(bus_.put_aside,
                ElementsAre(HasSubstr("It is no JSON"), "gone: There is no such list."));
    EXPECT_THAT(bus_.settled, ElementsAre(1, 2));
    ASSERT_THAT(kept_, SizeIs(2));
    EXPECT_EQ(kept_.back().event_id, "gone");
    EXPECT_EQ(figures_.put_aside, 2U);
}

TEST_F(InLaneTest, SettlesNothingThatCouldNotBeKeptForStaff) {
    can_keep_ = false;
    bring(1, "no JSON");
    step();
    EXPECT_THAT(bus_.settled, IsEmpty());
    EXPECT_THAT(bus_.given_back, ElementsAre(1));
}

TEST_F(InLaneTest, TellsStaffOfPlacesThatCouldNotBeTakenBack) {
    bring(1, release("a"), IncomingKind::CapacityRevoked);
    step();
    core::Outcome outcome;
    outcome.events.push_back({.body = core::PlacesRevoked{.quantity = 1, .missing = 2}});
    gateway_.answer(std::move(outcome));
    step();
    EXPECT_THAT(bus_.settled, ElementsAre(1));
    EXPECT_THAT(bus_.put_aside, IsEmpty());
    ASSERT_THAT(kept_, SizeIs(1));
    EXPECT_THAT(kept_.front().reason, HasSubstr("2 of the places"));
}

TEST_F(InLaneTest, ForgetsWhatWasUnderWayWhenTheConnectionBreaks) {
    bring(1, release("a"));
    step();
    bus_.is_down = true;
    step();
    EXPECT_EQ(lane_.under_way(), 0U);
    bus_.is_down = false;
    gateway_.answer();  // of the old connection
    for (int round = 0; round < 10; ++round) {
        step();
    }
    EXPECT_EQ(bus_.opened, 2);
    EXPECT_THAT(bus_.settled, IsEmpty());
    bring(1, release("a"));  // it comes again
    step();
    gateway_.answer({.answer = {.repeated = true}});
    step();
    EXPECT_THAT(bus_.settled, ElementsAre(1));
    EXPECT_EQ(figures_.repeated, 1U);
}

TEST_F(InLaneTest, LeavesListsOfOthersToTheirReaders) {
    bring(1, release("a", 9));
    step();
    EXPECT_THAT(gateway_.requests, IsEmpty());
    EXPECT_THAT(bus_.settled, ElementsAre(1));
}

TEST_F(InLaneTest, GivesBackWhatIsUnderWayWhenItNoLongerReads) {
    bring(1, release("a"));
    step();
    is_active_ = false;
    step();
    EXPECT_THAT(bus_.given_back, ElementsAre(1));
    EXPECT_EQ(figures_.connections, 0);
}

}  // namespace
}  // namespace standby::bus
