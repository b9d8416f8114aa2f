// One calendar's turn: look where it stands, compare with what is remembered, open what has gone,
// withdraw what came back, and write what guests claimed into it. What is decided is stored before
// anything is done about it, so that a crash in between is made good at the next turn: an opening
// is known by its event, and an appointment by its UID.
#pragma once

#include "app/intake/calendar_records.hpp"
#include "app/service/log.hpp"
#include "core/rules/zone_book.hpp"
#include "engine/ports/calendars.hpp"
#include "engine/ports/clock.hpp"
#include "engine/ports/gateway.hpp"
#include "engine/ports/registry.hpp"
#include "engine/ports/store.hpp"
#include "intake/calendar/appointment.hpp"
#include "intake/calendar/calendar_source.hpp"
#include "interchange/catalogue/offered_names.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace standby::app {

struct CalendarServices {
    engine::Store& store;
    engine::Registry& registry;
    engine::Gateway& gateway;
    const engine::Clock& clock;
    const core::ZoneBook& zones;
    Log& log;
};

// How far ahead appointments are looked at.
inline constexpr Duration calendar_stretch = std::chrono::days{180};

// What of a list matters here.
struct FollowedList {
    std::string time_zone;
    bool is_external = false;
    bool is_for_slots = false;
};
std::optional<FollowedList> followed_list(engine::Gateway& gateway, core::ResourceNumber list);

// What the catalogue makes of an event.
std::optional<core::Slot> slot_in_words_of(const interchange::OfferedNames& offered,
                                           const intake::Occurrence& occurrence,
                                           const engine::CalendarSettings& settings);

class CalendarTurn {
public:
    CalendarTurn(CalendarServices& services, interchange::WebClient& web,
                 const engine::Connection& connection, const engine::CalendarSettings& settings,
                 const engine::CalendarSecrets& secrets)
        : services_(services),
          web_(web),
          connection_(connection),
          settings_(settings),
          secrets_(secrets) {}

    // False: the store or the list could not be reached, or another node was faster.
    bool look();
    // What is under way goes on, without a look at the calendar.
    bool go_on();
    // Staff say what became of those that have gone, perhaps.
    bool settle(bool is_free);

    const CalendarProgress& progress() const { return progress_; }
    bool has_work() const;  // something that `go_on` has to watch

private:
    struct Claim;  // what became of an opening

    bool load();
    bool save();
    bool look_at_it();
    void take_change(const intake::CalendarChange& change);
    void free(const std::string& id, const core::Slot& slot);
    void take_back();
    void ask_staff(const intake::CalendarChange& change);
    void end_question(std::string_view outcome);
    void count_appointments();
    bool carry_out();
    void open(const std::string& id, FreedRecord& record);
    void withdraw(FreedRecord& record);
    void follow(const std::string& id, FreedRecord& record, const Claim& claim);
    void write(const std::string& id, FreedRecord& record, const Claim& claim);
    static Claim claim_of(const core::ResourceState& state, core::OpeningNumber number);
    std::string uid_of(const FreedRecord& record) const;
    intake::CalendarMemory memory_without(const FreedRecord& record) const;
    void report(const Claim& claim, core::BookingOutcome outcome);
    void add_conflict(const std::string& id, const FreedRecord& record, const Claim& claim);
    void put(const std::string& key, std::string data);
    void drop(const std::string& key);
    std::vector<core::Slot> offered_slots() const;

    CalendarServices& services_;
    interchange::WebClient& web_;
    const engine::Connection& connection_;
    const engine::CalendarSettings& settings_;
    const engine::CalendarSecrets& secrets_;

    FollowedList list_;
    std::uint64_t mark_ = 0;
    CalendarProgress progress_;
    intake::CalendarMemory memory_;
    std::map<std::string, FreedRecord> records_;
    std::map<std::string, core::Slot> asked_;
    std::map<std::string, std::string> put_;
    std::set<std::string> dropped_;
    std::vector<engine::ConnectionCard> cards_;
    bool has_looked_ = false;
};

}  // namespace standby::app
