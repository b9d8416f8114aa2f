// Messages that wait to be sent, and what became of them.
#include "store/codec/delivery.hpp"
#include "store/codec/outbox_cursor.hpp"
#include "tests/memory_store/memory_store.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace standby::store {
namespace {

using engine::Delivery;
using engine::DueMessages;
using engine::OutboxCursor;
using engine::OutboxListing;
using engine::OutboxPosition;
using engine::OutboxRow;
using engine::OutboxState;
using engine::StoreError;

std::uint64_t id_of(const MemoryMessage& message) {
    return message.listing.row.id;
}

std::uint64_t newest_in(const MemoryContent& content) {
    return content.outbox.empty() ? 0 : id_of(content.outbox.back());
}

std::size_t index_of(const MemoryContent& content, std::uint64_t id) {
    const auto at = std::ranges::lower_bound(content.outbox, id, {}, id_of);
    return static_cast<std::size_t>(at - content.outbox.begin());
}

std::size_t position_after(const MemoryContent& content, std::uint64_t id) {
    const auto at = std::ranges::upper_bound(content.outbox, id, {}, id_of);
    return static_cast<std::size_t>(at - content.outbox.begin());
}

// Kinds that only a newer version knows are left to it.
bool is_known(const OutboxRow& row) {
    return row.kind <= engine::last_in_outbox;
}

DueMessages look_into(const MemoryContent& content, const OutboxCursor& cursor, Time now,
                      std::size_t limit) {
    const std::uint64_t newest = newest_in(content);
    const OutboxPosition start = start_of_look(position_of(cursor), now, newest);
    DueMessages due{.next = cursor_at(start), .is_all = false};
    if (limit == 0) {
        return due;
    }
    for (std::size_t at = position_after(content, start.id); at < content.outbox.size(); ++at) {
        const OutboxListing& listing = content.outbox[at].listing;
        if (listing.state == OutboxState::Pending && listing.row.due_at <= now &&
            is_known(listing.row)) {
            due.rows.push_back(listing.row);
        }
        if (due.rows.size() == limit) {
            due.next = cursor_at(after_newcomer(start, due.rows.back()));
            return due;
        }
    }
    auto next = content.waiting.upper_bound({*start.looked_at, start.looked_id});
    for (; next != content.waiting.end() && next->first <= now && due.rows.size() < limit; ++next) {
        const OutboxRow& row = content.outbox[index_of(content, next->second)].listing.row;
        if (next->second <= start.id && is_known(row)) {
            due.rows.push_back(row);
        }
    }
    due.is_all = due.rows.size() < limit;
    due.next = cursor_at(due.is_all ? after_everything(newest, now)
                                    : after_fallen_due(newest, due.rows.back()));
    return due;
}

bool is_droppable(const MemoryMessage& message, Time before) {
    return message.listing.state != OutboxState::Pending && message.listing.row.due_at < before;
}

}  // namespace

const MemoryMessage* MemoryStore::find_message(std::uint64_t id) const {
    const std::size_t at = index_of(content_, id);
    const bool is_there = at < content_.outbox.size() && id_of(content_.outbox[at]) == id;
    return is_there ? &content_.outbox[at] : nullptr;
}

void MemoryStore::queue(OutboxRow row) {
    row.id = newest_in(content_) + 1;
    row.attempts = 0;
    const bool is_done = std::exchange(row.stays_here, false);
    if (!is_done) {
        content_.waiting.emplace(row.due_at, row.id);
    }
    content_.outbox.push_back(
        {.listing = {.row = row,
                     .state = is_done ? OutboxState::Done : OutboxState::Pending,
                     .note = is_done ? "local" : ""}});
}

