// Tests of the rows' encoding: whatever a row holds comes back, and nothing else is taken for one.
#include "base/prng.hpp"
#include "core/audit/event_test_support.hpp"
#include "core/state/rows.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <functional>

namespace standby::core {
namespace {

constexpr Duration reach{std::int64_t{1} << 60};

// Rows with every field filled, extremes included.
class RowFiller {
public:
    explicit RowFiller(std::uint64_t seed) : filler_(seed, reach), prng_(seed) {}

    ResourceRow resource() {
        ResourceRow row;
        row.status = static_cast<ResourceStatus>(prng_.below(4));
        each(row.settings, row.rules, row.rules_version, row.last_at, row.last_event,
             row.last_ticket, row.last_offer, row.last_opening, row.places_released,
             row.places_accepted, row.places_idle, row.place_releases, row.last_outcome,
             row.cutoff_reached, row.drawn, row.wave_started, row.wave_offers, row.draw_seed);
        each(row.counts.unverified, row.counts.waiting, row.counts.offered, row.counts.accepted,
             row.counts.accepted_places, row.counts.held_places, row.counts.free_places,
             row.counts.limit);
        for (std::uint64_t count = prng_.below(4); count > 0; --count) {
            filler_.fill(row.places_tried[static_cast<std::uint32_t>(prng_.next())]);
        }
        return row;
    }
    EntryRow entry() {
        EntryRow row;
        each(row.tier, row.party_size, row.points, row.position, row.joined_at);
        if (prng_.chance(3, 4)) {
            filler_.fill(row.wants);
        }
        if (prng_.chance(3, 4)) {
            Mark& mark = row.mark;
            each(mark.place, mark.place_since, mark.misses, mark.declines, mark.passes,
                 mark.sits_out, mark.group, mark.offer, mark.opening);
        }
        if (prng_.chance(3, 4)) {
            each(row.referrals.pending, row.referrals.credited, row.referrals.raw_points,
                 row.referrals.points);
        }
        if (prng_.chance(3, 4)) {
            each(row.referred.referrer, row.referred.raw_points, row.referred.credited);
        }
        each(row.link_epoch, row.participant);
        return row;
    }
    OfferRow offer() {
        OfferRow row;
        each(row.entry, row.opening, row.places, row.tries, row.state, row.awaiting,
             row.plain_clock, row.by_hand, row.reminded, row.paid, row.made_at, row.send_at,
             row.sent_at, row.expires_at, row.remind_at);
        return row;
    }
    OpeningRow opening() {
        OpeningRow row;
        each(row.slot, row.offer, row.holder, row.offers_made, row.last_outcome, row.tried,
             row.in_memory);
        return row;
    }

private:
    template <class... Values>
    void each(Values&... values) {
        (filler_.fill(values), ...);
    }

