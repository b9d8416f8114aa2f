// /e/{token}: a guest's own page, where things stand and what can be done about it. Looking changes
// nothing; each button is a form that POSTs.
#include "core/audit/event_codec.hpp"
#include "core/order/band.hpp"
#include "core/state/resource_state.hpp"
#include "core/state/views.hpp"
#include "engine/history/own_events.hpp"
#include "http/pages/guest_pages.hpp"
#include "http/pages/words/words.hpp"
#include "http/routes/catalogue_names.hpp"
#include "http/routes/guest/entry_promises.hpp"
#include "http/routes/guest/guest_support.hpp"
#include "http/routes/guest/inbox.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/joining.hpp"
#include "http/routes/live_or_stored.hpp"
#include "interchange/calendar/calendar_entry.hpp"
#include "interchange/view/entry.hpp"
#include "interchange/view/referral_code.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

constexpr std::size_t messages_on_page_max = 5;
// Reading messages waits for the engine, so only some of the readers may do it at the same time.
constexpr int pages_reading_messages_max = 8;

constexpr std::string_view calendar_suffix = "/calendar.ics";

// What the page has to tell about what was sent just now.
struct EntryVisit {
    Notice notice;
    std::vector<FieldError> errors;            // of the form of wishes
    FieldTexts typed;                          // into it
    std::optional<std::uint32_t> new_epoch{};  // the links so far have ended
};

// The page for a link that is not good; nothing for a good one, which may end in `suffix`.
std::optional<Response> open_entry(Call& call, std::string_view suffix = {}) {
    const std::string_view rest = call.path_id.substr(call.link_in_path().size());
    const bool is_path = rest.empty() || rest == suffix;
    if (is_path &&
        take_token(call, call.link_in_path(), {TokenPurpose::Entry, TokenPurpose::Verify})) {
        return std::nullopt;
    }
    return dead_link(call, words_in(frame_of(call).language).messages.dead_link.text);
}

Response nothing_here_page(const Call& call) {
    return dead_link(call, words_in(frame_of(call).language).messages.nothing_here);
}

interchange::CalendarEntry calendar_entry(const Call& call, const core::ResourceState& state,
                                          const OfferedPlace& held, const std::string& name) {
    auto entry = interchange::calendar_entry({.entry = call.about.entry,
                                              .event = state.last_event,
                                              .starts_at = *held.starts_at,
                                              .duration = held.duration,
                                              .service = held.service,
                                              .list = name,
                                              .place = held.place},
                                             interchange::CalendarMethod::Publish,
                                             call.shared.services.messenger.mail_from(), call.now);
    entry.url = call.shared.links.status({.entry = call.about.entry, .epoch = call.token->epoch});
    return entry;
}

Response calendar_response(const interchange::CalendarEntry& entry) {
    Response response;
    response.content_type = "text/calendar; charset=utf-8";
    response.body = write_calendar(entry);
    response.headers.emplace_back("Content-Disposition", "attachment; filename=\"standby.ics\"");
    response.headers.emplace_back("Cache-Control", "no-store");
    response.headers.emplace_back("X-Robots-Tag", "noindex, nofollow");
    return response;
}

void add_contact_values(FieldTexts& values, const engine::Person& person) {
    values.emplace_back("name", person.name);
    values.emplace_back("email",
                        person.pending_email.empty() ? person.email : person.pending_email);
    values.emplace_back("phone", person.phone);
}

