// What goes with a change of a resource: people, events, messages and answers.
#include "store/postgres/commit_guard.hpp"
#include "store/postgres/shard_writer.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <string>

namespace standby::store {
namespace {

using engine::Person;
using engine::ResourceChange;
using Integers = std::vector<std::int64_t>;
using OptionalIntegers = std::vector<std::optional<std::int64_t>>;
using Blobs = std::vector<PgParams::Blob>;  // of the batch's own bytes

struct PeopleColumns {
    Integers resources;
    Integers entries;
    std::vector<const Person*> people;

    void give(PgParams& params) const {
        params.add_integers(resources).add_integers(entries);
        for (const auto field :
             {&Person::name, &Person::email, &Person::phone, &Person::user_id, &Person::time_zone,
              &Person::locale, &Person::consent_text, &Person::consent_source}) {
            std::vector<std::string_view> texts;
            std::ranges::transform(
                people, std::back_inserter(texts),
                [&](const Person* person) -> std::string_view { return person->*field; });
            params.add_texts(texts);
        }
        OptionalIntegers consent_at;
        std::ranges::transform(people, std::back_inserter(consent_at), [](const Person* person) {
            return column_value(person->consent_at);
        });
        params.add_integers(consent_at);
        std::vector<std::string_view> pending;
        std::ranges::transform(
            people, std::back_inserter(pending),
            [](const Person* person) -> std::string_view { return person->pending_email; });
        params.add_texts(pending);
        std::vector<std::string_view> former;
        std::ranges::transform(
            people, std::back_inserter(former),
            [](const Person* person) -> std::string_view { return person->former_contact; });
        params.add_texts(former);
    }
};

}  // namespace

void ShardWriter::write_people() {
    PeopleColumns fresh;
    PeopleColumns known;
    for (const ResourceChange* change : changes_) {
        std::map<core::Ticket, const Person*> last;
        for (const engine::PersonChange& row : change->people) {
            last[row.entry] = &row.person;
        }
        auto entry = change->rows.entries.begin();
        for (const auto& [number, person] : last) {
            while (entry != change->rows.entries.end() && entry->number < number) {
                ++entry;
            }
            const bool is_new = entry != change->rows.entries.end() && entry->number == number &&
                                entry->is_new && refuses_known_rows();
            PeopleColumns& columns = is_new ? fresh : known;
            columns.resources.push_back(change->resource.value());
            columns.entries.push_back(number);
            columns.people.push_back(person);
        }
    }
    const std::string insert =
        "INSERT INTO people (shard_id, resource, entry, name, email, phone, user_id,"
        " time_zone, locale, consent_text, consent_source, consent_at, pending_email,"
        " former_contact)"
        " SELECT $1, given.* FROM unnest($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,"
        " $14) AS given";
    if (!fresh.people.empty()) {
        fresh.give(add(insert));
    }
    if (!known.people.empty()) {
        known.give(add(insert + " ON CONFLICT (shard_id, resource, entry) DO UPDATE SET"
                                " name = excluded.name, email = excluded.email,"
                                " phone = excluded.phone, user_id = excluded.user_id,"
                                " time_zone = excluded.time_zone, locale = excluded.locale,"
                                " consent_text = excluded.consent_text,"
                                " consent_source = excluded.consent_source,"
                                " consent_at = excluded.consent_at,"
                                " pending_email = excluded.pending_email,"
                                " former_contact = excluded.former_contact"));
    }
}

void ShardWriter::write_events() {
    Integers resources;
    Integers numbers;
    Integers times;
    Blobs data;
    Blobs links;
    for (const ResourceChange* change : changes_) {
        for (const engine::EventRow& event : change->events) {
            resources.push_back(change->resource.value());
            numbers.push_back(column_value(event.number));
            times.push_back(column_value(event.at));
            data.push_back(event.data);
            links.push_back(column_value(event.link));
        }
    }
    if (!numbers.empty()) {
        add(events_sql())
            .add_integers(resources)
            .add_integers(numbers)
            .add_integers(times)
            .add_blobs(data)
            .add_blobs(links);
    }
}

// Numbered on from the shard's last message, which this transaction has counted on already.
void ShardWriter::write_outbox() {
    Integers resources;
    Integers columns[7];
    for (const ResourceChange* change : changes_) {
        for (const engine::OutboxRow& row : change->outbox) {
            resources.push_back(change->resource.value());
            const auto state =
                row.stays_here ? engine::OutboxState::Done : engine::OutboxState::Pending;
            const std::int64_t values[] = {column_value(row.event),
                                           static_cast<std::int64_t>(row.kind),
                                           row.entry,
                                           row.offer.value(),
                                           row.opening.value(),
                                           column_value(row.due_at),
                                           static_cast<std::int64_t>(state)};
            for (std::size_t column = 0; column < std::size(columns); ++column) {
                columns[column].push_back(values[column]);
            }
        }
    }
    if (resources.empty()) {
        return;
    }
    PgParams& params =
        add("INSERT INTO outbox (shard_id, id, resource, event, kind, entry, offer, opening,"
            " due_at, state, attempts, note) SELECT $1,"
            " (shard.last_message - cardinality($3) + given.turn) * $2 + $1, given.resource,"
            " given.event, given.kind, given.entry, given.offer, given.opening, given.due_at,"
            " given.state, 0, CASE WHEN given.state = 0 THEN '' ELSE 'local' END"
            " FROM shard, unnest($3, $4, $5, $6, $7, $8, $9, $10) WITH ORDINALITY AS given"
            " (resource, event, kind, entry, offer, opening, due_at, state, turn)"
            " WHERE shard.shard_id = $1");
    params.add(shards_).add_integers(resources);
    for (const Integers& column : columns) {
        params.add_integers(column);
    }
}

void ShardWriter::write_answers() {
    Integers resources;
    Integers columns[6];
    Blobs bodies;
    for (const ResourceChange* change : changes_) {
        for (const engine::AnswerRow& row : change->answers) {
            resources.push_back(change->resource.value());
            const std::int64_t values[] = {
                column_value(row.number),  column_value(row.key.high),
                column_value(row.key.low), column_value(row.request_digest),
                column_value(row.made_at), row.status};
            for (std::size_t column = 0; column < std::size(columns); ++column) {
                columns[column].push_back(values[column]);
            }
            bodies.push_back(std::as_bytes(std::span(row.body)));
        }
    }
    if (resources.empty()) {
        return;
    }
    PgParams& params = add("INSERT INTO answers (shard_id, resource, number, key_high, key_low,"
                           " digest, made_at, status, body) SELECT $1, given.*"
                           " FROM unnest($2, $3, $4, $5, $6, $7, $8, $9) AS given");
    params.add_integers(resources);
    for (const Integers& column : columns) {
        params.add_integers(column);
    }
    params.add_blobs(bodies);
}

}  // namespace standby::store
