// Looks at a calendar where it is, and tells what is other than what is remembered of it.
#pragma once

#include "base/result.hpp"
#include "intake/calendar/calendar_change.hpp"
#include "intake/calendar/calendar_settings.hpp"
#include "intake/calendar/calendar_text.hpp"
#include "interchange/web/web_client.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace standby::intake {

inline constexpr std::size_t calendar_objects_max = 20'000;
inline constexpr std::size_t fetched_at_once = 100;
inline constexpr std::size_t sync_pages_max = 100;
// Everything is looked at anew now and then: series move into the stretch that is looked at.
inline constexpr Duration whole_look_every = std::chrono::days{7};

// How far the source has been read; opaque to everybody else.
struct SourceState {
    std::string token;  // of sync-collection, or Google's
    std::string etag;   // of a feed; the ctag of a collection
    std::optional<Time> whole_at;
    friend bool operator==(const SourceState&, const SourceState&) = default;
};

struct SourceSight {
    CalendarLook look;
    SourceState state;
    bool is_unchanged = false;  // the source says that nothing is new
    std::size_t events = 0;     // that were read
    std::size_t unreadable = 0;
};

struct SourceRequest {
    const CalendarSettings& settings;
    const CalendarSecrets& secrets;
    const SourceState& state;
    const CalendarMemory& memory;
    const CalendarReading& reading;
    Time now{};
    // What slot an event fills; nothing: it is no appointment.
    std::function<std::optional<core::Slot>(const Occurrence&)> slot_of;
    bool wants_whole = false;  // something was missing at the last look
};
using Sight = Result<SourceSight, interchange::WebProblem>;

Sight look_at_caldav(interchange::WebClient& web, const SourceRequest& request);
Sight look_at_feed(interchange::WebClient& web, const SourceRequest& request);
Sight look_at_calendar(interchange::WebClient& web, const SourceRequest& request);

// What is remembered of the events of one object.
CalendarObject object_of(const std::vector<Occurrence>& occurrences, std::string version,
                         const SourceRequest& request);
interchange::WebLogin login_of(const CalendarSettings& settings, const CalendarSecrets& secrets);
interchange::WebProblem problem_of(CalendarTextError error);

// An appointment that a guest claimed, as it is written into the calendar.
struct ClaimedAppointment {
    std::string uid;  // the same for every try
    core::Slot slot;
    std::string title;
    std::string description;
    Time stamp{};
};
// Where it was written. Changed: there is something of that name that is not ours.
Result<std::string, interchange::WebProblem> write_to_calendar(interchange::WebClient& web,
                                                               const CalendarSettings& settings,
                                                               const CalendarSecrets& secrets,
                                                               const ClaimedAppointment& claimed);
// What became of something that we wrote and wanted gone.
enum class Removal : std::uint8_t {
    Gone,    // now, or before
    Edited,  // somebody has made something else of it, so it stays
};
// Takes out what was written with this UID, as long as it is still at its time and has its title;
// an empty title is not compared.
Result<Removal, interchange::WebProblem> remove_from_calendar(interchange::WebClient& web,
                                                              const CalendarSettings& settings,
                                                              const CalendarSecrets& secrets,
                                                              const ClaimedAppointment& written);
Result<Removal, interchange::WebProblem> remove_from_caldav(interchange::WebClient& web,
                                                            const CalendarSettings& settings,
                                                            const CalendarSecrets& secrets,
                                                            const ClaimedAppointment& written);
// Under which key what is written with this UID is remembered.
std::string key_of_written(const CalendarSettings& settings, const std::string& uid);
std::string caldav_url_of(const CalendarSettings& settings, const std::string& uid);
Result<std::string, interchange::WebProblem> write_to_caldav(interchange::WebClient& web,
                                                             const CalendarSettings& settings,
                                                             const CalendarSecrets& secrets,
                                                             const ClaimedAppointment& claimed);

}  // namespace standby::intake
