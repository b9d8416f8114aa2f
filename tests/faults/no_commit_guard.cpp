// The store without its guard: a commit no longer proves that it may be made. Linked into
// standby_unfenced only, so that tests can show that they notice what the guard prevents.
#include "store/postgres/commit_guard.hpp"

namespace standby::store {

const char* fence_sql() {
    return "UPDATE shard SET commit_seq = commit_seq + 1,"
           " last_message = last_message + $4, served_at = greatest(served_at, $5)"
           " WHERE shard_id = $1 AND $2 = $2 AND $3 = $3";
}

const char* resources_sql() {
    return "UPDATE resources SET status = given.status, next_due = given.next_due,"
           " last_event = given.last_event, last_link = given.last_link,"
           " data = coalesce(given.data, resources.data),"
           " name = coalesce(given.name, resources.name)"
           " FROM unnest($2, $3, $4, $5, $6, $7, $8, $9) AS given"
           " (number, before, status, next_due, last_event, last_link, data, name)"
           " WHERE resources.shard_id = $1 AND resources.number = given.number";
}

bool refuses_known_rows() {
    return false;
}

const char* events_sql() {
    return "INSERT INTO events (shard_id, resource, number, at, data, link)"
           " SELECT $1, given.* FROM unnest($2, $3, $4, $5, $6) AS given ON CONFLICT DO NOTHING";
}

}  // namespace standby::store
