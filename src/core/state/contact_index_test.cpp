// Tests of the contact index against std::multimap: whoever is on the list is always found under
// each contact, and nobody is found under another's.
#include "core/state/contact_index.hpp"

#include "base/prng.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace standby::core {
namespace {

bool everyone(Ticket) {
    return true;
}

std::vector<Ticket> found(const ContactIndex& index, std::uint64_t key) {
    std::vector<Ticket> tickets;
    index.for_each(ContactKey{key}, [&](Ticket ticket) {
        tickets.push_back(ticket);
        return true;
    });
    std::ranges::sort(tickets);
    return tickets;
}

std::size_t pair_count(const ContactIndex& index) {
    std::size_t count = 0;
    index.for_each_pair([&](ContactKey, Ticket) { ++count; });
    return count;
}

TEST(ContactIndex, FindsNobodyAtFirst) {
    ContactIndex index;
    EXPECT_TRUE(found(index, 5).empty());
    EXPECT_EQ(pair_count(index), 0U);
    index.erase(ContactKey{5}, 1);
    EXPECT_EQ(index.memory_bytes(), 0U);
}

TEST(ContactIndex, FindsEveryEntryOfAContact) {
    ContactIndex index;
    index.insert(ContactKey{5}, 1, everyone);
    index.insert(ContactKey{5}, 2, everyone);
    index.insert(ContactKey{6}, 2, everyone);
    EXPECT_EQ(found(index, 5), (std::vector<Ticket>{1, 2}));
    EXPECT_EQ(found(index, 6), (std::vector<Ticket>{2}));
    EXPECT_TRUE(found(index, 7).empty());
}

TEST(ContactIndex, StopsWhenTheVisitorHasSeenEnough) {
    ContactIndex index;
    for (Ticket ticket = 1; ticket <= 5; ++ticket) {
        index.insert(ContactKey{5}, ticket, everyone);
    }
    int visited = 0;
    index.for_each(ContactKey{5}, [&](Ticket) { return ++visited < 2; });
    EXPECT_EQ(visited, 2);
}

TEST(ContactIndex, ErasesOnePairAndNothingElse) {
    ContactIndex index;
    index.insert(ContactKey{5}, 1, everyone);
    index.insert(ContactKey{5}, 2, everyone);
    index.erase(ContactKey{5}, 3);
    index.erase(ContactKey{6}, 1);
    EXPECT_EQ(pair_count(index), 2U);
    index.erase(ContactKey{5}, 1);
    EXPECT_EQ(found(index, 5), (std::vector<Ticket>{2}));
    index.erase(ContactKey{5}, 2);
    EXPECT_EQ(pair_count(index), 0U);
}

TEST(ContactIndex, KeyZeroIsAKeyLikeAnyOther) {
    ContactIndex index;
    index.insert(ContactKey{0}, 1, everyone);
    EXPECT_EQ(found(index, 0), (std::vector<Ticket>{1}));
    index.erase(ContactKey{0}, 1);
    EXPECT_TRUE(found(index, 0).empty());
}

// Erasing from a run that wraps around the end of the table must pull the right ones back.
TEST(ContactIndex, ErasingKeepsNeighboursFindableAcrossTheEndOfTheTable) {
    // Of sixteen slots, these meet at the last two and the first ones.
    const std::vector<std::uint64_t> keys{14, 30, 15, 31, 0, 16, 47, 1, 46, 2, 63, 17};
    for (std::size_t erased = 0; erased < keys.size(); ++erased) {
        for (std::size_t next = 0; next < keys.size(); ++next) {
            ContactIndex index;
            for (const std::uint64_t key : keys) {
                index.insert(ContactKey{key}, static_cast<Ticket>(key + 1), everyone);
            }
            index.erase(ContactKey{keys[erased]}, static_cast<Ticket>(keys[erased] + 1));
            index.erase(ContactKey{keys[next]}, static_cast<Ticket>(keys[next] + 1));
            for (const std::uint64_t key : keys) {
                const bool gone = key == keys[erased] || key == keys[next];
                ASSERT_EQ(found(index, key).size(), gone ? 0U : 1U)
                    << key << " after " << keys[erased] << ", " << keys[next];
            }
        }
    }
}

// The pairs that must be there, and the tickets that have ended.
class Model {
public:
    explicit Model(std::uint64_t seed) : prng(seed) {}

    void insert(std::uint64_t key) {
        const Ticket ticket = ++last_;
        index.insert(ContactKey{key}, ticket, [&](Ticket one) { return !ended_.contains(one); });
        pairs_.emplace(key, ticket);
    }
    void erase_near(std::uint64_t key) {
        const auto at = pairs_.lower_bound(key);
        if (at != pairs_.end()) {
            index.erase(ContactKey{at->first}, at->second);
            pairs_.erase(at);
        }
    }
    void end_near(std::uint64_t key) {
        const auto at = pairs_.lower_bound(key);
        if (at != pairs_.end()) {
            ended_.insert(at->second);
            pairs_.erase(at);
        }
    }
    std::size_t size() const { return pairs_.size(); }

