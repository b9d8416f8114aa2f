// Reads application/x-www-form-urlencoded, which is how a page without scripts sends its form.
// Strict and bounded: a browser sends nothing that is refused here.
#pragma once

#include "base/form.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::http {

inline constexpr std::size_t form_bytes_max = 16 * 1024;
inline constexpr std::size_t form_fields_max = 128;

class Form {
public:
    explicit Form(FormFields fields) : fields_(std::move(fields)) {}

    // The decoded value without surrounding spaces; empty when the field is absent, because a
    // browser sends fields that were left blank.
    [[nodiscard]] std::string_view value(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view name) const {
        return find_field(fields_, name) != nullptr;
    }
    // The values of all fields whose names begin like this, in their order.
    [[nodiscard]] std::vector<std::string_view> values_of(std::string_view beginning) const;
    [[nodiscard]] std::vector<std::string_view> names_of(std::string_view beginning) const;
    [[nodiscard]] std::size_t size() const { return fields_.size(); }

private:
    FormFields fields_;
};

// Nothing when there are more bytes or fields than allowed, a byte that has no place in a form,
// what is not UTF-8 or has control characters, or a field twice or without a name.
std::optional<Form> parse_form(std::string_view body);

// The same fields as multipart/form-data, which is the other way in which mail servers unsubscribe
// (RFC 8058). Files are refused.
std::optional<Form> parse_multipart_form(std::string_view content_type, std::string_view body);
[[nodiscard]] bool is_multipart_form(std::string_view content_type);

// Whether a Content-Type names this format; parameters such as a charset of UTF-8 are allowed.
[[nodiscard]] bool is_form_content_type(std::string_view content_type);

}  // namespace standby::http
