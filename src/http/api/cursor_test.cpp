// Tests of cursors and pages.
#include "http/api/cursor.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace standby::http {
namespace {

RC_GTEST_PROP(Cursor, GivesBackTheNumberOfItsOwnListOnly,
              (std::uint64_t number, const std::string& list)) {
    const std::string cursor = make_cursor(list, number);
    RC_ASSERT(cursor.find_first_not_of(
                  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") ==
              std::string::npos);
    RC_ASSERT(parse_cursor(list, cursor).value() == number);
    RC_ASSERT(parse_cursor(list + "x", cursor).error().code == "bad-cursor");
}

TEST(Cursor, IsRefusedWhenAnythingWasChanged) {
    const std::string cursor = make_cursor("offers", 77);
    for (std::size_t at = 0; at < cursor.size(); ++at) {
        std::string changed = cursor;
        changed[at] = changed[at] == 'A' ? 'B' : 'A';
        EXPECT_FALSE(parse_cursor("offers", changed)) << changed;
    }
    for (const std::string& bad : {std::string{}, cursor + "A", cursor.substr(1), cursor + "=",
                                   std::string(18, '\0'), std::string(100'000, 'A')}) {
        EXPECT_EQ(parse_cursor("offers", bad).error().status, 400);
    }
}

TEST(Page, HasALimitFromOneToTwoHundred) {
    EXPECT_EQ(parse_page("l", std::nullopt, std::nullopt)->limit, 50U);
    EXPECT_EQ(parse_page("l", std::nullopt, std::nullopt)->after, 0U);
    EXPECT_EQ(parse_page("l", "1", make_cursor("l", 9))->after, 9U);
    EXPECT_EQ(parse_page("l", "200", std::nullopt)->limit, 200U);
    for (const std::string bad :
         {"0", "201", "-1", "+1", "", "x", "1x", "1.5", " 1", "99999999999999999999999"}) {
        const auto page = parse_page("l", bad, std::nullopt);
        ASSERT_FALSE(page) << bad;
        EXPECT_EQ(page.error().errors,
                  (std::vector<FieldError>{{"limit", "must be a whole number from 1 to 200"}}));
    }
    EXPECT_EQ(parse_page("l", std::nullopt, "junk").error().code, "bad-cursor");
}

TEST(Page, IsAnObjectWithItemsAndTheNextCursor) {
    std::string body;
    JsonWriter writer{body};
    begin_page(writer);
    writer.integer(1);
    writer.integer(2);
    end_page(writer, "l", 2);
    EXPECT_EQ(body, R"({"items":[1,2],"next_cursor":")" + make_cursor("l", 2) + "\"}");
    std::string last;
    JsonWriter last_writer{last};
    begin_page(last_writer);
    end_page(last_writer, "l", std::nullopt);
    EXPECT_EQ(last, R"({"items":[],"next_cursor":null})");
}

}  // namespace
}  // namespace standby::http
