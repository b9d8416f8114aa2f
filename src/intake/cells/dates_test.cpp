// Dates as people type them into cells. It is Thursday, 19 November 2026, in Berlin.
#include "intake/cells/dates.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::intake {
namespace {

using std::chrono::hours;

const Zone& zone() {
    static const Zone berlin = Zone::fixed("Europe/Berlin", hours(1));
    return berlin;
}

DateReader reader(DateOrder order = DateOrder::Unknown) {
    return {.order = order, .zone = &zone(), .now = *parse_time("2026-11-19T11:00:00Z")};
}

std::string shown(std::chrono::local_days day) {
    return moment_cell(LocalTime(day), CellKind::Date).text;
}

// "2026-10-14", "2026-10-12..2026-10-18", "any", or what is wrong.
std::string days(const Cell& cell, DateOrder order = DateOrder::Unknown) {
    const auto read = read_days(cell, reader(order));
    if (!read) {
        return std::string(name_of(read.error().kind));
    }
    if (!read->first) {
        return "any";
    }
    std::string text = shown(*read->first);
    if (read->first != read->last) {
        text += ".." + shown(*read->last);
    }
    return read->clock ? text + " " + format_time_of_day(*read->clock) : text;
}
std::string days(const std::string& typed, DateOrder order = DateOrder::Unknown) {
    return days(text_cell(typed), order);
}

TEST(Dates, AreReadAsTheyAreTyped) {
    for (const char* typed : {"14.12.",
                              "14.12",
                              "14.12.26",
                              "14.12.2026",
                              "14/12",
                              "12/14",
                              "12/14/2026",
                              "14-12-2026",
                              "2026-12-14",
                              "2026/12/14",
                              "Dec 14th",
                              "December 14",
                              "14 December 2026",
                              "14. Dezember",
                              "ab 14.12.",
                              "Mo, 14.12.",
                              "Monday 14/12",
                              "le 14 décembre",
                              "14 de diciembre",
                              "desde el 14 de diciembre de 2026",
                              "14-Dec-26",
                              "the 14th of Dec",
                              "from 14 Dec",
                              "à partir du 14 décembre",
                              "am 14.12.",
                              "14th",
                              "14."}) {
        EXPECT_EQ(days(typed), "2026-12-14") << typed;
    }
    EXPECT_EQ(days("1er décembre"), "2026-12-01");
    EXPECT_EQ(days("29.2."), "2028-02-29");
}

TEST(Dates, WithoutAYearAreTheNextUnlessTheyHaveJustGoneBy) {
    EXPECT_EQ(days("14.10."), "2026-10-14");
    EXPECT_EQ(days("14.6."), "2027-06-14");
    EXPECT_EQ(days("5. Januar"), "2027-01-05");
    EXPECT_EQ(days("1.1."), "2027-01-01");
}

TEST(Dates, CanBeRelativeAndLonger) {
    EXPECT_EQ(days("heute"), "2026-11-19");
    EXPECT_EQ(days("tomorrow"), "2026-11-20");
    EXPECT_EQ(days("in 2 Wochen"), "2026-12-03");
    EXPECT_EQ(days("next Tue"), "2026-11-24");
    EXPECT_EQ(days("nächsten Donnerstag"), "2026-11-26");
    EXPECT_EQ(days("mardi prochain"), "2026-11-24");
    EXPECT_EQ(days("Do"), "2026-11-19");
    EXPECT_EQ(days("KW 50"), "2026-12-07..2026-12-13");
    EXPECT_EQ(days("KW50"), "2026-12-07..2026-12-13");
    EXPECT_EQ(days("50. KW"), "2026-12-07..2026-12-13");
    EXPECT_EQ(days("week 2"), "2027-01-11..2027-01-17");
    EXPECT_EQ(days("KW 53"), "2026-12-28..2027-01-03");
    EXPECT_EQ(days("next week"), "2026-11-23..2026-11-29");
    EXPECT_EQ(days("la semaine prochaine"), "2026-11-23..2026-11-29");
    EXPECT_EQ(days("December"), "2026-12-01..2026-12-31");
    EXPECT_EQ(days("12/2026"), "2026-12-01..2026-12-31");
    for (const char* any : {"asap", "so bald wie möglich", "egal", "dès que possible",
                            "lo antes posible", "Anytime", "-", "sofort"}) {
        EXPECT_EQ(days(any), "any") << any;
    }
}

TEST(Dates, MayHaveATime) {
    EXPECT_EQ(days("14.12. 9:30"), "2026-12-14 09:30");
    EXPECT_EQ(days("14.12., 14 Uhr"), "2026-12-14 14:00");
    EXPECT_EQ(days("Dec 14 2pm"), "2026-12-14 14:00");
    EXPECT_EQ(days("14 décembre 14h30"), "2026-12-14 14:30");
    EXPECT_EQ(days("14.12.2026 14.30 Uhr"), "2026-12-14 14:30");
    EXPECT_EQ(days("12/14/26 12:00 am"), "2026-12-14 00:00");
}

TEST(Dates, AreNotGuessed) {
    EXPECT_EQ(days("4/5"), "ambiguous");
    EXPECT_EQ(days("4/5", DateOrder::DayFirst), "2027-05-04");
    EXPECT_EQ(days("4/5", DateOrder::MonthFirst), "2027-04-05");
    EXPECT_EQ(days("5/5"), "2027-05-05");
    EXPECT_EQ(days("14/12", DateOrder::MonthFirst), "2026-12-14");
    EXPECT_EQ(days("31.2."), "impossible");
    EXPECT_EQ(days("10.14."), "impossible");
    EXPECT_EQ(days("Tue 14.12."), "impossible");  // it is a Monday
    EXPECT_EQ(days("KW 60"), "impossible");
    EXPECT_EQ(days("14.1"), "2027-01-14");
    EXPECT_EQ(days(number_cell(14.1)), "mangled");
    EXPECT_EQ(days("mar"), "ambiguous");
    for (const char* unknown : {"soon", "after Easter", "14", "10-14", "ab 14.12. bis 16.12.",
                                "14.12. or 15.12.", "not 14.12.", "14:30", "", "mid December",
                                "14.12.2026 25:00", "2026", "next month", "14..12"}) {
        EXPECT_EQ(days(unknown), "not_understood") << unknown;
    }
}

TEST(Dates, ComeFromTheFileWhereItKnowsThem) {
    const LocalTime moment = zone().to_local(*parse_time("2026-12-14T08:30:00Z"));
    EXPECT_EQ(days(moment_cell(moment)), "2026-12-14 09:30");
    EXPECT_EQ(days(moment_cell(moment, CellKind::Date)), "2026-12-14");
    EXPECT_EQ(days(time_cell(hours(9))), "mangled");
}

TEST(Dates, BeginAndEndWishes) {
    const auto text = [](const Result<std::optional<Time>, Doubt>& read) {
        return !read   ? std::string(name_of(read.error().kind))
               : *read ? format_time(**read)
                       : "none";
    };
    EXPECT_EQ(text(read_earliest(text_cell("ab 14.12."), reader())), "2026-12-13T23:00:00Z");
    EXPECT_EQ(text(read_earliest(text_cell("KW 50"), reader())), "2026-12-06T23:00:00Z");
    EXPECT_EQ(text(read_earliest(text_cell("14.12. 9:30"), reader())), "2026-12-14T08:30:00Z");
    EXPECT_EQ(text(read_earliest(text_cell("asap"), reader())), "none");
    EXPECT_EQ(text(read_earliest(text_cell("bis 14.12."), reader())), "ambiguous");
    EXPECT_EQ(text(read_latest(text_cell("bis 14.12."), reader())), "2026-12-14T22:59:59.999Z");
    EXPECT_EQ(text(read_latest(text_cell("KW 50"), reader())), "2026-12-13T22:59:59.999Z");
    EXPECT_EQ(text(read_latest(text_cell("ab 14.12."), reader())), "ambiguous");
}

TEST(Dates, OfThePastLieInIt) {
    const auto past = [](const std::string& typed, DateOrder order = DateOrder::Unknown) {
        const auto read = read_past(text_cell(typed), reader(order));
        return read ? format_time(*read) : std::string(name_of(read.error().kind));
    };
    EXPECT_EQ(past("2024-11-29T10:28:00Z"), "2024-11-29T10:28:00Z");
    EXPECT_EQ(past("2025-03-10 18:00"), "2025-03-10T17:00:00Z");
    EXPECT_EQ(past("2025-03-10 18:00:07"), "2025-03-10T17:00:07Z");
    EXPECT_EQ(past("11/29/24 22:28"), "2024-11-29T21:28:00Z");
    EXPECT_EQ(past("11/4/24 22:28", DateOrder::MonthFirst), "2024-11-04T21:28:00Z");
    EXPECT_EQ(past("11/4/24 22:28"), "ambiguous");
    EXPECT_EQ(past("14.12."), "2025-12-13T23:00:00Z");
    EXPECT_EQ(past("Monday"), "2026-11-15T23:00:00Z");
    EXPECT_EQ(past("2027-01-01"), "impossible");
    EXPECT_EQ(past("KW 3"), "not_understood");
    EXPECT_EQ(past("asap"), "not_understood");
}

TEST(DateOrder, IsThatOfTheSheetElseOfItsColumnElseOfTheCountry) {
    const std::vector<Cell> american = {text_cell("11/29/24"), text_cell("3/4/24")};
    const std::vector<Cell> mixed = {text_cell("29/11"), text_cell("11/29"), text_cell("3/4")};
    const std::vector<Cell> unclear = {text_cell("3/4"), text_cell("5/6"), text_cell("14.10.")};
    const auto order = [](std::string_view locale, const std::vector<Cell>& cells,
                          std::string_view country) {
        std::vector<const Cell*> column;
        for (const Cell& cell : cells) {
            column.push_back(&cell);
        }
        return chosen_order(locale, column, country);
    };
    EXPECT_EQ(order("de_DE", american, "DE"), DateOrder::DayFirst);
    EXPECT_EQ(order("", american, "DE"), DateOrder::MonthFirst);
    EXPECT_EQ(order("", mixed, ""), DateOrder::Unknown);
    EXPECT_EQ(order("", unclear, "DE"), DateOrder::DayFirst);
    EXPECT_EQ(order("", unclear, "US"), DateOrder::MonthFirst);
    EXPECT_EQ(order("", unclear, ""), DateOrder::Unknown);
    EXPECT_EQ(order("en", unclear, ""), DateOrder::Unknown);
    EXPECT_EQ(order_of_locale("en-US"), DateOrder::MonthFirst);
    EXPECT_EQ(order_of_locale("en_GB.UTF-8"), DateOrder::DayFirst);
    EXPECT_EQ(order_of_locale("fr"), DateOrder::DayFirst);
}

}  // namespace
}  // namespace standby::intake
