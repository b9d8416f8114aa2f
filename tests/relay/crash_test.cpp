// The same story, killed at every moment: no message is lost, and whatever is sent twice carries
// the same id.
#include "tests/relay/relay_bench_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::notify {
namespace {

using engine::MessageKind;
using engine::OutboxState;
using std::chrono::minutes;
using std::chrono::seconds;

// Messages and offers may be numbered otherwise after a kill; what they are about stays the same.
struct Ending {
    std::multiset<std::string> messages;                       // "offer #3 done"
    std::map<std::string, std::map<std::string, int>> posted;  // what to whom, ids with their times
    std::multiset<core::Ticket> sent_offers;
    std::size_t steps = 0;
    std::size_t sends = 0;
};

enum class Moment { Never, AfterStep, AfterMessage };

class Story {
public:
    Story(Moment moment, std::size_t number) : bench_(options()) {
        if (moment == Moment::AfterStep) {
            bench_.after_step = [this, number] {
                if (bench_.steps == number) {
                    bench_.kill();
                }
            };
        }
        // The provider has it, but the answer does not arrive any more.
        bench_.mail.script = [this, moment, number](const OutgoingMessage& message) {
            return answer_to(message, moment, number);
        };
        bench_.sms.script = bench_.mail.script;
        if (moment == Moment::AfterMessage) {
            bench_.after_step = [this] {
                if (std::exchange(is_to_die_, false)) {
                    bench_.kill();
                }
            };
        }
    }

    Ending tell() {
        bench_.create(RelayBench::plain());
        for (int number = 1; number <= 30; ++number) {
            const std::string name = "guest" + std::to_string(number);
            bench_.join(number % 2 == 0 ? by_both(name, "+49" + std::to_string(number))
                                        : by_mail(name));
        }
        bench_.run_for(seconds{10}, seconds{5});
        bench_.release(5);
        bench_.run_for(seconds{30}, seconds{5});
        bench_.give(core::Accept{core::OfferNumber{1}});
        bench_.give(core::Accept{core::OfferNumber{4}});
        bench_.give(core::Decline{core::OfferNumber{5}});
        bench_.run_for(minutes{40}, seconds{20});
        return ending();
    }

private:
    static BenchOptions options() {
        BenchOptions made;
        made.has_sms = true;
        return made;
    }

    Answer answer_to(const OutgoingMessage& message, Moment moment, std::size_t number) {
        Answer answer = takes({});
        if (message.to == "+492") {
            answer = says(SendOutcome::Bounced);  // and goes on by mail
        } else if (message.to == mail_of("guest3")) {
            answer = says(SendOutcome::Bounced);  // and rolls on
        } else if (message.to == mail_of("guest5") &&
                   bench_.now < RelayBench::start + seconds{20}) {
            answer = says(SendOutcome::Later);
        }
        if (++sends_ == number && moment == Moment::AfterMessage) {
            answer.is_never = true;
            is_to_die_ = true;
        }
        return answer;
    }

    static std::string name(const engine::OutboxRow& row) {
        return std::string(engine::name_of(row.kind)) + " #" + std::to_string(row.entry);
    }

    Ending ending() {
        Ending told{.steps = bench_.steps, .sends = sends_};
        for (const store::MemoryMessage& message : bench_.store.content().outbox) {
            const engine::OutboxListing& listing = message.listing;
            // One that bounced and was killed before that was written down is over as well.
            const bool is_over =
                engine::is_offer(listing.row.kind) && listing.state != OutboxState::Pending;
            told.messages.insert(name(listing.row) + " " +
                                 (is_over ? "over" : std::string(engine::name_of(listing.state))));
        }
        for (const ScriptedProvider* provider : {&bench_.mail, &bench_.sms}) {
            for (const auto& message : provider->sent()) {
                ++told.posted[name(bench_.row_of(message.id)) + " to " + message.to][message.id];
            }
        }
        for (const core::Event& event : bench_.events()) {
            if (std::holds_alternative<core::OfferSent>(event.body)) {
                told.sent_offers.insert(event.entry);
            }
        }
        return told;
    }

    RelayBench bench_;
    std::size_t sends_ = 0;
    bool is_to_die_ = false;
};

void expect_same(const Ending& killed, const Ending& undisturbed, std::size_t number) {
    EXPECT_EQ(killed.messages, undisturbed.messages) << "killed at " << number;
    EXPECT_EQ(killed.sent_offers, undisturbed.sent_offers) << "killed at " << number;
    for (const auto& [what, ids] : undisturbed.posted) {
        EXPECT_TRUE(killed.posted.contains(what)) << what << " is lost, killed at " << number;
    }
    int repeated = 0;
    for (const auto& [what, ids] : killed.posted) {
        const auto same = undisturbed.posted.find(what);
        ASSERT_NE(same, undisturbed.posted.end()) << what << " is new, killed at " << number;
        EXPECT_EQ(ids.size(), same->second.size())
            << what << " has another id, killed at " << number;
        for (const auto& [id, times] : ids) {
            repeated += times - 1;
        }
    }
    EXPECT_LE(repeated, 32) << "at most what was on its way, killed at " << number;
}

TEST(CrashTest, TheStoryItselfIsAsItShouldBe) {
    const Ending ending = Story(Moment::Never, 0).tell();
    EXPECT_GE(ending.sends, 45U);
    EXPECT_GE(ending.sent_offers.size(), 6U);
    for (const std::string& message : ending.messages) {
        EXPECT_FALSE(message.ends_with("pending")) << message;
    }
    for (const auto& [what, ids] : ending.posted) {
        for (const auto& [id, times] : ids) {
            EXPECT_EQ(times, 1) << what;
        }
    }
}

TEST(CrashTest, KilledAfterEveryStep) {
    const Ending undisturbed = Story(Moment::Never, 0).tell();
    for (std::size_t number = 1; number <= undisturbed.steps && !testing::Test::HasFailure();
         ++number) {
        expect_same(Story(Moment::AfterStep, number).tell(), undisturbed, number);
    }
}

TEST(CrashTest, KilledWhenTheProviderHasEachMessage) {
    const Ending undisturbed = Story(Moment::Never, 0).tell();
    for (std::size_t number = 1; number <= undisturbed.sends && !testing::Test::HasFailure();
         ++number) {
        expect_same(Story(Moment::AfterMessage, number).tell(), undisturbed, number);
    }
}

}  // namespace
}  // namespace standby::notify
