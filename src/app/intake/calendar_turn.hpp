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
#include <string_view>
#include <utility>
#include <vector>

namespace standby::app {

struct CalendarServices {
    engine::Store& store;
    engine::Registry& registry;
    engine::Gateway& gateway;
    const engine::Clock& clock;
    const core::ZoneBook& zones;
    Log& log;
    intake::Sandbox* sandbox = nullptr;  // in which calendars are read; null: in this process
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
    // Whether something has to be tried again, without anything new on the list.
    bool has_work() const;

private:
    // What became of an opening, as the engine sees it.
    struct Claim {
        core::OpeningNumber opening;
        core::OpeningState state = core::OpeningState::None;
        core::OfferNumber offer;        // that waits for the booking
        core::Ticket entry = 0;         // whose guest has it, or claimed it
        bool was_used = false;          // whoever it was written for was there, or was to be
        core::OpeningNumber successor;  // the same place, opened again
    };
    struct Watched {
        std::string id;
        core::OpeningNumber opening;
        core::Ticket entry = 0;
        core::Slot slot;
    };
    struct ListView {
        std::vector<std::pair<std::string, Claim>> claims;
        std::vector<std::pair<core::OpeningNumber, core::Slot>> held;  // and not known here
    };

    bool load();
    bool save();
    bool look_at_it();
    void take_change(const intake::CalendarChange& change);
    void free(const std::string& id, const core::Slot& slot);
    void take_back();
    void forget_past(std::string_view mark);
    void ask_staff(const intake::CalendarChange& change);
    void end_question(std::string_view outcome);
    void count_appointments();
    bool carry_out();
    void open(const std::string& id, FreedRecord& record);
    void withdraw(FreedRecord& record);
    void follow(const std::string& id, FreedRecord& record, const Claim& claim);
    static bool is_followed(FreedRecord::Stage stage);
    static Claim claim_of(const core::ResourceState& state, const Watched& one, bool has_the_word);
    static ListView view_of(const core::ResourceState& state, const std::vector<Watched>& watched,
                            const std::set<core::OpeningNumber>& known, bool has_the_word);
    std::optional<bool> has_last_word() const;
    void adopt(const std::vector<std::pair<core::OpeningNumber, core::Slot>>& held);
    void keep_adopted(const std::string& id, FreedRecord record);
    bool is_ours(const core::Slot& slot) const;

    bool writes() const;
    bool has_looked();
    bool is_somebody_there(const FreedRecord& record) const;
    std::string uid_of(const FreedRecord& record) const;
    intake::CalendarMemory memory_without(const FreedRecord& record) const;
    std::optional<intake::ClaimedAppointment> appointment_of(const FreedRecord& record,
                                                             core::Ticket ticket);
    void write(const std::string& id, FreedRecord& record, const Claim& claim);
    void lose(const std::string& id, FreedRecord& record, const Claim& claim);
    void take_out(const std::string& id, FreedRecord& record, bool is_over);
    void reach(const std::string& id, FreedRecord& record, FreedRecord::Stage stage);
    void try_later(const std::string& id, FreedRecord& record);
    void report(const Claim& claim, core::BookingOutcome outcome);
    std::uint64_t add_card(std::string_view kind, const FreedRecord& record, core::Ticket entry);
    void add_clash(const std::string& id, FreedRecord& record, const Claim& claim);
    void end_clash(const std::string& id, FreedRecord& record, std::string_view outcome);
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
    bool has_adopted_ = false;
    bool is_changed_ = false;  // of the progress
};

}  // namespace standby::app
