// Tests of what staff are told when mails, or texts, reach nobody: soon, once, never by the way
// that is down, and again when it works.
#include "engine/outbox/outages.hpp"
#include "tests/relay/relay_bench_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace standby::notify {
namespace {

using engine::Channel;
using engine::MessageKind;
using engine::OutboxState;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view desk_mail = "desk@house.test";
constexpr std::string_view desk_phone = "+4930901820";

Answer is_down(const OutgoingMessage&) {
    return says(SendOutcome::Unavailable);
}
Answer puts_off(const OutgoingMessage&) {
    return says(SendOutcome::Later);
}

class OutageWordTest : public testing::Test {
protected:
    OutageWordTest() : bench(options()) {
        for (ScriptedProvider* provider : {&bench.mail, &bench.sms, &bench.webhook}) {
            provider->keeps_content = true;
        }
        bench.save([](engine::House& house) {
            house.name = "Aster";
            house.staff_email = desk_mail;
            house.staff_phone = desk_phone;
            house.webhook_url = "https://hooks.test/standby";
        });
        bench.create(RelayBench::plain());
    }
    static BenchOptions options() {
        BenchOptions made;
        made.has_sms = true;
        return made;
    }
    // Guests with a mail address alone, who are told that they wait.
    void let_join(int guests) {
        for (int number = 0; number < guests; ++number) {
            bench.join(by_mail("guest" + std::to_string(++joined_)));
        }
        bench.settle();
    }
    void let_join_by_text(int guests) {
        for (int number = 0; number < guests; ++number) {
            bench.join({.name = "guest", .phone = "+49151" + std::to_string(++joined_)});
        }
        bench.settle();
    }
    std::vector<ScriptedProvider::Receipt> texts_to_desk() const {
        return of(bench.sms.receipts, desk_phone);
    }
    std::vector<ScriptedProvider::Receipt> mails_to_desk() const {
        return of(bench.mail.receipts, desk_mail);
    }
    std::vector<ScriptedProvider::Receipt> texts_to_desk_taken() const {
        return of(bench.sms.sent(), desk_phone);
    }
    std::vector<ScriptedProvider::Receipt> mails_to_desk_taken() const {
        return of(bench.mail.sent(), desk_mail);
    }
    // Of messages about outages.
    std::vector<std::string> hooks() const {
        std::vector<std::string> types;
        for (const auto& receipt : bench.webhook.sent()) {
            for (const std::string type : {"channel.down", "channel.back"}) {
                if (receipt.content.contains(type)) {
                    types.push_back(type);
                }
            }
        }
        return types;
    }

