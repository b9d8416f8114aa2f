// Tests of how `standby staff` is read.
#include "app/command_line_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::app {
namespace {

using testing::HasSubstr;

TEST(StaffCommandLine, ReadsWhoseLinkItIs) {
    const Desk desk;
    const auto any = desk.expect<StaffLinkCommand>({"staff", "link", "--data-dir", "/data"});
    EXPECT_EQ(any.options.data_dir, "/data");
    EXPECT_EQ(any.email, "");
    const auto one = desk.expect<StaffLinkCommand>(
        {"staff", "link", "--email", "Noor@Aster.example", "--public-url", "https://w", "--json"});
    EXPECT_EQ(one.email, "noor@aster.example");
    EXPECT_EQ(one.options.public_url, "https://w");
    EXPECT_EQ(one.style, Style::Json);
    EXPECT_THAT(desk.mistake({"staff", "link", "--email", "noor"}), HasSubstr("--email"));
}

TEST(StaffCommandLine, RemovingNeedsAnAddress) {
    const Desk desk;
    EXPECT_EQ(desk.expect<StaffRemoveCommand>({"staff", "remove", "--email", "a@b.example"}).email,
              "a@b.example");
    EXPECT_THAT(desk.mistake({"staff", "remove"}), HasSubstr("--email"));
    desk.expect<StaffListCommand>({"staff", "list"});
    EXPECT_THAT(desk.mistake({"staff"}), HasSubstr("list, link and remove"));
}

}  // namespace
}  // namespace standby::app
