// Texts from guests. Where several nodes share the work, what another node carries out is claimed
// there, and nowhere else; where a number has several offers, a digit answers none of them.
#include "notify/messaging/messaging.hpp"

#include "notify/sms/twilio_signature.hpp"
#include "tests/relay/relay_bench_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace standby::notify {
namespace {

constexpr std::string_view token = "token";
constexpr std::string_view url = "https://x.test/v1/callbacks/twilio/inbound";
constexpr std::string_view phone = "+4915112345678";

// The engine of a node that some resources have left.
class PartGateway final : public engine::Gateway {
public:
    explicit PartGateway(engine::Gateway& whole) : whole_(whole) {}

    Time now() const override { return whole_.now(); }
    void submit(engine::Request&& request) override {
        if (moved.contains(request.resource)) {
            request.done({.answer = {}, .failure = engine::Failure::Moved});
        } else {
            whole_.submit(std::move(request));
        }
    }
    void submit(engine::Query query) override {
        if (moved.contains(query.resource)) {
            query.look({.failure = engine::Failure::Moved});
        } else {
            whole_.submit(std::move(query));
        }
    }
    bool read(engine::Effort effort,
              std::function<void(engine::Store&, engine::Registry&)> function) override {
        return whole_.read(effort, std::move(function));
    }

    std::set<core::ResourceNumber> moved;

private:
    engine::Gateway& whole_;
};

class TextsAmongNodes : public ::testing::Test {
protected:
    // Someone on a new list who was offered a place by text.
    core::ResourceNumber offer_by_text() { return offer_by_text(bench.account); }
    core::ResourceNumber offer_by_text(engine::AccountNumber owner,
                                       core::RulesPatch rules = RelayBench::plain()) {
        const core::ResourceNumber resource = bench.create_for(owner, std::move(rules));
        engine::Person mia{.name = "mia", .phone = std::string(phone)};
        bench.join(mia);
        bench.settle();
        bench.release(1);
        bench.settle();
        return resource;
    }

    engine::CallbackReply text(std::string body) {
        return deliver(std::move(body), "SM" + std::to_string(++texts));
    }
    engine::CallbackReply deliver(std::string body, const std::string& id) {
        const FormParams form{{"From", std::string(phone)}, {"Body", body}, {"MessageSid", id}};
        engine::CallbackRequest request{.source = "twilio/inbound", .url = std::string(url)};
        request.headers.emplace_back("x-twilio-signature", twilio_signature(token, url, form));
        request.body = "From=%2B4915112345678&Body=" + body + "&MessageSid=" + id;
        return messaging.on_callback(request);
    }
    std::size_t accepted(core::ResourceNumber resource) {
        std::size_t count = 0;
        for (const core::Event& event : bench.events_of(resource)) {
            count += core::type_of(event) == "offer_accepted" ? 1 : 0;
        }
        return count;
    }
    // Both digits, and nothing happens to either of these lists.
    void expect_no_answer(core::ResourceNumber one, core::ResourceNumber other) {
        const std::size_t before = bench.events_of(one).size() + bench.events_of(other).size();
        for (const char* digit : {"1", "9"}) {
            const engine::CallbackReply reply = text(digit);
            EXPECT_EQ(reply.status, 200);
            EXPECT_FALSE(reply.elsewhere);
            EXPECT_NE(reply.body.find("more than one open offer"), std::string::npos) << reply.body;
        }
        EXPECT_EQ(bench.events_of(one).size() + bench.events_of(other).size(), before);
    }

