// The `rules` of a resource as a caller writes them. One field per rule of core::for_each_rule, so
// a new rule of a known type needs no change here.
#pragma once

#include "core/rules/rules.hpp"
#include "http/json/fields.hpp"

namespace standby::http {

// Reads every rule that is given into the patch. Null takes `quiet_hours`, `payment` and `draw_at`
// away; for the others it means "not given".
void read_rules(FieldReader& reader, core::RulesPatch& patch);

}  // namespace standby::http
