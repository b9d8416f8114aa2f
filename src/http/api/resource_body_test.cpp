// Tests of creating and changing a resource: every field, right and wrong.
#include "http/api/resource_body.hpp"

#include "http/api/body_test_support.hpp"
#include "http/api/choices.hpp"
#include "interchange/view/resource.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace standby::http {
namespace {

using core::Rules;

constexpr std::string_view least = R"("name":"Salon","kind":"slots")";

// The rules that a body with these rules gives to a new resource of slots.
Rules rules_of(std::string_view rules) {
    const auto body = parse_create(with_member(least, "\"rules\":" + std::string{rules}));
    EXPECT_EQ(errors_of(body), Errors{}) << rules;
    return body ? body->command.rules.merged_into(Rules{}) : Rules{};
}

TEST(CreateBody, NeedsOnlyNameAndKind) {
    const auto body = parse_create(with_member(least, ""));
    ASSERT_EQ(errors_of(body), Errors{});
    EXPECT_EQ(body->name, "Salon");
    EXPECT_EQ(body->command.settings, core::Settings{});
    EXPECT_TRUE(body->command.rules.empty());
    EXPECT_EQ(errors_of(parse_create("{}")), (Errors{"name is required", "kind is required"}));
}

TEST(CreateBody, TakesEveryField) {
    const auto body = parse_create(
        R"({"name":"  Konzert ","kind":"seats","capacity":0,"starts_at":"2026-11-15T15:00:00+01:00",
            "time_zone":"Europe/Berlin","inventory":"external","rules":{"order":"score"}})");
    ASSERT_EQ(errors_of(body), Errors{});
    EXPECT_EQ(body->name, "Konzert");
    const core::Settings expected{.kind = core::Kind::Seats,
                                  .time_zone = "Europe/Berlin",
                                  .starts_at = *parse_time("2026-11-15T14:00:00Z"),
                                  .capacity = 0,
                                  .inventory = core::Inventory::External};
    EXPECT_EQ(body->command.settings, expected);
    EXPECT_EQ(body->command.rules.merged_into(Rules{}).order, core::Order::Score);
}

TEST(CreateBody, TakesNullAsNotGiven) {
    const auto body = parse_create(with_member(
        least,
        R"("capacity":null,"starts_at":null,"time_zone":null,"inventory":null,"rules":null)"));
    ASSERT_EQ(errors_of(body), Errors{});
    EXPECT_EQ(body->command.settings, core::Settings{});
}

