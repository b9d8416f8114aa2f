// Tests of public ids: every id reads back as itself, and no other spelling is taken for one.
#include "core/model/ids.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cctype>

namespace standby::core {
namespace {

constexpr std::uint32_t resource_max = 0x7FFF'FFFF;

std::string lower_case(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char letter) {
        return static_cast<char>(std::tolower(letter));
    });
    return text;
}

// Small, large and middling numbers alike, from 1 to `most`.
rc::Gen<std::uint32_t> number_up_to(std::uint32_t most) {
    return rc::gen::map(rc::gen::pair(rc::gen::arbitrary<std::uint32_t>(), rc::gen::inRange(0, 32)),
                        [most](const std::pair<std::uint32_t, int>& drawn) {
                            return std::max<std::uint32_t>(1, (drawn.first >> drawn.second) & most);
                        });
}

TEST(Ids, SpellsAnIdWithItsPrefixInCrockfordBase32) {
    EXPECT_EQ(format_id(ResourceNumber{1}), "res_1");
    EXPECT_EQ(format_id(ResourceNumber{31}), "res_Z");
    EXPECT_EQ(format_id(ResourceNumber{32}), "res_10");
    EXPECT_EQ(format_id(ResourceNumber{resource_max}), "res_1ZZZZZZ");
    EXPECT_EQ(format_id(entry_id(ResourceNumber{1}, 1)), "ent_4000001");
    EXPECT_EQ(format_id(offer_id(ResourceNumber{1}, OfferNumber{2})), "off_4000002");
    EXPECT_EQ(format_id(opening_id(ResourceNumber{1}, OpeningNumber{3})), "opn_4000003");
}

