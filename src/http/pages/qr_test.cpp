// Tests of the drawing of QR codes; that scanners read them is libqrencode's part.
#include "http/pages/qr.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace standby::http {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(Qr, DrawsOneSvgWithAMargin) {
    const std::string svg = qr_svg("https://standby.example/r/res_1?ref=abc");
    EXPECT_THAT(svg, StartsWith("<svg "));
    EXPECT_THAT(svg, EndsWith("</svg>"));
    // The corner pattern: seven dark modules behind a margin of four.
    EXPECT_THAT(svg, HasSubstr("d=\"M4 4h7v1h-7z"));
    // 39 bytes at level M need version 3: 29 modules, and the margins.
    EXPECT_THAT(svg, HasSubstr("viewBox=\"0 0 37 37\""));
}

TEST(Qr, DrawsOnlyModulesWhateverTheTextIs) {
    const std::string svg = qr_svg("\"><script>alert(1)</script>");
    EXPECT_THAT(svg, Not(HasSubstr("script")));
    EXPECT_NE(svg, qr_svg("\"><script>alert(2)</script>"));
    EXPECT_EQ(svg, qr_svg("\"><script>alert(1)</script>"));
}

TEST(Qr, DrawsNothingForNothingOrTooMuch) {
    EXPECT_EQ(qr_svg(""), "");
    EXPECT_EQ(qr_svg(std::string(qr_bytes_max + 1, 'x')), "");
    EXPECT_NE(qr_svg(std::string(qr_bytes_max, 'x')), "");
}

}  // namespace
}  // namespace standby::http
