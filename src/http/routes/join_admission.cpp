#include "http/routes/join_admission.hpp"

#include "http/routes/handlers.hpp"
#include "http/routes/spending.hpp"

#include <algorithm>

namespace standby::http {
namespace {

// For a client that joins more often than it may: solving this is a way out for a hall full of
// people behind one address.
constexpr std::uint8_t busy_client_bits = 17;

JoinGuard::Given given_in(const Call& call, std::string_view proof, MayWait may_wait) {
    const auto key = call.key();
    return {.text = proof,
            .list = call.about.resource,
            .client = client_key(call.request.client),
            .request = key ? key->key.low | 1 : 0,
            .may_wait = may_wait == MayWait::Yes};
}

JoinVerdict admit(const Call& call, JoinAttempt& attempt) {
    const ClientKey client = client_key(call.request.client);
    const Time now = Shared::running_time();
    const bool has_key = !call.request.header("idempotency-key").empty();
    attempt.wait = call.shared.budgets.join(
        client, call.request.body.size(),
        has_key ? Budgets::KeepsAnswer::Yes : Budgets::KeepsAnswer::No, now);
    if (attempt.wait) {
        return JoinVerdict::TooOften;
    }
    call.shared.guard.count_join(client, now);
    attempt.is_admitted = true;
    return JoinVerdict::Admitted;
}

// Waits for the provider. The call goes on where the answer came in.
class CaptchaStep {
public:
    CaptchaStep(engine::CaptchaChecker& checker, engine::CaptchaQuestion question)
        : checker_(checker), question_(std::move(question)) {}

    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> waiting) {
        checker_.check(std::move(question_), [this, waiting](engine::CaptchaVerdict verdict) {
            verdict_ = verdict;
            waiting.resume();
        });
    }
    engine::CaptchaVerdict await_resume() const { return verdict_; }

private:
    engine::CaptchaChecker& checker_;
    engine::CaptchaQuestion question_;
    engine::CaptchaVerdict verdict_ = engine::CaptchaVerdict::Unavailable;
};

JoinVerdict admit_with_captcha(Call& call, JoinAttempt& attempt) {
    if (*attempt.verdict == engine::CaptchaVerdict::Passed) {
        return call.shared.guard.take_captcha(client_key(call.request.client),
                                              Shared::running_time())
                   ? admit(call, attempt)
                   : JoinVerdict::TooOften;
    }
    if (*attempt.verdict == engine::CaptchaVerdict::Unavailable) {
        attempt.captcha.reset();  // A puzzle will do: no guest is lost because of a provider.
    }
    attempt.proof = {};
    return admit_without_proof(call, attempt);
}

JoinChallenge challenge_of(const JoinAttempt::Captcha& captcha) {
    JoinChallenge challenge;
    challenge.captcha = engine::name_of(captcha.kind);
    challenge.site_key = captcha.site_key;
    return challenge;
}

JoinChallenge challenge_of(const Call& call, std::uint8_t bits) {
    return {.puzzle = call.shared.guard.puzzle(call.about.resource, client_key(call.request.client),
                                               bits, call.now),
            .bits = bits,
            .expires_at = call.now + proof_lifetime};
}

}  // namespace

JoinAttempt begin_join(Call& call, std::string_view proof, const JoinNeed& need_min) {
    JoinAttempt attempt{.proof = proof};
    if (call.caller) {
        attempt.is_admitted = true;
        return attempt;
    }
    const Time now = Shared::running_time();
    JoinGuard& guard = call.shared.guard;
    guard.count_try(call.about.resource, now);
    attempt.need = guard.need(call.about.resource, client_key(call.request.client), now);
    if (attempt.need.bits < need_min.bits) {
        attempt.need = need_min;
    }
    return attempt;
}

JoinVerdict admit_without_proof(Call& call, JoinAttempt& attempt) {
    if (attempt.is_admitted || !attempt.proof.empty()) {
        return JoinVerdict::Admitted;
    }
    if (!attempt.need.is_none()) {
        call.shared.guard.count_asked();
        return JoinVerdict::NeedsProof;
    }
    if (call.shared.joins.try_take(call.request.client, call.now)) {
        return JoinVerdict::TooOften;
    }
    call.is_counted = true;
    return admit(call, attempt);
}

