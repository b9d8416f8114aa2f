// What a row says as a whole.
#include "intake/sheet/row.hpp"

#include <algorithm>

namespace standby::intake::sheet {

std::string_view name_of(Field field) {
    constexpr std::array<std::string_view, fields> names{
        "name",     "phone",  "email", "service",  "party_size",
        "earliest", "latest", "staff", "priority", "joined_at"};
    return names[index_of(field)];
}

bool Row::is_blank() const {
    return std::ranges::all_of(all_fields, [&](Field field) { return cells[field].text.empty(); });
}

std::string_view Row::value_of(Field field) const {
    const auto& value = cells[field].value;
    return value ? std::string_view(*value) : std::string_view();
}

bool Row::has_contact() const {
    return std::ranges::any_of(std::array{Field::Email, Field::Phone}, [&](Field field) {
        return cells[field].value && !cells[field].value->empty();
    });
}

}  // namespace standby::intake::sheet