    int texts = 0;
    RelayBench bench{{.has_mail = false, .has_sms = true}};
    PlainKeys keys;
    PlainLinks links;
    PartGateway gateway{bench.gateway()};
    Houses houses{bench.store};
    Gatherer gatherer{bench.store, bench.store, gateway, keys, bench.zones, houses};
    MessageWriter writer{houses, links, bench.zones, {.sms_from = {"+100"}}};
    Messaging messaging{
        {.store = bench.store,
         .registry = bench.store,
         .gateway = gateway,
         .keys = keys,
         .houses = houses,
         .gatherer = gatherer,
         .writer = writer,
         .on_house_changed = [] {},
         .look_again = [] {},
         .report = [](std::string_view, std::string_view) {}},
        {.ways = {.channels = {engine::Channel::Sms}, .twilio_tokens = {std::string(token)}}}};
};

TEST_F(TextsAmongNodes, APreviewOfWhatStaffWroteIsInTheLanguageOfTheHouse) {
    const auto preview = [&](std::string locale, engine::Channel channel) {
        engine::House house;
        house.name = "Salon";
        house.locale = std::move(locale);
        const engine::VoiceKey key{
            .kind = engine::MessageKind::StaffMessage, .channel = channel, .locale = house.locale};
        const engine::VoiceDraft draft{
            .key = key, .subject = {}, .text = "{{name}}\n\nBis morgen", .button = {}};
        return messaging.preview(draft, house);
    };
    EXPECT_EQ(preview("de-AT", engine::Channel::Mail).subject, "Eine Nachricht von Salon");
    EXPECT_EQ(preview("pt", engine::Channel::Mail).subject, "A message from Salon");
    const engine::WrittenMessage text = preview("", engine::Channel::Sms);
    EXPECT_TRUE(text.text.starts_with("Salon: {{name}}\n\nBis morgen https://")) << text.text;
    EXPECT_EQ(text.segments, 1U);
}

TEST_F(TextsAmongNodes, AClaimGoesWhereTheOfferIsAndChangesNothingBefore) {
    const core::ResourceNumber resource = offer_by_text();
    gateway.moved = {resource};
    EXPECT_EQ(text("1").elsewhere, resource);
    EXPECT_EQ(accepted(resource), 0U);
    gateway.moved.clear();
    const engine::CallbackReply reply = text("1");
    EXPECT_FALSE(reply.elsewhere);
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(accepted(resource), 1U);
}

TEST_F(TextsAmongNodes, AClaimIsAnsweredHereThoughOtherMessagesWereOfAListElsewhere) {
    const core::ResourceNumber here = offer_by_text();
    const core::ResourceNumber there = offer_by_text();
    bench.list = there;
    bench.give(core::Leave{.entry = 1});
    bench.settle();
    gateway.moved = {there};
    EXPECT_EQ(text("1").status, 200);
    EXPECT_EQ(accepted(here), 1U);
}

TEST_F(TextsAmongNodes, ADigitAnswersNoneOfSeveralOffers) {
    const core::ResourceNumber first = offer_by_text();
    const core::ResourceNumber second = offer_by_text();
    expect_no_answer(first, second);
}

TEST_F(TextsAmongNodes, ADigitAnswersNoneOfTheOffersOfTwoBusinesses) {
    const engine::AccountNumber other = bench.store.create_account("Other", bench.now)->number;
    const core::ResourceNumber first = offer_by_text();
    const core::ResourceNumber second = offer_by_text(other);
    expect_no_answer(first, second);
}

TEST_F(TextsAmongNodes, ADigitAnswersNoneOfSeveralOffersWhereverTheyAre) {
    const core::ResourceNumber first = offer_by_text();
    const core::ResourceNumber second = offer_by_text();
    for (const core::ResourceNumber there : {first, second}) {
        gateway.moved = {there};
        const engine::CallbackReply reply = text("1");
        EXPECT_EQ(reply.status, 200);
        EXPECT_FALSE(reply.elsewhere);
        EXPECT_NE(reply.body.find("more than one open offer"), std::string::npos) << reply.body;
    }
    EXPECT_EQ(accepted(first) + accepted(second), 0U);
}

TEST_F(TextsAmongNodes, ADigitAnswersTheOneOfSeveralOffersThatIsLeft) {
    const core::ResourceNumber first = offer_by_text();
    const core::ResourceNumber second = offer_by_text();
    bench.list = second;
    bench.give(core::Leave{.entry = 1});
    bench.settle();
    EXPECT_EQ(text("1").status, 200);
    EXPECT_EQ(accepted(first), 1U);
}

TEST_F(TextsAmongNodes, ATextThatIsDeliveredTwiceCountsOnce) {
    const core::ResourceNumber first = offer_by_text();
    EXPECT_EQ(deliver("1", "SMtwice").status, 200);
    EXPECT_EQ(accepted(first), 1U);
    const core::ResourceNumber second = offer_by_text();
    EXPECT_EQ(deliver("1", "SMtwice").status, 200);
    EXPECT_EQ(accepted(second), 0U) << "it was said about the other one";
    EXPECT_EQ(text("1").status, 200);
    EXPECT_EQ(accepted(second), 1U);
}

TEST_F(TextsAmongNodes, AReminderIsNoOtherOffer) {
    const core::ResourceNumber resource =
        offer_by_text(bench.account, RelayBench::plain().set(&core::Rules::reminder_after,
                                                             std::chrono::minutes{5}));
    bench.run_for(std::chrono::minutes{8});
    ASSERT_EQ(bench.messages(engine::MessageKind::Reminder).size(), 1U);
    ASSERT_EQ(bench.sms.sent().size(), 3U);  // on the list, the offer, the reminder
    EXPECT_EQ(text("1").status, 200);
    EXPECT_EQ(accepted(resource), 1U);
}

TEST_F(TextsAmongNodes, AnOfferIsFoundBehindAFloodOfOtherTexts) {
    const core::ResourceNumber hidden = offer_by_text();
    for (int count = 0; count < 40; ++count) {
        bench.create(RelayBench::plain());
        bench.join({.name = "mia", .phone = std::string(phone)});
        bench.settle();
    }
    const core::ResourceNumber last = offer_by_text();
    expect_no_answer(hidden, last);
}

TEST_F(TextsAmongNodes, SeveralOffersAreToldOfOnlySoOften) {
    offer_by_text();
    offer_by_text();
    for (int count = 0; count < 3; ++count) {
        EXPECT_NE(text("1").body.find("<Message>"), std::string::npos);
    }
    const engine::CallbackReply reply = text("1");
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.body.find("<Message>"), std::string::npos) << reply.body;
}

