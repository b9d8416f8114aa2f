// The calendar of a list of slots: which of them begin within a time, how each stands, and whose it
// is. What is under way or held comes from memory, what has ended from the newest stored rows.
#pragma once

#include "base/json/writer.hpp"
#include "core/model/ids.hpp"
#include "interchange/view/offer.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace standby::interchange {

namespace calendar_limits {
inline constexpr std::chrono::days window{35};
inline constexpr std::size_t slots = 1'000;
// So many openings are looked at to find them, the newest first: in memory, and of those that have
// ended.
inline constexpr std::size_t live_looked_at = 20'000;
inline constexpr std::uint32_t ended_looked_at = 5'000;
}  // namespace calendar_limits

struct CalendarSlot {
    OpeningFacts opening;
    std::optional<OfferFacts> offer;                // live or confirming
    std::vector<engine::Delivery> deliveries = {};  // of the offer's message
    std::string guest_service = {};                 // what its guest comes for, if it says less
};

struct SlotCalendar {
    core::ResourceNumber resource;
    Time at{};
    Time from{};
    Time to{};                        // not included
    std::uint32_t last = 0;           // number of an opening
    std::vector<CalendarSlot> slots;  // by their start, once cut
    std::size_t live = 0;             // so many of them came from memory, by number
    bool is_whole = true;             // false: there are more
};

// What the memory tells, not cut yet.
SlotCalendar calendar_of(const core::ResourceState& state, Time now, Time from, Time to);
// The number after which ended openings are looked for.
std::uint32_t ended_after(const SlotCalendar& calendar);
// A stored row that begins within the time and is not there yet. Withdrawn ones are left out: the
// slot was not to be had after all.
void add_ended(SlotCalendar& calendar, const engine::StoredRow& row);
// Of those that have ended: what was booked and given back again is somebody else's by now, under a
// number of its own.
void drop_given_back(SlotCalendar& calendar, const core::ResourceState& state);
// Puts them in order, and keeps as many as are shown. Deliveries are added after that.
void cut(SlotCalendar& calendar);

void write_slot_calendar(JsonWriter& writer, const SlotCalendar& calendar);

}  // namespace standby::interchange
