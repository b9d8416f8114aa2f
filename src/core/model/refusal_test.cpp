// Tests of the problem names that callers see.
#include "core/model/refusal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace standby::core {
namespace {

TEST(Refusal, EveryCodeHasAProblemNameOfItsOwn) {
    std::set<std::string_view> names;
    for (int value = 0; value <= static_cast<int>(RefusalCode::ResourceOpen); ++value) {
        const std::string_view name = name_of(static_cast<RefusalCode>(value));
        EXPECT_TRUE(std::ranges::all_of(name, [](char letter) {
            return (letter >= 'a' && letter <= 'z') || letter == '-';
        })) << name;
        EXPECT_TRUE(names.insert(name).second) << name << " is there twice";
    }
}

TEST(Refusal, NamesStandBesideTheirCode) {
    EXPECT_EQ(name_of(RefusalCode::InvalidField), "invalid-field");
    EXPECT_EQ(name_of(RefusalCode::ResourceClosed), "resource-closed");
    EXPECT_EQ(name_of(RefusalCode::ListFull), "list-full");
    EXPECT_EQ(name_of(RefusalCode::AlreadyClaimed), "already-claimed");
    EXPECT_EQ(name_of(RefusalCode::OfferExpired), "offer-expired");
    EXPECT_EQ(name_of(RefusalCode::OfferConfirming), "offer-confirming");
    EXPECT_EQ(name_of(RefusalCode::OfferNotConfirming), "offer-not-confirming");
    EXPECT_EQ(name_of(RefusalCode::GroupHoldsPlace), "group-holds-place");
    EXPECT_EQ(name_of(RefusalCode::TooMany), "too-many");
    EXPECT_EQ(name_of(RefusalCode::TooManyWishes), "too-many-wishes");
    EXPECT_EQ(name_of(RefusalCode::AddressInLine), "address-in-line");
}

TEST(RefusalDeathTest, ACodeBeyondTheLastHasNoName) {
    EXPECT_DEATH(name_of(static_cast<RefusalCode>(static_cast<int>(RefusalCode::NoticePassed) + 1)),
                 "");
}

}  // namespace
}  // namespace standby::core
