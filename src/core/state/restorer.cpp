// A state from its rows: what is stored is put in, what is derived is derived again.
#include "base/enumerators.hpp"
#include "core/apply/edit.hpp"
#include "core/audit/tomorrow.hpp"
#include "core/model/limits.hpp"
#include "core/order/order_key.hpp"
#include "core/state/restorer_checks.hpp"
#include "core/state/rows.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

namespace standby::core {
namespace {

// Rows that are there have a state, and one that this version knows.
template <class State>
Checked check_state(std::string_view what, std::uint32_t number, State state) {
    const auto raw = static_cast<std::size_t>(state);
    if (raw >= enumerator_count<State>) {
        return wrong(what, number, "written by a newer Standby: state " + std::to_string(raw));
    }
    return raw == 0 ? Checked{wrong(what, number, "it has no state")} : Checked{};
}

}  // namespace

struct Restorer::Work {
    explicit Work(ResourceNumber number) : state(std::make_unique<ResourceState>(number)) {}

    Checked expect_resource() const;
    void keep_later(RowName name);
    Checked draw_missing_tickets(Ticket up_to);
    Checked add_entry(Ticket ticket, EntryState entry_state, const EntryRow& row,
                      std::span<const ContactKey> contacts);
    Checked put_in_place(Ticket ticket, EntryState entry_state, const Mark& mark);
    Checked add_opening(OpeningNumber number, OpeningState opening_state, const OpeningRow& row);
    Checked add_offer(OfferNumber number, const OfferRow& row);
    Checked add_places();
    Checked add_referral_fact(const Fact& fact);
    void add_contacts();

