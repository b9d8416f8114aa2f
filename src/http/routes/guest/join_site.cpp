// The page by which a guest joins a list: a form, what was wrong with it, and what was agreed to.
#include "core/audit/event_codec.hpp"
#include "core/state/resource_state.hpp"
#include "core/state/views.hpp"
#include "http/api/entry_body.hpp"
#include "http/api/referral_code.hpp"
#include "http/pages/rule_words.hpp"
#include "http/pages/words/words.hpp"
#include "http/routes/api_routes.hpp"
#include "http/routes/guest/guest_support.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

// Odds are counted from this many events at most, the newest ones.
constexpr std::uint64_t odds_events_max = 200'000;
constexpr std::size_t events_read_at_once = 1'000;

bool is_asked_in_frame(const Call& call) {
    return call.request.parameter("frame").value_or("") == "1";
}

// A code that is not one of this list's is nobody's: the guest joins without it.
std::string good_referral_code(const std::string& code, core::ResourceNumber resource) {
    const auto referrer = parse_referral_code(code);
    return referrer && core::resource_of(*referrer) == resource ? referral_code(*referrer) : "";
}

Result<std::optional<Odds>, engine::StoreError>
count_odds(engine::Store& store, core::ResourceNumber resource, std::uint64_t last) {
    OddsFold fold;
    std::uint64_t after = last > odds_events_max ? last - odds_events_max : 0;
    while (true) {
        const auto rows = TRY(store.events(resource, after, events_read_at_once));
        for (const engine::EventRow& row : rows) {
            after = row.number;
            if (const auto event = core::decode_event(row.data)) {
                fold.add(*event);
            }
        }
        if (rows.size() < events_read_at_once) {
            return fold.result();
        }
    }
}

}  // namespace

void ApiRoutes::open_join_page(const CallPtr& call, std::optional<Form> form) {
    const std::string path = call->request.path;
    const auto resource = core::parse_resource_id(std::string_view{path}.substr(3));
    const auto facts = resource ? services_.directory.find(*resource) : std::nullopt;
    if (!facts) {
        call->send(dead_link(*call, words_in(frame_of(*call).language).messages.no_list));
        return;
    }
    call->resource = *resource;
    call->account = facts->account;
    call->time_zone = facts->time_zone;
    read(call, [this, call, form = std::move(form)](engine::Store&, engine::Registry& registry) {
        const auto house = registry.house(call->account);
        if (!house) {
            call->send(busy_page(*call));
            return;
        }
        JoinVisit visit{.house = *house, .frame = frame_of(*call, {}, house->locale)};
        visit.frame.is_framed = is_asked_in_frame(*call);
        const std::string code =
            form ? std::string(form->value("ref")) : call->request.parameter("ref").value_or("");
        visit.frame.referral_code = good_referral_code(code, call->resource);
        if (form) {
            join_from_page(call, std::move(visit), *form);
        } else {
            show_join_page(call, std::move(visit));
        }
    });
}

void ApiRoutes::send_join_page(const CallPtr& call, const JoinVisit& visit, std::uint16_t status,
                               std::string document) {
    call->send(visit.frame.is_framed
                   ? framed_response(status, std::move(document), visit.house.widget_origins)
                   : guest_page(status, std::move(document)));
}

void ApiRoutes::show_join_page(const CallPtr& call, JoinVisit visit) {
    query(call, [this, call, visit = std::move(visit)](const core::ResourceState& state,
                                                       const std::string& name) {
        const core::Counts counts = core::counts_of(state);
        const PageLanguage language = visit.frame.language;
        JoinPage shown;
        shown.frame = visit.frame;
        shown.resource_id = core::format_id(call->resource);
        shown.resource_name = name;
        shown.status = state.status;
        shown.is_full = state.rules.max_waiting > 0 &&
                        counts.waiting + counts.unverified >= state.rules.max_waiting;
        shown.starts_at = state.settings.starts_at;
        shown.waiting = counts.waiting;
        shown.free = counts.free_places;
        shown.zone = zone_of(*call);
        shown.odds = odds_of(call->resource, state.last_event);
        shown.rules = describe_rules(state.settings.kind, state.rules, language, shown.zone);
        shown.form = wish_form_of(state);
        shown.form.consent_text = visit.house.consent_text;
        shown.form.values = visit.typed;
        shown.form.errors = form_errors(visit.errors, language);
        if (const std::string notice = notice_text(visit.notice, language); !notice.empty()) {
            shown.form.errors.emplace_back("", notice);
        }
        if (visit.is_too_often) {
            shown.form.errors.emplace_back("", words_in(language).errors.too_often.text());
        }
        const bool is_fine = shown.form.errors.empty();
        send_join_page(call, visit, is_fine ? 200 : 422, join_page(shown));
        return engine::Answer{};
    });
}

