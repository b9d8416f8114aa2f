// A history of years: figures are there at once, however many events there were.
#include "core/audit/event_codec.hpp"
#include "engine/history/stats.hpp"
#include "tests/store_contract/stores_test_support.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <iostream>

namespace standby::store {
namespace {

using Clock = std::chrono::steady_clock;

// So many openings over five years, each offered three times; of seven events on average.
std::uint64_t wanted_events() {
    const char* wanted = std::getenv("STANDBY_ROLLUP_EVENTS");
    return wanted == nullptr ? 50'000 : std::strtoull(wanted, nullptr, 10);
}

class History {
public:
    History(engine::Store& store, core::ResourceNumber resource)
        : store_(store), resource_(resource) {}

    void write(std::uint64_t events) {
        core::Event created;
        created.body = core::ResourceCreated{};
        add(created);
        const Duration between = std::chrono::days{5 * 365} / static_cast<std::int64_t>(events / 7);
        while (number_ < events) {
            fill_one();
            now_ += between;
        }
        commit();
    }

private:
    void fill_one() {
        const std::uint32_t opening = ++openings_;
        core::Event event;
        event.subject = core::Subject::Opening;
        event.reason = core::Reason::Cancellation;
        event.opening = core::OpeningNumber{opening};
        event.to = static_cast<std::uint8_t>(core::OpeningState::Offering);
        core::OpeningAdded added;
        added.slot.starts_at = now_ + std::chrono::hours{6};
        added.slot.service = "service " + std::to_string(opening % 5);
        added.slot.staff = "staff " + std::to_string(opening % 4);
        added.slot.price = core::Money{.amount = 4500};
        event.body = added;
        add(event);
        for (std::uint32_t tries = 1; tries <= 3; ++tries) {
            event = {};
            event.subject = core::Subject::Entry;
            event.from = static_cast<std::uint8_t>(core::EntryState::Waiting);
            event.to = static_cast<std::uint8_t>(core::EntryState::Offered);
            event.entry = ++entries_;
            event.offer = core::OfferNumber{++offers_};
            event.opening = core::OpeningNumber{opening};
            event.body = core::OfferMade{
                .send_at = now_, .expires_at = now_ + std::chrono::minutes{10}, .tries = tries};
            add(event);
            std::swap(event.from, event.to);
            event.at = now_ + std::chrono::seconds{17 * tries + opening % 400};
            if (tries == 3) {
                event.to = static_cast<std::uint8_t>(core::EntryState::Accepted);
                event.body = core::OfferAccepted{};
            } else {
                event.body = core::OfferEnded{.outcome = core::OfferState::Declined};
            }
            add(event);
        }
    }
    void add(core::Event event) {
        event.number = ++number_;
        now_ = std::max(now_, event.at);
        event.at = now_;
        change_.events.push_back(
            {.number = number_, .at = now_, .data = core::encode_event(event), .link = {}});
        if (change_.events.size() == 20'000) {
            commit();
        }
    }
    void commit() {
        if (change_.events.empty()) {
            return;
        }
        change_.resource = resource_;
        change_.at = now_;
        change_.status = core::ResourceStatus::Active;
        change_.last_event = number_;
        change_.rows.resource = bytes_of("resource");
        ASSERT_TRUE(store_.commit(batch_of(std::exchange(change_, {}))));
    }

    engine::Store& store_;
    core::ResourceNumber resource_;
    engine::ResourceChange change_;
    Time now_ = std::chrono::sys_days{std::chrono::year{2021} / 1 / 1};
    std::uint64_t number_ = 0;
    std::uint32_t openings_ = 0;
    std::uint32_t offers_ = 0;
    core::Ticket entries_ = 0;
};

TEST(RollupSize, AHistoryOfYearsAnswersWithinAFifthOfASecond) {
    SqliteUnderTest under_test;
    engine::Store& store = under_test.store();
    const core::ResourceNumber list =
        under_test.registry().allocate_resource(engine::AccountNumber{1}, {}, at(0)).value();
    const std::uint64_t events = wanted_events();
    History(store, list).write(events);
    const engine::RollupContext context{
        .find_zone = [](std::string_view) -> const Zone* { return nullptr; }};
    const auto begun = Clock::now();
    while (!engine::bring_up_to_date(store, list, context).value().is_done) {
    }
    const auto built = Clock::now() - begun;
    engine::StatsQuestion question;
    question.first_day = 18'628;  // 2021
    question.last_day = question.first_day + 5 * 366;
    question.range = {question.first_day, question.last_day};
    auto best = Clock::duration::max();
    engine::Stats stats;
    for (int times = 0; times < 5; ++times) {
        const auto asked = Clock::now();
        const auto counted =
            engine::read_counted(store, list, question.first_day, question.last_day, context);
        stats = engine::make_stats(engine::select(counted.value(), question), question);
        best = std::min(best, Clock::now() - asked);
    }
    const auto ms = [](Clock::duration duration) {
        return std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
    };
    std::cout << events << " events: counted in " << ms(built) << " ms, five years answered in "
              << ms(best) << " ms\n";
    EXPECT_EQ(stats.places.freed, stats.places.filled);
    EXPECT_GT(stats.places.filled, events / 8);
    EXPECT_LT(ms(best), 200);
}

}  // namespace
}  // namespace standby::store
