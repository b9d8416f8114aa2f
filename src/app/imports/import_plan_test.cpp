// What becomes of a table before anyone joins: whose order it is, who is left out, and what is
// said.
#include "app/imports/import_plan.hpp"

#include "app/imports/import_settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::app {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const Time now = *parse_time("2026-11-19T11:00:00Z");

ImportPlan plan_of(const std::string& csv, const ImportSettings& settings = {}) {
    const auto table = intake::read_table(csv);
    EXPECT_TRUE(table);
    ListFacts facts;
    facts.region = "DE";
    return plan_import(*table, settings, facts, now);
}

std::vector<std::string> names_of(const ImportPlan& plan) {
    std::vector<std::string> names;
    for (const intake::TablePerson& person : plan.found.people) {
        names.push_back(person.name);
    }
    return names;
}

std::vector<std::string> notes_of(const std::vector<intake::RowNote>& notes) {
    std::vector<std::string> texts;
    for (const intake::RowNote& note : notes) {
        texts.push_back(note_text(note));
    }
    return texts;
}

TEST(ImportPlan, OrdersByWhenPeopleJoinedAndSaysSo) {
    const ImportPlan plan = plan_of("Name,Email,Joined\nBen,b@x.org,2026-02-01\n"
                                    "Late,l@x.org,\nAda,a@x.org,1 January 2026\n");
    EXPECT_THAT(names_of(plan), ElementsAre("Ada", "Ben", "Late"));
    EXPECT_THAT(plan.found.order_words, HasSubstr("when they joined, by the column \"Joined\"; 1 "
                                                  "without a time go behind everyone"));
}

TEST(ImportPlan, TakesAPlaceInLineOnlyWhenItIsAskedTo) {
    const std::string csv = "Name,Email,Position\nBen,b@x.org,2\nAda,a@x.org,1\nEve,e@x.org,\n";
    const ImportPlan rows = plan_of(csv);
    EXPECT_THAT(names_of(rows), ElementsAre("Ben", "Ada", "Eve"));
    EXPECT_FALSE(rows.found.people[0].joined_at);
    const ImportPlan places = plan_of(csv, {.order = intake::TableOrder::Position});
    EXPECT_THAT(names_of(places), ElementsAre("Ada", "Ben"));
    EXPECT_LT(places.found.people[0].joined_at, places.found.people[1].joined_at);
    EXPECT_THAT(notes_of(places.found.problems),
                ElementsAre("row 4, position: has no place in line, which decides here"));
    const ImportPlan none =
        plan_of("Name,Email\nBen,b@x.org\n", {.order = intake::TableOrder::Position});
    EXPECT_THAT(none.objection, HasSubstr("no column says their place in line"));
}

TEST(ImportPlan, LeavesOutWhoDoesNotWait) {
    const ImportPlan plan = plan_of("Email Address,OPTIN_TIME,LEID,EUID,UNSUB_TIME\n"
                                    "in@x.org,2024-05-01 10:00:00,1,a,\n"
                                    "out@x.org,2024-05-01 10:00:00,2,b,2025-01-01 10:00:00\n");
    ASSERT_THAT(plan.found.people, SizeIs(1));
    EXPECT_THAT(notes_of(plan.found.passed_over),
                ElementsAre("row 3, left_at: no longer wants to be written to"));
    const auto body = join_body(plan.found.people[0], plan.mapping.source, {}, now);
    ASSERT_TRUE(body);
    EXPECT_EQ(body->person.consent_text, "Opted in (Mailchimp)");
    EXPECT_EQ(body->person.consent_at, parse_time("2024-05-01T10:00:00Z"));
}

TEST(ImportPlan, MakesOnePartyOfTheRowsOfAnOrder) {
    const ImportPlan plan = plan_of(
        "Order #,Order Date,First Name,Last Name,Email,Quantity,Attendee #,Attendee Status\n"
        "7,11/29/24 22:28,Ada,L,a@x.org,1,1,Attending\n7,11/29/24 "
        "22:28,Guest,,a@x.org,1,2,Attending\n"
        "8,11/4/24 10:00,Ben,B,b@x.org,2,3,Attending\n9,11/4/24 10:00,Out,B,o@x.org,2,4,Deleted\n");
    ASSERT_THAT(names_of(plan), ElementsAre("Ben B", "Ada L"));
    EXPECT_EQ(plan.found.people[0].party_size, 2U);
    EXPECT_EQ(plan.found.people[0].joined_at, parse_time("2024-11-04T10:00:00Z"));
    EXPECT_EQ(plan.found.people[1].party_size, 2U);
    EXPECT_THAT(plan.found.passed_over, SizeIs(1));
}

TEST(ImportPlan, NamesEveryCellThatIsWrong) {
    const ImportPlan plan = plan_of("Name;Handy;ab;Personen\nAnna;0171 2345678;14.12.;2\n"
                                    "Ben;4.41E+11;Ostern;0\nCem;;;\n;;1.2.;\n");
    EXPECT_THAT(names_of(plan), ElementsAre("Anna"));
    EXPECT_EQ(plan.bad_rows(), 3U);
    EXPECT_THAT(plan.found.problems, SizeIs(5));
    EXPECT_EQ(plan.found.problems[0].heading, "Handy");
    EXPECT_EQ(plan.objection, "");
}

TEST(ImportPlan, SaysWhatIsMissing) {
    EXPECT_THAT(plan_of("emial,x\na,b\n").objection,
                HasSubstr("is \"emial\" meant to be 'email'?"));
    EXPECT_THAT(plan_of("\n").objection, HasSubstr("the table is empty"));
    EXPECT_THAT(plan_of("Name,Email\n").found.people, IsEmpty());
    ImportSettings settings;
    settings.by_hand = *parse_by_hand("Wen=phone");
    EXPECT_THAT(plan_of("Wer,Nummer\na,b\n", settings).objection,
                HasSubstr("there is no column \"Wen\"; did you mean 'Wer'?"));
}

TEST(ImportSettings, ReadsWhatIsMappedByHand) {
    const auto by_hand = parse_by_hand("Nummer 2=phone, Wer=");
    ASSERT_TRUE(by_hand);
    EXPECT_THAT(*by_hand, ElementsAre(std::pair("Nummer 2", std::optional(intake::Field::Phone)),
                                      std::pair("Wer", std::optional<intake::Field>())));
    EXPECT_THAT(parse_by_hand("Nummer").error(), HasSubstr("'Nummer'"));
    EXPECT_THAT(parse_by_hand("a=fax").error(), HasSubstr("'fax' is no field; there are name,"));
}

}  // namespace
}  // namespace standby::app
