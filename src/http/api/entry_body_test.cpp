// Tests of joining and changing an entry: contacts, wishes, and what staff may add.
#include "http/api/entry_body.hpp"

#include "http/api/body_test_support.hpp"
#include "interchange/view/wants.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace standby::http {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

const Zone berlin = Zone::fixed("Europe/Berlin", hours{1});
constexpr std::string_view least = R"("email":"mia@example.org")";

Result<JoinBody, Problem> join_with(std::string_view member) {
    return parse_join(with_member(least, member), berlin);
}
Result<JoinBody, Problem> join_wanting(std::string_view member) {
    return join_with("\"wants\":" + with_member("", member));
}
core::WeeklyWindow window(int day, int from_minute, int length) {
    return {static_cast<std::uint16_t>(day * 1440 + from_minute),
            static_cast<std::uint16_t>(length)};
}
Time at(std::string_view text) {
    return *parse_time(text);
}

void expect_one_error(const Errors& errors, std::string_view beginning, std::string_view what) {
    ASSERT_EQ(errors.size(), 1U) << what;
    EXPECT_TRUE(errors[0].starts_with(beginning)) << what << " gives: " << errors[0];
}

TEST(JoinBody, NeedsOnlyAContact) {
    const auto body = join_with("");
    ASSERT_EQ(errors_of(body), Errors{});
    EXPECT_EQ(body->person, (engine::Person{.email = "mia@example.org"}));
    EXPECT_EQ(body->wants, core::Wants{});
    EXPECT_EQ(body->party_size, 1U);
    EXPECT_FALSE(body->names_tier || body->names_points);
    for (const std::string_view enough : {R"({"phone":"+4930123456"})", R"({"user_id":"u-1"})"}) {
        EXPECT_EQ(errors_of(parse_join(enough, berlin)), Errors{}) << enough;
    }
    for (const std::string_view none : {"{}", R"({"name":"Mia"})", R"({"email":null})",
                                        R"({"email":" ","phone":"","user_id":null})"}) {
        EXPECT_EQ(errors_of(parse_join(none, berlin)),
                  Errors{"email is required, unless phone or user_id is given"})
            << none;
    }
}

TEST(JoinBody, TakesEveryField) {
    const auto body = parse_join(
        R"({"name":" Mia Müller ","email":" Mia@Example.org ","phone":"+49 (30) 123-456",
            "user_id":"u-1","party_size":200,"referral_code":" 4000001XY ","time_zone":"Asia/Tokyo",
            "locale":"pt-BR","group":"either","tier":200,"points":1000000,
            "instant_yes":{"min_notice":"90m","max_price":{"amount":6000,"currency":"EUR"},
                           "weekly":[{"days":["tue"],"from":"00:00","to":"00:00"}]},
            "wants":{"service":" colour ","staff":"Noor","place":"back","earliest":"2026-11-16",
                     "latest":"2026-11-21",
                     "weekly":[{"days":["sat","sun"],"from":"22:00","to":"02:00"}],
                     "min_notice":"2h","max_price":{"amount":0,"currency":"USD"},"move_up":true}})",
        berlin);
    ASSERT_EQ(errors_of(body), Errors{});
    EXPECT_EQ(body->person, (engine::Person{.name = "Mia Müller",
                                            .email = "Mia@Example.org",
                                            .phone = "+4930123456",
                                            .user_id = "u-1",
                                            .time_zone = "Asia/Tokyo",
                                            .locale = "pt-BR"}));
    EXPECT_EQ(body->party_size, 200U);
    EXPECT_EQ(body->referral_code, "4000001XY");
    EXPECT_EQ(body->group, "either");
    EXPECT_EQ(body->tier, 200);
    EXPECT_EQ(body->points, 1000000);
    EXPECT_TRUE(body->names_tier && body->names_points);
    const core::Wants expected{.service = "colour",
                               .staff = "Noor",
                               .place = "back",
                               .earliest = at("2026-11-15T23:00:00Z"),
                               .latest = at("2026-11-21T22:59:59.999Z"),
                               .weekly = {window(5, 22 * 60, 240), window(6, 22 * 60, 240)},
                               .min_notice = hours{2},
                               .max_price = core::Money{0, {'U', 'S', 'D'}},
                               .time_zone = "Asia/Tokyo",
                               .instant_yes =
                                   core::InstantYes{.min_notice = minutes{90},
                                                    .max_price = core::Money{6000, {'E', 'U', 'R'}},
                                                    .weekly = {window(1, 0, 1440)}},
                               .move_up = true};
    EXPECT_EQ(body->wants, expected);
}

