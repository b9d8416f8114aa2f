// The board of the day. One look at the memory gives the state of a moment; when things came to be
// so is read from the stored rows afterwards, and what became of messages from the outbox.
#include "interchange/view/board.hpp"

#include "core/state/resource_state.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/offer_deliveries.hpp"

#include <utility>
#include <vector>

namespace standby::http {
namespace {

// When the row was last changed; `otherwise` when it is not there.
Result<Time, engine::StoreError> changed_at(engine::Store& store, engine::RowTable table,
                                            core::ResourceNumber resource, std::uint32_t number,
                                            Time otherwise) {
    const auto row = TRY(store.row(table, resource, number));
    return row ? row->changed_at : otherwise;
}

// What became of the message of each offer.
Result<void, engine::StoreError> add_deliveries(engine::Store& store, interchange::Board& board) {
    std::vector<core::Ticket> entries;
    for (const interchange::BoardOffer& offer : board.offers) {
        entries.push_back(offer.facts.entry);
    }
    const auto found = TRY(offer_deliveries(store, board.resource.number, entries));
    for (interchange::BoardOffer& offer : board.offers) {
        const auto own = found.find(core::OfferNumber{core::number_of(offer.facts.id)});
        if (own != found.end()) {
            offer.deliveries = own->second;
        }
    }
    return {};
}

Result<void, engine::StoreError> add_stored(engine::Store& store, engine::AccountNumber account,
                                            interchange::Board& board) {
    const core::ResourceNumber resource = board.resource.number;
    for (interchange::BoardEntry& entry : board.accepted) {
        entry.changed_at = TRY(changed_at(store, engine::RowTable::Entries, resource,
                                          core::number_of(entry.facts.id), entry.facts.joined_at));
    }
    interchange::keep_newest(board.accepted);
    for (interchange::BoardTask& task : board.tasks) {
        if (task.places) {
            continue;
        }
        task.since = task.offer
                         ? TRY(changed_at(store, engine::RowTable::Offers, resource,
                                          core::number_of(task.offer->id), task.offer->made_at))
                         : TRY(changed_at(store, engine::RowTable::Openings, resource,
                                          core::number_of(task.opening->id), board.at));
    }
    TRY(add_deliveries(store, board));
    const engine::MessageFilter dead{
        .account = account.value(), .resource = resource, .state = engine::OutboxState::Dead};
    board.dead_messages = TRY(store.messages(dead, 0, interchange::board_limits::needs_hand));
    return {};
}

// A system that confirms by itself leaves nothing for staff to confirm.
void leave_to_system(interchange::Board& board) {
    if (board.bookings) {
        std::erase_if(board.tasks, [](const interchange::BoardTask& task) {
            return task.offer && task.offer->awaiting == core::Awaiting::Booking;
        });
    }
}

}  // namespace

Task<Answer> get_board(Call& call) {
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string& name) {
        return interchange::board_of(state, name, call.shared.now());
    });
    interchange::Board board = CO_TRY(std::move(seen));
    auto read = co_await call.read(
        [&](engine::Store& store) { return add_stored(store, call.about.account, board); });
    CO_TRY(read);
    engine::BookingSystems* systems = call.shared.services.booking_systems;
    const bool is_external = board.resource.settings.inventory == core::Inventory::External;
    if (is_external && systems != nullptr) {
        auto found = co_await call.read([&](engine::Registry& registry) {
            return systems->find(registry, call.about.resource);
        });
        board.bookings = CO_TRY(std::move(found));
        leave_to_system(board);
    }
    board.troubles = call.shared.services.messenger.troubles();
    co_return call.draft(200, json_text(interchange::write_board, board, call.zone()));
}

}  // namespace standby::http
