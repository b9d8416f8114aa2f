// What providers report: passed on as it came. Who may call is for the signature to prove, so no
// key is asked for, and no form of body is refused here.
#include "base/form.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/spending.hpp"

#include <utility>

namespace standby::http {
namespace {

constexpr std::size_t callback_bytes_max = 64 * 1024;
constexpr std::string_view callbacks_folder = "/v1/callbacks/";

// A refusal that says nothing gets the words of its kind.
ProblemType problem_type_of(std::uint16_t status) {
    switch (status) {
    case 400:
        return ProblemType::BadRequest;
    case 401:
        return ProblemType::Unauthorized;
    case 403:
        return ProblemType::Forbidden;
    case 404:
        return ProblemType::NotFound;
    case 413:
        return ProblemType::BodyTooLarge;
    case 429:
        return ProblemType::TooManyRequests;
    case 503:
        return ProblemType::Unavailable;
    default:
        return status < 500 ? ProblemType::BadRequest : ProblemType::Internal;
    }
}

}  // namespace

// An answer by text message waits for the engine, so this runs on a thread that may.
Task<Answer> take_callback(Call& call) {
    const Request& request = call.request;
    const ClientKey client = client_key(request.client);
    if (const auto wait = call.shared.budgets.callback(client, Shared::running_time())) {
        co_return std::unexpected(
            too_often("Too many reports from this address were nobody's.", *wait));
    }
    if (request.body.size() > callback_bytes_max) {
        co_return refuse(ProblemType::BodyTooLarge);
    }
    engine::CallbackRequest callback;
    callback.source = request.path.substr(callbacks_folder.size());
    callback.is_get = request.method == "GET";
    callback.url =
        call.shared.links.at(request.path) + (request.query.empty() ? "" : "?" + request.query);
    callback.query = decode_form(request.query, request.query.size()).value_or(FormFields{});
    callback.headers = request.headers;
    callback.content_type = request.header("content-type");
    callback.body = request.body;
    auto read = co_await call.read(
        [&](engine::Store&, engine::Registry&) {
            return call.shared.services.messenger.on_callback(callback);
        },
        engine::Effort::Talk);
    engine::CallbackReply reply = CO_TRY(std::move(read));
    if (reply.elsewhere) {
        call.about.resource = *reply.elsewhere;
        co_return call.moved();
    }
    if (reply.status >= 400 && reply.status < 500) {
        call.shared.budgets.count_bad_callback(client, Shared::running_time());
    }
    if (reply.status >= 400 && reply.body.empty()) {
        co_return refuse(problem_type_of(reply.status));
    }
    Response response = json_response(reply.status, std::move(reply.body));
    response.content_type = std::move(reply.content_type);
    co_return response;
}

}  // namespace standby::http
