// Looking things up, and forgetting answers.
#include "base/text.hpp"
#include "core/model/states.hpp"
#include "store/codec/people_match.hpp"
#include "tests/memory_store/memory_store.hpp"

#include <algorithm>
#include <set>

namespace standby::store {
namespace {

using engine::StoreError;

const MemoryTable& table_of(const MemoryResource& resource, engine::RowTable table) {
    switch (table) {
    case engine::RowTable::Entries:
        return resource.entries;
    case engine::RowTable::Offers:
        return resource.offers;
    case engine::RowTable::Openings:
        break;
    }
    return resource.openings;
}

std::size_t drop_passed(MemoryResource& resource, std::size_t limit) {
    const std::uint64_t passed = resource.starts.empty() ? 0 : resource.starts.back().event;
    std::size_t count = 0;
    while (count < limit && count < resource.events.size() &&
           resource.events[count].number <= passed) {
        ++count;
    }
    resource.events.erase(resource.events.begin(),
                          resource.events.begin() + static_cast<std::ptrdiff_t>(count));
    return count;
}

engine::StoredRow stored(std::uint32_t number, const MemoryRow& row) {
    return {.number = number, .state = row.state, .changed_at = row.changed_at, .data = row.data};
}

}  // namespace

Result<std::optional<engine::AnswerRow>, StoreError>
MemoryStore::answer(core::ResourceNumber number, std::uint64_t answer_number) {
    return reading(Call::Answer, [&]() -> std::optional<engine::AnswerRow> {
        const MemoryResource* resource = find(number);
        if (resource == nullptr || !resource->answers.contains(answer_number)) {
            return std::nullopt;
        }
        return resource->answers.at(answer_number);
    });
}

Result<std::vector<std::pair<core::ResourceNumber, Time>>, StoreError>
MemoryStore::schedule(engine::ShardNumber shard, std::uint32_t shards) {
    return reading(Call::Schedule, [&] {
        std::vector<std::pair<core::ResourceNumber, Time>> due;
        for (const auto& [number, resource] : content_.resources) {
            if (resource.next_due &&
                engine::shard_of(core::ResourceNumber{number}, shards) == shard) {
                due.emplace_back(number, *resource.next_due);
            }
        }
        return due;
    });
}

Result<std::vector<engine::EventRow>, StoreError>
MemoryStore::events(core::ResourceNumber number, std::uint64_t after, std::size_t limit) {
    return reading(Call::Events, [&] {
        const MemoryResource* resource = find(number);
        std::vector<engine::EventRow> found;
        if (resource != nullptr) {
            const auto& events = resource->events;
            const auto first =
                std::ranges::upper_bound(events, after, {}, &engine::EventRow::number);
            const auto count = std::min(limit, static_cast<std::size_t>(events.end() - first));
            found.assign(first, first + static_cast<std::ptrdiff_t>(count));
        }
        return found;
    });
}

Result<std::vector<engine::EventRow>, StoreError>
MemoryStore::events_in_reach(core::ResourceNumber number, std::uint64_t after, std::size_t limit,
                             engine::Haste) {
    return events(number, after, limit);
}

Result<std::vector<engine::ListHead>, StoreError>
MemoryStore::list_heads(engine::AccountNumber account, engine::Haste) {
    return reading(Call::Resources, [&] {
        std::vector<engine::ListHead> heads;
        for (const auto& [number, resource] : content_.resources) {
            if (resource.account == account && resource.last_event > 0) {
                heads.push_back(
                    {.resource = core::ResourceNumber{number}, .last_event = resource.last_event});
            }
        }
        return heads;
    });
}

Result<std::vector<engine::HistoryStart>, StoreError>
MemoryStore::history_starts(core::ResourceNumber number) {
    return reading(Call::Events, [&] {
        const MemoryResource* resource = find(number);
        return resource == nullptr ? std::vector<engine::HistoryStart>{} : resource->starts;
    });
}

Result<bool, StoreError> MemoryStore::start_history(core::ResourceNumber number,
                                                    const engine::HistoryStart& start,
                                                    std::size_t dropped) {
    return writing(Call::StartHistory, [&]() -> Result<bool, StoreError> {
        MemoryResource& resource = content_.resources[number.value()];
        const auto last = resource.starts.empty() ? engine::HistoryStart{} : resource.starts.back();
        if (last.digest != start.previous || start.event <= last.event) {
            return false;
        }
        for (engine::HistoryStart& earlier : resource.starts) {
            earlier.state.clear();
        }
        resource.starts.push_back(start);
        drop_passed(resource, dropped);
        return true;
    });
}

Result<bool, StoreError> MemoryStore::change_start(core::ResourceNumber number, std::uint64_t event,
                                                   std::span<const std::byte> from,
                                                   std::span<const std::byte> to) {
    return writing(Call::StartHistory, [&]() -> Result<bool, StoreError> {
        for (engine::HistoryStart& start : content_.resources[number.value()].starts) {
            if (start.event == event && std::ranges::equal(start.state, from)) {
                start.state.assign(to.begin(), to.end());
                return true;
            }
        }
        return false;
    });
}

Result<std::size_t, StoreError> MemoryStore::drop_events(core::ResourceNumber number,
                                                         std::size_t limit) {
    return writing(Call::DropEvents, [&]() -> Result<std::size_t, StoreError> {
        return drop_passed(content_.resources[number.value()], limit);
    });
}

Result<std::vector<engine::StoredRow>, StoreError>
MemoryStore::rows(engine::RowTable table, core::ResourceNumber number, std::uint32_t after,
                  std::size_t limit, std::span<const std::uint8_t> states) {
    return reading(Call::Rows, [&] {
        std::vector<engine::StoredRow> found;
        const MemoryResource* resource = find(number);
        if (resource == nullptr) {
            return found;
        }
        const MemoryTable& rows = table_of(*resource, table);
        for (auto at = rows.upper_bound(after); at != rows.end() && found.size() < limit; ++at) {
            if (states.empty() || std::ranges::count(states, at->second.state) > 0) {
                found.push_back(stored(at->first, at->second));
            }
        }
        return found;
    });
}

Result<std::optional<engine::StoredRow>, StoreError>
MemoryStore::row(engine::RowTable table, core::ResourceNumber number, std::uint32_t row_number) {
    return reading(Call::Rows, [&]() -> std::optional<engine::StoredRow> {
        const MemoryResource* resource = find(number);
        if (resource == nullptr) {
            return std::nullopt;
        }
        const MemoryTable& rows = table_of(*resource, table);
        const auto found = rows.find(row_number);
        if (found == rows.end()) {
            return std::nullopt;
        }
        return stored(found->first, found->second);
    });
}

Result<bool, StoreError> MemoryStore::change_ended_entry(core::EntryId entry,
                                                         std::span<const std::byte> from,
                                                         std::span<const std::byte> to) {
    return writing(Call::Person, [&]() -> Result<bool, StoreError> {
        MemoryTable& rows = content_.resources[core::resource_of(entry).value()].entries;
        const auto row = rows.find(core::number_of(entry));
        if (row == rows.end() || !std::ranges::equal(row->second.data, from) ||
            !core::is_terminal(static_cast<core::EntryState>(row->second.state))) {
            return false;
        }
        row->second.data.assign(to.begin(), to.end());
        return true;
    });
}

Result<std::optional<engine::Person>, StoreError> MemoryStore::person(core::EntryId entry) {
    return reading(Call::Person, [&]() -> std::optional<engine::Person> {
        const MemoryResource* resource = find(core::resource_of(entry));
        if (resource == nullptr || !resource->people.contains(core::number_of(entry))) {
            return std::nullopt;
        }
        return resource->people.at(core::number_of(entry));
    });
}

Result<std::vector<engine::PersonChange>, StoreError>
MemoryStore::people(core::ResourceNumber number, std::span<const core::Ticket> entries) {
    return reading(Call::Person, [&] {
        std::vector<engine::PersonChange> found;
        const MemoryResource* resource = find(number);
        if (resource == nullptr) {
            return found;
        }
        for (const core::Ticket entry : std::set(entries.begin(), entries.end())) {
            if (const auto person = resource->people.find(entry);
                person != resource->people.end()) {
                found.push_back({.entry = entry, .person = person->second});
            }
        }
        return found;
    });
}

Result<std::vector<std::pair<core::EntryId, engine::Person>>, StoreError>
MemoryStore::people_of(std::span<const core::EntryId> entries) {
    return reading(Call::Person, [&] {
        std::vector<std::pair<core::EntryId, engine::Person>> found;
        for (const core::EntryId entry : std::set(entries.begin(), entries.end())) {
            const MemoryResource* resource = find(core::resource_of(entry));
            if (resource != nullptr && resource->people.contains(core::number_of(entry))) {
                found.emplace_back(entry, resource->people.at(core::number_of(entry)));
            }
        }
        return found;
    });
}

Result<engine::PeopleFound, StoreError>
MemoryStore::find_people(core::ResourceNumber number, const engine::PeopleSearch& search) {
    return reading(Call::Person, [&] {
        PeopleLook look(search);
        const MemoryResource* resource = find(number);
        if (resource == nullptr) {
            return look.found();
        }
        for (auto at = resource->people.upper_bound(search.after); at != resource->people.end();
             ++at) {
            const engine::Person& person = at->second;
            if (!look.look_at(at->first, person.name, person.email, person.phone, person.user_id)) {
                break;
            }
        }
        return look.found();
    });
}

Result<std::vector<engine::ResourceListing>, StoreError>
MemoryStore::resources(engine::AccountNumber account, core::ResourceNumber after,
                       std::size_t limit) {
    return reading(Call::Resources, [&] {
        std::vector<engine::ResourceListing> found;
        for (auto at = content_.resources.upper_bound(after.value());
             at != content_.resources.end() && found.size() < limit; ++at) {
            const MemoryResource& resource = at->second;
            const bool wanted = account.value() == 0 || account == resource.account;
            if (wanted && !resource.data.empty()) {
                found.push_back({.number = core::ResourceNumber{at->first},
                                 .account = resource.account,
                                 .name = resource.name,
                                 .status = resource.status,
                                 .next_due = resource.next_due,
                                 .last_event = resource.last_event,
                                 .last_link = resource.last_link,
                                 .data = resource.data});
            }
        }
        return found;
    });
}

Result<void, StoreError> MemoryStore::drop_answers(Time before) {
    return writing(Call::DropAnswers, [&]() -> Result<void, StoreError> {
        for (auto& [number, resource] : content_.resources) {
            std::erase_if(resource.answers,
                          [&](const auto& answer) { return answer.second.made_at < before; });
        }
        std::erase_if(content_.creations,
                      [&](const auto& creation) { return creation.second.made_at < before; });
        return {};
    });
}

Result<std::vector<core::EntryId>, StoreError> MemoryStore::find_person(std::string_view text) {
    return reading(Call::Person, [&] {
        std::vector<core::EntryId> found;
        for (const auto& [number, resource] : content_.resources) {
            for (const auto& [entry, person] : resource.people) {
                const bool is_theirs = to_lower(person.email) == to_lower(text) ||
                                       person.phone == text || person.user_id == text;
                if (!text.empty() && is_theirs) {
                    found.push_back(core::entry_id(core::ResourceNumber{number}, entry));
                }
            }
        }
        return found;
    });
}

Result<std::uint64_t, StoreError> MemoryStore::erase(const engine::Erasure& erasure) {
    const core::EntryId erased = core::entry_id(erasure.resource, erasure.entry);
    TRY(save_note({}, {.entry = erased}));
    TRY(erase_staff_messages_to(erased));
    TRY(erase_mails_of(erased));
    return writing(Call::Person, [&]() -> Result<std::uint64_t, StoreError> {
        MemoryResource& resource = content_.resources[erasure.resource.value()];
        const auto row = resource.entries.find(erasure.entry);
        if (row != resource.entries.end()) {
            if (core::is_terminal(static_cast<core::EntryState>(row->second.state))) {
                row->second.contacts.clear();
            }
            row->second.data = erasure.row.value_or(row->second.data);
        }
        for (const auto& [number, data] : erasure.events) {
            for (engine::EventRow& event : resource.events) {
                event.data = event.number == number ? data : event.data;
            }
        }
        const std::string shown =
            '"' + core::format_id(core::entry_id(erasure.resource, erasure.entry)) + '"';
        for (auto& [number, answer] : resource.answers) {
            if (answer.body.contains(shown)) {
                answer.body = R"({"erased":true})";
            }
        }
        const auto is_theirs = [&](std::uint64_t id) {
            const MemoryMessage* message = find_message(id);
            return message != nullptr && message->listing.row.resource == erasure.resource &&
                   message->listing.row.entry == erasure.entry;
        };
        for (auto& [key, delivery] : content_.deliveries) {
            if (is_theirs(key.first)) {
                delivery.address = {};
                delivery.provider_id.clear();
            }
        }
        std::erase_if(content_.words,
                      [&](const auto& each) { return is_theirs(each.first.first); });
        return resource.people.erase(erasure.entry);
    });
}

}  // namespace standby::store