TEST(CreateBody, TakesAnAddressOfAccessThatNothingCanEndEarly) {
    const auto url_of = [](const std::string& value) {
        return parse_create(R"({"name":"Beta","kind":"access","access_url":)" + value + "}");
    };
    const auto body = url_of(R"("https://beta.example/in?code=7")");
    ASSERT_EQ(errors_of(body), Errors{});
    EXPECT_EQ(body->command.settings.access_url, "https://beta.example/in?code=7");
    for (const char* wrong : {R"("http://beta.example")", R"("javascript:alert")", R"("https://")",
                              R"("https://a b.example")", R"("")"}) {
        const Errors errors = errors_of(url_of(wrong));
        ASSERT_EQ(errors.size(), 1U) << wrong;
        EXPECT_TRUE(errors[0].starts_with("access_url must be an address")) << errors[0];
    }
    EXPECT_EQ(errors_of(url_of('"' + std::string("https://") + std::string(500, 'x') + '"')).size(),
              1U);
    const auto removed = parse_patch(R"({"access_url":null})");
    EXPECT_EQ(removed->command.access_url, "");
    EXPECT_EQ(parse_patch(R"({"capacity":1})")->command.access_url, std::nullopt);
}

TEST(CreateBody, SaysWhatIsWrongWithAField) {
    const std::string long_name = "\"name\":\"" + std::string(201, 'x') + '"';
    for (const auto& [member, error] : {
             WrongField{R"("name":"  ","kind":"slots")", "name must not be blank"},
             {R"("name":7,"kind":"slots")", "name must be a string"},
             {R"("name":"a\nb","kind":"slots")", "name must not contain line breaks"},
             {R"("name":null,"kind":"slots")", "name is required"},
             {R"("name":"x","kind":"slot")", "kind must be slots, seats or access"},
             {R"("name":"x","kind":1)", "kind must be slots, seats or access"},
         }) {
        const Errors errors = errors_of(parse_create(with_member("", member)));
        ASSERT_EQ(errors.size(), 1U) << member;
        EXPECT_TRUE(errors[0].starts_with(error)) << errors[0];
    }
    EXPECT_EQ(errors_of(parse_create(with_member(R"("kind":"slots")", long_name))),
              Errors{"name must be at most 200 characters"});
    for (const auto& [member, error] : {
             WrongField{R"("capacity":-1)", "capacity must be from 0 to 100000000"},
             {R"("capacity":100000001)", "capacity must be from 0 to 100000000"},
             {R"("capacity":1.5)", "capacity must be a whole number"},
             {R"("capacity":"1")", "capacity must be a number"},
             {R"("starts_at":"tomorrow")", "starts_at must be a time in RFC 3339"},
             {R"("starts_at":"2026-02-30T00:00:00Z")", "starts_at must be a time in RFC 3339"},
             {R"("starts_at":1763215200)", "starts_at must be a time in RFC 3339"},
             {R"("time_zone":"Europe/B rlin")", "time_zone must be the name of a time zone"},
             {R"("time_zone":"")", "time_zone must not be blank"},
             {R"("time_zone":"../../etc/passwd")", "time_zone must be the name of a time zone"},
             {R"("inventory":"both")", "inventory must be internal or external"},
             {R"("rules":[])", "rules must be an object"},
             {R"("rules":{"ordr":"fifo"})", "rules.ordr is not a known field"},
             {R"("status":"active")", "status is not a known field"},
             {R"("id":"res_1")", "id is not a known field"},
         }) {
        const Errors errors = errors_of(parse_create(with_member(least, member)));
        ASSERT_EQ(errors.size(), 1U) << member;
        EXPECT_TRUE(errors[0].starts_with(error)) << errors[0];
    }
}

TEST(CreateBody, IsRefusedAsAWholeWhenItIsNotAJsonObject) {
    EXPECT_EQ(parse_create("").error().code, "malformed-json");
    EXPECT_EQ(parse_create("{").error().status, 400);
    EXPECT_EQ(parse_create("{").error().detail,
              "Reading stopped: expected a name in double quotes at byte 1.");
    EXPECT_EQ(parse_create(R"({"name":"a","name":"b"})").error().code, "malformed-json");
    EXPECT_EQ(errors_of(parse_create("[]")), Errors{"body must be a JSON object"});
    EXPECT_EQ(errors_of(parse_create("null")), Errors{"body must be a JSON object"});
}

TEST(CreateBody, CollectsAllErrors) {
    EXPECT_EQ(
        errors_of(parse_create(R"({"kind":"x","capacity":-1,"rules":{"urgent":1,"a":2},"b":3})")),
        (Errors{"name is required", "kind must be slots, seats or access",
                "capacity must be from 0 to 100000000", "rules.urgent must be true or false",
                "rules.a is not a known field", "b is not a known field"}));
}

TEST(RulesBody, TakesEveryRule) {
    const Rules rules = rules_of(
        R"({"order":"lottery","minutes_per_point":44640,"claim_window":"60d",
            "max_offers":4294967295,
            "cutoff":"2h","quiet_hours":{"from":"22:30","to":"06:00"},"urgent":true,
            "after_miss":"back","after_decline":"remove","max_misses":0,"visibility":"hidden",
            "max_waiting":500,"verify_email":true,"referral":{"points":0,"cap":1000000},
            "party":"fit","max_passes":9,"wave_size":50,"wave_interval":"1h30m",
            "reminder_after":"5m","payment":{"amount":4500,"currency":"CHF"},"instant_yes":false,
            "draw_at":"2026-12-24T18:00:00Z","draw_words":"In words","patience":"1h",
            "prove_within":"36h","late_yes":true,"ping_after":"14d","ping_grace":"3d",
            "tax":{"percent_hundredths":1900,"label":"VAT"},
            "deposit":{"percent_hundredths":2550,"due":"joining","leaving":"kept",
                       "never_offered":"refunded","declined":"kept","no_show":"refunded"},
            "late_fee":{"amount":{"amount":500,"currency":"CHF"},"within":"24h"}})");
    const Rules expected{.order = core::Order::Lottery,
                         .minutes_per_point = 44640,
                         .claim_window = std::chrono::days{60},
                         .max_offers = 4294967295,
                         .cutoff = std::chrono::hours{2},
                         .quiet_hours = core::QuietHours{22 * 60 + 30, 6 * 60},
                         .urgent = true,
                         .after_miss = core::AfterOffer::Back,
                         .after_decline = core::AfterOffer::Remove,
                         .max_misses = 0,
                         .visibility = core::Visibility::Hidden,
                         .max_waiting = 500,
                         .verify_email = true,
                         .referral = {0, 1000000},
                         .party = core::PartyPolicy::Fit,
                         .max_passes = 9,
                         .wave_size = 50,
                         .wave_interval = std::chrono::minutes{90},
                         .reminder_after = std::chrono::minutes{5},
                         .payment = core::Money{4500, {'C', 'H', 'F'}},
                         .instant_yes = false,
                         .draw_at = *parse_time("2026-12-24T18:00:00Z"),
                         .draw_words = "In words",
                         .patience = std::chrono::hours{1},
                         .prove_within = std::chrono::hours{36},
                         .late_yes = true,
                         .ping_after = std::chrono::days{14},
                         .ping_grace = std::chrono::days{3},
                         .tax = core::Tax{.percent_hundredths = 1900, .label = "VAT"},
                         .deposit = core::Deposit{.share = {.percent_hundredths = 2550},
                                                  .due = core::DepositDue::OnJoining,
                                                  .leaving = core::DepositFate::Kept,
                                                  .never_offered = core::DepositFate::Refunded,
                                                  .declined = core::DepositFate::Kept,
                                                  .no_show = core::DepositFate::Refunded},
                         .late_fee =
                             core::LateFee{.share = {.amount = core::Money{500, {'C', 'H', 'F'}}},
                                           .within = std::chrono::hours{24}}};
    EXPECT_EQ(rules, expected);
}

TEST(RulesBody, TakesAutoForTheWindowOrALength) {
    const auto merged = [](std::string_view window, const Rules& before) {
        const auto body =
            parse_patch(R"({"rules":{"claim_window":")" + std::string{window} + "\"}}");
        EXPECT_EQ(errors_of(body), Errors{});
        return body->command.rules.merged_into(before);
    };
    const Rules before{.claim_window = std::chrono::minutes{25}};
    const Rules automatic = merged("auto", before);
    EXPECT_TRUE(automatic.auto_window);
    EXPECT_EQ(automatic.claim_window, before.claim_window) << "for when it is turned off again";
    const Rules fixed = merged("15m", automatic);
    EXPECT_FALSE(fixed.auto_window);
    EXPECT_EQ(fixed.claim_window, std::chrono::minutes{15});
    EXPECT_EQ(errors_of(parse_patch(R"({"rules":{"auto_window":true}})")),
              Errors{"rules.auto_window is not a known field"});
}

