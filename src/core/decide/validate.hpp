// Checks of values that come from outside. Each returns the first field that makes no sense, by the
// name callers know it under; nothing when all is well.
#pragma once

#include "core/model/refusal.hpp"
#include "core/model/states.hpp"
#include "core/model/wants.hpp"
#include "core/rules/zone_book.hpp"
#include "core/state/names.hpp"

#include <cstdint>
#include <optional>

namespace standby::core {

std::optional<Refusal> check_wants(const Wants& wants, const ZoneBook& zones);
std::optional<Refusal> check_slot(const Slot& slot, Time now);
std::optional<Refusal> check_party_size(std::uint32_t party_size);
std::optional<Refusal> check_tier_and_points(std::uint8_t tier, std::int32_t points);
// Whether the list has room for what the wish is the first to name. Only somebody who brings
// something new is refused, and staff have room where guests no longer do.
std::optional<Refusal> check_new_names(const Wants& wants, const Names& names, const Actor& actor);

}  // namespace standby::core