EntryPage entry_page_of(const Call& call, const core::ResourceState& state,
                        const interchange::EntryFacts& facts, const std::string& name) {
    const SignedLinks& links = call.shared.links;
    EntryPage shown;
    shown.resource_id = core::format_id(call.about.resource);
    shown.token = call.link_in_path();
    shown.state = facts.state;
    shown.end_reason = facts.end_reason;
    shown.note = state.cancel_note;
    const auto rank = core::shown_rank(state.rules.visibility, facts.rank);
    shown.rank = rank.rank;
    shown.band = rank.band ? core::format_band(*rank.band) : "";
    shown.is_lottery = state.rules.order == core::Order::Lottery;
    if (core::draw_pending(state)) {
        shown.draw_at = state.rules.draw_at;
    }
    if (facts.state == core::EntryState::Waiting) {
        shown.obstacle = obstacle_of(state, core::number_of(call.about.entry));
        shown.presence = facts.set_aside  ? EntryPage::Presence::SetAside
                         : facts.is_asked ? EntryPage::Presence::Asked
                                          : EntryPage::Presence::Taken;
    }
    shown.party_size = facts.party_size;
    shown.claim_window = state.rules.claim_window;
    shown.window = window_words(state.rules);
    const bool is_confirmation = call.token->purpose == TokenPurpose::Verify;
    shown.may_verify = is_confirmation && facts.state == core::EntryState::Unverified;
    shown.now = call.shared.now();
    shown.zone = call.zone();
    shown.resource_name = name;
    shown.kind = state.settings.kind;
    if (facts.state == core::EntryState::Accepted) {
        shown.access_url = state.settings.access_url;
    }
    if (call.token->purpose == TokenPurpose::Entry && core::is_active(facts.state)) {
        shown.own_data = "/v1/waitlist/" + core::format_id(call.about.entry) +
                         "/person?token=" + std::string(call.link_in_path());
    }
    shown.held = held_place(state, facts);
    if (shown.held && shown.held->starts_at) {
        const auto entry = calendar_entry(call, state, *shown.held, name);
        shown.calendar = EntryPage::Calendar{.google = google_calendar_link(entry),
                                             .outlook = outlook_calendar_link(entry)};
    }
    if (facts.offer && facts.offer->state == core::OfferState::Live &&
        shown.now < facts.offer->expires_at) {
        shown.offer = LiveOffer{
            .token = links.token(TokenPurpose::Offer, facts.offer->id.value(), facts.link_epoch),
            .id = core::format_id(facts.offer->id),
            .is_told = facts.offer->sent_at && facts.offer->unreached == core::Undeliverable::None,
            .expires_at = facts.offer->expires_at,
            .patience_until = facts.offer->patience_until,
            .what = offered_place(state, facts.offer->places, facts.offer_opening),
            .takes_late_yes = state.rules.late_yes};
    }
    if (!core::is_active(facts.state)) {
        return shown;
    }
    shown.live = EntryPage::Live{
        .entry_id = core::format_id(call.about.entry),
        .token = links.token(TokenPurpose::Entry, call.about.entry.value(), facts.link_epoch),
        .refresh_seconds =
            interchange::refresh_seconds(facts.state, facts.rank, state.rules.visibility)};
    // Only where friends move somebody.
    const bool counts =
        state.rules.order == core::Order::Score || state.rules.order == core::Order::HeadStart;
    if (counts && facts.state == core::EntryState::Waiting && state.rules.referral.points > 0 &&
        !core::is_terminal(state.status)) {
        shown.sharing =
            EntryPage::Sharing{.link = links.at("/r/" + shown.resource_id + "?ref=" +
                                                interchange::referral_code(call.about.entry)),
                               .points = state.rules.referral.points,
                               .points_max = state.rules.referral.cap,
                               .friends = facts.referrals_credited + facts.referrals_pending};
    }
    if (facts.state == core::EntryState::Waiting || facts.state == core::EntryState::Unverified) {
        shown.wishes = wish_form_of(state);
        shown.wishes->values = values_of(facts.wants, facts.party_size, shown.zone);
        add_choices(call, *shown.wishes, facts.wants);
        if (facts.wants.instant_yes && facts.wants.instant_yes->max_price) {
            const auto& currency = facts.wants.instant_yes->max_price->currency;
            shown.wishes->currency.assign(currency.begin(), currency.end());
        }
    }
    add_promises(shown, state, facts, shown.now);
    return shown;
}

