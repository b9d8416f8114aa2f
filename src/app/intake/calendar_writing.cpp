// What guests claim, in the calendar: written for whoever has the place, where it may be taken
// meanwhile, and taken out again when nobody of ours has it. Both are tried until they are
// answered.
#include "app/intake/calendar_turn.hpp"
#include "app/runtime/ask_engine.hpp"
#include "base/json/writer.hpp"

#include <sodium.h>

#include <algorithm>
#include <utility>

namespace standby::app {

using Stage = FreedRecord::Stage;

namespace {

constexpr std::string_view clash_mark = "c:";
constexpr std::string_view left_mark = "l:";
constexpr Duration first_retry = std::chrono::seconds{2};
constexpr Duration last_retry = std::chrono::seconds{60};

std::uint64_t draw_card() {
    std::uint64_t number = 0;
    randombytes_buf(&number, sizeof number);
    return (number & ((std::uint64_t{1} << 53U) - 1)) | 1U;
}

}  // namespace

bool CalendarTurn::writes() const {
    return settings_.writes && settings_.kind != engine::CalendarKind::Ics;
}

// The calendar without what we wrote for this very opening, and without what is about to go.
intake::CalendarMemory CalendarTurn::memory_without(const FreedRecord& record) const {
    intake::CalendarMemory memory = memory_;
    const auto forget = [&](const FreedRecord& one) {
        if (one.opening != 0) {
            memory.erase(intake::key_of_written(settings_, uid_of(one)));
        }
    };
    forget(record);
    for (const auto& [id, one] : records_) {
        if (one.stage == Stage::Leaving) {
            forget(one);
        }
    }
    return memory;
}

std::string CalendarTurn::uid_of(const FreedRecord& record) const {
    return "standby-" +
           core::format_id(
               core::opening_id(connection_.resource, core::OpeningNumber{record.opening})) +
           "-" + std::to_string(connection_.number);
}

// Nothing when it cannot be read now. The title has the guest's name, unless they were erased.
std::optional<intake::ClaimedAppointment> CalendarTurn::appointment_of(const FreedRecord& record,
                                                                       core::Ticket ticket) {
    const core::EntryId entry = core::entry_id(connection_.resource, ticket);
    const auto person = services_.store.person(entry);
    if (!person) {
        return std::nullopt;
    }
    const std::string name = *person ? (*person)->name : std::string();
    return intake::ClaimedAppointment{.uid = uid_of(record),
                                      .slot = record.slot,
                                      .title = record.slot.service.empty() ? name
                                               : name.empty()              ? record.slot.service
                                                              : record.slot.service + " - " + name,
                                      .description = "Standby: " + core::format_id(entry),
                                      .stamp = services_.clock.now()};
}

bool CalendarTurn::has_looked() {
    return has_looked_ || (look_at_it() && save());
}

bool CalendarTurn::is_somebody_there(const FreedRecord& record) const {
    return intake::is_taken(memory_without(record), record.slot, settings_.at_once);
}

void CalendarTurn::reach(const std::string& id, FreedRecord& record, Stage stage) {
    record.stage = stage;
    record.tries = 0;
    record.retry_at.reset();
    put("f:" + id, write_record(record));
}

void CalendarTurn::try_later(const std::string& id, FreedRecord& record) {
    ++record.tries;
    record.retry_at =
        services_.clock.now() +
        std::min<Duration>(first_retry * (1U << std::min(record.tries, 5U)), last_retry);
    put("f:" + id, write_record(record));
}

void CalendarTurn::write(const std::string& id, FreedRecord& record, const Claim& claim) {
    const bool is_confirming = claim.offer != core::OfferNumber{};
    const bool is_tried = record.entry == claim.entry && record.retry_at;
    if ((is_tried && services_.clock.now() < *record.retry_at) ||
        (record.stage == Stage::Clashing && !has_looked_)) {
        return;
    }
    if (!writes()) {
        // Nobody writes here. A booking system of the house's own confirms, if there is one.
        if (!is_confirming) {
            reach(id, record, Stage::Done);
        }
        return;
    }
    const auto appointment = appointment_of(record, claim.entry);
    if (!appointment || !has_looked()) {
        return;
    }
    if (is_somebody_there(record)) {
        lose(id, record, claim);
        return;
    }
    if (record.entry != claim.entry) {
        // Before it is sent: whatever becomes of the answer, somebody knows that it may be there.
        record.entry = claim.entry;
        put("f:" + id, write_record(record));
        if (!save()) {
            return;
        }
    }
    const auto written = intake::write_to_calendar(web_, settings_, secrets_, *appointment);
    if (!written && written.error() == interchange::WebProblem::Changed) {
        record.entry = 0;  // what stands there is not ours
        lose(id, record, claim);
        return;
    }
    if (!written) {
        progress_.problem = name_of(written.error());
        if (is_confirming && !may_pass(written.error())) {
            report(claim, core::BookingOutcome::Unavailable);
        }
        try_later(id, record);
        return;
    }
    // Somebody may have been faster by a moment: whoever looks last sees both.
    if (is_confirming && look_at_it() && is_somebody_there(record)) {
        report(claim, core::BookingOutcome::Conflict);
        reach(id, record, Stage::Leaving);
        return;
    }
    if (is_confirming) {
        report(claim, core::BookingOutcome::Confirmed);
    }
    end_clash(id, record, "written");
    reach(id, record, Stage::Written);
}

// Somebody else is there. Where the calendar has the last word the guest is told, and is next when
// something else comes free; elsewhere the guest has the place already, and staff see to it.
void CalendarTurn::lose(const std::string& id, FreedRecord& record, const Claim& claim) {
    if (claim.offer != core::OfferNumber{}) {
        report(claim, core::BookingOutcome::Conflict);
        reach(id, record, record.entry == 0 ? Stage::Done : Stage::Leaving);
    } else if (record.stage != Stage::Clashing) {
        add_clash(id, record, claim);
        reach(id, record, Stage::Clashing);
    }
}

// Once nobody of ours has it any more; `is_over`: nobody will.
void CalendarTurn::take_out(const std::string& id, FreedRecord& record, bool is_over) {
    if (record.stage == Stage::Leaving && record.retry_at &&
        services_.clock.now() < *record.retry_at) {
        return;
    }
    if (record.stage != Stage::Leaving) {
        reach(id, record, Stage::Leaving);
    }
    const auto appointment = appointment_of(record, record.entry);
    if (!appointment) {
        return;
    }
    const auto removed = intake::remove_from_calendar(web_, settings_, secrets_, *appointment);
    if (!removed) {
        progress_.problem = name_of(removed.error());
        try_later(id, record);
        return;
    }
    if (*removed == intake::Removal::Edited) {
        add_card("calendar_left", record, record.entry);
        put(std::string(left_mark) + id, intake::write_stored_slot(record.slot));
    }
    const std::string key = intake::key_of_written(settings_, uid_of(record));
    if (*removed == intake::Removal::Gone && memory_.erase(key) != 0) {
        drop("o:" + key);
    }
    record.entry = 0;
    reach(id, record, is_over ? Stage::Done : Stage::Offered);
    services_.log.write(LogLevel::Info, "calendar_taken_out",
                        {{"calendar", static_cast<std::int64_t>(connection_.number)},
                         {"opening", std::int64_t{record.opening}}});
}

void CalendarTurn::report(const Claim& claim, core::BookingOutcome outcome) {
    static_cast<void>(tell_engine(services_.gateway, connection_.resource,
                                  core::ReportBooking{.offer = claim.offer, .outcome = outcome}));
}

std::uint64_t CalendarTurn::add_card(std::string_view kind, const FreedRecord& record,
                                     core::Ticket entry) {
    const std::uint64_t number = draw_card();
    cards_.push_back(
        {.number = number,
         .account = connection_.account,
         .resource = connection_.resource,
         .connection = connection_.number,
         .kind = std::string(kind),
         .data = json_text([&](JsonWriter& writer) {
             writer.begin_object();
             writer.text("entry", core::format_id(core::entry_id(connection_.resource, entry)));
             writer.text("opening",
                         core::format_id(core::opening_id(connection_.resource,
                                                          core::OpeningNumber{record.opening})));
             writer.end_object();
         }),
         .made_at = services_.clock.now(),
         .settled_at = std::nullopt,
         .outcome = {}});
    return number;
}

// The guest has it, and the calendar has somebody else: staff sort that out.
void CalendarTurn::add_clash(const std::string& id, FreedRecord& record, const Claim& claim) {
    put(std::string(clash_mark) + id, intake::write_stored_slot(record.slot));
    record.card = add_card("calendar_conflict", record, claim.entry);
}

void CalendarTurn::end_clash(const std::string& id, FreedRecord& record, std::string_view outcome) {
    if (record.stage != Stage::Clashing) {
        return;
    }
    drop(std::string(clash_mark) + id);
    if (const std::uint64_t card = std::exchange(record.card, 0); card != 0) {
        static_cast<void>(services_.registry.settle_card(connection_.account, card, outcome,
                                                         services_.clock.now()));
    }
}

}  // namespace standby::app