TEST(Ids, AnIdCarriesItsResourceAndItsNumber) {
    const EntryId entry = entry_id(ResourceNumber{resource_max}, 0xFFFF'FFFF);
    EXPECT_EQ(resource_of(entry), ResourceNumber{resource_max});
    EXPECT_EQ(number_of(entry), 0xFFFF'FFFFU);
    EXPECT_EQ(entry.value() >> 63, 0U);
    EXPECT_EQ(person_of(entry).value(), entry.value());
}

RC_GTEST_PROP(IdsProperty, EveryIdReadsBackAsItself, ()) {
    const ResourceNumber resource{*number_up_to(resource_max)};
    const std::uint32_t number = *number_up_to(0xFFFF'FFFF);
    const EntryId entry = entry_id(resource, number);
    const OfferId offer = offer_id(resource, OfferNumber{number});
    const OpeningId opening = opening_id(resource, OpeningNumber{number});
    RC_ASSERT(parse_resource_id(format_id(resource)) == resource);
    RC_ASSERT(parse_entry_id(format_id(entry)) == entry);
    RC_ASSERT(parse_offer_id(format_id(offer)) == offer);
    RC_ASSERT(parse_opening_id(format_id(opening)) == opening);
    RC_ASSERT(resource_of(offer) == resource);
    RC_ASSERT(number_of(opening) == number);
}

RC_GTEST_PROP(IdsProperty, WhateverIsReadHasOneSpellingInUpperCase, ()) {
    const auto letter = rc::gen::elementOf(std::string{"0123456789ABCDEFGHJKMNPQRSTVWXYZ"});
    const auto digits = *rc::gen::resize(16, rc::gen::container<std::string>(letter));
    const std::string text = "ent_" + digits;
    const auto entry = parse_entry_id(text);
    RC_CLASSIFY(entry.has_value(), "read");
    if (entry) {
        RC_ASSERT(format_id(*entry) == text);
        RC_ASSERT(parse_entry_id("ent_" + lower_case(digits)) == entry);
    }
}

TEST(Ids, ReadsTheEndsOfTheRange) {
    EXPECT_EQ(parse_resource_id("res_1"), ResourceNumber{1});
    EXPECT_EQ(parse_resource_id("res_1ZZZZZZ"), ResourceNumber{resource_max});
    EXPECT_EQ(parse_entry_id("ent_4000001"), entry_id(ResourceNumber{1}, 1));
    EXPECT_EQ(parse_entry_id("ent_7ZZZZZZZZZZZZ"),
              entry_id(ResourceNumber{resource_max}, 0xFFFF'FFFF));
}

TEST(Ids, ReadsLowerCaseAndTheLettersThatLookLikeDigits) {
    const EntryId entry = entry_id(ResourceNumber{1}, 0x21);  // ...011
    EXPECT_EQ(format_id(entry), "ent_4000011");
    for (const char* spelling : {"ent_4ooooil", "ent_4OOOOIL", "ent_4000O1i", "ent_4o00oLl"}) {
        EXPECT_EQ(parse_entry_id(spelling), entry) << spelling;
    }
    EXPECT_EQ(parse_resource_id("res_1zzzzzz"), ResourceNumber{resource_max});
    EXPECT_EQ(parse_resource_id("res_I"), ResourceNumber{1});
}

TEST(Ids, RefusesAnotherPrefix) {
    for (const char* text : {"4000001", "off_4000001", "opn_4000001", "res_4000001", "ENT_4000001",
                             "ent4000001", "ent-4000001", " ent_4000001", "en", ""}) {
        EXPECT_EQ(parse_entry_id(text), std::nullopt) << text;
    }
    EXPECT_EQ(parse_offer_id("ent_4000001"), std::nullopt);
    EXPECT_EQ(parse_opening_id("off_4000001"), std::nullopt);
    EXPECT_EQ(parse_resource_id("ent_1"), std::nullopt);
}

TEST(Ids, RefusesAnEmptyNumberAndAStrangeLetter) {
    for (const char* digits : {"", " ", "400000U", "400000u", "40000-1", "4000001 ", "40\n0001",
                               "\xC3\x84"
                               "00001",
                               "400000@", "400000[", "400000`", "400000{"}) {
        EXPECT_EQ(parse_entry_id("ent_" + std::string{digits}), std::nullopt) << digits;
    }
    EXPECT_EQ(parse_entry_id(std::string_view{"ent_4000001\0", 12}), std::nullopt);
    EXPECT_EQ(parse_resource_id("res_"), std::nullopt);
}

TEST(Ids, RefusesALeadingZeroInAnySpelling) {
    for (const char* digits : {"04000001", "O4000001", "o4000001", "0", "00"}) {
        EXPECT_EQ(parse_entry_id("ent_" + std::string{digits}), std::nullopt) << digits;
    }
    EXPECT_EQ(parse_resource_id("res_0"), std::nullopt);
    EXPECT_EQ(parse_resource_id("res_01"), std::nullopt);
    EXPECT_EQ(parse_resource_id("res_O1"), std::nullopt);
}

TEST(Ids, RefusesMoreThanSixtyThreeBits) {
    EXPECT_EQ(parse_entry_id("ent_8000000000000"), std::nullopt);  // 2^63
    EXPECT_EQ(parse_entry_id("ent_FZZZZZZZZZZZZ"), std::nullopt);  // 2^64 - 1
    EXPECT_EQ(parse_entry_id("ent_G000000000001"), std::nullopt);  // 2^64 + 1
    EXPECT_EQ(parse_entry_id("ent_ZZZZZZZZZZZZZ"), std::nullopt);
    EXPECT_EQ(parse_entry_id("ent_10000000000000"), std::nullopt);  // fourteen digits
    EXPECT_EQ(parse_entry_id("ent_" + std::string(1000, '1')), std::nullopt);
}

TEST(Ids, RefusesAResourceBeyondItsThirtyOneBits) {
    EXPECT_EQ(parse_resource_id("res_2000000"), std::nullopt);  // 2^31
    EXPECT_EQ(parse_resource_id("res_4000001"), std::nullopt);  // 2^32 + 1
    EXPECT_EQ(parse_resource_id("res_7ZZZZZZZZZZZZ"), std::nullopt);
}

TEST(Ids, RefusesResourceZeroAndNumberZero) {
    EXPECT_EQ(parse_entry_id("ent_1"), std::nullopt);        // resource 0, number 1
    EXPECT_EQ(parse_entry_id("ent_3ZZZZZZ"), std::nullopt);  // resource 0, the last number
    EXPECT_EQ(parse_entry_id("ent_4000000"), std::nullopt);  // resource 1, number 0
    EXPECT_EQ(parse_offer_id("off_4000000"), std::nullopt);
    EXPECT_EQ(parse_opening_id("opn_1"), std::nullopt);
}

TEST(EventKeyOf, IsTheFirstEightBytesOfTheIdsSha256) {
    // printf abc | sha256sum
    EXPECT_EQ(event_key("abc"), EventKey{0xBA78'16BF'8F01'CFEA});
    EXPECT_EQ(event_key(""), EventKey{0xE3B0'C442'98FC'1C14});
}

TEST(EventKeyOf, TellsEventIdsApart) {
    EXPECT_NE(event_key("evt_1"), event_key("evt_2"));
    EXPECT_NE(event_key("evt_1"), event_key("evt_1 "));
    EXPECT_EQ(event_key("evt_1"), event_key("evt_1"));
}

}  // namespace
}  // namespace standby::core