TEST(RulesBody, TakesNullAsNoneWhereThatMeansSomething) {
    Rules present;
    present.payment = core::Money{};
    present.draw_at = Time{Duration{1000}};
    present.draw_seed = "kept";
    present.patience = Duration{1000};
    const auto body = parse_patch(
        R"({"rules":{"quiet_hours":null,"payment":null,"draw_at":null,"draw_seed":null,
                     "patience":null,"claim_window":null,"max_waiting":null,"referral":null}})");
    ASSERT_EQ(errors_of(body), Errors{});
    const Rules merged = body->command.rules.merged_into(present);
    EXPECT_EQ(merged.quiet_hours, std::nullopt);
    EXPECT_EQ(merged.payment, std::nullopt);
    EXPECT_EQ(merged.draw_at, std::nullopt);
    EXPECT_EQ(merged.patience, std::nullopt);
    EXPECT_EQ(merged.draw_seed, "kept");
    EXPECT_EQ(merged.claim_window, present.claim_window);
    EXPECT_EQ(merged.referral, present.referral);
}

TEST(RulesBody, SaysWhatIsWrongWithARule) {
    const std::string long_words = R"("draw_words":")" + std::string(201, 's') + '"';
    for (const auto& [member, error] : {
             WrongField{R"("order":"lifo")", "order must be fifo, score, head_start or lottery"},
             {R"("minutes_per_point":44641)", "minutes_per_point must be from 0 to 44640"},
             {R"("claim_window":"9s")", "claim_window must be from 10s to 60d"},
             {R"("claim_window":"61d")", "claim_window must be from 10s to 60d"},
             {R"("claim_window":600)", "claim_window must be a duration"},
             {R"("claim_window":"10 m")", "claim_window must be a duration"},
             {R"("max_offers":-1)", "max_offers must be from 0 to 4294967295"},
             {R"("max_offers":4294967296)", "max_offers must be from 0 to 4294967295"},
             {R"("cutoff":"367d")", "cutoff must be from 0s to "},
             {R"("quiet_hours":true)", "quiet_hours must be an object"},
             {R"("quiet_hours":{"from":"21:00"})", "quiet_hours.to is required"},
             {R"("quiet_hours":{"from":"24:00","to":"08:00"})", "quiet_hours.from must be a time"},
             {R"("urgent":"yes")", "urgent must be true or false"},
             {R"("after_miss":"again")", "after_miss must be keep, back or remove"},
             {R"("after_decline":0)", "after_decline must be keep, back or remove"},
             {R"("max_misses":"3")", "max_misses must be a number"},
             {R"("visibility":"all")", "visibility must be rank, band or hidden"},
             {R"("max_waiting":1e3)", "max_waiting must be a whole number"},
             {R"("verify_email":1)", "verify_email must be true or false"},
             {R"("referral":{"points":5})", "referral.cap is required"},
             {R"("referral":{"points":-1,"cap":1})", "referral.points must be from 0 to 1000000"},
             {R"("referral":{"points":1,"cap":1,"x":1})", "referral.x is not a known field"},
             {R"("party":"loose")", "party must be strict or fit"},
             {R"("max_passes":[])", "max_passes must be a number"},
             {R"("wave_size":99999999999999999999)", "wave_size must be from 0 to 4294967295"},
             {R"("wave_interval":"")", "wave_interval must be a duration"},
             {R"("reminder_after":"-5m")", "reminder_after must be a duration"},
             {R"("prove_within":"soon")", "prove_within must be a duration"},
             {R"("payment":{"amount":0,"currency":"EUR"})", "payment.amount must be from 1 to"},
             {R"("payment":{"amount":1,"currency":"euro"})", "payment.currency must be three"},
             {R"("instant_yes":{})", "instant_yes must be true or false"},
             {R"("tax":19)", "tax must be an object"},
             {R"("tax":{"percent_hundredths":10001,"label":"VAT"})",
              "tax.percent_hundredths must be from 1 to 10000"},
             {R"("tax":{"percent_hundredths":1900})", "tax.label is required"},
             {R"("deposit":{"percent_hundredths":20.5})", "deposit.percent_hundredths must be"},
             {R"("deposit":{"percent_hundredths":2000,"due":"never"})",
              "deposit.due must be joining or claiming"},
             {R"("late_fee":{"percent_hundredths":2000})", "late_fee.within is required"},
             {R"("late_fee":{"percent_hundredths":2000,"within":"0s"})", "late_fee.within must be"},
             {R"("draw_at":"2026-12-24")", "draw_at must be a time in RFC 3339"},
             {R"("draw_seed":"mine")", "draw_seed is drawn by the server; words of your own go"},
             {R"("draw_seed":7)", "draw_seed is drawn by the server"},
             {long_words, "draw_words must be at most 200 bytes"},
         }) {
        const std::string rules = "\"rules\":" + with_member("", member);
        const Errors errors = errors_of(parse_create(with_member(least, rules)));
        ASSERT_EQ(errors.size(), 1U) << member;
        EXPECT_TRUE(errors[0].starts_with("rules." + std::string{error})) << errors[0];
    }
}

