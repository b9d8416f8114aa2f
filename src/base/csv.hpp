// CSV as RFC 4180 has it, read leniently about line ends and a byte order mark, written so that a
// spreadsheet takes no field for a formula.
#pragma once

#include "base/result.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby {

struct CsvRecord {
    std::size_t line = 0;  // on which it begins, from 1
    std::vector<std::string> fields;
};

struct CsvError {
    std::size_t line = 0;
    std::string message;
};

class CsvReader {
public:
    // The text must outlive the reader.
    explicit CsvReader(std::string_view text, char separator = ',');

    // The next record; empty lines are passed over. Nothing at the end. After an error the reader
    // is of no further use.
    Result<std::optional<CsvRecord>, CsvError> next();

private:
    Result<std::string, CsvError> quoted_field();
    std::string plain_field();

    std::string_view rest_;
    char separator_;
    std::size_t line_ = 1;
};

// What stands between the fields: the sign of `,;\t|` that cuts the first lines into the most
// fields, as many on each line. A comma where none does. Spreadsheets write the one of their
// country.
char separator_of(std::string_view text);

// The field in quotes where it needs them. What begins like a formula gets a ' in front, and so
// does what begins like a formula that has one already.
std::string csv_field(std::string_view text, char separator = ',');
// In quotes where it needs them, and otherwise as it is.
std::string csv_quoted(std::string_view text, char separator = ',');
// A text with that ' where it needs one, and otherwise as it is.
std::string with_guard(std::string_view text);
// The same undone: a ' in front of such a text goes.
std::string_view without_guard(std::string_view text);

// Fields with separators between them and a line end.
std::string csv_line(const std::vector<std::string>& fields, char separator = ',');

}  // namespace standby
