// /r/{resource}: the page by which a guest joins a list: a form, what was wrong with it, and what
// was agreed to.
#include "core/audit/event_codec.hpp"
#include "core/state/resource_state.hpp"
#include "core/state/views.hpp"
#include "http/api/entry_body.hpp"
#include "http/pages/rule_words.hpp"
#include "http/pages/words/words.hpp"
#include "http/routes/catalogue_names.hpp"
#include "http/routes/guest/guest_support.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/join_admission.hpp"
#include "http/routes/joining.hpp"
#include "interchange/view/draw.hpp"
#include "interchange/view/referral_code.hpp"

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
    const auto referrer = interchange::parse_referral_code(code);
    return referrer && core::resource_of(*referrer) == resource
               ? interchange::referral_code(*referrer)
               : "";
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

struct JoinVisit {
    engine::House house;
    PageFrame frame;
    Notice notice;
    std::vector<FieldError> errors;
    FieldTexts typed;
    bool is_too_often = false;
    std::optional<JoinAttempt::Captcha> captcha;  // to be passed with the form
    std::optional<WaitTicket> ticket;  // it is crowded: the form is to be sent again with this
    bool is_verified = false;          // the list takes only addresses that are proven to be read
};

JoinVisit visit_of(const Call& call, engine::House house, const std::string& code) {
    JoinVisit visit;
    visit.frame = frame_of(call, {}, house.locale);
    visit.frame.is_framed = is_asked_in_frame(call);
    visit.frame.referral_code = good_referral_code(code, call.about.resource);
    visit.house = std::move(house);
    return visit;
}

Response join_response(const JoinVisit& visit, std::uint16_t status, std::string document) {
    return visit.frame.is_framed
               ? framed_response(status, std::move(document), visit.house.widget_origins)
               : guest_page(status, std::move(document));
}

// Those counted before, and a new count when they are old. Until the first count nothing is said.
std::optional<Odds> odds_of(Shared& shared, core::ResourceNumber resource,
                            std::uint64_t last_event) {
    const Time now = shared.now();
    const OddsBook::Look look = shared.odds.look(resource, now);
    if (!look.is_due) {
        return look.odds;
    }
    const auto count = [&shared, resource, last_event, now](engine::Store& store,
                                                            engine::Registry&) {
        auto odds = count_odds(store, resource, last_event);
        if (odds) {
            shared.odds.put(resource, *std::move(odds), now);
        } else {
            shared.odds.give_up(resource);
        }
    };
    if (!shared.services.gateway.read(engine::Effort::Guest, count)) {
        shared.odds.give_up(resource);
    }
    return look.odds;
}

JoinPage page_of(const Call& call, const JoinVisit& visit, const core::ResourceState& state,
                 const std::string& name) {
    const core::Counts counts = core::counts_of(state);
    const Language language = visit.frame.language;
    JoinPage shown;
    shown.frame = visit.frame;
    shown.resource_id = core::format_id(call.about.resource);
    shown.resource_name = name;
    shown.business_name = visit.house.name;
    shown.status = state.status;
    shown.note = state.cancel_note;
    shown.has_begun = core::has_begun(state, call.shared.now());
    shown.is_full = state.rules.max_waiting > 0 && counts.waiting >= state.rules.max_waiting;
    shown.starts_at = state.settings.starts_at;
    if (state.rules.visibility == core::Visibility::Hidden) {
        shown.waiting.reset();
    } else {
        shown.waiting = counts.waiting;
    }
    shown.free = counts.free_places;
    shown.has_no_places = has_no_places(state);
    shown.zone = call.zone();
    shown.odds = odds_of(call.shared, call.about.resource, state.last_event);
    const auto draw = interchange::draw_facts(state);
    shown.is_lottery = draw.has_value();
    shown.price = describe_price(state.settings.kind, state.rules, language);
    shown.rules = describe_rules(state.settings.kind, state.rules, language, shown.zone,
                                 draw ? draw->commitment : std::string{});
    shown.form = wish_form_of(state);
    shown.form.consent_text = visit.house.consent_text;
    shown.form.ways = ways_of(call.shared.services.messenger);
    shown.form.knows_country =
        !interchange::phone_region(visit.house, call.about.time_zone).empty();
    add_choices(call, shown.form, {});
    shown.form.values = visit.typed;
    shown.form.errors = form_errors(visit.errors, language);
    if (const std::string notice = notice_text(visit.notice, language); !notice.empty()) {
        shown.form.errors.emplace_back("", notice);
    }
    if (visit.is_too_often) {
        shown.form.errors.emplace_back("", words_in(language).errors.too_often.text());
    }
    if (visit.captcha) {
        shown.captcha = visit.captcha->kind;
        shown.captcha_site_key = visit.captcha->site_key;
    }
    if (visit.ticket) {
        shown.wait_ticket = visit.ticket->text;
        const auto seconds = static_cast<std::uint64_t>(visit.ticket->left.count());
        shown.form.errors.emplace_back("", words_in(language).join.crowded.with(language, seconds));
    }
    return shown;
}

