// What staff wrote to guests: in their own words, to those who are still there, not at night, and
// never to those who have stopped our messages.
#include "tests/relay/relay_bench_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::notify {
namespace {

using engine::MessageKind;
using engine::OutboxState;
using std::chrono::hours;
using std::chrono::minutes;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::string_view words = "We open at ten <tomorrow>.\n{{name}}, {{nothing}}\n\nSee you!";

class StaffMessageTest : public testing::Test {
protected:
    StaffMessageTest() {
        bench_.mail.keeps_content = true;
        bench_.sms.keeps_content = true;
    }
    static BenchOptions options() {
        BenchOptions made;
        made.has_sms = true;
        return made;
    }
    void write_to(std::vector<core::Ticket> guests, std::string subject = {}) {
        const auto admitted = bench_.store
                                  .add_staff_message({.account = bench_.account,
                                                      .resource = bench_.list,
                                                      .made_at = bench_.now,
                                                      .request = {},
                                                      .guests = std::move(guests),
                                                      .subject = std::move(subject),
                                                      .text = std::string(words)})
                                  .value();
        std::vector<engine::OutboxRow> rows;
        for (const core::Ticket guest : admitted.guests) {
            rows.push_back({.resource = bench_.list,
                            .event = admitted.number,
                            .kind = MessageKind::StaffMessage,
                            .entry = guest,
                            .due_at = bench_.now});
        }
        ASSERT_EQ(bench_.store.queue_messages(rows).value(), rows.size());
        bench_.relay().wake();
    }
    // What was sent of it.
    std::vector<ScriptedProvider::Receipt> sent(const ScriptedProvider& provider) const {
        std::vector<ScriptedProvider::Receipt> found;
        for (const ScriptedProvider::Receipt& message : provider.sent()) {
            if (bench_.row_of(message.id).kind == MessageKind::StaffMessage) {
                found.push_back(message);
            }
        }
        return found;
    }
    std::vector<std::string> notes() const {
        std::vector<std::string> found;
        for (const engine::OutboxListing& one : bench_.messages(MessageKind::StaffMessage)) {
            found.push_back(one.note);
        }
        return found;
    }

