// What only a server with a clock moved by hand offers, for tests: letting time pass, switching the
// relay off, and the token that would have been mailed.
#include "http/api/body.hpp"
#include "http/api/key_body.hpp"
#include "http/routes/api_routes.hpp"

#include <utility>

namespace standby::http {
namespace {

struct TokenBody {
    std::string id;
};

Result<TokenBody, Problem> parse_token(std::string_view text) {
    return read_body<TokenBody>(text, EmptyBody::Refused, [](FieldReader& reader, TokenBody& body) {
        reader.require("id");
        reader.require("purpose");
        body.id = reader.text("id").value_or("");
        (void)reader.text("purpose");
    });
}

std::string one_text(std::string_view name, std::string_view value) {
    std::string json;
    JsonWriter writer{json};
    writer.begin_object();
    writer.text(name, value);
    writer.end_object();
    return json;
}

}  // namespace

void ApiRoutes::handle_test(const CallPtr& call) {
    if (call->request.method != "POST") {
        call->send_not_allowed("POST");
    } else if (call->request.path == "/test/relay") {
        services_.set_relay(call->request.body == "prompt");
        call->send_json(200, "{}");
    } else if (call->request.path == "/test/token") {
        give_mailed_token(*call);
    } else if (call->request.path == "/test/clock") {
        const auto body = parse_clock(call->request.body);
        if (!body) {
            call->send_problem(body.error());
            return;
        }
        services_.set_clock(body->to, [this, call] {
            call->send_json(200, one_text("now", format_time(services_.gateway.now())));
        });
    } else {
        call->send_problem(problem(ProblemType::NotFound, "There is no such path."));
    }
}

void ApiRoutes::give_mailed_token(Call& call) {
    const auto body = parse_token(call.request.body);
    const auto entry = body ? core::parse_entry_id(body->id) : std::nullopt;
    if (!entry) {
        call.send_problem(body ? invalid("id", "is not the id of an entry") : body.error());
        return;
    }
    const Time expiry = call.now + std::chrono::days{1};
    call.send_json(200, one_text("token", services_.tokens.sign(TokenPurpose::Verify,
                                                                entry->value(), expiry)));
}

}  // namespace standby::http