// Reads what stands beside the entry: the person, the house, what was said. The page comes without
// its messages rather than late. The engine was asked about this resource just now, so that what it
// is asked again needs no reading of its own.
// The form asks for what can be used, unless that would take away, or insist on, what is not there.
ContactWays ways_to(const Call& call, const engine::Person& person) {
    const ContactWays ways = ways_of(call.shared.services.messenger);
    const bool fits = ways == ContactWays::MailOnly
                          ? !person.email.empty()
                          : person.email.empty() && !person.phone.empty();
    return fits ? ways : ContactWays::Any;
}

void complete_entry(Call& call, EntryPage& page, const EntryVisit& visit, engine::Store& store,
                    engine::Registry& registry) {
    // What was said names the guest, and so does the form.
    const bool is_over = core::is_terminal(page.state);
    if (++call.shared.pages_reading_messages <= pages_reading_messages_max && !is_over) {
        const auto items = inbox_of(call, store, messages_on_page_max);
        for (const interchange::InboxItem& item :
             items.value_or(std::vector<interchange::InboxItem>{})) {
            page.messages.push_back({.at = item.standing.at,
                                     .state = item.standing.state,
                                     .is_as_sent = item.is_as_sent,
                                     .subject = item.said.subject,
                                     .text = item.said.text});
        }
    }
    --call.shared.pages_reading_messages;
    const auto person = store.person(call.about.entry).value_or(std::nullopt);
    const auto house = registry.house(call.about.account);
    page.frame = frame_of(call, person ? person->locale : "", house ? house->locale : "");
    if (!person) {
        // Without the person's addresses the form would take them away.
        page.wishes.reset();
    }
    if (page.wishes) {
        add_contact_values(page.wishes->values, *person);
        page.wishes->ways = ways_to(call, *person);
        page.wishes->knows_country =
            !interchange::phone_region(house.value_or(engine::House{}), call.about.time_zone)
                 .empty();
        page.wishes->errors = form_errors(visit.errors, page.frame.language);
        if (!visit.errors.empty()) {
            page.wishes->values = visit.typed;
        }
    }
}

// Whether the link opens the entry, as far as the memory knows.
bool is_open(const Call& call, const core::ResourceState& state) {
    return core::is_good(*call.link(), state).value_or(true);
}

// What the link leads to: the entry's page, or the question whose address it is.
struct SeenPage {
    std::optional<EntryPage> entry;
    std::optional<ProofPage> proof;
    EntryPromises promises;
};

SeenPage seen_page(const Call& call, const core::ResourceState& state, const std::string& name) {
    SeenPage seen;
    const auto facts = interchange::entry_facts(state, core::number_of(call.about.entry));
    if (facts && is_open(call, state)) {
        seen.entry = entry_page_of(call, state, *facts, name);
        seen.promises = promises_of(state, *facts, seen.entry->now);
        return seen;
    }
    core::UsedLink link = *call.link();
    link.is_used_to_prove = true;
    if (facts && core::is_good(link, state).value_or(false)) {
        seen.proof =
            ProofPage{.frame = {}, .resource_name = name, .token = std::string(call.link_in_path())};
    }
    return seen;
}

