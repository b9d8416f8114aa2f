// A table of routes; the fields have nearly the names they have in the API.
#include "tests/scenarios/runner/http_requests.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace standby::scenarios {
namespace {

struct Route {
    std::string_view command;
    std::string_view method;
    std::string_view before;  // the id stands between the two
    std::string_view after;
};

const Route* find_route(std::string_view command) {
    static constexpr auto routes = std::to_array<Route>({
        {"create", "POST", "/v1/resources", ""},
        {"patch", "PATCH", "/v1/resources/", ""},
        {"pause", "POST", "/v1/resources/", ":pause"},
        {"resume", "POST", "/v1/resources/", ":resume"},
        {"close", "POST", "/v1/resources/", ":close"},
        {"reopen", "POST", "/v1/resources/", ":reopen"},
        {"cancel_event", "POST", "/v1/resources/", ":cancel"},
        {"join", "POST", "/v1/resources/", "/waitlist:join"},
        {"release", "POST", "/v1/resources/", "/capacity:release"},
        {"open", "POST", "/v1/resources/", "/openings"},
        {"verify", "POST", "/v1/waitlist/", ":verify"},
        {"update", "PATCH", "/v1/waitlist/", ""},
        {"leave", "DELETE", "/v1/waitlist/", ""},
        {"remove", "POST", "/v1/waitlist/", ":remove"},
        {"cancel", "POST", "/v1/waitlist/", ":cancel"},
        {"no_show", "POST", "/v1/waitlist/", ":no_show"},
        {"attended", "POST", "/v1/waitlist/", ":attended"},
        {"promote", "POST", "/v1/waitlist/", ":promote"},
        {"withdraw", "DELETE", "/v1/openings/", ""},
        {"book", "POST", "/v1/openings/", ":book"},
        {"accept", "POST", "/v1/offers/", ":accept"},
        {"decline", "POST", "/v1/offers/", ":decline"},
        {"late_yes", "POST", "/v1/offers/", ":late_yes"},
        {"extend", "POST", "/v1/offers/", ":extend"},
        {"sent", "POST", "/v1/offers/", ":sent"},
        {"undeliverable", "POST", "/v1/offers/", ":undeliverable"},
        {"booking", "POST", "/v1/offers/", ":booking"},
        {"payment", "POST", "/v1/offers/", ":payment"},
    });
    const auto found = std::find_if(routes.begin(), routes.end(),
                                    [&](const Route& route) { return route.command == command; });
    return found == routes.end() ? nullptr : &*found;
}

// "person 17" writes from person-17@example.com.
std::string address_of(std::string contact) {
    std::replace(contact.begin(), contact.end(), ' ', '-');
    return contact + "@example.com";
}

// What a guest says once for all is no wish in the API, but stands beside them.
Fields renamed(const Fields& fields) {
    Fields api;
    for (const auto& [name, value] : fields) {
        constexpr std::string_view wants = "wants.";
        if (name.starts_with("wants.instant_yes") || name == "wants.time_zone") {
            api[name.substr(wants.size())] = value;
        } else if (name == "contact") {
            api["email"] = address_of(value);
        } else if (name == "opening") {
            api["opening_id"] = value;
        } else if (name != "wants") {
            api[name] = value;
        }
    }
    return api;
}

std::string unknown_of(std::string_view id) {
    static constexpr auto kinds = std::to_array<std::pair<std::string_view, std::string_view>>({
        {"ent_", "unknown-entry"},
        {"off_", "unknown-offer"},
        {"opn_", "unknown-opening"},
    });
    for (const auto& [prefix, problem] : kinds) {
        if (id.starts_with(prefix)) {
            return std::string(problem);
        }
    }
    return "unknown-resource";
}

// The core's word for no state and no reason.
std::string or_none(std::string text) {
    return text.empty() ? "none" : text;
}

}  // namespace

std::optional<HttpCall> call_of(const Request& request) {
    const Route* route = find_route(request.command);
    if (route == nullptr) {
        return std::nullopt;
    }
    HttpCall call;
    call.method = route->method;
    call.path.append(route->before).append(request.about).append(route->after);
    if (!request.fields.empty()) {
        call.body = json_of(renamed(request.fields));
    }
    return call;
}

Refused refused_by(const JsonValue& problem, const Request& request) {
    constexpr std::string_view path = "/problems/";
    const std::string type = text_in(problem, "type");
    Refused refused;
    refused.problem = type.starts_with(path) ? type.substr(path.size()) : type;
    refused.detail = text_in(problem, "detail");
    if (refused.problem == "invalid") {
        refused.problem = "invalid-field";
    } else if (refused.problem == "not-found") {
        refused.problem = unknown_of(request.about);
    }
    const JsonValue* errors = member(problem, "errors");
    if (errors != nullptr && !errors->items.empty()) {
        refused.field = text_in(errors->items.front(), "field");
    }
    return refused;
}

Reply reply_of(const JsonValue& answer, int status, const Request& request) {
    constexpr int status_ok = 200;
    Reply reply;
    const std::string id = text_in(answer, "id");
    if (request.command == "create") {
        reply.resource = id;
        return reply;
    }
    reply.resource = text_in(answer, "resource_id");
    if (request.command == "join" || request.about.starts_with("ent_")) {
        reply.entry = id;
    } else if (request.about.starts_with("off_")) {
        reply.offer = id;
    } else if (request.command == "open" || request.about.starts_with("opn_")) {
        reply.opening = id;
    }
    // What is new is created; what was there already is only shown.
    reply.repeated =
        (request.command == "join" || request.command == "open") && status == status_ok;
    return reply;
}

EventRecord record_of(const JsonValue& item, std::string_view resource) {
    static constexpr auto detail_names = std::to_array<std::string_view>(
        {"quantity", "places", "move", "delta", "tries", "send_at", "expires_at", "sent_at",
         "awaiting", "outcome", "compensation"});
    EventRecord record;
    record.resource = resource;
    record.number = natural_in(item, "seq");
    record.at = parse_time(text_in(item, "at")).value_or(Time{});
    record.type = text_in(item, "type");
    record.reason = or_none(text_in(item, "reason"));
    record.entry = text_in(item, "entry_id");
    record.offer = text_in(item, "offer_id");
    record.opening = text_in(item, "opening_id");
    record.from = or_none(text_in(item, "from_state"));
    record.to = or_none(text_in(item, "to_state"));
    record.hash = text_in(item, "hash");
    if (const JsonValue* details = member(item, "details")) {
        for (const std::string_view name : detail_names) {
            if (member(*details, name) != nullptr) {
                record.details.emplace(name, text_in(*details, name));
            }
        }
    }
    return record;
}

}  // namespace standby::scenarios
