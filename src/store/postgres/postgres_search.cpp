// Finding people by what they are called. All stores compare in the same way, here, so that they
// find the same; the rows come page by page.
#include "store/codec/people_match.hpp"
#include "store/postgres/postgres_rows.hpp"
#include "store/postgres/postgres_store.hpp"

namespace standby::store {
namespace {

constexpr std::size_t page_rows = 2'000;

// Looks at the people of a page. True when the search has come to its end.
Result<bool, PgError> look_through(const PgRows& rows, PeopleLook& look) {
    for (std::size_t index = 0; index < rows.size(); ++index) {
        PgRow row(rows, index);
        const auto ticket = row.number<core::Ticket>(0);
        const bool goes_on =
            look.look_at(ticket, row.view(1), row.view(2), row.view(3), row.view(4));
        if (row.is_damaged()) {
            return taken_back("damaged row in people");
        }
        if (!goes_on) {
            return true;
        }
    }
    return rows.size() < page_rows;
}

}  // namespace

Result<engine::PeopleFound, engine::StoreError>
PostgresStore::find_people(core::ResourceNumber resource, const engine::PeopleSearch& search) {
    engine::PeopleFound found;
    TRY(database_->browse(
        [&](PgConnection& connection, Deadline deadline) -> Result<void, PgError> {
            PeopleLook look(search);
            bool is_over = false;
            while (!is_over) {
                const PgRows rows = TRY(connection.run(
                    statement("SELECT entry, name, email, phone, user_id FROM people"
                              " WHERE shard_id = $1 AND resource = $2 AND entry > $3"
                              " ORDER BY entry LIMIT $4",
                              database_->shard_of(resource), resource, look.last(), page_rows),
                    deadline));
                is_over = TRY(look_through(rows, look));
            }
            found = look.found();
            return {};
        }));
    return found;
}

}  // namespace standby::store