void MemoryStore::finish(const engine::MessageEnd& end) {
    OutboxListing& listing = content_.outbox[index_of(content_, end.id)].listing;
    content_.waiting.erase({listing.row.due_at, end.id});
    listing.state = end.again_at ? OutboxState::Pending : end.state;
    listing.note = end.note;
    listing.row.due_at = end.again_at.value_or(listing.row.due_at);
    listing.row.attempts = end.attempts.value_or(listing.row.attempts);
    if (listing.state == OutboxState::Pending) {
        content_.waiting.emplace(listing.row.due_at, end.id);
    }
    for (const Delivery& delivery : end.deliveries) {
        Delivery& stored = content_.deliveries[{end.id, delivery.channel}];
        stored = delivery;
        stored.message = end.id;
    }
    const MemoryResource* resource = find(listing.row.resource);
    if (resource == nullptr || !resource->people.contains(listing.row.entry)) {
        return;
    }
    for (const engine::KeptWords& words : end.words) {
        engine::KeptWords& stored = content_.words[{end.id, words.channel}];
        stored = words;
        stored.message = end.id;
    }
}

bool MemoryStore::is_shown(const MemoryMessage& message,
                           const engine::MessageFilter& filter) const {
    const OutboxRow& row = message.listing.row;
    if (filter.account != 0) {
        const MemoryResource* resource = find(row.resource);
        const std::uint32_t of_resource = resource == nullptr ? 0 : resource->account.value();
        if (filter.account != (row.resource.value() == 0 ? row.entry : of_resource)) {
            return false;
        }
    }
    if (filter.resource.value() != 0) {
        const bool is_entry = filter.entry == 0 || filter.entry == row.entry;
        if (filter.resource != row.resource || !is_entry) {
            return false;
        }
    }
    return !filter.state || *filter.state == message.listing.state;
}

Result<DueMessages, StoreError> MemoryStore::due_messages(const OutboxCursor& from, Time now,
                                                          std::size_t limit) {
    return reading(Call::DueMessages, [&] { return look_into(content_, from, now, limit); });
}

Result<std::optional<Time>, StoreError> MemoryStore::next_message_due(Time after) {
    return reading(Call::NextMessageDue, [&]() -> std::optional<Time> {
        const auto next = content_.waiting.upper_bound({after, newest_in(content_)});
        return next == content_.waiting.end() ? std::nullopt : std::optional(next->first);
    });
}

Result<void, StoreError> MemoryStore::finish_messages(std::span<const engine::MessageEnd> ends) {
    return writing(Call::FinishMessages, [&]() -> Result<void, StoreError> {
        const auto is_unknown = [&](const engine::MessageEnd& end) {
            return find_message(end.id) == nullptr;
        };
        if (std::ranges::any_of(ends, is_unknown)) {
            return std::unexpected(StoreError::NotCommitted);
        }
        for (const engine::MessageEnd& end : ends) {
            finish(end);
        }
        return {};
    });
}

Result<bool, StoreError> MemoryStore::queue_message(const OutboxRow& row) {
    return TRY(queue_messages(std::span(&row, 1))) == 1;
}

Result<std::uint64_t, StoreError> MemoryStore::queue_messages(std::span<const OutboxRow> rows) {
    return writing(Call::QueueMessage, [&]() -> Result<std::uint64_t, StoreError> {
        std::uint64_t queued = 0;
        for (const OutboxRow& row : rows) {
            const auto is_same = [&](const MemoryMessage& message) {
                const OutboxRow& other = message.listing.row;
                return other.resource == row.resource && other.event == row.event &&
                       other.kind == row.kind && other.entry == row.entry;
            };
            if (std::ranges::none_of(content_.outbox, is_same)) {
                queue(row);
                ++queued;
            }
        }
        return queued;
    });
}

Result<std::vector<OutboxListing>, StoreError>
MemoryStore::messages_to_houses(engine::MessageKind kind, std::uint64_t event_min) {
    return reading(Call::Messages, [&] {
        std::vector<OutboxListing> found;
        for (const MemoryMessage& message : content_.outbox) {
            const OutboxRow& row = message.listing.row;
            if (row.resource == core::ResourceNumber{} && row.kind == kind &&
                row.event >= event_min) {
                found.push_back(message.listing);
            }
        }
        return found;
    });
}

