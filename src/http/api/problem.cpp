#include "http/api/problem.hpp"

#include "base/assert.hpp"

namespace standby::http {
namespace {

Problem from_kind(const ProblemKind& kind, std::string detail) {
    return {
        .code = kind.code, .title = kind.title, .status = kind.status, .detail = std::move(detail)};
}

}  // namespace

Problem problem(ProblemType type, std::string detail) {
    return from_kind(kind_of(type), std::move(detail));
}

Problem invalid(std::vector<FieldError> errors) {
    ASSERT(!errors.empty());
    const FieldError& first = errors.front();
    // Most messages go on where the field's name ends; some are sentences of their own.
    std::string detail = first.message.ends_with('.') ? first.field + ": " + first.message
                                                      : first.field + ' ' + first.message + '.';
    if (errors.size() > 1) {
        detail += " There are " + std::to_string(errors.size()) + " errors in all.";
    }
    Problem result = problem(ProblemType::Invalid, std::move(detail));
    result.errors = std::move(errors);
    return result;
}

Problem invalid(std::string field, std::string message) {
    std::vector<FieldError> errors;
    errors.push_back({std::move(field), std::move(message)});
    return invalid(std::move(errors));
}

Problem problem_of(const core::Refusal& refusal) {
    switch (refusal.code) {
    case core::RefusalCode::InvalidField:
        return invalid(std::string{refusal.field}, std::string{refusal.detail});
    case core::RefusalCode::UnknownResource:
    case core::RefusalCode::UnknownEntry:
    case core::RefusalCode::UnknownOffer:
    case core::RefusalCode::UnknownOpening:
        return problem(ProblemType::NotFound, std::string{refusal.detail});
    default:
        break;
    }
    const ProblemKind* kind = find_problem_kind(core::name_of(refusal.code));
    ASSERT(kind != nullptr);
    return from_kind(*kind, std::string{refusal.detail});
}

void write_problem(JsonWriter& writer, const Problem& problem) {
    writer.begin_object();
    writer.text("type", "/problems/" + std::string{problem.code});
    writer.text("title", problem.title);
    writer.natural("status", problem.status);
    writer.text("detail", problem.detail.empty() ? problem.title : problem.detail);
    if (!problem.errors.empty()) {
        writer.array("errors", problem.errors, [&](const FieldError& error) {
            writer.begin_object();
            writer.text("field", error.field);
            writer.text("message", error.message);
            writer.end_object();
        });
    }
    if (problem.way_to_pay) {
        writer.text("offer_id", problem.way_to_pay->offer);
        writer.text_or_null("payment_url", problem.way_to_pay->url);
    }
    if (problem.challenge) {
        writer.begin_object("challenge");
        write_challenge(writer, *problem.challenge);
        writer.end_object();
    }
    writer.end_object();
}

void write_challenge(JsonWriter& writer, const JoinChallenge& challenge) {
    writer.text_or_null("puzzle", challenge.puzzle);
    writer.natural("bits", challenge.bits);
    if (challenge.puzzle.empty()) {
        writer.null("expires_at");
    } else {
        writer.time("expires_at", challenge.expires_at);
    }
    if (challenge.captcha.empty()) {
        writer.null("captcha");
    } else {
        writer.begin_object("captcha");
        writer.text("provider", challenge.captcha);
        writer.text("site_key", challenge.site_key);
        writer.end_object();
    }
}

std::string problem_body(const Problem& problem) {
    return json_text(write_problem, problem);
}

}  // namespace standby::http
