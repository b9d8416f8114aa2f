// Lists about one resource: its line, its openings and its offers.
#include "core/state/resource_state.hpp"
#include "core/state/views.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/live_or_stored.hpp"
#include "http/routes/paging.hpp"
#include "http/routes/row_filter.hpp"
#include "interchange/view/entry.hpp"
#include "interchange/view/offer.hpp"

#include <utility>

namespace standby::http {
namespace {

std::string_view name_of(engine::RowTable table) {
    return table == engine::RowTable::Offers ? "offers" : "openings";
}

// Links to what can still be claimed are of its entry's present ones.
void add_link_epoch(interchange::OfferFacts& facts, engine::Store& store,
                    core::ResourceNumber resource, Viewer viewer) {
    if (interchange::gets_links(viewer) && !core::is_terminal(facts.state)) {
        const auto entry = stored_entry(store, core::entry_id(resource, facts.entry));
        facts.link_epoch = entry ? entry->link_epoch : 0;
    }
}

void write_offer_row(JsonWriter& writer, engine::Store& store, core::ResourceNumber resource,
                     const engine::StoredRow& row, Viewer viewer) {
    interchange::OfferFacts facts =
        interchange::offer_facts(core::offer_id(resource, core::OfferNumber{row.number}), row);
    add_link_epoch(facts, store, resource, viewer);
    std::optional<interchange::OpeningFacts> opening;
    if (facts.opening.value() != 0) {
        opening = stored_opening(store, core::opening_id(resource, facts.opening));
    }
    interchange::write_offer(writer, facts, opening ? &*opening : nullptr, viewer);
}

void write_opening_row(JsonWriter& writer, engine::Store& store, core::ResourceNumber resource,
                       const engine::StoredRow& row, Viewer viewer) {
    const interchange::OpeningFacts facts = interchange::opening_facts(
        core::opening_id(resource, core::OpeningNumber{row.number}), row);
    std::optional<interchange::OfferFacts> offer;
    if (facts.offer.value() != 0) {
        offer = stored_offer(store, core::offer_id(resource, facts.offer));
    }
    if (offer) {
        add_link_epoch(*offer, store, resource, viewer);
    }
    interchange::write_opening(writer, facts, offer ? &*offer : nullptr, viewer);
}

std::uint64_t line_cursor(std::uint64_t reached, core::Ticket last) {
    return reached << 32 | last;
}

// How many entries stand before the next page.
std::uint64_t line_position(const core::ResourceState& state, std::uint64_t cursor) {
    const auto last = static_cast<core::Ticket>(cursor);
    const core::EntryState there = state.entries.state(last);
    if (!core::is_active(there)) {
        return cursor >> 32;
    }
    const std::uint64_t ahead = state.lines.whole.ahead_of(core::place_in_line(state, last));
    return there == core::EntryState::Waiting ? ahead + 1 : ahead;
}

// What ?from= asks for, if it is there.
Result<std::optional<std::uint64_t>, Problem> first_rank(const Call& call) {
    constexpr std::uint64_t rank_max = 4'000'000'000;
    const auto rank = TRY(number_parameter(call.request, "from", 1, rank_max));
    if (rank && call.request.parameter("cursor")) {
        return std::unexpected(invalid("from", "cannot be combined with a cursor"));
    }
    return rank;
}

// Of offers or openings.
Task<Answer> list_rows(Call& call, engine::RowTable table) {
    const auto asked = call.request.parameter("state");
    std::vector<std::uint8_t> states;
    if (asked) {
        const auto state = row_state(table, *asked);
        if (!state) {
            co_return refuse_field("state", "is not a state of " + std::string(name_of(table)));
        }
        states.push_back(*state);
    }
    const core::ResourceNumber resource = call.about.resource;
    std::string list{name_of(table)};
    list += " of " + core::format_id(resource) + " " + asked.value_or("any");
    const Viewer viewer = call.viewer();
    co_return co_await answer_list(
        call, std::move(list),
        [&](engine::Store& store, engine::Registry&, std::uint64_t after, std::size_t limit) {
            return store.rows(table, resource, static_cast<std::uint32_t>(after), limit, states);
        },
        [&](JsonWriter& writer, const engine::StoredRow& row, engine::Store& store) {
            if (table == engine::RowTable::Offers) {
                write_offer_row(writer, store, resource, row, viewer);
            } else {
                write_opening_row(writer, store, resource, row, viewer);
            }
            return row.number;
        });
}

}  // namespace

// The line moves between two pages, so a cursor names the last entry shown: the next page begins
// behind it wherever it stands by then, and at the rank reached when it has left.
Task<Answer> list_queue(Call& call) {
    const std::string list = "queue of " + core::format_id(call.about.resource);
    const PageRequest page = CO_TRY(call.page_of(list));
    const std::optional<std::uint64_t> from = CO_TRY(first_rank(call));
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string&) {
        const std::uint64_t behind = from ? *from - 1 : line_position(state, page.after);
        std::string body;
        JsonWriter writer{body};
        begin_page(writer);
        const auto tickets = core::page_of_line(state, behind + 1, page.limit);
        for (const core::Ticket ticket : tickets) {
            interchange::write_entry(writer, state, ticket, call.viewer());
        }
        const std::uint64_t reached = behind + tickets.size();
        const bool is_more = !tickets.empty() && reached < core::counts_of(state).waiting;
        end_page(writer, list,
                 is_more ? std::optional{line_cursor(reached, tickets.back())} : std::nullopt);
        return body;
    });
    co_return call.draft(200, CO_TRY(std::move(seen)));
}

Task<Answer> list_openings(Call& call) {
    co_return co_await list_rows(call, engine::RowTable::Openings);
}

Task<Answer> list_offers(Call& call) {
    co_return co_await list_rows(call, engine::RowTable::Offers);
}

}  // namespace standby::http
