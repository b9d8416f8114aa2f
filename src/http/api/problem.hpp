// Problems: what a caller is told when something cannot be done (RFC 9457). Every type has a page
// that explains it, made from the table here.
#pragma once

#include "base/json/writer.hpp"
#include "base/time.hpp"
#include "core/model/refusal.hpp"
#include "http/json/fields.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http {

// The types that are not refusals of the core.
enum class ProblemType : std::uint8_t {
    MalformedJson,
    BadRequest,
    BadCursor,
    Unauthorized,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    RequestTimeout,
    LastOwnerKey,
    WrongSignIn,
    CodeNeeded,
    CrossSite,
    LinkUsed,
    AddressTaken,
    LastOwner,
    NothingBegun,
    PasskeyTaken,
    NoPasskeys,
    NoMail,
    MessageNotDead,
    NoWebhook,
    StillWanted,
    OpeningOverlaps,
    SetAtStart,
    SecretsKeyMissing,
    CardSettled,
    ProofNeeded,
    PaymentRequired,
    NothingToRefund,
    NoCardNeeded,
    Gone,
    BodyTooLarge,
    UnsupportedMediaType,
    Invalid,
    IdempotencyKeyReused,
    TooManyRequests,
    HeadersTooLarge,
    Internal,
    Overloaded,
    Unavailable,
    ListDamaged,
};

// A row of the table of all problem types.
struct ProblemKind {
    std::string_view code;  // the last part of the type, e.g. "offer-expired"
    std::string_view title;
    std::uint16_t status = 500;
    std::string_view explanation;  // two or three sentences for the page
};

// What a join must bring along while its list is crowded.
struct JoinChallenge {
    std::string captcha;   // whose captcha is to be passed instead of the puzzle; empty: nobody's
    std::string site_key;  // of the captcha
    std::string puzzle;
    std::uint8_t bits = 0;
    Time expires_at{};
};
// Its fields, in an object that is open; null without a puzzle.
void write_challenge(JsonWriter& writer, const JoinChallenge& challenge);

struct Problem {
    std::string_view code;  // of the table
    std::string_view title;
    std::uint16_t status = 500;
    std::string detail;
    std::vector<FieldError> errors;  // of 422
    std::string allow;               // of 405: the methods that the path takes
    std::optional<std::uint64_t> retry_after_seconds;
    std::optional<JoinChallenge> challenge;  // of proof-needed
    struct WayToPay {
        std::string offer;  // its id
        std::string url;    // empty: not known yet; the offer will have it
    };
    std::optional<WayToPay> way_to_pay{};  // of payment-required
};

// All types, in the order in which a reader would look for them.
std::span<const ProblemKind> problem_kinds();
// Null for a code that does not exist.
const ProblemKind* find_problem_kind(std::string_view code);

const ProblemKind& kind_of(ProblemType type);
// The detail is a sentence for a person; empty: the title says it all.
Problem problem(ProblemType type, std::string detail = {});
// 422 with the errors, of which there is at least one.
Problem invalid(std::vector<FieldError> errors);
Problem invalid(std::string field, std::string message);
// What a refusal of the core is to a caller: its own type with 409 or 410, or one of the above.
Problem problem_of(const core::Refusal& refusal);

inline constexpr std::string_view problem_content_type = "application/problem+json";
void write_problem(JsonWriter& writer, const Problem& problem);
std::string problem_body(const Problem& problem);

}  // namespace standby::http