// The 2 pm of a salon that keeps late answers: offered to mia by text, and then to someone else.
class LateTexts : public TextsAmongNodes {
protected:
    void offer_slot(bool has_others = true) {
        bench.create_slots(RelayBench::plain().set(&core::Rules::late_yes, true));
        bench.join({.name = "mia", .phone = std::string(phone)});
        if (has_others) {
            bench.join({.name = "ben", .phone = "+4915187654321"});
        }
        opening = bench.open_slot(bench.now + std::chrono::hours{3});
        bench.run_for(std::chrono::minutes{11}, std::chrono::minutes{1});
    }
    std::size_t count(std::string_view type) { return bench.trace(type).size(); }
    core::OpeningNumber opening;
};

TEST_F(LateTexts, AYesAfterTheWindowIsKept) {
    offer_slot();
    EXPECT_THAT(text("1").body, testing::HasSubstr("noted your yes"));
    EXPECT_EQ(count("standing_yes"), 1U);
    EXPECT_THAT(text("YES").body, testing::HasSubstr("noted your yes")) << "again, for grandmother";
    EXPECT_EQ(count("standing_yes"), 1U);
    EXPECT_EQ(accepted(bench.list), 0U);
}

TEST_F(LateTexts, ANoAfterwardsTakesItBack) {
    offer_slot();
    EXPECT_THAT(text("9").body, testing::HasSubstr("this offer has expired"))
        << "there is nothing to take back yet";
    text("1");
    EXPECT_THAT(text("9").body, testing::HasSubstr("taken your yes back"));
    EXPECT_EQ(count("standing_yes"), 2U);
    EXPECT_EQ(count("entry_ended"), 0U) << "and the place in line is kept";
}

TEST_F(LateTexts, AYesToWhatNobodyHasBooksIt) {
    offer_slot(false);
    EXPECT_THAT(text("1").body, testing::HasSubstr("You&#39;re booked"));
    EXPECT_EQ(accepted(bench.list), 1U);
}

TEST_F(LateTexts, AYesToWhatIsGoneIsTooLate) {
    offer_slot();
    bench.give(core::BookOpening{.opening = opening});
    bench.settle();
    EXPECT_THAT(text("1").body, testing::HasSubstr("this offer has expired"));
    EXPECT_EQ(count("standing_yes"), 0U);
}

