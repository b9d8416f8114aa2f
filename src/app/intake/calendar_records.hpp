// What is kept of a calendar that a list follows, beside its objects: how far it was read, and each
// appointment that went, from its opening to what became of it.
#pragma once

#include "base/time.hpp"
#include "core/model/wants.hpp"
#include "intake/calendar/calendar_source.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace standby::app {

struct CalendarProgress {
    intake::SourceState source;
    std::optional<Time> tried_at;
    std::optional<Time> looked_at;
    std::optional<Time> changed_at;
    std::string problem;         // by its name; empty: none
    std::uint32_t failures = 0;  // in a row
    std::uint64_t appointments = 0;
    std::uint64_t unreadable = 0;
    std::string question;
    bool is_hushed = false;  // staff know that there is nothing left
    std::uint64_t card = 0;  // that asks them
    bool wants_second_look = false;
    bool adopts = false;  // knows what guests had before the list followed it
    friend bool operator==(const CalendarProgress&, const CalendarProgress&) = default;
};
std::string write_progress(const CalendarProgress& progress);
CalendarProgress read_progress(std::string_view text);

// One appointment that went.
struct FreedRecord {
    enum class Stage : std::uint8_t {
        New,      // to be opened
        Offered,  // as an opening
        Back,     // taken again in the calendar: the opening is to be withdrawn
        Done,
        Written,   // in the calendar for the guest who has it
        Leaving,   // its guest has it no more: it is to go from the calendar
        Clashing,  // a guest has it, and so has somebody in the calendar
    };
    Stage stage = Stage::New;
    std::uint32_t times = 1;    // it may come back and go again
    std::uint32_t opening = 0;  // its number on the list
    std::uint32_t tries = 0;    // to write it, or to take it out
    std::uint32_t entry = 0;    // for whose guest it is, or may be, in the calendar
    std::uint64_t card = 0;     // that tells staff of a clash
    std::optional<Time> retry_at;
    core::Slot slot;
};
std::string write_record(const FreedRecord& record);
std::optional<FreedRecord> read_record(std::string_view text);

}  // namespace standby::app