// Every rule has a field, and what is shown reads back.
RC_GTEST_PROP(RulesBody, ReadsBackWhatWriteRulesWrites, ()) {
    const auto number = [] { return *rc::gen::arbitrary<std::uint32_t>(); };
    const auto duration = [](std::int64_t low, std::int64_t high) {
        return Duration{*rc::gen::inRange<std::int64_t>(low, high + 1)};
    };
    constexpr std::int64_t year = 366LL * 24 * 3600 * 1000;
    Rules rules;
    rules.order = static_cast<core::Order>(*rc::gen::inRange(0, 4));
    rules.minutes_per_point = *rc::gen::inRange<std::uint32_t>(0, 44641);
    rules.claim_window = duration(10'000, 60LL * 24 * 3600 * 1000);
    rules.max_offers = number();
    rules.cutoff = duration(0, year);
    rules.quiet_hours.reset();
    if (*rc::gen::arbitrary<bool>()) {
        rules.quiet_hours = core::QuietHours{*rc::gen::inRange<std::uint16_t>(0, 1440),
                                             *rc::gen::inRange<std::uint16_t>(0, 1440)};
    }
    rules.urgent = *rc::gen::arbitrary<bool>();
    rules.after_miss = static_cast<core::AfterOffer>(*rc::gen::inRange(0, 3));
    rules.after_decline = static_cast<core::AfterOffer>(*rc::gen::inRange(0, 3));
    rules.max_misses = number();
    rules.visibility = static_cast<core::Visibility>(*rc::gen::inRange(0, 3));
    rules.max_waiting = number();
    rules.verify_email = *rc::gen::arbitrary<bool>();
    rules.referral = {*rc::gen::inRange(0, 1000001), *rc::gen::inRange(0, 1000001)};
    rules.party = static_cast<core::PartyPolicy>(*rc::gen::inRange(0, 2));
    rules.max_passes = number();
    rules.wave_size = number();
    rules.wave_interval = duration(0, year);
    rules.reminder_after = duration(0, year);
    if (*rc::gen::arbitrary<bool>()) {
        rules.payment =
            core::Money{*rc::gen::inRange<std::int64_t>(1, 1'000'000'000'001), {'U', 'S', 'D'}};
    }
    rules.instant_yes = *rc::gen::arbitrary<bool>();
    if (*rc::gen::arbitrary<bool>()) {
        rules.draw_at = Time{duration(0, 200 * year)};
    }
    rules.draw_words = "words-" + std::to_string(number());
    if (*rc::gen::arbitrary<bool>()) {
        rules.patience = duration(0, core::limits::claim_window_max.count());
    }
    rules.prove_within = duration(0, year);
    rules.late_yes = *rc::gen::arbitrary<bool>();
    rules.auto_window = *rc::gen::arbitrary<bool>();
    rules.ping_after = duration(0, year);
    rules.ping_grace = duration(0, year);
    const auto share = [] {
        core::Share one;
        if (*rc::gen::arbitrary<bool>()) {
            one.amount =
                core::Money{*rc::gen::inRange<std::int64_t>(1, 1'000'000), {'K', 'W', 'D'}};
        } else {
            one.percent_hundredths = *rc::gen::inRange<std::uint32_t>(1, 10'001);
        }
        return one;
    };
    const auto fate = [] { return static_cast<core::DepositFate>(*rc::gen::inRange(0, 2)); };
    if (*rc::gen::arbitrary<bool>()) {
        rules.tax = core::Tax{.percent_hundredths = *rc::gen::inRange<std::uint32_t>(1, 10'001),
                              .label = "tax-" + std::to_string(number())};
        rules.deposit = core::Deposit{.share = share(),
                                      .due = static_cast<core::DepositDue>(*rc::gen::inRange(0, 2)),
                                      .leaving = fate(),
                                      .never_offered = fate(),
                                      .declined = fate(),
                                      .no_show = fate()};
        rules.late_fee = core::LateFee{.share = share(), .within = duration(1, year)};
    }

    std::string text;
    JsonWriter writer{text};
    interchange::write_rules(writer, rules, interchange::DrawSeed::Shown);
    const auto body = parse_patch(with_member("", "\"rules\":" + text));
    RC_ASSERT(errors_of(body) == Errors{});
    Rules other = core::default_rules(core::Kind::Access);
    other.auto_window = *rc::gen::arbitrary<bool>();
    if (rules.auto_window) {
        rules.claim_window = other.claim_window;  // is not shown, and stays
    }
    RC_ASSERT(body->command.rules.merged_into(other) == rules);
}

TEST(PatchBody, ChangesOnlyWhatIsNamed) {
    const auto empty = parse_patch("{}");
    ASSERT_EQ(errors_of(empty), Errors{});
    EXPECT_FALSE(empty->name);
    EXPECT_FALSE(empty->command.capacity);
    EXPECT_FALSE(empty->command.starts_at);
    EXPECT_FALSE(empty->command.time_zone);
    EXPECT_TRUE(empty->command.rules.empty());

    const auto body = parse_patch(
        R"({"name":"New","capacity":20,"starts_at":null,"time_zone":"UTC",
            "rules":{"urgent":true}})");
    ASSERT_EQ(errors_of(body), Errors{});
    EXPECT_EQ(body->name, "New");
    EXPECT_EQ(body->command.capacity, 20U);
    ASSERT_TRUE(body->command.starts_at);
    EXPECT_FALSE(*body->command.starts_at);
    EXPECT_EQ(body->command.time_zone, "UTC");
    EXPECT_FALSE(body->command.rules.empty());
}

TEST(PatchBody, RefusesWhatCannotChange) {
    EXPECT_EQ(errors_of(parse_patch(R"({"kind":"seats","inventory":"internal","name":""})")),
              (Errors{"name must not be blank", "kind cannot be changed",
                      "inventory cannot be changed"}));
}

TEST(DuplicateBody, SaysWhatIsOtherwise) {
    const auto nothing = parse_duplicate("");
    ASSERT_TRUE(nothing);
    EXPECT_FALSE(nothing->name || nothing->starts_at || nothing->time_zone || nothing->draw_at);
    const auto some = parse_duplicate(R"({"name":"Second night","starts_at":null})");
    ASSERT_TRUE(some);
    EXPECT_EQ(some->name, "Second night");
    ASSERT_TRUE(some->starts_at);
    EXPECT_FALSE(*some->starts_at) << "said, and none";
    EXPECT_FALSE(parse_duplicate(R"({"name":" "})"));
    EXPECT_FALSE(parse_duplicate(R"({"kind":"slots"})"));
}

TEST(Choices, AreTheNamesOfTheCore) {
    const auto check = [](const auto& choices) {
        int number = 0;
        for (const auto& choice : choices) {
            EXPECT_EQ(static_cast<int>(choice.value), number++);
            EXPECT_EQ(choice.name, core::name_of(choice.value));
        }
    };
    check(order_choices);
    check(after_offer_choices);
    check(visibility_choices);
    check(party_choices);
    check(kind_choices);
    check(inventory_choices);
    for (const auto& choice : opening_reason_choices) {
        EXPECT_EQ(choice.name, core::name_of(choice.value));
    }
}

}  // namespace
}  // namespace standby::http
