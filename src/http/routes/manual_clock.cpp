// What only a server with a clock moved by hand offers, for tests: letting time pass, switching the
// relay off, and the tokens and codes that would have been sent.
#include "http/api/body.hpp"
#include "http/api/key_body.hpp"
#include "http/routes/api_routes.hpp"

#include <utility>

namespace standby::http {
namespace {

struct TokenBody {
    std::string id;
    std::string purpose;
};

Result<TokenBody, Problem> parse_token(std::string_view text) {
    return read_body<TokenBody>(text, EmptyBody::Refused, [](FieldReader& reader, TokenBody& body) {
        reader.require("id");
        reader.require("purpose");
        body.id = reader.text("id").value_or("");
        body.purpose = reader.text("purpose").value_or("");
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

// Of an entry the token to verify or to unsubscribe by; of an entry or an offer the short code.
void ApiRoutes::give_mailed_token(Call& call) {
    const auto body = parse_token(call.request.body);
    if (!body) {
        call.send_problem(body.error());
        return;
    }
    const auto entry = core::parse_entry_id(body->id);
    const auto offer = core::parse_offer_id(body->id);
    const bool wants_code = body->purpose == "short";
    if (!entry && !(wants_code && offer)) {
        call.send_problem(invalid("id", "is not the id of an entry"));
        return;
    }
    std::string token;
    if (wants_code) {
        const std::string link = entry ? links_.short_status(*entry) : links_.short_offer(*offer);
        token = link.substr(link.rfind('/') + 1);
    } else {
        const bool stops = body->purpose == "unsubscribe";
        token = services_.tokens.sign(stops ? TokenPurpose::Unsubscribe : TokenPurpose::Verify,
                                      entry->value(), call.now + std::chrono::days{1});
    }
    call.send_json(200, one_text("token", token));
}

}  // namespace standby::http
