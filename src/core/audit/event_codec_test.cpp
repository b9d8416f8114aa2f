// Tests of the encoding with random events of every type: each reads back as itself, no bytes but
// its own read as it, and broken bytes are refused.
#include "core/audit/event_codec.hpp"

#include "base/prng.hpp"
#include "base/sha256.hpp"
#include "core/audit/event_test_support.hpp"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <utility>

namespace standby::core {
namespace {

using Bytes = std::vector<std::byte>;

// A plain event, whose bytes are known by position.
Event plain_event(EventBody body) {
    Event event;
    event.number = 1;
    event.body = std::move(body);
    return event;
}

Bytes from_hex(std::string_view hex) {
    Bytes bytes;
    for (std::size_t at = 0; at < hex.size(); at += 2) {
        bytes.push_back(
            static_cast<std::byte>(std::stoi(std::string{hex.substr(at, 2)}, nullptr, 16)));
    }
    return bytes;
}

TEST(EventCodec, EveryEventReadsBackAsItself) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        for (const Event& event : one_of_each(seed)) {
            const auto decoded = decode_event(encode_event(event));
            ASSERT_TRUE(decoded.has_value()) << type_of(event) << " of seed " << seed;
            ASSERT_EQ(*decoded, event) << type_of(event) << " of seed " << seed;
        }
    }
}

TEST(EventCodec, AppendsToWhatIsThere) {
    Bytes output;
    Bytes expected;
    for (const Event& event : one_of_each(5)) {
        encode_event(event, output);
        const Bytes alone = encode_event(event);
        expected.insert(expected.end(), alone.begin(), alone.end());
    }
    EXPECT_EQ(output, expected);
}

TEST(EventCodec, NoBeginningOfAnEventIsAnEvent) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        for (const Event& event : one_of_each(seed)) {
            const Bytes bytes = encode_event(event);
            for (std::size_t size = 0; size < bytes.size(); ++size) {
                ASSERT_FALSE(decode_event(std::span(bytes).first(size)).has_value())
                    << type_of(event) << " cut to " << size;
            }
        }
    }
}

TEST(EventCodec, NothingMayFollowAnEvent) {
    for (const Event& event : one_of_each(1)) {
        Bytes bytes = encode_event(event);
        bytes.push_back(std::byte{0});
        EXPECT_FALSE(decode_event(bytes).has_value()) << type_of(event);
    }
}

TEST(EventCodec, WhateverReadsAsAnEventIsItsOnlySpelling) {
    Prng prng(20'261'115);
    std::size_t read = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        for (const Event& event : one_of_each(seed)) {
            const Bytes original = encode_event(event);
            for (int change = 0; change < 40; ++change) {
                Bytes bytes = original;
                const std::size_t at = prng.below(bytes.size());
                bytes[at] ^= static_cast<std::byte>(1 + prng.below(255));
                const auto decoded = decode_event(bytes);
                if (decoded) {
                    ++read;
                    ASSERT_EQ(encode_event(*decoded), bytes) << type_of(event) << " at " << at;
                    ASSERT_NE(*decoded, event);
                }
            }
        }
    }
    EXPECT_GT(read, 1000U);
}

TEST(EventCodec, RandomBytesAreNoEvent) {
    Prng prng(7);
    for (int round = 0; round < 20'000; ++round) {
        Bytes bytes(1 + prng.below(60));
        for (std::byte& one : bytes) {
            one = static_cast<std::byte>(prng.below(round % 2 == 0 ? 256 : 4));
        }
        bytes[0] = std::byte{1};
        const auto decoded = decode_event(bytes);
        if (decoded) {
            ASSERT_EQ(encode_event(*decoded), bytes);
        }
    }
}

