// The SQL by which a commit proves that it may be made: that the shard is still ours, that nobody
// has written events meanwhile, and that no event is written twice. Kept apart so that a test can
// build a server without it and show what it is good for (tests/faults/no_commit_guard.cpp).
#pragma once

namespace standby::store {

// The first statement of every fenced commit. A fence that no longer holds makes commit_seq null,
// which its column refuses, so that the transaction ends itself. Parameters: the shard, the epoch,
// the last commit's number, how many messages the commit brings, and its time.
const char* fence_sql();

// The resources of a shard; fails unless each is there with the event that this change follows.
// Parameters: the shard, and arrays of numbers, last events before, statuses, due times, last
// events, links, data (null: as it was) and names (null: as it was).
const char* resources_sql();

// Whether rows that are said to be new are inserted as such, so that one that is there fails.
bool refuses_known_rows();

// New events; one that is there already fails. Parameters: the shard, and arrays of resources,
// numbers, times, data and links.
const char* events_sql();

}  // namespace standby::store
