// The page by which a guest joins a list: a form, what was wrong with it, and what was agreed to.
#include "core/state/resource_state.hpp"
#include "core/state/views.hpp"
#include "http/api/entry_body.hpp"
#include "http/pages/forms.hpp"
#include "http/pages/guest_pages.hpp"
#include "http/pages/html.hpp"
#include "http/routes/api_routes.hpp"

#include <utility>

namespace standby::http {
namespace {

Response page(std::uint16_t status, std::string document) {
    return page_response(status, std::move(document), PageCaching::Never);
}

std::string json_of_form(const Form& form) {
    std::string json;
    JsonWriter writer{json};
    writer.begin_object();
    for (const std::string_view field : {"name", "email", "phone"}) {
        if (!form.value(field).empty()) {
            writer.text(field, form.value(field));
        }
    }
    if (!form.value("party_size").empty()) {
        // Read as a number where it is one; otherwise the field's own message says what is wrong.
        const std::string_view size = form.value("party_size");
        const bool is_number =
            size.size() <= 9 && size.find_first_not_of("0123456789") == std::string_view::npos;
        writer.name("party_size");
        if (is_number) {
            writer.natural(std::stoull(std::string(size)));
        } else {
            writer.text(size);
        }
    }
    if (form.has("consent")) {
        writer.boolean("consent", true);
    }
    if (!form.value("service").empty()) {
        writer.name("wants");
        writer.begin_object();
        writer.text("service", form.value("service"));
        writer.end_object();
    }
    writer.end_object();
    return json;
}

}  // namespace

void ApiRoutes::show_join_page(const CallPtr& call, std::optional<Form> form) {
    if (form) {
        join_from_page(call, *form);
        return;
    }
    show_join_form(call, {}, {});
}

void ApiRoutes::show_join_form(const CallPtr& call, Typed values, Typed errors) {
    read(call, [this, call, values = std::move(values),
                errors = std::move(errors)](engine::Store&, engine::Registry& registry) {
        const auto house = registry.house(call->account);
        if (!house) {
            call->send_problem(problem(ProblemType::Unavailable));
            return;
        }
        JoinPage shown;
        shown.consent_text = house->consent_text;
        shown.values = values;
        shown.errors = errors;
        send_join_page(call, std::move(shown));
    });
}

void ApiRoutes::send_join_page(const CallPtr& call, JoinPage begun) {
    query(call, [this, call, begun = std::move(begun)](const core::ResourceState& state,
                                                       const std::string& name) {
        const core::Counts counts = core::counts_of(state);
        JoinPage shown = begun;
        shown.resource_id = core::format_id(call->resource);
        shown.resource_name = name;
        shown.kind = state.settings.kind;
        shown.status = state.status;
        shown.starts_at = state.settings.starts_at;
        shown.waiting = counts.waiting;
        shown.free = counts.free_places;
        shown.zone = zone_of(*call);
        call->send(page(shown.errors.empty() ? 200 : 422, join_page(shown)));
        return engine::Answer{};
    });
}

void ApiRoutes::join_from_page(const CallPtr& call, const Form& form) {
    Typed values;
    for (const std::string_view field :
         {"name", "email", "phone", "party_size", "service", "consent"}) {
        values.emplace_back(field, form.value(field));
    }
    if (joins_.try_take(call->request.client, call->now)) {
        show_join_form(call, values,
                       {{"", "Too many people joined from here just now. Please try "
                             "again in a minute."}});
        return;
    }
    const auto body = parse_join(json_of_form(form), zone_of(*call));
    if (!body) {
        Typed errors;
        for (const FieldError& error : body.error().errors) {
            errors.emplace_back(error.field, error.message);
        }
        show_join_form(call, values, errors.empty() ? Typed{{"", body.error().detail}} : errors);
        return;
    }
    if (!body->consents_to_house) {
        submit_join_from_page(call, *body, values);
        return;
    }
    read(call, [this, call, values, body = *body](engine::Store&, engine::Registry& registry) {
        const auto house = registry.house(call->account);
        if (!house) {
            call->send_problem(problem(ProblemType::Unavailable));
            return;
        }
        JoinBody agreed = body;
        agreed.consent_text = house->consent_text;
        add_consent(agreed, "page", call->now);
        submit_join_from_page(call, agreed, values);
    });
}

void ApiRoutes::submit_join_from_page(const CallPtr& call, const JoinBody& body, Typed values) {
    engine::Request request;
    request.resource = call->resource;
    request.command = join_command(*call, body);
    request.actor = call->actor();
    request.attachment.person = body.person;
    struct Joined {
        std::string refusal;
        core::Ticket entry = 0;
        bool is_known = false;
    };
    auto joined = std::make_shared<Joined>();
    request.make_answer = [joined](const core::ResourceState&, const core::Outcome& outcome) {
        joined->refusal = outcome.refusal ? std::string(outcome.refusal->detail) : std::string{};
        joined->entry = outcome.answer.entry;
        joined->is_known = outcome.answer.repeated;
        return engine::Answer{};
    };
    request.done = [this, call, joined, values = std::move(values)](const engine::Reply& reply) {
        if (reply.failure || !joined->refusal.empty()) {
            show_join_form(call, values,
                           {{"", reply.failure ? "We are very busy right now. Please try again in "
                                                 "a moment."
                                               : joined->refusal}});
            return;
        }
        if (joined->is_known) {
            call->send(page(200, message_page("You are on the list already",
                                              "We have sent you the link to your place again.")));
            return;
        }
        Response response;
        response.status = 303;
        response.headers.emplace_back(
            "Location",
            "/e/" + links_.token(TokenPurpose::Entry,
                                 core::entry_id(call->resource, joined->entry).value()));
        call->send(std::move(response));
    };
    services_.gateway.submit(std::move(request));
}

}  // namespace standby::http
