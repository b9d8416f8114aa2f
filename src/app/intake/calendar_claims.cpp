// What follows from a look: openings are made and withdrawn, and what guests claimed is written
// into the calendar, where it may be taken meanwhile.
#include "app/intake/calendar_turn.hpp"
#include "app/runtime/ask_engine.hpp"
#include "base/json/writer.hpp"

#include <sodium.h>

#include <algorithm>

namespace standby::app {

using Stage = FreedRecord::Stage;

// What became of an opening, as the engine sees it.
struct CalendarTurn::Claim {
    core::OpeningNumber opening;
    core::OpeningState state = core::OpeningState::None;
    core::OfferNumber offer;  // that waits for the booking
    core::Ticket entry = 0;   // whose guest claimed it
};

namespace {

constexpr std::string_view conflict_mark = "c:";
constexpr Duration first_retry = std::chrono::seconds{2};
constexpr Duration last_retry = std::chrono::seconds{60};

}  // namespace

// The calendar without what we wrote for this very opening.
intake::CalendarMemory CalendarTurn::memory_without(const FreedRecord& record) const {
    intake::CalendarMemory memory = memory_;
    if (record.opening != 0) {
        memory.erase(intake::key_of_written(settings_, uid_of(record)));
    }
    return memory;
}

std::string CalendarTurn::uid_of(const FreedRecord& record) const {
    return "standby-" +
           core::format_id(
               core::opening_id(connection_.resource, core::OpeningNumber{record.opening})) +
           "-" + std::to_string(connection_.number);
}

bool CalendarTurn::carry_out() {
    for (auto& [id, record] : records_) {
        if (record.stage == Stage::New) {
            open(id, record);
        } else if (record.stage == Stage::Back) {
            withdraw(record);
        } else {
            continue;
        }
        put("f:" + id, write_record(record));
    }
    std::vector<std::pair<std::string, core::OpeningNumber>> watched;
    for (const auto& [id, record] : records_) {
        if (record.stage == Stage::Offered) {
            watched.emplace_back(id, core::OpeningNumber{record.opening});
        }
    }
    if (!watched.empty()) {
        const auto claims = look_at_list(services_.gateway, connection_.resource,
                                         [watched](const core::ResourceState& state) {
                                             std::vector<std::pair<std::string, Claim>> found;
                                             for (const auto& [id, number] : watched) {
                                                 found.emplace_back(id, claim_of(state, number));
                                             }
                                             return found;
                                         });
        if (!claims) {
            return false;
        }
        for (const auto& [id, claim] : *claims) {
            follow(id, records_.at(id), claim);
        }
    }
    return (put_.empty() && dropped_.empty() && cards_.empty()) || save();
}

CalendarTurn::Claim CalendarTurn::claim_of(const core::ResourceState& state,
                                           core::OpeningNumber number) {
    Claim claim{.opening = number,
                .state = number.value() < state.opening_states.size()
                             ? state.opening_states[number.value()]
                             : core::OpeningState::None,
                .offer = {},
                .entry = 0};
    const auto opening = state.openings.find(number);
    if (opening == state.openings.end()) {
        return claim;
    }
    claim.entry = opening->second.holder;
    const auto offer = state.offers.find(opening->second.offer);
    if (offer != state.offers.end() && offer->second.state == core::OfferState::Confirming &&
        offer->second.awaiting == core::Awaiting::Booking) {
        claim.offer = opening->second.offer;
        claim.entry = offer->second.entry;
    }
    return claim;
}

void CalendarTurn::open(const std::string& id, FreedRecord& record) {
    core::Slot slot = record.slot;
    slot.blank_is_any = true;
    if (auto items = services_.registry.catalogue(connection_.account)) {
        const interchange::OfferedNames offered(*std::move(items));
        static_cast<void>(
            interchange::resolve(offered, slot, {.duration = true, .price = true, .size = true}));
    }
    const auto told =
        tell_engine(services_.gateway, connection_.resource,
                    core::OpenSlot{.event_id = "calendar-" + std::to_string(connection_.number) +
                                               "-" + id + "-" + std::to_string(record.times),
                                   .slot = std::move(slot),
                                   .reason = core::Reason::Cancellation});
    if (!told) {
        return;  // at the next turn
    }
    record.opening = told->opening.value();
    record.stage = told->refused ? Stage::Done : Stage::Offered;
    services_.log.write(LogLevel::Info, told->refused ? "calendar_not_opened" : "calendar_opened",
                        {{"calendar", static_cast<std::int64_t>(connection_.number)},
                         {"opening", std::int64_t{record.opening}}});
}

void CalendarTurn::withdraw(FreedRecord& record) {
    const auto told =
        tell_engine(services_.gateway, connection_.resource,
                    core::WithdrawOpening{.opening = core::OpeningNumber{record.opening}});
    if (!told) {
        return;
    }
    // Whoever claimed it first keeps it; the calendar is asked when it is written there.
    record.stage =
        told->refused == core::RefusalCode::OfferConfirming ? Stage::Offered : Stage::Done;
}

void CalendarTurn::follow(const std::string& id, FreedRecord& record, const Claim& claim) {
    const bool is_confirming = claim.offer != core::OfferNumber{};
    const bool is_booked = claim.state == core::OpeningState::Booked;
    if (is_confirming || (is_booked && claim.entry != 0)) {
        write(id, record, claim);
    } else if (is_booked || claim.state == core::OpeningState::Withdrawn ||
               claim.state == core::OpeningState::None) {
        record.stage = Stage::Done;  // staff saw to it
        put("f:" + id, write_record(record));
    }
}

void CalendarTurn::write(const std::string& id, FreedRecord& record, const Claim& claim) {
    const Time now = services_.clock.now();
    const bool is_confirming = claim.offer != core::OfferNumber{};
    if (record.retry_at && now < *record.retry_at) {
        return;
    }
    const auto end = [&](Stage stage) {
        record.stage = stage;
        record.retry_at.reset();
        put("f:" + id, write_record(record));
    };
    if (!settings_.writes || settings_.kind == engine::CalendarKind::Ics) {
        // Nobody writes here. A booking system of the house's own confirms, if there is one.
        if (!is_confirming) {
            end(Stage::Done);
        }
        return;
    }
    const core::EntryId entry = core::entry_id(connection_.resource, claim.entry);
    const auto person = services_.store.person(entry);
    if (!person || (!has_looked_ && (!look_at_it() || !save()))) {
        return;
    }
    const bool is_taken = progress_.problem.empty() &&
                          intake::is_taken(memory_without(record), record.slot, settings_.at_once);
    Result<std::string, interchange::WebProblem> written =
        std::unexpected(interchange::WebProblem::Changed);
    if (!is_taken) {
        const std::string name = *person ? (*person)->name : std::string();
        written =
            intake::write_to_calendar(web_, settings_, secrets_,
                                      {.uid = uid_of(record),
                                       .slot = record.slot,
                                       .title = record.slot.service.empty() ? name
                                                : name.empty()              ? record.slot.service
                                                               : record.slot.service + " - " + name,
                                       .description = "Standby: " + core::format_id(entry),
                                       .stamp = now});
    }
    if (written) {
        if (is_confirming) {
            report(claim, core::BookingOutcome::Confirmed);
        }
        end(Stage::Done);
        return;
    }
    if (written.error() == interchange::WebProblem::Changed) {
        if (is_confirming) {
            report(claim, core::BookingOutcome::Conflict);
        } else {
            add_conflict(id, record, claim);
        }
        end(Stage::Done);
        return;
    }
    progress_.problem = name_of(written.error());
    if (may_pass(written.error()) || !is_confirming) {
        ++record.tries;
        record.retry_at =
            now + std::min<Duration>(first_retry * (1U << std::min(record.tries, 5U)), last_retry);
        put("f:" + id, write_record(record));
        return;
    }
    report(claim, core::BookingOutcome::Unavailable);
}

void CalendarTurn::report(const Claim& claim, core::BookingOutcome outcome) {
    static_cast<void>(tell_engine(services_.gateway, connection_.resource,
                                  core::ReportBooking{.offer = claim.offer, .outcome = outcome}));
}

// The guest has it, and the calendar has somebody else: staff sort that out.
void CalendarTurn::add_conflict(const std::string& id, const FreedRecord& record,
                                const Claim& claim) {
    put(std::string(conflict_mark) + id, intake::write_stored_slot(record.slot));
    std::uint64_t number = 0;
    randombytes_buf(&number, sizeof number);
    number = (number & ((std::uint64_t{1} << 53U) - 1)) | 1U;
    cards_.push_back(
        {.number = number,
         .account = connection_.account,
         .resource = connection_.resource,
         .connection = connection_.number,
         .kind = "calendar_conflict",
         .data = json_text([&](JsonWriter& writer) {
             writer.begin_object();
             writer.text("entry",
                         core::format_id(core::entry_id(connection_.resource, claim.entry)));
             writer.text("opening",
                         core::format_id(core::opening_id(connection_.resource, claim.opening)));
             writer.end_object();
         }),
         .made_at = services_.clock.now(),
         .settled_at = std::nullopt,
         .outcome = {}});
}

}  // namespace standby::app
