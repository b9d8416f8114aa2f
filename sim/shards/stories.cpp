// The stories. Tickets, offers and openings count from 1 in the order in which they come.
#include "sim/shards/stories.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace standby::sim {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

constexpr Time start = std::chrono::sys_days{std::chrono::year{2026} / std::chrono::November / 16} +
                       std::chrono::hours{12};

class Writer {
public:
    Writer(std::string name, const Settings& settings, const RulesPatch& rules) {
        story_.name = std::move(name);
        at(0, {core::CreateResource{.settings = settings, .rules = rules}});
    }
    Writer& at(int minute, std::vector<Command> commands) {
        StoryStep& step = story_.steps.emplace_back();
        step.at = start + minutes{minute};
        for (Command& command : commands) {
            step.requests.push_back({ResourceNumber{1}, std::move(command)});
        }
        return *this;
    }
    Story take() { return std::move(story_); }

private:
    Story story_;
};

RulesPatch plain() {
    return RulesPatch{}.set(&Rules::quiet_hours, std::nullopt);
}

core::Join person(std::uint64_t name, std::uint32_t party_size = 1, Ticket referrer = 0) {
    core::Join join;
    join.contacts = {ContactKey{name}};
    join.party_size = party_size;
    join.referrer = referrer;
    return join;
}
core::OpenSlot slot(int starts_at_minute, std::string event_id) {
    core::OpenSlot open;
    open.event_id = std::move(event_id);
    open.slot.starts_at = start + minutes{starts_at_minute};
    open.slot.duration = minutes{30};
    return open;
}
core::ReportSent sent(std::uint32_t offer, int minute) {
    return {.offer = OfferNumber{offer}, .sent_at = start + minutes{minute}};
}
core::Accept accept(std::uint32_t offer) {
    return {.offer = OfferNumber{offer}};
}
core::Decline decline(std::uint32_t offer) {
    return {.offer = OfferNumber{offer}};
}
core::ReportPayment payment(std::uint32_t offer, core::PaymentOutcome outcome) {
    return {.offer = OfferNumber{offer}, .outcome = outcome};
}
core::ReportBooking booking(std::uint32_t offer, core::BookingOutcome outcome) {
    return {.offer = OfferNumber{offer}, .outcome = outcome};
}

// Someone declines, someone does not answer, someone takes it; the next slot is declined by all and
// offered to a newcomer. Nothing of it ends at the same moment as something else: a fault moves
// some of these times, and what comes first would change.
Story slots() {
    RulesPatch rules = plain();
    rules.set(&Rules::claim_window, minutes{10}).set(&Rules::cutoff, minutes{30});
    return Writer("slots", {.kind = Kind::Slots}, rules)
        .at(1, {person(1), person(2), person(3), person(1)})
        .at(5, {slot(200, "first")})
        .at(6, {sent(1, 6)})
        .at(8, {decline(1)})
        .at(9, {sent(2, 9), core::ReportUndeliverable{OfferNumber{9}}})
        .at(22, {sent(3, 22), accept(3), accept(3), accept(2)})
        .at(30, {slot(123, "second"), slot(123, "second")})
        .at(32, {sent(4, 32), decline(4)})
        .at(34, {core::Leave{.entry = 2}, person(4)})
        .at(36, {sent(5, 36), decline(5)})
        .at(50, {core::CancelEntry{.entry = 3}, person(5)})
        .at(52, {sent(6, 52), accept(6)})
        .take();
}

// A party, a payment that succeeds, one that fails, one that comes too late, a promotion.
Story seats() {
    RulesPatch rules = plain();
    rules.set(&Rules::claim_window, minutes{20})
        .set(&Rules::payment, Money{.amount = 4500, .currency = {'E', 'U', 'R'}})
        .set(&Rules::reminder_after, minutes{5});
    core::PatchResource larger;
    larger.capacity = 4;
    return Writer("seats", {.kind = Kind::Seats, .capacity = 3}, rules)
        .at(1, {person(1, 2), person(2), person(3), person(4, 3), person(5)})
        .at(3, {sent(1, 3), sent(2, 3), accept(1)})
        .at(5, {payment(1, core::PaymentOutcome::Succeeded), accept(2)})
        .at(6, {payment(2, core::PaymentOutcome::Failed)})
        .at(7, {larger})
        .at(8, {core::Promote{.entry = 5, .opening = {}}})
        .at(10, {sent(3, 10), accept(3), sent(4, 10)})
        .at(60, {payment(3, core::PaymentOutcome::Succeeded)})
        .at(62, {core::CancelEntry{.entry = 1}, person(6)})
        .at(64, {sent(5, 64), sent(6, 64), accept(5)})
        .at(66, {payment(5, core::PaymentOutcome::Succeeded)})
        .take();
}

