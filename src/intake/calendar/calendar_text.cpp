#include "intake/calendar/calendar_text.hpp"

#include "base/text.hpp"
#include "base/text_encoding.hpp"
#include "intake/calendar/series.hpp"

#include <libical/ical.h>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

namespace standby::intake {
namespace {

struct FreeComponent {
    void operator()(icalcomponent* component) const { icalcomponent_free(component); }
};
using Component = std::unique_ptr<icalcomponent, FreeComponent>;

// All events of one UID.
struct Family {
    std::vector<Event> masters;
    std::vector<Event> changed;  // single ones of the series
    bool is_unreadable = false;
};
using Families = std::map<std::string, Family>;

// Whether every END has a BEGIN before it. The library writes to the error stream about each that
// has none, which a stranger could fill the disk with.
bool is_well_nested(std::string_view text) {
    constexpr std::size_t head_max = 6;
    std::size_t depth = 0;
    while (!text.empty()) {
        std::string head;  // of a line, with what was folded
        for (bool goes_on = true; goes_on;) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            head += trim(text.substr(0, end), "\r").substr(0, head_max);
            text.remove_prefix(std::min(end + 1, text.size()));
            goes_on = head.size() < head_max && !text.empty() &&
                      (text.front() == ' ' || text.front() == '\t');
            text.remove_prefix(goes_on ? 1 : 0);
        }
        head = to_lower(trim(head));
        if (head.starts_with("begin:")) {
            ++depth;
        } else if (head.starts_with("end:") && depth-- == 0) {
            return false;
        }
    }
    return true;
}

class Reader {
public:
    explicit Reader(const CalendarReading& reading) : reading_(reading) {}

    // False: there is too much of it.
    bool take(icalcomponent* calendar) {
        const ZonesOfText zones{
            .calendar = calendar, .own = reading_.own_zone, .find = &reading_.find_zone};
        Families families;
        for (icalcomponent* component =
                 icalcomponent_get_first_component(calendar, ICAL_VEVENT_COMPONENT);
             component != nullptr;
             component = icalcomponent_get_next_component(calendar, ICAL_VEVENT_COMPONENT)) {
            if (++content_.events > calendar_events_max) {
                return false;
            }
            take_event(component, zones, families);
        }
        for (auto& [uid, family] : families) {
            if (!spread(family, zones)) {
                family.is_unreadable = true;
            }
            if (family.is_unreadable) {
                content_.unreadable.insert(uid);
            }
            if (content_.occurrences.size() > calendar_occurrences_max) {
                return false;
            }
        }
        return true;
    }
    CalendarContent finish() {
        std::ranges::stable_sort(content_.occurrences, {}, &Occurrence::starts_at);
        return std::move(content_);
    }

private:
    void take_event(icalcomponent* component, const ZonesOfText& zones, Families& families) {
        const auto event = read_event(component, zones);
        std::string uid;
        if (event) {
            uid = event->shape.uid;
        } else if (const char* text = icalcomponent_get_uid(component)) {
            uid = text;
        }
        content_.uids.insert(uid);
        Family& family = families[uid];
        if (!event || uid.empty()) {
            family.is_unreadable = true;
            return;
        }
        reaches(event->shape.starts_at);
        if (event->instance) {
            family.changed.push_back(*event);
            return;
        }
        // An older version of the same event may stand beside the newer one.
        if (!family.masters.empty() && family.masters.front().sequence > event->sequence) {
            return;
        }
        if (!family.masters.empty() && family.masters.front().sequence < event->sequence) {
            family.masters.clear();
        }
        family.masters.push_back(*event);
    }

    bool spread(const Family& family, const ZonesOfText& zones) {
        bool is_complete = true;
        for (const Event& master : family.masters) {
            // What began before the stretch may reach into it.
            const auto starts =
                starts_of(master, zones, reading_.from - master.shape.length, reading_.until);
            if (!starts) {
                is_complete = false;
                continue;
            }
            const bool repeats = is_series(master);
            const Event* range = nullptr;
            for (const Time start : *starts) {
                if (changed_at(family, start, master) != nullptr) {
                    continue;
                }
                range = range_at(family, start, range);
                const Event& as = range == nullptr ? master : *range;
                const Duration shift =
                    range == nullptr ? Duration{0} : range->shape.starts_at - *range->instance;
                add(as, start + shift, repeats ? instance_text(start) : std::string());
            }
            if (repeats && !starts->empty()) {
                reaches(starts->back());
            }
        }
        for (const Event& changed : family.changed) {
            add(changed, changed.shape.starts_at, instance_text(*changed.instance));
        }
        return is_complete;
    }

