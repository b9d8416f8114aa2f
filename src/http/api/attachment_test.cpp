// Tests of the names of downloaded files.
#include "http/api/attachment.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

TEST(Attachment, TheFileIsNamedAfterTheList) {
    EXPECT_EQ(attachment_named("Salon 3", "csv"), "attachment; filename=\"Salon 3 figures.csv\"; "
                                                  "filename*=UTF-8''Salon%203%20figures.csv");
    EXPECT_EQ(attachment_named("Zoë", "xlsx"), "attachment; filename=\"Zo_ figures.xlsx\"; "
                                               "filename*=UTF-8''Zo%C3%AB%20figures.xlsx");
}

TEST(Attachment, ANameCannotLeadElsewhere) {
    EXPECT_EQ(attachment_named("../../etc/\"x\";\r\nSet-Cookie: a", "csv"),
              "attachment; filename=\"____etc__x____Set-Cookie_ a figures.csv\"; "
              "filename*=UTF-8''_%2E%2E_etc__x____Set-Cookie_%20a%20figures.csv");
    EXPECT_EQ(attachment_named("...", "csv"), "attachment; filename=\"standby figures.csv\"; "
                                              "filename*=UTF-8''standby%20figures.csv");
    // What would turn the name around.
    EXPECT_TRUE(attachment_named("a\u202Evsc", "csv").contains("''a_vsc%20figures"));
    const std::string many(2'000, 'x');
    EXPECT_LT(attachment_named(many, "csv").size(), 300U);
}

}  // namespace
}  // namespace standby::http