Task<Answer> join_page_answer(Call& call, JoinVisit visit) {
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string& name) {
        return page_of(call, visit, state, name);
    });
    const JoinPage page = CO_TRY(std::move(seen));
    Response response = join_response(visit, page.form.errors.empty() ? 200 : 422, join_page(page));
    if (visit.is_too_often) {
        response.delay = refusal_delay;
    }
    allow_captcha(response, page.captcha);
    co_return response;
}

// What the form asks for, on this list.
Result<JoinBody, Problem> body_in(const Call& call, const JoinVisit& visit, const Form& form,
                                  const core::ResourceState& state) {
    const auto object =
        body_of(form, state.settings.kind, WishBody::Join, tag_of(visit.frame.language));
    JoinBody body = TRY(read_join(object, call.zone(),
                                  interchange::phone_region(visit.house, call.about.time_zone)));
    TRY(check_reachable(call, body.person));
    const WishForm suggestions = wish_form_of(state);
    body.wants.service = known_spelling(body.wants.service, suggestions.services);
    body.wants.staff = known_spelling(body.wants.staff, suggestions.staff);
    TRY(take_typed_names(call, body.wants, {}, form));
    body.referral_code = visit.frame.referral_code;
    if (!state.rules.instant_yes) {
        body.wants.instant_yes.reset();
    }
    if (body.consents_to_house) {
        body.consent_text = visit.house.consent_text;
        add_consent(body, "page", call.now);
    }
    return body;
}

// To the guest's own page. Inside another site's page it opens beside it, because its link is for
// the guest alone. Who is on the list already is told so and no more; where addresses are verified,
// nobody is told whether they are.
Response joined_response(const Call& call, const JoinVisit& visit, const core::Answer& joined) {
    if (visit.is_verified) {
        return join_response(
            visit, 200, check_page(visit.frame, core::format_id(call.about.resource), visit.typed));
    }
    if (joined.repeated) {
        const Said& said = words_in(visit.frame.language).join.known;
        return join_response(visit, 200, message_page(visit.frame, said.title, said.text));
    }
    if (visit.frame.is_framed) {
        const core::EntryId entry = core::entry_id(call.about.resource, joined.entry);
        const std::string token = call.shared.links.token(TokenPurpose::Entry, entry.value(), 0);
        return join_response(visit, 200, joined_page(visit.frame, {}, token));
    }
    return to_own_page(call, visit.frame, joined.entry, 0);
}

Task<Answer> submit_join(Call& call, JoinVisit visit, JoinBody body) {
    core::Answer joined;
    const auto see = [&](const core::Outcome& outcome) {
        visit.notice = {};
        visit.errors.clear();
        if (outcome.refusal) {
            visit.errors = problem_of(*outcome.refusal).errors;
        }
        if (outcome.refusal && visit.errors.empty()) {
            visit.notice = {.kind = Notice::Kind::Refused, .code = outcome.refusal->code};
        }
        joined = outcome.answer;
    };
    core::Join command = CO_TRY(join_command(call, body));
    auto told = co_await told_by_text(call, body.person);
    command.wants.by_text = CO_TRY(std::move(told));
    auto named = co_await name_referrer(call, command);
    CO_TRY(named);
    engine::Attachment attachment{.person = std::move(body.person), .resource_name = {}};
    const engine::Reply reply =
        co_await call.command(std::move(command), see, std::move(attachment));
    if (reply.failure == engine::Failure::Moved) {
        co_return call.moved();
    }
    if (reply.failure) {
        visit.notice = {.kind = Notice::Kind::Busy};
    }
    if (visit.notice.kind != Notice::Kind::None || !visit.errors.empty()) {
        co_return co_await join_page_answer(call, std::move(visit));
    }
    co_return joined_response(call, visit, joined);
}

