// What staff type becomes values that compare, and goes back into wishes as it was.
#include "intake/sheet/reading.hpp"

#include "intake/sheet/csv_sheet.hpp"
#include "intake/sheet/values.hpp"

#include <gtest/gtest.h>

namespace standby::intake::sheet {
namespace {

constexpr Time now =
    std::chrono::sys_days{std::chrono::year{2026} / 11 / 2} + std::chrono::hours{12};

ReadSheet read_of(const std::string& csv) {
    static const Zone zone = Zone::fixed("Test/East", std::chrono::hours{1});
    static const interchange::OfferedNames offered;
    const auto table = CsvSheet::read(csv);
    EXPECT_TRUE(table);
    auto sheet = read_sheet(table->table(),
                            {.zone = &zone, .now = now, .country = "DE", .offered = &offered});
    EXPECT_TRUE(sheet) << sheet.error();
    return *std::move(sheet);
}

TEST(SheetReading, KnowsTheHousesOwnHeadingsAndItsOwn) {
    const ReadSheet sheet = read_of("Our waitlist\n\nName,Handy,Termin,Standby,Standby "
                                    "status\nAnna,0151 2345678,x,1\xC2\xB7k3f9,\n");
    EXPECT_TRUE(sheet.now.columns.has(Field::Phone));
    EXPECT_FALSE(sheet.now.columns.has(Field::Email));
    EXPECT_EQ(sheet.id_column, 3U);
    EXPECT_EQ(sheet.status_column, 4U);
    EXPECT_FALSE(sheet.note_column);
    ASSERT_EQ(sheet.now.rows.size(), 1U);
    EXPECT_EQ(sheet.now.rows.front().line, 4U);
    EXPECT_EQ(sheet.now.rows.front().id, "1\xC2\xB7k3f9");
    EXPECT_EQ(sheet.now.rows.front().value_of(Field::Phone), "+491512345678");
}

TEST(SheetReading, JoinsTheTwoHalvesOfAName) {
    const ReadSheet sheet = read_of("First name,Last name,E-mail\nAda,Lovelace,ada@example.com\n");
    EXPECT_EQ(sheet.now.rows.front().value_of(Field::Name), "Ada Lovelace");
    EXPECT_FALSE(sheet.columns[Field::Name]);
}

TEST(SheetReading, KeepsTheReasonWhereACellCannotBeRead) {
    const ReadSheet sheet = read_of("Name,Mobile,Earliest\nAnna,4.41E+11,some day\n");
    const Row& row = sheet.now.rows.front();
    EXPECT_FALSE(row.cells[Field::Phone].value);
    EXPECT_FALSE(row.cells[Field::Phone].trouble.empty());
    EXPECT_FALSE(row.cells[Field::Earliest].value);
    EXPECT_FALSE(row.has_contact());
}

TEST(SheetReading, SaysWhatIsMissing) {
    const Zone zone = Zone::utc();
    const interchange::OfferedNames offered;
    for (const char* csv : {"", "Animal,Colour\nDog,brown\n", "Name,Service\nAnna,Cut\n"}) {
        const auto table = CsvSheet::read(csv);
        EXPECT_FALSE(read_sheet(table->table(),
                                {.zone = &zone, .now = now, .country = "DE", .offered = &offered}))
            << csv;
    }
}

TEST(SheetReading, GoesToWishesAndBackAsItWas) {
    const Zone zone = Zone::fixed("Test/East", std::chrono::hours{1});
    const ReadSheet sheet =
        read_of("Name,Mobile,Service,Staff,People,Earliest,Latest,Priority,Joined\n"
                "Anna,0151 2345678,Cut / Colour,Jess,3,2027-10-14,2027-10-20,high,2026-10-01\n");
    const Row& row = sheet.now.rows.front();
    Taken taken;
    take(row, FieldSet::everything(), zone, taken);
    core::EntryView view;
    view.wants = taken.wants;
    view.party_size = taken.party_size;
    view.tier = taken.tier;
    view.joined_at = *parse_time(row.value_of(Field::Joined));
    const PerField<std::string> values = values_of(view, taken.person, zone);
    for (const Field field : all_fields) {
        EXPECT_EQ(values[field], row.value_of(field)) << name_of(field);
    }
    EXPECT_EQ(taken.wants.or_services, std::vector<std::string>{"Colour"});
    EXPECT_EQ(format_time(*taken.wants.latest), "2027-10-20T22:59:59.999Z");
    EXPECT_EQ(shown(Field::Joined, values[Field::Joined], zone), "2026-10-01 00:00");
}

}  // namespace
}  // namespace standby::intake::sheet