// Whether the link was sent to confirm the address, and the entry has ended because nobody did. The
// history says why an entry ended; it is looked for at the moment at which it did.
bool is_late_proof(const Call& call, engine::Store& store, const interchange::EntryFacts& entry) {
    constexpr std::size_t events_max = 2'000;
    const bool may_be = call.token->purpose == TokenPurpose::Verify &&
                        entry.state == core::EntryState::Expired && entry.ended_at &&
                        entry.complete && call.token->epoch == entry.link_epoch &&
                        call.now < *entry.ended_at + links_outlive_entry;
    if (!may_be) {
        return false;
    }
    const core::ResourceNumber before{call.about.resource.value() - 1};
    const auto listed = store.resources(engine::AccountNumber{}, before, 1);
    if (!listed || listed->empty() || listed->front().number != call.about.resource) {
        return false;
    }
    const auto after = engine::last_event_before(store, call.about.resource,
                                                 listed->front().last_event, *entry.ended_at);
    const auto rows = after ? store.events(call.about.resource, *after, events_max)
                            : Result<std::vector<engine::EventRow>, engine::StoreError>{};
    return rows && std::ranges::any_of(*rows, [&](const engine::EventRow& row) {
               const auto event = core::decode_event(row.data);
               return event && event->entry == core::number_of(call.about.entry) &&
                      event->reason == core::Reason::ProofTimeout;
           });
}

// Of an ended entry the stored row knows which links it had, and since when it has ended.
std::optional<Response> refuse_ended(const Call& call, engine::Store& store) {
    const auto stored = stored_entry(store, call.about.entry);
    if (stored && is_late_proof(call, store, *stored)) {
        return guest_page(410,
                          late_proof_page(frame_of(call), core::format_id(call.about.resource)));
    }
    const auto checked = stored ? check_link(call, *stored) : std::unexpected(unavailable());
    return checked ? std::nullopt : std::optional(closed_page(call, checked.error()));
}

Task<Answer> proof_page_answer(Call& call, ProofPage page) {
    auto read = co_await call.read(
        [&](engine::Registry& registry) { return registry.house(call.about.account); });
    page.frame = frame_of(call, "", read ? read->locale : "");
    co_return guest_page(200, proof_page(page));
}

Task<Answer> entry_page_answer(Call& call, EntryVisit visit) {
    // The page comes without the choices rather than not at all.
    auto learnt = co_await learn_catalogue(call);
    static_cast<void>(learnt);
    auto looked =
        co_await call.look([&](const core::ResourceState& state, const std::string& name) {
            return seen_page(call, state, name);
        });
    SeenPage seen = CO_TRY(std::move(looked));
    if (seen.proof) {
        co_return co_await proof_page_answer(call, *std::move(seen.proof));
    }
    std::optional<EntryPage> page = std::move(seen.entry);
    if (!page) {
        co_return dead_link(call, words_in(frame_of(call).language).messages.dead_link.text);
    }
    std::optional<Response> refused;
    auto read = co_await call.read([&](engine::Store& store, engine::Registry& registry) {
        if (core::is_terminal(page->state)) {
            refused = refuse_ended(call, store);
            // By now it may be the stored row alone that knows why it ended.
            const auto stored = stored_entry(store, call.about.entry);
            page->end_reason = stored ? stored->end_reason : page->end_reason;
        }
        if (!refused) {
            complete_entry(call, *page, visit, store, registry);
            complete_promises(call, *page, seen.promises, store);
        }
        return true;
    });
    if (refused) {
        co_return *std::move(refused);
    }
    if (!read) {
        page->frame = frame_of(call);
        page->wishes.reset();
    }
    page->frame.path = "/e/" + page->token;
    page->notice = notice_text(visit.notice, page->frame.language);
    co_return guest_page(read && !visit.errors.empty() ? 422 : 200, entry_page(*page));
}

Task<Answer> calendar_answer(Call& call) {
    using Held = std::optional<interchange::CalendarEntry>;
    auto seen =
        co_await call.look([&](const core::ResourceState& state, const std::string& name) -> Held {
            const auto facts = interchange::entry_facts(state, core::number_of(call.about.entry));
            const auto held =
                facts && is_open(call, state) ? held_place(state, *facts) : std::nullopt;
            if (!held || !held->starts_at) {
                return std::nullopt;
            }
            return calendar_entry(call, state, *held, name);
        });
    const Held entry = CO_TRY(std::move(seen));
    co_return entry ? calendar_response(*entry) : nothing_here_page(call);
}

