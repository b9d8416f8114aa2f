// Tests of ids: they read back, and nothing else is taken for one.
#include "interchange/view/ids.hpp"

#include <gtest/gtest.h>

namespace standby::interchange {
namespace {

TEST(KeyId, ReadsBackAndRefusesAnythingElse) {
    EXPECT_EQ(format_key_id(3), "key_3");
    EXPECT_EQ(parse_key_id("key_3"), 3U);
    EXPECT_EQ(parse_key_id("key_18446744073709551615"), UINT64_MAX);
    for (const std::string_view bad : {"", "3", "key_", "key_0", "key_03", "key_-1", "key_3x",
                                       "KEY_3", "key_18446744073709551616", "sk_3"}) {
        EXPECT_FALSE(parse_key_id(bad)) << bad;
    }
}

TEST(MemberId, ReadsBackAndRefusesAnythingElse) {
    EXPECT_EQ(format_member_id(12), "mem_12");
    EXPECT_EQ(format_invitation_id(3), "inv_3");
    EXPECT_EQ(parse_member_id("mem_12"), 12U);
    EXPECT_EQ(parse_invitation_id("inv_3"), 3U);
    for (const std::string_view wrong : {"", "mem_", "mem_0", "mem_01", "mem_-1", "mem_1x", "inv_1",
                                         "12", "mem_99999999999999999999999"}) {
        EXPECT_EQ(parse_member_id(wrong), std::nullopt) << wrong;
    }
}

TEST(VoiceId, ReadsBackAndRefusesAnythingElse) {
    const engine::VoiceKey offer_mail{
        .kind = engine::MessageKind::Offer, .channel = engine::Channel::Mail, .locale = "de"};
    EXPECT_EQ(format_voice_id(offer_mail), "offer.mail.de");
    EXPECT_EQ(parse_voice_id("offer.mail.de"), offer_mail);
    EXPECT_EQ(parse_voice_id("move_up.sms.en")->kind, engine::MessageKind::MoveUp);
    for (const std::string_view bad :
         {"", ".", "..", "offer", "offer.mail", "offer.mail.", "offer..de", ".mail.de",
          "Offer.mail.de", "offer.fax.de", "nothing.mail.de", "offer.mail.de.de",
          "offer.mail.abcdefghijklm"}) {
        EXPECT_FALSE(parse_voice_id(bad)) << bad;
    }
}

TEST(Ids, NameACalendarWithItsList) {
    const std::string id = format_calendar_id({.resource = core::ResourceNumber{1}, .number = 7});
    EXPECT_EQ(id, "cal_1_7");
    ASSERT_TRUE(parse_calendar_id(id));
    EXPECT_EQ(parse_calendar_id(id)->resource, core::ResourceNumber{1});
    EXPECT_EQ(parse_calendar_id(id)->number, 7u);
    for (const std::string text : {"", "cal_", "cal_1", "cal_1_", "cal__7", "cal_1_0", "cal_1_07",
                                   "cal_1_x", "res_1_7", "cal_1_-7"}) {
        EXPECT_FALSE(parse_calendar_id(text)) << text;
    }
}

}  // namespace
}  // namespace standby::interchange
