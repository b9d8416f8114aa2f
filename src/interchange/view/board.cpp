#include "interchange/view/board.hpp"

#include "core/state/resource_state.hpp"
#include "core/state/views.hpp"
#include "interchange/view/board_needs.hpp"
#include "interchange/view/booking_system.hpp"
#include "interchange/view/ids.hpp"
#include "interchange/view/message_progress.hpp"
#include "interchange/view/placeholders.hpp"
#include "interchange/view/wants.hpp"
#include "interchange/view/wished_slot.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

namespace standby::interchange {
namespace {

// Openings that were booked stay in memory for as long as somebody holds them; the newest are
// enough to find those that are still to be filled.
constexpr std::size_t openings_looked_at_max = 20'000;
// So many places are looked at to find the newest that are still held.
constexpr std::size_t places_looked_at_max = 5'000;

BoardEntry board_entry(const core::ResourceState& state, core::Ticket ticket) {
    BoardEntry entry{.facts = entry_facts(state, ticket).value_or(EntryFacts{})};
    const auto opening = state.openings.find(entry.facts.opening);
    if (opening != state.openings.end()) {
        entry.slot = as_wished(opening->second.slot, entry.facts.wants);
    }
    return entry;
}

// The numbers of all offers that `is_wanted`, those that come first by `time` first.
template <class Wanted, class TimeOf>
std::vector<core::OfferNumber> first_offers(const core::ResourceState& state, std::size_t count,
                                            Wanted is_wanted, TimeOf time) {
    std::vector<std::pair<Time, core::OfferNumber>> found;
    for (const auto& [number, offer] : state.offers) {
        if (is_wanted(offer)) {
            found.emplace_back(time(offer), number);
        }
    }
    const std::size_t kept = std::min(count, found.size());
    std::ranges::partial_sort(found, found.begin() + static_cast<std::ptrdiff_t>(kept));
    std::vector<core::OfferNumber> numbers;
    for (std::size_t index = 0; index < kept; ++index) {
        numbers.push_back(found[index].second);
    }
    return numbers;
}

void collect_offers(const core::ResourceState& state, Board& board) {
    const auto any = [](const core::Offer&) { return true; };
    const auto end = [](const core::Offer& offer) { return offer.expires_at; };
    for (const core::OfferNumber number : first_offers(state, board_limits::offers, any, end)) {
        board.offers.push_back({.facts = offer_facts(state, number).value_or(OfferFacts{}),
                                .entry = board_entry(state, state.offers.at(number).entry)});
    }
}

// Looks backwards through states, each a byte, for those that equal `wanted`, and hands their
// indexes to `use` until it returns false.
template <class State, class Use>
bool for_each_from_the_end(std::span<const State> states, State wanted, Use&& use) {
    static_assert(sizeof(State) == 1);
    std::size_t left = states.size();
    while (left > 0) {
        const void* found = ::memrchr(states.data(), static_cast<int>(wanted), left);
        if (found == nullptr) {
            break;
        }
        left = static_cast<std::size_t>(static_cast<const State*>(found) - states.data());
        if (!use(left)) {
            return false;
        }
    }
    return true;
}

// Who got a place by an offer; the newest offers first.
void collect_accepted_by_offer(const core::ResourceState& state, Board& board) {
    std::size_t looked_at = 0;
    std::size_t found = 0;
    for_each_from_the_end<core::OfferState>(
        state.offer_states, core::OfferState::Accepted, [&](std::size_t index) {
            const core::OfferNumber number{static_cast<std::uint32_t>(index)};
            const auto holder = state.accepted_offers.find(number);
            if (holder != state.accepted_offers.end()) {
                board.accepted.push_back(board_entry(state, holder->second));
                ++found;
            }
            return found < board_limits::accepted && ++looked_at < places_looked_at_max;
        });
}

// Who got a place on joining, because one was free; the newest first.
void collect_accepted_at_once(const core::ResourceState& state, Board& board) {
    std::size_t looked_at = 0;
    std::size_t found = 0;
    const auto take = [&](core::Ticket ticket) {
        if (core::mark_of(state, ticket).offer == core::OfferNumber{}) {
            board.accepted.push_back(board_entry(state, ticket));
            ++found;
        }
        return found < board_limits::accepted && ++looked_at < places_looked_at_max;
    };
    constexpr core::Ticket chunk_size = core::EntryTable::chunk_size;
    const core::Ticket last = state.entries.last();
    for (core::Ticket begin = last - last % chunk_size;; begin -= chunk_size) {
        const auto& states = state.entries.chunk(begin).state;
        const bool go_on = for_each_from_the_end<core::EntryState>(
            states, core::EntryState::Accepted,
            [&](std::size_t index) { return take(begin + static_cast<core::Ticket>(index)); });
        if (!go_on || begin == 0) {
            return;
        }
    }
}

bool is_to_be_filled(const core::Opening& opening, Time now) {
    return opening.state != core::OpeningState::Booked &&
           opening.state != core::OpeningState::Withdrawn && opening.slot.starts_at > now;
}

void collect_openings(const core::ResourceState& state, Board& board) {
    std::vector<std::pair<Time, core::OpeningNumber>> found;
    std::size_t looked_at = 0;
    for (auto at = state.openings.rbegin();
         at != state.openings.rend() && looked_at < openings_looked_at_max; ++at, ++looked_at) {
        if (is_to_be_filled(at->second, board.at)) {
            found.emplace_back(at->second.slot.starts_at, at->first);
        }
    }
    std::ranges::sort(found);
    std::size_t tasks = 0;
    for (const auto& [starts_at, number] : found) {
        const OpeningFacts facts = opening_facts(state, number).value_or(OpeningFacts{});
        const bool is_task = facts.state == core::OpeningState::HandedBack ||
                             facts.state == core::OpeningState::Open;
        if (is_task && tasks < board_limits::needs_hand) {
            board.tasks.push_back({.offer = {}, .opening = facts});
            ++tasks;
        }
        if (board.openings.size() < board_limits::openings) {
            board.openings.push_back(facts);
        }
    }
}

void collect_confirming(const core::ResourceState& state, Board& board) {
    const auto is_confirming = [](const core::Offer& offer) {
        return offer.state == core::OfferState::Confirming;
    };
    const auto begin = [](const core::Offer& offer) { return offer.made_at; };
    for (const core::OfferNumber number :
         first_offers(state, board_limits::needs_hand, is_confirming, begin)) {
        BoardTask task{.offer = offer_facts(state, number)};
        if (task.offer && task.offer->opening.value() != 0) {
            task.opening = opening_facts(state, task.offer->opening);
        }
        board.tasks.push_back(std::move(task));
    }
}

// Free places are no task as long as nobody waits, or a move is still to come.
void collect_idle_places(const core::ResourceState& state, Board& board) {
    const bool has_begun = state.settings.starts_at && *state.settings.starts_at <= board.at;
    if (!core::counts_places(state) || state.status != core::ResourceStatus::Active ||
        core::draw_pending(state) || state.lines.whole.empty() || has_begun ||
        state.places.idle() == 0) {
        return;
    }
    const std::optional<Time> cutoff = core::cutoff_of(state);
    const bool is_late = cutoff && *cutoff <= board.at;
    board.tasks.push_back(
        {.offer = {},
         .opening = {},
         .places = IdlePlaces{.free = state.places.free(state.settings),
                              .is_left_to_staff = is_late || state.places.available(
                                                                 state.settings, state.rules) == 0},
         .since = state.last_at});
}

void collect_unreached(const core::ResourceState& state, Board& board) {
    for (const auto& [until, number] : state.patience) {
        if (board.tasks.size() >= 2 * board_limits::needs_hand) {
            break;
        }
        BoardTask task{.offer = offer_facts(state, number)};
        if (task.offer && task.offer->opening.value() != 0) {
            task.opening = opening_facts(state, task.offer->opening);
        }
        board.tasks.push_back(std::move(task));
    }
}

void write_board_entry(JsonWriter& writer, const BoardEntry& entry) {
    const EntryFacts& facts = entry.facts;
    const core::ResourceNumber resource = core::resource_of(facts.id);
    writer.begin_object();
    writer.text("id", core::format_id(facts.id));
    write_mark(writer, "name", EntryMark::Name, facts.id);
    writer.text("state", core::name_of(facts.state));
    writer.natural("rank", facts.rank);
    writer.natural("position", facts.position);
    writer.natural("party_size", facts.party_size);
    writer.natural("tier", facts.tier);
    writer.integer("points", facts.points);
    if (entry.slot) {
        writer.text_or_null("service", entry.slot->service);
        writer.text_or_null("staff", entry.slot->staff);
        writer.text_or_null("place", entry.slot->place);
    } else {
        write_wished_names(writer, facts.wants);
    }
    writer.time("starts_at", entry.slot ? std::optional{entry.slot->starts_at} : std::nullopt);
    writer.time("since", facts.joined_at);
    write_id(writer, "opening_id", resource, facts.opening);
    writer.natural("misses", facts.misses);
    writer.boolean("instant_yes", facts.wants.instant_yes.has_value());
    writer.boolean("standing_yes", facts.standing_yes);
    writer.end_object();
}

void write_board_offer(JsonWriter& writer, const BoardOffer& offer) {
    const OfferFacts& facts = offer.facts;
    writer.begin_object();
    writer.text("id", core::format_id(facts.id));
    writer.text("state", core::name_of(facts.state));
    write_name(writer, "awaiting", facts.awaiting, core::Awaiting::Nothing);
    writer.natural("places", facts.places);
    writer.time("made_at", facts.made_at);
    writer.time("send_at", facts.send_at);
    writer.time("sent_at", facts.sent_at);
    writer.time("expires_at", facts.expires_at);
    write_name(writer, "unreached", facts.unreached, core::Undeliverable::None);
    writer.time("patience_until", facts.patience_until);
    writer.name("entry");
    write_board_entry(writer, offer.entry);
    write_id(writer, "opening_id", core::resource_of(facts.id), facts.opening);
    writer.name("delivery");
    write_progress(writer, progress_of(facts, offer.deliveries));
    writer.end_object();
}

void write_board_opening(JsonWriter& writer, const OpeningFacts& facts) {
    writer.begin_object();
    writer.text("id", core::format_id(facts.id));
    writer.text("state", core::name_of(facts.state));
    write_slot_members(writer, facts.slot);
    writer.natural("offers_made", facts.offers_made);
    write_id(writer, "offer_id", core::resource_of(facts.id), facts.offer);
    writer.natural("standing_yes", facts.standing_yes);
    writer.end_object();
}

}  // namespace

Board board_of(const core::ResourceState& state, std::string_view name, Time now) {
    Board board{.resource = resource_facts(state, name), .at = now};
    collect_offers(state, board);
    if (state.accepted > 0) {
        collect_accepted_by_offer(state, board);
        collect_accepted_at_once(state, board);
    }
    for (const core::Ticket ticket : core::page_of_line(state, 1, board_limits::waiting)) {
        board.waiting.push_back(board_entry(state, ticket));
    }
    collect_openings(state, board);
    collect_idle_places(state, board);
    collect_confirming(state, board);
    collect_unreached(state, board);
    return board;
}

void keep_newest(std::vector<BoardEntry>& accepted) {
    std::ranges::sort(accepted, [](const BoardEntry& left, const BoardEntry& right) {
        return std::pair(left.changed_at, left.facts.id) >
               std::pair(right.changed_at, right.facts.id);
    });
    accepted.resize(std::min(accepted.size(), board_limits::accepted));
}

void write_board(JsonWriter& writer, const Board& board, const Zone& zone) {
    writer.begin_object();
    writer.name("resource");
    write_resource(writer, board.resource);
    writer.time("at", board.at);
    if (board.bookings) {
        writer.name("booking_system");
        write_booking_system(writer, board.bookings);
    } else {
        writer.null("booking_system");
    }
    writer.array("offers", board.offers, write_board_offer);
    writer.array("accepted", board.accepted, write_board_entry);
    writer.array("waiting", board.waiting, write_board_entry);
    writer.array("openings", board.openings, write_board_opening);
    writer.begin_array("needs_hand");
    write_needs(writer, board, zone);
    writer.end_array();
    writer.end_object();
}

}  // namespace standby::interchange