// Waves, and people who bring others.
Story access() {
    RulesPatch rules = plain();
    rules.set(&Rules::order, Order::Score)
        .set(&Rules::claim_window, minutes{30})
        .set(&Rules::wave_size, 2)
        .set(&Rules::wave_interval, minutes{10})
        .set(&Rules::verify_email, true);
    return Writer("access", {.kind = Kind::Access, .capacity = 20}, rules)
        .at(1, {person(1), person(2), person(3)})
        .at(2, {core::Verify{.entry = 1}, core::Verify{.entry = 2}, core::Verify{.entry = 3}})
        .at(4, {person(4, 1, 3), person(5, 1, 3)})
        .at(5, {core::Verify{.entry = 4}, core::Verify{.entry = 5}})
        .at(7, {core::ReleasePlaces{.event_id = "batch", .quantity = 5},
                core::ReleasePlaces{.event_id = "batch", .quantity = 5}})
        .at(8, {sent(1, 8), sent(2, 8), accept(1)})
        .at(20, {sent(3, 20), sent(4, 20), decline(3)})
        .at(40, {accept(4), core::RemoveEntry{.entry = 4, .cause = core::RemoveCause::Fraud}})
        .at(41, {sent(5, 41), sent(6, 41)})
        .at(55, {sent(7, 55), sent(8, 55)})
        .take();
}

// The booking system confirms, refuses, and confirms when it is too late.
Story external() {
    RulesPatch rules = plain();
    rules.set(&Rules::claim_window, minutes{10});
    return Writer("external", {.kind = Kind::Slots, .inventory = Inventory::External}, rules)
        .at(1, {person(1), person(2), person(3)})
        .at(5, {slot(300, "a")})
        .at(6, {sent(1, 6), accept(1)})
        .at(7, {booking(1, core::BookingOutcome::Conflict)})
        .at(10, {slot(400, "b")})
        .at(11, {sent(2, 11), accept(2)})
        .at(24, {sent(3, 24), accept(3)})
        .at(25, {booking(3, core::BookingOutcome::Confirmed)})
        .at(60, {booking(2, core::BookingOutcome::Confirmed)})
        .take();
}

// She answers too late, changes her mind twice, and gets the slot when the next lets it pass; the
// one who says yes when nobody is left to ask gets it at once.
Story late_answers() {
    RulesPatch rules = plain();
    rules.set(&Rules::claim_window, minutes{10})
        .set(&Rules::cutoff, minutes{30})
        .set(&Rules::late_yes, true);
    const auto late = [](Ticket entry, std::uint32_t offer, std::uint32_t opening, bool wanted) {
        return core::LateYes{.entry = entry,
                             .offer = OfferNumber{offer},
                             .opening = OpeningNumber{opening},
                             .wanted = wanted};
    };
    return Writer("late answers", {.kind = Kind::Slots}, rules)
        .at(1, {person(1), person(2)})
        .at(5, {slot(200, "first")})
        .at(6, {sent(1, 6)})
        .at(17, {late(1, 1, 1, true), late(1, 1, 1, true), sent(2, 17)})
        .at(18, {late(1, 1, 1, false)})
        .at(19, {late(1, 1, 1, true)})
        .at(28, {person(3)})
        .at(30, {slot(301, "second")})
        .at(31, {sent(4, 31)})
        .at(43, {sent(5, 43), decline(5)})
        .at(47, {late(2, 4, 2, true)})
        .take();
}

// The other story happens to another resource of the same shard, at the same time.
Story together(std::string name, Story first, const Story& second) {
    first.name = std::move(name);
    first.resources = 2;
    for (StoryStep step : second.steps) {
        for (StoryStep::Request& request : step.requests) {
            request.resource = ResourceNumber{2};
        }
        const auto same = std::ranges::find(first.steps, step.at, &StoryStep::at);
        if (same == first.steps.end()) {
            first.steps.push_back(std::move(step));
        } else {
            same->requests.insert(same->requests.end(), step.requests.begin(), step.requests.end());
        }
    }
    std::ranges::stable_sort(first.steps, {}, &StoryStep::at);
    return first;
}

}  // namespace

std::vector<Story> small_stories() {
    return {slots(),    seats(),        access(),
            external(), late_answers(), together("slots and seats", slots(), seats())};
}

}  // namespace standby::sim
