// The guests' pages: status and offer. Looking changes nothing; each button is a form that POSTs.
#include "core/order/band.hpp"
#include "core/state/resource_state.hpp"
#include "core/state/views.hpp"
#include "http/api/entry_json.hpp"
#include "http/api/referral_code.hpp"
#include "http/pages/calendar_file.hpp"
#include "http/pages/forms.hpp"
#include "http/pages/guest_pages.hpp"
#include "http/pages/words/words.hpp"
#include "http/routes/api_routes.hpp"
#include "http/routes/facts.hpp"
#include "http/routes/guest/guest_support.hpp"

#include <utility>

namespace standby::http {
namespace {

constexpr std::size_t messages_on_page_max = 5;
// Reading messages waits for the engine, so only some of the readers may do it at the same time.
constexpr int pages_reading_messages_max = 8;
// How long a place takes when nothing is said about it.
constexpr Duration assumed_duration = std::chrono::hours{1};

constexpr std::string_view calendar_suffix = "/calendar.ics";

bool is_read(const Request& request) {
    return request.method == "GET" || request.method == "HEAD";
}

// Part of the path between "/e/" and what may follow.
std::string_view token_in(std::string_view path) {
    const std::string_view rest = path.substr(3);
    return rest.substr(0, rest.find('/'));
}

CalendarEntry calendar_entry(const Call& call, const OfferedPlace& held, const std::string& name,
                             const std::string& link) {
    const Duration length =
        held.duration && *held.duration > Duration{0} ? *held.duration : assumed_duration;
    return {.uid = core::format_id(call.entry) + "@standby",
            .stamp = call.now,
            .starts_at = *held.starts_at,
            .ends_at = *held.starts_at + length,
            .summary = held.service.empty() ? name : held.service + ", " + name,
            .location = held.place,
            .url = link};
}

void send_calendar(Call& call, const CalendarEntry& entry) {
    Response response;
    response.content_type = "text/calendar; charset=utf-8";
    response.body = calendar_file(entry);
    response.headers.emplace_back("Content-Disposition", "attachment; filename=\"standby.ics\"");
    response.headers.emplace_back("Cache-Control", "no-store");
    response.headers.emplace_back("X-Robots-Tag", "noindex, nofollow");
    call.send(std::move(response));
}

void add_contact_values(FieldTexts& values, const engine::Person& person) {
    values.emplace_back("name", person.name);
    values.emplace_back("email", person.email);
    values.emplace_back("phone", person.phone);
}

}  // namespace

void ApiRoutes::handle_guest_page(const CallPtr& call) {
    if (!is_read(call->request) && call->request.method != "POST") {
        call->send_not_allowed("GET, HEAD, POST");
        return;
    }
    std::optional<Form> form;
    if (!is_read(call->request)) {
        auto parsed = parse_form(call->request.body);
        if (!is_form_content_type(call->request.header("content-type")) || !parsed) {
            const PageFrame frame = frame_of(*call);
            const Said& said = words_in(frame.language).messages.bad_form;
            call->send(guest_page(400, message_page(frame, said.title, said.text)));
            return;
        }
        form = *std::move(parsed);
    }
    if (call->request.path.starts_with("/r/")) {
        open_join_page(call, std::move(form));
    } else {
        open_token_page(call, std::move(form));
    }
}

void ApiRoutes::open_token_page(const CallPtr& call, std::optional<Form> form) {
    const std::string_view path = call->request.path;
    const auto token = services_.tokens.verify(token_in(path), call->now);
    const bool is_offer = path.starts_with("/o/");
    const bool fits = token && token->purpose != TokenPurpose::Unsubscribe &&
                      is_offer == (token->purpose == TokenPurpose::Offer);
    const auto facts =
        fits ? services_.directory.find(core::resource_of(core::EntryId{token->id})) : std::nullopt;
    const std::string_view rest = path.substr(3 + token_in(path).size());
    const bool is_calendar = !is_offer && rest == calendar_suffix && is_read(call->request);
    if (!facts || (!rest.empty() && !is_calendar)) {
        call->send(dead_link(*call, words_in(frame_of(*call).language).messages.dead_link.text));
        return;
    }
    call->token = *token;
    call->account = facts->account;
    call->time_zone = facts->time_zone;
    call->resource = core::resource_of(core::EntryId{token->id});
    if (is_offer) {
        call->offer = core::OfferId{token->id};
        act_on_offer_page(call, form ? std::string(form->value("action")) : std::string{});
        return;
    }
    call->entry = core::EntryId{token->id};
    if (is_calendar) {
        send_calendar_file(call);
    } else {
        act_on_entry_page(call, form);
    }
}

void ApiRoutes::follow_short_link(const CallPtr& call) {
    if (!is_read(call->request)) {
        call->send_not_allowed("GET, HEAD");
        return;
    }
    const auto link = links_.behind(std::string_view{call->request.path}.substr(3));
    if (!link) {
        call->send(dead_link(*call, words_in(frame_of(*call).language).messages.dead_link.text));
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
                                 std::function<void(Notice)> next) {
    auto notice = std::make_shared<Notice>();
    engine::Request request;
    request.resource = call->resource;
    request.command = std::move(command);
    request.actor = call->actor();
    request.priority = engine::Priority::Reserved;
    request.make_answer = [notice](const core::ResourceState&, const core::Outcome& outcome) {
        if (outcome.refusal) {
            *notice = {.kind = Notice::Kind::Refused, .code = outcome.refusal->code};
        }
        return engine::Answer{};
    };
    request.done = [this, call, notice, next = std::move(next)](const engine::Reply& reply) {
        if (reply.failure == engine::Failure::Moved) {
            on_moved(call);
            return;
        }
        call->is_carried_out = !reply.failure && notice->kind != Notice::Kind::Refused;
        next(reply.failure ? Notice{.kind = Notice::Kind::Busy} : *notice);
    };
    services_.gateway.submit(std::move(request));
}

void ApiRoutes::act_on_entry_page(const CallPtr& call, const std::optional<Form>& form) {
    const std::string action(form ? form->value("action") : std::string_view{});
    const core::Ticket ticket = core::number_of(call->entry);
    const auto show = [this, call](Notice notice) { show_entry_page(call, {.notice = notice}); };
    if (action == action_leave) {
        submit_from_page(call, core::Leave{.entry = ticket}, show);
    } else if (action == action_verify && call->token->purpose == TokenPurpose::Verify) {
        submit_from_page(call, core::Verify{.entry = ticket}, show);
    } else if (action == action_change) {
        change_from_page(call, *form);
    } else {
        show({});
    }
}

void ApiRoutes::act_on_offer_page(const CallPtr& call, const std::string& action) {
    const core::OfferNumber offer{core::number_of(call->offer)};
    const auto show = [this, call](Notice notice) { show_offer_page(call, notice); };
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

void ApiRoutes::show_entry_page(const CallPtr& call, EntryVisit visit) {
    query(call, [this, call, visit = std::move(visit)](const core::ResourceState& state,
                                                       const std::string& name) {
        const auto facts = entry_facts(state, core::number_of(call->entry));
        if (!facts) {
            call->send(dead_link(*call, words_in(frame_of(*call).language).messages.nothing_here));
            return engine::Answer{};
        }
        EntryPage shown = entry_page_of(*call, state, *facts);
        shown.resource_name = name;
        if (shown.held && shown.held->starts_at) {
            const CalendarEntry entry =
                calendar_entry(*call, *shown.held, name, links_.status(call->entry));
            shown.calendar = EntryPage::Calendar{.google = google_calendar_link(entry),
                                                 .outlook = outlook_calendar_link(entry)};
        }
        send_entry_page(call, std::move(shown), visit);
        return engine::Answer{};
    });
}

EntryPage ApiRoutes::entry_page_of(const Call& call, const core::ResourceState& state,
                                   const EntryFacts& facts) const {
    EntryPage shown;
    shown.resource_id = core::format_id(call.resource);
    shown.token = token_in(call.request.path);
    shown.state = facts.state;
    const auto rank = core::shown_rank(state.rules.visibility, facts.rank);
    shown.rank = rank.rank;
    shown.band = rank.band ? core::format_band(*rank.band) : "";
    if (core::draw_pending(state)) {
        shown.draw_at = state.rules.draw_at;
    }
    shown.position = facts.position;
    shown.party_size = facts.party_size;
    shown.claim_window = state.rules.claim_window;
    shown.may_verify =
        call.token->purpose == TokenPurpose::Verify && facts.state == core::EntryState::Unverified;
    shown.now = services_.gateway.now();
    shown.zone = zone_of(call);
    shown.held = held_place(state, facts);
    if (facts.offer && facts.offer->state == core::OfferState::Live &&
        shown.now < facts.offer->expires_at) {
        shown.offer =
            LiveOffer{.token = links_.token(TokenPurpose::Offer, facts.offer->id.value()),
                      .expires_at = facts.offer->expires_at,
                      .what = offered_place(state, facts.offer->places, facts.offer_opening)};
    }
    if (!core::is_active(facts.state)) {
        return shown;
    }
    shown.live = EntryPage::Live{
        .entry_id = core::format_id(call.entry),
        .token = links_.token(TokenPurpose::Entry, call.entry.value()),
        .refresh_seconds = refresh_seconds(facts.state, facts.rank, state.rules.visibility)};
    if (facts.state != core::EntryState::Unverified && state.rules.referral.points > 0 &&
        state.status != core::ResourceStatus::Closed) {
        const bool counts =
            state.rules.order == core::Order::Score || state.rules.order == core::Order::HeadStart;
        shown.sharing = EntryPage::Sharing{
            .link = links_.at("/r/" + shown.resource_id + "?ref=" + referral_code(call.entry)),
            .moves_up = counts && facts.state == core::EntryState::Waiting,
            .points = state.rules.referral.points,
            .points_max = state.rules.referral.cap,
            .friends = facts.referrals_credited + facts.referrals_pending};
    }
    if (facts.state == core::EntryState::Waiting || facts.state == core::EntryState::Unverified) {
        shown.wishes = wish_form_of(state);
        shown.wishes->values = values_of(facts.wants, facts.party_size, shown.zone);
    }
    return shown;
}

// The page comes without its messages rather than late. The engine was asked about this resource
// just now, so that what it is asked again needs no reading of its own.
void ApiRoutes::send_entry_page(const CallPtr& call, EntryPage shown, const EntryVisit& visit) {
    const bool may_read_messages = ++pages_reading_messages_ <= pages_reading_messages_max;
    if (!may_read_messages) {
        --pages_reading_messages_;
    }
    const auto complete = [this, call, shown, visit,
                           may_read_messages](engine::Store& store, engine::Registry& registry) {
        EntryPage page = shown;
        if (may_read_messages) {
            const auto items = inbox_of(*call, store, messages_on_page_max);
            for (const InboxItem& item : items.value_or(std::vector<InboxItem>{})) {
                page.messages.push_back(
                    {.at = item.row.due_at, .subject = item.said.subject, .text = item.said.text});
            }
            --pages_reading_messages_;
        }
        const auto person = store.person(call->entry).value_or(std::nullopt);
        const auto house = registry.house(call->account);
        page.frame = frame_of(*call, person ? person->locale : "", house ? house->locale : "");
        const PageLanguage language = page.frame.language;
        page.frame.path = "/e/" + page.token;
        page.notice = notice_text(visit.notice, language);
        if (!person) {
            // Without the person's addresses the form would take them away.
            page.wishes.reset();
        }
        if (page.wishes) {
            add_contact_values(page.wishes->values, *person);
            page.wishes->errors = form_errors(visit.errors, language);
            if (!visit.errors.empty()) {
                page.wishes->values = visit.typed;
            }
        }
        call->send(guest_page(visit.errors.empty() ? 200 : 422, entry_page(page)));
    };
    if (!services_.gateway.read(engine::Effort::Quick, complete)) {
        if (may_read_messages) {
            --pages_reading_messages_;
        }
        ++reads_refused_;
        shown.frame = frame_of(*call);
        shown.notice = notice_text(visit.notice, shown.frame.language);
        shown.wishes.reset();
        call->send(guest_page(200, entry_page(shown)));
    }
}

void ApiRoutes::send_calendar_file(const CallPtr& call) {
    query(call, [this, call](const core::ResourceState& state, const std::string& name) {
        const auto facts = entry_facts(state, core::number_of(call->entry));
        const auto held = facts ? held_place(state, *facts) : std::nullopt;
        if (!held || !held->starts_at) {
            call->send(dead_link(*call, words_in(frame_of(*call).language).messages.nothing_here));
            return engine::Answer{};
        }
        send_calendar(*call, calendar_entry(*call, *held, name, links_.status(call->entry)));
        return engine::Answer{};
    });
}

}  // namespace standby::http
