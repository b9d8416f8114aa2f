// Tests of how text messages are counted, by the limits of the standard.
#include "notify/voice/segments.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::notify {
namespace {

std::string times(std::size_t count, std::string_view text) {
    std::string output;
    for (std::size_t i = 0; i < count; ++i) {
        output += text;
    }
    return output;
}

constexpr bool gsm = false;
constexpr bool unicode = true;

void expect_size(const std::string& text, std::uint32_t segments, bool is_unicode) {
    EXPECT_EQ(sms_segments(text), (SmsSize{.segments = segments, .is_unicode = is_unicode}))
        << text.size() << " bytes: " << text.substr(0, 40);
}

TEST(SegmentsTest, CountsTheGsmAlphabet) {
    expect_size("", 1, gsm);
    expect_size(times(160, "a"), 1, gsm);
    expect_size(times(161, "a"), 2, gsm);
    expect_size(times(306, "a"), 2, gsm);
    expect_size(times(307, "a"), 3, gsm);
    expect_size(times(160, "\u00e9"), 1, gsm);
    expect_size(times(160, "\u03a9"), 1, gsm);
    expect_size("@$_\n\r !\"#%&'()*+,-./:;<=>?", 1, gsm);
}

TEST(SegmentsTest, CountsTheExtensionTwiceAndNeverDividesIt) {
    expect_size(times(80, "\u20ac"), 1, gsm);
    expect_size(times(81, "\u20ac"), 2, gsm);
    for (const std::string_view one : {"^", "{", "}", "\\", "[", "~", "]", "|", "\u20ac"}) {
        expect_size(times(158, "a") + std::string(one), 1, gsm);
        expect_size(times(159, "a") + std::string(one), 2, gsm);
    }
    // 76 of them fill 152 of the 153 of each part.
    expect_size(times(152, "\u20ac"), 2, gsm);
    expect_size(times(153, "\u20ac"), 3, gsm);
}

TEST(SegmentsTest, CountsUtf16OutsideOfTheGsmAlphabet) {
    expect_size(times(70, "\u00e7"), 1, unicode);
    expect_size(times(71, "\u00e7"), 2, unicode);
    expect_size(times(134, "\u00e7"), 2, unicode);
    expect_size(times(135, "\u00e7"), 3, unicode);
    expect_size("`", 1, unicode);
    expect_size(times(69, "a") + "\u00f3", 1, unicode);
    expect_size(times(70, "a") + "\u00f3", 2, unicode);
    expect_size("a\tb", 1, unicode);
}

TEST(SegmentsTest, NeverDividesASurrogatePair) {
    expect_size(times(35, "\U0001F600"), 1, unicode);
    expect_size(times(36, "\U0001F600"), 2, unicode);
    // 33 of them fill 66 of the 67 of each part.
    expect_size(times(66, "\U0001F600"), 2, unicode);
    expect_size(times(67, "\U0001F600"), 3, unicode);
}

TEST(SegmentsTest, CountsBrokenBytesAsCharacters) {
    expect_size("a\xFF", 1, unicode);
    expect_size(times(71, "\xFF"), 2, unicode);
}

}  // namespace
}  // namespace standby::notify
