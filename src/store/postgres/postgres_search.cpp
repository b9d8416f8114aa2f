// Finding people by what they are called. All stores compare in the same way, here, so that they
// find the same; the rows come page by page.
#include "store/codec/people_match.hpp"
#include "store/postgres/postgres_rows.hpp"
#include "store/postgres/postgres_store.hpp"

#include <algorithm>

namespace standby::store {
namespace {

constexpr std::size_t page_rows = 2'000;

// Compares the people of a page. True when the search has come to its end.
Result<bool, PgError> look_through(const PgRows& rows, const engine::PeopleSearch& search,
                                   PeopleMatcher& matcher, core::Ticket& last,
                                   engine::PeopleFound& found) {
    for (std::size_t index = 0; index < rows.size(); ++index) {
        if (found.looked_at == search.looked_at_max || found.tickets.size() == search.limit) {
            found.next = last;
            return true;
        }
        PgRow row(rows, index);
        ++found.looked_at;
        last = row.number<core::Ticket>(0);
        if (matcher.matches(row.view(1), row.view(2), row.view(3), row.view(4))) {
            found.tickets.push_back(last);
        }
        if (row.is_damaged()) {
            return taken_back("damaged row in people");
        }
    }
    return rows.size() < page_rows;
}

}  // namespace

Result<engine::PeopleFound, engine::StoreError>
PostgresStore::find_people(core::ResourceNumber resource, const engine::PeopleSearch& search) {
    engine::PeopleFound found;
    TRY(database_->browse([&](PgConnection& connection,
                              Deadline deadline) -> Result<void, PgError> {
        found = {};
        PeopleMatcher matcher(search.text);
        core::Ticket last = search.after;
        while (true) {
            const PgRows rows = TRY(
                connection.run(statement("SELECT entry, name, email, phone, user_id FROM people"
                                         " WHERE shard_id = $1 AND resource = $2 AND entry > $3"
                                         " ORDER BY entry LIMIT $4",
                                         database_->shard_of(resource), resource, last, page_rows),
                               deadline));
            if (TRY(look_through(rows, search, matcher, last, found))) {
                return {};
            }
        }
    }));
    return found;
}

}  // namespace standby::store
