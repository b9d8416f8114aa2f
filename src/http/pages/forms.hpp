// Reads application/x-www-form-urlencoded, which is how a page without scripts sends its form.
// Strict and bounded: a browser sends nothing that is refused here.
#pragma once

#include "base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::http {

inline constexpr std::size_t form_bytes_max = 16 * 1024;
inline constexpr std::size_t form_fields_max = 64;

enum class FormError : std::uint8_t {
    TooLarge,       // more bytes or more fields than allowed
    BadEscape,      // a % that two hexadecimal digits do not follow, or a byte not allowed bare
    BadText,        // not UTF-8, or with control characters
    RepeatedField,  // a field that appears twice, or has no name
};
std::string_view name_of(FormError error);  // "too-large", …

class Form {
public:
    explicit Form(std::vector<std::pair<std::string, std::string>> fields)
        : fields_(std::move(fields)) {}

    // The decoded value without surrounding spaces; empty when the field is absent, because a
    // browser sends fields that were left blank.
    [[nodiscard]] std::string_view value(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view name) const;
    [[nodiscard]] std::size_t size() const { return fields_.size(); }

private:
    std::vector<std::pair<std::string, std::string>> fields_;
};

Result<Form, FormError> parse_form(std::string_view body);

// The same fields as multipart/form-data, which is the other way in which mail servers unsubscribe
// (RFC 8058). Files are refused as BadText.
Result<Form, FormError> parse_multipart_form(std::string_view content_type, std::string_view body);
[[nodiscard]] bool is_multipart_form(std::string_view content_type);

// Whether a Content-Type names this format; parameters such as a charset of UTF-8 are allowed.
[[nodiscard]] bool is_form_content_type(std::string_view content_type);

}  // namespace standby::http
