// What staff note and search for is read as it should be, and refused with its field.
#include "http/api/note_body.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

std::string field_of(const Problem& problem) {
    return problem.errors.empty() ? std::string() : problem.errors.front().field;
}

TEST(NoteBody, ReadsTextAndTags) {
    const auto note = parse_note(R"({"text":"likes the window","tags":[" VIP ","vip","regular"]})");
    ASSERT_TRUE(note);
    EXPECT_EQ(note->text, "likes the window");
    EXPECT_EQ(note->tags, (std::vector<std::string>{"VIP", "regular"}));
}

TEST(NoteBody, RefusesTagsThatAreNone) {
    EXPECT_EQ(field_of(parse_note(R"({"tags":["a",""]})").error()), "tags[1]");
    EXPECT_EQ(field_of(parse_note(R"({"add_tags":["a\nb"]})").error()), "add_tags[0]");
    EXPECT_EQ(field_of(parse_note(R"({"tags":"vip"})").error()), "tags");
    EXPECT_EQ(field_of(parse_note(R"({"remove_tags":[7]})").error()), "remove_tags[0]");
    const std::string long_tag(41, 'x');
    EXPECT_EQ(field_of(parse_note(R"({"tags":[")" + long_tag + R"("]})").error()), "tags[0]");
    EXPECT_EQ(field_of(parse_note(R"({"colour":"red"})").error()), "colour");
}

TEST(NoteBody, ChangesOnlyWhatIsGiven) {
    const engine::GuestNote present{.text = "allergic to nuts", .tags = {"vip"}};
    const auto added = merged(parse_note(R"({"add_tags":["VIP","late"]})").value(), present);
    ASSERT_TRUE(added);
    EXPECT_EQ(added->text, "allergic to nuts");
    EXPECT_EQ(added->tags, (std::vector<std::string>{"vip", "late"}));
    const auto removed =
        merged(parse_note(R"({"text":" ","remove_tags":["Vip"]})").value(), present);
    ASSERT_TRUE(removed);
    EXPECT_EQ(removed->text, "");
    EXPECT_TRUE(removed->tags.empty());
}

TEST(NoteBody, HasNoMoreThanTwentyTags) {
    engine::GuestNote present;
    for (std::size_t index = 0; index < engine::note_tags_max; ++index) {
        present.tags.push_back("tag " + std::to_string(index));
    }
    const auto added = merged(parse_note(R"({"add_tags":["one more"]})").value(), present);
    ASSERT_FALSE(added);
    EXPECT_EQ(field_of(added.error()), "add_tags");
}

TEST(SearchBody, NeedsSomethingToLookFor) {
    EXPECT_EQ(parse_search(R"({"text":" Ada "})")->text, "Ada");
    EXPECT_EQ(parse_search(R"({"text":"Ada","limit":5})")->limit, 5U);
    EXPECT_EQ(field_of(parse_search(R"({"text":"  "})").error()), "text");
    EXPECT_EQ(field_of(parse_search(R"({"text":"Ada","limit":51})").error()), "limit");
}

}  // namespace
}  // namespace standby::http
