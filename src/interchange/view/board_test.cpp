// Tests of what is on the board.
#include "interchange/view/board.hpp"

#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>

namespace standby::interchange {
namespace {

// Joins are many here, so each is decided once only.
class Crowd {
public:
    Crowd(core::Kind kind, std::uint32_t capacity) {
        give(core::CreateResource{{.kind = kind, .capacity = capacity}, core::plain()});
    }
    void give(const core::Command& command) {
        const core::Context context{.now = core::World::start, .actor = {}, .zones = &zones_};
        const core::Outcome outcome = core::run(state_, command, context);
        ASSERT_EQ(core::refused(outcome), "");
    }
    void join(std::size_t count) {
        for (std::size_t index = 0; index < count; ++index) {
            give(core::person("guest " + std::to_string(++joined_)));
        }
    }
    Board board() const { return board_of(state_, "Test", core::World::start); }
    const core::ResourceState& state() const { return state_; }

private:
    core::ZoneBook zones_;
    core::ResourceState state_{core::ResourceNumber{7}};
    std::size_t joined_ = 0;
};

std::vector<std::uint32_t> positions(const std::vector<BoardEntry>& entries) {
    std::vector<std::uint32_t> found;
    for (const BoardEntry& entry : entries) {
        found.push_back(entry.facts.position);
    }
    return found;
}

std::vector<std::uint32_t> descending(std::uint32_t from, std::size_t count) {
    std::vector<std::uint32_t> numbers;
    for (std::size_t index = 0; index < count; ++index) {
        numbers.push_back(from--);
    }
    return numbers;
}

TEST(Board, OfAnEmptyResourceIsEmpty) {
    const Crowd crowd(core::Kind::Seats, 0);
    const Board board = crowd.board();
    EXPECT_TRUE(board.offers.empty() && board.accepted.empty() && board.waiting.empty());
    EXPECT_TRUE(board.openings.empty() && board.tasks.empty());
}

TEST(Board, FindsTheNewestPlacesHoweverLongTheLineBehindThemIs) {
    Crowd crowd(core::Kind::Seats, 120);
    crowd.join(9'000);  // three chunks of the table
    const Board board = crowd.board();
    EXPECT_EQ(positions(board.accepted), descending(120, board_limits::accepted));
    ASSERT_EQ(board.waiting.size(), board_limits::waiting);
    EXPECT_EQ(board.waiting.front().facts.rank, 1u);
    EXPECT_EQ(board.waiting.front().facts.position, 121u);
}

TEST(Board, KnowsPlacesThatWereOfferedToo) {
    Crowd crowd(core::Kind::Seats, 2);
    crowd.join(6);
    crowd.give(core::PatchResource{.capacity = 4});
    EXPECT_EQ(crowd.board().offers.size(), 2u);
    crowd.give(core::Accept{.offer = core::OfferNumber{1}});
    const Board board = crowd.board();
    std::vector<std::uint32_t> accepted = positions(board.accepted);
    std::ranges::sort(accepted);
    EXPECT_EQ(accepted, (std::vector<std::uint32_t>{1, 2, 3}));
    ASSERT_EQ(board.offers.size(), 1u);
    EXPECT_EQ(board.offers.front().entry.facts.position, 4u);
}

TEST(Board, CutsOffersAndSlotsToWhatIsShown) {
    Crowd crowd(core::Kind::Slots, 0);
    crowd.join(130);
    for (int day = 150; day > 0; --day) {
        core::Slot slot{.starts_at = core::World::start + std::chrono::days{day},
                        .duration = std::chrono::minutes{30}};
        crowd.give(core::OpenSlot{.slot = slot});
    }
    const Board board = crowd.board();
    EXPECT_EQ(board.offers.size(), board_limits::offers);
    EXPECT_TRUE(std::ranges::is_sorted(
        board.offers, {}, [](const BoardOffer& offer) { return offer.facts.expires_at; }));
    EXPECT_EQ(board.openings.size(), board_limits::openings);
    EXPECT_EQ(board.openings.front().slot.starts_at, core::World::start + std::chrono::days{1});
    // The last twenty found nobody.
    EXPECT_EQ(board.tasks.size(), 20u);
}

TEST(Board, ShowsNoSlotThatHasBegun) {
    Crowd crowd(core::Kind::Slots, 0);
    const core::Slot slot{.starts_at = core::World::start + std::chrono::days{2},
                          .duration = std::chrono::hours{1}};
    crowd.give(core::OpenSlot{.slot = slot});
    EXPECT_EQ(crowd.board().openings.size(), 1u);
    EXPECT_EQ(board_of(crowd.state(), "Test", slot.starts_at - Duration{1}).tasks.size(), 1u);
    const Board begun = board_of(crowd.state(), "Test", slot.starts_at);
    EXPECT_TRUE(begun.openings.empty() && begun.tasks.empty());
}

TEST(Board, ShowsAFreeSeatThatNobodyWaitingCanBeAskedAbout) {
    Crowd crowd(core::Kind::Seats, 1);
    crowd.give(core::PatchResource{
        .rules = core::RulesPatch{}.set(&core::Rules::after_decline, core::AfterOffer::Keep)});
    crowd.join(2);
    EXPECT_TRUE(crowd.board().tasks.empty());
    crowd.give(core::CancelEntry{1});
    EXPECT_TRUE(crowd.board().tasks.empty()) << "somebody has an offer";
    crowd.give(core::Decline{core::OfferNumber{1}});
    const Board board = crowd.board();
    ASSERT_EQ(board.tasks.size(), 1u);
    std::string text;
    JsonWriter writer{text};
    write_board(writer, board, Zone::utc());
    EXPECT_TRUE(text.contains(R"("kind":"nobody_fits")"));
    EXPECT_TRUE(text.contains("1 place is free, and nobody who's waiting can be asked"));
    EXPECT_TRUE(text.contains(R"("facts":{"slot":null,"places":1,"offers_made":null,)"
                              R"("asks_newcomers":null,"left_to_staff":false,)"));
    crowd.give(core::Leave{2});
    EXPECT_TRUE(crowd.board().tasks.empty()) << "a free seat that nobody waits for is no task";
}

TEST(Board, PutsWhoCameToAPlaceLastFirst) {
    std::vector<BoardEntry> accepted;
    for (std::uint32_t number = 1; number <= 150; ++number) {
        BoardEntry entry;
        entry.facts.id = core::entry_id(core::ResourceNumber{7}, number);
        entry.facts.position = number;
        entry.changed_at = core::World::start + std::chrono::seconds{number % 10 == 0 ? 5 : 1};
        accepted.push_back(entry);
    }
    keep_newest(accepted);
    ASSERT_EQ(accepted.size(), board_limits::accepted);
    EXPECT_EQ(accepted.front().facts.position, 150u);
    EXPECT_EQ(accepted[1].facts.position, 140u);
    EXPECT_EQ(accepted[15].facts.position, 149u);
}

TEST(Board, HasACardForWhomWeCannotReachAndSaysFirstThatNobodyIs) {
    core::World world;
    world.slots();
    const core::Ticket mia = world.join("Mia");
    world.open();
    Board board = board_of(world.resource(), "Test", world.now);
    EXPECT_TRUE(board.tasks.empty());
    world.give(core::ReportUndeliverable{world.offer_of(mia), core::Undeliverable::Blocked});
    board = board_of(world.resource(), "Test", world.now);
    board.troubles.push_back({.channel = engine::Channel::Mail, .since = board.at});
    std::string text;
    JsonWriter writer{text};
    write_board(writer, board, Zone::utc());
    const std::size_t card = text.find("\"kind\":\"not_reachable\"");
    ASSERT_NE(card, std::string::npos);
    EXPECT_NE(text.find("they've stopped our messages", card), std::string::npos);
    EXPECT_NE(text.find("\"unreached\":\"blocked\",\"next_asked_at\":\"20", card),
              std::string::npos);
    EXPECT_NE(text.find("\"delivery\":{\"state\":\"not_reachable\",\"channel\":null}"),
              std::string::npos);
    EXPECT_NE(text.find("phone:ent_", card), std::string::npos) << "somebody may call";
    EXPECT_LT(text.find("\"kind\":\"channel_down\""), card);
}

TEST(Board, SaysEverythingThatWillDoForWhoeverWaits) {
    core::World world;
    world.slots();
    world.join("Mia", core::Wants{.service = "Cut",
                                  .staff = "Anna",
                                  .place = "Window",
                                  .or_services = {"Colour"},
                                  .or_staff = {"Ben"}});
    std::string text;
    JsonWriter writer{text};
    write_board(writer, board_of(world.resource(), "Test", world.now), Zone::utc());
    EXPECT_TRUE(text.contains(R"("service":"Cut","staff":"Anna","place":"Window",)"
                              R"("services":["Cut","Colour"],"staff_any":["Anna","Ben"],)"))
        << text;
}

TEST(Board, HandsOverTheOldestTasksFirstAndNoMoreThanAreShown) {
    Board board;
    board.resource = resource_facts(core::ResourceState{core::ResourceNumber{7}}, "Test");
    board.at = core::World::start;
    for (int index = 0; index < 70; ++index) {
        OpeningFacts opening;
        opening.id = core::opening_id(core::ResourceNumber{7}, core::OpeningNumber{1});
        opening.state = core::OpeningState::HandedBack;
        board.tasks.push_back(
            {.offer = {}, .opening = opening, .since = board.at + std::chrono::hours{1}});
        engine::OutboxListing message;
        message.row.id = 1;
        message.row.due_at = board.at;
        board.dead_messages.push_back(message);
    }
    std::string text;
    JsonWriter writer{text};
    write_board(writer, board, Zone::utc());
    const auto count = [&](std::string_view kind) {
        std::size_t found = 0;
        for (std::size_t at = text.find(kind); at != std::string::npos;
             at = text.find(kind, at + 1)) {
            ++found;
        }
        return found;
    };
    EXPECT_EQ(count("\"kind\":\"dead_letter\""), 70u);
    EXPECT_EQ(count("\"kind\":\"handed_back\""), 30u);
    EXPECT_LT(text.rfind("dead_letter"), text.find("handed_back"));
}

}  // namespace
}  // namespace standby::interchange
