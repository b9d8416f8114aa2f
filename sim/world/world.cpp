// The two phases, and what is checked after each command.
#include "sim/world/world.hpp"

#include "base/bytes.hpp"
#include "core/audit/event_codec.hpp"
#include "core/audit/fingerprint.hpp"
#include "core/state/resource_state.hpp"
#include "sim/check/event_checks.hpp"
#include "sim/world/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

namespace standby::sim {
namespace {

using std::chrono::days;
using std::chrono::hours;

// More than any of these small worlds needs to come to rest.
constexpr int healing_steps_max = 4000;
// A slot may be offered to everyone in a crowd, one after the other. Nobody waits for that.
constexpr int healing_steps_in_crowd_max = 500;

}  // namespace

World::World(const WorldOptions& options, Target& target, const ZoneBook& zones)
    : options_(options),
      target_(target),
      zones_(zones),
      prng_(options.seed),
      plan_(draw_plan(prng_)),
      workload_(plan_, prng_.fork()),
      sampling_(prng_.fork()),
      now_(plan_.start) {
    for (const ResourcePlan& resource : plan_.resources) {
        watched_.emplace_back(resource, zones);
    }
}

WorldResult World::run() {
    random_phase();
    healing_phase();
    for (Watched& watched : watched_) {
        if (report_.ok()) {
            const Context context = context_of(watched, {});
            check_fold(scene_of(watched), context);
            check_restored(scene_of(watched), watched.rows, context);
            check_recorded(watched.history, watched.chain.last(), report_);
        }
    }
    result_.violations = report_.violations();
    result_.trace = to_hex(trace_.finish());
    return std::move(result_);
}

// Everyone at once, as when sales open.
void World::gather_crowd() {
    if (plan_.crowd == 0) {
        return;
    }
    Watched& watched = watched_.front();
    const ResourcePlan& plan = *watched.plan;
    perform(watched, core::CreateResource{.settings = plan.settings,
                                          .rules = plan.rules,
                                          .draw_seed = plan.draw_seed});
    for (std::uint32_t index = 0; index < plan_.crowd && report_.ok(); ++index) {
        now_ += Duration{prng_.between(0, 3000)};
        perform(watched, workload_.next_of_crowd(plan, watched.model, now_, index));
    }
}

void World::random_phase() {
    gather_crowd();
    for (std::uint32_t count = 0; count < options_.commands && report_.ok(); ++count) {
        Watched& watched = watched_[prng_.below(watched_.size())];
        pass_time(watched);
        if (prng_.chance(1, 4)) {
            catch_up(watched);
        }
        if (report_.ok()) {
            perform(watched, workload_.next(*watched.plan, watched.model, now_));
        }
    }
}

// Time goes to where something happens, or on by some steps; a faulty clock also goes back.
void World::pass_time(Watched& watched) {
    const FaultRates& faults = plan_.faults;
    const Time last = watched.model.state().last_at;
    if (prng_.chance(faults.clock_back, 1000)) {
        now_ -= Duration{prng_.between(1, 1000 * 60 * 90)};
        return;
    }
    if (prng_.chance(faults.clock_jump, 1000)) {
        now_ += days{prng_.between(1, 20)};
        return;
    }
    const std::uint64_t lot = prng_.below(100);
    if (lot < 30) {
        return;
    }
    if (lot < 55) {
        const std::optional<Time> due = target_.next_due(watched.plan->number);
        if (due && *due > now_ && *due < now_ + days{3}) {
            now_ = *due + Duration{prng_.between(-1, 1)};
            return;
        }
    }
    now_ = std::max(now_, last);
    const std::int64_t usual = plan_.usual_step.count();
    now_ += Duration{prng_.between(0, lot < 95 ? usual : 12 * usual)};
}

Context World::context_of(const Watched& watched, Time now) const {
    return {.now = now,
            .actor = {},
            .zones = &zones_,
            .answer_window = answer_window_of(watched.plan->number)};
}

Context World::context_for(const Watched& watched, const Command& command) {
    Context context = context_of(watched, now_);
    const std::size_t index = command.index();
    context.actor.kind = index < 5    ? ActorKind::Staff
                         : index < 18 ? ActorKind::Guest
                                      : ActorKind::Integration;
    context.actor.id = index + 1;
    // Those who answer are there, and tell so.
    if (std::holds_alternative<core::Accept>(command) ||
        std::holds_alternative<core::Decline>(command) ||
        std::holds_alternative<core::LateYes>(command) ||
        std::holds_alternative<core::StillHere>(command)) {
        context.actor.kind = ActorKind::Guest;
    }
    // Some of those who join, and some changes, come from staff.
    const auto* join = std::get_if<core::Join>(&command);
    const auto* update = std::get_if<core::UpdateEntry>(&command);
    const bool is_cancelling = std::holds_alternative<core::CancelResource>(command);
    if (index > 25 && !std::holds_alternative<core::ReportUnheard>(command) &&
        !std::holds_alternative<core::ReportStep>(command) &&
        !std::holds_alternative<core::RevokePlaces>(command)) {
        context.actor.kind = ActorKind::Guest;
    }
    if (is_cancelling || std::holds_alternative<core::SetAside>(command) ||
        (join != nullptr && !join->typed && join->party_size % 2 == 0) ||
        (update != nullptr && (update->tier || update->points))) {
        context.actor.kind = ActorKind::Staff;
    }
    return context;
}

std::uint64_t Scene::fingerprint() const {
    if (known_fingerprint == nullptr) {
        return core::fingerprint(target->state(resource));
    }
    if (!*known_fingerprint) {
        *known_fingerprint = core::fingerprint(target->state(resource));
    }
    return **known_fingerprint;
}

Scene World::scene_of(Watched& watched) {
    return {.resource = watched.plan->number,
            .target = &target_,
            .model = &watched.model,
            .history = &watched.history,
            .zones = &zones_,
            .report = &report_,
            .known_fingerprint = &watched.fingerprint};
}

void World::perform(Watched& watched, const Command& command) {
    const Context context = context_for(watched, command);
    ++result_.commands;
    if (options_.verbose) {
        say(fmt::format("{} resource {}: {}", format_time(now_), watched.plan->number.value(),
                        describe(command)));
    }
    std::optional<ResourceState> before;
    if (sampling_.chance(1, 4)) {
        before = target_.state(watched.plan->number);
    }
    const Outcome actual = target_.run(watched.plan->number, command, context);
    const NaiveOutcome expected = watched.model.run(command, context);
    observe(watched, actual, expected);
    if (const auto* accept = std::get_if<core::Accept>(&command)) {
        check_claim(watched.ledger, accept->offer, actual, report_);
    }
    if (before && report_.ok()) {
        check_replay(scene_of(watched), std::move(*before), command, context, actual);
    }
    sample(watched);
}

void World::catch_up(Watched& watched) {
    const Context context = context_of(watched, now_);
    if (options_.verbose) {
        say(fmt::format("{} resource {}: catch up", format_time(now_),
                        watched.plan->number.value()));
    }
    Outcome actual;
    actual.events = target_.catch_up(watched.plan->number, context);
    NaiveOutcome expected;
    expected.events = watched.model.catch_up(context);
    observe(watched, actual, expected);
    if (report_.ok()) {
        check_due(scene_of(watched), now_);
        check_nobody_overstays(scene_of(watched), now_);
    }
}

void World::observe(Watched& watched, const Outcome& actual, const NaiveOutcome& expected) {
    watched.fingerprint.reset();
    result_.events += actual.events.size();
    for (const Event& event : actual.events) {
        observe_event(watched, event);
    }
    if (actual.refusal) {
        say(fmt::format("    refused: {} {} ({})", core::name_of(actual.refusal->code),
                        actual.refusal->field, actual.refusal->detail));
        const auto code = static_cast<std::byte>(actual.refusal->code);
        trace_.update(std::span{&code, 1});
    }
    watched.rows.keep(target_.take_changes(watched.plan->number));
    check_agreement(actual, expected, report_);
    check_no_overdue(watched.ledger, std::max(now_, watched.ledger.last_at), report_);
    if (report_.ok()) {
        check_groups(watched.ledger, report_);
        check_quiescent(scene_of(watched), now_);
        check_nobody_unasked(scene_of(watched), now_);
        check_counts(scene_of(watched));
    }
}

void World::observe_event(Watched& watched, const Event& event) {
    if (options_.verbose) {
        say("    " + describe(event));
    }
    const std::uint64_t taken_before = watched.ledger.taken();
    check_numbering(watched.ledger, event, report_);
    check_transitions(watched.ledger, event, report_);
    check_deadlines(watched.ledger, event, report_);
    check_told(watched.ledger, event, report_);
    check_order_kept(watched.ledger, event, report_);
    if (report_.ok()) {
        check_standing(watched.ledger, watched.shadow, event, report_);
        measure_fairness(watched.shadow, event);
        watched.shadow.apply(event);
    }
    watched.ledger.apply(event);
    check_capacity(taken_before, watched.ledger, event, report_);

    encoded_.clear();
    core::encode_event(event, encoded_);
    trace_.update(encoded_);
    watched.chain.extend(encoded_);
    watched.history.push_back(event);
}

void World::measure_fairness(const NaiveResource& before, const Event& event) {
    Fairness& fairness = result_.fairness;
    if (std::holds_alternative<core::OfferAccepted>(event.body)) {
        fairness.late_yeses += event.reason == Reason::LateYes ? 1 : 0;
    }
    const bool is_offer = std::holds_alternative<core::OfferMade>(event.body);
    if (!is_offer || event.reason == Reason::Manual || plan_.crowd > 0) {
        return;
    }
    const NaivePlace place = before.place_of(before.find_opening(event.opening));
    std::uint64_t passed = 0;
    for (const NaiveEntry* entry : before.line()) {
        if (entry->ticket == event.entry) {
            break;
        }
        passed += before.failed_check(*entry, place, event.at).empty() ? 1 : 0;
    }
    ++fairness.offers;
    fairness.to_the_first += passed == 0 ? 1 : 0;
    fairness.passed_max = std::max(fairness.passed_max, passed);
}

void Fairness::add(const Fairness& other) {
    offers += other.offers;
    to_the_first += other.to_the_first;
    late_yeses += other.late_yeses;
    passed_max = std::max(passed_max, other.passed_max);
}

// The checks that are too dear to make every time.
void World::sample(Watched& watched) {
    const bool is_too_dear = plan_.crowd > 0 && !sampling_.chance(1, 16);
    if (!report_.ok() || is_too_dear) {
        return;
    }
    const Scene scene = scene_of(watched);
    const Context context = context_of(watched, now_);
    if (sampling_.chance(2, 3)) {
        check_some_views(scene, sampling_);
        check_some_explanation(scene, sampling_, context);
    }
    if (sampling_.chance(1, 4)) {
        check_nothing_before_due(scene, sampling_, context);
    }
    if (sampling_.chance(1, 100)) {
        check_fold(scene, context);
    }
    if (sampling_.chance(1, 20)) {
        check_restored(scene, watched.rows, context);
    }
}

void World::healing_phase() {
    if (!report_.ok()) {
        return;
    }
    say("healing: no more faults, messages leave at once, and time runs on");
    for (Watched& watched : watched_) {
        now_ = std::max(now_, watched.model.state().last_at);
    }
    for (Watched& watched : watched_) {
        if (watched.model.state().status != ResourceStatus::None) {
            heal(watched);
        }
    }
}

void World::heal(Watched& watched) {
    perform(watched, core::ResumeResource{});
    const int steps = plan_.crowd == 0 ? healing_steps_max : healing_steps_in_crowd_max;
    bool is_at_rest = false;
    for (int step = 0; step < steps && report_.ok() && !is_at_rest; ++step) {
        if (answer_what_waits(watched)) {
            continue;
        }
        const std::optional<Time> due = target_.next_due(watched.plan->number);
        is_at_rest = !due.has_value();
        if (due) {
            now_ = std::max(now_, *due);
            catch_up(watched);
        }
    }
    if (report_.ok() && (is_at_rest || plan_.crowd == 0)) {
        check_settled(scene_of(watched));
    }
}

// Plays the relay, the payment provider and the booking system, all of them in good health.
bool World::answer_what_waits(Watched& watched) {
    const Time now = std::max(now_, watched.model.state().last_at);
    for (const NaiveOffer& offer : watched.model.state().offers) {
        const OfferNumber number = offer.number;
        const bool is_untold = !offer.sent_at || (offer.unreached != core::Undeliverable::None &&
                                                  *offer.sent_at < now);
        if (offer.state == OfferState::Live && is_untold && offer.send_at <= now) {
            perform(watched, core::ReportSent{.offer = number, .sent_at = now});
            return true;
        }
        if (offer.awaiting == Awaiting::Payment) {
            perform(watched, core::ReportPayment{.offer = number});
            return true;
        }
        if (offer.awaiting == Awaiting::Booking) {
            perform(watched, core::ReportBooking{.offer = number});
            return true;
        }
    }
    return false;
}

void World::say(const std::string& line) {
    if (options_.verbose) {
        options_.verbose(line);
    }
}

}  // namespace standby::sim
