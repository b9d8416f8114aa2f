#include "http/routes/guest/entry_promises.hpp"

#include "core/audit/event_codec.hpp"
#include "core/state/resource_state.hpp"
#include "http/pages/instant_terms.hpp"
#include "http/routes/joining.hpp"
#include "http/routes/live_or_stored.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace standby::http {
namespace {

// More than one entry ever gets, unless something goes round in circles.
constexpr std::size_t messages_looked_at = 200;

std::vector<engine::OutboxRow> messages_of(const Call& call, engine::Store& store) {
    const engine::MessageFilter filter{.resource = call.about.resource,
                                       .entry = core::number_of(call.about.entry)};
    std::vector<engine::OutboxRow> rows;
    const auto listed = store.messages(filter, 0, messages_looked_at);
    for (const engine::OutboxListing& one : listed.value_or(std::vector<engine::OutboxListing>{})) {
        rows.push_back(one.row);
    }
    return rows;
}

core::YesBy yes_by(const engine::OutboxRow& row, engine::Store& store) {
    const auto events = store.events(row.resource, row.event - 1, 1);
    if (!events || events->empty() || events->front().number != row.event) {
        return core::YesBy::Asked;
    }
    const auto event = core::decode_event(events->front().data);
    return event ? core::yes_by(*event) : core::YesBy::Asked;
}

EntryPage::BookedBy booked_by(core::YesBy yes) {
    switch (yes) {
    case core::YesBy::InstantYes:
        return EntryPage::BookedBy::InstantYes;
    case core::YesBy::LateYes:
        return EntryPage::BookedBy::LateYes;
    default:
        return EntryPage::BookedBy::Asked;
    }
}

void name_offers(const Call& call, EntryPage& page, const EntryPromises& promises,
                 const std::vector<engine::OutboxRow>& messages) {
    for (std::size_t index = 0; index < page.standing_yes.size(); ++index) {
        for (const engine::OutboxRow& row : messages) {
            if (row.opening == promises.standing[index] && row.offer != core::OfferNumber{}) {
                page.standing_yes[index].offer_id =
                    core::format_id(core::offer_id(call.about.resource, row.offer));
            }
        }
    }
}

// Nothing comes of a yes to what starts sooner than the guest wants to be told.
bool is_in_time(const core::ResourceState& state, const interchange::EntryFacts& facts,
                core::OpeningNumber opening, Time now) {
    const auto found = state.openings.find(opening);
    const std::optional<Time> starts_at = found == state.openings.end()
                                              ? state.settings.starts_at
                                              : std::optional{found->second.slot.starts_at};
    return !starts_at || *starts_at - now >= facts.wants.min_notice;
}

}  // namespace

EntryPromises promises_of(const core::ResourceState& state, const interchange::EntryFacts& facts,
                          Time now) {
    const core::Ticket entry = core::number_of(facts.id);
    EntryPromises promises;
    if (facts.state == core::EntryState::Accepted) {
        promises.held = core::mark_of(state, entry).offer;
        const auto held = held_place(state, facts);
        if (held && held->starts_at && facts.wants.instant_yes) {
            promises.undo_until = *held->starts_at - facts.wants.instant_yes->min_notice;
        }
    }
    if (const auto found = state.standing.find(entry); found != state.standing.end()) {
        std::ranges::copy_if(
            found->second, std::back_inserter(promises.standing),
            [&](core::OpeningNumber opening) { return is_in_time(state, facts, opening, now); });
    }
    return promises;
}

void add_promises(EntryPage& page, const core::ResourceState& state,
                  const interchange::EntryFacts& facts, Time now) {
    const bool may_say_yes = state.settings.kind == core::Kind::Slots && state.rules.instant_yes &&
                             !core::is_terminal(state.status);
    if (may_say_yes && facts.state == core::EntryState::Waiting) {
        page.instant = EntryPage::Instant{.terms = facts.wants.instant_yes,
                                          .is_paid = state.rules.payment.has_value()};
    }
    page.is_late_paid = state.rules.payment.has_value();
    for (const core::OpeningNumber opening : promises_of(state, facts, now).standing) {
        const auto described = opening == core::OpeningNumber{}
                                   ? std::nullopt
                                   : interchange::opening_facts(state, opening);
        page.standing_yes.push_back(
            {.offer_id = {},
             .what = offered_place(state, facts.party_size, described, facts.wants)});
    }
}

void complete_promises(const Call& call, EntryPage& page, const EntryPromises& promises,
                       engine::Store& store) {
    const bool is_held = promises.held != core::OfferNumber{};
    if (!is_held && page.standing_yes.empty()) {
        return;
    }
    const std::vector<engine::OutboxRow> messages = messages_of(call, store);
    name_offers(call, page, promises, messages);
    const auto confirmed = std::ranges::find_if(messages, [&](const engine::OutboxRow& row) {
        return row.kind == engine::MessageKind::Confirmed && row.offer == promises.held &&
               row.event != 0;
    });
    if (is_held && confirmed != messages.end()) {
        page.booked_by = booked_by(yes_by(*confirmed, store));
    }
    if (page.booked_by == EntryPage::BookedBy::InstantYes && promises.undo_until > page.now) {
        page.undo_until = promises.undo_until;
    }
}

Task<Result<Pressed, Problem>> take_back(Call& call, std::string_view offer_id) {
    const Pressed refused{.notice = {.kind = Notice::Kind::Refused}, .errors = {}};
    const auto id = core::parse_offer_id(offer_id);
    if (!id || core::resource_of(*id) != call.about.resource) {
        co_return refused;
    }
    auto read = co_await call.read([&](engine::Store& store) { return stored_offer(store, *id); });
    const auto offer = CO_TRY(std::move(read));
    if (!offer || offer->entry != core::number_of(call.about.entry)) {
        co_return refused;
    }
    const core::LateYes command{.entry = offer->entry,
                                .offer = core::OfferNumber{core::number_of(*id)},
                                .opening = offer->opening,
                                .wanted = false};
    auto sent = co_await press(call, command);
    Pressed pressed = CO_TRY(std::move(sent));
    if (pressed.notice.kind == Notice::Kind::None) {
        pressed.notice.kind = Notice::Kind::LateTakenBack;
    }
    co_return pressed;
}

Task<Result<Pressed, Problem>> change_instant(Call& call, const Form& form, bool is_on) {
    EntryPatchBody body;
    body.instant_yes.emplace(std::nullopt);
    if (is_on) {
        core::InstantYes terms;
        for (const NoticeChoice& choice : notice_choices()) {
            if (choice.value == form.value("instant_notice")) {
                terms.min_notice = choice.length;
            }
        }
        body.instant_yes.emplace(std::move(terms));
    }
    auto made = co_await prepare_change(call, body);
    EntryChange change = CO_TRY(std::move(made));
    auto sent = co_await press(call, std::move(change.command), std::move(change.attachment));
    Pressed pressed = CO_TRY(std::move(sent));
    if (pressed.notice.kind == Notice::Kind::None) {
        pressed.notice.kind = is_on ? Notice::Kind::InstantOn : Notice::Kind::InstantOff;
    }
    co_return pressed;
}

}  // namespace standby::http