    RelayBench bench;

private:
    static std::vector<ScriptedProvider::Receipt>
    of(std::vector<ScriptedProvider::Receipt> receipts, std::string_view to) {
        std::erase_if(receipts, [&](const auto& receipt) { return receipt.to != to; });
        return receipts;
    }
    int joined_ = 0;
};

TEST_F(OutageWordTest, MailsThatReachNobodyAreToldByTextWithinAMinute) {
    bench.mail.script = puts_off;
    let_join(5);
    bench.run_for(minutes{1});
    ASSERT_THAT(texts_to_desk(), SizeIs(1));
    EXPECT_LE(texts_to_desk()[0].at, RelayBench::start + minutes{1});
    EXPECT_EQ(texts_to_desk()[0].content,
              "Aster: E-mail isn't going out right now. Offers wait, nobody loses their place. "
              "More: https://x.test/staff");
    EXPECT_EQ(hooks(), std::vector<std::string>{"channel.down"});
    EXPECT_THAT(bench.webhook.receipts.back().content, HasSubstr(R"("channel":"mail")"));
    EXPECT_THAT(bench.webhook.receipts.back().content, Not(HasSubstr("entry_id")));
    bench.run_for(hours{5}, seconds{10});
    EXPECT_THAT(texts_to_desk(), SizeIs(1)) << "once, however long it takes";
    EXPECT_THAT(mails_to_desk(), IsEmpty());

    bench.mail.script = nullptr;
    bench.run_for(minutes{7});
    ASSERT_THAT(texts_to_desk(), SizeIs(2));
    EXPECT_EQ(texts_to_desk()[1].content,
              "Aster: E-mail is going out again. What had to wait goes out now: 5 messages. "
              "https://x.test/staff");
    EXPECT_EQ(hooks(), (std::vector<std::string>{"channel.down", "channel.back"}));
    EXPECT_THAT(mails_to_desk(), IsEmpty());
    bench.run_for(hours{3}, seconds{10});
    EXPECT_THAT(texts_to_desk(), SizeIs(2));
    EXPECT_EQ(bench.count(OutboxState::Pending), 0U);
    EXPECT_EQ(bench.count(OutboxState::Dead), 0U);
}

TEST_F(OutageWordTest, TextsThatReachNobodyAreToldByMail) {
    bench.sms.script = is_down;
    let_join_by_text(3);
    bench.run_for(minutes{1});
    ASSERT_THAT(mails_to_desk(), SizeIs(1));
    EXPECT_THAT(mails_to_desk()[0].content, HasSubstr("Subject: Text messages aren't going out"));
    EXPECT_THAT(texts_to_desk(), IsEmpty());
    bench.sms.script = nullptr;
    bench.run_for(minutes{7});
    ASSERT_THAT(mails_to_desk(), SizeIs(2));
    EXPECT_THAT(mails_to_desk()[1].content, HasSubstr("Text messages are going out again"));
}

TEST_F(OutageWordTest, WithBothDownTheWebhookAloneIsLeft) {
    bench.mail.script = is_down;
    bench.sms.script = is_down;
    let_join(3);
    let_join_by_text(3);
    bench.run_for(minutes{1});
    EXPECT_EQ(hooks(), (std::vector<std::string>{"channel.down", "channel.down"}));
    bench.run_for(hours{2}, seconds{10});
    bench.mail.script = nullptr;
    bench.run_for(minutes{15});
    EXPECT_THAT(mails_to_desk_taken(), SizeIs(1)) << "texts are still down";
    bench.sms.script = nullptr;
    bench.run_for(minutes{15});
    EXPECT_THAT(texts_to_desk_taken(), IsEmpty()) << "that mail was down is no news";
    EXPECT_THAT(mails_to_desk_taken(), SizeIs(2));
    EXPECT_EQ(std::ranges::count(hooks(), "channel.back"), 2);
    EXPECT_EQ(bench.count(OutboxState::Pending), 0U);
}

TEST_F(OutageWordTest, ARefusedLoginIsToldFromTheFirstMessageOn) {
    bench.mail.script = is_down;
    let_join(1);
    bench.run_for(minutes{1});
    EXPECT_THAT(texts_to_desk(), SizeIs(1));
}

TEST_F(OutageWordTest, AHiccupIsNotWorthATextAtNight) {
    bench.mail.script = is_down;
    let_join(6);
    bench.run_for(seconds{8});
    EXPECT_TRUE(bench.relay().figures().channels.at(Channel::Mail).is_open);
    bench.mail.script = nullptr;
    bench.run_for(hours{1});
    EXPECT_THAT(texts_to_desk(), IsEmpty());
    EXPECT_THAT(hooks(), IsEmpty());
}

TEST_F(OutageWordTest, HoweverOftenItComesAndGoesStaffAreToldOnceAnHour) {
    for (int round = 0; round < 36; ++round) {  // six hours
        bench.mail.script = is_down;
        let_join(6);
        bench.run_for(minutes{5}, seconds{5});
        bench.mail.script = nullptr;
        bench.run_for(minutes{5}, seconds{5});
    }
    const auto texts = texts_to_desk();
    std::vector<Time> downs;
    for (const auto& text : texts) {
        if (text.content.contains("isn't")) {
            downs.push_back(text.at);
        }
    }
    EXPECT_GE(downs.size(), 4U);
    EXPECT_LE(downs.size(), 6U);
    for (std::size_t index = 1; index < downs.size(); ++index) {
        EXPECT_GE(downs[index] - downs[index - 1], hours{1});
    }
    EXPECT_EQ(texts.size(), downs.size() * 2) << "each is told to be over";
}

TEST_F(OutageWordTest, ARestartInTheMiddleTellsNothingTwice) {
    bench.mail.script = puts_off;
    let_join(5);
    bench.run_for(minutes{2});
    ASSERT_THAT(texts_to_desk(), SizeIs(1));
    for (int restart = 0; restart < 3; ++restart) {
        bench.kill();
        bench.run_for(hours{2}, seconds{10});
    }
    EXPECT_THAT(texts_to_desk(), SizeIs(1));
    // It is back before the next process has found out that it was down.
    bench.kill();
    bench.mail.script = nullptr;
    bench.run_for(minutes{12});
    ASSERT_THAT(texts_to_desk(), SizeIs(2));
    EXPECT_THAT(texts_to_desk()[1].content, HasSubstr("going out again"));
}

TEST_F(OutageWordTest, BusinessesWithNothingToSendAreLeftAlone) {
    const engine::AccountNumber other = bench.store.create_account("Other", bench.now)->number;
    ASSERT_TRUE(bench.store.save_house(
        {.account = other, .name = "Other", .staff_phone = "+49309999999"}, bench.now));
    bench.create_for(other, RelayBench::plain());
    bench.mail.script = is_down;
    const auto quiet_list = std::exchange(bench.list, core::ResourceNumber{1});
    let_join(5);
    bench.run_for(minutes{2});
    EXPECT_THAT(bench.sms.sent(), SizeIs(1)) << "the one whose guests wait";
    bench.list = quiet_list;
    let_join(1);
    bench.run_for(minutes{1});
    ASSERT_THAT(bench.sms.sent(), SizeIs(2)) << "now it is the other's, too";
    EXPECT_EQ(bench.sms.sent()[1].to, "+49309999999");
}

TEST_F(OutageWordTest, WhereNobodyCanBeToldNothingIsQueued) {
    bench.save([](engine::House& house) {
        house.staff_phone.clear();
        house.webhook_url.clear();
    });
    bench.mail.script = is_down;
    let_join(5);
    bench.run_for(minutes{5});
    EXPECT_THAT(bench.messages(MessageKind::ChannelDown), IsEmpty());
}

TEST_F(OutageWordTest, StaffWhoTextedStopAreNotTexted) {
    ASSERT_TRUE(bench.store.opt_out({PlainKeys::key_of(desk_phone), engine::OptOutSource::Stop,
                                     bench.now, engine::AccountNumber{}}));
    bench.mail.script = is_down;
    let_join(5);
    bench.run_for(minutes{5});
    EXPECT_THAT(texts_to_desk(), IsEmpty());
    EXPECT_EQ(hooks(), std::vector<std::string>{"channel.down"});
}

TEST_F(OutageWordTest, APlaceThatIsHandedBackIsToldByText) {
    bench.create_slots(RelayBench::plain().set(&core::Rules::cutoff, hours{1}));
    bench.mail.script = is_down;
    let_join(3);
    bench.open_slot(bench.now + hours{2});
    bench.run_for(hours{1} + minutes{1}, seconds{10});
    const auto handed_back = bench.messages(MessageKind::HandedBack);
    ASSERT_THAT(handed_back, SizeIs(1));
    EXPECT_EQ(handed_back[0].state, OutboxState::Done);
    ASSERT_THAT(texts_to_desk(), SizeIs(2));
    EXPECT_THAT(texts_to_desk()[1].content, HasSubstr("it's back with you"));
    for (const engine::Delivery& delivery : bench.deliveries(handed_back[0].row.id)) {
        EXPECT_EQ(delivery.address, core::ContactKey{}) << "no guest's";
    }
}

TEST_F(OutageWordTest, AMailSaysThatNobodyCouldBeTold) {
    bench.save([](engine::House& house) { house.staff_phone.clear(); });
    bench.create_slots(RelayBench::plain().set(&core::Rules::cutoff, hours{1}));
    bench.mail.script = [](const OutgoingMessage& message) {
        return message.to == desk_mail ? takes({}) : says(SendOutcome::Unavailable);
    };
    let_join(1);
    bench.open_slot(bench.now + hours{2});
    bench.run_for(hours{1} + minutes{7}, seconds{10});
    std::vector<ScriptedProvider::Receipt> taken = mails_to_desk_taken();
    ASSERT_THAT(taken, SizeIs(1));
    EXPECT_THAT(taken[0].content, HasSubstr("messages weren't going"));
}

class ToldOutagesTest : public testing::Test {
protected:
    store::MemoryStore store_;
    const engine::AccountNumber house_{7};
    const Time noon_ = RelayBench::start;
};

TEST_F(ToldOutagesTest, NodesThatFindOutInTheSameHourTellOnce) {
    EXPECT_TRUE(engine::queue_outage(store_, house_, Channel::Mail, noon_ + minutes{1}).value());
    EXPECT_FALSE(engine::queue_outage(store_, house_, Channel::Mail, noon_ + minutes{2}).value());
    EXPECT_TRUE(engine::queue_outage(store_, house_, Channel::Sms, noon_ + minutes{2}).value());
    EXPECT_TRUE(engine::queue_outage(store_, engine::AccountNumber{8}, Channel::Mail, noon_));
}

TEST_F(ToldOutagesTest, AnOutageIsKnownUntilItIsToldToBeOver) {
    const Time late = noon_ + minutes{59};
    ASSERT_TRUE(engine::queue_outage(store_, house_, Channel::Mail, late));
    const auto told = engine::ToldOutages::read(store_, Channel::Mail, late + hours{60}).value();
    EXPECT_TRUE(told.knows(house_));
    EXPECT_FALSE(told.knows(engine::AccountNumber{8}));
    EXPECT_FALSE(engine::ToldOutages::read(store_, Channel::Sms, late + hours{60})->knows(house_));
    EXPECT_EQ(engine::queue_return(store_, Channel::Sms, late + hours{60}).value(), 0U);
    EXPECT_EQ(engine::queue_return(store_, Channel::Mail, late + hours{60}).value(), 1U);
    EXPECT_EQ(engine::queue_return(store_, Channel::Mail, late + hours{61}).value(), 0U);
    const auto after = engine::ToldOutages::read(store_, Channel::Mail, late + minutes{2}).value();
    EXPECT_FALSE(after.knows(house_));
    EXPECT_EQ(after.next_word(house_), late + hours{1}) << "also in the next hour by the clock";
}

}  // namespace
}  // namespace standby::notify
