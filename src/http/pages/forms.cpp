#include "http/pages/forms.hpp"

#include "base/assert.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"

#include <algorithm>

namespace standby::http {
namespace {

bool is_control(char character) {
    const auto value = static_cast<unsigned char>(character);
    return value < 0x20 || value == 0x7f;
}

bool is_visible_ascii(char character) {
    const auto value = static_cast<unsigned char>(character);
    return value > 0x20 && value < 0x7f;
}

Result<std::string, FormError> decode(std::string_view text) {
    std::string decoded;
    decoded.reserve(text.size());
    for (std::size_t index = 0; index < text.size(); ++index) {
        const char character = text[index];
        if (character == '+') {
            decoded += ' ';
        } else if (character == '%') {
            const std::optional<char> byte = escaped_byte(text.substr(index));
            if (!byte) {
                return std::unexpected(FormError::BadEscape);
            }
            decoded += *byte;
            index += 2;
        } else if (!is_visible_ascii(character)) {
            return std::unexpected(FormError::BadEscape);
        } else {
            decoded += character;
        }
    }
    // The forms have single-line fields only, so a line break is no text either.
    if (!is_utf8(decoded) || std::ranges::any_of(decoded, is_control)) {
        return std::unexpected(FormError::BadText);
    }
    return decoded;
}

}  // namespace

std::string_view name_of(FormError error) {
    switch (error) {
    case FormError::TooLarge:
        return "too-large";
    case FormError::BadEscape:
        return "bad-escape";
    case FormError::BadText:
        return "bad-text";
    case FormError::RepeatedField:
        return "repeated-field";
    }
    UNREACHABLE();
}

std::string_view Form::value(std::string_view name) const {
    for (const auto& [field, value] : fields_) {
        if (field == name) {
            return trim(value, " ");
        }
    }
    return {};
}

bool Form::has(std::string_view name) const {
    return std::ranges::any_of(fields_, [name](const auto& field) { return field.first == name; });
}

Result<Form, FormError> parse_form(std::string_view body) {
    if (body.size() > form_bytes_max) {
        return std::unexpected(FormError::TooLarge);
    }
    std::vector<std::pair<std::string, std::string>> fields;
    while (!body.empty()) {
        const std::string_view pair = body.substr(0, body.find('&'));
        body.remove_prefix(std::min(body.size(), pair.size() + 1));
        if (pair.empty()) {
            continue;
        }
        if (fields.size() == form_fields_max) {
            return std::unexpected(FormError::TooLarge);
        }
        const std::size_t equals = std::min(pair.find('='), pair.size());
        std::string name = TRY(decode(pair.substr(0, equals)));
        std::string value = TRY(decode(pair.substr(std::min(equals + 1, pair.size()))));
        const bool is_repeated =
            std::ranges::any_of(fields, [&name](const auto& field) { return field.first == name; });
        if (name.empty() || is_repeated) {
            return std::unexpected(FormError::RepeatedField);
        }
        fields.emplace_back(std::move(name), std::move(value));
    }
    return Form(std::move(fields));
}

bool is_form_content_type(std::string_view content_type) {
    constexpr std::string_view wanted = "application/x-www-form-urlencoded";
    std::string_view type = content_type.substr(0, content_type.find(';'));
    while (type.ends_with(' ') || type.ends_with('\t')) {
        type.remove_suffix(1);
    }
    return std::ranges::equal(type, wanted, [](char left, char right) {
        const bool is_upper = left >= 'A' && left <= 'Z';
        return (is_upper ? static_cast<char>(left - 'A' + 'a') : left) == right;
    });
}

}  // namespace standby::http
