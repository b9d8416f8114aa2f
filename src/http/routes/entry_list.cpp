// Everybody who ever joined, and finding somebody among them. What is stored is gone through on a
// reader's thread, so much at once and no more; then one look at the memory adds how those stand
// who are still there.
#include "base/name_key.hpp"
#include "base/text.hpp"
#include "core/state/resource_state.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/live_or_stored.hpp"
#include "http/routes/row_filter.hpp"
#include "interchange/view/entry.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace standby::http {
namespace {

// What one request may go through; a cursor goes on from there, also from a page that is not full.
constexpr std::size_t people_looked_at_max = 200'000;
constexpr std::size_t rows_looked_at_max = 10'000;
constexpr std::size_t rows_at_once = 1'000;

constexpr std::uint64_t tier_max = 200;

struct EntryQuery {
    core::ResourceNumber resource;
    std::string text;                  // of a person; empty: anybody
    core::Ticket only = 0;             // whose id was asked for
    std::vector<std::uint8_t> states;  // empty: any
    std::string service;               // empty: any
    std::uint8_t min_tier = 0;
    std::string list;  // its name

    bool reads_rows() const { return !service.empty() || min_tier > 0; }
};

struct EntryRows {
    std::vector<engine::StoredRow> rows;
    std::optional<core::Ticket> next;  // set: the list goes on after this ticket
};

Result<void, Problem> read_text(const Request& request, EntryQuery& query) {
    const auto text = TRY(text_parameter(request, "q"));
    if (!text) {
        return {};
    }
    query.text = trim(*text);
    if (query.text.empty()) {
        return std::unexpected(invalid("q", "must not be blank"));
    }
    const auto id = core::parse_entry_id(query.text);
    if (id && core::resource_of(*id) == query.resource) {
        query.only = core::number_of(*id);
    }
    return {};
}

Result<EntryQuery, Problem> parse_entry_query(const Call& call) {
    EntryQuery query{.resource = call.about.resource};
    const std::string state = call.request.parameter("state").value_or("any");
    if (call.request.parameter("state")) {
        const auto found = row_state(engine::RowTable::Entries, state);
        if (!found) {
            return std::unexpected(invalid("state", "is not a state of entries"));
        }
        query.states.push_back(*found);
    }
    TRY(read_text(call.request, query));
    query.service = TRY(text_parameter(call.request, "service")).value_or("");
    query.min_tier = static_cast<std::uint8_t>(
        TRY(number_parameter(call.request, "min_tier", 0, tier_max)).value_or(0));
    query.list = "entries of " + core::format_id(call.about.resource) + " " + state;
    if (!query.text.empty() || query.reads_rows()) {
        query.list += " " + std::to_string(query.min_tier) + " " +
                      std::to_string(query.service.size()) + " " + query.service + " " + query.text;
    }
    return query;
}

bool names_service(const core::Wants& wants, const std::string& service) {
    const std::string key = name_key(service);
    return name_key(wants.service) == key ||
           std::ranges::any_of(wants.or_services,
                               [&](const std::string& name) { return name_key(name) == key; });
}

bool is_wanted(const engine::StoredRow& row, const EntryQuery& query) {
    if (!query.states.empty() && query.states.front() != row.state) {
        return false;
    }
    if (!query.reads_rows()) {
        return true;
    }
    const auto entry = core::decode_entry_row(row.data);
    return entry && entry->tier >= query.min_tier &&
           (query.service.empty() || names_service(entry->wants, query.service));
}

// Adds the row, unless the page is full: then the list goes on behind the page. False: it is full.
bool add_row(EntryRows& page, engine::StoredRow row, std::size_t limit) {
    if (page.rows.size() == limit) {
        page.next = page.rows.back().number;
        return false;
    }
    page.rows.push_back(std::move(row));
    return true;
}

Result<EntryRows, engine::StoreError> whole_list(engine::Store& store, const EntryQuery& query,
                                                 core::Ticket after, std::size_t limit) {
    EntryRows page;
    const std::size_t at_once = query.reads_rows() ? rows_at_once : limit + 1;
    for (std::size_t looked_at = 0; looked_at < rows_looked_at_max; looked_at += at_once) {
        auto rows = TRY(
            store.rows(engine::RowTable::Entries, query.resource, after, at_once, query.states));
        const bool is_last = rows.size() < at_once;
        for (engine::StoredRow& row : rows) {
            after = row.number;
            if (is_wanted(row, query) && !add_row(page, std::move(row), limit)) {
                return page;
            }
        }
        if (is_last) {
            return page;
        }
    }
    page.next = after;
    return page;
}

Result<EntryRows, engine::StoreError> found_list(engine::Store& store, const EntryQuery& query,
                                                 core::Ticket after, std::size_t limit) {
    EntryRows page;
    engine::PeopleSearch search{
        .text = query.text, .after = after, .looked_at_max = people_looked_at_max};
    const bool is_plain = !query.reads_rows() && query.states.empty();
    std::size_t rows_left = rows_looked_at_max;
    while (search.looked_at_max > 0 && rows_left > 0) {
        search.limit = std::min(rows_left, is_plain ? limit + 1 : rows_at_once);
        const engine::PeopleFound found = TRY(store.find_people(query.resource, search));
        for (const core::Ticket ticket : found.tickets) {
            auto row = TRY(store.row(engine::RowTable::Entries, query.resource, ticket));
            if (row && is_wanted(*row, query) && !add_row(page, *std::move(row), limit)) {
                return page;
            }
        }
        if (!found.next) {
            return page;
        }
        search.after = *found.next;
        search.looked_at_max -= std::min(search.looked_at_max, found.looked_at);
        rows_left -= found.tickets.size();
    }
    page.next = search.after;
    return page;
}

Result<EntryRows, engine::StoreError> one_entry(engine::Store& store, const EntryQuery& query,
                                                core::Ticket after) {
    EntryRows page;
    if (query.only <= after) {
        return page;
    }
    auto row = TRY(store.row(engine::RowTable::Entries, query.resource, query.only));
    if (row && is_wanted(*row, query)) {
        page.rows.push_back(*std::move(row));
    }
    return page;
}

Result<EntryRows, engine::StoreError> page_of_entries(engine::Store& store, const EntryQuery& query,
                                                      core::Ticket after, std::size_t limit) {
    if (query.only != 0) {
        return one_entry(store, query, after);
    }
    return query.text.empty() ? whole_list(store, query, after, limit)
                              : found_list(store, query, after, limit);
}

// The memory knows more of an entry that is still there: its rank, its offer. What has changed
// since the row was read is shown as it was then, so that no list shows what it was not asked for.
void write_entry_row(JsonWriter& writer, const core::ResourceState& state,
                     const engine::StoredRow& row, Viewer viewer) {
    const auto live = static_cast<core::EntryState>(row.state);
    if (core::is_active(live) && state.entries.state(row.number) == live) {
        interchange::write_entry(writer, state, row.number, viewer);
        return;
    }
    const interchange::EntryFacts facts =
        interchange::entry_facts(core::entry_id(state.number, row.number), row);
    interchange::write_entry(writer, facts, {.viewer = viewer});
}

}  // namespace

Task<Answer> list_entries(Call& call) {
    const EntryQuery query = CO_TRY(parse_entry_query(call));
    const PageRequest page = CO_TRY(call.page_of(query.list));
    auto read = co_await call.read([&](engine::Store& store) {
        return page_of_entries(store, query, static_cast<core::Ticket>(page.after), page.limit);
    });
    const EntryRows shown = CO_TRY(std::move(read));
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string&) {
        std::string body;
        JsonWriter writer{body};
        begin_page(writer);
        for (const engine::StoredRow& row : shown.rows) {
            write_entry_row(writer, state, row, call.viewer());
        }
        end_page(writer, query.list,
                 shown.next ? std::optional<std::uint64_t>{*shown.next} : std::nullopt);
        return body;
    });
    co_return call.draft(200, CO_TRY(std::move(seen)));
}

}  // namespace standby::http