struct WishesSaid {
    Result<EntryPatchBody, Problem> body = EntryPatchBody{};
    bool is_over = false;  // the entry has ended
};

// What the form changes: it goes the way of PATCH /v1/waitlist/{id}, by the same rules.
WishesSaid wishes_in(const Call& call, const core::ResourceState& state, const Form& form,
                     std::string_view region) {
    const core::Kind kind = state.settings.kind;
    const auto facts = interchange::entry_facts(state, core::number_of(call.about.entry));
    if (!facts || !core::is_active(facts->state) || !is_open(call, state)) {
        return {.is_over = true};
    }
    auto said = read_entry_patch(body_of(form, kind, WishBody::Change, {}), call.zone(), region);
    if (!said) {
        return {.body = std::move(said)};
    }
    const WishForm suggestions = wish_form_of(state);
    core::Wants wanted = said->wants.value_or(core::Wants{});
    wanted.instant_yes = said->instant_yes.value_or(std::nullopt);
    wanted.service = known_spelling(wanted.service, suggestions.services);
    wanted.staff = known_spelling(wanted.staff, suggestions.staff);
    if (auto named = take_typed_names(call, wanted, facts->wants, form); !named) {
        return {.body = std::unexpected(std::move(named).error())};
    }
    said->wants.reset();
    said->instant_yes.reset();
    if (!suggestions.may_say_yes) {
        wanted.instant_yes = facts->wants.instant_yes;  // the form doesn't ask about it
    }
    if (kind == core::Kind::Slots) {
        said->wants = changed_wants(facts->wants, wanted, form, kind, call.zone());
        said->instant_yes.emplace(said->wants->instant_yes);
    }
    return {.body = std::move(said)};
}

EntryVisit visit_after(const Problem& refused, FieldTexts typed) {
    EntryVisit visit{.notice = {}, .errors = refused.errors, .typed = std::move(typed)};
    if (refused.errors.empty()) {
        visit.notice = notice_of(refused);
    }
    return visit;
}

// What is wrong with the fields stands beside them; whatever else there is to tell is a notice.
Task<Result<EntryVisit, Problem>> change_wishes(Call& call, const Form& form) {
    auto learnt = co_await learn_catalogue(call);
    if (!learnt) {
        co_return visit_after(learnt.error(), typed_values(form));
    }
    engine::House house;
    if (!form.value("phone").empty()) {
        auto looked = co_await call.read(
            [&](engine::Registry& registry) { return registry.house(call.about.account); });
        house = CO_TRY(std::move(looked));
    }
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string&) {
        return wishes_in(call, state, form, interchange::phone_region(house, call.about.time_zone));
    });
    const WishesSaid said = CO_TRY(std::move(seen));
    if (said.is_over) {
        co_return EntryVisit{
            .notice = {.kind = Notice::Kind::Refused, .code = core::RefusalCode::EntryEnded},
            .errors = {},
            .typed = {}};
    }
    if (!said.body) {
        co_return visit_after(said.body.error(), typed_values(form));
    }
    auto prepared = co_await prepare_change(call, *said.body);
    if (!prepared && call.elsewhere) {
        co_return std::unexpected(std::move(prepared).error());
    }
    if (!prepared) {
        co_return visit_after(prepared.error(), typed_values(form));
    }
    const bool asks_proof = prepared->command.asks_proof;
    auto sent = co_await press(call, std::move(prepared->command), std::move(prepared->attachment));
    Pressed pressed = CO_TRY(std::move(sent));
    if (pressed.notice.kind == Notice::Kind::None) {
        pressed.notice.kind = asks_proof ? Notice::Kind::ToBeProven : Notice::Kind::Changed;
    }
    if (!pressed.errors.empty()) {
        co_return EntryVisit{
            .notice = {}, .errors = std::move(pressed.errors), .typed = typed_values(form)};
    }
    co_return EntryVisit{
        .notice = pressed.notice, .errors = {}, .typed = {}, .new_epoch = pressed.new_epoch};
}

}  // namespace