TEST(JoinBody, TakesNullAndBlankAsNotGiven) {
    const auto body = parse_join(
        R"({"email":"mia@example.org","name":null,"phone":null,"user_id":null,"party_size":null,
            "wants":null,"referral_code":null,"time_zone":null,"locale":null,"instant_yes":null,
            "tier":null,"points":null,"group":null})",
        berlin);
    ASSERT_EQ(errors_of(body), Errors{});
    EXPECT_EQ(body->person, (engine::Person{.email = "mia@example.org"}));
    EXPECT_EQ(body->wants, core::Wants{});
    EXPECT_FALSE(body->names_tier || body->names_points);
    const auto blank = join_with(R"("name":"","phone":" ","time_zone":"","locale":"","group":"",
        "wants":{"service":"","staff":null,"earliest":null,"weekly":null,"max_price":null})");
    ASSERT_EQ(errors_of(blank), Errors{});
    EXPECT_EQ(blank->person, (engine::Person{.email = "mia@example.org"}));
    EXPECT_EQ(blank->wants, core::Wants{});
}

TEST(JoinBody, TellsWhenStaffFieldsAreNamed) {
    EXPECT_TRUE(join_with(R"("tier":0)")->names_tier);
    EXPECT_TRUE(join_with(R"("points":0)")->names_points);
}

TEST(JoinBody, TakesAWalkInByNameAlone) {
    EXPECT_EQ(errors_of(parse_join(R"({"walk_in":true,"name":"Mia"})", berlin)), Errors{});
    EXPECT_EQ(errors_of(parse_join(R"({"walk_in":true,"name":" "})", berlin)),
              Errors{"name is required, unless email or phone is given"});
}

TEST(JoinBody, SeesWhatMayBeSigned) {
    EXPECT_FALSE(may_be_signed(R"({"email":"mia@example.org"})"));
    EXPECT_TRUE(may_be_signed(R"({"signed":"a.b.c"})"));
    EXPECT_TRUE(may_be_signed(R"({"sign\u0065d":"a.b.c"})"));
    EXPECT_EQ(parse_join(R"({"signed":"a.b.c"})", berlin)->signed_text, "a.b.c");
}

TEST(JoinClaims, StandInThePlaceOfWhatTheBodyLeavesOut) {
    const auto claims = parse_join_claims(
        R"({"sub":"u1","aud":"res_1","iat":10,"exp":20,"tier":2,"email":"Mia@example.org"})");
    ASSERT_TRUE(claims);
    auto body = join_with(R"("party_size":2)");
    ASSERT_TRUE(take_claims(*claims, *body));
    EXPECT_EQ(body->person, (engine::Person{.email = "Mia@example.org", .user_id = "u1"}));
    EXPECT_EQ(body->tier, 2);
    EXPECT_EQ(body->points, 0);
    auto other = join_with(R"("user_id":"u2","tier":0)");
    const auto taken = take_claims(*claims, *other);
    ASSERT_FALSE(taken);
    EXPECT_EQ(taken.error().errors,
              (std::vector<FieldError>{{"user_id", "differs from what is signed"},
                                       {"tier", "differs from what is signed"}}));
}

TEST(JoinBody, TakesAnInstantYesInEveryForm) {
    EXPECT_EQ(join_with(R"("instant_yes":true)")->wants.instant_yes, core::InstantYes{});
    EXPECT_EQ(join_with(R"("instant_yes":{})")->wants.instant_yes, core::InstantYes{});
    EXPECT_EQ(join_with(R"("instant_yes":false)")->wants.instant_yes, std::nullopt);
}