    // The event that was put in place of this one of the series; null: none.
    static const Event* changed_at(const Family& family, Time start, const Event& master) {
        for (const Event& changed : family.changed) {
            const bool is_that_day = changed.is_instance_a_date && !master.shape.is_all_day &&
                                     start >= *changed.instance &&
                                     start < *changed.instance + std::chrono::days{1};
            if (*changed.instance == start || is_that_day) {
                return &changed;
            }
        }
        return nullptr;
    }
    // What the later ones look like since a change that was meant for them, too.
    static const Event* range_at(const Family& family, Time start, const Event* before) {
        const Event* found = before;
        for (const Event& changed : family.changed) {
            if (changed.changes_later_ones && *changed.instance <= start &&
                (found == nullptr || *found->instance < *changed.instance)) {
                found = &changed;
            }
        }
        return found;
    }

    void add(const Event& event, Time start, std::string instance) {
        const bool is_inside = start < reading_.until &&
                               start + std::max(event.shape.length, Duration{1}) > reading_.from;
        if (!event.is_taken || !is_inside) {
            return;
        }
        Occurrence occurrence = event.shape;
        occurrence.starts_at = start;
        occurrence.instance = std::move(instance);
        content_.occurrences.push_back(std::move(occurrence));
    }
    void reaches(Time time) {
        content_.reaches_to = std::max(content_.reaches_to.value_or(time), time);
    }

    const CalendarReading& reading_;
    CalendarContent content_;
};

}  // namespace

Result<CalendarContent, CalendarTextError> read_calendar(std::string_view text,
                                                         const CalendarReading& reading) {
    if (text.size() > calendar_bytes_max) {
        return std::unexpected(CalendarTextError::TooLarge);
    }
    auto decoded = decode_text(std::string(text));
    if (!decoded) {
        return std::unexpected(CalendarTextError::NotACalendar);
    }
    // The library stops at a zero byte, and would take the rest for deleted.
    std::ranges::replace(decoded->text, '\0', ' ');
    const std::string_view body = trim(decoded->text, " \t\r\n\x1a");
    constexpr std::string_view begin = "BEGIN:VCALENDAR";
    constexpr std::string_view end = "END:VCALENDAR";
    if (!equals_ignoring_case(body.substr(0, begin.size()), begin)) {
        return std::unexpected(CalendarTextError::NotACalendar);
    }
    if (body.size() < end.size() ||
        !equals_ignoring_case(body.substr(body.size() - end.size()), end)) {
        return std::unexpected(CalendarTextError::CutOff);
    }
    if (!is_well_nested(decoded->text)) {
        return std::unexpected(CalendarTextError::NotACalendar);
    }
    const Component root(icalparser_parse_string(decoded->text.c_str()));
    if (root == nullptr) {
        return std::unexpected(CalendarTextError::NotACalendar);
    }
    Reader reader(reading);
    if (icalcomponent_isa(root.get()) == ICAL_VCALENDAR_COMPONENT) {
        if (!reader.take(root.get())) {
            return std::unexpected(CalendarTextError::TooLarge);
        }
        return reader.finish();
    }
    std::size_t calendars = 0;
    for (icalcomponent* calendar =
             icalcomponent_get_first_component(root.get(), ICAL_VCALENDAR_COMPONENT);
         calendar != nullptr;
         calendar = icalcomponent_get_next_component(root.get(), ICAL_VCALENDAR_COMPONENT)) {
        ++calendars;
        if (!reader.take(calendar)) {
            return std::unexpected(CalendarTextError::TooLarge);
        }
    }
    if (calendars == 0) {
        return std::unexpected(CalendarTextError::NotACalendar);
    }
    return reader.finish();
}

}  // namespace standby::intake
