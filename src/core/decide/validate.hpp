// Checks of values that come from outside. Each returns the first field that makes no sense, by the
// name callers know it under; nothing when all is well.
#pragma once

#include "core/model/refusal.hpp"
#include "core/model/wants.hpp"
#include "core/rules/zone_book.hpp"
#include "core/state/names.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace standby::core {

std::optional<Refusal> check_wants(const Wants& wants, const ZoneBook& zones);
std::optional<Refusal> check_slot(const Slot& slot, Time now);
std::optional<Refusal> check_party_size(std::uint32_t party_size);
std::optional<Refusal> check_tier_and_points(std::uint8_t tier, std::int32_t points);
// Whether the names of one more command fit the table.
std::optional<Refusal> check_room_for_names(const Names& names, std::string_view field);

}  // namespace standby::core