JoinVerdict admit_with_proof(Call& call, JoinAttempt& attempt, MayWait may_wait) {
    if (attempt.is_admitted) {
        return JoinVerdict::Admitted;
    }
    if (attempt.verdict) {
        return admit_with_captcha(call, attempt);
    }
    JoinGuard& guard = call.shared.guard;
    switch (guard.take(given_in(call, attempt.proof, may_wait), attempt.need, call.now,
                       Shared::running_time())) {
    case JoinGuard::Verdict::Good:
        return admit(call, attempt);
    case JoinGuard::Verdict::TooMany:
        return JoinVerdict::TooOften;
    case JoinGuard::Verdict::TooEarly:
        if (!attempt.need.is_none()) {
            return JoinVerdict::TooEarly;
        }
        break;
    case JoinGuard::Verdict::Missing:
    case JoinGuard::Verdict::TooEasy:
    case JoinGuard::Verdict::Spent:
        break;
    }
    // What proves nothing is as good as nothing.
    attempt.proof = {};
    return admit_without_proof(call, attempt);
}

Result<void, Problem> or_problem(Call& call, const JoinAttempt& attempt, JoinVerdict verdict) {
    if (verdict == JoinVerdict::Admitted) {
        return {};
    }
    if (verdict == JoinVerdict::TooOften) {
        const auto wait =
            attempt.wait ? attempt.wait
                         : call.shared.joins.wait_of(client_key(call.request.client), call.now);
        return std::unexpected(
            too_often("Too many joins from this address.", wait.value_or(std::chrono::seconds{1})));
    }
    Problem refused =
        problem(ProblemType::ProofNeeded, "Solve the puzzle and join again with the answer.");
    refused.challenge =
        attempt.captcha ? challenge_of(*attempt.captcha) : challenge_of(call, attempt.need.bits);
    return std::unexpected(std::move(refused));
}

void prefer_captcha(const Call& call, const engine::House& house, JoinAttempt& attempt) {
    if (house.captcha != engine::CaptchaKind::None && call.shared.services.captcha != nullptr) {
        attempt.captcha = {.kind = house.captcha,
                           .site_key = house.captcha_site_key,
                           .secret = house.captcha_secret};
    }
}

Task<Result<void, Problem>> ask_provider(Call& call, JoinAttempt& attempt) {
    if (attempt.is_admitted || !attempt.captcha || !attempt.proof.starts_with(captcha_mark)) {
        co_return Result<void, Problem>{};
    }
    CaptchaStep step{*call.shared.services.captcha,
                     {.kind = attempt.captcha->kind,
                      .secret = attempt.captcha->secret,
                      .response = std::string(attempt.proof.substr(captcha_mark.size())),
                      .client = call.request.client}};
    attempt.verdict = co_await step;
    co_return Result<void, Problem>{};
}

WaitTicket ticket_for(Call& call, const JoinAttempt& attempt, JoinVerdict verdict) {
    JoinGuard& guard = call.shared.guard;
    if (verdict == JoinVerdict::TooEarly) {
        const auto left = guard.left_of_wait(given_in(call, attempt.proof, MayWait::Yes), call.now);
        return {.text = std::string(attempt.proof),
                .left = std::max(std::chrono::ceil<std::chrono::seconds>(left),
                                 std::chrono::seconds{1})};
    }
    return {.text = guard.wait_ticket(call.about.resource, client_key(call.request.client),
                                      attempt.need.wait, call.now),
            .left = attempt.need.wait};
}

// What the script of a page asks before it sends the form.
Task<Answer> get_challenge(Call& call) {
    const ClientKey client = client_key(call.request.client);
    JoinNeed need;
    if (!call.caller) {
        need = call.shared.guard.need(call.about.resource, client, Shared::running_time());
        if (need.is_none() && call.shared.joins.wait_of(client, call.now)) {
            need.bits = busy_client_bits;
        }
    }
    JoinChallenge challenge;
    if (!need.is_none()) {
        auto read = co_await call.read(
            [&](engine::Registry& registry) { return registry.house(call.about.account); });
        const engine::House house = CO_TRY(std::move(read));
        JoinAttempt attempt;
        prefer_captcha(call, house, attempt);
        challenge =
            attempt.captcha ? challenge_of(*attempt.captcha) : challenge_of(call, need.bits);
    }
    co_return json_response(200, json_object([&](JsonWriter& writer) {
                                writer.boolean("needed", !need.is_none());
                                write_challenge(writer, challenge);
                            }));
}

}  // namespace standby::http
