#include "engine/history/person_record.hpp"

#include "engine/history/history_start.hpp"
#include "engine/history/own_events.hpp"
#include "engine/ports/listings.hpp"

#include <utility>
#include <variant>

namespace standby::engine {
namespace {

constexpr std::size_t messages_max = 2'000;

Result<void, StoreError> add_messages(Store& store, PersonRecord& record) {
    const MessageFilter filter{.account = 0,
                               .resource = core::resource_of(record.entry),
                               .entry = core::number_of(record.entry),
                               .state = std::nullopt};
    record.messages = TRY(store.messages(filter, 0, messages_max));
    std::vector<std::uint64_t> ids;
    for (const OutboxListing& message : record.messages) {
        ids.push_back(message.row.id);
    }
    record.deliveries = TRY(store.deliveries(ids));
    record.words = TRY(store.words(ids));
    return {};
}

Result<void, StoreError> add_opt_outs(Correspondence& correspondence, AccountNumber account,
                                      const AddressKeys& keys, PersonRecord& record) {
    if (!record.person) {
        return {};
    }
    for (const auto& [channel, address] : keys(*record.person)) {
        const core::ContactKey addresses[] = {address};
        for (const OptOut& opt_out : TRY(correspondence.opt_outs(addresses))) {
            // What they told other businesses is nobody's here.
            if (opt_out.account == account || opt_out.account == AccountNumber{}) {
                record.opt_outs.emplace_back(channel, opt_out);
            }
        }
    }
    return {};
}

}  // namespace

Result<std::optional<PersonRecord>, StoreError> read_person_record(Store& store, Registry& registry,
                                                                   core::EntryId entry,
                                                                   const AddressKeys& keys,
                                                                   std::size_t events_max) {
    const core::ResourceNumber resource = core::resource_of(entry);
    const auto row = TRY(store.row(RowTable::Entries, resource, core::number_of(entry)));
    if (!row) {
        return std::nullopt;
    }
    PersonRecord record{.entry = entry, .state = static_cast<core::EntryState>(row->state)};
    if (auto decoded = core::decode_entry_row(row->data)) {
        record.row = *std::move(decoded);
    }
    AccountNumber account;
    if (const auto listing = TRY(listing_of(store, resource))) {
        record.list = listing->name;
        account = listing->account;
    }
    record.person = TRY(store.person(entry));
    record.has_all_events = TRY(for_each_own_event(
        store, entry, events_max, [&](const EventRow& stored, const core::Event& event) {
            record.events.emplace_back(event, stored.link);
        }));
    const bool has_joining = !record.events.empty() && std::holds_alternative<core::EntryJoined>(
                                                           record.events.front().first.body);
    if (!has_joining) {
        record.kept_since = TRY(kept_since(store, resource));
        record.has_all_events = record.has_all_events && !record.kept_since;
    }
    TRY(add_messages(store, record));
    TRY(add_opt_outs(registry, account, keys, record));
    for (GuestNote& note : TRY(registry.notes({&entry, 1}))) {
        record.note = std::move(note);
    }
    return record;
}

}  // namespace standby::engine
