// Replies are valid XML whatever they say.
#include "notify/sms/twiml.hpp"

#include <gtest/gtest.h>

namespace standby::notify {
namespace {

const std::string declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";

TEST(Twiml, SaysNothingWithoutAText) {
    EXPECT_EQ(twiml_reply(""), declaration + "<Response/>");
}

TEST(Twiml, EscapesWhatXmlReserves) {
    EXPECT_EQ(twiml_reply("A & B <b>\"'\xc3\xbc"),
              declaration + "<Response><Message>A &amp; B &lt;b&gt;&quot;&#39;\xc3\xbc"
                            "</Message></Response>");
}

TEST(Twiml, LeavesOutWhatXmlCannotHold) {
    EXPECT_EQ(twiml_reply(std::string("a\0b\x1b\xff\n\xef\xbf\xbf"
                                      "c",
                                      11)),
              declaration + "<Response><Message>ab\nc</Message></Response>");
    EXPECT_EQ(twiml_reply("\xff\x01"), declaration + "<Response/>");
}

}  // namespace
}  // namespace standby::notify
