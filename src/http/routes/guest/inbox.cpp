// The guest's messages from the outbox, put into words again.
#include "http/routes/guest/inbox.hpp"

#include "http/routes/handlers.hpp"
#include "http/routes/live_or_stored.hpp"

#include <algorithm>
#include <deque>
#include <utility>

namespace standby::http {
namespace {

constexpr std::size_t inbox_items_max = 50;
constexpr std::size_t rows_read_at_once = 200;

}  // namespace

Result<std::vector<interchange::InboxItem>, engine::StoreError>
inbox_of(const Call& call, engine::Store& store, std::size_t count_max) {
    const engine::MessageFilter filter{.account = call.about.account.value(),
                                       .resource = call.about.resource,
                                       .entry = core::number_of(call.about.entry)};
    std::deque<engine::OutboxRow> newest;
    for (std::uint64_t after = 0;;) {
        const std::vector<engine::OutboxListing> rows =
            TRY(store.messages(filter, after, rows_read_at_once));
        for (const engine::OutboxListing& one : rows) {
            after = one.row.id;
            const bool is_yet_to_come =
                one.state == engine::OutboxState::Pending && one.row.due_at > call.now;
            if (interchange::is_for_guests(one.row.kind) && !is_yet_to_come) {
                newest.push_front(one.row);
            }
        }
        newest.resize(std::min(newest.size(), count_max));
        if (rows.size() < rows_read_at_once) {
            break;
        }
    }
    std::vector<interchange::InboxItem> items;
    for (const engine::OutboxRow& row : newest) {
        if (auto said = call.shared.services.messenger.read_out(row)) {
            items.push_back({.row = row, .said = *std::move(said)});
        }
    }
    return items;
}

// It waits for the engine, so this runs on a thread that may: the engine itself may wait for the
// others.
// Messages name the guest; once the entry has ended its links do not show them any more.
Task<Answer> read_inbox(Call& call) {
    if (call.token) {
        auto opened = co_await state_by_link(call);
        if (core::is_terminal(CO_TRY(std::move(opened)))) {
            co_return json_response(200, R"({"items":[]})");
        }
    }
    auto read = co_await call.read(
        [&](engine::Store& store) { return inbox_of(call, store, inbox_items_max); },
        engine::Effort::Talk);
    const std::vector<interchange::InboxItem> items = CO_TRY(std::move(read));
    co_return call.draft(200, json_object([&](JsonWriter& writer) {
                             writer.array("items", items, interchange::write_inbox_item);
                         }));
}

}  // namespace standby::http