// The bytes are kept for ever, so what they are is a promise.
TEST(EventCodec, TheBytesOfVersionOneStayAsTheyAre) {
    Event event = plain_event(
        OfferEnded{.outcome = OfferState::Declined, .counts_as_miss = true, .new_place = 300});
    event.at = Time{Duration{-3}};
    event.actor = {.kind = ActorKind::Staff, .id = 9};
    event.reason = Reason::Requested;
    event.rules_version = 2;
    event.entry = 200;
    event.offer = OfferNumber{4};
    event.opening = OpeningNumber{5};
    event.subject = Subject::Entry;
    event.from = 3;
    event.to = 2;
    EXPECT_EQ(to_hex(encode_event(event)), "01"
                                           "01"
                                           "05"
                                           "02"
                                           "09"
                                           "01"
                                           "02"
                                           "c801"
                                           "04"
                                           "05"
                                           "01"
                                           "03"
                                           "02"
                                           "13"
                                           "04"
                                           "01"
                                           "ac02");
}

TEST(EventCodec, ANoteStandsAtTheEndUnderAVersionOfItsOwn) {
    const Bytes without = encode_event(plain_event(PlacesReleased{.event = {}, .quantity = 3}));
    const Event event = plain_event(PlacesReleased{.event = {}, .quantity = 3, .note = "sun"});
    const Bytes with = encode_event(event);
    EXPECT_EQ(to_hex(with), "02" + to_hex(without).substr(2) + "03" + "73756e");
    EXPECT_EQ(decode_event(with), event);
    const Event idle = plain_event(PlacesIdled{});
    for (const Event& noteless : {plain_event(PlacesReleased{.event = {}, .quantity = 3}), idle}) {
        Bytes with_an_empty_one = encode_event(noteless);
        with_an_empty_one[0] = std::byte{2};
        EXPECT_FALSE(decode_event(with_an_empty_one).has_value());
        with_an_empty_one.push_back(std::byte{0});
        EXPECT_FALSE(decode_event(with_an_empty_one).has_value());
    }
}

TEST(EventCodec, RefusesAnUnknownVersion) {
    Bytes bytes = encode_event(plain_event(StatusChanged{}));
    for (const int version : {0, 3, 127}) {
        bytes[0] = static_cast<std::byte>(version);
        const auto decoded = decode_event(bytes);
        ASSERT_FALSE(decoded.has_value());
        EXPECT_EQ(decoded.error(), "unknown encoding version " + std::to_string(version));
    }
    EXPECT_FALSE(decode_event({}).has_value());
    EXPECT_FALSE(decode_event(from_hex("ffff03")).has_value());
}

// Of a plain event every field takes one byte: version, number, at, actor (kind, id), reason, rules
// version, entry, offer, opening, subject, from, to, type.
struct Position {
    const char* name;
    std::size_t at;
    int last;  // the largest value that is read
};

TEST(EventCodec, RefusesEnumeratorsAndStatesOutOfRange) {
    Event event = plain_event(PlacesIdled{});
    for (const Position& field :
         {Position{"actor kind", 3, 4},
          Position{"reason", 5, static_cast<int>(Reason::OutOfService)}, Position{"subject", 10, 2},
          Position{"from", 11, 3}, Position{"to", 12, 3}, Position{"move", 15, 4}}) {
        Bytes bytes = encode_event(event);
        bytes[field.at] = static_cast<std::byte>(field.last);
        EXPECT_TRUE(decode_event(bytes).has_value()) << field.name;
        bytes[field.at] = static_cast<std::byte>(field.last + 1);
        EXPECT_FALSE(decode_event(bytes).has_value()) << field.name;
    }
}

TEST(EventCodec, AStateMustBeOneOfItsSubject) {
    Event event = plain_event(StatusChanged{});
    for (const auto& [subject, last] :
         {std::pair{Subject::Resource, 3}, std::pair{Subject::Entry, 12},
          std::pair{Subject::Opening, 6}}) {
        event.subject = subject;
        event.from = 0;
        event.to = static_cast<std::uint8_t>(last);
        EXPECT_TRUE(decode_event(encode_event(event)).has_value());
        std::swap(event.from, event.to);
        EXPECT_TRUE(decode_event(encode_event(event)).has_value());
        ++event.from;
        EXPECT_FALSE(decode_event(encode_event(event)).has_value());
        std::swap(event.from, event.to);
        EXPECT_FALSE(decode_event(encode_event(event)).has_value());
    }
}

