// A list on a real store and a real engine follows a feed on loopback.
#include "app/intake/calendars.hpp"

#include "app/runtime/ask_engine.hpp"
#include "app/runtime/engine_host.hpp"
#include "app/service/clocks.hpp"
#include "app/service/open_store.hpp"
#include "base/guarded.hpp"
#include "core/model/wants.hpp"
#include "intake/calendar/calendar_test_support.hpp"
#include "intake/calendar/series.hpp"
#include "interchange/network/little_server_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <future>

namespace standby::app {
namespace {

using interchange::LittleServer;
using interchange::Peer;
using std::chrono::days;
using std::chrono::hours;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::IsEmpty;

const Time begin = intake::at("2026-11-19T08:00:00Z");

// One appointment at noon, so many days from the beginning.
std::string feed_with(const std::vector<int>& on_days) {
    std::string events;
    for (const int day : on_days) {
        const std::string at = intake::instance_text(begin + days{day} + hours{4});
        events += (events.empty() ? "" : ";;\n") + std::string("UID:day") + std::to_string(day) +
                  "\nDTSTART:" + at + "\nDURATION:PT1H\nSUMMARY:Colour - Ada\n";
    }
    return intake::calendar_with(events);
}

class CalendarsTest : public testing::Test {
protected:
    CalendarsTest()
        : folder_(std::filesystem::temp_directory_path() /
                  ("standby-calendars-" + std::to_string(::getpid()))) {
        std::filesystem::remove_all(folder_);
        options_.data_dir = folder_.string();
        options_.private_places = {server_.address()};
        std::filesystem::create_directories(folder_);
        store_ = std::make_unique<OpenStore>(*OpenStore::open(options_, [](std::string_view) {}));
        engine_ = std::make_unique<EngineHost>(
            EngineOptions{}, intake::test_zones(), clock_, store_->store(), store_->registry(),
            ShardObserver{.on_committed = [](const engine::Committed&) {},
                          .on_commit = [](std::size_t, std::chrono::nanoseconds, bool) {}});
        EXPECT_TRUE(engine_->start(std::nullopt));
        account_ = store_->registry().create_account("Salon Aster", begin)->number;
        list_ = *store_->registry().allocate_resource(account_, std::nullopt, begin);
        calendars_ = std::make_unique<FollowedCalendars>(
            options_,
            CalendarServices{.store = store_->store(),
                             .registry = store_->registry(),
                             .gateway = *engine_,
                             .clock = clock_,
                             .zones = intake::test_zones(),
                             .log = log_},
            [](core::ResourceNumber) { return true; }, [] { return std::size_t{1}; });
        calendars_->start();
        core::CreateResource create;
        create.settings.kind = core::Kind::Slots;
        create.settings.time_zone = "Europe/Berlin";
        EXPECT_TRUE(tell_engine(*engine_, list_, create));
    }
    ~CalendarsTest() override {
        calendars_->stop();
        calendars_.reset();
        engine_->stop();
        std::filesystem::remove_all(folder_);
    }

    std::uint64_t follow(const std::vector<int>& on_days) {
        text_.exchange(feed_with(on_days));
        const engine::CalendarSettings settings{.kind = engine::CalendarKind::Ics,
                                                .url = "http://" + server_.address() + "/a.ics",
                                                .titles = {"{service} - {name}"}};
        number_ = *calendars_->add(store_->registry(), account_, list_, settings, {}, begin);
        look();
        return number_;
    }
    void look(Duration later = Duration{0}) {
        clock_.advance_to(clock_.now() + later);
        std::promise<bool> done;
        calendars_->look(number_, [&](bool is_done) { done.set_value(is_done); });
        EXPECT_TRUE(done.get_future().get());
    }
    void settle(bool is_free) {
        std::promise<bool> done;
        calendars_->settle(number_, is_free, [&](bool is_done) { done.set_value(is_done); });
        EXPECT_TRUE(done.get_future().get());
    }
    engine::CalendarStatus status() {
        return (*calendars_->calendar(store_->registry(), number_))->status;
    }
    // "2026-11-22 open", by number.
    std::vector<std::string> openings() {
        return *look_at_list(*engine_, list_, [](const core::ResourceState& state) {
            std::vector<std::string> found;
            for (std::uint32_t number = 1; number < state.opening_states.size(); ++number) {
                const auto opening = state.openings.find(core::OpeningNumber{number});
                const std::string when =
                    opening == state.openings.end()
                        ? std::string("ended")
                        : format_time(opening->second.slot.starts_at).substr(0, 10);
                found.push_back(when + " " + std::string(name_of(state.opening_states[number])));
            }
            return found;
        });
    }