    EventFiller filler_;
    Prng prng_;
};

RC_GTEST_PROP(RowCodec, EveryFieldSurvives, (std::uint64_t seed)) {
    RowFiller filler{seed};
    const ResourceRow resource = filler.resource();
    const EntryRow entry = filler.entry();
    const OfferRow offer = filler.offer();
    const OpeningRow opening = filler.opening();
    RC_ASSERT(decode_resource_row(encode_row(resource)).value() == resource);
    RC_ASSERT(decode_entry_row(encode_row(entry)).value() == entry);
    RC_ASSERT(decode_offer_row(encode_row(offer)).value() == offer);
    RC_ASSERT(decode_opening_row(encode_row(opening)).value() == opening);
}

using Bytes = std::vector<std::byte>;

// Decodes with each of the four; whatever is taken for a row must encode to the same bytes.
std::size_t taken_for_a_row(const Bytes& bytes) {
    std::size_t taken = 0;
    std::string later;
    const auto look = [&](const auto& row) {
        if (row && bytes.front() == std::byte{2}) {
            ++taken;
            EXPECT_EQ(encode_row(*row, later), bytes);
        }
    };
    look(decode_resource_row(bytes, &later));
    look(decode_entry_row(bytes, &later));
    look(decode_offer_row(bytes, &later));
    look(decode_opening_row(bytes, &later));
    return taken;
}

void expect_only_the_whole(Bytes bytes, const std::function<bool(const Bytes&)>& decodes) {
    EXPECT_TRUE(decodes(bytes));
    bytes.push_back(std::byte{0});
    EXPECT_FALSE(decodes(bytes));
    bytes.pop_back();
    while (!bytes.empty()) {
        bytes.pop_back();
        EXPECT_FALSE(decodes(bytes)) << bytes.size();
    }
}

TEST(RowCodec, ACutOrExtendedRowIsRefused) {
    RowFiller filler{17};
    expect_only_the_whole(encode_row(filler.resource()), [](const Bytes& bytes) {
        return decode_resource_row(bytes).has_value();
    });
    expect_only_the_whole(encode_row(filler.entry()),
                          [](const Bytes& bytes) { return decode_entry_row(bytes).has_value(); });
    expect_only_the_whole(encode_row(EntryRow{}),
                          [](const Bytes& bytes) { return decode_entry_row(bytes).has_value(); });
    expect_only_the_whole(encode_row(filler.offer()),
                          [](const Bytes& bytes) { return decode_offer_row(bytes).has_value(); });
    expect_only_the_whole(encode_row(filler.opening()),
                          [](const Bytes& bytes) { return decode_opening_row(bytes).has_value(); });
}

RC_GTEST_PROP(RowCodec, GarbageIsRefusedOrReadsBackAsItself,
              (const std::vector<std::uint8_t>& raw)) {
    Bytes bytes{static_cast<std::byte>(1 + raw.size() % 2)};
    for (const std::uint8_t one : raw) {
        bytes.push_back(std::byte{one});
    }
    taken_for_a_row(bytes);
}

RC_GTEST_PROP(RowCodec, AChangedByteIsRefusedOrReadsBackAsItself, (std::uint64_t seed)) {
    RowFiller filler{seed};
    Prng prng{seed};
    for (Bytes bytes : {encode_row(filler.resource()), encode_row(filler.entry()),
                        encode_row(filler.offer()), encode_row(filler.opening())}) {
        bytes[prng.below(bytes.size())] = static_cast<std::byte>(prng.below(256));
        taken_for_a_row(bytes);
    }
}

TEST(RowCodec, AnotherVersionIsNamed) {
    Bytes bytes = encode_row(EntryRow{});
    bytes.front() = std::byte{9};
    EXPECT_EQ(decode_entry_row(bytes).error(), "written by a newer Standby: version 9 of a row");
}

TEST(RowCodec, WhatANewerVersionAddedIsKeptByteForByte) {
    // Field 40 is the text "hi", field 70 a yes, field 71 the number 300.
    const std::string newer{"\xa1\x01\x02hi\x9a\x02\x9c\x02\xac\x02", 11};
    RowFiller filler{3};
    const auto keeps = [&](const auto& row, auto decode) {
        const Bytes bytes = encode_row(row, newer);
        std::string later;
        const auto decoded = decode(bytes, &later);
        ASSERT_TRUE(decoded.has_value()) << decoded.error();
        EXPECT_EQ(*decoded, row);
        EXPECT_EQ(later, newer);
        EXPECT_EQ(encode_row(*decoded, later), bytes);
    };
    keeps(filler.resource(), decode_resource_row);
    keeps(filler.entry(), decode_entry_row);
    keeps(filler.offer(), decode_offer_row);
    keeps(filler.opening(), decode_opening_row);
}

TEST(RowCodec, WhatANewerVersionAddedInsideIsKeptToo) {
    RowFiller filler{4};
    ResourceRow resource = filler.resource();
    resource.rules.later = std::string{"\xa0\x01\x05", 3};
    resource.settings.later = std::string{"\x82\x01", 2};
    EXPECT_EQ(decode_resource_row(encode_row(resource)), resource);
    EntryRow entry;
    entry.wants.later = std::string{"\xa0\x01\x05", 3};
    EXPECT_EQ(decode_entry_row(encode_row(entry)), entry);
    OpeningRow opening = filler.opening();
    opening.slot.later = std::string{"\xa0\x01\x05", 3};
    EXPECT_EQ(decode_opening_row(encode_row(opening)), opening);
}

TEST(RowCodec, AnUnknownEnumeratorIsNamed) {
    OfferRow row;
    row.state = static_cast<OfferState>(7);
    EXPECT_EQ(decode_offer_row(encode_row(row)).error(),
              "written by a newer Standby: OfferState 7");
}

TEST(RowCodec, ATimeThatCouldOverflowIsRefused) {
    EntryRow row;
    row.joined_at = Time{reach + Duration{1}};
    EXPECT_FALSE(decode_entry_row(encode_row(row)));
    row.joined_at = Time{-reach - Duration{1}};
    EXPECT_FALSE(decode_entry_row(encode_row(row)));
    row.joined_at = Time{-reach};
    EXPECT_TRUE(decode_entry_row(encode_row(row)));
}

TEST(RowCodec, APlainEntryIsShort) {
    EntryRow row;
    row.joined_at = Time{std::chrono::sys_days{std::chrono::year{2026} / 11 / 16}};
    EXPECT_LE(encode_row(row).size(), 16U);
}

}  // namespace
}  // namespace standby::core
