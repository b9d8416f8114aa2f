#include "http/routes/spending.hpp"

#include "http/pages/words/words.hpp"
#include "http/routes/guest/guest_support.hpp"
#include "http/routes/handlers.hpp"

#include <utility>

namespace standby::http {
namespace {

// Staff's own integrations may do what they like, and take nothing from guests at their address.
bool has_key(const Call& call) {
    constexpr std::string_view scheme = "bearer ";
    const std::string_view header = call.request.header("authorization");
    if (header.size() <= scheme.size()) {
        return false;
    }
    const std::string_view credential = header.substr(scheme.size());
    return !credential.starts_with(guest_token_mark) &&
           call.shared.services.keys.find(credential).has_value();
}

bool is_document(const Route& route) {
    return route.handler == get_description || route.handler == get_docs ||
           route.handler == list_problems || route.handler == get_problem ||
           route.handler == get_landing_page || route.handler == get_draw ||
           route.handler == show_verify_page;
}

// Whose it is: the entry, or the offer that the token is for.
Budgets::Subject subject_of(const Call& call) {
    return {.entry = call.token ? call.token->id : call.about.entry.value(),
            .list = call.about.resource.value(),
            .account = call.about.account.value()};
}

Budgets::Subject subject_of(const Call& call, const GuestToken& token) {
    const core::ResourceNumber list = core::resource_of(core::EntryId{token.id});
    const auto known = call.shared.services.directory.find(list);
    return {.entry = token.id, .list = list.value(), .account = known ? known->account.value() : 0};
}

Budgets::Wait spend_as_guest(const Call& call) {
    Budgets& budgets = call.shared.budgets;
    const Time now = Shared::running_time();
    const Route& route = *call.route;
    if (route.handler == explain_entry || route.handler == read_inbox ||
        route.handler == get_person) {
        return budgets.explanation(client_key(call.request.client), subject_of(call), now);
    }
    const bool is_change = route.who == Who::GuestWrite || route.who == Who::GuestOnly;
    if (!is_change || call.request.method == "GET") {
        return std::nullopt;
    }
    if (route.priority == engine::Priority::Reserved) {
        return budgets.answer(subject_of(call).entry, now);
    }
    return budgets.change(client_key(call.request.client), subject_of(call),
                          call.request.body.size(), now);
}

// The forms of guests' pages. Whether the link is good is for the handler to say.
Budgets::Wait spend_on_page(const Call& call) {
    const Route& route = *call.route;
    if (call.request.method != "POST" || route.target != Target::Token) {
        return std::nullopt;
    }
    const auto token = call.shared.services.tokens.verify(call.link_in_path(), call.now);
    if (!token) {
        return std::nullopt;
    }
    Budgets& budgets = call.shared.budgets;
    const Time now = Shared::running_time();
    if (route.handler == act_on_offer_page) {
        return budgets.answer(token->id, now);
    }
    if (route.handler == act_on_unsubscribe_page) {
        return budgets.change_by_link(token->id, now);
    }
    return budgets.change(client_key(call.request.client), subject_of(call, *token),
                          call.request.body.size(), now);
}

Response too_often_page(const Call& call, Duration wait) {
    const PageFrame frame = frame_of(call);
    Response response =
        guest_page(429, message_page(frame, words_in(frame.language).notices.busy, {}));
    response.headers.emplace_back("Retry-After", std::to_string(retry_after_seconds(wait)));
    return response;
}

}  // namespace

Problem too_often(std::string detail, Duration wait) {
    Problem refused = problem(ProblemType::TooManyRequests, std::move(detail));
    refused.retry_after_seconds = retry_after_seconds(wait);
    return refused;
}

Result<void, Problem> spend_request(const Call& call) {
    const bool is_watched =
        call.route->handler == get_health || call.route->handler == get_readiness;
    // Whoever answers an offer has little time, and thousands may share their operator's address.
    // Answers are counted by their offer instead.
    const bool is_answer = call.route->priority == engine::Priority::Reserved;
    if (call.arrival.hop || is_watched || is_answer || has_key(call)) {
        return {};
    }
    const Time now = Shared::running_time();
    const auto wait = call.shared.budgets.request(client_key(call.request.client), now);
    if (wait) {
        call.shared.budgets.count_refused_request();
        return std::unexpected(too_often("Too many requests from this address.", *wait));
    }
    if (is_document(*call.route)) {
        if (const auto of_all = call.shared.budgets.document(now)) {
            return std::unexpected(too_often("Too many are reading this right now.", *of_all));
        }
    }
    return {};
}

std::optional<Answer> spend(const Call& call) {
    if (call.caller) {
        return std::nullopt;
    }
    if (call.route->who == Who::Link) {
        const auto wait = spend_on_page(call);
        return wait ? std::optional<Answer>(too_often_page(call, *wait)) : std::nullopt;
    }
    const auto wait = spend_as_guest(call);
    return wait ? std::optional<Answer>(std::unexpected(
                      too_often("Too many requests about this entry or from this address.", *wait)))
                : std::nullopt;
}

}  // namespace standby::http