TEST(JoinBody, ANumberWithoutItsCountryIsOfTheRegion) {
    const auto phone_of = [](std::string_view body, std::string_view region) {
        const auto join = parse_join(body, berlin, region);
        return join ? join->person.phone : "refused";
    };
    EXPECT_EQ(phone_of(R"({"phone":"0151 23456789"})", "DE"), "+4915123456789");
    EXPECT_EQ(phone_of(R"({"phone":"0151 23456789"})", ""), "refused");
    EXPECT_EQ(phone_of(R"({"phone":"020 7946 0018","region":"GB"})", "DE"), "+442079460018");
    EXPECT_EQ(phone_of(R"({"phone":"0151 23456789","region":null})", "DE"), "+4915123456789");
    const auto without = parse_join(R"({"phone":"0151 23456789"})", berlin);
    EXPECT_TRUE(is_about_phone(without.error()));
    EXPECT_FALSE(is_about_phone(parse_join(R"({"email":"mia"})", berlin).error()));
    EXPECT_EQ(errors_of(join_with(R"("region":"Germany")")),
              Errors{"region must be the code of a country such as DE"});
    const auto patch = parse_entry_patch(R"({"phone":"0664 123456"})", berlin, "AT");
    EXPECT_EQ(patch->phone, std::optional(std::optional<std::string>("+43664123456")));
}

TEST(JoinBody, SaysWhatIsWrongWithAField) {
    const std::string long_name =
        R"("name":")" + std::string(person_name_length_max + 1, 'x') + '"';
    const std::string long_user = R"("user_id":")" + std::string(user_id_length_max + 1, 'x') + '"';
    const std::string long_group = R"("group":")" + std::string(group_length_max + 1, 'x') + '"';
    const std::string long_code = R"("referral_code":")" + std::string(41, 'x') + '"';
    for (const auto& [member, error] : {
             WrongField{long_name, "name must be at most 200 characters"},
             {R"("name":"Mia\r\nBcc: x")", "name must not contain line breaks"},
             {R"("name":1)", "name must be a string"},
             {R"("phone":"030 123")", "phone "},
             {R"("phone":49)", "phone must be a string"},
             {long_user, "user_id must be at most 200 characters"},
             {R"("user_id":"a\u0007")", "user_id must not contain"},
             {R"("party_size":0)", "party_size must be from 1 to 200"},
             {R"("party_size":201)", "party_size must be from 1 to 200"},
             {R"("party_size":2.0)", "party_size must be a whole number"},
             {R"("party_size":"2")", "party_size must be a number"},
             {R"("party_size":99999999999999999999)", "party_size must be from 1 to 200"},
             {R"("wants":"colour")", "wants must be an object"},
             {long_code, "referral_code must be at most 40 characters"},
             {long_group, "group must be at most 100 characters"},
             {R"("time_zone":"Mars Base")", "time_zone must be the name of a time zone"},
             {R"("locale":"de_DE")", "locale must be a language tag"},
             {R"("instant_yes":"yes")", "instant_yes must be true, false, or an object"},
             {R"("instant_yes":{"max":1})", "instant_yes.max is not a known field"},
             {R"("instant_yes":{"min_notice":"400d"})",
              "instant_yes.min_notice must be from 0s to"},
             {R"("tier":201)", "tier must be from 0 to 200"},
             {R"("tier":-1)", "tier must be from 0 to 200"},
             {R"("points":1000001)", "points must be from 0 to 1000000"},
             {R"("points":"5")", "points must be a number"},
             {R"("state":"accepted")", "state is not a known field"},
             {R"("consents":true)", "consents is not a known field"},
         }) {
        expect_one_error(errors_of(join_with(member)), error, member);
    }
    expect_one_error(errors_of(parse_join(R"({"email":"not an address"})", berlin)), "email ", "");
    expect_one_error(errors_of(parse_join(R"({"email":["a@b.org"]})", berlin)),
                     "email must be a string", "");
    EXPECT_EQ(parse_join("{\"email\":", berlin).error().code, "malformed-json");
    EXPECT_EQ(parse_join(R"({"email":"a@b.org","email":"c@d.org"})", berlin).error().code,
              "malformed-json");
}