// Those counted before, and a new count when they are old. Until the first count nothing is said.
std::optional<Odds> ApiRoutes::odds_of(core::ResourceNumber resource, std::uint64_t last_event) {
    const Time now = services_.gateway.now();
    const OddsBook::Look look = odds_.look(resource, now);
    if (!look.is_due) {
        return look.odds;
    }
    const auto count = [this, resource, last_event, now](engine::Store& store, engine::Registry&) {
        auto odds = count_odds(store, resource, last_event);
        if (odds) {
            odds_.put(resource, *std::move(odds), now);
        } else {
            odds_.give_up(resource);
        }
    };
    if (!services_.gateway.read(engine::Effort::Long, count)) {
        odds_.give_up(resource);
    }
    return look.odds;
}

void ApiRoutes::join_from_page(const CallPtr& call, JoinVisit visit, const Form& form) {
    visit.typed = typed_values(form);
    if (joins_.try_take(call->request.client, call->now)) {
        visit.is_too_often = true;
        show_join_page(call, std::move(visit));
        return;
    }
    call->is_counted = true;
    query(call, [this, call, form, visit = std::move(visit)](const core::ResourceState& state,
                                                             const std::string&) {
        JoinVisit going = visit;
        auto body = read_join(
            body_of(form, state.settings.kind, WishBody::Join, tag_of(visit.frame.language)),
            zone_of(*call));
        if (!body) {
            going.errors = body.error().errors;
            if (going.errors.empty()) {
                going.notice.kind = Notice::Kind::Refused;
            }
            show_join_page(call, std::move(going));
            return engine::Answer{};
        }
        const WishForm suggestions = wish_form_of(state);
        body->wants.service = known_spelling(body->wants.service, suggestions.services);
        body->wants.staff = known_spelling(body->wants.staff, suggestions.staff);
        body->referral_code = visit.frame.referral_code;
        if (!state.rules.instant_yes) {
            body->wants.instant_yes.reset();
        }
        if (body->consents_to_house) {
            body->consent_text = visit.house.consent_text;
            add_consent(*body, "page", call->now);
        }
        submit_join_from_page(call, *body, std::move(going));
        return engine::Answer{};
    });
}

void ApiRoutes::submit_join_from_page(const CallPtr& call, const JoinBody& body, JoinVisit visit) {
    engine::Request request;
    request.resource = call->resource;
    request.command = join_command(*call, body);
    request.actor = call->actor();
    request.attachment.person = body.person;
    struct Joined {
        Notice notice;
        core::Ticket entry = 0;
        bool is_known = false;
    };
    auto joined = std::make_shared<Joined>();
    request.make_answer = [joined](const core::ResourceState&, const core::Outcome& outcome) {
        if (outcome.refusal) {
            joined->notice = {.kind = Notice::Kind::Refused, .code = outcome.refusal->code};
        }
        joined->entry = outcome.answer.entry;
        joined->is_known = outcome.answer.repeated;
        return engine::Answer{};
    };
    request.done = [this, call, joined, visit = std::move(visit)](const engine::Reply& reply) {
        if (reply.failure == engine::Failure::Moved) {
            on_moved(call);
            return;
        }
        if (reply.failure || joined->notice.kind != Notice::Kind::None) {
            JoinVisit again = visit;
            again.notice = reply.failure ? Notice{.kind = Notice::Kind::Busy} : joined->notice;
            show_join_page(call, std::move(again));
            return;
        }
        if (joined->is_known) {
            const Said& said = words_in(visit.frame.language).join.known;
            send_join_page(call, visit, 200, message_page(visit.frame, said.title, said.text));
            return;
        }
        finish_join(call, visit, core::entry_id(call->resource, joined->entry));
    };
    services_.gateway.submit(std::move(request));
}

// To the guest's own page. Inside another site's page it opens beside it, because its link is for
// the guest alone.
void ApiRoutes::finish_join(const CallPtr& call, const JoinVisit& visit, core::EntryId entry) {
    const std::string token = links_.token(TokenPurpose::Entry, entry.value());
    if (visit.frame.is_framed) {
        send_join_page(call, visit, 200, joined_page(visit.frame, {}, token));
        return;
    }
    Response response;
    response.status = 303;
    response.headers.emplace_back("Location", kept_link(visit.frame, "/e/" + token));
    response.headers.emplace_back("Cache-Control", "no-store");
    response.headers.emplace_back("Referrer-Policy", "no-referrer");
    call->send(std::move(response));
}

}  // namespace standby::http
