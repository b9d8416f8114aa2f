// Money, weekly windows, wishes and slots as JSON: the forms that wants_body reads, so what is
// shown can be sent back.
#pragma once

#include "base/json/writer.hpp"
#include "core/model/wants.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace standby::interchange {

void write_money(JsonWriter& writer, std::string_view member,
                 const std::optional<core::Money>& money);
// Windows with the same hours share one item; one longer than a day takes several.
void write_weekly(JsonWriter& writer, std::string_view member,
                  const std::vector<core::WeeklyWindow>& windows);
// Without the guest's time zone and instant yes, as in the bodies.
void write_wants(JsonWriter& writer, std::string_view member, const core::Wants& wants);
// The names in them: service, staff and place, and all of each where there are several.
void write_wished_names(JsonWriter& writer, const core::Wants& wants);
// The terms on which a guest is booked without being asked; null: none.
void write_instant_yes(JsonWriter& writer, std::string_view member,
                       const std::optional<core::InstantYes>& terms);
// The members that describe a slot, inside an object of the caller's.
void write_slot_members(JsonWriter& writer, const core::Slot& slot);

}  // namespace standby::interchange