TEST(WantsBody, SaysWhatIsWrongWithAField) {
    const std::string long_service = R"("service":")" + std::string(99, 'x') + "é\"";
    std::string many = R"("weekly":[)";
    for (int index = 0; index < 51; ++index) {
        many += R"({"days":["mon"],"from":"09:00","to":"10:00"},)";
    }
    many.back() = ']';
    for (const auto& [member, error] : {
             WrongField{long_service, "service must be at most 100 bytes"},
             {R"("staff":5)", "staff must be a string"},
             {R"("place":"a\nb")", "place must not contain"},
             {R"("earliest":"2026-02-29")", "earliest must be a date such as"},
             {R"("earliest":"1969-12-31")", "earliest must be a date such as"},
             {R"("earliest":"21.11.2026")", "earliest must be a date such as"},
             {R"("earliest":20261121)", "earliest must be a date such as"},
             {R"("latest":"2026-13-01")", "latest must be a date such as"},
             {R"("latest":"2026-11-15T25:00:00Z")", "latest must be a date such as"},
             {R"("earliest":"2026-11-22","latest":"2026-11-21")", "latest must not be before"},
             {R"("weekly":{})", "weekly must be an array"},
             {R"("weekly":["mon"])", "weekly[0] must be an object"},
             {many, "weekly must have at most 50 items"},
             {R"("weekly":[{"from":"09:00","to":"10:00"}])", "weekly[0].days is required"},
             {R"("weekly":[{"days":[],"from":"09:00","to":"10:00"}])",
              "weekly[0].days must name at least one day"},
             {R"("weekly":[{"days":["monday"],"from":"09:00","to":"10:00"}])",
              "weekly[0].days[0] must be mon, tue,"},
             {R"("weekly":[{"days":["mon"],"from":"9:00","to":"10:00"}])",
              "weekly[0].from must be a time of day"},
             {R"("weekly":[{"days":["mon"],"from":"09:00"}])", "weekly[0].to is required"},
             {R"("weekly":[{"days":["mon"],"from":"09:00","to":"10:00","x":1}])",
              "weekly[0].x is not a known field"},
             {R"("min_notice":"2 hours")", "min_notice must be a duration"},
             {R"("min_notice":"367d")", "min_notice must be from 0s to"},
             {R"("max_price":45)", "max_price must be an object"},
             {R"("max_price":{"amount":-1,"currency":"EUR"})", "max_price.amount must be from 0"},
             {R"("move_up":1)", "move_up must be true or false"},
             {R"("time_zone":"UTC")", "time_zone is not a known field"},
             {R"("sevice":"colour")", "sevice is not a known field"},
         }) {
        expect_one_error(errors_of(join_wanting(member)), "wants." + std::string{error}, member);
    }
}

TEST(WantsBody, LimitsTheWindowsAfterMergingThem) {
    std::string minutes_apart = R"("weekly":[)";
    for (int index = 0; index < 8; ++index) {
        const std::string hour = std::to_string(10 + index);
        minutes_apart += R"({"days":["mon","tue","wed","thu","fri","sat","sun"],"from":")" + hour +
                         R"(:00","to":")" + hour + R"(:30"},)";
    }
    minutes_apart.back() = ']';
    expect_one_error(errors_of(join_wanting(minutes_apart)),
                     "wants.weekly must come to at most 50 separate windows", "56 windows");
    const auto all =
        join_wanting(R"("weekly":[{"days":["mon","tue","wed","thu","fri","sat","sun"],)"
                     R"("from":"00:00","to":"00:00"}])");
    ASSERT_EQ(errors_of(all), Errors{});
    EXPECT_EQ(all->wants.weekly, (std::vector{window(0, 0, 7 * 1440)}));
}

TEST(WantsBody, TakesDatesInTheZoneAndTimesAsTheyAre) {
    const auto body =
        join_wanting(R"("earliest":"2026-11-15T14:00:00+02:00","latest":"9999-12-31")");
    ASSERT_EQ(errors_of(body), Errors{});
    EXPECT_EQ(body->wants.earliest, at("2026-11-15T12:00:00Z"));
    EXPECT_EQ(body->wants.latest, at("9999-12-31T22:59:59.999Z"));
    const auto day = join_wanting(R"("earliest":"2024-02-29","latest":"2024-02-29")");
    ASSERT_EQ(errors_of(day), Errors{});
    EXPECT_EQ(*day->wants.latest - *day->wants.earliest, hours{24} - Duration{1});
}

RC_GTEST_PROP(WantsBody, ReadsBackTheWeekThatIsShown, ()) {
    std::vector<core::WeeklyWindow> windows =
        *rc::gen::container<std::vector<core::WeeklyWindow>>(rc::gen::exec([] {
            return core::WeeklyWindow{*rc::gen::inRange<std::uint16_t>(0, 10080),
                                      *rc::gen::inRange<std::uint16_t>(1, 10081)};
        }));
    windows = core::canonical_weekly(std::move(windows));
    if (windows.size() > 20) {
        windows.resize(20);
    }
    windows = core::canonical_weekly(std::move(windows));
    std::string text;
    JsonWriter writer{text};
    interchange::write_wants(writer, "wants", {.weekly = windows});
    const auto body = join_with(text);
    RC_ASSERT(errors_of(body) == Errors{});
    RC_ASSERT(body->wants.weekly == windows);
}

