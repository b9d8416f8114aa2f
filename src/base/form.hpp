// Fields as application/x-www-form-urlencoded writes them: forms of pages and providers, and what
// stands behind the question mark of an address.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby {

using FormFields = std::vector<std::pair<std::string, std::string>>;

// The fields in their order; one without a value has an empty one. Nothing when one does not
// decode, or when there are more than `fields_max`.
std::optional<FormFields> decode_form(std::string_view text, std::size_t fields_max);

// The first field of that name, or null.
const std::string* find_field(const FormFields& fields, std::string_view name);

}  // namespace standby
