// Participants, lots and commitments, against what anybody's sha256sum prints.
#include "core/order/draw.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::core {
namespace {

const std::string seed(64, '5');

TEST(Draw, ACommitmentIsTheHashOfListSeedAndWords) {
    // printf 'standby draw\nres_1\n555…5\nWinter in Berlin' | sha256sum
    EXPECT_EQ(draw_commitment(ResourceNumber{1}, seed, "Winter in Berlin"),
              "6931fcd5a23a5b7e0aa7a88ec834b7c5f94dc4cfe64377c1c10e07e88a363ec2");
    EXPECT_NE(draw_commitment(ResourceNumber{1}, seed, ""),
              draw_commitment(ResourceNumber{2}, seed, ""));
    EXPECT_NE(draw_commitment(ResourceNumber{1}, seed, "a"),
              draw_commitment(ResourceNumber{1}, seed, "b"));
}

TEST(Draw, ALotIsTheFirstFourBytesOfTheHashOfSeedParticipantAndWords) {
    // printf 'standby lot\n555…5\n0123456789abcdef\nWinter in Berlin' | sha256sum
    EXPECT_EQ(lot_of(seed, "Winter in Berlin", 0x0123'4567'89ab'cdef), 0x49b4'8899U);
    EXPECT_NE(lot_of(seed, "", 1), lot_of(seed, "", 2));
    EXPECT_NE(lot_of(seed, "a", 1), lot_of(seed, "b", 1));
}

TEST(Draw, AParticipantIsOneContactOnOneList) {
    const ContactKey ann{0xff};
    EXPECT_EQ(participant_of(ResourceNumber{1}, ann), participant_of(ResourceNumber{1}, ann));
    EXPECT_NE(participant_of(ResourceNumber{1}, ann), participant_of(ResourceNumber{2}, ann));
    EXPECT_NE(participant_of(ResourceNumber{1}, ann),
              participant_of(ResourceNumber{1}, ContactKey{0xfe}));
    // printf 'standby participant\nres_1\n00000000000000ff' | sha256sum
    EXPECT_EQ(participant_text(participant_of(ResourceNumber{1}, ann)), "d336e854e7f5a22a");
}

TEST(Draw, TextsHaveAllTheirDigits) {
    EXPECT_EQ(participant_text(0xa), "000000000000000a");
    EXPECT_EQ(lot_text(0xb), "0000000b");
    EXPECT_EQ(lot_text(0xffff'ffff), "ffffffff");
}

}  // namespace
}  // namespace standby::core