// Whoever fills in what people don't see has to work for it. A person whose browser did that gets
// through all the same.
constexpr JoinNeed need_of_trapped{.bits = 18, .wait = std::chrono::seconds{20}};

// The captcha that was passed, or else the puzzle or the wait.
std::string proof_in(const Form& form) {
    for (const std::string_view field : {hcaptcha_field, turnstile_field}) {
        if (const std::string_view response = form.value(field); !response.empty()) {
            return std::string(captcha_mark).append(response);
        }
    }
    return std::string(form.value(proof_field));
}

// Whether the form is shown again instead, and why.
bool turn_away(Call& call, JoinVisit& visit, const JoinAttempt& attempt, JoinVerdict verdict) {
    visit.is_too_often = verdict == JoinVerdict::TooOften;
    if (verdict == JoinVerdict::NeedsProof || verdict == JoinVerdict::TooEarly) {
        visit.ticket = ticket_for(call, attempt, verdict);
        visit.captcha = attempt.captcha;
    }
    return verdict != JoinVerdict::Admitted;
}

}  // namespace

// An address that was cut off: no list, but a person who looks for one.
Task<Answer> show_no_list(Call& call) {
    co_return dead_link(call, words_in(frame_of(call).language).messages.no_list);
}

Task<Answer> show_join_page(Call& call) {
    if (auto dead = take_list(call)) {
        co_return *std::move(dead);
    }
    auto read = co_await call.read(
        [&](engine::Registry& registry) { return registry.house(call.about.account); });
    if (!read) {
        co_return busy_page(call);
    }
    auto learnt = co_await learn_catalogue(call);
    if (!learnt) {
        co_return busy_page(call);
    }
    JoinVisit visit = visit_of(call, *std::move(read), call.request.parameter("ref").value_or(""));
    const JoinNeed need = call.shared.guard.need(
        call.about.resource, client_key(call.request.client), Shared::running_time());
    if (!need.is_none()) {
        JoinAttempt attempt;
        prefer_captcha(call, visit.house, attempt);
        visit.captcha = attempt.captcha;
    }
    co_return co_await join_page_answer(call, std::move(visit));
}

Task<Answer> join_from_page(Call& call) {
    const auto form = form_in(call);
    if (!form) {
        co_return form.error();
    }
    if (auto dead = take_list(call)) {
        co_return *std::move(dead);
    }
    auto read = co_await call.read(
        [&](engine::Registry& registry) { return registry.house(call.about.account); });
    if (!read) {
        co_return busy_page(call);
    }
    auto learnt = co_await learn_catalogue(call);
    if (!learnt) {
        co_return busy_page(call);
    }
    JoinVisit visit = visit_of(call, *std::move(read), std::string(form->value("ref")));
    visit.typed = typed_values(*form);
    const bool is_trapped = !form->value(trap_field).empty();
    const std::string proof = proof_in(*form);
    JoinAttempt attempt = begin_join(call, proof, is_trapped ? need_of_trapped : JoinNeed{});
    prefer_captcha(call, visit.house, attempt);
    if (turn_away(call, visit, attempt, admit_without_proof(call, attempt))) {
        co_return co_await join_page_answer(call, std::move(visit));
    }
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string&) {
        visit.is_verified = state.rules.verify_email;
        return std::optional(body_in(call, visit, *form, state));
    });
    auto body = CO_TRY(std::move(seen));
    if (!*body) {
        visit.errors = body->error().errors;
        if (visit.errors.empty()) {
            visit.notice.kind = Notice::Kind::Refused;
        }
        co_return co_await join_page_answer(call, std::move(visit));
    }
    auto asked = co_await ask_provider(call, attempt);
    CO_TRY(asked);
    if (turn_away(call, visit, attempt, admit_with_proof(call, attempt, MayWait::Yes))) {
        co_return co_await join_page_answer(call, std::move(visit));
    }
    co_return co_await submit_join(call, std::move(visit), **std::move(body));
}

}  // namespace standby::http
