// Writing a batch and loading a resource.
#include "tests/memory_store/memory_store.hpp"

#include "store/codec/batch_check.hpp"
#include "store/codec/contacts.hpp"
#include "store/codec/restore.hpp"

#include <algorithm>
#include <set>

namespace standby::store {
namespace {

using engine::StoreError;

void put_rows(MemoryTable& table, const std::vector<core::RowChange>& changes, Time at) {
    for (const core::RowChange& change : changes) {
        MemoryRow& row = table[change.number];
        row.state = change.state;
        row.changed_at = at;
        if (!change.data.empty()) {
            row.data = change.data;
        }
    }
}

// The rows of a resource in memory, one after the other.
class MemoryRowSource final : public RowSource {
public:
    explicit MemoryRowSource(const MemoryResource& resource)
        : resource_(resource),
          entry_(resource.entries.begin()),
          opening_(resource.openings.begin()),
          offer_(resource.offers.begin()),
          fact_(resource.facts.begin()) {}

    std::span<const std::byte> resource() override { return resource_.data; }
    Result<bool, std::string> next_entry(RowView& row) override {
        return next(resource_.entries, entry_, row);
    }
    Result<bool, std::string> next_opening(RowView& row) override {
        return next(resource_.openings, opening_, row);
    }
    Result<bool, std::string> next_offer(RowView& row) override {
        return next(resource_.offers, offer_, row);
    }
    Result<bool, std::string> next_fact(core::Fact& fact) override {
        if (fact_ == resource_.facts.end()) {
            return false;
        }
        fact = {.kind = fact_->first.first, .key = fact_->first.second, .value = fact_->second};
        ++fact_;
        return true;
    }

private:
    static bool next(const MemoryTable& table, MemoryTable::const_iterator& at, RowView& row) {
        if (at == table.end()) {
            return false;
        }
        row = {.number = at->first,
               .state = at->second.state,
               .data = at->second.data,
               .contacts = at->second.contacts};
        ++at;
        return true;
    }

    const MemoryResource& resource_;
    MemoryTable::const_iterator entry_;
    MemoryTable::const_iterator opening_;
    MemoryTable::const_iterator offer_;
    decltype(MemoryResource::facts)::const_iterator fact_;
};

}  // namespace

const MemoryResource* MemoryStore::find(core::ResourceNumber resource) const {
    const auto found = content_.resources.find(resource.value());
    return found == content_.resources.end() ? nullptr : &found->second;
}

// Whether the change follows what is stored; what SQLite finds out by its keys while it writes.
bool MemoryStore::fits(const engine::ResourceChange& change) const {
    const MemoryResource* resource = find(change.resource);
    if (resource == nullptr || resource->last_event != event_before(change)) {
        return false;
    }
    std::set<std::uint64_t> numbers;
    for (const engine::AnswerRow& answer : change.answers) {
        if (resource->answers.contains(answer.number) || !numbers.insert(answer.number).second) {
            return false;
        }
    }
    std::set<core::Ticket> written;
    for (const core::RowChange& entry : change.rows.entries) {
        written.insert(entry.number);
    }
    return std::ranges::all_of(change.rows.contacts, [&](const core::ContactChange& contact) {
        return written.contains(contact.entry) || resource->entries.contains(contact.entry);
    });
}

void MemoryStore::write(const engine::ResourceChange& change) {
    MemoryResource& resource = content_.resources.at(change.resource.value());
    resource.status = change.status;
    resource.next_due = change.next_due;
    resource.last_event = change.last_event;
    resource.last_link = change.last_link;
    if (!change.rows.resource.empty()) {
        resource.data = change.rows.resource;
    }
    if (change.name) {
        resource.name = *change.name;
    }
    put_rows(resource.entries, change.rows.entries, change.at);
    put_rows(resource.offers, change.rows.offers, change.at);
    put_rows(resource.openings, change.rows.openings, change.at);
    for (const EntryContacts& contacts : group_contacts(change.rows.contacts)) {
        MemoryRow& entry = resource.entries.at(contacts.entry);
        entry.contacts = changed_contacts(std::move(entry.contacts), contacts);
    }
    for (const core::Fact& fact : change.rows.facts) {
        resource.facts[{fact.kind, fact.key}] = fact.value;
    }
    // Without a guard the events may be others' already.
    resource.events.erase(std::ranges::upper_bound(resource.events, event_before(change), {},
                                                   &engine::EventRow::number),
                          resource.events.end());
    resource.events.insert(resource.events.end(), change.events.begin(), change.events.end());
    for (const engine::AnswerRow& answer : change.answers) {
        resource.answers[answer.number] = answer;
    }
    for (const engine::PersonChange& person : change.people) {
        resource.people[person.entry] = person.person;
    }
    for (engine::OutboxRow row : change.outbox) {
        row.resource = change.resource;
        queue(row);
    }
}

Result<void, StoreError> MemoryStore::commit(const engine::Batch& batch) {
    return writing(Call::Commit, [&]() -> Result<void, StoreError> {
        const bool is_guarded = guard_ == CommitGuard::On;
        if (is_guarded && batch.fence && !holds(*batch.fence)) {
            return std::unexpected(StoreError::Fenced);
        }
        const bool all_fit =
            !is_guarded ||
            (!problem_with(batch) &&
             std::ranges::all_of(batch.resources, [&](const auto& each) { return fits(each); }));
        if (!all_fit) {
            return std::unexpected(StoreError::NotCommitted);
        }
        if (batch.fence) {
            find_shard(batch.fence->shard)->commit_seq = batch.fence->commit_seq + 1;
        }
        for (const engine::ResourceChange& change : batch.resources) {
            write(change);
        }
        return {};
    });
}

Result<std::optional<engine::LoadedResource>, StoreError>
MemoryStore::load(core::ResourceNumber number, Time answers_after) {
    if (fault_of(Call::Load) != Fault::None) {
        return std::unexpected(StoreError::OutcomeUnknown);
    }
    const MemoryResource* resource = find(number);
    if (resource == nullptr || resource->data.empty()) {
        return std::nullopt;
    }
    MemoryRowSource source(*resource);
    Result<std::unique_ptr<core::ResourceState>, std::string> state = restore_from(number, source);
    if (!state) {
        return std::unexpected(StoreError::Damaged);
    }
    engine::LoadedResource loaded;
    loaded.head = {.account = resource->account,
                   .name = resource->name,
                   .last_event = resource->last_event,
                   .last_link = resource->last_link};
    loaded.state = *std::move(state);
    for (const auto& [answer_number, answer] : resource->answers) {
        loaded.head.last_answer = answer_number;
        if (answer.made_at > answers_after) {
            loaded.answers.push_back(
                {.key = answer.key, .number = answer.number, .made_at = answer.made_at});
        }
    }
    return loaded;
}

}  // namespace standby::store
