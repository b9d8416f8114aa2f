// Notes hold nothing of a person.
#include "notify/sms/note.hpp"

#include <gtest/gtest.h>

namespace standby::notify {
namespace {

TEST(ProviderNote, LeavesOutNumbers) {
    EXPECT_EQ(provider_note("The 'To' number +15005550001 is not valid."),
              "The 'To' number [number] is not valid.");
    EXPECT_EQ(provider_note("to (030) 123 45-67, sorry"), "to [number], sorry");
    EXPECT_EQ(provider_note("12345"), "[number]");
}

TEST(ProviderNote, KeepsShortNumbersAndText) {
    EXPECT_EQ(provider_note("error 1234, 2 of 3 + 1"), "error 1234, 2 of 3 + 1");
    EXPECT_EQ(provider_note(""), "");
}

TEST(ProviderNote, IsOneShortLine) {
    EXPECT_EQ(provider_note("a\r\nb\tc\xc3\xbc"), "a??b?c??");
    EXPECT_EQ(provider_note(std::string(100'000, 'x')).size(), 200U);
    EXPECT_LE(provider_note(std::string(199, 'x') + "1234567").size(), 200U);
}

TEST(ProviderId, IsAShortPlainWord) {
    EXPECT_TRUE(is_provider_id("SM0123456789abcdef0123456789abcdef"));
    EXPECT_TRUE(is_provider_id("94f20ce6-13c5-43a0-9a9e-ca52d816e90b"));
    EXPECT_FALSE(is_provider_id(""));
    EXPECT_FALSE(is_provider_id("a b"));
    EXPECT_FALSE(is_provider_id("<script>"));
    EXPECT_FALSE(is_provider_id(std::string(65, 'a')));
}

}  // namespace
}  // namespace standby::notify
