// Tests of the chain: the last link tells whether anything was changed, dropped, put in or swapped.
#include "core/audit/hash_chain.hpp"

#include "core/audit/event_codec.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace standby::core {
namespace {

using Bytes = std::vector<std::byte>;

std::vector<Bytes> encoded_history(std::size_t count) {
    std::vector<Bytes> history;
    for (std::size_t number = 1; number <= count; ++number) {
        Event event;
        event.number = number;
        event.at = Time{std::chrono::seconds{number}};
        event.body = PlacesReleased{EventKey{number * 31}, 1};
        history.push_back(encode_event(event));
    }
    return history;
}

std::string last_link(const std::vector<Bytes>& history) {
    HashChain chain;
    for (const Bytes& encoded : history) {
        chain.extend(encoded);
    }
    return to_hex(chain.last());
}

Bytes bytes_of(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

TEST(HashChain, BeginsWithZeros) {
    EXPECT_EQ(to_hex(HashChain{}.last()), std::string(64, '0'));
    EXPECT_EQ(HashChain{}.last(), chain_origin);
}

// python3: sha256(bytes(32) + b"abc"), then sha256(that + b"def")
TEST(HashChain, ALinkIsTheSha256OfTheLinkBeforeAndTheEvent) {
    HashChain chain;
    EXPECT_EQ(to_hex(chain.extend(bytes_of("abc"))),
              "365aa7d8f7f9402c4b9434502b4cc89ddb09fe50d7cd95b493b834c62d5a5370");
    EXPECT_EQ(to_hex(chain.extend(bytes_of("def"))),
              "532f0131db1635cb105c9753e41e7908599aa4dd144658c92e50b60113ad993a");
    EXPECT_EQ(to_hex(chain.last()),
              "532f0131db1635cb105c9753e41e7908599aa4dd144658c92e50b60113ad993a");
}

TEST(HashChain, CanBeTakenUpFromItsLastLink) {
    const auto history = encoded_history(6);
    HashChain chain;
    for (std::size_t index = 0; index < 3; ++index) {
        chain.extend(history[index]);
    }
    HashChain continued{chain.last()};
    for (std::size_t index = 3; index < 6; ++index) {
        continued.extend(history[index]);
    }
    EXPECT_EQ(to_hex(continued.last()), last_link(history));
}

TEST(HashChain, ChangingAnyByteOfAnyEventChangesTheLastLink) {
    const auto history = encoded_history(5);
    const std::string link = last_link(history);
    for (std::size_t event = 0; event < history.size(); ++event) {
        for (std::size_t at = 0; at < history[event].size(); ++at) {
            auto changed = history;
            changed[event][at] ^= std::byte{1};
            EXPECT_NE(last_link(changed), link) << "event " << event << " byte " << at;
        }
    }
}

TEST(HashChain, DroppingAnyEventChangesTheLastLink) {
    const auto history = encoded_history(8);
    for (std::size_t event = 0; event < history.size(); ++event) {
        auto shorter = history;
        shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(event));
        EXPECT_NE(last_link(shorter), last_link(history)) << "event " << event;
    }
}

TEST(HashChain, PuttingAnEventInTwiceChangesTheLastLink) {
    const auto history = encoded_history(8);
    for (std::size_t event = 0; event < history.size(); ++event) {
        auto longer = history;
        longer.insert(longer.begin() + static_cast<std::ptrdiff_t>(event), history[event]);
        EXPECT_NE(last_link(longer), last_link(history)) << "event " << event;
    }
}

TEST(HashChain, SwappingAnyTwoEventsChangesTheLastLink) {
    const auto history = encoded_history(8);
    for (std::size_t left = 0; left < history.size(); ++left) {
        for (std::size_t right = left + 1; right < history.size(); ++right) {
            auto swapped = history;
            std::swap(swapped[left], swapped[right]);
            EXPECT_NE(last_link(swapped), last_link(history)) << left << " and " << right;
        }
    }
}

}  // namespace
}  // namespace standby::core
