// Tests of the way between a form's fields and the API's bodies.
#include "base/json/writer.hpp"
#include "http/pages/week_times.hpp"
#include "http/pages/wish_form.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::http {
namespace {

using core::Kind;
using testing::Contains;
using testing::Pair;

const Zone berlin = Zone::fixed("Europe/Berlin", std::chrono::hours(1));

Form form_of(std::vector<std::pair<std::string, std::string>> fields) {
    return Form(std::move(fields));
}

void write(JsonWriter& writer, const JsonValue& value) {
    switch (value.type) {
    case JsonType::Object:
        writer.begin_object();
        for (const JsonMember& member : value.members) {
            writer.name(member.name);
            write(writer, member.value);
        }
        return writer.end_object();
    case JsonType::Array:
        writer.begin_array();
        for (const JsonValue& item : value.items) {
            write(writer, item);
        }
        return writer.end_array();
    case JsonType::Integer:
        return writer.natural(static_cast<std::uint64_t>(value.integer));
    case JsonType::Boolean:
        return writer.boolean(value.boolean);
    case JsonType::Text:
        return writer.text(value.text);
    default:
        return writer.null();
    }
}

std::string body_text(const Form& form, Kind kind, WishBody body, std::string_view locale) {
    std::string text;
    JsonWriter writer{text};
    write(writer, body_of(form, kind, body, locale));
    return text;
}

TEST(WishValues, BecomeTheBodyOfAJoin) {
    const Form form = form_of({{"name", "Ada"},
                               {"email", "ada@guest.example"},
                               {"phone", ""},
                               {"party_size", "2"},
                               {"service", "Colour"},
                               {"latest", "2026-12-24"},
                               {"mon_morning", "yes"},
                               {"sat_evening", "yes"},
                               {"instant_yes", "yes"},
                               {"instant_notice", "2h"},
                               {"consent", "yes"}});
    EXPECT_EQ(body_text(form, Kind::Slots, WishBody::Join, "de"),
              "{\"name\":\"Ada\",\"email\":\"ada@guest.example\",\"party_size\":2,"
              "\"wants\":{\"service\":\"Colour\",\"latest\":\"2026-12-24\",\"weekly\":["
              "{\"days\":[\"mon\"],\"from\":\"05:00\",\"to\":\"12:00\"},"
              "{\"days\":[\"sat\"],\"from\":\"17:00\",\"to\":\"02:00\"}]},"
              "\"instant_yes\":{\"min_notice\":\"2h\"},\"locale\":\"de\",\"consent\":true}");
}

TEST(WishValues, LeaveOutWhatTheKindDoesNotAskFor) {
    const Form form = form_of({{"email", "a@b.example"}, {"service", "Colour"}, {"x", "y"}});
    EXPECT_EQ(body_text(form, Kind::Access, WishBody::Join, "en"),
              "{\"email\":\"a@b.example\",\"locale\":\"en\"}");
}

TEST(WishValues, TakeAwayWhatIsLeftBlankInAChange) {
    const Form form = form_of({{"name", "Ada"}, {"email", "a@b.example"}, {"phone", ""}});
    EXPECT_EQ(body_text(form, Kind::Seats, WishBody::Change, "en"),
              "{\"name\":\"Ada\",\"email\":\"a@b.example\",\"phone\":null}");
}

TEST(WishValues, PassOnWhatIsNoNumber) {
    EXPECT_EQ(body_text(form_of({{"party_size", "two"}}), Kind::Seats, WishBody::Change, "en"),
              "{\"party_size\":\"two\"}");
}

core::Wants wants() {
    core::Wants all;
    all.service = "Colour";
    all.place = "North";
    all.latest = parse_time("2026-12-24T15:30:00Z").value();
    // Mondays from 8 to 13: more than a morning, less than a morning and an afternoon.
    all.weekly = {{.from_minute = 5 * 60, .length_minutes = 8 * 60}};
    all.max_price = core::Money{6000, {'E', 'U', 'R'}};
    all.instant_yes = core::InstantYes{.min_notice = std::chrono::minutes(90)};
    return all;
}

TEST(WishValues, ShowWishesThatAreThereAlready) {
    const FieldTexts values = values_of(wants(), 2, berlin);
    EXPECT_THAT(values, Contains(Pair("service", "Colour")));
    EXPECT_THAT(values, Contains(Pair("latest", "2026-12-24")));
    EXPECT_THAT(values, Contains(Pair("mon_morning", "yes")));
    EXPECT_EQ(text_of(values, "mon_afternoon"), "");
    EXPECT_THAT(values, Contains(Pair("instant_yes", "yes")));
    EXPECT_THAT(values, Contains(Pair("instant_notice", "1h")));
    EXPECT_THAT(values, Contains(Pair("party_size", "2")));
}

TEST(WishValues, KeepWhatTheFormShowsOnlyRoughlyAndWasNotTouched) {
    const Form untouched(values_of(wants(), 1, berlin));
    core::Wants said;
    said.service = "Colour";
    said.instant_yes = core::InstantYes{.min_notice = std::chrono::hours(1)};
    EXPECT_EQ(changed_wants(wants(), said, untouched, Kind::Slots, berlin), wants());
}

TEST(WishValues, ChangeOnlyWhatTheFormCanSay) {
    const Form form = form_of({{"service", "Cut"}, {"latest", "2026-12-31"}, {"tue_morning", "y"}});
    core::Wants said;
    said.service = "Cut";
    said.latest = parse_time("2026-12-31T22:59:59Z").value();
    said.weekly = {{.from_minute = 1740, .length_minutes = 420}};
    const core::Wants changed = changed_wants(wants(), said, form, Kind::Slots, berlin);
    EXPECT_EQ(changed.service, "Cut");
    EXPECT_EQ(changed.latest, said.latest);
    EXPECT_EQ(changed.weekly, said.weekly);
    EXPECT_EQ(changed.instant_yes, std::nullopt);
    EXPECT_EQ(changed.place, "North");
    EXPECT_EQ(changed.max_price, wants().max_price);
}

TEST(WeekTimes, NeedTheWholePartOfADay) {
    EXPECT_TRUE(ticks_of({}).none());
    const WeekTicks ticks =
        ticks_of({{.from_minute = 24 * 60 + 5 * 60, .length_minutes = 12 * 60}});
    EXPECT_EQ(ticks.count(), 2U);
    EXPECT_TRUE(ticks.test(3));
    EXPECT_TRUE(ticks.test(4));
    EXPECT_EQ(tick_name(6, 2), "sun_evening");
}

TEST(ErrorText, SpeaksTheGuestsLanguageWhereItCan) {
    EXPECT_EQ(
        error_text("email", "is required, unless phone or user_id is given", Language::German),
        "Bitte geben Sie eine E-Mail-Adresse oder eine Telefonnummer an.");
    EXPECT_EQ(error_text("email", "There is no @.", Language::English),
              "This doesn't look like an e-mail address.");
    EXPECT_EQ(error_text("wants.latest", "must not be before earliest", Language::Spanish),
              "El último día no puede ser anterior al primero.");
    EXPECT_EQ(error_text("party_size", "must be from 1 to 200", Language::French),
              "Indiquez un nombre de 1 à 200.");
    EXPECT_EQ(error_text("name", "must be at most 200 characters", Language::English),
              "This is too long.");
    EXPECT_EQ(error_text("wants.place", "must not be blank", Language::German),
              "wants.place must not be blank");
}

TEST(ErrorText, StandsAtTheFieldOfTheForm) {
    EXPECT_EQ(field_of_error("wants.latest"), "latest");
    EXPECT_EQ(field_of_error("email"), "email");
    EXPECT_EQ(field_of_error("instant_yes.min_notice"), "instant_yes");
    EXPECT_EQ(field_of_error("wants.weekly[2].from"), "");
}

// Without a script, a browser sends each tick as a field of its own.
TEST(WishValues, TakesTicksOfTheCatalogueAsSeveralNames) {
    const Form form = form_of({{"had_service_ticks", "1"},
                               {"want_service_3", "Colour"},
                               {"want_service_own_1", "Perm"},
                               {"want_staff_4", "Anna"},
                               {"want_place_7", "Window table"},
                               {"service", ""}});
    std::string text;
    JsonWriter writer{text};
    write(writer, body_of(form, Kind::Slots, WishBody::Change, {}));
    EXPECT_NE(text.find(R"("services":["Colour","Perm"],"staff_any":["Anna"],)"
                        R"("places":["Window table"])"),
              std::string::npos)
        << text;
    EXPECT_THAT(typed_values(form), Contains(Pair("want_service_3", "Colour")));
}

TEST(WishValues, ATickThatIsGoneTakesTheWishAway) {
    const core::Wants present{.service = "Colour", .or_services = {"Cut"}};
    const core::Wants said{.service = "Colour"};
    const auto changed = [&](std::vector<std::pair<std::string, std::string>> fields) {
        return changed_wants(present, said, form_of(std::move(fields)), Kind::Slots, berlin);
    };
    EXPECT_TRUE(changed({{"had_service_ticks", "1"}}).or_services.empty());
    EXPECT_EQ(changed({{"service", "Colour"}}).or_services, present.or_services)
        << "the text field shows only the first";
}

// Staff noted a table on the phone. The guest's form asks where only if there is a choice.
TEST(WishValues, APlaceStaysUnlessTheFormAsksWhere) {
    const core::Wants present{.place = "Terrace", .or_places = {"Garden"}};
    const auto changed = [&](core::Wants said,
                             std::vector<std::pair<std::string, std::string>> fields) {
        return changed_wants(present, said, form_of(std::move(fields)), Kind::Slots, berlin);
    };
    EXPECT_EQ(changed({}, {{"service", ""}}).place, "Terrace");
    EXPECT_EQ(changed({}, {{"service", ""}}).or_places, present.or_places);
    const core::Wants moved = changed({.place = "Garden"}, {{"had_place_ticks", "1"}});
    EXPECT_EQ(moved.place, "Garden");
    EXPECT_TRUE(moved.or_places.empty());
    EXPECT_EQ(changed({}, {{"had_place_ticks", "1"}}).place, "") << "anywhere will do";
}

TEST(WishValues, AsksWhatWasMeant) {
    EXPECT_EQ(error_text("wants.service", "did you mean Colour", Language::English),
              "Did you mean Colour? Then choose it above. If you mean something else, just send "
              "the form again.");
}

}  // namespace
}  // namespace standby::http
