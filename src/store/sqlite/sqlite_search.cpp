// Finding people by what they are called. SQLite knows the case of ASCII letters only, so the rows
// stream by and are compared here.
#include "store/codec/people_match.hpp"
#include "store/sqlite/queries.hpp"
#include "store/sqlite/sqlite_store.hpp"

namespace standby::store {
namespace {

Result<void, std::string> look_through(Query& query, const engine::PeopleSearch& search,
                                       engine::PeopleFound& found) {
    PeopleMatcher matcher(search.text);
    core::Ticket last = search.after;
    while (TRY(query.next())) {
        if (found.looked_at == search.looked_at_max || found.tickets.size() == search.limit) {
            found.next = last;
            return {};
        }
        ++found.looked_at;
        last = query.number<core::Ticket>(0);
        if (query.is_damaged()) {
            return damage_in("people");
        }
        if (matcher.matches(query.view(1), query.view(2), query.view(3), query.view(4))) {
            found.tickets.push_back(last);
        }
    }
    return {};
}

}  // namespace

Result<engine::PeopleFound, engine::StoreError>
SqliteStore::find_people(core::ResourceNumber resource, const engine::PeopleSearch& search) {
    engine::PeopleFound found;
    TRY(database_->read([&](Connection& connection) {
        found = {};
        Query query = connection.query("SELECT entry, name, email, phone, user_id FROM people"
                                       " WHERE resource = ? AND entry > ? ORDER BY entry");
        query.bind(resource, search.after);
        return look_through(query, search, found);
    }));
    return found;
}

}  // namespace standby::store