    RelayBench bench_{options()};
};

TEST_F(StaffMessageTest, GoesByMailInParagraphsWithTheGuestsLink) {
    bench_.create(RelayBench::plain());
    write_to({bench_.join(by_mail("ada"))});
    bench_.settle();
    const auto mails = sent(bench_.mail);
    ASSERT_EQ(mails.size(), 1U);
    EXPECT_EQ(mails[0].to, "ada@example.com");
    const std::string& mail = mails[0].content;
    EXPECT_THAT(mail, HasSubstr("Subject: A message from House"));
    EXPECT_THAT(mail, HasSubstr("Hello ada,"));
    EXPECT_THAT(mail, HasSubstr("We open at ten <tomorrow>."));
    EXPECT_THAT(mail, HasSubstr("We open at ten &lt;tomorrow&gt;."));
    EXPECT_THAT(mail, HasSubstr("{{name}}, {{nothing}}")) << "what staff type is not a wording";
    EXPECT_THAT(mail, HasSubstr("https://x.test/s/"));
    EXPECT_THAT(mail, HasSubstr("https://x.test/u/"));
}

TEST_F(StaffMessageTest, HasTheSubjectThatStaffGaveIt) {
    bench_.create(RelayBench::plain());
    write_to({bench_.join(by_mail("ada"))}, "Later tomorrow");
    bench_.settle();
    const auto mails = sent(bench_.mail);
    ASSERT_EQ(mails.size(), 1U);
    EXPECT_THAT(mails[0].content, HasSubstr("Subject: Later tomorrow"));
}

TEST_F(StaffMessageTest, GoesByTextWithTheHouseFirstAndTheLinkLast) {
    bench_.create(RelayBench::plain());
    engine::Person ben{.name = "ben", .email = "", .phone = "+15550001"};
    const core::Ticket entry = bench_.join(ben);
    write_to({entry});
    bench_.settle();
    const auto texts = sent(bench_.sms);
    ASSERT_EQ(texts.size(), 1U);
    EXPECT_EQ(texts[0].content,
              "House: We open at ten <tomorrow>.\n{{name}}, {{nothing}}\n\nSee you! "
              "https://x.test/s/" +
                  core::format_id(core::entry_id(bench_.list, entry)));
    const auto messages = bench_.messages(MessageKind::StaffMessage);
    ASSERT_EQ(messages.size(), 1U);
    const std::uint64_t ids[] = {messages[0].row.id};
    const auto kept = bench_.store.words(ids).value();
    ASSERT_EQ(kept.size(), 1U);
    EXPECT_THAT(kept[0].text, HasSubstr("See you!"));
    EXPECT_THAT(kept[0].text, Not(HasSubstr("https://")));
}

TEST_F(StaffMessageTest, WrittenAtNightIsSentInTheMorning) {
    bench_.create(core::RulesPatch{}.set(&core::Rules::order, core::Order::Fifo));
    const core::Ticket ada = bench_.join(by_mail("ada"));
    bench_.settle();
    bench_.now += hours{11};  // 23:00
    write_to({ada});
    bench_.run_for(hours{6}, minutes{10});
    EXPECT_THAT(sent(bench_.mail), IsEmpty());
    bench_.run_for(hours{6}, minutes{10});
    EXPECT_EQ(sent(bench_.mail).size(), 1U);
}

TEST_F(StaffMessageTest, DoesNotReachWhoLeftOrWasErasedMeanwhile) {
    bench_.create(core::RulesPatch{}.set(&core::Rules::order, core::Order::Fifo));
    const core::Ticket ada = bench_.join(by_mail("ada"));
    const core::Ticket ben = bench_.join(by_mail("ben"));
    bench_.settle();
    bench_.now += hours{11};
    write_to({ada, ben});
    bench_.run_for(minutes{10}, minutes{1});
    bench_.give(core::RemoveEntry{.entry = ada});
    bench_.settle();
    bench_.run_for(hours{12}, minutes{10});
    ASSERT_EQ(sent(bench_.mail).size(), 1U);
    EXPECT_EQ(sent(bench_.mail)[0].to, "ben@example.com");
    EXPECT_THAT(notes(), ElementsAre("is no longer on the list", "sent"));
}

TEST_F(StaffMessageTest, NeverGoesToWhoHasStoppedOurMessages) {
    bench_.create(RelayBench::plain());
    const core::Ticket ada = bench_.join(by_mail("ada"));
    bench_.settle();
    ASSERT_TRUE(bench_.store.opt_out({.address = PlainKeys::key_of("ada@example.com"),
                                      .source = engine::OptOutSource::Unsubscribed,
                                      .at = bench_.now}));
    write_to({ada});
    bench_.settle();
    EXPECT_THAT(sent(bench_.mail), IsEmpty());
    EXPECT_THAT(notes(), ElementsAre(engine::note_opted_out));
}

TEST_F(StaffMessageTest, IsNotSentWithoutItsWords) {
    bench_.create(RelayBench::plain());
    const core::Ticket ada = bench_.join(by_mail("ada"));
    bench_.settle();
    write_to({ada});
    ASSERT_TRUE(bench_.store.erase_staff_messages_to(core::entry_id(bench_.list, ada)));
    bench_.settle();
    EXPECT_THAT(sent(bench_.mail), IsEmpty());
    EXPECT_THAT(notes(), ElementsAre("what staff wrote is gone"));
}

TEST_F(StaffMessageTest, ProgramsHearThatButNotWhat) {
    bench_.webhook.keeps_content = true;
    bench_.save([](engine::House& house) { house.webhook_url = "https://hook.example"; });
    bench_.create(RelayBench::plain());
    const core::Ticket ada = bench_.join(by_mail("ada"));
    bench_.settle();
    write_to({ada});
    bench_.settle();
    const auto heard = sent(bench_.webhook);
    ASSERT_EQ(heard.size(), 1U);
    EXPECT_THAT(heard[0].content, HasSubstr(R"("type":"entry.written_to")"));
    EXPECT_THAT(heard[0].content, Not(HasSubstr("seq")));
    EXPECT_THAT(heard[0].content, Not(HasSubstr("We open")));
}

}  // namespace
}  // namespace standby::notify
