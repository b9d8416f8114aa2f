// The board of the day: everything that staff watch about one resource, of one moment, each part
// cut to a size that a screen can show. Names are marks, as in every answer.
#pragma once

#include "base/json/writer.hpp"
#include "base/zone.hpp"
#include "engine/ports/booking_systems.hpp"
#include "engine/ports/messages.hpp"
#include "engine/ports/messenger.hpp"
#include "interchange/view/entry.hpp"
#include "interchange/view/offer.hpp"
#include "interchange/view/resource.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::interchange {

namespace board_limits {
inline constexpr std::size_t offers = 100;
inline constexpr std::size_t accepted = 100;
inline constexpr std::size_t waiting = 50;
inline constexpr std::size_t openings = 100;
inline constexpr std::size_t needs_hand = 100;
}  // namespace board_limits

struct BoardEntry {
    EntryFacts facts;
    std::optional<core::Slot> slot;  // offered or held
    Time changed_at{};               // of those who have a place
};
struct BoardOffer {
    OfferFacts facts;
    BoardEntry entry;
    std::vector<engine::Delivery> deliveries = {};  // of its message
};
// An offer, an opening or counted places that wait for staff.
struct BoardTask {
    std::optional<OfferFacts> offer;
    std::optional<OpeningFacts> opening;
    std::optional<IdlePlaces> places{};
    Time since{};
};

struct Board {
    ResourceFacts resource;
    Time at{};
    std::vector<BoardOffer> offers;  // the one that ends first first
    // Candidates for the newest who have a place, in no order: twice as many as are shown at most.
    std::vector<BoardEntry> accepted;
    std::vector<BoardEntry> waiting;
    std::vector<OpeningFacts> openings;  // by their start
    std::vector<BoardTask> tasks;        // each kind cut to board_limits::needs_hand
    std::vector<engine::OutboxListing> dead_messages;
    std::vector<engine::ChannelTrouble> troubles;
    // To which the places belong; nothing: none, or the list is its own.
    std::optional<engine::ConnectedBookings> bookings{};
};

// What the memory tells. Quick: the effort grows with the offers under way, never with the line.
// `since` and `changed_at` are in the stored rows, deliveries and dead messages in the outbox.
Board board_of(const core::ResourceState& state, std::string_view name, Time now);

// Puts those who have a place in order, the newest first, and keeps as many as are shown.
void keep_newest(std::vector<BoardEntry>& accepted);

void write_board(JsonWriter& writer, const Board& board, const Zone& zone);

}  // namespace standby::interchange
