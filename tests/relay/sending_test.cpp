// From the event to the guest: what is sent, told to the engine and recorded.
#include "tests/relay/relay_bench_test_support.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace standby::notify {
namespace {

using engine::Channel;
using engine::DeliveryState;
using engine::MessageKind;
using engine::OutboxState;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;
using Lines = std::vector<std::string>;

class SendingTest : public testing::Test {
protected:
    // Someone waits, and has been told so.
    static void waits(RelayBench& bench, const engine::Person& person) {
        bench.join(person);
        bench.settle();
    }
    static core::OfferSent only_sending(RelayBench& bench) {
        std::optional<core::OfferSent> found;
        for (const core::Event& event : bench.events()) {
            if (const auto* sent = std::get_if<core::OfferSent>(&event.body)) {
                EXPECT_FALSE(found) << "told twice";
                found = *sent;
            }
        }
        EXPECT_TRUE(found);
        return found.value_or(core::OfferSent{});
    }
    static Lines kinds_sent(const RelayBench& bench) {
        Lines kinds;
        for (const ScriptedProvider::Receipt& mail : bench.mail.sent()) {
            kinds.emplace_back(engine::name_of(bench.row_of(mail.id).kind));
        }
        return kinds;
    }
    // Without the breaks that keep the lines of a mail short.
    static std::string unfolded(std::string content) {
        for (std::size_t at = 0; (at = content.find("=\r\n", at)) != std::string::npos;) {
            content.erase(at, 3);
        }
        return content;
    }
    static BenchOptions with_both() {
        BenchOptions options;
        options.has_sms = true;
        return options;
    }
};

TEST_F(SendingTest, AFreedPlaceIsOfferedSentToldAndRecorded) {
    RelayBench bench;
    bench.create(RelayBench::plain());
    waits(bench, by_mail("ada"));
    bench.mail.script = [](const OutgoingMessage&) { return takes(seconds{30}); };
    bench.mail.keeps_content = true;
    bench.release(1);
    bench.run_for(minutes{1});
    const Time sent_at = RelayBench::start + seconds{30};
    EXPECT_EQ(only_sending(bench), (core::OfferSent{sent_at, sent_at + minutes{10}}))
        << "the window starts at sending";
    ASSERT_EQ(bench.messages(MessageKind::Offer).size(), 1U);
    const engine::OutboxListing offer = bench.messages(MessageKind::Offer).front();
    EXPECT_EQ(offer.state, OutboxState::Done);
    EXPECT_EQ(offer.note, "sent");
    EXPECT_EQ(offer.row.attempts, 1U);
    EXPECT_EQ(bench.deliveries(offer.row.id),
              (std::vector<engine::Delivery>{{.message = offer.row.id,
                                              .channel = Channel::Mail,
                                              .state = DeliveryState::Sent,
                                              .address = PlainKeys::key_of(mail_of("ada")),
                                              .changed_at = sent_at,
                                              .sent_at = sent_at,
                                              .provider_id = "p"}}));
    const ScriptedProvider::Receipt& message = bench.mail.receipts.back();
    EXPECT_EQ(message.id, engine::format_message_id(offer.row.id));
    EXPECT_EQ(message.to, mail_of("ada"));
    EXPECT_NE(message.content.find("https://x.test/o/off_"), std::string::npos);
}

TEST_F(SendingTest, ABounceFallsOverToTheOtherChannelAtOnce) {
    RelayBench bench(with_both());
    bench.create(RelayBench::plain());
    waits(bench, by_both("ada", "+49151"));
    bench.sms.script = [](const OutgoingMessage&) { return says(SendOutcome::Bounced); };
    bench.release(1);
    bench.settle();
    EXPECT_EQ(only_sending(bench).sent_at, RelayBench::start);
    const engine::OutboxListing offer = bench.messages(MessageKind::Offer).front();
    EXPECT_EQ(offer.state, OutboxState::Done);
    const auto deliveries = bench.deliveries(offer.row.id);
    ASSERT_EQ(deliveries.size(), 2U);
    EXPECT_EQ(deliveries[0].state, DeliveryState::Sent);
    EXPECT_EQ(deliveries[1].state, DeliveryState::Failed);
    EXPECT_EQ(bench.mail.sent().back().id, bench.sms.receipts.back().id);
}

TEST_F(SendingTest, ABounceGoesOnAfterThePatienceWhenThereIsNoOtherWay) {
    RelayBench bench;
    bench.create(RelayBench::plain());
    waits(bench, by_mail("ada"));
    waits(bench, by_mail("ben"));
    bench.mail.script = [](const OutgoingMessage& message) {
        Answer answer =
            says(message.to == mail_of("ada") ? SendOutcome::Bounced : SendOutcome::Sent);
        answer.result.address_is_dead = message.to == mail_of("ada");
        return answer;
    };
    bench.release(1);
    bench.settle();
    EXPECT_EQ(bench.trace("offer_unreached"), (Lines{"offer_unreached bounced #1"}));
    EXPECT_EQ(bench.trace("offer_ended"), Lines{});
    bench.run_for(minutes{7});
    EXPECT_EQ(bench.trace("offer_unreached").size(), 1U) << "it is told once";
    EXPECT_EQ(bench.trace("offer_ended"), (Lines{"offer_ended not_reachable #1"}));
    EXPECT_EQ(bench.trace("offer_sent"), (Lines{"offer_sent requested #2"}));
    EXPECT_EQ(bench.messages(MessageKind::Offer)[0].state, OutboxState::Dead);
    const core::ContactKey ada[] = {PlainKeys::key_of(mail_of("ada"))};
    ASSERT_EQ(bench.store.opt_outs(ada)->size(), 1U);
    EXPECT_EQ(bench.store.opt_outs(ada)->front().source, engine::OptOutSource::Unreachable);
}

TEST_F(SendingTest, ABlockedNumberIsRememberedAndGoesOnAfterThePatience) {
    RelayBench bench(with_both());
    bench.create(RelayBench::plain());
    waits(bench, {.name = "ada", .phone = "+49151"});
    waits(bench, by_mail("ben"));
    bench.sms.script = [](const OutgoingMessage&) { return says(SendOutcome::Blocked); };
    bench.release(1);
    bench.run_for(minutes{6});
    EXPECT_EQ(bench.trace("offer_unreached"), (Lines{"offer_unreached blocked #1"}));
    EXPECT_EQ(bench.trace("offer_ended"), (Lines{"offer_ended not_reachable #1"}));
    EXPECT_EQ(bench.trace("offer_sent"), (Lines{"offer_sent requested #2"}));
    const core::ContactKey ada[] = {PlainKeys::key_of("+49151")};
    ASSERT_EQ(bench.store.opt_outs(ada)->size(), 1U);
    EXPECT_EQ(bench.store.opt_outs(ada)->front().source, engine::OptOutSource::Stop);
}

TEST_F(SendingTest, WhoeverOptedOutKeepsTheOfferAndIsToldOnceTheyAllowIt) {
    RelayBench bench;
    bench.create(RelayBench::plain());
    ASSERT_TRUE(bench.store.opt_out(
        {PlainKeys::key_of(mail_of("ada")), engine::OptOutSource::Unsubscribed, bench.now}));
    waits(bench, by_mail("ada"));
    bench.release(1);
    bench.settle();
    EXPECT_EQ(bench.trace("offer_unreached"), (Lines{"offer_unreached blocked #1"}));
    bench.run_for(hours{5});
    EXPECT_TRUE(bench.mail.receipts.empty());
    EXPECT_EQ(bench.trace("offer_ended"), Lines{});
    EXPECT_EQ(bench.events().size(), 5U) << "nothing is written down again and again";
    const engine::OutboxListing waiting = bench.messages(MessageKind::Offer).front();
    EXPECT_EQ(waiting.state, OutboxState::Pending);
    EXPECT_EQ(waiting.note, "opted out");
    ASSERT_TRUE(bench.store.opt_in(PlainKeys::key_of(mail_of("ada")), {}));
    bench.run_for(minutes{2});
    EXPECT_EQ(bench.trace("offer_sent"), (Lines{"offer_sent sent_late #1"}));
    EXPECT_EQ(bench.messages(MessageKind::Offer).front().state, OutboxState::Done);
}

TEST_F(SendingTest, ABlockThatIsOverIsForgotten) {
    RelayBench bench(with_both());
    bench.create(RelayBench::plain());
    waits(bench, {.name = "ada", .phone = "+49151"});
    bench.sms.script = [](const OutgoingMessage&) { return says(SendOutcome::Blocked); };
    bench.release(1);
    bench.run_for(minutes{10});
    EXPECT_EQ(bench.trace("offer_sent"), Lines{});
    bench.sms.script = nullptr;
    ASSERT_TRUE(bench.store.opt_in(PlainKeys::key_of("+49151"), {}));
    bench.run_for(minutes{2});
    EXPECT_EQ(bench.trace("offer_sent"), (Lines{"offer_sent sent_late #1"}));
}

TEST_F(SendingTest, ANumberThatNobodyCarriesTextsToIsNoWay) {
    RelayBench bench;
    bench.create(RelayBench::plain());
    waits(bench, {.name = "ada", .phone = "+49151"});
    waits(bench, {.name = "ben", .user_id = "17"});
    waits(bench, by_mail("cyd"));
    bench.release(1);
    bench.run_for(minutes{11});
    EXPECT_EQ(bench.trace("offer_unreached"),
              (Lines{"offer_unreached no_channel #1", "offer_unreached no_channel #2"}));
    EXPECT_EQ(bench.trace("offer_sent"), (Lines{"offer_sent requested #3"}));
}

TEST_F(SendingTest, ProgramsHearOfWhatTheGuestCannotBeTold) {
    RelayBench bench;
    bench.create(RelayBench::plain());
    bench.save([](engine::House& house) { house.webhook_url = "https://example.com/hook"; });
    ASSERT_TRUE(bench.store.opt_out(
        {PlainKeys::key_of(mail_of("ada")), engine::OptOutSource::Unsubscribed, bench.now}));
    waits(bench, by_mail("ada"));
    bench.webhook.receipts.clear();
    bench.release(1);
    bench.run_for(minutes{5});
    EXPECT_EQ(bench.webhook.receipts.size(), 1U);
    EXPECT_EQ(bench.trace("offer_unreached"), (Lines{"offer_unreached blocked #1"}));
    EXPECT_EQ(bench.messages(MessageKind::Offer).front().state, OutboxState::Pending);
}

TEST_F(SendingTest, ProgramsHearOfAllThatAGuestHasStoppedHearing) {
    RelayBench bench;
    bench.create(RelayBench::plain());
    bench.save([](engine::House& house) { house.webhook_url = "https://example.com/hook"; });
    ASSERT_TRUE(bench.store.opt_out(
        {PlainKeys::key_of(mail_of("ada")), engine::OptOutSource::Unsubscribed, bench.now}));
    bench.webhook.script = [&](const OutgoingMessage&) {
        return bench.webhook.receipts.empty() ? says(SendOutcome::Later) : takes({});
    };
    waits(bench, by_mail("ada"));
    bench.run_for(minutes{5});
    EXPECT_EQ(bench.webhook.receipts.size(), 2U) << "put off once, then taken";
    const engine::OutboxListing told = bench.messages(MessageKind::Waitlisted).front();
    EXPECT_EQ(told.state, OutboxState::Done);
    EXPECT_EQ(told.note, "opted out");
    EXPECT_TRUE(bench.mail.receipts.empty());
}

// Asked whether they still want it after a day, and again after a week.
class QuestionTest : public SendingTest {
protected:
    static core::RulesPatch asking() {
        return RelayBench::plain()
            .set(&core::Rules::ping_after, hours{24})
            .set(&core::Rules::ping_grace, hours{24});
    }
    static std::size_t set_aside(RelayBench& bench) {
        return static_cast<std::size_t>(std::ranges::count(bench.trace("entry_presence"),
                                                           "entry_presence no_answer_to_pings #1"));
    }
};

TEST_F(QuestionTest, WhoDoesNotAnswerIsSetAside) {
    RelayBench bench;
    bench.create(asking());
    waits(bench, by_mail("ada"));
    bench.run_for(hours{24 * 10}, minutes{10});
    EXPECT_EQ(set_aside(bench), 1U);
}

TEST_F(QuestionTest, WhoStoppedMessagesWasNotAsked) {
    for (const bool has_webhook : {false, true}) {
        RelayBench bench;
        bench.create(asking());
        bench.save([&](engine::House& house) {
            house.webhook_url = has_webhook ? "https://example.com/hook" : "";
        });
        ASSERT_TRUE(bench.store.opt_out(
            {PlainKeys::key_of(mail_of("ada")), engine::OptOutSource::Unsubscribed, bench.now}));
        waits(bench, by_mail("ada"));
        bench.run_for(hours{24 * 30}, minutes{10});
        EXPECT_EQ(set_aside(bench), 0U);
        EXPECT_GE(bench.messages(MessageKind::StillThere).size(), 3U);
        bench.release(1);
        bench.settle();
        EXPECT_EQ(bench.trace("offer_made").size(), 1U);
    }
}

TEST_F(QuestionTest, WhoseAddressRefusesItWasNotAsked) {
    RelayBench bench;
    bench.create(asking());
    waits(bench, by_mail("ada"));
    bench.mail.script = [](const OutgoingMessage&) { return says(SendOutcome::Bounced); };
    bench.run_for(hours{24 * 30}, minutes{10});
    EXPECT_EQ(set_aside(bench), 0U);
}

TEST_F(SendingTest, RetryAfterIsHonoured) {
    RelayBench bench;
    bench.create(RelayBench::plain());
    waits(bench, by_mail("ada"));
    bench.mail.receipts.clear();
    bench.mail.script = [&](const OutgoingMessage&) {
        return bench.mail.receipts.empty() ? says(SendOutcome::Later, minutes{3}) : takes({});
    };
    bench.release(1);
    bench.run_for(minutes{5});
    ASSERT_EQ(bench.mail.receipts.size(), 2U);
    EXPECT_EQ(bench.mail.receipts[1].at, RelayBench::start + minutes{3});
    EXPECT_EQ(bench.mail.receipts[0].id, bench.mail.receipts[1].id);
    EXPECT_EQ(only_sending(bench).sent_at, RelayBench::start + minutes{3});
    EXPECT_EQ(bench.messages(MessageKind::Offer).front().row.attempts, 2U);
}

TEST_F(SendingTest, RetryAfterOfOneChannelIsHonouredWhileTheOtherIsTriedAgain) {
    RelayBench bench(with_both());
    bench.create(RelayBench::plain());
    bench.save([](engine::House& house) { house.channels = engine::ChannelRule::Both; });
    bench.mail.script = [&](const OutgoingMessage&) {
        return bench.mail.receipts.empty() ? says(SendOutcome::Later, minutes{30}) : takes({});
    };
    bench.sms.script = [&](const OutgoingMessage&) {
        return bench.sms.receipts.empty() ? says(SendOutcome::Later) : takes({});
    };
    waits(bench, by_both("ada", "+49151"));
    bench.run_for(hours{1});
    ASSERT_EQ(bench.mail.receipts.size(), 2U);
    EXPECT_GE(bench.mail.receipts[1].at, RelayBench::start + minutes{30});
    ASSERT_EQ(bench.sms.receipts.size(), 2U);
    EXPECT_LE(bench.sms.receipts[1].at, RelayBench::start + seconds{11});
    EXPECT_EQ(bench.messages(MessageKind::Waitlisted).front().state, OutboxState::Done);
}

TEST_F(SendingTest, WaitsLongerAfterEachFailureAndGivesUpInTheEnd) {
    RelayBench bench;
    bench.create(RelayBench::plain());
    bench.mail.script = [](const OutgoingMessage&) { return says(SendOutcome::Later); };
    waits(bench, by_mail("ada"));
    bench.run_for(hours{32}, seconds{5});
    const auto& tries = bench.mail.receipts;
    ASSERT_EQ(tries.size(), 60U);
    for (std::size_t index = 1; index < tries.size(); ++index) {
        const Duration whole = std::min<Duration>(
            seconds{5} * (1 << std::min<std::size_t>(index - 1, 20)), minutes{30});
        EXPECT_GE(tries[index].at - tries[index - 1].at, whole / 2) << index;
        EXPECT_LE(tries[index].at - tries[index - 1].at, whole + seconds{5}) << index;
    }
    const engine::OutboxListing dead = bench.messages(MessageKind::Waitlisted).front();
    EXPECT_EQ(dead.state, OutboxState::Dead);
    EXPECT_EQ(dead.note, "later");
}

TEST_F(SendingTest, ADeadMessageThatIsPutBackIsSentUnderTheSameId) {
    RelayBench bench;
    bench.create(RelayBench::plain());
    bench.mail.script = [](const OutgoingMessage&) { return says(SendOutcome::Later); };
    waits(bench, by_mail("ada"));
    bench.run_for(hours{32}, seconds{30});
    ASSERT_EQ(bench.count(OutboxState::Dead), 1U);
    bench.mail.script = nullptr;
    const engine::MessageEnd back[] = {
        {.id = 1, .state = OutboxState::Pending, .again_at = bench.now - seconds{1}}};
    ASSERT_TRUE(bench.store.finish_messages(back));
    bench.relay().look_again();
    bench.settle();
    EXPECT_EQ(bench.count(OutboxState::Dead), 0U);
    ASSERT_EQ(bench.mail.sent().size(), 1U);
    EXPECT_EQ(bench.mail.sent().front().id, bench.mail.receipts.front().id);
}

TEST_F(SendingTest, OneFullMailboxGoesOnWithoutAMissAndIsTriedAsLongAsTheOfferLives) {
    RelayBench bench;
    bench.create(RelayBench::plain());
    waits(bench, by_mail("ada"));
    waits(bench, by_mail("ben"));
    bench.mail.script = [](const OutgoingMessage& message) {
        return says(message.to == mail_of("ada") ? SendOutcome::Later : SendOutcome::Sent);
    };
    bench.release(1);
    bench.run_for(minutes{40});
    EXPECT_EQ(bench.trace("offer_unreached").front(), "offer_unreached not_yet_sent #1");
    EXPECT_EQ(bench.trace("offer_ended").front(), "offer_ended not_reachable #1");
    EXPECT_EQ(bench.trace("offer_sent").front(), "offer_sent requested #2");
    for (const core::Event& event : bench.events()) {
        if (const auto* ended = std::get_if<core::OfferEnded>(&event.body); ended != nullptr) {
            EXPECT_FALSE(ended->counts_as_miss && event.entry == 1);
        }
    }
    EXPECT_EQ(bench.messages(MessageKind::Offer)[0].note, "the offer has ended");
}

TEST_F(SendingTest, GreylistedForAnHourIsStillAskedWhenThereIsNobodyElse) {
    RelayBench bench;
    bench.create(RelayBench::plain().set(&core::Rules::claim_window, hours{2}));
    waits(bench, by_mail("ada"));
    bench.mail.script = [&](const OutgoingMessage&) {
        return says(bench.now < RelayBench::start + hours{1} ? SendOutcome::Later
                                                             : SendOutcome::Sent);
    };
    bench.release(1);
    bench.run_for(hours{1} + minutes{11});
    EXPECT_EQ(bench.trace("offer_ended"), Lines{});
    EXPECT_EQ(bench.trace("offer_extended"), Lines{}) << "no churn";
    EXPECT_EQ(bench.trace("offer_sent"), (Lines{"offer_sent sent_late #1"}));
    EXPECT_GE(only_sending(bench).expires_at, RelayBench::start + hours{3});
}

TEST_F(SendingTest, WithoutProvidersNobodyIsTold) {
    BenchOptions options{.has_mail = false};
    options.relay.told_elsewhere = ToldElsewhere::No;
    RelayBench bench(options);
    bench.create(RelayBench::plain());
    waits(bench, by_mail("ada"));
    bench.release(1);
    bench.run_for(hours{2});
    EXPECT_EQ(bench.trace("offer_sent"), Lines{});
    EXPECT_EQ(bench.trace("offer_unreached"), (Lines{"offer_unreached no_channel #1"}));
    EXPECT_EQ(bench.trace("offer_ended"), Lines{});
}

TEST_F(SendingTest, WithoutProvidersTheWindowStartsAtOnceWhereOthersTellGuests) {
    BenchOptions options{.has_mail = false};
    options.relay.told_elsewhere = ToldElsewhere::Yes;
    RelayBench bench(options);
    bench.create(RelayBench::plain());
    waits(bench, by_mail("ada"));
    bench.release(1);
    bench.settle();
    EXPECT_EQ(only_sending(bench).sent_at, RelayBench::start);
    EXPECT_EQ(bench.messages(MessageKind::Offer).front().note, "local");
}

TEST_F(SendingTest, AWebhookAloneDoesNotLeaveTheOfferUnsent) {
    RelayBench bench({.has_mail = false});
    bench.create(RelayBench::plain());
    bench.save([](engine::House& house) { house.webhook_url = "https://example.com/hook"; });
    bench.webhook.script = [](const OutgoingMessage&) { return says(SendOutcome::Later); };
    waits(bench, by_mail("ada"));
    bench.release(1);
    bench.settle();
    EXPECT_EQ(only_sending(bench).sent_at, RelayBench::start)
        << "also while the receiver does not answer";
    bench.run_for(hours{2});
    EXPECT_EQ(bench.trace("offer_ended").front(), "offer_ended window_ended #1");
}

TEST_F(SendingTest, AWebhookThatFailsIsTriedAgainWithoutAnotherMail) {
    RelayBench bench;
    bench.create(RelayBench::plain());
    bench.save([](engine::House& house) { house.webhook_url = "https://example.com/hook"; });
    waits(bench, by_mail("ada"));
    bench.webhook.receipts.clear();
    bench.webhook.script = [&](const OutgoingMessage&) {
        return says(bench.webhook.receipts.size() < 3 ? SendOutcome::Later : SendOutcome::Sent);
    };
    bench.mail.receipts.clear();
    bench.release(1);
    bench.run_for(minutes{5});
    EXPECT_EQ(bench.mail.receipts.size(), 1U);
    EXPECT_EQ(bench.webhook.receipts.size(), 4U);
    EXPECT_EQ(bench.messages(MessageKind::Offer).front().state, OutboxState::Done);
}

TEST_F(SendingTest, BothChannelsAreServedByRule) {
    RelayBench bench(with_both());
    bench.create(RelayBench::plain());
    bench.save([](engine::House& house) { house.channels = engine::ChannelRule::Both; });
    waits(bench, by_both("ada", "+49151"));
    EXPECT_EQ(bench.mail.sent().size(), 1U);
    EXPECT_EQ(bench.sms.sent().size(), 1U);
    EXPECT_EQ(bench.deliveries(1).size(), 2U);
    EXPECT_EQ(bench.count(OutboxState::Done), 1U);
}

TEST_F(SendingTest, AnOfferThatEndsWhileItWaitsIsNotSent) {
    BenchOptions options;
    options.relay.rates.mail = 0.25;
    RelayBench bench(options);
    bench.create(RelayBench::plain());
    bench.join(by_mail("ada"));
    bench.join(by_mail("ben"));
    bench.run_for(seconds{10});
    bench.mail.receipts.clear();
    bench.release(2);
    bench.settle();
    bench.give(core::Leave{2});
    bench.run_for(seconds{10});
    ASSERT_EQ(bench.mail.receipts.size(), 1U);
    EXPECT_EQ(bench.mail.receipts.front().to, mail_of("ada"));
    EXPECT_EQ(bench.messages(MessageKind::Offer)[1].note, "the offer has ended");
}

TEST_F(SendingTest, WhoeverJoinsIntoAnOpenSlotHearsOfTheOfferAlone) {
    RelayBench bench;
    bench.create_slots(RelayBench::plain());
    bench.open_slot(bench.now + hours{5});
    bench.join(by_mail("ada"));
    bench.settle();
    EXPECT_EQ(kinds_sent(bench), Lines{"offer"});
    EXPECT_EQ(bench.messages(MessageKind::Waitlisted).at(0).note, "the offer tells them");
}

TEST_F(SendingTest, WhatNobodyGotAfterwardsIsSaidToBeFreeAgain) {
    for (const bool has_next : {false, true}) {
        RelayBench bench;
        bench.mail.keeps_content = true;
        bench.create_slots(RelayBench::plain());
        waits(bench, by_mail("ada"));
        if (has_next) {
            waits(bench, by_mail("bob"));
        }
        bench.open_slot(bench.now + hours{5});
        bench.run_for(minutes{11});
        std::string told;
        for (const ScriptedProvider::Receipt& mail : bench.mail.sent()) {
            if (bench.row_of(mail.id).kind == MessageKind::Expired) {
                told = unfolded(mail.content);
            }
        }
        EXPECT_EQ(told.contains("free again."), !has_next) << told;
        EXPECT_EQ(told.contains("gone to the next person."), has_next) << told;
    }
}

TEST_F(SendingTest, WhoHadAPlaceThatWasPassedOnHearsOfItAndNotWhoHasIt) {
    RelayBench bench;
    bench.mail.keeps_content = true;
    bench.create(RelayBench::plain());
    bench.release(1);
    const core::Ticket entry = bench.join(by_mail("ada"));
    bench.settle();
    engine::Person friend_of_hers = by_mail("bob");
    friend_of_hers.former_contact = mail_of("ada");
    bench.give(core::UpdateEntry{.entry = entry,
                                 .contacts_added = {PlainKeys::key_of(mail_of("bob"))},
                                 .contacts_removed = {PlainKeys::key_of(mail_of("ada"))},
                                 .person_changes = true,
                                 .transfers = true},
               {.person = friend_of_hers});
    bench.settle();
    const auto of_kind = [&](MessageKind kind) {
        const auto sent = bench.mail.sent();
        return *std::ranges::find_if(sent.rbegin(), sent.rend(), [&](const auto& mail) {
            return bench.row_of(mail.id).kind == kind;
        });
    };
    EXPECT_EQ(of_kind(MessageKind::Confirmed).to, mail_of("bob"));
    const ScriptedProvider::Receipt farewell = of_kind(MessageKind::PassedOn);
    EXPECT_EQ(farewell.to, mail_of("ada"));
    EXPECT_FALSE(farewell.content.contains("bob")) << farewell.content;
    EXPECT_FALSE(farewell.content.contains("/s/")) << "the page is no longer theirs";
}

TEST_F(SendingTest, ASlotThatFittedNobodyIsNotAnnouncedWhenItStarts) {
    RelayBench bench;
    bench.save([](engine::House& house) { house.staff_email = "desk@example.com"; });
    bench.create_slots(RelayBench::plain().set(&core::Rules::cutoff, Duration{0}));
    bench.open_slot(bench.now + hours{2});
    bench.run_for(hours{3}, minutes{1});
    EXPECT_EQ(kinds_sent(bench), Lines{"nobody_fits"});
    EXPECT_EQ(bench.messages(MessageKind::HandedBack).at(0).note, "the slot has started");
}

}  // namespace
}  // namespace standby::notify
