// A plus is a space here, unlike in the rest of a URL.
#include "base/form.hpp"

#include "base/text.hpp"

#include <algorithm>

namespace standby {
namespace {

std::optional<std::string> decode_part(std::string_view text) {
    std::string spaced(text);
    std::ranges::replace(spaced, '+', ' ');
    return percent_decode(spaced);
}

}  // namespace

std::optional<FormFields> decode_form(std::string_view text, std::size_t fields_max) {
    FormFields fields;
    while (!text.empty()) {
        const std::string_view field = text.substr(0, text.find('&'));
        text.remove_prefix(std::min(text.size(), field.size() + 1));
        if (field.empty()) {
            continue;
        }
        const std::size_t equals = field.find('=');
        auto name = decode_part(field.substr(0, equals));
        auto value = decode_part(equals == std::string_view::npos ? std::string_view{}
                                                                  : field.substr(equals + 1));
        if (!name || !value || fields.size() == fields_max) {
            return std::nullopt;
        }
        fields.emplace_back(*std::move(name), *std::move(value));
    }
    return fields;
}

const std::string* find_field(const FormFields& fields, std::string_view name) {
    const auto found = std::ranges::find(
        fields, name, [](const auto& field) -> const std::string& { return field.first; });
    return found == fields.end() ? nullptr : &found->second;
}

}  // namespace standby
