// What follows from a look: openings are made and withdrawn, and whoever claims one is followed
// until the place is used, or nobody's any more. calendar_writing.cpp is what is done in the
// calendar.
#include "app/intake/calendar_turn.hpp"
#include "app/runtime/ask_engine.hpp"
#include "base/name_key.hpp"
#include "intake/calendar/calendar_settings.hpp"

#include <algorithm>
#include <utility>

namespace standby::app {

using Stage = FreedRecord::Stage;

namespace {

std::string adopted_id(core::OpeningNumber opening) {
    return "opening-" + std::to_string(opening.value());
}

bool is_same_place(const core::Slot& one, const core::Slot& other) {
    return one.starts_at == other.starts_at && one.duration == other.duration &&
           one.service == other.service && one.staff == other.staff && one.place == other.place;
}

// Whose guest has the opening, or waits for the calendar's word, where it has one.
core::Ticket claimant_of(const core::ResourceState& state, const core::Opening& opening,
                         bool has_the_word) {
    const auto offer = state.offers.find(opening.offer);
    const bool is_confirming = has_the_word && offer != state.offers.end() &&
                               offer->second.state == core::OfferState::Confirming &&
                               offer->second.awaiting == core::Awaiting::Booking;
    return is_confirming ? offer->second.entry : opening.holder;
}

}  // namespace

CalendarTurn::Claim CalendarTurn::claim_of(const core::ResourceState& state, const Watched& one,
                                           bool has_the_word) {
    Claim claim{.opening = one.opening,
                .state = one.opening.value() < state.opening_states.size()
                             ? state.opening_states[one.opening.value()]
                             : core::OpeningState::None};
    const core::EntryState was = state.entries.state(one.entry);
    claim.was_used = was == core::EntryState::Attended || was == core::EntryState::NoShow;
    const auto opening = state.openings.find(one.opening);
    if (opening != state.openings.end()) {
        claim.entry = claimant_of(state, opening->second, has_the_word);
        claim.offer =
            claim.entry != opening->second.holder ? opening->second.offer : core::OfferNumber{};
        return claim;
    }
    for (auto later = state.openings.upper_bound(one.opening); later != state.openings.end();
         ++later) {
        if (is_same_place(later->second.slot, one.slot)) {
            claim.successor = later->first;
            break;
        }
    }
    return claim;
}

CalendarTurn::ListView CalendarTurn::view_of(const core::ResourceState& state,
                                             const std::vector<Watched>& watched,
                                             const std::set<core::OpeningNumber>& known,
                                             bool has_the_word) {
    ListView view;
    for (const Watched& one : watched) {
        view.claims.emplace_back(one.id, claim_of(state, one, has_the_word));
    }
    for (const auto& [number, opening] : state.openings) {
        if (claimant_of(state, opening, has_the_word) != 0 && !known.contains(number)) {
            view.held.emplace_back(number, opening.slot);
        }
    }
    return view;
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
    std::vector<Watched> watched;
    std::set<core::OpeningNumber> known;
    for (const auto& [id, record] : records_) {
        known.insert(core::OpeningNumber{record.opening});
        if (is_followed(record.stage)) {
            watched.push_back({.id = id,
                               .opening = core::OpeningNumber{record.opening},
                               .entry = record.entry,
                               .slot = record.slot});
        }
    }
    const auto has_the_word = has_last_word();
    if (!has_the_word) {
        return false;
    }
    // It may be asked after this has given up, so it has what it needs.
    const auto view =
        look_at_list(services_.gateway, connection_.resource,
                     [watched, known, word = *has_the_word](const core::ResourceState& state) {
                         return view_of(state, watched, known, word);
                     });
    if (!view) {
        return false;
    }
    for (const auto& [id, claim] : view->claims) {
        follow(id, records_.at(id), claim);
    }
    adopt(view->held);
    return (put_.empty() && dropped_.empty() && cards_.empty() && !is_changed_) || save();
}

// Where the places belong to a booking system, that one confirms; nothing: it cannot be read now.
std::optional<bool> CalendarTurn::has_last_word() const {
    const auto all = services_.registry.connections(engine::ConnectionKind::BookingSystem);
    if (!all) {
        return std::nullopt;
    }
    return std::ranges::find(*all, connection_.resource, &engine::Connection::resource) ==
           all->end();
}

bool CalendarTurn::is_followed(FreedRecord::Stage stage) {
    return stage == Stage::Offered || stage == Stage::Written || stage == Stage::Leaving ||
           stage == Stage::Clashing;
}

// What guests have that did not come from this calendar: opened by staff, or again after a guest
// let go of it. Those from before the list followed it, staff have seen to.
void CalendarTurn::adopt(const std::vector<std::pair<core::OpeningNumber, core::Slot>>& held) {
    const bool is_first = !progress_.adopts;
    if (is_first) {
        progress_.adopts = true;
        is_changed_ = true;
    }
    for (const auto& [number, slot] : held) {
        const std::string id = adopted_id(number);
        if (slot.starts_at <= services_.clock.now() || records_.contains(id) ||
            (!is_first && !is_ours(slot))) {
            continue;
        }
        FreedRecord record;
        record.stage = is_first ? Stage::Done : Stage::Offered;
        record.opening = number.value();
        record.slot = slot;
        keep_adopted(id, std::move(record));
    }
}

void CalendarTurn::keep_adopted(const std::string& id, FreedRecord record) {
    record.slot.service_names.clear();
    record.slot.staff_names.clear();
    record.slot.place_names.clear();
    put("f:" + id, write_record(record));
    has_adopted_ = has_adopted_ || record.stage == Stage::Offered;
    records_[id] = std::move(record);
}

// Of several calendars that are written to, the one of whoever does it; else the first.
bool CalendarTurn::is_ours(const core::Slot& slot) const {
    if (!writes()) {
        return false;
    }
    const auto all = services_.registry.connections(engine::ConnectionKind::Calendar);
    if (!all) {
        return false;
    }
    std::optional<std::uint64_t> first;
    std::optional<std::uint64_t> fitting;
    for (const engine::Connection& one : *all) {
        const auto settings = one.resource == connection_.resource
                                  ? intake::read_calendar_settings(one.settings)
                                  : std::nullopt;
        if (!settings || !settings->writes || settings->kind == engine::CalendarKind::Ics) {
            continue;
        }
        first = std::min(first.value_or(one.number), one.number);
        if (!slot.staff.empty() && name_key(settings->staff) == name_key(slot.staff)) {
            fitting = std::min(fitting.value_or(one.number), one.number);
        }
    }
    return fitting.value_or(first.value_or(0)) == connection_.number;
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
    const bool is_claimed = told->refused == core::RefusalCode::OfferConfirming ||
                            told->refused == core::RefusalCode::OpeningTaken;
    record.stage = is_claimed ? Stage::Offered : Stage::Done;
}

void CalendarTurn::follow(const std::string& id, FreedRecord& record, const Claim& claim) {
    const bool is_over = claim.state == core::OpeningState::Booked ||
                         claim.state == core::OpeningState::Withdrawn ||
                         claim.state == core::OpeningState::None;
    if (claim.entry != 0) {
        if (record.stage != Stage::Written || record.entry != claim.entry) {
            write(id, record, claim);
        }
        return;
    }
    end_clash(id, record, "let_go");
    const bool has_ended = record.slot.starts_at + record.slot.duration <= services_.clock.now();
    if (record.entry != 0 && !claim.was_used && !has_ended) {
        take_out(id, record, is_over);
    } else if (is_over) {
        record.stage = Stage::Done;  // staff saw to it, or it is history
        put("f:" + id, write_record(record));
    } else if (record.stage != Stage::Offered) {
        record.stage = Stage::Offered;
        put("f:" + id, write_record(record));
    }
    const std::string next = adopted_id(claim.successor);
    if (claim.successor != core::OpeningNumber{} && !records_.contains(next)) {
        FreedRecord offered;
        offered.stage = Stage::Offered;
        offered.opening = claim.successor.value();
        offered.slot = record.slot;
        keep_adopted(next, std::move(offered));
    }
}

}  // namespace standby::app
