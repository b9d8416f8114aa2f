#include "app/commands/csv.hpp"

#include <algorithm>

namespace standby::app {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool begins_like_a_formula(std::string_view text) {
    constexpr std::string_view signs = "=+-@\t\r";
    return !text.empty() && signs.find(text.front()) != std::string_view::npos;
}

// A formula, or what would be taken for a guarded one when it is read again.
bool needs_guard(std::string_view text) {
    return begins_like_a_formula(text.substr(std::min(text.find_first_not_of('\''), text.size())));
}

}  // namespace

CsvReader::CsvReader(std::string_view text) : rest_(text) {
    if (rest_.starts_with(byte_order_mark)) {
        rest_.remove_prefix(byte_order_mark.size());
    }
}

std::string CsvReader::plain_field() {
    const std::size_t end = std::min(rest_.find_first_of(",\n"), rest_.size());
    std::string field(rest_.substr(0, end));
    rest_.remove_prefix(end);
    if (field.ends_with('\r') && (rest_.empty() || rest_.front() == '\n')) {
        field.pop_back();
    }
    return field;
}

Result<std::string, CsvError> CsvReader::quoted_field() {
    const std::size_t begins = line_;
    rest_.remove_prefix(1);
    std::string field;
    while (true) {
        const std::size_t quote = rest_.find('"');
        if (quote == std::string_view::npos) {
            return std::unexpected(CsvError{begins, "a quoted field has no closing quote"});
        }
        field += rest_.substr(0, quote);
        rest_.remove_prefix(quote + 1);
        if (!rest_.starts_with('"')) {
            break;
        }
        field += '"';
        rest_.remove_prefix(1);
    }
    for (const char letter : field) {
        line_ += letter == '\n' ? 1 : 0;
    }
    if (rest_.starts_with("\r\n") || rest_ == "\r") {
        rest_.remove_prefix(1);
    }
    if (!rest_.empty() && rest_.front() != ',' && rest_.front() != '\n') {
        return std::unexpected(CsvError{line_, "there is text after a closing quote"});
    }
    return field;
}

Result<std::optional<CsvRecord>, CsvError> CsvReader::next() {
    while (rest_.starts_with('\n') || rest_.starts_with("\r\n")) {
        rest_.remove_prefix(rest_.front() == '\r' ? 2 : 1);
        ++line_;
    }
    if (rest_ == "\r") {
        rest_ = {};
    }
    if (rest_.empty()) {
        return std::nullopt;
    }
    CsvRecord record{.line = line_, .fields = {}};
    while (true) {
        record.fields.push_back(rest_.starts_with('"') ? TRY(quoted_field()) : plain_field());
        if (!rest_.starts_with(',')) {
            break;
        }
        rest_.remove_prefix(1);
    }
    if (rest_.starts_with('\n')) {
        rest_.remove_prefix(1);
        ++line_;
    }
    return record;
}

std::string csv_field(std::string_view text) {
    std::string field = needs_guard(text) ? "'" : "";
    field += text;
    if (field.find_first_of(",\"\r\n") == std::string::npos) {
        return field;
    }
    std::string quoted = "\"";
    for (const char letter : field) {
        quoted += letter;
        if (letter == '"') {
            quoted += '"';
        }
    }
    return quoted + '"';
}

std::string_view without_guard(std::string_view text) {
    return text.starts_with('\'') && needs_guard(text) ? text.substr(1) : text;
}

std::string csv_line(const std::vector<std::string>& fields) {
    if (fields.size() == 1 && fields.front().empty()) {
        return "\"\"\r\n";  // without quotes it would be an empty line, which is no record
    }
    std::string line;
    for (std::size_t index = 0; index < fields.size(); ++index) {
        line += index == 0 ? "" : ",";
        line += csv_field(fields[index]);
    }
    return line + "\r\n";
}

}  // namespace standby::app
