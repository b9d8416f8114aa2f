// What a resource is: its row, its entries, offers, openings and facts.
#include "store/postgres/shard_writer.hpp"

#include "store/codec/batch_check.hpp"
#include "store/postgres/commit_guard.hpp"

#include <algorithm>
#include <map>
#include <string>

namespace standby::store {
namespace {

using engine::ResourceChange;
using Integers = std::vector<std::int64_t>;
using OptionalIntegers = std::vector<std::optional<std::int64_t>>;
using Bytes = std::vector<std::byte>;
using Blob = PgParams::Blob;
using Blobs = std::vector<Blob>;  // of the batch's own bytes

// Rows of entries, offers or openings.
struct RowColumns {
    Integers resources;
    Integers numbers;
    Integers states;
    Integers times;
    Blobs data;

    void take(const ResourceChange& change, const core::RowChange& row) {
        resources.push_back(change.resource.value());
        numbers.push_back(row.number);
        states.push_back(row.state);
        times.push_back(column_value(change.at));
        data.push_back(row.data);
    }
    void give(PgParams& params) const {
        params.add_integers(resources)
            .add_integers(numbers)
            .add_integers(states)
            .add_integers(times)
            .add_blobs(data);
    }
};
struct EntryColumns : RowColumns {
    std::vector<Bytes> contacts;
};

constexpr auto or_update = " ON CONFLICT (shard_id, resource, number) DO UPDATE SET"
                           " state = excluded.state, changed_at = excluded.changed_at,"
                           " data = excluded.data";

}  // namespace

void ShardWriter::write(const std::optional<engine::Fence>& fence) {
    write_shard(fence);
    write_resources();
    write_entries();
    write_contacts();
    write_rows("INSERT INTO offers (shard_id, resource, number, state, changed_at, data)"
               " SELECT $1, given.* FROM unnest($2, $3, $4, $5, $6) AS given",
               &core::StateChanges::offers);
    write_rows("INSERT INTO openings (shard_id, resource, number, state, changed_at, data)"
               " SELECT $1, given.* FROM unnest($2, $3, $4, $5, $6) AS given",
               &core::StateChanges::openings);
    write_facts();
    write_people();
    write_events();
    write_outbox();
    write_answers();
}

void ShardWriter::write_shard(const std::optional<engine::Fence>& fence) {
    std::size_t messages = 0;
    Time at{};
    for (const ResourceChange* change : changes_) {
        messages += change->outbox.size();
        at = std::max(at, change->at);
    }
    if (fence) {
        add(fence_sql()).add(fence->epoch).add(fence->commit_seq).add(messages).add(at);
    } else {
        add("UPDATE shard SET commit_seq = commit_seq + 1, last_message = last_message + $2"
            " WHERE shard_id = $1")
            .add(messages);
    }
}

void ShardWriter::write_resources() {
    Integers numbers;
    Integers before;
    Integers statuses;
    OptionalIntegers next_due;
    Integers last_events;
    Blobs links;
    std::vector<std::optional<Blob>> data;
    std::vector<std::optional<std::string>> names;
    for (const ResourceChange* change : changes_) {
        numbers.push_back(change->resource.value());
        before.push_back(column_value(event_before(*change)));
        statuses.push_back(static_cast<std::int64_t>(change->status));
        next_due.push_back(column_value(change->next_due));
        last_events.push_back(column_value(change->last_event));
        links.push_back(column_value(change->last_link));
        const Bytes& row = change->rows.resource;
        data.push_back(row.empty() ? std::nullopt : std::optional<Blob>(row));
        names.push_back(change->name);
    }
    if (!numbers.empty()) {
        add(resources_sql())
            .add_integers(numbers)
            .add_integers(before)
            .add_integers(statuses)
            .add_integers(next_due)
            .add_integers(last_events)
            .add_blobs(links)
            .add_blobs(data)
            .add_texts(names);
    }
}

// Contacts that are only added travel with the row of their entry, if it has one in this batch; the
// rest is written afterwards.
void ShardWriter::write_entries() {
    EntryColumns fresh;
    EntryColumns known;
    for (const ResourceChange* change : changes_) {
        std::vector<EntryContacts> groups = group_contacts(change->rows.contacts);
        auto next = groups.begin();
        const auto leave = [&] {
            later_.push_back({.resource = change->resource.value(), .contacts = std::move(*next)});
            ++next;
        };
        for (const core::RowChange& row : change->rows.entries) {
            while (next != groups.end() && next->entry < row.number) {
                leave();
            }
            EntryColumns& columns = row.is_new && refuses_known_rows() ? fresh : known;
            columns.take(*change, row);
            Bytes& added = columns.contacts.emplace_back();
            if (next != groups.end() && next->entry == row.number) {
                if (next->only_added) {
                    added = added_contacts(*next++);
                } else {
                    leave();
                }
            }
        }
        while (next != groups.end()) {
            leave();
        }
    }
    const std::string insert =
        "INSERT INTO entries (shard_id, resource, number, state, changed_at, data, contacts)"
        " SELECT $1, given.* FROM unnest($2, $3, $4, $5, $6, $7) AS given";
    const auto write = [&](const EntryColumns& columns, std::string sql) {
        if (!columns.numbers.empty()) {
            PgParams& params = add(std::move(sql));
            columns.give(params);
            params.add_blobs(Blobs(columns.contacts.begin(), columns.contacts.end()));
        }
    };
    write(fresh, insert);
    write(known, insert + " ON CONFLICT (shard_id, resource, number) DO UPDATE SET"
                          " state = excluded.state, changed_at = excluded.changed_at,"
                          " data = coalesce(nullif(excluded.data, ''::bytea), entries.data),"
                          " contacts = entries.contacts || excluded.contacts");
}

// What is removed leaves the list wherever it stands, and what is added comes at its end.
void ShardWriter::write_contacts() {
    Integers resources;
    Integers entries;
    std::vector<Bytes> removed;
    std::vector<Bytes> added;
    for (const LaterContacts& later : later_) {
        std::vector<core::ContactKey> gone;
        for (const core::ContactChange& change : later.contacts.changes) {
            if (!change.added) {
                gone.push_back(change.contact);
            }
        }
        resources.push_back(later.resource);
        entries.push_back(later.contacts.entry);
        removed.push_back(encode_contacts(gone));
        added.push_back(encode_contacts(changed_contacts({}, later.contacts)));
    }
    if (entries.empty()) {
        return;
    }
    add("WITH changed AS (UPDATE entries SET contacts = coalesce((SELECT"
        " string_agg(substr(entries.contacts, place * 8 + 1, 8), ''::bytea ORDER BY place)"
        " FROM generate_series(0, length(entries.contacts) / 8 - 1) AS place"
        " WHERE NOT EXISTS (SELECT FROM generate_series(0, length(given.removed) / 8 - 1) AS gone"
        " WHERE substr(given.removed, gone * 8 + 1, 8)"
        " = substr(entries.contacts, place * 8 + 1, 8))), ''::bytea) || given.added"
        " FROM unnest($2, $3, $4, $5) AS given (resource, number, removed, added)"
        " WHERE entries.shard_id = $1 AND entries.resource = given.resource"
        " AND entries.number = given.number RETURNING 1)"
        " SELECT CASE WHEN count(*) = cardinality($2) THEN 0 ELSE ('of ' || cardinality($2)"
        " || ' entries with contacts, those that are there are ' || count(*))::integer END"
        " FROM changed")
        .add_integers(resources)
        .add_integers(entries)
        .add_blobs(Blobs(removed.begin(), removed.end()))
        .add_blobs(Blobs(added.begin(), added.end()));
}

void ShardWriter::write_rows(const char* insert,
                             std::vector<core::RowChange> core::StateChanges::* rows) {
    RowColumns fresh;
    RowColumns known;
    for (const ResourceChange* change : changes_) {
        for (const core::RowChange& row : change->rows.*rows) {
            (row.is_new && refuses_known_rows() ? fresh : known).take(*change, row);
        }
    }
    if (!fresh.numbers.empty()) {
        fresh.give(add(insert));
    }
    if (!known.numbers.empty()) {
        known.give(add(std::string(insert) + or_update));
    }
}

void ShardWriter::write_facts() {
    Integers resources;
    Integers kinds;
    Integers keys;
    Integers values;
    for (const ResourceChange* change : changes_) {
        // The last of several about the same counts.
        std::map<std::pair<core::FactKind, std::uint64_t>, std::uint64_t> facts;
        for (const core::Fact& fact : change->rows.facts) {
            facts[{fact.kind, fact.key}] = fact.value;
        }
        for (const auto& [key, value] : facts) {
            resources.push_back(change->resource.value());
            kinds.push_back(static_cast<std::int64_t>(key.first));
            keys.push_back(column_value(key.second));
            values.push_back(column_value(value));
        }
    }
    if (!keys.empty()) {
        add("INSERT INTO facts (shard_id, resource, kind, key, value)"
            " SELECT $1, given.* FROM unnest($2, $3, $4, $5) AS given"
            " ON CONFLICT (shard_id, resource, kind, key) DO UPDATE SET value = excluded.value")
            .add_integers(resources)
            .add_integers(kinds)
            .add_integers(keys)
            .add_integers(values);
    }
}

}  // namespace standby::store
