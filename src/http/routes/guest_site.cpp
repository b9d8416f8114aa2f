// The guests' pages: status, offer and joining, without scripts. Looking changes nothing; each
// button is a form that POSTs.
#include "core/order/band.hpp"
#include "core/state/resource_state.hpp"
#include "core/state/views.hpp"
#include "http/api/entry_body.hpp"
#include "http/api/entry_json.hpp"
#include "http/pages/forms.hpp"
#include "http/pages/guest_pages.hpp"
#include "http/pages/html.hpp"
#include "http/routes/api_routes.hpp"
#include "http/routes/facts.hpp"

#include <utility>

namespace standby::http {
namespace {

Response page(std::uint16_t status, std::string document) {
    return page_response(status, std::move(document), PageCaching::Never);
}

Response dead_link(std::string_view text) {
    return page(404, message_page("This link does not work", text));
}

std::string notice_of(const core::Refusal& refusal) {
    return std::string(refusal.detail);
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

void ApiRoutes::handle_guest_page(const CallPtr& call) {
    const std::string path = call->request.path;
    const bool is_get = call->request.method == "GET" || call->request.method == "HEAD";
    if (!is_get && call->request.method != "POST") {
        call->send_not_allowed("GET, HEAD, POST");
        return;
    }
    std::string action;
    std::optional<Form> form;
    if (!is_get) {
        auto parsed = parse_form(call->request.body);
        if (!is_form_content_type(call->request.header("content-type")) || !parsed) {
            call->send(page(400, message_page("That did not arrive as it should",
                                              "Please go back and try again.")));
            return;
        }
        form = *std::move(parsed);
        action = form->value("action");
    }
    const std::string_view id = std::string_view{path}.substr(3);
    if (path.starts_with("/r/")) {
        const auto resource = core::parse_resource_id(id);
        const auto facts = resource ? services_.directory.find(*resource) : std::nullopt;
        if (!facts) {
            call->send(dead_link("There is no such list. Ask whoever sent you the link."));
            return;
        }
        call->resource = *resource;
        call->time_zone = facts->time_zone;
        show_join_page(call, std::move(form));
        return;
    }
    const auto token = services_.tokens.verify(id, call->now);
    const bool fits = token && (path.starts_with("/o/") == (token->purpose == TokenPurpose::Offer));
    const auto facts =
        fits ? services_.directory.find(core::resource_of(core::EntryId{token->id})) : std::nullopt;
    if (!facts) {
        call->send(dead_link("It may have expired, or a part of it is missing. Joining again with "
                             "the same address sends you a new one."));
        return;
    }
    call->token = *token;
    call->time_zone = facts->time_zone;
    call->resource = core::resource_of(core::EntryId{token->id});
    if (token->purpose == TokenPurpose::Offer) {
        call->offer = core::OfferId{token->id};
        act_on_offer_page(call, action);
    } else {
        call->entry = core::EntryId{token->id};
        act_on_entry_page(call, action);
    }
}

void ApiRoutes::submit_from_page(const CallPtr& call, core::Command command,
                                 std::function<void(std::string notice)> next) {
    auto notice = std::make_shared<std::string>();
    engine::Request request;
    request.resource = call->resource;
    request.command = std::move(command);
    request.actor = call->actor();
    request.priority = engine::Priority::Reserved;
    request.make_answer = [notice](const core::ResourceState&, const core::Outcome& outcome) {
        *notice = outcome.refusal ? notice_of(*outcome.refusal) : std::string{};
        return engine::Answer{};
    };
    request.done = [notice, next = std::move(next)](const engine::Reply& reply) {
        next(reply.failure ? "We are very busy right now. Please try again in a moment." : *notice);
    };
    services_.gateway.submit(std::move(request));
}

void ApiRoutes::act_on_entry_page(const CallPtr& call, const std::string& action) {
    const core::Ticket ticket = core::number_of(call->entry);
    const auto show = [this, call](std::string notice) {
        show_entry_page(call, std::move(notice));
    };
    if (action == action_leave) {
        submit_from_page(call, core::Leave{.entry = ticket}, show);
    } else if (action == action_verify && call->token->purpose == TokenPurpose::Verify) {
        submit_from_page(call, core::Verify{.entry = ticket}, show);
    } else {
        show({});
    }
}

void ApiRoutes::act_on_offer_page(const CallPtr& call, const std::string& action) {
    const core::OfferNumber offer{core::number_of(call->offer)};
    const auto show = [this, call](std::string notice) {
        show_offer_page(call, std::move(notice));
    };
    if (action == action_claim) {
        submit_from_page(call, core::Accept{.offer = offer}, show);
    } else if (action == action_decline) {
        submit_from_page(call, core::Decline{.offer = offer}, show);
    } else {
        show({});
    }
}

const Zone& ApiRoutes::zone_of(const Call& call) const {
    static const Zone utc = Zone::utc();
    const Zone* zone = services_.zones.find(call.time_zone);
    return zone != nullptr ? *zone : utc;
}

void ApiRoutes::show_entry_page(const CallPtr& call, std::string notice) {
    query(call, [this, call, notice = std::move(notice)](const core::ResourceState& state,
                                                         const std::string& name) {
        const auto facts = entry_facts(state, core::number_of(call->entry));
        if (!facts) {
            call->send(dead_link("There is nothing under this link."));
            return engine::Answer{};
        }
        EntryPage shown;
        shown.resource_name = name;
        shown.token = call->request.path.substr(3);
        shown.notice = notice;
        shown.state = facts->state;
        const auto rank = core::shown_rank(state.rules.visibility, facts->rank);
        shown.rank = rank.rank;
        shown.band = rank.band ? core::format_band(*rank.band) : "";
        shown.position = facts->position;
        shown.party_size = facts->party_size;
        shown.may_verify = call->token->purpose == TokenPurpose::Verify &&
                           facts->state == core::EntryState::Unverified;
        shown.zone = zone_of(*call);
        if (facts->offer) {
            const std::string url = claim_url(facts->offer->id);
            shown.offer = EntryPage::LiveOffer{.token = url.substr(url.rfind('/') + 1),
                                               .expires_at = facts->offer->expires_at};
        }
        call->send(page(200, entry_page(shown)));
        return engine::Answer{};
    });
}

void ApiRoutes::show_offer_page(const CallPtr& call, std::string notice) {
    query(call, [this, call, notice = std::move(notice)](const core::ResourceState& state,
                                                         const std::string& name) {
        OfferPage shown;
        shown.resource_name = name;
        shown.token = call->request.path.substr(3);
        shown.notice = notice;
        shown.now = services_.gateway.now();
        shown.zone = zone_of(*call);
        shown.starts_at = state.settings.starts_at;
        shown.price = state.rules.payment;
        with_offer(call, [this, call, shown](const OfferFacts& facts,
                                             const std::optional<OpeningFacts>& opening) {
            OfferPage offer = shown;
            offer.state = facts.state;
            offer.awaiting = facts.awaiting;
            offer.places = facts.places;
            offer.expires_at = facts.expires_at;
            if (opening && opening->complete) {
                offer.service = opening->slot.service;
                offer.staff = opening->slot.staff;
                offer.place = opening->slot.place;
                offer.starts_at = opening->slot.starts_at;
                offer.duration = opening->slot.duration;
                offer.price = opening->slot.price;
            }
            if (facts.entry != 0) {
                offer.status_token = token_of(core::entry_id(call->resource, facts.entry));
            }
            call->send(page(200, offer_page(offer)));
        });
        return engine::Answer{};
    });
}

void ApiRoutes::show_join_page(const CallPtr& call, std::optional<Form> form) {
    if (form) {
        join_from_page(call, *form);
        return;
    }
    show_join_form(call, {}, {});
}

void ApiRoutes::show_join_form(const CallPtr& call, Typed values, Typed errors) {
    query(call, [this, call, values = std::move(values), errors = std::move(errors)](
                    const core::ResourceState& state, const std::string& name) {
        const core::Counts counts = core::counts_of(state);
        JoinPage shown;
        shown.resource_id = core::format_id(call->resource);
        shown.resource_name = name;
        shown.kind = state.settings.kind;
        shown.status = state.status;
        shown.starts_at = state.settings.starts_at;
        shown.waiting = counts.waiting;
        shown.free = counts.free_places;
        shown.zone = zone_of(*call);
        shown.values = values;
        shown.errors = errors;
        call->send(page(errors.empty() ? 200 : 422, join_page(shown)));
        return engine::Answer{};
    });
}

void ApiRoutes::join_from_page(const CallPtr& call, const Form& form) {
    Typed values;
    for (const std::string_view field : {"name", "email", "phone", "party_size", "service"}) {
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
    engine::Request request;
    request.resource = call->resource;
    request.command = join_command(*call, *body);
    request.actor = call->actor();
    request.attachment.person = body->person;
    struct Joined {
        std::string refusal;
        core::Ticket entry = 0;
        bool is_known = false;
    };
    auto joined = std::make_shared<Joined>();
    request.make_answer = [joined](const core::ResourceState&, const core::Outcome& outcome) {
        joined->refusal = outcome.refusal ? notice_of(*outcome.refusal) : std::string{};
        joined->entry = outcome.answer.entry;
        joined->is_known = outcome.answer.repeated;
        return engine::Answer{};
    };
    request.done = [this, call, joined, values](const engine::Reply& reply) {
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
            "Location", "/e/" + token_of(core::entry_id(call->resource, joined->entry)));
        call->send(std::move(response));
    };
    services_.gateway.submit(std::move(request));
}

}  // namespace standby::http
