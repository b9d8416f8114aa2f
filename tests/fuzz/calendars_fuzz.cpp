// Calendars that other people's programs write: any text is read or refused, in bounded time and
// size, and what is remembered of it is read back as it was written.
#include "core/rules/zone_book.hpp"
#include "intake/calendar/appointment.hpp"
#include "intake/calendar/calendar_change.hpp"
#include "intake/calendar/calendar_text.hpp"
#include "tests/fuzz/support/check.hpp"
#include "tests/fuzz/support/input.hpp"

#include <string>

namespace standby::fuzz {
namespace {

const Time from{std::chrono::sys_days{std::chrono::year{2026} / 11 / 1}};
const Time until = from + std::chrono::days{180};

intake::CalendarReading reading(const Zone& zone) {
    return {.from = from,
            .until = until,
            .own_zone = &zone,
            .find_zone = [](std::string_view) { return nullptr; }};
}

void check(std::string_view text, const Zone& zone) {
    const auto content = intake::read_calendar(text, reading(zone));
    if (!content) {
        return;
    }
    expect(content->occurrences.size() <= intake::calendar_occurrences_max, "there is a limit");
    intake::CalendarObject object;
    const engine::CalendarSettings settings;
    for (const intake::Occurrence& one : content->occurrences) {
        expect(one.starts_at < until, "nothing begins behind the stretch");
        expect(one.length >= Duration{0}, "nothing ends before it begins");
        expect(content->uids.contains(one.uid), "its event is named");
        object.times.push_back({.id = intake::calendar_time_id(one),
                                .starts_at = one.starts_at,
                                .length = one.length,
                                .appointment = intake::slot_of(one, settings, {})});
    }
    if (object.times.size() <= intake::series_occurrences_max) {
        expect(intake::read_calendar_object(intake::write_calendar_object(object)) == object,
               "it is remembered as it was");
    }
    intake::CalendarMemory memory;
    const auto first = intake::compare_looks(
        memory, {.changed = {{"a", object}}, .deleted = {}, .is_whole = true}, from, {});
    expect(first.freed.empty(), "a first look frees nothing");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = Input(data, size).text();
    static const Zone zone = Zone::utc();
    check(text, zone);
    check("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART:20261119T130000Z\n" + std::string(text) +
              "\nEND:VEVENT\nEND:VCALENDAR",
          zone);
    return 0;
}

}  // namespace standby::fuzz
