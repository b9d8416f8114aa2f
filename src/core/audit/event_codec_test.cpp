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
                std::string newer;
                const auto decoded = decode_event(bytes, &newer);
                if (decoded && newer.empty()) {
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
        bytes[0] = static_cast<std::byte>(1 + round % 3);
        std::string newer;
        const auto decoded = decode_event(bytes, &newer);
        if (decoded && newer.empty() && bytes[0] == std::byte{3}) {
            ASSERT_EQ(encode_event(*decoded), bytes);
        }
    }
}

// An event whose every byte is told below, in both forms.
Event known_event() {
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
    return event;
}

// The bytes are kept for ever, so what they are is a promise.
TEST(EventCodec, TheBytesStayAsTheyAre) {
    EXPECT_EQ(to_hex(encode_event(known_event())), "03"      // numbered
                                                   "13"      // offer_ended
                                                   "0401"    // 1: the number
                                                   "0805"    // 2: at
                                                   "0c02"    // 3: the kind of the actor
                                                   "1009"    // 4: its id
                                                   "1401"    // 5: the reason
                                                   "1802"    // 6: the rules' version
                                                   "1cc801"  // 7: the entry
                                                   "2004"    // 8: the offer
                                                   "2405"    // 9: the opening
                                                   "2801"    // 10: the subject
                                                   "2c03"    // 11: from
                                                   "3002"    // 12: to
                                                   "00"
                                                   "0404"    // 1: the outcome
                                                   "0a"      // 2: counts as a miss
                                                   "0cac02"  // 3: the new place
                                                   "00");
}

TEST(EventCodec, ReadsWhatWasWrittenByPosition) {
    EXPECT_EQ(decode_event(from_hex("0101050209"
                                    "0102c8010405010302"
                                    "130401ac02")),
              known_event());
    const Event note = plain_event(PlacesReleased{.event = {}, .quantity = 3, .note = "sun"});
    EXPECT_EQ(decode_event(from_hex("0201000000000000000000000006000303"
                                    "73756e")),
              note);
    // A note that is empty, or stands where none can, was never written.
    EXPECT_FALSE(decode_event(from_hex("020100000000000000000000000600"
                                       "0300")));
    EXPECT_FALSE(decode_event(from_hex("02010000000000000000000000030173")));
    // Nothing newer was written by position, so what is out of range is damage.
    EXPECT_EQ(decode_event(from_hex("0101000500000000000000000003")).error(),
              "not an event: cut short, or a value out of range");
}

TEST(EventCodec, AnErasedEventReadsAsWhatIsLeftOfIt) {
    for (const Event& event : one_of_each(3)) {
        const Bytes bytes = encode_erased_event(event);
        EXPECT_TRUE(is_erased_event(bytes));
        EXPECT_FALSE(is_erased_event(encode_event(event)));
        EXPECT_EQ(decode_event(bytes).value(), event);
        EXPECT_FALSE(decode_event(std::span(bytes).first(1)));
    }
}

TEST(EventCodec, AnUnknownVersionIsFromANewerOne) {
    Bytes bytes = encode_event(plain_event(StatusChanged{}));
    for (const int version : {0, 5, 127}) {
        bytes[0] = static_cast<std::byte>(version);
        const auto decoded = decode_event(bytes);
        ASSERT_FALSE(decoded.has_value());
        EXPECT_EQ(decoded.error(),
                  "written by a newer Standby: encoding " + std::to_string(version));
        EXPECT_TRUE(is_from_newer(decoded.error()));
    }
    EXPECT_FALSE(decode_event({}).has_value());
}

std::string error_of(std::string_view hex) {
    const auto decoded = decode_event(from_hex(hex));
    return decoded ? "none" : decoded.error();
}

TEST(EventCodec, AnUnknownKindIsNamed) {
    EXPECT_EQ(error_of("031f0401000000"), "written by a newer Standby: event kind 31");
    EXPECT_EQ(error_of("031e"), "written by a newer Standby: event kind 30");
}

TEST(EventCodec, AnUnknownEnumeratorIsNamed) {
    EXPECT_EQ(error_of("030304010c050000"), "written by a newer Standby: ActorKind 5");
    EXPECT_EQ(error_of("03030401147f0000"), "written by a newer Standby: Reason 127");
    EXPECT_EQ(error_of("030304012c050000"), "written by a newer Standby: state 5");
    EXPECT_EQ(error_of("031604010004050"
                       "0"),
              "written by a newer Standby: Move 5");
    EXPECT_EQ(error_of("0302040100"
                       "05022c03"
                       "00"),
              "written by a newer Standby: Visibility 3");
}

TEST(EventCodec, AnUnknownFieldIsReadOverAndNamed) {
    std::string newer;
    // Field 9 of offer_ended, a number; field 20 of all events, a text.
    EXPECT_EQ(decode_event(from_hex("03130401"
                                    "00"
                                    "2407"
                                    "00"),
                           &newer),
              plain_event(OfferEnded{}));
    EXPECT_EQ(newer, "field 9 of offer_ended");
    EXPECT_EQ(decode_event(from_hex("03130401"
                                    "5102"
                                    "6869"
                                    "00"
                                    "00"),
                           &newer),
              plain_event(OfferEnded{}));
    EXPECT_EQ(newer, "field 20 of events");
}

TEST(EventCodec, UnknownRulesAreKept) {
    // Rule 40 is a text, rule 41 a yes.
    const Bytes bytes = from_hex("03020401"
                                 "00"
                                 "0506"
                                 "a10101"
                                 "78"
                                 "a601"
                                 "00");
    const auto decoded = decode_event(bytes);
    ASSERT_TRUE(decoded.has_value()) << decoded.error();
    EXPECT_EQ(std::get<RulesChanged>(decoded->body).rules.later.size(), 6U);
    EXPECT_EQ(encode_event(*decoded), bytes);
}

TEST(EventCodec, RefusesWhatNoVersionWrites) {
    const std::string no_event = "not an event: cut short, or a value out of range";
    for (const char* hex : {
             "03030401040100",  // a number twice
             "030308050401"
             "0000",          // numbers that descend
             "030304000000",  // a default
             "0303050100"
             "00",  // a number as bytes
             "03030701"
             "0000",  // a form that there is not
             "0313040100"
             "0cffffffffffff7f"
             "00",  // too large for its field
             "031304010010"
             "00",  // cut short
             "030804010005ff"
             "00",  // a length beyond the end
             "030304010000"
             "00",  // something behind the end
         }) {
        EXPECT_EQ(error_of(hex), no_event) << hex;
    }
}

TEST(EventCodec, AStateMustBeOneOfItsSubject) {
    Event event = plain_event(StatusChanged{});
    for (const auto& [subject, last] :
         {std::pair{Subject::Resource, 4}, std::pair{Subject::Entry, 12},
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

}  // namespace
}  // namespace standby::core
