// Tests of problems: every type has its row, and every refusal of the core its answer.
#include "http/api/problem.hpp"

#include "base/json/reader.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace standby::http {
namespace {

using core::RefusalCode;

TEST(Problem, KindsAreDistinctAndExplained) {
    std::set<std::string_view> codes;
    for (const ProblemKind& kind : problem_kinds()) {
        EXPECT_TRUE(codes.insert(kind.code).second) << kind.code;
        EXPECT_GE(kind.status, 400) << kind.code;
        EXPECT_LT(kind.status, 600) << kind.code;
        EXPECT_FALSE(kind.title.empty()) << kind.code;
        EXPECT_GT(kind.explanation.size(), 50U) << kind.code;
        EXPECT_EQ(find_problem_kind(kind.code), &kind);
    }
    EXPECT_EQ(find_problem_kind("no-such-thing"), nullptr);
}

TEST(Problem, EveryTypeHasItsStatus) {
    const std::pair<ProblemType, std::pair<std::string_view, int>> expected[] = {
        {ProblemType::MalformedJson, {"malformed-json", 400}},
        {ProblemType::BadRequest, {"bad-request", 400}},
        {ProblemType::BadCursor, {"bad-cursor", 400}},
        {ProblemType::Unauthorized, {"unauthorized", 401}},
        {ProblemType::Forbidden, {"forbidden", 403}},
        {ProblemType::NotFound, {"not-found", 404}},
        {ProblemType::MethodNotAllowed, {"method-not-allowed", 405}},
        {ProblemType::RequestTimeout, {"request-timeout", 408}},
        {ProblemType::LastOwnerKey, {"last-owner-key", 409}},
        {ProblemType::WrongSignIn, {"wrong-sign-in", 401}},
        {ProblemType::CodeNeeded, {"code-needed", 401}},
        {ProblemType::CrossSite, {"cross-site", 403}},
        {ProblemType::LinkUsed, {"link-used", 410}},
        {ProblemType::AddressTaken, {"address-taken", 409}},
        {ProblemType::LastOwner, {"last-owner", 409}},
        {ProblemType::NothingBegun, {"nothing-begun", 409}},
        {ProblemType::PasskeyTaken, {"passkey-taken", 409}},
        {ProblemType::NoPasskeys, {"no-passkeys", 409}},
        {ProblemType::NoMail, {"no-mail", 409}},
        {ProblemType::MessageNotDead, {"message-not-dead", 409}},
        {ProblemType::StillWanted, {"still-wanted", 409}},
        {ProblemType::OpeningOverlaps, {"opening-overlaps", 409}},
        {ProblemType::NoWebhook, {"no-webhook", 409}},
        {ProblemType::SetAtStart, {"set-at-start", 409}},
        {ProblemType::SecretsKeyMissing, {"secrets-key-missing", 409}},
        {ProblemType::CardSettled, {"card-settled", 409}},
        {ProblemType::ProofNeeded, {"proof-needed", 428}},
        {ProblemType::PaymentRequired, {"payment-required", 402}},
        {ProblemType::NothingToRefund, {"nothing-to-refund", 409}},
        {ProblemType::NoCardNeeded, {"no-card-needed", 409}},
        {ProblemType::Gone, {"gone", 410}},
        {ProblemType::BodyTooLarge, {"body-too-large", 413}},
        {ProblemType::UnsupportedMediaType, {"unsupported-media-type", 415}},
        {ProblemType::Invalid, {"invalid", 422}},
        {ProblemType::IdempotencyKeyReused, {"idempotency-key-reused", 422}},
        {ProblemType::TooManyRequests, {"too-many-requests", 429}},
        {ProblemType::HeadersTooLarge, {"headers-too-large", 431}},
        {ProblemType::Internal, {"internal", 500}},
        {ProblemType::Overloaded, {"overloaded", 503}},
        {ProblemType::Unavailable, {"unavailable", 503}},
        {ProblemType::ListDamaged, {"list-damaged", 503}},
    };
    ASSERT_EQ(std::size(expected), static_cast<std::size_t>(ProblemType::ListDamaged) + 1);
    for (const auto& [type, row] : expected) {
        EXPECT_EQ(kind_of(type).code, row.first);
        EXPECT_EQ(kind_of(type).status, row.second) << row.first;
    }
}

TEST(Problem, OfARefusalKeepsItsOwnCodeOrTakesACommonOne) {
    const std::set<RefusalCode> gone{RefusalCode::ListFull,       RefusalCode::OfferExpired,
                                     RefusalCode::OfferWithdrawn, RefusalCode::OfferDeclined,
                                     RefusalCode::ResourceClosed, RefusalCode::EntryEnded,
                                     RefusalCode::OpeningEnded};
    for (int number = 0; number <= static_cast<int>(RefusalCode::ResourceOpen); ++number) {
        const auto code = static_cast<RefusalCode>(number);
        const Problem problem = problem_of({code, "a.field", "says why"});
        const std::string_view name = core::name_of(code);
        if (name == "invalid-field") {
            EXPECT_EQ(problem.code, "invalid");
            EXPECT_EQ(problem.status, 422);
            EXPECT_EQ(problem.errors, (std::vector<FieldError>{{"a.field", "says why"}}));
        } else if (name.starts_with("unknown-")) {
            EXPECT_EQ(problem.code, "not-found") << name;
            EXPECT_EQ(problem.status, 404) << name;
        } else {
            EXPECT_EQ(problem.code, name);
            EXPECT_EQ(problem.status, gone.contains(code) ? 410 : 409) << name;
            EXPECT_EQ(problem.detail, "says why");
        }
    }
}

TEST(Problem, IsWrittenAsRfc9457) {
    EXPECT_EQ(problem_body(problem(ProblemType::NotFound)),
              R"({"type":"/problems/not-found","title":"Not found","status":404,)"
              R"("detail":"Not found"})");
    EXPECT_EQ(problem_body(invalid({{"a", "must be \"x\""}, {"b", "is required"}})),
              R"({"type":"/problems/invalid","title":"Some fields are invalid","status":422,)"
              R"("detail":"a must be \"x\". There are 2 errors in all.",)"
              R"("errors":[{"field":"a","message":"must be \"x\""},)"
              R"({"field":"b","message":"is required"}]})");
}

TEST(Problem, KeepsASentenceAboutAFieldAsItIs) {
    EXPECT_EQ(invalid("phone", "Enter the number with its country code.").detail,
              "phone: Enter the number with its country code.");
}

}  // namespace
}  // namespace standby::http
