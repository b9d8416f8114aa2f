// What a stranger can have sent, and where texts may go.
#include "tests/relay/relay_bench_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::notify {
namespace {

using engine::Channel;
using engine::DeliveryState;
using engine::MessageKind;
using engine::OutboxState;
using std::chrono::hours;
using std::chrono::minutes;

BenchOptions with_budgets() {
    BenchOptions options;
    options.has_sms = true;
    options.relay.budgets = usual_budgets(200'000, 10'000);
    options.relay.keeps_to_countries = true;
    options.relay.sender_countries = {"DE"};
    return options;
}

engine::Person typed(std::string email) {
    return {.name = "Ada", .email = std::move(email)};
}

// Somebody joins without a key.
core::Ticket join_as_stranger(RelayBench& bench, const engine::Person& person) {
    core::Join command;
    command.typed = true;
    command.contacts = {PlainKeys::key_of(person.email + person.phone)};
    return bench.give(command, {.person = person}, {.kind = core::ActorKind::Guest}).entry;
}

TEST(Holding, AMailboxGetsSixMailsADayHoweverManyTagsItHas) {
    RelayBench bench{with_budgets()};
    bench.create(RelayBench::plain());
    for (int count = 0; count < 119; ++count) {
        join_as_stranger(bench, typed("vic.tim+" + std::to_string(count) + "@gmail.com"));
    }
    bench.settle();
    EXPECT_EQ(bench.mail.sent().size(), 3U);
    bench.run_for(hours{23}, minutes{10});
    EXPECT_EQ(bench.mail.sent().size(), 6U);
    EXPECT_EQ(bench.count(OutboxState::Dead), 113U);
    const engine::OutboxListing last = bench.messages(MessageKind::Waitlisted).back();
    EXPECT_EQ(last.note, "held back: too many messages to this recipient in a day");
    bench.run_for(hours{48}, hours{1});
    EXPECT_EQ(bench.mail.sent().size(), 6U) << "nothing comes later";
}

TEST(Holding, WhatWaitsSaysWhy) {
    RelayBench bench{with_budgets()};
    bench.create(RelayBench::plain());
    for (int count = 0; count < 4; ++count) {
        join_as_stranger(bench, typed("ada+" + std::to_string(count) + "@example.com"));
    }
    bench.settle();
    const engine::OutboxListing last = bench.messages(MessageKind::Waitlisted).back();
    EXPECT_EQ(last.state, OutboxState::Pending);
    EXPECT_EQ(last.note, "held back: too many messages to this recipient in an hour");
    bench.run_for(hours{1}, minutes{1});
    EXPECT_EQ(bench.mail.sent().size(), 4U);
    EXPECT_EQ(bench.messages(MessageKind::Waitlisted).back().note, "sent");
}

TEST(Holding, ARegularWithFiveOffersADayGetsThemAll) {
    RelayBench bench{with_budgets()};
    bench.create(RelayBench::plain());
    for (int count = 0; count < 119; ++count) {
        join_as_stranger(bench, typed("ada+" + std::to_string(count) + "@example.com"));
    }
    bench.settle();
    const std::size_t before = bench.mail.sent().size();
    bench.create(RelayBench::plain());
    for (int count = 0; count < 5; ++count) {
        bench.join(typed("ada@example.com"));
        bench.release(1);
        bench.run_for(hours{1}, minutes{5});
    }
    EXPECT_GE(bench.mail.sent().size() - before, 5U);
    for (const engine::OutboxListing& offer : bench.messages(MessageKind::Offer)) {
        EXPECT_EQ(offer.note, "sent");
    }
}

TEST(Holding, WhomStaffAddIsNoStranger) {
    RelayBench bench{with_budgets()};
    bench.create(RelayBench::plain());
    for (int count = 0; count < 20; ++count) {
        bench.join(typed("family+" + std::to_string(count) + "@example.com"));
    }
    bench.settle();
    EXPECT_EQ(bench.mail.sent().size(), 20U);
}

TEST(Holding, ATextToAnotherCountryBecomesAMailAndStaffSeeWhy) {
    RelayBench bench{with_budgets()};
    bench.create(RelayBench::plain());
    join_as_stranger(bench, by_both("ada", "+252611234567"));
    join_as_stranger(bench, by_both("bob", "+49301234567"));
    bench.settle();
    EXPECT_EQ(bench.sms.sent().size(), 1U);
    EXPECT_EQ(bench.mail.sent().size(), 1U);
    const engine::OutboxListing first = bench.messages(MessageKind::Waitlisted).front();
    EXPECT_EQ(first.state, OutboxState::Done);
    const auto deliveries = bench.deliveries(first.row.id);
    ASSERT_EQ(deliveries.size(), 2U);
    EXPECT_EQ(deliveries[0].state, DeliveryState::Sent);
    EXPECT_EQ(deliveries[1].channel, Channel::Sms);
    EXPECT_EQ(deliveries[1].state, DeliveryState::Failed);
    EXPECT_EQ(deliveries[1].note, "held back: texts to numbers of SO are not allowed (Settings, "
                                  "text_countries)");
}

TEST(Holding, AnOfferThatNobodyMayCarryGoesOnAndCostsTheGuestNothing) {
    RelayBench bench{with_budgets()};
    bench.create(RelayBench::plain());
    join_as_stranger(bench, {.name = "Ada", .phone = "+252611234567"});
    join_as_stranger(bench, by_mail("bob"));
    bench.settle();
    bench.release(1);
    bench.settle();
    const engine::OutboxListing held = bench.messages(MessageKind::Offer).front();
    EXPECT_EQ(held.state, OutboxState::Pending);
    EXPECT_TRUE(held.note.starts_with(held_mark)) << held.note;
    bench.run_for(minutes{7});
    const auto offers = bench.messages(MessageKind::Offer);
    ASSERT_EQ(offers.size(), 2U);
    EXPECT_EQ(offers[0].note, "the offer has ended");
    EXPECT_EQ(offers[1].note, "sent");
    EXPECT_EQ(bench.trace("offer_ended"), std::vector<std::string>{"offer_ended not_reachable #1"});
}

TEST(Holding, TheHouseNamesItsCountries) {
    for (const auto& [countries, texts] :
         std::vector<std::pair<std::vector<std::string>, std::size_t>>{
             {{"AT"}, 0}, {{"AT", "SO"}, 1}, {{"*"}, 1}}) {
        RelayBench bench{with_budgets()};
        bench.save([&](engine::House& house) { house.text_countries = countries; });
        bench.create(RelayBench::plain());
        join_as_stranger(bench, by_both("ada", "+252611234567"));
        bench.settle();
        EXPECT_EQ(bench.sms.sent().size(), texts);
    }
}

TEST(Holding, AnOwnCountryIsThatOfTheZone) {
    RelayBench bench{with_budgets()};
    bench.save([](engine::House& house) { house.time_zone = "Europe/Vienna"; });
    bench.create(RelayBench::plain());
    join_as_stranger(bench, by_both("ada", "+4312345678"));
    bench.settle();
    EXPECT_EQ(bench.sms.sent().size(), 1U);
}

TEST(Holding, AProviderThatIsDownUsesUpNoBudget) {
    RelayBench bench{with_budgets()};
    bench.create(RelayBench::plain());
    bool is_down = true;
    bench.mail.script = [&](const OutgoingMessage&) {
        return is_down ? says(SendOutcome::Unavailable) : takes(Duration{0});
    };
    join_as_stranger(bench, by_mail("ada"));
    bench.run_for(hours{2}, minutes{1});
    is_down = false;
    bench.run_for(hours{1}, minutes{1});
    EXPECT_EQ(bench.messages(MessageKind::Waitlisted).front().note, "sent");
}

TEST(Holding, ANameIsNeverALink) {
    RelayBench bench{with_budgets()};
    bench.create(RelayBench::plain());
    bench.mail.keeps_content = true;
    bench.sms.keeps_content = true;
    engine::Person person = by_mail("ada");
    person.name = "You won! visit http://evil.example/prize now";
    join_as_stranger(bench, person);
    person = {.name = person.name, .phone = "+49301234567"};
    join_as_stranger(bench, person);
    bench.settle();
    ASSERT_EQ(bench.mail.sent().size(), 1U);
    ASSERT_EQ(bench.sms.sent().size(), 1U);
    for (const std::string& content :
         {bench.mail.sent().front().content, bench.sms.sent().front().content}) {
        EXPECT_EQ(content.find("evil"), std::string::npos);
        EXPECT_EQ(content.find("won"), std::string::npos);
    }
}

}  // namespace
}  // namespace standby::notify
