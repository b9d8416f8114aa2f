// One statement for each table, prepared once and run for each row.
#include "store/sqlite/batch_writer.hpp"

#include "store/codec/batch_check.hpp"
#include "store/codec/contacts.hpp"
#include "store/sqlite/queries.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace standby::store {
namespace {

using engine::ResourceChange;
using Written = Result<void, std::string>;

// The condition on the last event makes sure that nothing is written twice or out of turn.
Written write_resource(Connection& connection, const ResourceChange& change) {
    using Bytes = std::span<const std::byte>;
    const bool has_row = !change.rows.resource.empty();
    const std::optional<Bytes> data =
        has_row ? std::optional<Bytes>(change.rows.resource) : std::nullopt;
    TRY(connection.run(
        "UPDATE resources SET status = ?, next_due = ?, last_event = ?, last_link = ?,"
        " data = coalesce(?, data), name = coalesce(?, name)"
        " WHERE number = ? AND last_event = ?",
        change.status, change.next_due, change.last_event, change.last_link, data, change.name,
        change.resource, event_before(change)));
    if (connection.changes() != 1) {
        return std::unexpected(fmt::format("resource {} was never allocated, or event {} is not "
                                           "its last one",
                                           change.resource.value(), event_before(change)));
    }
    return {};
}

// Contacts that are only added travel with the row of their entry, if it has one in this batch;
// the rest is written afterwards.
Written write_entries(Connection& connection, const ResourceChange& change,
                      std::vector<EntryContacts>& contacts) {
    // Most rows are new. One statement for both cases would make SQLite prepare to undo it.
    Query insert = connection.query(
        "INSERT OR IGNORE INTO entries (resource, number, state, changed_at, data, contacts)"
        " VALUES (?, ?, ?, ?, ?, ?)");
    Query update = connection.query(
        "UPDATE entries SET state = ?, changed_at = ?, data = coalesce(nullif(?, x''), data),"
        " contacts = CAST(contacts || ? AS BLOB)"
        " WHERE resource = ? AND number = ?");
    std::vector<EntryContacts> rest;
    auto next = contacts.begin();
    for (const core::RowChange& row : change.rows.entries) {
        while (next != contacts.end() && next->entry < row.number) {
            rest.push_back(std::move(*next++));
        }
        std::vector<std::byte> added;
        if (next != contacts.end() && next->entry == row.number) {
            if (next->only_added) {
                added = added_contacts(*next);
            } else {
                rest.push_back(std::move(*next));
            }
            ++next;
        }
        TRY(insert.bind(change.resource, row.number, row.state, change.at, row.data, added).run());
        if (connection.changes() != 1) {
            TRY(update.bind(row.state, change.at, row.data, added, change.resource, row.number)
                    .run());
        }
    }
    std::move(next, contacts.end(), std::back_inserter(rest));
    contacts = std::move(rest);
    return {};
}

Written append_contacts(Connection& connection, const ResourceChange& change,
                        const EntryContacts& contacts) {
    const std::vector<std::byte> added = added_contacts(contacts);
    return connection.run("UPDATE entries SET contacts = CAST(contacts || ? AS BLOB)"
                          " WHERE resource = ? AND number = ?",
                          added, change.resource, contacts.entry);
}

Written rewrite_contacts(Connection& connection, const ResourceChange& change,
                         const EntryContacts& contacts) {
    std::vector<core::ContactKey> list;
    {
        Query stored =
            connection.query("SELECT contacts FROM entries WHERE resource = ? AND number = ?");
        const bool is_there = TRY(stored.bind(change.resource, contacts.entry).next());
        if (is_there && !decode_contacts(stored.blob(0), list)) {
            return damage_in(
                fmt::format("entries ({}, {})", change.resource.value(), contacts.entry));
        }
    }
    const std::vector<std::byte> changed =
        encode_contacts(changed_contacts(std::move(list), contacts));
    return connection.run("UPDATE entries SET contacts = ? WHERE resource = ? AND number = ?",
                          changed, change.resource, contacts.entry);
}

Written write_contacts(Connection& connection, const ResourceChange& change,
                       const std::vector<EntryContacts>& contacts) {
    for (const EntryContacts& each : contacts) {
        TRY(each.only_added ? append_contacts(connection, change, each)
                            : rewrite_contacts(connection, change, each));
        if (connection.changes() != 1) {
            return std::unexpected(fmt::format("there is no entry {} of resource {} for a contact",
                                               each.entry, change.resource.value()));
        }
    }
    return {};
}

Written write_rows(Connection& connection, const ResourceChange& change, std::string_view sql,
                   const std::vector<core::RowChange>& rows) {
    if (rows.empty()) {
        return {};
    }
    Query upsert = connection.query(sql);
    for (const core::RowChange& row : rows) {
        TRY(upsert.bind(change.resource, row.number, row.state, change.at, row.data).run());
    }
    return {};
}

Written write_facts(Connection& connection, const ResourceChange& change) {
    for (const core::Fact& fact : change.rows.facts) {
        TRY(connection.run(
            "INSERT OR REPLACE INTO facts (resource, kind, key, value) VALUES (?, ?, ?, ?)",
            change.resource, fact.kind, fact.key, fact.value));
    }
    return {};
}

Written write_events(Connection& connection, const ResourceChange& change) {
    Query insert = connection.query(
        "INSERT INTO events (resource, number, at, data, link) VALUES (?, ?, ?, ?, ?)");
    for (const engine::EventRow& event : change.events) {
        TRY(insert.bind(change.resource, event.number, event.at, event.data, event.link).run());
    }
    return {};
}

Written write_outbox(Connection& connection, const ResourceChange& change) {
    if (change.outbox.empty()) {
        return {};
    }
    Query insert = connection.query(
        "INSERT INTO outbox (resource, event, kind, entry, offer, opening, due_at, wake_at, state,"
        " attempts, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)");
    for (const engine::OutboxRow& row : change.outbox) {
        TRY(insert
                .bind(change.resource, row.event, row.kind, row.entry, row.offer, row.opening,
                      row.due_at, row.due_at,
                      row.stays_here ? engine::OutboxState::Done : engine::OutboxState::Pending,
                      std::string_view{row.stays_here ? "local" : ""})
                .run());
    }
    return {};
}

Written write_answers(Connection& connection, const ResourceChange& change) {
    if (change.answers.empty()) {
        return {};
    }
    Query insert = connection.query(
        "INSERT INTO answers (resource, number, key_high, key_low, digest, made_at, status, body)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    for (const engine::AnswerRow& row : change.answers) {
        TRY(insert
                .bind(change.resource, row.number, row.key.high, row.key.low, row.request_digest,
                      row.made_at, row.status, row.body)
                .run());
    }
    return {};
}

Written write_people(Connection& connection, const ResourceChange& change) {
    if (change.people.empty()) {
        return {};
    }
    Query insert = connection.query(
        "INSERT OR IGNORE INTO people (name, email, phone, user_id, time_zone, locale,"
        " consent_text, consent_source, consent_at, pending_email, former_contact, resource, entry)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    Query update = connection.query(
        "UPDATE people SET name = ?, email = ?, phone = ?, user_id = ?, time_zone = ?, locale = ?,"
        " consent_text = ?, consent_source = ?, consent_at = ?, pending_email = ?, former_contact "
        "= ?"
        " WHERE resource = ? AND entry = ?");
    for (const engine::PersonChange& row : change.people) {
        const engine::Person& person = row.person;
        const auto write = [&](Query& query) {
            return query
                .bind(person.name, person.email, person.phone, person.user_id, person.time_zone,
                      person.locale, person.consent_text, person.consent_source, person.consent_at,
                      person.pending_email, person.former_contact, change.resource, row.entry)
                .run();
        };
        TRY(write(insert));
        if (connection.changes() != 1) {
            TRY(write(update));
        }
    }
    return {};
}

}  // namespace

