// What an XLSX file says about itself, before its cells: which part holds which tab, which numbers
// are dates, and the texts that cells share.
#pragma once

#include "intake/table/archive.hpp"
#include "intake/table/number_format.hpp"

#include <string>
#include <vector>

namespace standby::intake {

struct XlsxSheet {
    std::string name;
    std::string part;  // "xl/worksheets/sheet1.xml"; empty: it is no table
    bool is_hidden = false;
};

struct XlsxPackage {
    std::vector<XlsxSheet> sheets;
    Epoch epoch = Epoch::From1900;
    std::vector<NumberFormat> styles;  // by the number that cells name
    std::string shared_texts_part;     // empty: there are none
};

Result<XlsxPackage, TableError> read_xlsx_package(Archive& archive);
Result<std::vector<std::string>, TableError> read_shared_texts(Archive& archive,
                                                               const std::string& part);

// `_x000D_` stands for a character that XML cannot hold, or that it would change.
std::string without_escapes(std::string_view text);

}  // namespace standby::intake
