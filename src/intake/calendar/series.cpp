// The steps of a rule are counted on the event's own clock, and each is an instant by itself: so an
// appointment at two stays at two when the clocks change.
#include "intake/calendar/series.hpp"

#include "base/clean_text.hpp"
#include "intake/calendar/calendar_text.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <string_view>

namespace standby::intake {
namespace {

constexpr std::size_t text_bytes_max = 1'000;
constexpr std::size_t description_bytes_max = 4'000;
constexpr std::size_t categories_max = 20;
constexpr Duration length_max = std::chrono::days{60};

struct FreeIterator {
    void operator()(icalrecur_iterator* iterator) const { icalrecur_iterator_free(iterator); }
};

icalproperty* first(icalcomponent* component, icalproperty_kind kind) {
    return icalcomponent_get_first_property(component, kind);
}

template <class Use>
void for_each(icalcomponent* component, icalproperty_kind kind, Use use) {
    for (icalproperty* property = icalcomponent_get_first_property(component, kind);
         property != nullptr; property = icalcomponent_get_next_property(component, kind)) {
        use(property);
    }
}

std::string text_of(const char* text) {
    return text == nullptr ? std::string() : clean_line(text, text_bytes_max);
}

Duration duration_of(const icaldurationtype& duration) {
    return std::chrono::seconds{icaldurationtype_as_int(duration)};
}

Duration length_of(icalcomponent* component, const ZonesOfText& zones, const icaltimetype& start,
                   Time starts_at) {
    Duration length{0};
    if (icalproperty* end = first(component, ICAL_DTEND_PROPERTY)) {
        const icaltimetype value = icalproperty_get_dtend(end);
        if (const auto ends_at = zones.of(end, value).instant(value)) {
            length = *ends_at - starts_at;
        }
    } else if (icalproperty* duration = first(component, ICAL_DURATION_PROPERTY)) {
        length = duration_of(icalproperty_get_duration(duration));
    } else if (start.is_date != 0) {
        length = std::chrono::days{1};
    }
    return length < Duration{0} || length > length_max ? Duration{0} : length;
}

// Until when a rule goes; the iterator compares the clock with UTC, so it is asked here.
struct RuleEnd {
    std::optional<Time> until;
    static RuleEnd of(icalrecurrencetype& rule, const Event& event) {
        RuleEnd end;
        icaltimetype until = rule.until;
        if (icaltime_is_null_time(until) == 0) {
            const bool is_utc = icaltime_is_utc(until) != 0;
            const bool is_day = until.is_date != 0;
            until.is_date = event.start.is_date;
            if (is_day && event.start.is_date == 0) {
                until.hour = 23;
                until.minute = until.second = 59;
            }
            end.until =
                is_utc && !is_day ? EventZone::utc().instant(until) : event.zone.instant(until);
            rule.until = icaltime_null_time();
        }
        return end;
    }
};

// False: there are too many of them.
bool follow_rule(icalrecurrencetype rule, const Event& event, Time from, Time until,
                 std::set<Time>& starts) {
    if (rule.freq == ICAL_SECONDLY_RECURRENCE || rule.freq == ICAL_MINUTELY_RECURRENCE ||
        rule.freq == ICAL_NO_RECURRENCE) {
        return false;
    }
    const RuleEnd end = RuleEnd::of(rule, event);
    const std::unique_ptr<icalrecur_iterator, FreeIterator> steps(
        icalrecur_iterator_new(rule, without_zone(event.start)));
    if (steps == nullptr) {
        return false;
    }
    for (std::size_t count = 0; count < rule_steps_max; ++count) {
        const icaltimetype step = icalrecur_iterator_next(steps.get());
        if (icaltime_is_null_time(step) != 0 || step.year > 2200) {
            return true;
        }
        const auto instant = event.zone.instant(step);
        if (!instant || *instant >= until || (end.until && *instant > *end.until)) {
            return true;
        }
        if (*instant >= from && starts.insert(*instant).second &&
            starts.size() > series_occurrences_max) {
            return false;
        }
    }
    return false;
}

}  // namespace

std::string instance_text(Time time) {
    std::string text = format_time(std::chrono::floor<std::chrono::seconds>(time));
    std::erase_if(text, [](char one) { return one == '-' || one == ':'; });
    return text;
}

bool is_series(const Event& event) {
    return first(event.component, ICAL_RRULE_PROPERTY) != nullptr ||
           first(event.component, ICAL_RDATE_PROPERTY) != nullptr;
}

std::optional<Event> read_event(icalcomponent* component, const ZonesOfText& zones) {
    icalproperty* start = first(component, ICAL_DTSTART_PROPERTY);
    if (start == nullptr) {
        return std::nullopt;
    }
    Event event;
    event.component = component;
    event.start = icalproperty_get_dtstart(start);
    event.zone = zones.of(start, event.start);
    const auto starts_at = event.zone.instant(event.start);
    if (!starts_at) {
        return std::nullopt;
    }
    Occurrence& shape = event.shape;
    shape.starts_at = *starts_at;
    shape.is_all_day = event.start.is_date != 0;
    shape.length = length_of(component, zones, event.start, *starts_at);
    shape.uid = text_of(icalcomponent_get_uid(component));
    shape.title = text_of(icalcomponent_get_summary(component));
    if (const char* description = icalcomponent_get_description(component)) {
        shape.description = clean_lines(description, description_bytes_max);
    }
    shape.location = text_of(icalcomponent_get_location(component));
    for_each(component, ICAL_CATEGORIES_PROPERTY, [&](icalproperty* property) {
        std::string_view rest = icalproperty_get_categories(property) == nullptr
                                    ? std::string_view()
                                    : icalproperty_get_categories(property);
        while (!rest.empty() && shape.categories.size() < categories_max) {
            const std::size_t comma = std::min(rest.find(','), rest.size());
            const std::string one = clean_line(rest.substr(0, comma), text_bytes_max);
            if (!one.empty()) {
                shape.categories.push_back(one);
            }
            rest.remove_prefix(std::min(comma + 1, rest.size()));
        }
    });
    icalproperty* status = first(component, ICAL_STATUS_PROPERTY);
    icalproperty* shown_as = first(component, ICAL_TRANSP_PROPERTY);
    event.is_taken =
        (status == nullptr || icalproperty_get_status(status) != ICAL_STATUS_CANCELLED) &&
        (shown_as == nullptr ||
         (icalproperty_get_transp(shown_as) != ICAL_TRANSP_TRANSPARENT &&
          icalproperty_get_transp(shown_as) != ICAL_TRANSP_TRANSPARENTNOCONFLICT));
    event.sequence = icalcomponent_get_sequence(component);
    if (icalproperty* instance = first(component, ICAL_RECURRENCEID_PROPERTY)) {
        const icaltimetype value = icalproperty_get_recurrenceid(instance);
        event.instance = zones.of(instance, value).instant(value);
        event.is_instance_a_date = value.is_date != 0;
        icalparameter* range = icalproperty_get_first_parameter(instance, ICAL_RANGE_PARAMETER);
        event.changes_later_ones =
            range != nullptr && icalparameter_get_range(range) == ICAL_RANGE_THISANDFUTURE;
        if (!event.instance) {
            return std::nullopt;
        }
    }
    return event;
}

std::optional<std::vector<Time>> starts_of(const Event& event, const ZonesOfText& zones, Time from,
                                           Time until) {
    std::set<Time> starts;
    if (event.shape.starts_at >= from && event.shape.starts_at < until) {
        starts.insert(event.shape.starts_at);
    }
    bool is_followed = true;
    for_each(event.component, ICAL_RRULE_PROPERTY, [&](icalproperty* property) {
        is_followed = is_followed &&
                      follow_rule(icalproperty_get_rrule(property), event, from, until, starts);
    });
    for_each(event.component, ICAL_RDATE_PROPERTY, [&](icalproperty* property) {
        const icaldatetimeperiodtype value = icalproperty_get_rdate(property);
        const icaltimetype time =
            icaltime_is_null_time(value.time) != 0 ? value.period.start : value.time;
        const auto instant = zones.of(property, time).instant(time);
        if (instant && *instant >= from && *instant < until &&
            starts.size() < series_occurrences_max) {
            starts.insert(*instant);
        }
    });
    if (!is_followed) {
        return std::nullopt;
    }
    for_each(event.component, ICAL_EXDATE_PROPERTY, [&](icalproperty* property) {
        const icaltimetype time = icalproperty_get_exdate(property);
        const auto instant = zones.of(property, time).instant(time);
        if (!instant) {
            return;
        }
        starts.erase(*instant);
        if (time.is_date != 0 && event.start.is_date == 0) {
            // A day that is left out takes the appointment of that day with it.
            std::erase_if(starts, [&](Time start) {
                return start >= *instant && start < *instant + std::chrono::days{1};
            });
        }
    });
    return std::vector<Time>(starts.begin(), starts.end());
}

}  // namespace standby::intake
