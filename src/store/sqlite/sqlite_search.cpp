// Finding people by what they are called. SQLite knows the case of ASCII letters only, so the rows
// stream by and are compared here.
#include "store/codec/people_match.hpp"
#include "store/sqlite/queries.hpp"
#include "store/sqlite/sqlite_store.hpp"

namespace standby::store {

Result<engine::PeopleFound, engine::StoreError>
SqliteStore::find_people(core::ResourceNumber resource, const engine::PeopleSearch& search) {
    TRY(catch_up(resource));
    engine::PeopleFound found;
    TRY(database_->read([&](Connection& connection) -> Result<void, std::string> {
        Query query = connection.query("SELECT entry, name, email, phone, user_id FROM people"
                                       " WHERE resource = ? AND entry > ? ORDER BY entry");
        query.bind(resource, search.after);
        PeopleLook look(search);
        while (TRY(query.next())) {
            const auto ticket = query.number<core::Ticket>(0);
            if (query.is_damaged()) {
                return damage_in("people");
            }
            if (!look.look_at(ticket, query.view(1), query.view(2), query.view(3), query.view(4))) {
                break;
            }
        }
        found = look.found();
        return {};
    }));
    return found;
}

}  // namespace standby::store
