// /o/{token}: an offer, live, or what became of it and where the guest stands now.
#include "core/order/band.hpp"
#include "core/state/resource_state.hpp"
#include "engine/ports/payment_desk.hpp"
#include "http/pages/words/words.hpp"
#include "http/routes/guest/guest_payments.hpp"
#include "http/routes/guest/guest_support.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/live_or_stored.hpp"
#include "http/routes/wait_step.hpp"
#include "interchange/view/late_yes.hpp"

#include <utility>

namespace standby::http {
namespace {

struct OfferVisit {
    OfferPage page;
    core::Ticket entry = 0;
    core::OpeningNumber opening;
    bool is_complete = true;        // nothing of the offer is left to be read from the store
    std::optional<bool> is_open{};  // the link has not been ended; nothing: the store knows
    std::string tax_label{};        // "VAT"
};

std::optional<Response> open_offer(Call& call) {
    if (take_token(call, call.path_id, {TokenPurpose::Offer})) {
        return std::nullopt;
    }
    return dead_link(call, words_in(frame_of(call).language).messages.dead_link.text);
}

void add_offer(OfferPage& page, const interchange::OfferFacts& facts,
               const std::optional<interchange::OpeningFacts>& opening) {
    page.state = facts.state;
    page.awaiting = facts.awaiting;
    page.expires_at = facts.expires_at;
    page.patience_until = facts.patience_until;
    page.is_taken = opening && opening->complete && opening->state == core::OpeningState::Booked &&
                    opening->holder != facts.entry;
}

OfferPage::Standing standing_of(const core::ResourceState& state, core::Ticket entry) {
    OfferPage::Standing standing;
    if (const auto facts = interchange::entry_facts(state, entry)) {
        const auto rank = core::shown_rank(state.rules.visibility, facts->rank);
        standing.state = facts->state;
        standing.rank = rank.rank;
        standing.band = rank.band ? core::format_band(*rank.band) : "";
        if (facts->state == core::EntryState::Accepted) {
            standing.access_url = state.settings.access_url;
        }
    }
    return standing;
}

core::LateYes late_yes_of(const Call& call, const OfferVisit& visit) {
    return {.entry = visit.entry,
            .offer = core::OfferNumber{core::number_of(call.about.offer)},
            .opening = visit.opening};
}

// What the guest of an expired offer can still do, or has done.
OfferPage::Late late_of(const interchange::LateYesFacts& facts,
                        const interchange::EntryFacts& entry, const core::LateYes& about,
                        core::OfferNumber now_offered) {
    using enum OfferPage::Late;
    // Counted places are all alike.
    const bool is_about_it = entry.opening == about.opening;
    if (is_about_it && entry.state == core::EntryState::Accepted) {
        return Got;
    }
    if (is_about_it && now_offered != core::OfferNumber{} && now_offered != about.offer) {
        return Offered;
    }
    if (facts.refused == core::RefusalCode::NoticePassed) {
        return TooSoon;  // also if they had said yes before: nothing comes of it any more
    }
    if (facts.stands) {
        return Kept;
    }
    if (!facts.refused) {
        return facts.place == interchange::LatePlace::Free     ? AskFree
               : facts.place == interchange::LatePlace::Paused ? AskPaused
                                                               : Ask;
    }
    switch (*facts.refused) {
    case core::RefusalCode::OpeningEnded:
    case core::RefusalCode::EventOver:
    case core::RefusalCode::ResourceClosed:
        return Over;
    default:
        return No;
    }
}

void add_late(OfferPage& page, const core::ResourceState& state, const core::LateYes& about,
              Time now) {
    const auto entry = interchange::entry_facts(state, about.entry);
    if (!entry) {
        return;
    }
    const auto facts = interchange::late_yes_facts(state, about, now);
    const core::OfferNumber now_offered =
        entry->offer ? core::OfferNumber{core::number_of(entry->offer->id)} : core::OfferNumber{};
    page.late = late_of(facts, *entry, about, now_offered);
    page.is_late_paid = facts.is_paid;
    page.is_taken = page.is_taken || facts.refused == core::RefusalCode::OpeningTaken;
}

std::optional<OfferVisit> visit_of(const Call& call, const core::ResourceState& state,
                                   const std::string& name) {
    const auto facts =
        interchange::offer_facts(state, core::OfferNumber{core::number_of(call.about.offer)});
    if (!facts) {
        return std::nullopt;
    }
    OfferVisit visit{.page = {},
                     .entry = facts->entry,
                     .opening = facts->opening,
                     .is_complete = facts->complete};
    visit.is_open = core::is_good(*call.link(), state);
    visit.page.resource_name = name;
    visit.page.kind = state.settings.kind;
    visit.page.token = call.path_id;
    visit.page.now = call.shared.now();
    visit.page.zone = call.zone();
    visit.page.what = offered_place(state, facts->places, std::nullopt, {});
    visit.page.state = facts->state;
    visit.page.takes_late_yes = state.rules.late_yes;
    visit.tax_label = state.rules.tax ? state.rules.tax->label : "";
    visit.page.came_back = payment_return(call);
    if (const auto due =
            due_for_claim(state, core::OfferNumber{core::number_of(call.about.offer)})) {
        visit.page.due = due->amount;
        visit.page.is_deposit = due->is_deposit;
    }
    if (facts->complete) {
        const auto opening = facts->opening.value() == 0
                                 ? std::nullopt
                                 : interchange::opening_facts(state, facts->opening);
        const auto entry = interchange::entry_facts(state, facts->entry);
        visit.page.what =
            offered_place(state, facts->places, opening, entry ? entry->wants : core::Wants{});
        visit.page.standing = standing_of(state, facts->entry);
        add_offer(visit.page, *facts, opening);
    }
    return visit;
}

// Reads what the memory has forgotten, and the language of the person.
void complete_offer(Call& call, OfferVisit& visit, engine::Store& store,
                    engine::Registry& registry) {
    const auto stored =
        visit.is_complete ? std::nullopt : stored_offer_in_full(store, call.about.offer);
    if (stored && stored->offer.complete) {
        const auto& [offer, opening] = *stored;
        visit.entry = offer.entry;
        visit.opening = offer.opening;
        visit.page.what.places = offer.places;
        if (opening && opening->complete) {
            const auto entry =
                stored_entry(store, core::entry_id(call.about.resource, offer.entry));
            visit.page.what =
                offered_slot(opening->slot, offer.places, entry ? entry->wants : core::Wants{});
        }
        add_offer(visit.page, offer, opening);
    }
    std::string locale;
    if (visit.entry != 0) {
        call.about.entry = core::entry_id(call.about.resource, visit.entry);
        visit.page.status_token = call.shared.links.token(
            TokenPurpose::Entry, call.about.entry.value(), call.token->epoch);
        const auto person = store.person(call.about.entry).value_or(std::nullopt);
        locale = person ? person->locale : "";
    }
    const auto house = registry.house(call.about.account);
    visit.page.frame = frame_of(call, locale, house ? house->locale : "");
    visit.page.payment = newest_payment(registry, call.about.offer, visit.tax_label);
}

// How many come back to an offer that has ended, and how long after: nobody else knows of them.
void count_late_look(const Call& call, Time expired_at) {
    if (call.shared.services.late_looks != nullptr && expired_at != Time{}) {
        const Time now = call.shared.now();
        const auto today = std::chrono::floor<std::chrono::days>(call.zone().to_local(now));
        call.shared.services.late_looks->count_late_look(
            call.about.resource, static_cast<std::int32_t>(today.time_since_epoch().count()),
            std::chrono::floor<std::chrono::minutes>(std::max(now - expired_at, Duration{0})));
    }
}

Task<Answer> offer_page_answer(Call& call, Notice notice) {
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string& name) {
        return visit_of(call, state, name);
    });
    std::optional<OfferVisit> visit = CO_TRY(std::move(seen));
    if (!visit) {
        co_return dead_link(call, words_in(frame_of(call).language).messages.nothing_here);
    }
    if (visit->is_open == false) {
        co_return closed_page(call, dead_link_problem());
    }
    if (!visit->is_open) {
        auto opened = co_await state_by_link(call);
        if (call.elsewhere) {
            co_return std::unexpected(std::move(opened).error());
        }
        if (!opened) {
            co_return closed_page(call, opened.error());
        }
    }
    auto read = co_await call.read([&](engine::Store& store, engine::Registry& registry) {
        complete_offer(call, *visit, store, registry);
        return true;
    });
    if (!read) {
        co_return busy_page(call);
    }
    visit->page.notice = notice_text(notice, visit->page.frame.language);
    const bool is_expired = visit->page.state == core::OfferState::Expired;
    if (visit->entry != 0 && (is_expired || !visit->page.standing)) {
        auto standing =
            co_await call.look([&](const core::ResourceState& state, const std::string&) {
                if (is_expired) {
                    add_late(visit->page, state, late_yes_of(call, *visit), call.shared.now());
                }
                return standing_of(state, visit->entry);
            });
        visit->page.standing = CO_TRY(std::move(standing));
    }
    if (is_expired && call.request.method == "GET") {
        count_late_look(call, visit->page.expires_at);
    }
    if (visit->page.standing && core::is_terminal(visit->page.standing->state)) {
        // Links to what has ended tell what became of it, and not what it was.
        visit->page.what = {};
    }
    co_return guest_page(200, offer_page(visit->page));
}

