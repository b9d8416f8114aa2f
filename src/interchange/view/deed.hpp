// What staff did, as JSON.
#pragma once

#include "base/json/writer.hpp"
#include "engine/history/staff_record.hpp"

#include <string>

namespace standby::interchange {

// "mem_2", "key_3" or "operator"; empty: nobody that is known.
std::string actor_of(const engine::StaffDeed& deed);

// A deed that cannot be read has neither act nor actor.
void write_deed(JsonWriter& writer, const engine::StaffRow& row);

}  // namespace standby::interchange
