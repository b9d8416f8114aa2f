#include "app/bookings/booking_turn.hpp"

#include "core/state/resource_state.hpp"

#include <sodium.h>

#include <algorithm>
#include <utility>

namespace standby::app {

namespace {

using Stage = BookingRecord::Stage;
using Fate = OfferSeen::Fate;

constexpr std::size_t items_at_once = 1'000;
constexpr std::size_t moves_max = 8;  // for one offer in one turn

std::uint64_t draw_number() {
    std::uint64_t number = 0;
    randombytes_buf(&number, sizeof number);
    return (number & ((std::uint64_t{1} << 53U) - 1)) | 1U;
}

// What somebody has let go of first, because the next guest may be asked for the very same place;
// then the most urgent: guests who wait for an answer.
int urgency(const BookingRecord& record, Fate fate) {
    const bool is_let_go = fate == Fate::Gone && record.stage != Stage::Releasing;
    return is_let_go                          ? 0
           : fate == Fate::Claimed            ? 1
           : record.stage == Stage::Cancelled ? 2
           : fate == Fate::Gone               ? 3
                                              : 4;
}

}  // namespace

OfferSeen BookingTurn::seen_of(const core::ResourceState& state, core::OfferNumber number,
                               core::Ticket entry) {
    const core::OfferState ended = number.value() < state.offer_states.size()
                                       ? state.offer_states[number.value()]
                                       : core::OfferState::None;
    OfferSeen seen;
    if (state.accepted_offers.contains(number)) {
        seen.fate = Fate::Theirs;
    } else if (ended == core::OfferState::Accepted) {
        const core::EntryState at = state.entries.state(entry);
        const bool was_used = at == core::EntryState::Attended || at == core::EntryState::NoShow;
        seen.fate = was_used ? Fate::Over : Fate::Gone;
    } else {
        seen.is_given_up = ended == core::OfferState::Expired;
    }
    return seen;
}

BookingTurn::Facts BookingTurn::facts_of(const core::ResourceState& state, core::OfferNumber,
                                         const core::Offer& offer) {
    const bool is_claimed =
        offer.state == core::OfferState::Confirming && offer.awaiting == core::Awaiting::Booking;
    Facts facts{.seen = {.fate = is_claimed ? Fate::Claimed : Fate::Asked,
                         .is_given_up = false,
                         .until = offer.expires_at},
                .entry = offer.entry,
                .quantity = state.entries.party_size(offer.entry),
                .starts_at = state.settings.starts_at,
                .slot = std::nullopt};
    if (const auto opening = state.openings.find(offer.opening); opening != state.openings.end()) {
        facts.slot = opening->second.slot;
        facts.starts_at = facts.slot->starts_at;
    }
    return facts;
}

BookingTurn::ListView BookingTurn::view_of(const core::ResourceState& state, const Known& known) {
    ListView view{.is_external = state.settings.inventory == core::Inventory::External,
                  .time_zone = state.settings.time_zone,
                  .offers = {}};
    for (const auto& [number, offer] : state.offers) {
        view.offers.emplace(number.value(), facts_of(state, number, offer));
    }
    for (const auto& [offer, entry] : known) {
        if (!view.offers.contains(offer)) {
            Facts facts;
            facts.seen = seen_of(state, core::OfferNumber{offer}, entry);
            facts.entry = entry;
            view.offers.emplace(offer, std::move(facts));
        }
    }
    return view;
}

BookingAbility BookingTurn::ability() const {
    const auto& until = memory_.progress.holds_not_until;
    return {.holds = !until || *until <= services_.clock.now(),
            .knows_repeats = system_.knows_repeats()};
}

bool BookingTurn::load() {
    if (memory_.is_loaded) {
        return true;
    }
    const auto state = services_.registry.connection_state(connection_.number);
    if (!state) {
        return false;
    }
    BookingMemory loaded;
    loaded.mark = state->mark;
    loaded.progress = read_booking_progress(state->state);
    for (std::string after;;) {
        const auto items =
            services_.registry.connection_items(connection_.number, after, items_at_once);
        if (!items) {
            return false;
        }
        for (const engine::ConnectionItem& item : *items) {
            if (item.key.starts_with(booking_mark)) {
                if (auto record = read_booking_record(item.data)) {
                    loaded.records[record->offer] = *std::move(record);
                }
            }
            after = item.key;
        }
        if (items->size() < items_at_once) {
            break;
        }
    }
    loaded.looked_at = std::move(memory_.looked_at);
    loaded.is_loaded = true;
    memory_ = std::move(loaded);
    return true;
}

bool BookingTurn::save() {
    if (put_.empty() && dropped_.empty() && cards_.empty() && !is_changed_) {
        return true;
    }
    const std::uint64_t next = draw_number();
    engine::ConnectionLook look{.connection = connection_.number,
                                .replaces = memory_.mark,
                                .mark = next,
                                .state = write_progress(memory_.progress),
                                .looked_at = services_.clock.now(),
                                .items = {},
                                .dropped = {},
                                .cards = std::exchange(cards_, {})};
    for (auto& [key, data] : put_) {
        look.items.push_back({.key = key, .data = std::move(data)});
    }
    look.dropped.assign(dropped_.begin(), dropped_.end());
    put_.clear();
    dropped_.clear();
    is_changed_ = false;
    const auto saved = services_.registry.save_look(look);
    if (!saved || !*saved) {
        memory_.is_loaded = false;  // another node was faster, or nobody knows: read it again
        return false;
    }
    memory_.mark = next;
    return true;
}

void BookingTurn::put(const BookingRecord& record) {
    const std::string key = booking_key(record.offer);
    if (record.stage == Stage::Done && record.untold.empty()) {
        put_.erase(key);
        dropped_.insert(key);
        memory_.looked_at.erase(record.offer);
        memory_.records.erase(record.offer);
        return;
    }
    put_[key] = write_record(record);
    memory_.records[record.offer] = record;
}

std::optional<BookingTurn::ListView> BookingTurn::look() {
    Known known;
    known.reserve(memory_.records.size());
    for (const auto& [offer, record] : memory_.records) {
        known.emplace_back(offer, record.entry);
    }
    return look_at_list(services_.gateway, connection_.resource,
                        [known = std::move(known)](const core::ResourceState& state) {
                            return view_of(state, known);
                        },
                        {.is_stopping = &is_stopping_});
}

void BookingTurn::meet(const ListView& view) {
    for (const auto& [number, facts] : view.offers) {
        if (memory_.records.contains(number)) {
            continue;
        }
        BookingRecord record;
        record.offer = number;
        record.entry = facts.entry;
        record.quantity = facts.quantity;
        record.starts_at = facts.starts_at;
        record.slot = facts.slot;
        memory_.records[number] = std::move(record);
    }
}

std::vector<std::uint32_t> BookingTurn::in_order(const ListView& view) const {
    std::vector<std::pair<int, std::uint32_t>> order;
    for (const auto& [number, record] : memory_.records) {
        const auto facts = view.offers.find(number);
        if (facts != view.offers.end()) {
            order.emplace_back(urgency(record, facts->second.seen.fate), number);
        }
    }
    std::ranges::sort(order);
    std::vector<std::uint32_t> numbers;
    numbers.reserve(order.size());
    for (const auto& [urgent, number] : order) {
        numbers.push_back(number);
    }
    return numbers;
}

bool BookingTurn::check() {
    if (!load()) {
        return false;
    }
    const auto checked = system_.check();
    note_answer(checked ? std::nullopt : std::optional(checked.error()));
    return save();
}

bool BookingTurn::go_on() {
    if (!load()) {
        return false;
    }
    const auto view = look();
    if (!view) {
        return false;
    }
    if (!view->is_external) {
        return true;
    }
    time_zone_ = view->time_zone;
    meet(*view);
    bool is_enough = false;
    for (const std::uint32_t number : in_order(*view)) {
        if (is_stopping_) {
            return false;
        }
        if (!carry_on(number, view->offers.at(number))) {
            note_next(services_.clock.now());
            is_enough = true;
            break;
        }
    }
    if (!memory_.is_loaded) {
        return false;
    }
    for (const auto& [number, record] : memory_.records) {
        const auto facts = view->offers.find(number);
        const auto next =
            facts == view->offers.end()
                ? std::nullopt
                : next_turn_of(record, facts->second.seen, ability(), services_.clock.now());
        if (next) {
            note_next(*next);
        }
    }
    if (const auto open = breaker_.copy().open_until(); open && next_) {
        next_ = std::max(*next_, *open);
    }
    return (is_enough || look_at_booked(*view)) && save();
}

void BookingTurn::note_next(Time at) {
    next_ = std::min(next_.value_or(at), at);
}

bool BookingTurn::carry_on(std::uint32_t offer, const Facts& facts) {
    for (std::size_t moves = 0; moves < moves_max; ++moves) {
        const auto found = memory_.records.find(offer);
        if (found == memory_.records.end()) {
            return true;
        }
        if (!found->second.untold.empty() && !tell_steps(found->second)) {
            return false;
        }
        if (found->second.stage == Stage::Done) {
            put(BookingRecord(found->second));
            return save();
        }
        const BookingPlan plan =
            plan_booking(found->second, facts.seen, ability(), services_.clock.now());
        if (plan.move == BookingMove::Wait) {
            return true;
        }
        if ((is_asking(plan.move) && !may_ask()) || is_in_our_own_way(plan)) {
            return true;
        }
        if (!take(plan, facts)) {
            return false;
        }
        // What the list makes of it is seen at its next turn.
        if (!is_asking(plan.move) && plan.move != BookingMove::Save) {
            note_next(services_.clock.now());
            return true;
        }
    }
    return true;
}

bool BookingTurn::take(BookingPlan plan, const Facts& facts) {
    if (is_asking(plan.move)) {
        return ask(plan, facts);
    }
    if (plan.move != BookingMove::Save) {
        return report(plan, facts);
    }
    if (!plan.card.empty()) {
        add_card(plan.card, plan.record);
    }
    count(memory_.records.at(plan.record.offer), plan.record);
    put(plan.record);
    return save();
}

bool BookingTurn::may_ask() {
    return breaker_.copy().state(services_.clock.now()) != engine::BreakerState::Open;
}

}  // namespace standby::app
