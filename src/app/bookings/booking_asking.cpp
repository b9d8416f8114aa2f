// What a turn asks over there, and what it tells the list and staff about the answers.
#include "app/bookings/booking_marks.hpp"
#include "app/bookings/booking_turn.hpp"
#include "base/json/writer.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <utility>

namespace standby::app {

using engine::BookingProblem;
using engine::BookingResult;
using engine::BookingView;

namespace {

using Stage = BookingRecord::Stage;
using Fate = OfferSeen::Fate;

constexpr Duration told_again_after = std::chrono::seconds{5};

bool is_same_place(const BookingRecord& one, const BookingRecord& other) {
    if (!one.slot || !other.slot) {
        return !one.slot && !other.slot;
    }
    return one.slot->starts_at == other.slot->starts_at && one.slot->staff == other.slot->staff &&
           one.slot->place == other.slot->place;
}

// 1 to 2^53, so that pages can hold it.
std::uint64_t draw_card() {
    std::uint64_t number = 0;
    randombytes_buf(&number, sizeof number);
    return (number & ((std::uint64_t{1} << 53U) - 1)) | 1U;
}

}  // namespace

// Whether an offer of ours that is over may still have the place over there.
bool BookingTurn::has_not_let_go(const BookingRecord& wants, bool counts_doubt) const {
    const Time now = services_.clock.now();
    return std::ranges::any_of(memory_.records, [&](const auto& one) {
        const BookingRecord& other = one.second;
        const bool is_there = other.is_held || other.is_booked || other.is_unclear ||
                              (counts_doubt && is_in_doubt(other, now));
        return other.offer != wants.offer && other.stage == Stage::Releasing && is_there &&
               is_same_place(other, wants);
    });
}

// A place that we have not given back yet would look taken.
bool BookingTurn::is_in_our_own_way(const BookingPlan& plan) const {
    const bool wants_it = plan.move == BookingMove::Hold || plan.move == BookingMove::Book;
    return wants_it && has_not_let_go(plan.record, false);
}

// Nothing: who comes cannot be read now.
std::optional<engine::BookingOrder> BookingTurn::order_of(const BookingRecord& record,
                                                          bool has_guest) {
    const core::EntryId entry = core::entry_id(connection_.resource, record.entry);
    engine::BookingOrder order{.uuid = core::format_id(core::offer_id(
                                   connection_.resource, core::OfferNumber{record.offer})),
                               .list = core::format_id(connection_.resource),
                               .entry = core::format_id(entry),
                               .quantity = record.quantity,
                               .starts_at = record.starts_at,
                               .slot = record.slot,
                               .time_zone = time_zone_,
                               .guest = std::nullopt,
                               .known = record.known};
    if (has_guest) {
        const auto person = services_.store.person(entry);
        if (!person) {
            return std::nullopt;
        }
        order.guest = *person ? engine::BookingGuest{.name = (*person)->name,
                                                     .email = (*person)->email,
                                                     .phone = (*person)->phone,
                                                     .locale = (*person)->locale}
                              : engine::BookingGuest{};
    }
    return order;
}

BookingResult<BookingView> BookingTurn::send(const BookingPlan& plan, const Facts& facts) {
    // A look and a release may need the address by which the guest is known over there.
    const bool has_guest = plan.move == BookingMove::Confirm || plan.move == BookingMove::Book ||
                           ((plan.move == BookingMove::Look || plan.move == BookingMove::Release) &&
                            plan.record.is_sent);
    const auto order = order_of(plan.record, has_guest);
    if (!order) {
        return std::unexpected(BookingProblem::Stopped);
    }
    const Time now = services_.clock.now();
    switch (plan.move) {
    case BookingMove::Hold:
        return system_.hold(*order, now, facts.seen.until);
    case BookingMove::Extend:
        return system_.extend(*order, now, facts.seen.until);
    case BookingMove::Confirm:
        return system_.confirm(*order);
    case BookingMove::Book:
        return system_.book(*order);
    case BookingMove::Look:
        return system_.look(*order);
    default:
        return system_.release(*order);
    }
}

bool BookingTurn::ask(const BookingPlan& plan, const Facts& facts) {
    BookingRecord before = plan.record;
    const BookingRecord meanwhile =
        while_asking(before, plan.move, facts.seen, services_.clock.now());
    if (is_writing(plan.move)) {
        put(meanwhile);
        if (!save()) {
            return false;
        }
        before.is_sent = true;
        before.asked_until = meanwhile.asked_until;
    }
    auto answer = send(plan, facts);
    const Time now = services_.clock.now();
    if (!answer && answer.error() == BookingProblem::Taken && has_not_let_go(before, true)) {
        answer = std::unexpected(BookingProblem::InProgress);  // perhaps by ourselves
    }
    BookingStepTaken taken =
        answer ? after_view(before, plan.move, facts.seen, *answer, ability(), now)
               : after_problem(before, plan.move, answer.error(), now);
    note_answer(answer ? std::nullopt : std::optional(answer.error()));
    if (taken.holds_not) {
        memory_.progress.holds_not_until = now + holds_asked_again;
    }
    if (!taken.card.empty()) {
        add_card(taken.card, taken.record);
    }
    count(before, taken.record);
    if (taken.record.stage == Stage::Booked) {
        memory_.looked_at[taken.record.offer] = now;
    }
    put(taken.record);
    if (!save()) {
        return false;
    }
    if (const auto there = memory_.records.find(taken.record.offer);
        there != memory_.records.end() && !tell_steps(there->second)) {
        return false;
    }
    // A system that gives no clear answer has had enough for one turn.
    return answer || !is_unclear(answer.error()) || answer.error() == BookingProblem::InProgress;
}

// What the system said last, for staff, and whether it is to be left alone.
void BookingTurn::note_answer(const std::optional<BookingProblem>& problem) {
    if (problem == BookingProblem::Stopped) {
        return;
    }
    const Time now = services_.clock.now();
    ++figures_.asked;
    const bool is_fine = !problem || *problem == BookingProblem::Taken ||
                         *problem == BookingProblem::InProgress ||
                         *problem == BookingProblem::Refused || *problem == BookingProblem::NoEmail;
    BookingProgress& progress = memory_.progress;
    if (is_fine) {
        if (!progress.problem.empty() || !progress.answered_at ||
            now - *progress.answered_at > std::chrono::minutes{1}) {
            is_changed_ = true;
        }
        progress.answered_at = now;
        progress.problem.clear();
        if (breaker_.with([](Breaker& breaker) { return breaker.succeed(); })) {
            services_.log.write(
                LogLevel::Info, "booking_system_back",
                {{"booking_system", static_cast<std::int64_t>(connection_.number)}});
        }
        return;
    }
    ++figures_.failed;
    progress.failed_at = now;
    progress.problem = name_of(*problem);
    is_changed_ = true;
    if (breaker_.with([&](Breaker& breaker) { return breaker.fail(now); })) {
        services_.log.write(LogLevel::Warning, "booking_system_left_alone",
                            {{"booking_system", static_cast<std::int64_t>(connection_.number)},
                             {"problem", progress.problem}});
    }
}

// Bookings after a yes, and what came of them.
void BookingTurn::count(const BookingRecord& before, const BookingRecord& after) {
    const bool was_asked_for = before.stage == Stage::Booking || before.stage == Stage::Offered;
    if (!was_asked_for || before.stage == after.stage) {
        return;
    }
    BookingTally& tally = tally_of(memory_.progress, services_.clock.now());
    if (after.stage == Stage::Booked) {
        ++tally.booked;
        ++figures_.booked;
    } else if (before.stage == Stage::Booking && after.stage == Stage::Taken) {
        ++tally.taken;
        ++figures_.taken;
    } else if (before.stage == Stage::Booking &&
               (after.stage == Stage::Refused ||
                std::ranges::any_of(after.untold, [](const auto& step) {
                    return step.kind == core::OutsideStepKind::GivenUp;
                }))) {
        ++tally.given_up;
        ++figures_.given_up;
    } else {
        return;
    }
    is_changed_ = true;
}

Telling BookingTurn::telling(std::string key) const {
    return {.key = std::move(key), .patience = {.is_stopping = &is_stopping_}};
}

std::string BookingTurn::reference_of(const BookingRecord& record) const {
    const std::string own =
        core::format_id(core::offer_id(connection_.resource, core::OfferNumber{record.offer}));
    const std::string& there = !record.known.booking.empty() ? record.known.booking
                               : !record.known.hold.empty()  ? record.known.hold
                                                             : own;
    return fmt::format("{}:{}", name_of(kind_), there).substr(0, 255);
}

bool BookingTurn::tell_steps(BookingRecord& record) {
    if (record.untold.empty()) {
        return true;
    }
    while (!record.untold.empty()) {
        const BookingStep& step = record.untold.front();
        const auto told =
            tell_engine(services_.gateway, connection_.resource,
                        core::ReportStep{.offer = core::OfferNumber{record.offer},
                                         .entry = record.entry,
                                         .step = {.system = core::OutsideSystem::Booking,
                                                  .kind = step.kind,
                                                  .reference = reference_of(record),
                                                  .amount = std::nullopt,
                                                  .note = step.note}},
                        telling(fmt::format("booking step {} {} {}", connection_.number,
                                            record.offer, step.number)));
        if (!told) {
            return false;
        }
        record.untold.erase(record.untold.begin());
    }
    put_[booking_key(record.offer)] = write_record(record);  // with the next save
    return true;
}

bool BookingTurn::report(const BookingPlan& plan, const Facts& facts) {
    BookingRecord record = plan.record;
    const core::OfferNumber offer{record.offer};
    if (plan.move == BookingMove::ReportCancelled) {
        const auto told = tell_engine(services_.gateway, connection_.resource,
                                      core::CancelEntry{.entry = record.entry}, telling({}));
        if (!told) {
            return false;
        }
        // What was under way may still arrive there, for nobody.
        record.stage = is_in_doubt(record, services_.clock.now()) ? Stage::Releasing : Stage::Done;
        put(record);
        return save();
    }
    const core::BookingOutcome outcome =
        plan.move == BookingMove::ReportBooked  ? core::BookingOutcome::Confirmed
        : plan.move == BookingMove::ReportTaken ? core::BookingOutcome::Conflict
                                                : core::BookingOutcome::Unavailable;
    // A refusal of what isn't asked for yet: the guest pays first.
    if (facts.seen.fate == Fate::Asked && plan.move != BookingMove::ReportTaken) {
        return true;
    }
    const auto told =
        tell_engine(services_.gateway, connection_.resource,
                    core::ReportBooking{.offer = offer, .outcome = outcome}, telling({}));
    if (!told) {
        return false;
    }
    if (told->refused) {
        record.retry_at = services_.clock.now() + told_again_after;
        put(record);
    }
    return true;
}

// Whether what is booked still is. Never so often that it is a burden.
bool BookingTurn::look_at_booked(const ListView& view) {
    std::vector<std::pair<Time, std::uint32_t>> due;
    const Time now = services_.clock.now();
    std::size_t booked = 0;
    for (const auto& [number, record] : memory_.records) {
        const auto facts = view.offers.find(number);
        if (record.stage == Stage::Booked && facts != view.offers.end() &&
            facts->second.seen.fate == Fate::Theirs) {
            ++booked;
            due.emplace_back(memory_.looked_at.try_emplace(number, now).first->second, number);
        }
    }
    const Duration every = std::max<Duration>(booked_look_every, std::chrono::seconds{1} * booked);
    std::ranges::sort(due);
    std::size_t looks = 0;
    for (const auto& [looked_at, number] : due) {
        if (looked_at + every > now || looks >= booked_looks_max) {
            note_next(looked_at + every);
            break;
        }
        if (is_stopping_ || !may_ask()) {
            break;
        }
        ++looks;
        memory_.looked_at[number] = now;
        const BookingPlan plan{.move = BookingMove::Look, .record = memory_.records.at(number)};
        const Facts& facts = view.offers.at(number);
        if (!ask(plan, facts)) {
            return memory_.is_loaded;
        }
        if (memory_.records.contains(number) &&
            memory_.records.at(number).stage == Stage::Cancelled) {
            note_next(now);
        }
    }
    return true;
}

void BookingTurn::add_card(std::string_view kind, const BookingRecord& record) {
    cards_.push_back({.number = draw_card(),
                      .account = connection_.account,
                      .resource = connection_.resource,
                      .connection = connection_.number,
                      .kind = fmt::format("booking_{}", kind),
                      .data = json_text([&](JsonWriter& writer) {
                          writer.begin_object();
                          writer.natural("entry", record.entry);
                          writer.natural("offer", record.offer);
                          writer.text("problem", record.problem);
                          writer.end_object();
                      }),
                      .made_at = services_.clock.now(),
                      .settled_at = std::nullopt,
                      .outcome = {}});
}

}  // namespace standby::app
