#include "http/routes/guest/entry_view.hpp"

#include "core/order/band.hpp"
#include "core/state/views.hpp"
#include "http/routes/catalogue_names.hpp"
#include "http/routes/guest/entry_promises.hpp"
#include "http/routes/guest/guest_payments.hpp"
#include "http/routes/guest/inbox.hpp"
#include "http/routes/joining.hpp"
#include "interchange/contact/phone_region.hpp"
#include "interchange/view/referral_code.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

constexpr std::size_t messages_on_page_max = 5;
// Reading messages waits for the engine, so only some of the readers may do it at the same time.
constexpr int pages_reading_messages_max = 8;

void add_contact_values(FieldTexts& values, const engine::Person& person) {
    values.emplace_back("name", person.name);
    values.emplace_back("email",
                        person.pending_email.empty() ? person.email : person.pending_email);
    values.emplace_back("phone", person.phone);
}

// The form asks for what can be used, unless that would take away, or insist on, what is not there.
ContactWays ways_to(const Call& call, const engine::Person& person) {
    const ContactWays ways = ways_of(call.shared.services.messenger);
    const bool fits = ways == ContactWays::MailOnly ? !person.email.empty()
                                                    : person.email.empty() && !person.phone.empty();
    return fits ? ways : ContactWays::Any;
}

// Where whoever has stopped all messages gets them again; empty for everybody else. Of an address
// that was merely typed the page tells nothing.
std::string link_to_start(const Call& call, const engine::Person& person,
                          engine::Registry& registry) {
    if (!core::is_proven(call.token->epoch)) {
        return {};
    }
    const engine::ContactKeys& hasher = call.shared.services.contacts;
    std::vector<core::ContactKey> addresses;
    if (!person.email.empty()) {
        addresses.push_back(hasher.email(person.email));
    }
    if (!person.phone.empty()) {
        addresses.push_back(hasher.phone(person.phone));
    }
    const auto stopped = registry.opt_outs(addresses);
    const auto is_stopped = [&](core::ContactKey address) {
        return stopped && std::ranges::any_of(*stopped, [&](const engine::OptOut& one) {
                   return one.address == address && engine::counts_for(one, call.about.account);
               });
    };
    if (addresses.empty() || !std::ranges::all_of(addresses, is_stopped)) {
        return {};
    }
    return "/u/" + call.shared.links.token(TokenPurpose::Unsubscribe, call.about.entry.value(), 0,
                                           addresses.front());
}

}  // namespace

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
        using enum EntryPage::Presence;
        shown.presence = facts.set_aside  ? (facts.is_asked ? SetAside : AsideByWish)
                         : facts.is_asked ? Asked
                                          : Taken;
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
            .what = offered_place(state, facts.offer->places, facts.offer_opening, facts.wants),
            .takes_late_yes = state.rules.late_yes};
        if (const auto due =
                due_for_claim(state, core::OfferNumber{core::number_of(facts.offer->id)})) {
            shown.offer->due = due->amount;
            shown.offer->is_deposit = due->is_deposit;
        }
    }
    shown.tax_label = state.rules.tax ? state.rules.tax->label : "";
    shown.came_back = payment_return(call);
    if (facts.offer && facts.state == core::EntryState::Confirming) {
        shown.due_for = offered_place(state, facts.offer->places, facts.offer_opening, facts.wants);
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
    if (page.instant && page.instant->is_paid && !takes_payments(call, registry)) {
        page.instant.reset();  // nobody could keep their card
    }
    page.payments = payments_shown(registry, call.about.entry, page.tax_label);
    if (person && page.state == core::EntryState::Waiting) {
        page.start_link = link_to_start(call, *person, registry);
    }
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

}  // namespace standby::http
