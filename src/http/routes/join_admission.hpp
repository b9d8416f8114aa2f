// Whether somebody without a key may join now: by the rate of their client, or with a proof that it
// cost something, which a crowded list asks of everybody.
#pragma once

#include "http/limits/join_guard.hpp"
#include "http/routes/call.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace standby::http {

// The header that a proof comes in.
inline constexpr std::string_view proof_header = "standby-proof";

// Instead of a puzzle, "captcha:" and what the provider gave the page.
inline constexpr std::string_view captcha_mark = "captcha:";

// What a join through the API or a page brought along.
struct JoinAttempt {
    std::string_view proof;  // empty: none
    JoinNeed need;           // none for staff
    bool is_admitted = false;
    // Until the client may add more to what is stored, where that is why it was turned away.
    std::optional<Duration> wait{};
    // Where the business prefers one.
    struct Captcha {
        engine::CaptchaKind kind = engine::CaptchaKind::None;
        std::string site_key;
        std::string secret;
    };
    std::optional<Captcha> captcha;
    std::optional<engine::CaptchaVerdict> verdict;  // of the provider
};

// Takes the captcha of the house, if it has one and somebody can be asked about it.
void prefer_captcha(const Call& call, const engine::House& house, JoinAttempt& attempt);
// Asks the provider about the captcha that came along, if one did.
Task<Result<void, Problem>> ask_provider(Call& call, JoinAttempt& attempt);

// Counts the attempt and sees what it needs. `need_min` is for those who look like a program.
JoinAttempt begin_join(Call& call, std::string_view proof, const JoinNeed& need_min = {});

enum class JoinVerdict : std::uint8_t {
    Admitted,
    TooOften,  // from this address
    NeedsProof,
    TooEarly,  // the wait without a script is not over
};

// Before the body is read: refuses what has no proof and needs one, or comes too often. With a
// proof all is decided when the body has turned out to be good, so that mistakes cost no proof.
JoinVerdict admit_without_proof(Call& call, JoinAttempt& attempt);
enum class MayWait : std::uint8_t { No, Yes };
JoinVerdict admit_with_proof(Call& call, JoinAttempt& attempt, MayWait may_wait);

// The answer of the API.
Result<void, Problem> or_problem(Call& call, const JoinAttempt& attempt, JoinVerdict verdict);

// A form that is to be sent again after a wait, for those without a script.
struct WaitTicket {
    std::string text;
    std::chrono::seconds left{};
};
WaitTicket ticket_for(Call& call, const JoinAttempt& attempt, JoinVerdict verdict);

}  // namespace standby::http
