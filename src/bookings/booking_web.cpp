#include "bookings/booking_web.hpp"

#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace standby::bookings {

using engine::BookingProblem;
using interchange::WebProblem;

const JsonValue& BookingAnswer::said() const {
    static const JsonValue nothing;
    return document ? document->root() : nothing;
}

bool BookingAnswer::is_empty() const {
    return trim(*body).empty();
}

BookingAnswer read_answer(unsigned status, std::string body) {
    BookingAnswer answer{.status = status,
                         .body = std::make_unique<std::string>(std::move(body)),
                         .document = std::nullopt};
    if (auto document = read_json(*answer.body)) {
        answer.document = *std::move(document);
    }
    return answer;
}

BookingProblem problem_of_status(unsigned status) {
    if (status >= 300 && status < 400) {
        return BookingProblem::Moved;
    }
    switch (status) {
    case 401:
    case 407:
        return BookingProblem::WrongToken;
    case 403:
        return BookingProblem::Forbidden;
    case 404:
    case 410:
        return BookingProblem::NotThere;
    case 405:
    case 501:
        return BookingProblem::NotOffered;
    case 408:
        return BookingProblem::NoAnswer;
    case 409:
        return BookingProblem::InProgress;
    case 425:
    case 429:
        return BookingProblem::Busy;
    default:
        return status >= 500                   ? BookingProblem::Busy
               : status >= 400 && status < 500 ? BookingProblem::Refused
                                               : BookingProblem::NotUnderstood;
    }
}

BookingProblem problem_of_web(WebProblem problem) {
    switch (problem) {
    case WebProblem::BadAddress:
        // The address was looked at when it was entered: what answers there speaks no HTTP.
        return BookingProblem::NotUnderstood;
    case WebProblem::HostNotFound:
        return BookingProblem::HostNotFound;
    case WebProblem::PrivateAddress:
        return BookingProblem::PrivateAddress;
    case WebProblem::NoConnection:
        return BookingProblem::NoConnection;
    case WebProblem::BadCertificate:
        return BookingProblem::BadCertificate;
    case WebProblem::TooLarge:
        return BookingProblem::TooLarge;
    case WebProblem::Moved:
        return BookingProblem::Moved;
    case WebProblem::Stopped:
        return BookingProblem::Stopped;
    default:
        return BookingProblem::NoAnswer;
    }
}

BookingWeb::BookingWeb(std::string base, std::string token, interchange::WebOptions options)
    : base_(std::move(base)), token_(std::move(token)), web_(std::move(options)) {
    while (base_.ends_with('/')) {
        base_.pop_back();
    }
}

engine::BookingResult<BookingAnswer> BookingWeb::ask(std::string_view method, std::string_view path,
                                                     std::string body, std::string_view version) {
    interchange::WebRequest request{.method = std::string(method),
                                    .url = base_ + std::string(path),
                                    .login = {.user = {}, .password = {}, .bearer = token_},
                                    .body = std::move(body),
                                    .headers = {{"Accept", "application/json"}},
                                    .body_max = booking_answer_max,
                                    .answer_max = booking_wait_max};
    if (!request.body.empty()) {
        request.content_type = "application/json";
    }
    if (!version.empty()) {
        request.headers.emplace_back("cal-api-version", version);
    }
    auto answer = web_.ask(request);
    if (!answer) {
        return std::unexpected(problem_of_web(answer.error()));
    }
    return read_answer(answer->status, std::move(answer->body));
}

std::string path_part(std::string_view text) {
    std::string part;
    for (const char one : text) {
        const bool is_plain = (one >= '0' && one <= '9') || (one >= 'a' && one <= 'z') ||
                              (one >= 'A' && one <= 'Z') || one == '-' || one == '_';
        if (is_plain) {
            part += one;
        } else {
            part += fmt::format("%{:02X}", static_cast<unsigned char>(one));
        }
    }
    return part;
}

}  // namespace standby::bookings
