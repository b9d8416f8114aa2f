#include "http/pages/forms.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"

#include <algorithm>

namespace standby::http {
namespace {

// The forms have single-line fields only, so a line break is no text either.
bool is_text(std::string_view text) {
    return is_utf8(text) && std::ranges::none_of(text, [](char one) {
               return static_cast<unsigned char>(one) < 0x20 || one == 0x7f;
           });
}

}  // namespace

std::string_view Form::value(std::string_view name) const {
    const std::string* value = find_field(fields_, name);
    return value == nullptr ? std::string_view{} : trim(*value, " ");
}

std::vector<std::string_view> Form::values_of(std::string_view beginning) const {
    std::vector<std::string_view> values;
    for (const std::string_view name : names_of(beginning)) {
        values.push_back(value(name));
    }
    return values;
}

std::vector<std::string_view> Form::names_of(std::string_view beginning) const {
    std::vector<std::string_view> names;
    for (const auto& [name, text] : fields_) {
        if (name.starts_with(beginning)) {
            names.push_back(name);
        }
    }
    return names;
}

std::optional<Form> parse_form(std::string_view body) {
    const auto is_visible = [](char one) { return one > ' ' && one < 0x7f; };
    if (body.size() > form_bytes_max || !std::ranges::all_of(body, is_visible)) {
        return std::nullopt;
    }
    auto fields = decode_form(body, form_fields_max);
    const bool is_proper = fields && std::ranges::all_of(*fields, [&](const auto& field) {
                               const auto& [name, value] = field;
                               const bool is_first = find_field(*fields, name) == &value;
                               return !name.empty() && is_first && is_text(name) && is_text(value);
                           });
    return is_proper ? std::optional(Form(*std::move(fields))) : std::nullopt;
}

bool is_form_content_type(std::string_view content_type) {
    const std::string_view type = trim(content_type.substr(0, content_type.find(';')), " \t");
    return equals_ignoring_case(type, "application/x-www-form-urlencoded");
}

}  // namespace standby::http
