// Tests of referral codes: typing errors are noticed.
#include "interchange/view/referral_code.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace standby::interchange {
namespace {

constexpr std::string_view alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

core::EntryId any_entry() {
    const auto resource = *rc::gen::inRange<std::uint32_t>(1, 0x7FFF'FFFF);
    const auto ticket = *rc::gen::inRange<std::uint32_t>(1, 0xFFFF'FFFF);
    return core::entry_id(core::ResourceNumber{resource}, ticket);
}

TEST(ReferralCode, IsShortAndWithoutPrefix) {
    const std::string code = referral_code(core::entry_id(core::ResourceNumber{1}, 1));
    EXPECT_EQ(code.substr(0, 7), "4000001");
    EXPECT_EQ(code.size(), 9U);
}

RC_GTEST_PROP(ReferralCode, ReadsBackInAnyCase, ()) {
    const core::EntryId entry = any_entry();
    std::string code = referral_code(entry);
    RC_ASSERT(parse_referral_code(code) == entry);
    for (char& letter : code) {
        letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    }
    RC_ASSERT(parse_referral_code(code) == entry);
}

RC_GTEST_PROP(ReferralCode, NoticesEveryWrongLetter, ()) {
    const std::string code = referral_code(any_entry());
    const auto at = *rc::gen::inRange<std::size_t>(0, code.size());
    for (const char letter : alphabet) {
        if (letter != code[at]) {
            std::string wrong = code;
            wrong[at] = letter;
            RC_ASSERT(!parse_referral_code(wrong));
        }
    }
}

RC_GTEST_PROP(ReferralCode, NoticesExchangedNeighbours, ()) {
    const std::string code = referral_code(any_entry());
    const auto at = *rc::gen::inRange<std::size_t>(0, code.size() - 3);
    std::string wrong = code;
    std::swap(wrong[at], wrong[at + 1]);
    RC_ASSERT(wrong == code || !parse_referral_code(wrong));
}

RC_GTEST_PROP(ReferralCode, SurvivesAnything, (const std::string& text)) {
    const auto entry = parse_referral_code(text);
    RC_ASSERT(!entry || !referral_code(*entry).empty());
}

TEST(ReferralCode, RefusesWhatIsTooShortOrTooLong) {
    for (const std::string& bad :
         {std::string{}, std::string{"1"}, std::string{"00"}, std::string{"0000"},
          std::string(16, '1'), std::string(100'000, 'Z'), std::string{"ent_4000001"}}) {
        EXPECT_FALSE(parse_referral_code(bad)) << bad.substr(0, 20);
    }
}

}  // namespace
}  // namespace standby::interchange