    // Everybody on the list is found, under the right key, once.
    testing::AssertionResult agrees() const {
        std::multimap<std::uint64_t, Ticket> seen;
        index.for_each_pair([&](ContactKey key, Ticket ticket) {
            if (!ended_.contains(ticket)) {
                seen.emplace(key.value(), ticket);
            }
        });
        if (seen.size() != pairs_.size()) {
            return testing::AssertionFailure() << seen.size() << " of " << pairs_.size();
        }
        for (const auto& [key, ticket] : pairs_) {
            const auto tickets = found(index, key);
            if (std::ranges::count(tickets, ticket) != 1) {
                return testing::AssertionFailure() << ticket << " under " << key;
            }
        }
        return testing::AssertionSuccess();
    }

    Prng prng;
    ContactIndex index;

private:
    std::multimap<std::uint64_t, Ticket> pairs_;
    std::set<Ticket> ended_;
    Ticket last_ = 0;
};

TEST(ContactIndex, AgreesWithAMultimapOnCrowdedKeys) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Model model{seed};
        for (int step = 0; step < 2000; ++step) {
            // Few different low bits, so that runs are long and wrap around.
            const std::uint64_t key = model.prng.below(40) * 16 + 12 + model.prng.below(6);
            const std::uint64_t what = model.prng.below(10);
            if (what < 5) {
                model.insert(key);
            } else if (what < 8) {
                model.erase_near(key);
            } else {
                model.end_near(key);
            }
            if (step % 50 == 0) {
                ASSERT_TRUE(model.agrees()) << "seed " << seed << " step " << step;
            }
        }
        ASSERT_TRUE(model.agrees()) << "seed " << seed;
    }
}

TEST(ContactIndex, AgreesWithAMultimapWhileItGrowsIntoSegments) {
    Model model{99};
    while (model.size() < 80'000) {
        model.insert(model.prng.next());
        if (model.prng.chance(1, 20)) {
            model.erase_near(model.prng.next());
        }
        if (model.prng.chance(1, 20)) {
            model.end_near(model.prng.next());
        }
    }
    ASSERT_TRUE(model.agrees());
    while (model.size() > 1'000) {
        model.erase_near(model.prng.next());
        model.erase_near(0);
    }
    ASSERT_TRUE(model.agrees());
    for (int added = 0; added < 20'000; ++added) {
        model.insert(model.prng.next());
    }
    EXPECT_TRUE(model.agrees());
}

TEST(ContactIndex, ASegmentThatIsStillEmptyHasNobody) {
    ContactIndex index;
    // All of these share their high bits, so that one segment holds them and 255 hold none.
    for (Ticket ticket = 1; ticket <= 70'000; ++ticket) {
        index.insert(ContactKey{ticket}, ticket, everyone);
    }
    const std::uint64_t elsewhere = std::uint64_t{77} << 48;
    EXPECT_TRUE(found(index, elsewhere).empty());
    index.erase(ContactKey{elsewhere}, 1);
    EXPECT_EQ(pair_count(index), 70'000U);
    EXPECT_EQ(found(index, 70'000), (std::vector<Ticket>{70'000}));
}

TEST(ContactIndex, TheEndedAreSweptOutWhenItGrows) {
    ContactIndex index;
    Prng prng(3);
    for (Ticket ticket = 1; ticket <= 300'000; ++ticket) {
        const auto is_recent = [ticket](Ticket one) { return one + 100 > ticket; };
        index.insert(ContactKey{prng.next()}, ticket, is_recent);
    }
    EXPECT_LT(pair_count(index), 1'000U);
    EXPECT_LT(index.memory_bytes(), 16'000U);
}

TEST(ContactIndex, TheEndedAreLeftBehindWhenItSplits) {
    ContactIndex index;
    Prng prng(4);
    for (Ticket ticket = 1; ticket <= 65'536; ++ticket) {
        index.insert(ContactKey{prng.next()}, ticket, everyone);
    }
    EXPECT_EQ(pair_count(index), 65'536U);
    index.insert(ContactKey{1}, 65'537, [](Ticket ticket) { return ticket <= 10; });
    EXPECT_EQ(pair_count(index), 11U);
}

TEST(ContactIndex, TakesLessThanThirtyTwoBytesPerContact) {
    ContactIndex index;
    Prng prng(5);
    constexpr Ticket count = 500'000;
    for (Ticket ticket = 1; ticket <= count; ++ticket) {
        index.insert(ContactKey{prng.next()}, ticket, everyone);
    }
    EXPECT_LT(index.memory_bytes() / count, 32U);
}

}  // namespace
}  // namespace standby::core
