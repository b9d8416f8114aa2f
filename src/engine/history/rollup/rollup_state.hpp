// What is under way on a list, as far as its figures need to know to go on counting, and what was
// counted since the beginning. No personal data: numbers, times, prices, and the names that
// openings have for services and staff.
#pragma once

#include "base/result.hpp"
#include "base/sha256.hpp"
#include "core/model/event.hpp"
#include "engine/history/rollup/cell.hpp"

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace standby::engine {

// The day of a list's own calendar, in days since 1970.
using DayNumber = std::int32_t;
// What a figure is about: 0 is the list itself, and openings that name nothing.
using DimensionNumber = std::uint32_t;

struct Dimension {
    std::string service;
    std::string staff;
    friend bool operator==(const Dimension&, const Dimension&) = default;
};

// An offer that is live, or that has run out and can still be answered late.
struct OfferUnderWay {
    core::Ticket entry = 0;
    core::OpeningNumber opening;
    Time made_at{};
    Time asked_at{};
    DayNumber day = 0;
    DimensionNumber about = 0;
    std::uint32_t places = 0;
    std::uint8_t hour = 0;
    std::uint8_t notice = 0;  // the step
    std::uint8_t window = 0;  // the step
    bool answered = false;    // or never asked
    bool instant = false;
    bool by_late_yes = false;
    bool late_yes = false;  // ran out, and was answered late
    friend bool operator==(const OfferUnderWay&, const OfferUnderWay&) = default;
};

// A slot that may still be filled.
struct OpeningUnderWay {
    Time at{};
    Time starts_at{};
    DayNumber day = 0;
    DimensionNumber about = 0;
    std::optional<core::Money> price;
    PlaceEnd end = PlaceEnd::UnderWay;
    std::uint32_t asked = 0;
    std::uint32_t said_no = 0;
    bool is_since_known = true;  // false: it was there when the history begins
    friend bool operator==(const OpeningUnderWay&, const OpeningUnderWay&) = default;
};

// Seats and access: so many came free at that time, and have not been filled so far.
struct PlacesUnderWay {
    Time at{};
    DayNumber day = 0;
    std::uint64_t count = 0;
    std::uint64_t unoffered = 0;
    PlaceEnd end = PlaceEnd::UnderWay;
    friend bool operator==(const PlacesUnderWay&, const PlacesUnderWay&) = default;
};

struct RollupState {
    core::Kind kind = core::Kind::Slots;
    core::Inventory inventory = core::Inventory::Internal;
    std::uint32_t capacity = 0;
    std::optional<Time> starts_at;
    std::string time_zone = "UTC";
    std::optional<core::Money> payment;
    std::uint64_t waiting = 0;
    std::uint64_t released = 0;
    std::uint64_t as_of = 0;    // the last event counted
    Sha256Digest link{};        // of the same
    std::optional<Time> since;  // what happened before is not counted; nothing: all is
    DayNumber today = 0;        // of the last event
    std::map<core::OfferNumber, OfferUnderWay> offers;
    std::map<core::OfferNumber, OfferUnderWay> lapsed;  // ran out
    std::map<core::OpeningNumber, OpeningUnderWay> openings;
    std::deque<PlacesUnderWay> freed;                // the oldest first
    std::map<core::Ticket, std::uint32_t> parties;   // of unverified and accepted ones; not 1
    std::vector<Dimension> dimensions{Dimension{}};  // never fewer
    std::map<DimensionNumber, Cell> totals;
    friend bool operator==(const RollupState&, const RollupState&) = default;
};

using DayCells = std::map<DimensionNumber, Cell>;

// Both can be read by later versions, too: what is missing has its default.
std::vector<std::byte> encode(const RollupState& state);
Result<RollupState, std::string> decode_rollup(std::span<const std::byte> bytes);
std::vector<std::byte> encode(const DayCells& cells);
Result<DayCells, std::string> decode_day(std::span<const std::byte> bytes);

}  // namespace standby::engine
