// What is stored about a person, as JSON for that person: a copy of the data, not a part of the API
// that programs decide by.
#pragma once

#include "base/json/writer.hpp"
#include "engine/history/person_record.hpp"

namespace standby::interchange {

void write_person_record(JsonWriter& writer, const engine::PersonRecord& record);

}  // namespace standby::interchange