// A yes after the window, or taking it back. Whose offer it was, and for what, is in its stored
// row.
Task<Result<Pressed, Problem>> press_late(Call& call, bool is_wanted) {
    auto read = co_await call.read(
        [&](engine::Store& store) { return stored_offer(store, call.about.offer); });
    const auto offer = CO_TRY(std::move(read));
    if (!offer || !offer->complete) {
        co_return Pressed{.notice = {.kind = Notice::Kind::Refused}, .errors = {}};
    }
    const core::LateYes command{.entry = offer->entry,
                                .offer = core::OfferNumber{core::number_of(call.about.offer)},
                                .opening = offer->opening,
                                .wanted = is_wanted};
    auto sent = co_await press(call, command);
    Pressed pressed = CO_TRY(std::move(sent));
    if (!is_wanted && pressed.notice.kind == Notice::Kind::None) {
        pressed.notice.kind = Notice::Kind::LateTakenBack;
    }
    co_return pressed;
}

// So that the page that answers a claim has the way to pay on it already. False: it is none, or
// none yet.
Task<bool> await_way_to_pay(Call& call) {
    engine::PaymentDesk* desk = call.shared.services.payment_desk;
    if (desk == nullptr) {
        co_return false;
    }
    auto looked = co_await call.look([&](const core::ResourceState& state, const std::string&) {
        const auto offer = state.offers.find(core::OfferNumber{core::number_of(call.about.offer)});
        return offer != state.offers.end() && offer->second.awaiting == core::Awaiting::Payment;
    });
    if (!looked.value_or(false)) {
        co_return false;
    }
    std::string page = desk->page_of(call.about.offer);
    if (page.empty()) {
        page = co_await WaitStep<std::string>([&](std::function<void(std::string)> done) {
            desk->await_page(call.about.offer, std::move(done));
        });
    }
    co_return !page.empty();
}

}  // namespace

Task<Answer> show_offer_page(Call& call) {
    if (auto dead = open_offer(call)) {
        co_return *std::move(dead);
    }
    co_return co_await offer_page_answer(call, {});
}

Task<Answer> act_on_offer_page(Call& call) {
    const auto form = form_in(call);
    if (!form) {
        co_return form.error();
    }
    if (auto dead = open_offer(call)) {
        co_return *std::move(dead);
    }
    const core::OfferNumber offer{core::number_of(call.about.offer)};
    const std::string_view action = form->value("action");
    Pressed pressed;
    if (action == action_claim) {
        auto sent = co_await press(call, core::Accept{.offer = offer});
        pressed = CO_TRY(std::move(sent));
        static_cast<void>(co_await await_way_to_pay(call));
    } else if (action == action_decline) {
        auto sent = co_await press(call, core::Decline{.offer = offer});
        pressed = CO_TRY(std::move(sent));
    } else if (action == action_late || action == action_take_back) {
        auto sent = co_await press_late(call, action == action_late);
        pressed = CO_TRY(std::move(sent));
    }
    co_return co_await offer_page_answer(call, pressed.notice);
}

}  // namespace standby::http