    Guarded<std::string> text_;
    LittleServer server_{[this](Peer& peer) {
        while (auto line = peer.read_line()) {
            if (line->empty()) {
                const std::string body = text_.copy();
                peer.write("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) +
                           "\r\n\r\n" + body);
            }
        }
    }};
    std::filesystem::path folder_;
    ServeOptions options_;
    ManualClock clock_{begin};
    Log log_{LogFormat::Text, LogLevel::Error};
    std::unique_ptr<OpenStore> store_;
    std::unique_ptr<EngineHost> engine_;
    std::unique_ptr<FollowedCalendars> calendars_;
    engine::AccountNumber account_;
    core::ResourceNumber list_;
    std::uint64_t number_ = 0;
};

TEST_F(CalendarsTest, OffersWhatHasGoneOnceAndTakesItBack) {
    follow({3, 4, 5});
    EXPECT_EQ(status().appointments, 3u);
    EXPECT_THAT(openings(), IsEmpty());
    text_.exchange(feed_with({3, 5}));
    look();
    EXPECT_THAT(openings(), IsEmpty()) << "a second look comes first";
    look(seconds{30});
    EXPECT_THAT(openings(), ElementsAre("2026-11-23 open"));
    look(seconds{30});
    EXPECT_THAT(openings(), testing::SizeIs(1));
    EXPECT_EQ(status().offered, 1u);
    text_.exchange(feed_with({3, 4, 5}));
    look(seconds{30});
    EXPECT_THAT(openings(), ElementsAre("ended withdrawn"));
    // It goes once more: that is another time.
    text_.exchange(feed_with({3, 5}));
    look(seconds{30});
    look(seconds{30});
    EXPECT_THAT(openings(), ElementsAre("ended withdrawn", "2026-11-23 open"));
}

TEST_F(CalendarsTest, AsksStaffWhenEverythingIsGone) {
    follow({3, 4, 5});
    text_.exchange(feed_with({}));
    for (int count = 0; count < 3; ++count) {
        look(seconds{60});
    }
    EXPECT_EQ(status().question, "empty");
    EXPECT_THAT(openings(), IsEmpty());
    const auto cards = store_->registry().open_cards(account_, 0, 10);
    ASSERT_TRUE(cards);
    ASSERT_EQ(cards->size(), 1u);
    EXPECT_EQ(cards->front().kind, "calendar_gone");
    settle(true);
    EXPECT_THAT(openings(), testing::SizeIs(3));
    EXPECT_THAT(*store_->registry().open_cards(account_, 0, 10), IsEmpty());
    EXPECT_EQ(status().question, "");
}

TEST_F(CalendarsTest, TellsWhatIsWrongAndKeepsWhatItKnows) {
    follow({3, 4});
    text_.exchange("<html>");
    look(seconds{60});
    EXPECT_EQ(status().problem, "not_understood");
    EXPECT_FALSE(status().sentence.empty());
    EXPECT_EQ(status().appointments, 2u);
    text_.exchange(feed_with({3, 4}));
    look(seconds{60});
    EXPECT_EQ(status().problem, "");
    EXPECT_THAT(openings(), IsEmpty());
}

TEST_F(CalendarsTest, KeepsPasswordsSealedAndShowsNone) {
    const auto added = calendars_->add(store_->registry(), account_, list_,
                                       {.kind = engine::CalendarKind::CalDav,
                                        .url = "https://calendar.example/noor/",
                                        .username = "noor"},
                                       {.password = "scissors-and-comb", .key_file = {}}, begin);
    ASSERT_TRUE(added);
    const auto kept = store_->registry().connections(engine::ConnectionKind::Calendar);
    ASSERT_EQ(kept->size(), 1u);
    std::string bytes;
    for (const std::byte one : kept->front().sealed) {
        bytes.push_back(static_cast<char>(one));
    }
    EXPECT_EQ(bytes.find("scissors"), std::string::npos);
    EXPECT_EQ(kept->front().settings.find("scissors"), std::string::npos);
    const auto shown = calendars_->calendar(store_->registry(), *added);
    EXPECT_TRUE((*shown)->has_secret);
    EXPECT_FALSE((*shown)->is_locked);
    EXPECT_TRUE(*calendars_->remove(store_->registry(), account_, *added, begin));
    EXPECT_FALSE(*calendars_->calendar(store_->registry(), *added));
}

}  // namespace
}  // namespace standby::app
