// Finding and erasing people in the database of a cluster, beside the nodes at work: what is known
// of a person stands outside of the resources' history, so no lease is needed for it. Errors are
// sentences for people.
#pragma once

#include "base/result.hpp"
#include "core/model/ids.hpp"
#include "engine/ports/store.hpp"
#include "store/postgres/database.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace standby::store {

// The entries whose e-mail address, phone number or user id is exactly `text`, ascending. E-mail
// addresses are kept as written: their case does not matter here.
Result<std::vector<core::EntryId>, std::string> find_people(PgDatabase& database,
                                                            std::string_view text);

// Takes a person out, in one transaction; engine::Store::erase says what goes. That somebody must
// not be written to is still known, by a keyed hash. What the server keeps of old versions of rows
// goes with its next vacuum; backups and archived logs still hold them. Returns how many people
// were deleted.
Result<std::uint64_t, engine::StoreError> erase_person(PgDatabase& database,
                                                       const engine::Erasure& erasure);

}  // namespace standby::store