Task<Answer> show_entry_page(Call& call) {
    if (auto dead = open_entry(call, calendar_suffix)) {
        co_return *std::move(dead);
    }
    if (call.path_id.ends_with(calendar_suffix)) {
        co_return co_await calendar_answer(call);
    }
    EntryVisit visit;
    co_return co_await entry_page_answer(call, std::move(visit));
}

Task<Answer> act_on_entry_page(Call& call) {
    const auto form = form_in(call);
    if (!form) {
        co_return form.error();
    }
    if (auto dead = open_entry(call)) {
        co_return *std::move(dead);
    }
    const std::string_view action = form->value("action");
    const core::Ticket ticket = core::number_of(call.about.entry);
    EntryVisit visit;
    if (action == action_leave) {
        auto sent = co_await press(call, core::Leave{.entry = ticket});
        const Pressed pressed = CO_TRY(std::move(sent));
        visit.notice = pressed.notice;
    } else if (action == action_verify && call.token->purpose == TokenPurpose::Verify) {
        auto made = co_await proof_by_link(call);
        if (!made && made.error().status == 401) {
            co_return dead_link(call, words_in(frame_of(call).language).messages.dead_link.text);
        }
        AddressProof proof = CO_TRY(std::move(made));
        auto sent = co_await press(call, std::move(proof.command), std::move(proof.attachment));
        const Pressed pressed = CO_TRY(std::move(sent));
        if (pressed.notice.kind == Notice::Kind::None && pressed.entry == ticket) {
            co_return to_own_page(call, frame_of(call), pressed.entry,
                                  pressed.new_epoch.value_or(call.token->epoch));
        }
        visit.notice = pressed.notice;
    } else if (action == action_resend) {
        engine::Attachment attachment;
        attachment.sends_link = true;
        auto sent = co_await press(call, core::UpdateEntry{.entry = ticket}, std::move(attachment));
        const Pressed pressed = CO_TRY(std::move(sent));
        visit.notice = pressed.notice;
        if (visit.notice.kind == Notice::Kind::None) {
            visit.notice.kind = Notice::Kind::SentAgain;
        }
    } else if (action == action_undo) {
        auto sent = co_await press(call, core::Leave{.entry = ticket});
        const Pressed pressed = CO_TRY(std::move(sent));
        visit.notice = pressed.notice;
        if (visit.notice.kind == Notice::Kind::None) {
            visit.notice.kind = Notice::Kind::Undone;
        }
    } else if (action == action_here) {
        auto sent = co_await press(call, core::StillHere{.entry = ticket});
        const Pressed pressed = CO_TRY(std::move(sent));
        visit.notice = pressed.notice;
        if (visit.notice.kind == Notice::Kind::None) {
            visit.notice.kind = Notice::Kind::Here;
        }
    } else if (action == action_take_back) {
        auto sent = co_await take_back(call, form->value("offer"));
        const Pressed pressed = CO_TRY(std::move(sent));
        visit.notice = pressed.notice;
    } else if (action == action_instant_on || action == action_instant_off) {
        auto sent = co_await change_instant(call, *form, action == action_instant_on);
        const Pressed pressed = CO_TRY(std::move(sent));
        visit.notice = pressed.notice;
    } else if (action == action_change) {
        auto changed = co_await change_wishes(call, *form);
        visit = CO_TRY(std::move(changed));
        if (visit.new_epoch) {
            co_return to_own_page(call, frame_of(call), ticket, *visit.new_epoch);
        }
    }
    co_return co_await entry_page_answer(call, std::move(visit));
}

Task<Answer> follow_short_link(Call& call) {
    const auto link = call.shared.links.behind(call.path_id);
    if (!link) {
        co_return dead_link(call, words_in(frame_of(call).language).messages.dead_link.text);
    }
    co_return redirect(302, *link);
}

}  // namespace standby::http
