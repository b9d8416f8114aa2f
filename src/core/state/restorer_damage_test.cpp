// Tests of damaged rows: what is missing or makes no sense is refused, and whatever is let through
// does no harm later.
#include "core/state/restorer_test_support.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace standby::core {
namespace {

using std::chrono::hours;

TEST(Restorer, MissingRowsAreNoticed) {
    const World world = busy_slots();
    const RowKeeper whole = rows_of(world);
    const ResourceNumber number = world.resource().number;
    ASSERT_TRUE(whole.restore(number));
    for (const auto& [ticket, row] : whole.entries) {
        RowKeeper rows = whole;
        rows.entries.erase(ticket);
        EXPECT_FALSE(rows.restore(number)) << "entry " << ticket;
    }
    for (const auto& [offer, row] : whole.offers) {
        RowKeeper rows = whole;
        rows.offers.erase(offer);
        EXPECT_FALSE(rows.restore(number)) << "offer " << offer;
    }
    for (const auto& [opening, row] : whole.openings) {
        RowKeeper rows = whole;
        rows.openings.erase(opening);
        EXPECT_FALSE(rows.restore(number)) << "opening " << opening;
    }
    EXPECT_FALSE(RowKeeper{}.restore(number));
}

TEST(Restorer, EndedRowsNeedNoData) {
    const World world = busy_seats();
    RowKeeper rows = rows_of(world);
    for (auto& [ticket, row] : rows.entries) {
        if (is_terminal(static_cast<EntryState>(row.state))) {
            row.data.clear();
        }
    }
    for (auto& [number, row] : rows.offers) {
        if (is_terminal(static_cast<OfferState>(row.state))) {
            row.data.clear();
        }
    }
    EXPECT_EQ(compare_restored(rows, world.resource(), world.context()), "");
}

TEST(Restorer, AFalseLastTicketDoesNotFillTheMemory) {
    const World world = busy_seats();
    RowKeeper rows = rows_of(world);
    ResourceRow row = decode_resource_row(rows.resource).value();
    row.last_ticket = 4'000'000'000;
    rows.resource = encode_row(row);
    EXPECT_FALSE(rows.restore(world.resource().number));
}

TEST(Restorer, RowsOutOfOrderAreRefused) {
    Restorer restorer{ResourceNumber{1}};
    EXPECT_FALSE(restorer.entry(1, EntryState::Left, {}, {}));
    const World world = busy_seats();
    const RowKeeper rows = rows_of(world);
    EXPECT_TRUE(restorer.resource(rows.resource));
    EXPECT_FALSE(restorer.resource(rows.resource));
    EXPECT_TRUE(restorer.entry(1, EntryState::Left, {}, {}));
    EXPECT_FALSE(restorer.entry(1, EntryState::Left, {}, {}));
    EXPECT_FALSE(restorer.entry(2, EntryState::None, {}, {}));
    EXPECT_FALSE(restorer.opening(OpeningNumber{1}, OpeningState::Booked, {}));
    EXPECT_FALSE(restorer.offer(OfferNumber{2}, OfferState::Expired, {}));
    EXPECT_FALSE(restorer.fact({.kind = FactKind::SeenEvent, .key = 1, .value = 7}));
    EXPECT_FALSE(restorer.fact({.kind = FactKind::Compensated, .key = 2, .value = 0}));
}

// The report that the booking failed would take places away that were never released.
TEST(Restorer, AnOfferThatWaitsForABookingNobodyMakesIsRefused) {
    World world;
    world.seats(1, plain().set(&Rules::payment, euros(5)));
    world.join("ann");
    world.accept(Ticket{1});
    RowKeeper rows = rows_of(world);
    ASSERT_TRUE(rows.restore(world.resource().number));
    OfferRow row = decode_offer_row(rows.offers.at(1).data).value();
    ASSERT_EQ(row.awaiting, Awaiting::Payment);
    row.awaiting = Awaiting::Booking;
    rows.offers.at(1).data = encode_row(row);
    const auto restored = rows.restore(world.resource().number);
    ASSERT_FALSE(restored);
    EXPECT_EQ(restored.error(), "offer 1: it waits for a booking that nobody makes");
}

// Ann said yes to the slot after her offer had expired; now Ben is asked, and Cleo wasn't.
World late_world() {
    World world;
    world.slots(plain().set(&Rules::late_yes, true).set(&Rules::max_offers, 2));
    for (const char* name : {"ann", "ben", "cleo"}) {
        world.join(name);
    }
    world.open();
    world.miss(1);
    world.give(LateYes{.entry = 1, .offer = OfferNumber{1}, .opening = OpeningNumber{1}});
    return world;
}

TEST(Restorer, AStandingYesComesBack) {
    World world = late_world();
    EXPECT_EQ(compare_restored(rows_of(world), world.resource(), world.context()), "");
    world.give(PauseResource{});
    world.decline(Ticket{2});
    ASSERT_TRUE(world.entry(1).standing_yes);
    EXPECT_EQ(compare_restored(rows_of(world), world.resource(), world.context()), "")
        << "also of a slot that nobody is asked about";
}

TEST(Restorer, AStandingYesOfSomebodyElseIsRefused) {
    const World world = late_world();
    for (const std::vector<Ticket>& standing :
         std::vector<std::vector<Ticket>>{{3}, {2}, {1, 1}, {9}}) {
        RowKeeper rows = rows_of(world);
        OpeningRow row = decode_opening_row(rows.openings.at(1).data).value();
        row.standing = standing;
        rows.openings.at(1).data = encode_row(row);
        const auto restored = rows.restore(world.resource().number);
        ASSERT_FALSE(restored) << standing.front();
        EXPECT_EQ(restored.error(), "opening 1: somebody can't have said yes to it");
    }
}

// Whatever the restorer lets through must hold: decisions on it trip no assertion.
void use_up(ResourceState& state, const World& world) {
    Context context = world.context();
    catch_up(state, context);
    for (std::uint32_t offer = 1; offer < state.offer_states.size(); offer += 2) {
        run(state, Accept{OfferNumber{offer}}, context);
    }
    for (Ticket entry = 1; entry <= state.entries.last() && entry < 100; ++entry) {
        if (entry % 3 == 0) {
            run(state, Leave{entry}, context);
        } else if (entry % 3 == 1) {
            run(state, RemoveEntry{.entry = entry, .cause = RemoveCause::Fraud}, context);
        }
    }
    context.now += hours{200};
    catch_up(state, context);
    for (Ticket entry = 1; entry <= state.entries.last() && entry < 100; ++entry) {
        run(state, Leave{entry}, context);
    }
}

TEST(Restorer, AChangedByteIsRefusedOrDoesNoHarm) {
    World referrals;
    referrals.seats(2, plain().set(&Rules::verify_email, true));
    for (const Ticket referrer : {0U, 1U, 1U, 2U}) {
        referrals.join(referred_by("guest " + std::to_string(referrals.counts().unverified +
                                                             referrals.counts().accepted * 10),
                                   referrer));
        referrals.give(Verify{1});
        referrals.give(Verify{2});
    }
    std::size_t refused = 0;
    for (const World& world : {busy_slots(), busy_seats(), referrals}) {
        const RowKeeper whole = rows_of(world);
        const auto damage = [&](const std::function<std::vector<std::byte>&(RowKeeper&)>& pick) {
            RowKeeper rows = whole;
            const std::size_t size = pick(rows).size();
            for (std::size_t at = 0; at < size; ++at) {
                for (const unsigned flip : {0x01U, 0x02U, 0x10U, 0x80U, 0xFFU}) {
                    rows = whole;
                    pick(rows)[at] ^= static_cast<std::byte>(flip);
                    auto restored = rows.restore(world.resource().number);
                    if (restored) {
                        use_up(**restored, world);
                    } else {
                        ++refused;
                    }
                }
            }
        };
        damage([](RowKeeper& rows) -> auto& { return rows.resource; });
        for (const auto& [number, row] : whole.entries) {
            damage([&](RowKeeper& rows) -> auto& { return rows.entries[number].data; });
        }
        for (const auto& [number, row] : whole.offers) {
            damage([&](RowKeeper& rows) -> auto& { return rows.offers[number].data; });
        }
        for (const auto& [number, row] : whole.openings) {
            damage([&](RowKeeper& rows) -> auto& { return rows.openings[number].data; });
        }
    }
    EXPECT_GT(refused, 1000U);
}

TEST(Restorer, AChangedStateIsRefusedOrDoesNoHarm) {
    for (const World& world : {busy_slots(), busy_seats()}) {
        const RowKeeper whole = rows_of(world);
        const auto damage = [&](auto table) {
            for (const auto& [number, row] : whole.*table) {
                for (std::uint8_t state = 0; state < 20; ++state) {
                    RowKeeper rows = whole;
                    (rows.*table)[number].state = state;
                    auto restored = rows.restore(world.resource().number);
                    if (restored) {
                        use_up(**restored, world);
                    }
                }
            }
        };
        damage(&RowKeeper::entries);
        damage(&RowKeeper::offers);
        damage(&RowKeeper::openings);
    }
}

}  // namespace
}  // namespace standby::core
