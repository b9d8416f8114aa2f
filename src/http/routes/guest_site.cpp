// The guests' pages: status and offer, without scripts. Looking changes nothing; each
// button is a form that POSTs.
#include "core/order/band.hpp"
#include "core/state/resource_state.hpp"
#include "core/state/views.hpp"
#include "http/api/entry_json.hpp"
#include "http/pages/forms.hpp"
#include "http/pages/guest_pages.hpp"
#include "http/pages/html.hpp"
#include "http/routes/api_routes.hpp"
#include "http/routes/facts.hpp"

#include <utility>

namespace standby::http {
namespace {

constexpr std::size_t messages_on_page_max = 5;
// Reading messages waits for the engine, so only some of the readers may do it at the same time.
constexpr int pages_reading_messages_max = 8;

Response page(std::uint16_t status, std::string document) {
    return page_response(status, std::move(document), PageCaching::Never);
}

Response dead_link(std::string_view text) {
    return page(404, message_page("This link does not work", text));
}

std::string notice_of(const core::Refusal& refusal) {
    return std::string(refusal.detail);
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
        call->account = facts->account;
        call->time_zone = facts->time_zone;
        show_join_page(call, std::move(form));
        return;
    }
    const auto token = services_.tokens.verify(id, call->now);
    const bool fits = token && token->purpose != TokenPurpose::Unsubscribe &&
                      path.starts_with("/o/") == (token->purpose == TokenPurpose::Offer);
    const auto facts =
        fits ? services_.directory.find(core::resource_of(core::EntryId{token->id})) : std::nullopt;
    if (!facts) {
        call->send(dead_link("It may have expired, or a part of it is missing. Joining again with "
                             "the same address sends you a new one."));
        return;
    }
    call->token = *token;
    call->account = facts->account;
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

void ApiRoutes::follow_short_link(const CallPtr& call) {
    if (call->request.method != "GET" && call->request.method != "HEAD") {
        call->send_not_allowed("GET, HEAD");
        return;
    }
    const auto link = links_.behind(std::string_view{call->request.path}.substr(3));
    if (!link) {
        call->send(dead_link("It may have expired, or a part of it is missing. Joining again with "
                             "the same address sends you a new one."));
        return;
    }
    Response response;
    response.status = 302;
    response.headers.emplace_back("Location", *link);
    response.headers.emplace_back("Cache-Control", "no-store");
    response.headers.emplace_back("Referrer-Policy", "no-referrer");
    call->send(std::move(response));
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
            shown.offer = EntryPage::LiveOffer{
                .token = links_.token(TokenPurpose::Offer, facts->offer->id.value()),
                .expires_at = facts->offer->expires_at};
        }
        send_with_messages(call, std::move(shown));
        return engine::Answer{};
    });
}

// The page comes without its messages rather than late. The engine was asked about this resource
// just now, so that what it is asked again needs no reading of its own.
void ApiRoutes::send_with_messages(const CallPtr& call, EntryPage shown) {
    const auto read_messages = [this, call, shown](engine::Store& store, engine::Registry&) {
        EntryPage complete = shown;
        const auto items = inbox_of(*call, store, messages_on_page_max);
        for (const InboxItem& item : items.value_or(std::vector<InboxItem>{})) {
            complete.messages.push_back(
                {.at = item.row.due_at, .subject = item.said.subject, .text = item.said.text});
        }
        --pages_reading_messages_;
        call->send(page(200, entry_page(complete)));
    };
    const bool may_read = ++pages_reading_messages_ <= pages_reading_messages_max;
    if (may_read && services_.gateway.read(engine::Effort::Quick, read_messages)) {
        return;
    }
    --pages_reading_messages_;
    call->send(page(200, entry_page(shown)));
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
                offer.status_token = links_.token(
                    TokenPurpose::Entry, core::entry_id(call->resource, facts.entry).value());
            }
            call->send(page(200, offer_page(offer)));
        });
        return engine::Answer{};
    });
}

}  // namespace standby::http