Result<std::vector<OutboxListing>, StoreError>
MemoryStore::messages(const engine::MessageFilter& filter, std::uint64_t after, std::size_t limit) {
    return reading(Call::Messages, [&] {
        std::vector<OutboxListing> found;
        for (std::size_t at = position_after(content_, after);
             at < content_.outbox.size() && found.size() < limit; ++at) {
            if (is_known(content_.outbox[at].listing.row) &&
                is_shown(content_.outbox[at], filter)) {
                found.push_back(content_.outbox[at].listing);
            }
        }
        return found;
    });
}

Result<std::optional<OutboxListing>, StoreError> MemoryStore::message(std::uint64_t id) {
    return reading(Call::Messages, [&]() -> std::optional<OutboxListing> {
        const MemoryMessage* found = find_message(id);
        return found == nullptr || !is_known(found->listing.row) ? std::nullopt
                                                                 : std::optional(found->listing);
    });
}

Result<std::size_t, StoreError> MemoryStore::drop_messages(Time before, std::size_t limit,
                                                           engine::AccountNumber account) {
    return writing(Call::DropMessages, [&]() -> Result<std::size_t, StoreError> {
        std::vector<std::pair<Time, std::uint64_t>> old;
        for (const MemoryMessage& message : content_.outbox) {
            const MemoryResource* resource = find(message.listing.row.resource);
            const bool is_theirs = account == engine::AccountNumber{} ||
                                   (resource != nullptr && resource->account == account);
            if (is_theirs && is_droppable(message, before) &&
                id_of(message) != newest_in(content_)) {
                old.emplace_back(message.listing.row.due_at, id_of(message));
            }
        }
        std::ranges::sort(old);
        old.resize(std::min(old.size(), limit));
        std::set<std::uint64_t> dropped;
        for (const auto& [due_at, id] : old) {
            dropped.insert(id);
        }
        std::erase_if(content_.outbox,
                      [&](const MemoryMessage& each) { return dropped.contains(id_of(each)); });
        std::erase_if(content_.deliveries,
                      [&](const auto& each) { return dropped.contains(each.first.first); });
        std::erase_if(content_.words,
                      [&](const auto& each) { return dropped.contains(each.first.first); });
        return dropped.size();
    });
}

Result<std::vector<Delivery>, StoreError>
MemoryStore::deliveries(std::span<const std::uint64_t> messages) {
    return reading(Call::Deliveries, [&] {
        std::vector<Delivery> found;
        for (const std::uint64_t message : std::set(messages.begin(), messages.end())) {
            auto at = content_.deliveries.lower_bound({message, engine::Channel{}});
            for (; at != content_.deliveries.end() && at->first.first == message; ++at) {
                found.push_back(at->second);
            }
        }
        return found;
    });
}

Result<std::vector<engine::KeptWords>, StoreError>
MemoryStore::words(std::span<const std::uint64_t> messages) {
    return reading(Call::Deliveries, [&] {
        std::vector<engine::KeptWords> found;
        for (const std::uint64_t message : std::set(messages.begin(), messages.end())) {
            auto at = content_.words.lower_bound({message, engine::Channel{}});
            for (; at != content_.words.end() && at->first.first == message; ++at) {
                found.push_back(at->second);
            }
        }
        return found;
    });
}

Result<std::vector<Delivery>, StoreError>
MemoryStore::deliveries_to(core::ContactKey address, engine::Channel channel, std::size_t limit) {
    return reading(Call::Deliveries, [&] {
        std::vector<Delivery> found;
        for (auto at = content_.deliveries.rbegin();
             at != content_.deliveries.rend() && found.size() < limit; ++at) {
            const Delivery& delivery = at->second;
            if (address.value() != 0 && delivery.address == address &&
                delivery.channel == channel) {
                found.push_back(delivery);
            }
        }
        return found;
    });
}

Result<bool, StoreError> MemoryStore::advance_delivery(const Delivery& delivery) {
    return writing(Call::AdvanceDelivery, [&]() -> Result<bool, StoreError> {
        const auto stored = content_.deliveries.find({delivery.message, delivery.channel});
        if (stored == content_.deliveries.end()) {
            return false;
        }
        const std::optional<Delivery> after = advanced(stored->second, delivery);
        const bool is_further = after && after->state != stored->second.state;
        stored->second = after.value_or(stored->second);
        return is_further;
    });
}

}  // namespace standby::store
