// For tests only: records whose bytes are kept in tests/golden, by name. A value here never changes
// again; a new kind or a new enumerator is added, and `script/golden` writes its bytes at the next
// release. Fields that a value does not name have their defaults, whatever is added later.
#pragma once

#include "core/model/event.hpp"
#include "core/state/rows.hpp"

#include <map>
#include <string>
#include <variant>

namespace standby::core::golden {

using Record = std::variant<Event, ResourceRow, EntryRow, OfferRow, OpeningRow>;

// Every record with every field set, each with every field left out, and one for each enumerator.
std::map<std::string, Record> records();

}  // namespace standby::core::golden
