// Titles as salons, clinics and restaurants write them.
#include "intake/calendar/appointment.hpp"

#include "intake/calendar/calendar_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::intake {
namespace {

using engine::CatalogueItem;
using engine::CatalogueKind;
using interchange::OfferedNames;

Occurrence event(std::string title, std::string description = "") {
    Occurrence one;
    one.uid = "a";
    one.starts_at = at("2026-11-19T13:00:00Z");
    one.length = std::chrono::hours{1};
    one.title = std::move(title);
    one.description = std::move(description);
    return one;
}

OfferedNames salon() {
    CatalogueItem colour{.number = 1, .kind = CatalogueKind::Service, .name = "Colour"};
    colour.other_names = {"Farbe"};
    const CatalogueItem cut{.number = 2, .kind = CatalogueKind::Service, .name = "Cut and colour"};
    const CatalogueItem jess{.number = 3, .kind = CatalogueKind::Person, .name = "Jess"};
    return OfferedNames({colour, cut, jess});
}

TEST(AppointmentTitle, FitsItsPattern) {
    const auto parts = fit_title("Colour - Ada Lovelace", "{service} - {name}");
    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->service, "Colour");
    EXPECT_EQ(fit_title("cut WITH Jess (45 EUR)", "{service} with {staff} ({price})")->staff,
              "Jess");
    EXPECT_EQ(fit_title("Table for 4: Ada", "Table for {size}:*")->size, "4");
    EXPECT_TRUE(fit_title("Ada - Colour - long", "{name} - {service}"));
    EXPECT_EQ(fit_title("Ada - Colour - long", "{name} - {service}")->service, "Colour - long");
    EXPECT_FALSE(fit_title("Lunch", "{service} - {name}"));
    EXPECT_FALSE(fit_title(" - Ada", "{service} - {name}"));
    EXPECT_FALSE(fit_title("", "{service}"));
    EXPECT_TRUE(fit_title("anything", "*"));
}

TEST(AppointmentTitle, HasPatternsThatMakeSense) {
    EXPECT_FALSE(complaint_about_pattern("{service} - {name}"));
    EXPECT_TRUE(complaint_about_pattern("{colour}"));
    EXPECT_TRUE(complaint_about_pattern("{service"));
    EXPECT_TRUE(complaint_about_pattern("{service}{name}"));
}

TEST(Appointment, IsEveryEventUnlessSettingsSayOtherwise) {
    CalendarSettings settings;
    const auto plain = slot_of(event("Ada Lovelace"), settings, {});
    ASSERT_TRUE(plain);
    EXPECT_EQ(plain->service, "");  // a guest's name is no service
    EXPECT_EQ(plain->duration, std::chrono::hours{1});
    Occurrence day = event("Holiday");
    day.is_all_day = true;
    EXPECT_FALSE(slot_of(day, settings, {}));
    settings.all_day = true;
    EXPECT_TRUE(slot_of(day, settings, {}));

    settings = {.categories = {"Clients"}};
    EXPECT_FALSE(slot_of(event("Lunch"), settings, {}));
    Occurrence booked = event("Ada");
    booked.categories = {"VIP", "clients"};
    EXPECT_TRUE(slot_of(booked, settings, {}));

    settings = {.titles = {"Appt: {service} - *", "Termin: {service} - *"}};
    EXPECT_FALSE(slot_of(event("Lunch"), settings, {}));
    EXPECT_EQ(slot_of(event("Termin: Farbe - Ada"), settings, {})->service, "Farbe");
}

TEST(Appointment, IsDescribedInTheWordsOfTheCatalogue) {
    CalendarSettings settings{.service = "Consultation", .staff = "Noor"};
    EXPECT_EQ(slot_of(event("Ada, colour"), settings, salon())->service, "Colour");
    EXPECT_EQ(slot_of(event("Cut and Colour Ada"), settings, salon())->service, "Cut and colour");
    EXPECT_EQ(slot_of(event("Ada"), settings, salon())->service, "Consultation");
    EXPECT_EQ(slot_of(event("Ada, colourful"), settings, salon())->service, "Consultation");
    settings.titles = {"{service} - {name}"};
    EXPECT_FALSE(slot_of(event("Lunch - Anna"), settings, salon()));
    const auto described =
        slot_of(event("Farbe - Ada", "Staff: jess\nParty: 3\nPrice: 45,50 CHF\nNote: x"), settings,
                salon());
    ASSERT_TRUE(described);
    EXPECT_EQ(described->service, "Farbe");
    EXPECT_EQ(described->staff, "jess");
    EXPECT_EQ(described->size_max, 3u);
    ASSERT_TRUE(described->price);
    EXPECT_EQ(described->price->amount, 4550);
    EXPECT_EQ(std::string_view(described->price->currency.data(), 3), "CHF");
    EXPECT_EQ(slot_of(event("Farbe - Ada", "Staff: Mum"), settings, salon())->staff, "Noor");
}

}  // namespace
}  // namespace standby::intake
