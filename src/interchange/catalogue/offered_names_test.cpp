// Tests of names in the catalogue: a guest types "colour" or "Coluor", staff free "Colour".
#include "interchange/catalogue/offered_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::interchange {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using testing::ElementsAre;
using testing::IsEmpty;

CatalogueItem service(std::uint64_t number, std::string name,
                      std::vector<std::string> other_names = {}) {
    return {.number = number, .name = std::move(name), .other_names = std::move(other_names)};
}

CatalogueItem person(std::uint64_t number, std::string name,
                     std::vector<std::uint64_t> services = {}) {
    return {.number = number,
            .kind = CatalogueKind::Person,
            .name = std::move(name),
            .services = std::move(services)};
}

OfferedNames salon() {
    CatalogueItem cut = service(1, "Cut", {"Haircut", "Trim"});
    cut.duration = minutes{30};
    cut.buffer = minutes{10};
    CatalogueItem colour = service(2, "Colour", {"Color", "Dye"});
    colour.duration = hours{2};
    colour.price = core::Money{.amount = 9'000};
    CatalogueItem table{
        .number = 5, .kind = CatalogueKind::Place, .name = "Window", .size_min = 2, .size_max = 4};
    return OfferedNames{{cut, colour, person(3, "Anna", {1}), person(4, "Ben"), table}};
}

TEST(OfferedNames, FindsANameHoweverItIsWritten) {
    const OfferedNames names = salon();
    for (const char* text : {"Colour", " colour", "COLOUR", "cölour", "color", "dye", "svc_2"}) {
        const CatalogueItem* found = names.find(CatalogueKind::Service, text);
        ASSERT_NE(found, nullptr) << text;
        EXPECT_EQ(found->number, 2U) << text;
    }
    EXPECT_EQ(names.find(CatalogueKind::Service, "Coluor"), nullptr);
    EXPECT_EQ(names.find(CatalogueKind::Service, "per_3"), nullptr);
    EXPECT_EQ(names.find(CatalogueKind::Service, "svc_3"), nullptr) << "that is Anna's number";
    EXPECT_EQ(names.find(CatalogueKind::Person, "Colour"), nullptr);
}

TEST(OfferedNames, GuessesWhatWasMeantOnlyWhenOneIsClosest) {
    const OfferedNames names = salon();
    const auto guess = [&](std::string_view text) {
        const CatalogueItem* found = names.nearest(CatalogueKind::Service, text);
        return found != nullptr ? found->name : std::string("nothing");
    };
    EXPECT_EQ(guess("Coluor"), "Colour");
    EXPECT_EQ(guess("Kolor"), "Colour");
    EXPECT_EQ(guess("Hair"), "Cut") << "a part of another name";
    EXPECT_EQ(guess("Massage"), "nothing");
    EXPECT_EQ(guess("xy"), "nothing");
    EXPECT_EQ(guess("svc_77"), "nothing");
    const OfferedNames twins{{service(1, "Cut"), service(2, "Cup")}};
    EXPECT_EQ(twins.nearest(CatalogueKind::Service, "Cur"), nullptr) << "both are as close";
}

TEST(OfferedNames, PutsWishesIntoItsOwnWords) {
    core::Wants wants{.service = "color", .staff = "ANNA", .or_services = {"trim", "Colour"}};
    EXPECT_THAT(resolve(salon(), wants), IsEmpty());
    EXPECT_EQ(wants.service, "Colour");
    EXPECT_THAT(wants.or_services, ElementsAre("Cut")) << "each once";
    EXPECT_EQ(wants.staff, "Anna");
}

TEST(OfferedNames, TellsWhichNamesItDoesNotHave) {
    core::Wants wants{.service = "Coluor", .staff = "Zoe", .place = "plc_1"};
    EXPECT_THAT(resolve(salon(), wants),
                ElementsAre(UnlistedName{"wants.service", "Coluor", "Colour"},
                            UnlistedName{"wants.staff", "Zoe", ""},
                            UnlistedName{"wants.place", "plc_1", "", true}));
    EXPECT_EQ(wants.service, "Coluor") << "it stays as it was written";
    EXPECT_EQ(unlisted_words({"wants.service", "Coluor", "Colour"}),
              "isn't in the catalogue. Did you mean Colour? To keep it as it is, send "
              "\"unlisted\": true");
}

// Perm was taken out of the catalogue while somebody waited for it.
TEST(OfferedNames, DoesNotAskAgainAboutWhatSomebodyWaitsFor) {
    core::Wants wants{.service = "Perm", .or_services = {"cut"}};
    EXPECT_THAT(resolve(salon(), wants, {.service = "perm"}), IsEmpty());
    EXPECT_EQ(wants.service, "Perm");
    EXPECT_THAT(wants.or_services, ElementsAre("Cut"));
}

TEST(OfferedNames, LeavesEverythingAsItIsWithoutACatalogue) {
    core::Wants wants{.service = "colour", .or_services = {"COLOUR"}};
    const core::Wants before = wants;
    EXPECT_THAT(resolve(OfferedNames{}, wants), IsEmpty());
    EXPECT_EQ(wants, before);
    // People may be typed freely where only services are listed.
    const OfferedNames services_only{{service(1, "Cut")}};
    core::Wants with{.service = "cut", .staff = "whoever"};
    EXPECT_THAT(resolve(services_only, with), IsEmpty());
    EXPECT_EQ(with.staff, "whoever");
}

TEST(OfferedNames, FillsInWhatASlotLeavesOut) {
    core::Slot slot{.service = "dye", .place = "window"};
    EXPECT_THAT(resolve(salon(), slot, {.duration = false, .price = false, .size = false}),
                IsEmpty());
    EXPECT_EQ(slot.service, "Colour");
    EXPECT_THAT(slot.service_names, ElementsAre("Color", "Dye"));
    EXPECT_EQ(slot.duration, hours{2});
    EXPECT_EQ(slot.price, (core::Money{.amount = 9'000}));
    EXPECT_EQ(slot.size_min, 2U);
    EXPECT_EQ(slot.size_max, 4U);
    core::Slot said{.duration = hours{1}, .service = "Colour"};
    EXPECT_THAT(resolve(salon(), said, {}), IsEmpty());
    EXPECT_EQ(said.duration, hours{1});
    EXPECT_EQ(said.price, std::nullopt) << "no price was said on purpose";
}

TEST(OfferedNames, GivesABlankSlotToWhoeverCouldTakeIt) {
    const auto blank = [](Duration duration, std::string staff) {
        core::Slot slot{.duration = duration, .staff = std::move(staff), .blank_is_any = true};
        resolve(salon(), slot, {});
        EXPECT_EQ(slot.service, "");
        return slot.service_names;
    };
    EXPECT_THAT(blank(hours{2}, ""), IsEmpty()) << "anything fits";
    EXPECT_THAT(blank(hours{1}, ""), ElementsAre("Cut", "Haircut", "Trim")) << "no time to colour";
    EXPECT_THAT(blank(hours{2}, "anna"), ElementsAre("Cut", "Haircut", "Trim")) << "all she does";
    EXPECT_THAT(blank(hours{2}, "Ben"), IsEmpty());
    EXPECT_THAT(blank(minutes{5}, ""), IsEmpty()) << "too short for everything: staff know why";
}

TEST(OfferedNames, HasDoubtsAboutASlot) {
    std::vector<CatalogueItem> items = salon().items();
    items[2].hours = {{.from_minute = 9 * 60, .length_minutes = 8 * 60}};  // Monday 9 to 17
    const OfferedNames names{items};
    const core::Slot slot{.duration = hours{1}, .service = "Colour", .staff = "Anna"};
    EXPECT_THAT(doubts_about(names, slot, 16 * 60 + 30),
                ElementsAre(SlotDoubt{SlotDoubt::Kind::NotTheirs, "Anna"},
                            SlotDoubt{SlotDoubt::Kind::OffHours, "Anna"},
                            SlotDoubt{SlotDoubt::Kind::TooShort, "Colour"}));
    const core::Slot good{.duration = minutes{30}, .service = "Cut", .staff = "Anna"};
    EXPECT_THAT(doubts_about(names, good, 9 * 60), IsEmpty());
    EXPECT_EQ(buffer_after(names, good), minutes{10});
    EXPECT_EQ(buffer_after(names, slot), Duration{0});
}

}  // namespace
}  // namespace standby::interchange
