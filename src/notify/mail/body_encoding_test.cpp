// Tests of the encodings of bodies; that they can be undone is tested with whole mails.
#include "notify/mail/body_encoding.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace standby::notify {
namespace {

std::string quoted_printable(std::string_view text) {
    return encode_body(text, BodyEncoding::QuotedPrintable);
}

TEST(BodyEncoding, QuotesWhatWouldNotArrive) {
    EXPECT_EQ(quoted_printable("a=b\u00e9"), "a=3Db=C3=A9");
    EXPECT_EQ(quoted_printable("a \nb\t\n c"), "a=20\r\nb=09\r\n c");
    EXPECT_EQ(quoted_printable(".\n..a\nFrom b\nFromc\n"), "=2E\r\n=2E.a\r\n=46rom b\r\nFromc\r\n");
    EXPECT_EQ(quoted_printable(""), "");
}

TEST(BodyEncoding, BreaksLongLines) {
    EXPECT_EQ(quoted_printable(std::string(80, 'a')),
              std::string(73, 'a') + "=\r\n" + std::string(7, 'a'));
    EXPECT_EQ(quoted_printable(std::string(73, 'a') + ".b"), std::string(73, 'a') + "=\r\n=2Eb");
    EXPECT_EQ(encode_body(std::string(60, 'a'), BodyEncoding::Base64).substr(74, 6), "Fh\r\nYW");
}

TEST(BodyEncoding, IsTheShorterOne) {
    EXPECT_EQ(suitable_encoding(""), BodyEncoding::QuotedPrintable);
    EXPECT_EQ(suitable_encoding("Sch\u00f6ne Gr\u00fc\u00dfe aus dem Norden, und bis bald!"),
              BodyEncoding::QuotedPrintable);
    EXPECT_EQ(suitable_encoding("\u041f\u0440\u0438\u0432\u0435\u0442"), BodyEncoding::Base64);
}

RC_GTEST_PROP(BodyEncoding, NeverWritesABoundary, (const std::string& text)) {
    for (const BodyEncoding encoding : {BodyEncoding::QuotedPrintable, BodyEncoding::Base64}) {
        RC_ASSERT(!encode_body(text + "=_" + text, encoding).contains("=_"));
    }
}

}  // namespace
}  // namespace standby::notify
