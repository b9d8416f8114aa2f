// The story's clock: what "14:00", "tomorrow 08:00" or "Sunday 08:00 in Asia/Tokyo" mean at this
// point of the story, and how an instant is written for its readers.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "base/zone.hpp"
#include "core/rules/zone_book.hpp"
#include "tests/scenarios/runner/words.hpp"

#include <string>
#include <string_view>

namespace standby::scenarios {

class Calendar {
public:
    // The book must outlive the calendar.
    explicit Calendar(const core::ZoneBook& zones) : zones_(zones) {}

    // Sets the story's zone; refused when nobody knows it.
    Result<void, std::string> live_in(std::string_view zone);
    const std::string& zone() const { return zone_.name(); }

    Time now() const { return now_; }
    void set_now(Time now) { now_ = now; }

    // A moment as {moment} allows it. Without a day it is today's, a weekday is the next one of
    // that name, today included. A reading that the clock skips is refused; of one that it shows
    // twice the first is meant.
    Result<Time, std::string> moment(WordSpan words) const;

    // The first and the last millisecond of a day.
    Result<Time, std::string> day_begin(std::string_view date) const;
    Result<Time, std::string> day_end(std::string_view date) const;

    // "Sat 2026-11-14 13:45", with seconds only where there are any.
    std::string written(Time time) const;

private:
    Result<std::chrono::local_days, std::string> day_of(const Word& word, const Zone& zone) const;

    const core::ZoneBook& zones_;
    Zone zone_ = Zone::utc();
    Time now_{};
};

// The date as a day of the calendar; refused when it does not exist.
Result<std::chrono::local_days, std::string> parse_date(std::string_view text);

// "14:00" or "14:00:30" since midnight.
Result<std::chrono::seconds, std::string> parse_clock(std::string_view text);

}  // namespace standby::scenarios
