#include "store/postgres/commit_guard.hpp"

namespace standby::store {

const char* fence_sql() {
    return "UPDATE shard SET commit_seq = CASE WHEN epoch = $2 AND commit_seq = $3"
           " AND NOT is_halted THEN commit_seq + 1 END,"
           " last_message = last_message + $4, served_at = greatest(served_at, $5)"
           " WHERE shard_id = $1";
}

// The cast of a sentence to a number is what fails, with the sentence as its reason.
const char* resources_sql() {
    return "WITH changed AS (UPDATE resources SET status = given.status,"
           " next_due = given.next_due, last_event = given.last_event,"
           " last_link = given.last_link, data = coalesce(given.data, resources.data),"
           " name = coalesce(given.name, resources.name)"
           " FROM unnest($2, $3, $4, $5, $6, $7, $8, $9) AS given"
           " (number, before, status, next_due, last_event, last_link, data, name)"
           " WHERE resources.shard_id = $1 AND resources.number = given.number"
           " AND resources.last_event = given.before RETURNING 1)"
           " SELECT CASE WHEN count(*) = cardinality($2) THEN 0 ELSE ('of ' || cardinality($2)"
           " || ' resources, those with the last event expected are ' || count(*))::integer END"
           " FROM changed";
}

bool refuses_known_rows() {
    return true;
}

const char* events_sql() {
    return "INSERT INTO events (shard_id, resource, number, at, data, link)"
           " SELECT $1, given.* FROM unnest($2, $3, $4, $5, $6) AS given";
}

}  // namespace standby::store
