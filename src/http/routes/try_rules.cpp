// What last month would have been under other rules. It takes seconds of a processor, so one at a
// time for each account, on a thread that may be busy, and not for long: what was played until then
// is the answer.
#include "core/state/resource_state.hpp"
#include "engine/whatif/read_month.hpp"
#include "engine/whatif/what_if.hpp"
#include "http/api/resource_body.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"
#include "interchange/view/trial.hpp"

#include <chrono>
#include <functional>
#include <set>
#include <utility>
#include <vector>

namespace standby::http {
namespace {

namespace whatif = engine::whatif;

constexpr std::uint32_t seeds_max = 40;
constexpr std::uint64_t again_after_seconds = 5;

// Says so while an account tries something; the next one has to wait.
class Trying {
public:
    using Accounts = std::set<engine::AccountNumber>;
    Trying(Guarded<Accounts>& accounts, engine::AccountNumber account)
        : accounts_(accounts),
          account_(account),
          is_first_(accounts.with([&](Accounts& all) { return all.insert(account).second; })) {}
    ~Trying() {
        if (is_first_) {
            accounts_.with([&](Accounts& all) { all.erase(account_); });
        }
    }
    Trying(const Trying&) = delete;
    Trying& operator=(const Trying&) = delete;

    bool is_first() const { return is_first_; }

private:
    Guarded<Accounts>& accounts_;
    engine::AccountNumber account_;
    bool is_first_;
};

// True for so long.
std::function<bool()> for_at_most(Duration length) {
    return [until = Shared::running_time() + length] { return Shared::running_time() < until; };
}

Problem too_long() {
    return problem(ProblemType::Unavailable,
                   "The history of this list is too long to try rules on here. Run standby "
                   "simulate on the server instead.");
}

// Plays both in turn, so that both are played equally often when the time is up.
void play(const whatif::MonthQuestion& question, const core::Rules& then, Duration time,
          interchange::TrialFacts& facts) {
    std::vector<whatif::Tally> as_now;
    std::vector<whatif::Tally> as_then;
    const auto has_time = for_at_most(time);
    for (std::uint32_t seed = 1; seed <= seeds_max && (seed == 1 || has_time()); ++seed) {
        as_now.push_back(whatif::play(question, facts.rules_now, seed));
        as_then.push_back(whatif::play(question, then, seed));
    }
    facts.now = whatif::summarise(as_now);
    facts.then = whatif::summarise(as_then);
}

Result<interchange::TrialFacts, Problem> try_on_month(engine::Store& store, const Call& call,
                                                      const TrialBody& body,
                                                      const core::ZoneBook& zones) {
    const auto loaded = TRY(or_unavailable(store.load(call.about.resource, call.now)));
    if (!loaded) {
        return std::unexpected(nothing_here());
    }
    const core::Rules rules_now = loaded->state->rules;
    const std::chrono::year_month last = whatif::last_whole_month(call.zone(), call.now);
    const std::chrono::year_month month = body.month.value_or(last);
    if (month > last) {
        return std::unexpected(invalid("month", "must be a month that is over"));
    }
    auto read = TRY(or_unavailable(
        whatif::read_month(store, call.about.resource, whatif::month_in(call.zone(), month), zones,
                           for_at_most(call.shared.options.trial_reading_max))));
    if (!read.month) {
        return std::unexpected(too_long());
    }
    const whatif::ResponseModel model(read.month->evidence);
    interchange::TrialFacts facts{.month = month,
                                  .freed = read.month->figures.freed,
                                  .filled = read.month->figures.filled,
                                  .offers = model.offers(),
                                  .has_too_little = model.has_too_little(),
                                  .rules_now = rules_now,
                                  .now = {},
                                  .then = {}};
    const whatif::MonthQuestion question{.month = *read.month,
                                         .model = model,
                                         .zones = zones,
                                         .answer_window =
                                             whatif::answer_window_of(*read.month, model)};
    const core::Rules then = body.rules.merged_into(rules_now);
    if (const auto refusal = core::check_rules(then)) {
        return std::unexpected(problem_of(*refusal));
    }
    if (facts.freed == 0) {
        return facts;
    }
    for (const core::Rules* rules : {&then, &std::as_const(facts.rules_now)}) {
        if (const auto refusal = whatif::objection_to(question, *rules)) {
            return std::unexpected(problem_of(*refusal));
        }
    }
    play(question, then, call.shared.options.trial_playing_max, facts);
    return facts;
}

}  // namespace

Task<Answer> try_rules(Call& call) {
    const TrialBody body = CO_TRY(parse_trial(call.request.body));
    const auto key = call.key();
    ControlPlane& control = call.shared.control;
    const Trying trying(call.shared.trying_rules, call.about.account);
    if (!trying.is_first()) {
        Problem later = problem(ProblemType::TooManyRequests,
                                "Another trial is running. Try again in a few seconds.");
        later.retry_after_seconds = again_after_seconds;
        co_return std::unexpected(std::move(later));
    }
    auto read = co_await call.read(
        [&](engine::Store& store) -> Result<ControlPlane::Made, Problem> {
            if (auto before = TRY(control.kept(key, call.now))) {
                return *std::move(before);
            }
            const auto facts = TRY(try_on_month(store, call, body, call.shared.services.zones));
            ControlPlane::Made made{.body = json_text(interchange::write_trial, facts)};
            control.keep(key, call.now, made);
            return made;
        },
        engine::Effort::Long);
    co_return response_of(call, CO_TRY(std::move(read)));
}

}  // namespace standby::http