TEST(EntryPatchBody, LeavesWhatIsNotNamed) {
    const auto patch = parse_entry_patch("{}", berlin);
    ASSERT_EQ(errors_of(patch), Errors{});
    EXPECT_FALSE(patch->changes_person());
    EXPECT_FALSE(patch->changes_wants());
    EXPECT_FALSE(patch->names_staff_fields());
    EXPECT_FALSE(patch->party_size);
    const core::Wants wants{.service = "colour",
                            .time_zone = "Asia/Tokyo",
                            .instant_yes = core::InstantYes{.min_notice = hours{1}}};
    EXPECT_EQ(merged(*patch, wants), wants);
    const engine::Person person{.name = "Mia", .email = "m@example.org", .user_id = "u"};
    EXPECT_EQ(merged(*patch, person), person);
}

TEST(EntryPatchBody, ReplacesWantsAsAWholeButNotWhatStandsBesideThem) {
    const core::Wants present{.service = "colour",
                              .staff = "Noor",
                              .time_zone = "Asia/Tokyo",
                              .instant_yes = core::InstantYes{.min_notice = hours{1}}};
    const auto patch = parse_entry_patch(R"({"wants":{"staff":"Ines"}})", berlin);
    ASSERT_EQ(errors_of(patch), Errors{});
    const core::Wants after = merged(*patch, present);
    EXPECT_EQ(after.service, "");
    EXPECT_EQ(after.staff, "Ines");
    EXPECT_EQ(after.time_zone, "Asia/Tokyo");
    EXPECT_EQ(after.instant_yes, present.instant_yes);

    const auto beside =
        parse_entry_patch(R"({"instant_yes":null,"time_zone":"Europe/Berlin"})", berlin);
    ASSERT_EQ(errors_of(beside), Errors{});
    EXPECT_TRUE(beside->changes_wants());
    const core::Wants changed = merged(*beside, present);
    EXPECT_EQ(changed.service, "colour");
    EXPECT_EQ(changed.time_zone, "Europe/Berlin");
    EXPECT_EQ(changed.instant_yes, std::nullopt);

    const auto no = parse_entry_patch(R"({"instant_yes":false})", berlin);
    EXPECT_EQ(merged(*no, present).instant_yes, std::nullopt);
    const auto yes = parse_entry_patch(R"({"instant_yes":true})", berlin);
    EXPECT_EQ(merged(*yes, present).instant_yes, core::InstantYes{});
}

TEST(EntryPatchBody, TakesContactsAwayWithNull) {
    const engine::Person present{.name = "Mia",
                                 .email = "m@example.org",
                                 .phone = "+4930123456",
                                 .user_id = "u",
                                 .time_zone = "Asia/Tokyo",
                                 .locale = "de"};
    const auto patch = parse_entry_patch(
        R"({"name":null,"email":null,"phone":"+49 30 654321","time_zone":null,"locale":null})",
        berlin);
    ASSERT_EQ(errors_of(patch), Errors{});
    EXPECT_TRUE(patch->changes_person());
    EXPECT_EQ(merged(*patch, present), (engine::Person{.phone = "+4930654321", .user_id = "u"}));
    EXPECT_EQ(merged(*patch, core::Wants{.time_zone = "Asia/Tokyo"}).time_zone, "");
}

TEST(EntryPatchBody, SaysWhatIsWrongWithAField) {
    for (const auto& [member, error] : {
             WrongField{R"("email":"")", "email must not be blank; use null to clear it"},
             {R"("name":" ")", "name must not be blank; use null to clear it"},
             {R"("phone":"12")", "phone "},
             {R"("email":false)", "email must be a string"},
             {R"("party_size":0)", "party_size must be from 1 to 200"},
             {R"("tier":999)", "tier must be from 0 to 200"},
             {R"("points":-1)", "points must be from 0 to 1000000"},
             {R"("wants":[])", "wants must be an object"},
             {R"("wants":{"x":1})", "wants.x is not a known field"},
             {R"("user_id":"u")", "user_id is not a known field"},
             {R"("position":1)", "position is not a known field"},
             {R"("state":"waiting")", "state is not a known field"},
         }) {
        expect_one_error(errors_of(parse_entry_patch(with_member("", member), berlin)), error,
                         member);
    }
    EXPECT_TRUE(parse_entry_patch(R"({"tier":1})", berlin)->names_staff_fields());
    EXPECT_EQ(parse_entry_patch("", berlin).error().code, "malformed-json");
}

