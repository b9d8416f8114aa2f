// The audit trail of a resource from either end, whole or the story of one entry or opening.
// Events count without gaps, so a page backwards is a page forwards from further down.
#include "core/audit/event_codec.hpp"
#include "engine/ports/listings.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/offer_deliveries.hpp"
#include "http/routes/row_filter.hpp"
#include "interchange/view/audit.hpp"
#include "interchange/view/ids.hpp"
#include "interchange/view/message_progress.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <variant>
#include <vector>

namespace standby::http {
namespace {

// What one request may go through to find the events of a story; a cursor goes on from there.
constexpr std::uint64_t events_looked_at_max = 20'000;
constexpr std::uint64_t events_at_once = 1'000;

struct AuditQuery {
    core::ResourceNumber resource;
    bool newest_first = false;
    core::Ticket entry = 0;       // 0: any
    core::OpeningNumber opening;  // 0: any
    std::string list;             // its name

    bool is_story() const { return entry != 0 || opening.value() != 0; }
};

Result<AuditQuery, Problem> parse_audit_query(const Call& call) {
    AuditQuery query{.resource = call.about.resource};
    const std::string order = call.request.parameter("order").value_or("oldest");
    if (order != "oldest" && order != "newest") {
        return std::unexpected(invalid("order", "must be oldest or newest"));
    }
    query.newest_first = order == "newest";
    query.entry = TRY(
        own_number(call.request, call.about.resource, "entry_id", core::parse_entry_id, "entry"));
    query.opening = core::OpeningNumber{TRY(own_number(
        call.request, call.about.resource, "opening_id", core::parse_opening_id, "opening"))};
    query.list = "audit of " + core::format_id(call.about.resource);
    if (query.newest_first || query.is_story()) {
        query.list += " " + order + " " + std::to_string(query.entry) + " " +
                      std::to_string(query.opening.value());
    }
    return query;
}

struct AuditItem {
    core::Event event;
    Sha256Digest link{};
};
struct AuditPage {
    std::vector<AuditItem> items;
    std::optional<std::uint64_t> next;  // set: the list goes on behind this event
    std::optional<Time> kept_since;     // set: the trail no longer begins with event 1
    // How far the messages of the offers came that were sent on this page. No part of the events,
    // which stay as they are: what a provider reports comes later.
    std::map<core::OfferNumber, interchange::MessageProgress> progress = {};
};

bool is_wanted(const core::Event& event, const AuditQuery& query) {
    return (query.entry == 0 || event.entry == query.entry) &&
           (query.opening.value() == 0 || event.opening == query.opening);
}

// The events from `first` to `last`, ascending.
Result<std::vector<engine::EventRow>, engine::StoreError>
events_between(engine::Store& store, core::ResourceNumber resource, std::uint64_t first,
               std::uint64_t last) {
    return store.events(resource, first - 1, last - first + 1);
}

Result<std::uint64_t, engine::StoreError> last_event(engine::Store& store,
                                                     core::ResourceNumber resource) {
    const auto listing = TRY(engine::listing_of(store, resource));
    return listing ? listing->last_event : 0;
}

// Adds what is wanted of the row. False: the page is full, and the list goes on behind it.
bool add_row(AuditPage& page, const engine::EventRow& row, const AuditQuery& query,
             std::size_t limit) {
    auto event = core::decode_event(row.data);
    if (!event || !is_wanted(*event, query)) {
        return true;
    }
    if (page.items.size() == limit) {
        page.next = page.items.back().event.number;
        return false;
    }
    page.items.push_back({.event = *std::move(event), .link = row.link});
    return true;
}

// Goes through the events behind `after` in the order asked for. For the newest first, `after` is
// the event before which to go on; 0 stands for the end of the trail.
Result<AuditPage, engine::StoreError> page_of_audit(engine::Store& store, const AuditQuery& query,
                                                    std::uint64_t after, std::size_t limit) {
    AuditPage page;
    const std::uint64_t end = TRY(last_event(store, query.resource));
    const auto starts = TRY(store.history_starts(query.resource));
    const std::uint64_t start = starts.empty() ? 0 : starts.back().event;
    if (!starts.empty()) {
        page.kept_since = starts.back().since;
    }
    after = query.newest_first ? after : std::max(after, start);
    const std::uint64_t at_once = query.is_story() ? events_at_once : limit + 1;
    if (query.newest_first && (after == 0 || after > end)) {
        after = end + 1;
    }
    for (std::uint64_t looked_at = 0; looked_at < events_looked_at_max; looked_at += at_once) {
        const bool is_over = query.newest_first ? after <= start + 1 : after >= end;
        if (is_over) {
            return page;
        }
        const std::uint64_t count =
            std::min(at_once, query.newest_first ? after - start - 1 : end - after);
        const std::uint64_t first = query.newest_first ? after - count : after + 1;
        auto rows = TRY(events_between(store, query.resource, first, first + count - 1));
        if (query.newest_first) {
            std::ranges::reverse(rows);
        }
        for (const engine::EventRow& row : rows) {
            if (!add_row(page, row, query, limit)) {
                return page;
            }
        }
        after = query.newest_first ? first : first + count - 1;
    }
    page.next = after;
    return page;
}

Result<void, engine::StoreError> add_progress(engine::Store& store, core::ResourceNumber resource,
                                              AuditPage& page) {
    std::vector<core::Ticket> entries;
    std::vector<core::OfferNumber> offers;
    for (const AuditItem& item : page.items) {
        if (std::holds_alternative<core::OfferSent>(item.event.body)) {
            entries.push_back(item.event.entry);
            offers.push_back(item.event.offer);
        }
    }
    const auto found = TRY(offer_deliveries(store, resource, entries));
    for (const core::OfferNumber offer : offers) {
        const auto own = found.find(offer);
        if (own != found.end()) {
            page.progress[offer] = interchange::progress_once_told(own->second);
        }
    }
    return {};
}

Result<AuditPage, engine::StoreError> read_page(engine::Store& store, const AuditQuery& query,
                                                std::uint64_t after, std::size_t limit) {
    AuditPage page = TRY(page_of_audit(store, query, after, limit));
    TRY(add_progress(store, query.resource, page));
    return page;
}

}  // namespace

Task<Answer> list_audit(Call& call) {
    const AuditQuery query = CO_TRY(parse_audit_query(call));
    const PageRequest page = CO_TRY(call.page_of(query.list));
    auto read = co_await call.read(
        [&](engine::Store& store) { return read_page(store, query, page.after, page.limit); });
    const AuditPage found = CO_TRY(std::move(read));
    std::string body;
    JsonWriter writer{body};
    begin_page(writer);
    for (const AuditItem& item : found.items) {
        interchange::write_audit_item(writer, query.resource, item.event, item.link);
    }
    writer.end_array();
    writer.text_or_null("next_cursor",
                        found.next ? make_cursor(query.list, *found.next) : std::string{});
    writer.time("kept_since", found.kept_since);
    writer.begin_array("deliveries");
    for (const auto& [offer, progress] : found.progress) {
        writer.begin_object();
        interchange::write_id(writer, "offer_id", query.resource, offer);
        writer.name("delivery");
        interchange::write_progress(writer, progress);
        writer.end_object();
    }
    writer.end_array();
    writer.end_object();
    co_return call.draft(200, std::move(body));
}

}  // namespace standby::http
