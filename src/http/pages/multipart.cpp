// multipart/form-data (RFC 7578), as far as short fields of text need it: no files, no encodings,
// no headers folded over lines.
#include "base/characters.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "http/pages/forms.hpp"

#include <algorithm>

namespace standby::http {
namespace {

constexpr std::string_view wanted = "multipart/form-data";
constexpr std::size_t boundary_length_max = 70;
constexpr std::string_view line_end = "\r\n";

// The value of a parameter behind the first semicolon, without its quotes.
std::optional<std::string_view> parameter_of(std::string_view header, std::string_view name) {
    std::size_t at = header.find(';');
    while (at != std::string_view::npos) {
        const std::size_t next = header.find(';', at + 1);
        const std::string_view pair = trim(header.substr(at + 1, next - at - 1));
        const std::size_t equals = pair.find('=');
        if (equals != std::string_view::npos &&
            equals_ignoring_case(trim(pair.substr(0, equals)), name)) {
            std::string_view value = trim(pair.substr(equals + 1));
            if (value.size() >= 2 && value.starts_with('"') && value.ends_with('"')) {
                value = value.substr(1, value.size() - 2);
            }
            return value;
        }
        at = next;
    }
    return std::nullopt;
}

// The name of the field that a part's headers tell; nothing for a file or for no field at all.
std::optional<std::string_view> field_name(std::string_view headers) {
    while (!headers.empty()) {
        const std::string_view line = headers.substr(0, headers.find(line_end));
        headers.remove_prefix(std::min(headers.size(), line.size() + line_end.size()));
        const std::size_t colon = line.find(':');
        const bool is_disposition =
            colon != std::string_view::npos &&
            equals_ignoring_case(line.substr(0, colon), "content-disposition");
        if (is_disposition) {
            return parameter_of(line, "filename") ? std::nullopt : parameter_of(line, "name");
        }
    }
    return std::nullopt;
}

bool is_text(std::string_view value) {
    return is_utf8(value) && !has_control_characters(value);
}

}  // namespace

bool is_multipart_form(std::string_view content_type) {
    return equals_ignoring_case(trim(content_type.substr(0, content_type.find(';'))), wanted);
}

std::optional<Form> parse_multipart_form(std::string_view content_type, std::string_view body) {
    const auto boundary = parameter_of(content_type, "boundary");
    if (body.size() > form_bytes_max || !boundary || boundary->empty() ||
        boundary->size() > boundary_length_max) {
        return std::nullopt;
    }
    const std::string first = "--" + std::string(*boundary);
    const std::string next = "\r\n" + first;
    if (!body.starts_with(first)) {
        return std::nullopt;
    }
    body.remove_prefix(first.size());
    FormFields fields;
    while (body.starts_with(line_end)) {
        body.remove_prefix(line_end.size());
        const std::size_t end = body.find(next);
        const std::string_view part = body.substr(0, end);
        const std::size_t blank = part.find("\r\n\r\n");
        if (end == std::string_view::npos || blank == std::string_view::npos) {
            return std::nullopt;
        }
        const auto name = field_name(part.substr(0, blank));
        const std::string_view value = part.substr(blank + 4);
        if (!name || name->empty() || !is_text(*name) || !is_text(value) ||
            fields.size() == form_fields_max || find_field(fields, *name) != nullptr) {
            return std::nullopt;
        }
        fields.emplace_back(*name, value);
        body.remove_prefix(end + next.size());
    }
    if (!body.starts_with("--")) {
        return std::nullopt;
    }
    return Form(std::move(fields));
}

}  // namespace standby::http
