// What people really write back.
#include "notify/sms/words.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::notify {
namespace {

void expect_all(TextAnswer answer, std::initializer_list<std::string_view> texts) {
    for (const std::string_view text : texts) {
        EXPECT_EQ(read_text(text), answer) << text;
    }
}

TEST(TextWords, OneClaimsAndNineDeclines) {
    expect_all(TextAnswer::Claim, {"1", " 1 ", "1.", "1!", "1!!", "\"1\"", "#1", "1\n",
                                   "\xEF\xBC\x91", "1\xEF\xB8\x8F\xE2\x83\xA3",
                                   "\xC2\xA0"
                                   "1"});
    expect_all(TextAnswer::Decline, {"9", "9.", "9\xEF\xB8\x8F\xE2\x83\xA3", "\xEF\xBC\x99"});
}

TEST(TextWords, StopIsUnderstoodInAnyForm) {
    expect_all(
        TextAnswer::Stop,
        {"STOP",          "stop",         " Stop. ",
         "STOP!",         "'stop'",       "stopall",
         "Unsubscribe",   "cancel",       "END",
         "quit",          "REVOKE",       "optout",
         "opt out",       "OPT   OUT",    "Stopp",
         "ARRET",         "Arr\xC3\xAAt", "ARR\xC3\x8AT",
         "arre\xCC\x82t", "alto",         "parar",
         "baja",          "abmelden",     "\xEF\xBC\xB3\xEF\xBC\xB4\xEF\xBC\xAF\xEF\xBC\xB0"});
}

TEST(TextWords, StopOnALineOfItsOwnWins) {
    expect_all(TextAnswer::Stop, {"1\nSTOP", "STOP\n1", "please\r\nstop.\r\nthank you"});
}

TEST(TextWords, StartAndHelpAreUnderstood) {
    expect_all(TextAnswer::Start, {"START", "Unstop"});
    expect_all(TextAnswer::Yes, {"YES", "yes", "Yes!", "ja", "Oui", "si"});
    expect_all(TextAnswer::Help, {"HELP", "info", "Hilfe!", "aide", "ayuda", "help?"});
}

TEST(TextWords, WhoeverWritesMoreWantsToTalk) {
    expect_all(TextAnswer::Other, {"",
                                   " ",
                                   "1 more question",
                                   "stop by at 5?",
                                   "11",
                                   "19",
                                   "91",
                                   "-1",
                                   "1,5",
                                   "0",
                                   "one",
                                   "yes please",
                                   "can you stop",
                                   "don't stop",
                                   "Help me",
                                   "?",
                                   "\xF0\x9F\x91\x8D",
                                   "1 9",
                                   "1\n9",
                                   "ending",
                                   "\xff",
                                   "1\xff",
                                   "STOP\xff"});
    EXPECT_EQ(read_text(std::string(10'000'000, '1')), TextAnswer::Other);
    EXPECT_EQ(read_text(std::string(8000, ' ') + "1"), TextAnswer::Claim);
}

}  // namespace
}  // namespace standby::notify