TEST(JoinBody, TakesConsentAsAYesOrAsTheTextItself) {
    constexpr std::string_view who = R"("email":"mia@example.org")";
    auto join = parse_join(with_member(who, R"("consent":true)"), berlin);
    ASSERT_EQ(errors_of(join), Errors{});
    EXPECT_TRUE(join->consents_to_house);
    EXPECT_EQ(join->consent_text, "");
    join = parse_join(with_member(who, R"("consent":"Write to me.")"), berlin);
    ASSERT_EQ(errors_of(join), Errors{});
    EXPECT_FALSE(join->consents_to_house);
    const Time noon = *parse_time("2026-11-16T12:00:00Z");
    add_consent(*join, "staff", noon);
    EXPECT_EQ(join->person.consent_text, "Write to me.");
    EXPECT_EQ(join->person.consent_source, "staff");
    EXPECT_EQ(join->person.consent_at, noon);
    for (const std::string_view none :
         {"", R"("consent":false)", R"("consent":null)", R"("consent":"  ")"}) {
        join = parse_join(with_member(who, none), berlin);
        ASSERT_EQ(errors_of(join), Errors{}) << none;
        add_consent(*join, "api", noon);
        EXPECT_EQ(join->person.consent_source, "") << none;
        EXPECT_FALSE(join->person.consent_at) << none;
    }
    EXPECT_EQ(errors_of(parse_join(with_member(who, R"("consent":1)"), berlin)),
              Errors{"consent must be true, or the text that was agreed to"});
    EXPECT_EQ(errors_of(parse_join(
                  with_member(who, "\"consent\":\"" + std::string(1001, 'x') + "\""), berlin)),
              Errors{"consent must be at most 1000 characters"});
}

TEST(PromoteBody, TakesAnOpeningAndAReason) {
    EXPECT_EQ(errors_of(parse_promote("")), Errors{});
    EXPECT_FALSE(parse_promote("{}")->opening);
    const auto body = parse_promote(R"({"opening_id":"opn_4000001","reason":"regular guest"})");
    ASSERT_EQ(errors_of(body), Errors{});
    EXPECT_EQ(body->opening, core::opening_id(core::ResourceNumber{1}, core::OpeningNumber{1}));
    EXPECT_EQ(body->reason, "regular guest");
    for (const auto& [member, error] : {
             WrongField{R"("opening_id":"off_4000001")", "opening_id must be the id of an opening"},
             {R"("opening_id":1)", "opening_id must be a string"},
             {R"("reason":"a\nb")", "reason must not contain"},
             {R"("offer_id":"off_4000001")", "offer_id is not a known field"},
         }) {
        expect_one_error(errors_of(parse_promote(with_member("", member))), error, member);
    }
}

TEST(RemoveBody, TakesACause) {
    EXPECT_EQ(parse_remove(""), core::RemoveCause::Requested);
    EXPECT_EQ(parse_remove(R"({"cause":null})"), core::RemoveCause::Requested);
    EXPECT_EQ(parse_remove(R"({"cause":"fraud"})"), core::RemoveCause::Fraud);
    EXPECT_EQ(errors_of(parse_remove(R"({"cause":"spam"})")),
              Errors{"cause must be requested or fraud"});
}

TEST(NoBody, MayBeEmptyOrAnEmptyObject) {
    EXPECT_TRUE(parse_nothing(""));
    EXPECT_TRUE(parse_nothing(" \n"));
    EXPECT_TRUE(parse_nothing("{}"));
    EXPECT_EQ(parse_nothing(R"({"a":1})").error().errors,
              (std::vector<FieldError>{{"a", "is not a known field"}}));
    EXPECT_EQ(parse_nothing("x").error().status, 400);
}

}  // namespace
}  // namespace standby::http