TEST(EventCodec, RefusesAnUnknownType) {
    Bytes bytes = encode_event(plain_event(StatusChanged{}));
    ASSERT_EQ(bytes.size(), 14U);
    bytes.back() = std::byte{22};  // opening_moved, whose move is missing
    EXPECT_FALSE(decode_event(bytes).has_value());
    bytes.push_back(std::byte{0});
    EXPECT_TRUE(decode_event(bytes).has_value());
    bytes[13] = std::byte{23};
    EXPECT_FALSE(decode_event(bytes).has_value());
    EXPECT_FALSE(decode_event(std::span(bytes).first(14)).has_value());
}

TEST(EventCodec, RefusesEnumeratorsOfABodyOutOfRange) {
    const auto last_byte_up_to = [](EventBody body, int last) {
        Bytes bytes = encode_event(plain_event(std::move(body)));
        bytes.back() = static_cast<std::byte>(last);
        const bool reads = decode_event(bytes).has_value();
        bytes.back() = static_cast<std::byte>(last + 1);
        return reads && !decode_event(bytes).has_value();
    };
    EXPECT_TRUE(last_byte_up_to(SettingsChanged{}, 1));  // inventory
    EXPECT_TRUE(last_byte_up_to(CompensationDue{}, 1));
    EXPECT_TRUE(last_byte_up_to(OpeningMoved{}, 4));
    Bytes claimed = encode_event(plain_event(OfferClaimed{}));
    claimed[14] = std::byte{3};
    EXPECT_FALSE(decode_event(claimed).has_value());
    Bytes ended = encode_event(plain_event(OfferEnded{}));
    ended[14] = std::byte{7};
    EXPECT_FALSE(decode_event(ended).has_value());
    Bytes miss = encode_event(plain_event(OfferEnded{}));
    miss[15] = std::byte{2};  // neither yes nor no
    EXPECT_FALSE(decode_event(miss).has_value());
    Bytes kind = encode_event(plain_event(SettingsChanged{}));
    kind[14] = std::byte{3};
    EXPECT_FALSE(decode_event(kind).has_value());
}

TEST(EventCodec, RefusesRulesWithAnEnumeratorOutOfRange) {
    const auto reads = [](auto Rules::* member, int value) {
        RulesChanged body;
        body.rules.*member =
            static_cast<std::remove_reference_t<decltype(body.rules.*member)>>(value);
        return decode_event(encode_event(plain_event(std::move(body)))).has_value();
    };
    EXPECT_TRUE(reads(&Rules::order, 3));
    EXPECT_FALSE(reads(&Rules::order, 4));
    EXPECT_TRUE(reads(&Rules::after_miss, 2));
    EXPECT_FALSE(reads(&Rules::after_miss, 3));
    EXPECT_FALSE(reads(&Rules::after_decline, 3));
    EXPECT_TRUE(reads(&Rules::visibility, 2));
    EXPECT_FALSE(reads(&Rules::visibility, 3));
    EXPECT_TRUE(reads(&Rules::party, 1));
    EXPECT_FALSE(reads(&Rules::party, 2));
}

TEST(EventCodec, RefusesANumberThatDoesNotFitItsField) {
    Bytes bytes = encode_event(plain_event(StatusChanged{}));
    const Bytes two_to_the_32 = from_hex("8080808010");
    bytes.erase(bytes.begin() + 7);  // the entry
    bytes.insert(bytes.begin() + 7, two_to_the_32.begin(), two_to_the_32.end());
    EXPECT_FALSE(decode_event(bytes).has_value());
    Bytes points = encode_event(plain_event(PointsChanged{}));
    points.pop_back();  // the delta, a signed number of 32 bits
    points.insert(points.end(), two_to_the_32.begin(), two_to_the_32.end());
    EXPECT_FALSE(decode_event(points).has_value());
}

TEST(EventCodec, AFalseCountIsRefusedBeforeAnythingIsMade) {
    Bytes bytes = encode_event(plain_event(EntryJoined{}));
    const Bytes billions = from_hex("ffffffff7f");
    bytes[14] = billions[0];  // the number of contacts
    bytes.insert(bytes.begin() + 15, billions.begin() + 1, billions.end());
    EXPECT_FALSE(decode_event(bytes).has_value());
}

}  // namespace
}  // namespace standby::core
