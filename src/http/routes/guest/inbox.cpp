// The guest's messages from the outbox: what was sent, in the words of then.
#include "http/routes/guest/inbox.hpp"

#include "http/routes/handlers.hpp"
#include "http/routes/live_or_stored.hpp"

#include <algorithm>
#include <deque>
#include <utility>

namespace standby::http {
namespace {

using engine::Delivery;
using engine::KeptWords;
using engine::MessageKind;
using engine::OutboxListing;
using interchange::InboxItem;
using interchange::InboxStanding;
using interchange::InboxState;

constexpr std::size_t inbox_items_max = 50;
constexpr std::size_t rows_read_at_once = 200;

// By guests only who read it there: staff may know that an address is to be confirmed.
bool is_shown(const Call& call, MessageKind kind) {
    return interchange::is_for_guests(kind) || (!call.token && kind == MessageKind::Verify);
}

// Those of one message, out of those of several in their order.
template <class Row>
std::span<const Row> of_message(const std::vector<Row>& rows, std::uint64_t message) {
    const auto own = std::ranges::equal_range(rows, message, {}, &Row::message);
    return {own.begin(), own.end()};
}

// Whether it went to an address that the entry had, and has no more: whoever reads the page now may
// be somebody else.
bool went_elsewhere(std::span<const Delivery> deliveries, const engine::Person* person,
                    const engine::ContactKeys& keys) {
    bool went = false;
    for (const Delivery& delivery : deliveries) {
        if (delivery.address.value() == 0) {
            continue;
        }
        const bool is_mail = delivery.channel == engine::Channel::Mail;
        const std::string own = person == nullptr ? std::string{}
                                : is_mail         ? person->email
                                                  : person->phone;
        if (!own.empty() && (is_mail ? keys.email(own) : keys.phone(own)) == delivery.address) {
            return false;
        }
        went = true;
    }
    return went;
}

struct Found {
    OutboxListing listing;
    InboxStanding standing;
    interchange::MessageProgress progress;
};

// The words of the channel that carried it.
const KeptWords* words_of(std::span<const KeptWords> words, const InboxStanding& standing) {
    const auto found = std::ranges::find_if(
        words, [&](const KeptWords& one) { return one.channel == standing.channel; });
    return found == words.end() ? nullptr : &*found;
}

bool is_unsent(const Found& found) {
    return found.listing.state == engine::OutboxState::Pending &&
           found.standing.state == InboxState::OnItsWay;
}

// The newest first.
Result<std::deque<Found>, engine::StoreError> find_messages(const Call& call, engine::Store& store,
                                                            std::size_t count_max) {
    const engine::MessageFilter filter{.account = call.about.account.value(),
                                       .resource = call.about.resource,
                                       .entry = core::number_of(call.about.entry)};
    const std::optional<engine::Person> person =
        call.token ? TRY(store.person(call.about.entry)) : std::nullopt;
    const engine::ContactKeys& keys = call.shared.services.contacts;
    std::deque<Found> newest;
    for (std::uint64_t after = 0;;) {
        const std::vector<OutboxListing> rows =
            TRY(store.messages(filter, after, rows_read_at_once));
        std::vector<std::uint64_t> ids;
        for (const OutboxListing& one : rows) {
            ids.push_back(one.row.id);
        }
        const std::vector<Delivery> deliveries = TRY(store.deliveries(ids));
        for (const OutboxListing& one : rows) {
            after = one.row.id;
            const auto own = of_message(deliveries, one.row.id);
            const auto standing = interchange::inbox_standing(one, own, call.now);
            const bool is_theirs =
                !call.token || !went_elsewhere(own, person ? &*person : nullptr, keys);
            if (standing && is_theirs && is_shown(call, one.row.kind)) {
                newest.push_front({one, *standing, interchange::progress_of(*standing, own)});
            }
        }
        newest.resize(std::min(newest.size(), count_max));
        if (rows.size() < rows_read_at_once) {
            return newest;
        }
    }
}

}  // namespace

Result<std::vector<InboxItem>, engine::StoreError> inbox_of(const Call& call, engine::Store& store,
                                                            std::size_t count_max) {
    const std::deque<Found> newest = TRY(find_messages(call, store, count_max));
    std::vector<std::uint64_t> ids;
    for (const Found& found : newest) {
        ids.push_back(found.listing.row.id);
    }
    const std::vector<KeptWords> words = TRY(store.words(ids));
    std::vector<InboxItem> items;
    for (const Found& found : newest) {
        const engine::OutboxRow& row = found.listing.row;
        const KeptWords* kept = words_of(of_message(words, row.id), found.standing);
        auto read = call.shared.services.messenger.read_out(row, kept);
        // A reminder that nobody carries appears when its time has come, and is gone after it.
        const bool needs_time = is_unsent(found) || (found.standing.state == InboxState::Here &&
                                                     row.kind == MessageKind::EventReminder);
        if (read && (read->is_to_be_sent || !needs_time)) {
            items.push_back({.row = row,
                             .standing = found.standing,
                             .progress = found.progress,
                             .said = std::move(read->said),
                             .is_as_sent = kept != nullptr});
        }
    }
    return items;
}

// It waits for the engine, so this runs on a thread that may: the engine itself may wait for the
// others.
// Messages name the guest; once the entry has ended its links do not show them any more, but for
// those that say what became of the guest's money.
Task<Answer> read_inbox(Call& call) {
    bool is_over = false;
    if (call.token) {
        auto opened = co_await state_by_link(call);
        is_over = core::is_terminal(CO_TRY(std::move(opened)));
    }
    auto read = co_await call.read(
        [&](engine::Store& store) { return inbox_of(call, store, inbox_items_max); },
        engine::Effort::Talk);
    std::vector<InboxItem> items = CO_TRY(std::move(read));
    if (is_over) {
        std::erase_if(items,
                      [](const InboxItem& item) { return !engine::is_about_money(item.row.kind); });
    }
    co_return call.draft(200, json_object([&](JsonWriter& writer) {
                             writer.array("items", items, interchange::write_inbox_item);
                         }));
}

}  // namespace standby::http
