// Tests of how many get in, and that whoever goes makes room.
#include "http/limits/places.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::http {
namespace {

TEST(CountedPlaces, LetInSoManyOfEach) {
    CountedPlaces places;
    const ClientKey one = client_key("192.0.2.1");
    EXPECT_TRUE(places.enter(one, 2));
    EXPECT_TRUE(places.enter(one, 2));
    EXPECT_FALSE(places.enter(one, 2));
    EXPECT_TRUE(places.enter(client_key("192.0.2.2"), 2));
    places.leave(one);
    EXPECT_EQ(places.of(one), 1U);
    EXPECT_TRUE(places.enter(one, 2));
}

TEST(CountedPlaces, CountASiteBesideItsNetworks) {
    CountedPlaces places;
    int inside = 0;
    for (int network = 0; network < 20; ++network) {
        const ClientKey key = client_key("2001:db8:1:" + std::to_string(network) + "::1");
        inside += places.enter(key, 2) ? 1 : 0;
        inside += places.enter(key, 2) ? 1 : 0;
    }
    EXPECT_EQ(inside, 2 * networks_per_site);
    EXPECT_TRUE(places.enter(client_key("2001:db8:2::1"), 2));
    places.leave(client_key("2001:db8:1:0::1"));
    EXPECT_TRUE(places.enter(client_key("2001:db8:1:99::1"), 2));
}

TEST(CountedPlaces, AreLeftWhenWhatHoldsThemGoes) {
    CountedPlaces places;
    const ClientKey one = client_key("192.0.2.1");
    HeldPlace held = hold_place(places, one, 1);
    EXPECT_NE(held, nullptr);
    EXPECT_EQ(hold_place(places, one, 1), nullptr);
    HeldPlace copy = held;
    held.reset();
    EXPECT_EQ(places.of(one), 1U);
    copy.reset();
    EXPECT_EQ(places.of(one), 0U);
}

TEST(CountedPlaces, DoNotCountWhoHasNoAddress) {
    CountedPlaces places;
    for (int count = 0; count < 100; ++count) {
        EXPECT_TRUE(places.enter(ClientKey{}, 1));
    }
    places.leave(ClientKey{});
    EXPECT_EQ(places.of(ClientKey{}), 0U);
}

}  // namespace
}  // namespace standby::http
