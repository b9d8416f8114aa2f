#include "intake/headings/field.hpp"

#include <array>

namespace standby::intake {
namespace {

constexpr std::array<std::string_view, fields_count> names = {
    "name",       "first_name", "last_name", "phone",  "email",    "service",
    "party_size", "earliest",   "latest",    "staff",  "priority", "joined_at",
    "position",   "state",      "order_id",  "opt_in", "left_at",  "locale",
    "time_zone",  "region",     "user_id",   "tier",   "points",   "consent"};

}  // namespace

std::string_view name_of(Field field) {
    return names[static_cast<std::size_t>(field)];
}

std::optional<Field> parse_field(std::string_view name) {
    for (std::size_t index = 0; index < names.size(); ++index) {
        if (names[index] == name) {
            return static_cast<Field>(index);
        }
    }
    return std::nullopt;
}

}  // namespace standby::intake