Result<void, std::string> write_change(Connection& connection, const ResourceChange& change) {
    TRY(write_resource(connection, change));
    std::vector<EntryContacts> contacts = group_contacts(change.rows.contacts);
    TRY(write_entries(connection, change, contacts));
    TRY(write_contacts(connection, change, contacts));
    TRY(write_rows(connection, change,
                   "INSERT OR REPLACE INTO offers (resource, number, state, changed_at, data)"
                   " VALUES (?, ?, ?, ?, ?)",
                   change.rows.offers));
    TRY(write_rows(connection, change,
                   "INSERT OR REPLACE INTO openings (resource, number, state, changed_at, data)"
                   " VALUES (?, ?, ?, ?, ?)",
                   change.rows.openings));
    TRY(write_facts(connection, change));
    TRY(write_events(connection, change));
    TRY(write_outbox(connection, change));
    TRY(write_answers(connection, change));
    return write_people(connection, change);
}

Result<void, std::string> write_batch(Connection& connection, const engine::Batch& batch) {
    if (std::optional<std::string> problem = problem_with(batch)) {
        return std::unexpected(*std::move(problem));
    }
    for (const ResourceChange& change : batch.resources) {
        TRY(write_change(connection, change));
    }
    return {};
}

}  // namespace standby::store
