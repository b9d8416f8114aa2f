// One reader for each format; read_table() finds out which is meant.
#pragma once

#include "intake/table/allowance.hpp"
#include "intake/table/archive.hpp"

#include <string>

namespace standby::intake {

Result<Table, TableError> read_csv_table(std::string bytes, Allowance& allowance);
Result<Table, TableError> read_xlsx_table(Archive& archive, const TableChoice& choice,
                                          Allowance& allowance);
Result<Table, TableError> read_ods_table(Archive& archive, const TableChoice& choice,
                                         Allowance& allowance);

// The tab that was asked for, of those there are.
TableError no_such_sheet(const std::string& wanted, const std::vector<std::string>& sheets);

}  // namespace standby::intake