TEST_F(TextsAmongNodes, StopIsHeardAnywhere) {
    const core::ResourceNumber resource = offer_by_text();
    gateway.moved = {resource};
    const engine::CallbackReply reply = text("STOP");
    EXPECT_EQ(reply.status, 200);
    EXPECT_FALSE(reply.elsewhere);
    const core::ContactKey addresses[] = {keys.phone(phone)};
    EXPECT_EQ(bench.store.opt_outs(addresses)->size(), 1U);
}

// What was said stays as it was said, whatever the house says today.
class InboxTest : public ::testing::Test {
protected:
    void say(std::string text) {
        const engine::VoiceDraft draft{
            .key = {engine::MessageKind::Offer, engine::Channel::Mail, "en"},
            .subject = "A spot",
            .text = std::move(text),
            .button = "Claim"};
        ASSERT_TRUE(bench.store.save_voice(bench.account, {.draft = draft, .made_at = bench.now}));
        bench.save([](engine::House&) {});
        houses.forget(bench.account);
    }
    engine::OutboxRow offered() {
        bench.create(RelayBench::plain());
        bench.join(by_mail("ada"));
        bench.release(1);
        bench.settle();
        return bench.messages(engine::MessageKind::Offer).at(0).row;
    }
    std::vector<engine::KeptWords> words(std::uint64_t message) {
        return bench.store.words({&message, 1}).value();
    }

    RelayBench bench;
    PlainKeys keys;
    PlainLinks links;
    Houses houses{bench.store};
    Gatherer gatherer{bench.store, bench.store, bench.gateway(), keys, bench.zones, houses};
    MessageWriter writer{houses, links, bench.zones, {.mail_from = "list@x.test"}};
    Messaging messaging{{.store = bench.store,
                         .registry = bench.store,
                         .gateway = bench.gateway(),
                         .keys = keys,
                         .houses = houses,
                         .gatherer = gatherer,
                         .writer = writer,
                         .on_house_changed = [] {},
                         .look_again = [] {},
                         .report = [](std::string_view, std::string_view) {}},
                        {.ways = {.channels = {engine::Channel::Mail}}}};
};

TEST_F(InboxTest, ShowsTheWordsOfThenWithTheLinksOfToday) {
    say("Dear {{name}}, it is {{link}}");
    const engine::OutboxRow row = offered();
    const auto kept = words(row.id);
    ASSERT_EQ(kept.size(), 1U);
    EXPECT_EQ(kept[0].text.find("x.test"), std::string::npos) << kept[0].text;
    say("Hey!");
    const auto read = messaging.read_out(row, &kept[0]);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->said.subject, "A spot");
    EXPECT_TRUE(read->said.text.starts_with("Dear ada, it is https://x.test/o/"))
        << read->said.text;
    EXPECT_EQ(read->said.text.find("x.test/u/"), std::string::npos)
        << "the page's reader need not be the address's";
    EXPECT_TRUE(messaging.read_out(row, nullptr)->said.text.starts_with("Hey!"));
}

TEST_F(InboxTest, KeepsTheWordsOfWhatIsTriedAgainAndOfWhatComesBack) {
    say("Dear {{name}}");
    bench.mail.script = [](const OutgoingMessage&) { return says(SendOutcome::Later); };
    const engine::OutboxRow row = offered();
    ASSERT_EQ(words(row.id).size(), 1U);
    EXPECT_TRUE(words(row.id)[0].text.starts_with("Dear ada"));
    say("Hey {{name}}");
    bench.mail.script = [](const OutgoingMessage&) { return says(SendOutcome::Bounced); };
    bench.run_for(std::chrono::minutes{1});
    ASSERT_EQ(words(row.id).size(), 1U) << "the last ones it was tried with";
    EXPECT_TRUE(words(row.id)[0].text.starts_with("Hey ada"));
}

TEST_F(InboxTest, KnowsWhatWillNotBeSentAnyMore) {
    bench.mail.script = [](const OutgoingMessage&) { return says(SendOutcome::Later); };
    const engine::OutboxRow row = offered();
    EXPECT_TRUE(messaging.read_out(row, nullptr)->is_to_be_sent);
    bench.give(core::Leave{row.entry});
    EXPECT_FALSE(messaging.read_out(row, nullptr)->is_to_be_sent);
}

}  // namespace
}  // namespace standby::notify
