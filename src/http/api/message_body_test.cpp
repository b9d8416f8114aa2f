// Tests of the body about messages.
#include "http/api/message_body.hpp"

#include "http/api/body_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

TEST(ReplayBody, MayNameAResource) {
    EXPECT_EQ(parse_replay("").value(), core::ResourceNumber{});
    EXPECT_EQ(parse_replay(R"({"resource":"res_1"})").value(), core::ResourceNumber{1});
    EXPECT_EQ(errors_of(parse_replay(R"({"resource":"ent_1"})")),
              Errors{"resource must be the id of a resource, such as res_1"});
    EXPECT_EQ(errors_of(parse_replay(R"({"all":true})")), Errors{"all is not a known field"});
}

TEST(StaffMessageBody, HasEachGuestOnceAndNoBlanksAroundTheText) {
    const StaffMessageBody body =
        parse_staff_message(R"({"entries":["ent_4000002","ent_4000001","ent_4OOOOO2"],)"
                            R"("subject":" Later ","text":"\r\n We open\r\nat ten. \n\n"})",
                            Wording::Whole)
            .value();
    EXPECT_EQ(body.entries.size(), 2U);
    EXPECT_EQ(core::number_of(body.entries[0]), 2U);
    EXPECT_EQ(body.subject, "Later");
    EXPECT_EQ(body.text, "We open\nat ten.");
}

TEST(StaffMessageBody, NamesWhatIsWrongOnce) {
    const auto errors = [](std::string_view body, Wording wording = Wording::Whole) {
        return errors_of(parse_staff_message(body, wording));
    };
    EXPECT_EQ(errors(R"({"entries":["ent_4000001"],"text":7})"), Errors{"text must be a string"});
    EXPECT_EQ(errors(R"({"entries":["ent_4000001"],"text":" "})"),
              Errors{"text must have 1 to 1000 characters"});
    EXPECT_EQ(errors(R"({"text":"Hi"})"),
              Errors{"entries must be a list of 1 to 500 ids of entries, such as ent_4000001"});
    EXPECT_EQ(errors(R"({"entries":["ent_4000001",1],"text":"Hi"})"),
              Errors{"entries[1] must be the id of an entry, such as ent_4000001"});
    EXPECT_TRUE(parse_staff_message(R"({"entries":["ent_4000001"],"text":""})", Wording::Draft)
                    .has_value());
}

}  // namespace
}  // namespace standby::http
