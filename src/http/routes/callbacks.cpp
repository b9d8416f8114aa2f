// What providers report: passed on as it came. Who may call is for the signature to prove, so no
// key is asked for, and no form of body is refused here.
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"
#include "http/server/target.hpp"

#include <utility>

namespace standby::http {
namespace {

constexpr std::size_t callback_bytes_max = 64 * 1024;
constexpr std::string_view callbacks_folder = "/v1/callbacks/";

std::vector<std::pair<std::string, std::string>> parameters_of(std::string_view query) {
    std::vector<std::pair<std::string, std::string>> parameters;
    while (!query.empty()) {
        const std::string_view pair = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(query.size(), pair.size() + 1));
        if (pair.empty()) {
            continue;
        }
        const std::size_t equals = std::min(pair.find('='), pair.size());
        parameters.emplace_back(wire::decode_form(pair.substr(0, equals)),
                                wire::decode_form(pair.substr(std::min(equals + 1, pair.size()))));
    }
    return parameters;
}

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
    if (request.body.size() > callback_bytes_max) {
        co_return refuse(ProblemType::BodyTooLarge);
    }
    engine::CallbackRequest callback;
    callback.source = request.path.substr(callbacks_folder.size());
    callback.url =
        call.shared.links.at(request.path) + (request.query.empty() ? "" : "?" + request.query);
    callback.query = parameters_of(request.query);
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
    if (reply.status >= 400 && reply.body.empty()) {
        co_return refuse(problem_type_of(reply.status));
    }
    Response response = json_response(reply.status, std::move(reply.body));
    response.content_type = std::move(reply.content_type);
    co_return response;
}

}  // namespace standby::http
