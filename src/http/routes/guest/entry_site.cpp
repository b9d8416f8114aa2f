// /e/{token}: a guest's own page, where things stand and what can be done about it. Looking changes
// nothing; each button is a form that POSTs.
#include "core/audit/event_codec.hpp"
#include "core/state/resource_state.hpp"
#include "core/state/views.hpp"
#include "engine/history/own_events.hpp"
#include "engine/ports/listings.hpp"
#include "engine/ports/payment_desk.hpp"
#include "http/pages/guest_pages.hpp"
#include "http/pages/words/words.hpp"
#include "http/routes/catalogue_names.hpp"
#include "http/routes/guest/entry_promises.hpp"
#include "http/routes/guest/entry_view.hpp"
#include "http/routes/guest/guest_support.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/joining.hpp"
#include "http/routes/live_or_stored.hpp"
#include "http/routes/wait_step.hpp"
#include "interchange/calendar/calendar_entry.hpp"
#include "interchange/view/entry.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

constexpr std::string_view calendar_suffix = "/calendar.ics";

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

Response calendar_response(const interchange::CalendarEntry& entry) {
    Response response;
    response.content_type = "text/calendar; charset=utf-8";
    response.body = write_calendar(entry);
    response.headers.emplace_back("Content-Disposition", "attachment; filename=\"standby.ics\"");
    response.headers.emplace_back("Cache-Control", "no-store");
    response.headers.emplace_back("X-Robots-Tag", "noindex, nofollow");
    return response;
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
        seen.proof = ProofPage{
            .frame = {}, .resource_name = name, .token = std::string(call.link_in_path())};
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
    const auto listing = engine::listing_of(store, call.about.resource);
    if (!listing || !*listing) {
        return false;
    }
    const auto after = engine::last_event_before(store, call.about.resource, (*listing)->last_event,
                                                 *entry.ended_at);
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

// Where something has to be paid, a yes in advance needs a card: the page that answers has the way
// to leave one on it. False: none is needed, or none can be kept.
Task<bool> await_card_page(Call& call) {
    engine::PaymentDesk* desk = call.shared.services.payment_desk;
    if (desk == nullptr) {
        co_return false;
    }
    const std::uint64_t payment =
        co_await WaitStep<std::uint64_t>([&](std::function<void(std::uint64_t)> done) {
            desk->keep_card(call.about.entry, std::move(done));
        });
    co_return payment != 0;
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
        if (action == action_instant_on) {
            co_await await_card_page(call);
        }
    } else if (action == action_keep_card) {
        co_await await_card_page(call);
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
