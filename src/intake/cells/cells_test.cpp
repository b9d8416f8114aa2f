// What people type, and what a spreadsheet makes of it.
#include "intake/cells/cells.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::intake {
namespace {

using ::testing::HasSubstr;

std::string phone(const std::string& typed, std::string_view region = "DE") {
    const auto read = read_phone(text_cell(typed), region);
    return read ? *read : std::string(name_of(read.error().kind));
}

TEST(Cells, BringBackTheZeroOfAPhoneNumber) {
    EXPECT_EQ(phone("0171 2345678"), "+491712345678");
    EXPECT_EQ(phone("1712345678"), "+491712345678");
    EXPECT_EQ(*read_phone(number_cell(1712345678), "DE"), "+491712345678");
    EXPECT_EQ(*read_phone(number_cell(491712345678), "DE"), "+491712345678");
    EXPECT_EQ(phone("1712345678.0"), "+491712345678");
    EXPECT_EQ(phone("'+49 171 2345678"), "+491712345678");
    EXPECT_EQ(phone("\xC2\xA0+49\xC2\xA0"
                    "171 2345678"),
              "+491712345678");
    EXPECT_EQ(phone("612345678", "FR"), "+33612345678");
    EXPECT_EQ(phone("(212) 555-0123", "US"), "+12125550123");
}

TEST(Cells, DoNotGuessTheDigitsThatAreLost) {
    EXPECT_EQ(phone("4.41E+11"), "mangled");
    EXPECT_EQ(phone("4,91512E+12"), "mangled");
    EXPECT_EQ(phone("301234"), "mangled");
    EXPECT_EQ(phone("0171 2345678", ""), "not_understood");
    EXPECT_EQ(phone("call her mother"), "not_understood");
    EXPECT_EQ(phone("0171 2345678 / 030 654321"), "ambiguous");
    const auto rounded = read_phone(text_cell("4.41E+11"), "DE");
    EXPECT_THAT(rounded.error().words(), HasSubstr("\"4.41E+11\" is what a spreadsheet made of"));
}

TEST(Cells, TakeAddressesAsPeoplePasteThem) {
    EXPECT_EQ(read_email(text_cell(" Ada@Example.com ")), "ada@example.com");
    EXPECT_EQ(read_email(text_cell("mailto:ada@example.com")), "ada@example.com");
    EXPECT_EQ(read_email(text_cell("Ada Lovelace <ada@example.com>")), "ada@example.com");
    EXPECT_EQ(read_email(text_cell("a@example.com, b@example.com")).error().kind,
              DoubtKind::Ambiguous);
    EXPECT_EQ(read_email(text_cell("none")).error().kind, DoubtKind::NotUnderstood);
}

std::string party(const std::string& typed) {
    const auto read = read_party_size(text_cell(typed));
    return read ? std::to_string(*read) : std::string(name_of(read.error().kind));
}

TEST(Cells, CountPeople) {
    EXPECT_EQ(party("4"), "4");
    EXPECT_EQ(party("4 people"), "4");
    EXPECT_EQ(party("zu viert"), "not_understood");
    EXPECT_EQ(party("vier"), "4");
    EXPECT_EQ(party("2+1"), "3");
    EXPECT_EQ(party("2 Erw. + 1 Kind"), "3");
    EXPECT_EQ(party("2 adults and 2 children"), "4");
    EXPECT_EQ(party("dos personas"), "2");
    EXPECT_EQ(party("4-5"), "ambiguous");
    EXPECT_EQ(party("3 4"), "ambiguous");
    EXPECT_EQ(party("0"), "impossible");
    EXPECT_EQ(party("10000"), "impossible");
    EXPECT_EQ(party("some"), "not_understood");
    EXPECT_EQ(read_party_size(number_cell(2)), 2U);
    EXPECT_EQ(read_party_size(number_cell(2.5)).error().kind, DoubtKind::Ambiguous);
    // What was typed as 4-5 became the 4 May.
    EXPECT_EQ(read_party_size(moment_cell(LocalTime{}, CellKind::Date)).error().kind,
              DoubtKind::Mangled);
}

TEST(Cells, TellPriorities) {
    for (const char* high : {"1", "high", "URGENT", "x", "Ja", "dringend", "Sí", "!!"}) {
        EXPECT_EQ(read_priority(text_cell(high)), 1) << high;
    }
    for (const char* normal : {"0", "normal", "no", "Nein", "niedrig", "-"}) {
        EXPECT_EQ(read_priority(text_cell(normal)), 0) << normal;
    }
    EXPECT_EQ(read_priority(text_cell("7")), 7);
    EXPECT_EQ(read_priority(text_cell("201")).error().kind, DoubtKind::Impossible);
    EXPECT_EQ(read_priority(text_cell("after Ben")).error().kind, DoubtKind::NotUnderstood);
}

TEST(Cells, TellLanguagesAndYes) {
    EXPECT_EQ(read_language(text_cell("Deutsch")), "de");
    EXPECT_EQ(read_language(text_cell("de_AT")), "de-AT");
    EXPECT_FALSE(read_language(text_cell("Klingon")));
    EXPECT_TRUE(says_yes(text_cell("2024-01-01 10:00:00")));
    EXPECT_FALSE(says_yes(text_cell("no")));
    EXPECT_FALSE(says_yes(text_cell("  ")));
}

TEST(Cells, KeepNoTextThatHasLostALetter) {
    EXPECT_EQ(read_text(text_cell(" J\xC3\xBCrgen \n Meier ")), "J\xC3\xBCrgen Meier");
    EXPECT_EQ(read_text(text_cell("J\xEF\xBF\xBDrgen")).error().kind, DoubtKind::Mangled);
}

}  // namespace
}  // namespace standby::intake
