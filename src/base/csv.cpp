#include "base/csv.hpp"

#include <algorithm>
#include <iterator>

namespace standby {
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

CsvReader::CsvReader(std::string_view text, char separator) : rest_(text), separator_(separator) {
    if (rest_.starts_with(byte_order_mark)) {
        rest_.remove_prefix(byte_order_mark.size());
    }
}

std::string CsvReader::plain_field() {
    const char ends[] = {separator_, '\n'};
    const std::size_t end =
        std::min(rest_.find_first_of(std::string_view(ends, std::size(ends))), rest_.size());
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
    if (!rest_.empty() && rest_.front() != separator_ && rest_.front() != '\n') {
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
        if (!rest_.starts_with(separator_)) {
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

char separator_of(std::string_view text) {
    constexpr std::size_t records_max = 20;
    constexpr std::size_t bytes_max = 64 * 1024;
    char best = ',';
    std::size_t most = 1;
    for (const char separator : {',', ';', '\t', '|'}) {
        CsvReader reader(text.substr(0, bytes_max), separator);
        std::size_t fields = 0;
        for (std::size_t count = 0; count < records_max; ++count) {
            const auto record = reader.next();
            if (!record || !*record) {
                // Text beside quotes: another sign separates. Only where the sample is cut may a
                // quote be open.
                fields = !record && text.size() <= bytes_max ? 0 : fields;
                break;
            }
            const std::size_t here = (*record)->fields.size();
            fields = count == 0 ? here : std::min(fields, here);
        }
        if (fields > most) {
            best = separator;
            most = fields;
        }
    }
    return best;
}

std::string csv_quoted(std::string_view text, char separator) {
    const char special[] = {separator, '"', '\r', '\n'};
    if (text.find_first_of(std::string_view(special, std::size(special))) == text.npos) {
        return std::string(text);
    }
    std::string quoted = "\"";
    for (const char letter : text) {
        quoted += letter;
        if (letter == '"') {
            quoted += '"';
        }
    }
    return quoted + '"';
}

std::string csv_field(std::string_view text, char separator) {
    return csv_quoted(with_guard(text), separator);
}

std::string with_guard(std::string_view text) {
    return (needs_guard(text) ? "'" : "") + std::string(text);
}

std::string_view without_guard(std::string_view text) {
    return text.starts_with('\'') && needs_guard(text) ? text.substr(1) : text;
}

std::string csv_line(const std::vector<std::string>& fields, char separator) {
    if (fields.size() == 1 && fields.front().empty()) {
        return "\"\"\r\n";  // without quotes it would be an empty line, which is no record
    }
    std::string line;
    for (std::size_t index = 0; index < fields.size(); ++index) {
        if (index > 0) {
            line += separator;
        }
        line += csv_field(fields[index], separator);
    }
    return line + "\r\n";
}

}  // namespace standby
