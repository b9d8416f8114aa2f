// Lists of slots that follow calendars: how each is set up, what staff see of it, and what the API
// asks of whoever looks at them.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "core/model/ids.hpp"
#include "core/model/wants.hpp"
#include "engine/ports/connections.hpp"
#include "engine/ports/registry.hpp"
#include "engine/ports/store.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::engine {

inline constexpr std::size_t calendar_patterns_max = 20;
inline constexpr std::size_t calendar_categories_max = 20;
inline constexpr std::size_t calendar_pattern_length_max = 200;
inline constexpr std::uint32_t calendar_at_once_max = 200;
inline constexpr Duration calendar_notice_max = std::chrono::days{60};
inline constexpr std::size_t calendar_secret_bytes_max = 5'000;  // Google's key file

enum class CalendarKind : std::uint8_t { CalDav, Ics, Google };
std::string_view name_of(CalendarKind kind);  // "caldav"
std::optional<CalendarKind> calendar_kind_named(std::string_view name);

struct CalendarSettings {
    CalendarKind kind = CalendarKind::CalDav;
    // CalDAV: the calendar's collection. Google: where its API is; empty: at Google.
    std::string url;
    std::string username;
    std::string calendar;  // Google: the calendar's id

    // Events with any of these categories are appointments; empty: categories don't matter.
    std::vector<std::string> categories;
    // "{service} - {name}": titles that fit one of these are appointments; empty: all are.
    std::vector<std::string> titles;
    bool all_day = false;       // whole days can be appointments
    std::uint32_t at_once = 1;  // so many can be there at the same time before it is full

    // What they are where the calendar doesn't say.
    std::string service;
    std::string staff;
    std::string place;
    std::uint32_t size_min = 1;
    std::uint32_t size_max = 1;
    std::optional<core::Money> price;
    Duration length = std::chrono::hours{1};

    Duration notice = std::chrono::hours{1};  // what goes later than this is not offered
    bool writes = true;                       // what guests claim is written into the calendar
    friend bool operator==(const CalendarSettings&, const CalendarSettings&) = default;
};

// What stays secret: a password, or Google's key file.
struct CalendarSecrets {
    std::string password;
    std::string key_file;
    friend bool operator==(const CalendarSecrets&, const CalendarSecrets&) = default;
};

// An appointment that has gone, perhaps: staff say whether its time is free.
struct GoneAppointment {
    std::string id;
    core::Slot slot;
};

struct CalendarStatus {
    std::optional<Time> looked_at;   // the last look that came to something
    std::optional<Time> tried_at;    // the last one
    std::optional<Time> changed_at;  // when something was last new
    std::string problem;             // "wrong_login"; empty: none
    std::string sentence;            // about it
    std::uint64_t appointments = 0;  // that lie ahead
    std::uint64_t unreadable = 0;    // events that we cannot read
    std::uint64_t offered = 0;       // freed, and not taken yet
    std::string question;            // "many", "empty", "edge"; empty: none
    std::vector<GoneAppointment> gone;
    std::vector<GoneAppointment> conflicts;  // claimed here, and taken in the calendar
    std::vector<GoneAppointment> left;  // ours, let go of here, edited there by others
};

struct FollowedCalendar {
    std::uint64_t number = 0;
    core::ResourceNumber resource;
    AccountNumber account;
    CalendarSettings settings;
    bool has_secret = false;
    bool is_locked = false;  // sealed with a key that this server does not have
    Time created_at{};
    CalendarStatus status;
};

// What one look without consequences found.
struct TestedCalendar {
    std::string problem;  // empty: it works
    std::string sentence;
    std::uint64_t events = 0;
    std::uint64_t unreadable = 0;
    std::uint64_t appointments = 0;
    std::vector<core::Slot> next;  // the first of them
};

enum class CalendarError : std::uint8_t {
    NoKey,         // the key that seals passwords cannot be read or made
    KeyNotShared,  // other nodes could not read what this one would seal
    TooMany,       // the list follows as many as it may
    Unavailable,
};

// All calls may come from any thread. Those with a registry wait for the store; the others answer
// later, on a thread of their own, where `done` must be quick, or at once with nothing when too
// much is under way.
class Calendars {
public:
    virtual ~Calendars() = default;

    // Of one list.
    virtual Result<std::vector<FollowedCalendar>, StoreError>
    calendars(Registry& registry, core::ResourceNumber list) = 0;
    virtual Result<std::optional<FollowedCalendar>, StoreError> calendar(Registry& registry,
                                                                         std::uint64_t number) = 0;
    virtual Result<std::uint64_t, CalendarError> add(Registry& registry, AccountNumber account,
                                                     core::ResourceNumber list,
                                                     const CalendarSettings& settings,
                                                     const CalendarSecrets& secrets, Time now) = 0;
    // What it has freed stays free. False: there was none.
    virtual Result<bool, StoreError> remove(Registry& registry, AccountNumber account,
                                            std::uint64_t number, Time now) = 0;

    virtual void test(AccountNumber account, core::ResourceNumber list, CalendarSettings settings,
                      CalendarSecrets secrets,
                      std::function<void(std::optional<TestedCalendar>)> done) = 0;
    // Looks now.
    virtual void look(std::uint64_t number, std::function<void(bool)> done) = 0;
    // What has gone, perhaps, is offered, or was a mistake.
    virtual void settle(std::uint64_t number, bool is_free, std::function<void(bool)> done) = 0;
};

}  // namespace standby::engine
