// The way in for calendars of strangers: they are read in the sandbox, and what comes out of it is
// checked again, because a reader that was taken over may answer anything.
#pragma once

#include "core/rules/zone_book.hpp"
#include "intake/calendar/calendar_text.hpp"
#include "intake/sandbox/reader.hpp"
#include "intake/sandbox/sandbox.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake {

inline constexpr std::string_view calendar_job = "calendar";

using ReadCalendar = Result<CalendarContent, CalendarTextError>;

// Each of the texts, in their order; all by one child. Waits until they are read. Where the reading
// names no sandbox, they are read here.
std::vector<ReadCalendar> read_calendars(const std::vector<std::string_view>& texts,
                                         const CalendarReading& reading);

// The child's side. It has its time zones from here, before it gives up its rights.
using ReadZones = core::ZoneBook (*)();
void set_calendar_zones(ReadZones read);
void prepare_calendar_job();
ReaderAnswer run_calendar_job(std::string options, std::string bytes);

// How they go over the socket. Nothing when the bytes are no such answer, to so many texts.
std::string encode_calendars(const std::vector<ReadCalendar>& calendars);
std::optional<std::vector<ReadCalendar>> decode_calendars(std::string_view bytes,
                                                          std::size_t texts);

}  // namespace standby::intake