    std::unique_ptr<ResourceState> state;
    std::string later;  // of the row that was decoded last
    ResourceRow row;
    bool has_resource = false;
    std::unordered_map<Ticket, Ticket> drawn_places;  // to their entries; not met so far
    std::uint64_t asked = 0;                          // entries whose offer has not come so far
    std::uint64_t accepted_places = 0;
    // Kept apart by the bits that the index splits by: putting neighbours in one after the other
    // saves a miss of the processor's cache for each.
    static constexpr std::size_t contact_parts = 256;
    std::array<std::vector<std::pair<ContactKey, Ticket>>, contact_parts> contacts_met;
};

Checked Restorer::Work::expect_resource() const {
    return has_resource ? Checked{} : std::unexpected("the row of the resource is missing");
}

void Restorer::Work::keep_later(RowName name) {
    if (!later.empty()) {
        state->later.emplace(name, std::move(later));
        later.clear();
    }
}

// Every ticket that no join drew was drawn by an entry that went to the back.
Checked Restorer::Work::draw_missing_tickets(Ticket up_to) {
    const Ticket missing = up_to - state->entries.last();
    // Each such move was the end of an offer, so a false number cannot make us allocate.
    if (state->redraws.size() + missing > row.last_offer.value()) {
        return wrong("entry", up_to, "rows before it are missing");
    }
    while (state->entries.last() < up_to) {
        const Ticket ticket = state->entries.last() + 1;
        EntryTable::Row alias;
        const auto entry = drawn_places.find(ticket);
        if (entry != drawn_places.end()) {
            alias = state->entries.row(entry->second);
            alias.state = EntryState::None;
        }
        alias.flags = entry_flags::alias;
        state->entries.append(alias);
        state->redraws.push_back(ticket);
        if (entry != drawn_places.end()) {
            state->aliases.emplace(ticket, entry->second);
            drawn_places.erase(entry);
        } else {
            state->entries.drop_alias(ticket);
        }
    }
    return {};
}

// Marks, groups, and where it stands: in line, asked, or with a place.
Checked Restorer::Work::put_in_place(Ticket ticket, EntryState entry_state, const Mark& mark) {
    if (mark != Mark{}) {
        Mark& kept = edit_mark(*state, ticket);
        kept = mark;
        kept.group = GroupKey{};
        if (mark.group != GroupKey{}) {
            join_group(*state, ticket, mark.group);
        }
    }
    if (mark.standing_yes) {
        state->standing[ticket].push_back(OpeningNumber{});
    }
    if (mark.place != 0) {
        if (!drawn_places.emplace(mark.place, ticket).second) {
            return wrong("entry", ticket, "its place in line is that of another one");
        }
        state->entries.set_flags(
            ticket, static_cast<std::uint8_t>(state->entries.flags(ticket) | entry_flags::redrawn));
    }
    switch (entry_state) {
    case EntryState::Unverified:
        ++state->unverified;
        if (mark.heard_at != Time{}) {
            state->proofs_held.emplace(mark.heard_at, ticket);
        } else if (state->first_unverified == 0) {
            state->first_unverified = ticket;
        }
        return {};
    case EntryState::Waiting:
        enter_line(*state, ticket);
        return {};
    case EntryState::Accepted:
        ++state->accepted;
        accepted_places += state->entries.party_size(ticket);
        if (mark.offer != OfferNumber{} &&
            !state->accepted_offers.emplace(mark.offer, ticket).second) {
            return wrong("entry", ticket, "another one accepted the same offer");
        }
        return {};
    default:
        ++asked;
        return {};
    }
}

Checked Restorer::Work::add_entry(Ticket ticket, EntryState entry_state, const EntryRow& entry,
                                  std::span<const ContactKey> contacts) {
    TRY(check_entry_row(ticket, entry_state, entry, row));
    state->entries.append({.state = entry_state,
                           .flags = 0,
                           .tier = entry.tier,
                           .party_size = static_cast<std::uint8_t>(entry.party_size),
                           .points = entry.points,
                           .profile = state->profiles.acquire(entry.wants, state->names),
                           .joined_at = entry.joined_at});
    if (entry.position != position_of(*state, ticket)) {
        return wrong("entry", ticket, "its position is another one: rows before it are missing");
    }
    for (std::size_t index = 0; index < contacts.size(); ++index) {
        const auto before = contacts.first(index);
        if (std::ranges::find(before, contacts[index]) == before.end()) {
            const std::size_t part = (contacts[index].value() >> 48) % contact_parts;
            contacts_met[part].emplace_back(contacts[index], ticket);
        }
    }
    if (entry.referrals != Referrer{}) {
        state->referrers.emplace(ticket, entry.referrals);
    }
    if (entry.referred.referrer != 0) {
        state->referred.emplace(ticket, entry.referred);
    }
    set_participant(*state, ticket, entry.participant);
    TRY(put_in_place(ticket, entry_state, entry.mark));
    if (entry.link_epoch != 0) {
        set_link_epoch(*state, ticket, entry.link_epoch);
    }
    return {};
}

Checked Restorer::Work::add_opening(OpeningNumber number, OpeningState opening_state,
                                    const OpeningRow& stored) {
    TRY(check_opening_row(number, opening_state, stored));
    TRY(check_booking(*state, number, stored));
    Opening& opening = state->openings[number];
    opening = {.state = opening_state,
               .slot = stored.slot,
               .offer = stored.offer,
               .holder = stored.holder,
               .offers_made = stored.offers_made,
               .last_outcome = stored.last_outcome,
               .hand_back_at = {},
               .tried = stored.tried,
               .aside = stored.aside,
               .untold = stored.untold,
               .asks_newcomers = stored.asks_newcomers,
               .standing = stored.standing};
    hold_names(opening, state->names);
    // Whoever was asked before is compared with the list of those tried only if it has a mark.
    for (const std::vector<Ticket>* asked_before : {&stored.tried, &stored.aside}) {
        for (const Ticket entry : *asked_before) {
            if (is_active(state->entries.state(entry))) {
                edit_mark(*state, entry);
            }
        }
    }
    for (const Ticket entry : stored.standing) {
        state->standing[entry].push_back(number);
        state->awaited.insert(number);
    }
    if (stored.holder != 0) {
        state->booked_until.emplace(end_of(stored.slot), number);
    }
    const bool is_open = opening_state == OpeningState::Open;
    if (is_open || stored.asks_newcomers ||
        (opening_state == OpeningState::Offering && stored.offer == OfferNumber{})) {
        leave_unclaimed(*state, number, opening);
    } else {
        watch_cutoff(*state, number, opening);
    }
    return {};
}

Checked Restorer::Work::add_offer(OfferNumber number, const OfferRow& stored) {
    TRY(check_offer_links(*state, number, stored));
    state->timers.insert(
        {.at = stored.expires_at, .kind = TimerKind::OfferDeadline, .number = number.value()});
    // As it was planned then: the rules may have changed since.
    if (stored.remind_at) {
        state->timers.insert(
            {.at = *stored.remind_at, .kind = TimerKind::Reminder, .number = number.value()});
    }
    if (stored.patience_until) {
        state->patience.emplace(*stored.patience_until, number);
    }
    state->offers.emplace(number, stored);
    --asked;
    return {};
}

void Restorer::Work::add_contacts() {
    const auto is_on_list = [&](Ticket other) { return is_active(state->entries.state(other)); };
    for (auto& part : contacts_met) {
        for (const auto& [contact, ticket] : part) {
            state->contacts.insert(contact, ticket, is_on_list);
        }
        part = {};
    }
}

Checked Restorer::Work::add_places() {
    std::uint64_t held = 0;
    if (counts_places(*state)) {
        for (const auto& [number, offer] : state->offers) {
            held += offer.places;
        }
        if (row.places_accepted < accepted_places) {
            return std::unexpected("the resource: fewer places are taken than entries hold");
        }
    }
    state->places = Places{{.released = row.places_released,
                            .accepted = row.places_accepted,
                            .held = held,
                            .idle = row.places_idle,
                            .releases = row.place_releases,
                            .tried = row.places_tried}};
    return check_places(*state);
}

Checked Restorer::Work::add_referral_fact(const Fact& fact) {
    if (fact.kind == FactKind::Barred) {
        state->friends.bar(ContactKey{fact.key});
        return {};
    }
    if (fact.kind == FactKind::FriendCounted) {
        const ContactKey one{fact.value};
        state->friends.count(one, ContactKey{pair_key(one, fact.key)});
        return {};
    }
    if (fact.value == 0) {
        return {};  // taken back
    }
    const auto ticket = static_cast<Ticket>(fact.key);
    const auto referrer = static_cast<Ticket>(fact.value >> 32U);
    const auto raw = static_cast<std::uint32_t>(fact.value);
    if (fact.key != ticket || !is_terminal(state->entries.state(ticket)) || referrer == 0 ||
        referrer >= ticket || raw > static_cast<std::uint32_t>(limits::points_max)) {
        return std::unexpected("a referral of an entry that has not ended");
    }
    state->ended_referrals[ticket] = {.referrer = referrer,
                                      .raw_points = static_cast<std::int32_t>(raw)};
    return {};
}

Restorer::Restorer(ResourceNumber number) : work_(std::make_unique<Work>(number)) {}
Restorer::~Restorer() = default;

Result<void, std::string> Restorer::resource(std::span<const std::byte> data) {
    if (work_->has_resource) {
        return std::unexpected("the row of the resource came twice");
    }
    work_->row = TRY(decode_resource_row(data, &work_->later));
    work_->keep_later({});
    work_->has_resource = true;
    const ResourceRow& row = work_->row;
    TRY(check_resource_row(row));
    ResourceState& state = *work_->state;
    state.status = row.status;
    state.settings = row.settings;
    state.rules = row.rules;
    state.rules_version = row.rules_version;
    state.last_at = row.last_at;
    state.last_event = row.last_event;
    state.last_outcome = row.last_outcome;
    state.cutoff_reached = row.cutoff_reached;
    state.drawn = row.drawn;
    state.draw_seed = row.draw_seed;
    state.cancel_note = row.cancel_note;
    state.wave_started = row.wave_started;
    state.wave_offers = row.wave_offers;
    state.by_time = row.by_time;
    state.lines.whole = Line{layout_for(row.rules.order, row.by_time)};
    return {};
}

Result<void, std::string> Restorer::entry(Ticket ticket, EntryState entry_state,
                                          std::span<const std::byte> data,
                                          std::span<const ContactKey> contacts) {
    TRY(work_->expect_resource());
    ResourceState& state = *work_->state;
    if (ticket <= state.entries.last() || ticket > work_->row.last_ticket) {
        return wrong("entry", ticket, "out of order, or beyond the last ticket");
    }
    TRY(work_->draw_missing_tickets(ticket - 1));
    if (work_->drawn_places.contains(ticket)) {
        return wrong("entry", ticket, "another entry stands at this place");
    }
    if (is_active(entry_state)) {
        const EntryRow row = TRY(decode_entry_row(data, &work_->later));
        work_->keep_later({RowName::Of::Entry, ticket});
        return work_->add_entry(ticket, entry_state, row, contacts);
    }
    TRY(check_state("entry", ticket, entry_state));
    state.entries.append({.state = entry_state});
    state.entries.set_state(ticket, entry_state);
    return {};
}

Result<void, std::string> Restorer::opening(OpeningNumber number, OpeningState opening_state,
                                            std::span<const std::byte> data) {
    TRY(work_->expect_resource());
    ResourceState& state = *work_->state;
    if (number.value() != state.opening_states.size() || number > work_->row.last_opening ||
        counts_places(state)) {
        return wrong("opening", number.value(), "out of order, or beyond the last one");
    }
    TRY(check_state("opening", number.value(), opening_state));
    state.opening_states.push_back(opening_state);
    const bool may_be_history =
        opening_state != OpeningState::Offering && opening_state != OpeningState::Open;
    if (data.empty() && may_be_history) {
        return {};
    }
    const OpeningRow row = TRY(decode_opening_row(data, &work_->later));
    if (row.in_memory) {
        work_->keep_later({RowName::Of::Opening, number.value()});
        return work_->add_opening(number, opening_state, row);
    }
    work_->later.clear();
    if (!may_be_history) {
        return wrong("opening", number.value(), "it is under way and said to be history");
    }
    return {};
}

Result<void, std::string> Restorer::offer(OfferNumber number, OfferState offer_state,
                                          std::span<const std::byte> data) {
    TRY(work_->expect_resource());
    ResourceState& state = *work_->state;
    if (number.value() != state.offer_states.size() || number > work_->row.last_offer) {
        return wrong("offer", number.value(), "out of order, or beyond the last one");
    }
    TRY(check_state("offer", number.value(), offer_state));
    state.offer_states.push_back(offer_state);
    if (is_terminal(offer_state)) {
        return {};
    }
    const OfferRow row = TRY(decode_offer_row(data, &work_->later));
    work_->keep_later({RowName::Of::Offer, number.value()});
    TRY(check_offer_row(number, offer_state, row));
    return work_->add_offer(number, row);
}

Result<void, std::string> Restorer::fact(const Fact& stored) {
    TRY(work_->expect_resource());
    ResourceState& state = *work_->state;
    const Fact fact = tomorrow::read(stored);
    if (const auto kind = static_cast<std::uint8_t>(fact.kind); kind >= facts_left_aside) {
        return {};
    } else if (kind > static_cast<std::uint8_t>(FactKind::ErasedOnList)) {
        return std::unexpected("written by a newer Standby: fact kind " + std::to_string(kind));
    }
    if (fact.kind == FactKind::SeenEvent) {
        if (fact.key == 0 || fact.value >= state.opening_states.size()) {
            return std::unexpected("an outside event made an opening that is not there");
        }
        state.seen_events.emplace(EventKey{fact.key},
                                  OpeningNumber{static_cast<std::uint32_t>(fact.value)});
        return {};
    }
    if (fact.kind == FactKind::ErasedOnList) {
        const auto ticket = static_cast<Ticket>(fact.key);
        if (fact.key == ticket && is_active(state.entries.state(ticket))) {
            state.erased.insert(ticket);
        }
        return {};
    }
    if (fact.kind >= FactKind::FriendCounted && fact.kind <= FactKind::Barred) {
        return work_->add_referral_fact(fact);
    }
    if (fact.kind != FactKind::Compensated || fact.key < 2 ||
        fact.key / 2 >= state.offer_states.size()) {
        return std::unexpected("a compensation for an offer that is not there");
    }
    state.compensated.emplace(OfferNumber{static_cast<std::uint32_t>(fact.key / 2)},
                              static_cast<Compensation>(fact.key % 2));
    return {};
}

Result<std::unique_ptr<ResourceState>, std::string> Restorer::finish() {
    TRY(work_->expect_resource());
    ResourceState& state = *work_->state;
    const ResourceRow& row = work_->row;
    TRY(work_->draw_missing_tickets(row.last_ticket));
    work_->add_contacts();
    if (!work_->drawn_places.empty()) {
        return std::unexpected("an entry stands at a place that was not drawn");
    }
    if (state.offer_states.size() - 1 != row.last_offer.value() ||
        state.opening_states.size() - 1 != row.last_opening.value()) {
        return std::unexpected("the last offers or openings are missing");
    }
    if (work_->asked != 0) {
        return std::unexpected("an entry is asked, but its offer is not under way");
    }
    TRY(work_->add_places());
    TRY(check_links(state));
    TRY(check_referrals(state));
    const bool has_cutoff = counts_places(state) && !state.cutoff_reached;
    set_timer(state, state.cutoff_timer, has_cutoff ? cutoff_of(state) : std::nullopt,
              TimerKind::Cutoff, 0);
    set_timer(state, state.draw_timer, draw_pending(state) ? state.rules.draw_at : std::nullopt,
              TimerKind::Draw, 0);
    state.recheck = Recheck{};
    forget_changes(state);
    return std::move(work_->state);
}

}  // namespace standby::core
