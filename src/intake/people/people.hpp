// The rows of a table as people who wait: each is one who can join, is passed over for a reason, or
// has something in it that has to be corrected first.
#pragma once

#include "base/time.hpp"
#include "base/zone.hpp"
#include "intake/cells/dates.hpp"
#include "intake/headings/mapping.hpp"
#include "intake/table/table.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake {

// Values in the forms of the API, but for what only the list can check.
struct TablePerson {
    std::uint32_t row = 0;  // as Row::number
    std::string name;
    std::string email;
    std::string phone;  // E.164
    std::string user_id;
    std::string service;
    std::string staff;
    std::string language;
    std::string time_zone;
    std::string consent;  // what they agreed to, in words
    std::uint32_t party_size = 1;
    std::uint8_t tier = 0;
    std::int32_t points = 0;
    std::optional<Time> earliest;
    std::optional<Time> latest;
    std::optional<Time> joined_at;
    std::optional<Time> opted_in_at;
    std::uint64_t position = 0;  // 0: not said
};

struct RowNote {
    std::uint32_t row = 0;
    std::string field;    // as name_of(Field); empty: the row as a whole
    std::string heading;  // as it stands in the table
    std::string words;    // a sentence without its full stop
};

// By what people come to stand in line.
enum class TableOrder : std::uint8_t {
    Chosen,    // by what there is: when they joined, else as the rows stand
    Joined,    // when they joined, as the table says
    Position,  // the place that the table gives them
    Rows,      // as the rows stand
};
std::optional<TableOrder> parse_table_order(std::string_view name);
std::string_view name_of(TableOrder order);

struct PeopleSettings {
    const Zone* zone = nullptr;  // of the list; never null
    std::string region;          // of phone numbers without a country code
    std::string sheet_locale;    // of the sheet itself, where that is known
    Time now{};
    TableOrder order = TableOrder::Chosen;
};

struct TablePeople {
    std::vector<TablePerson> people;  // in the order in which they join
    std::vector<RowNote> problems;
    std::vector<RowNote> passed_over;
    TableOrder order = TableOrder::Rows;
    std::string order_words;  // "Order: when they joined, by the column \"Date\""
};

// The rows behind the headings. The error is a sentence about the mapping as a whole.
Result<TablePeople, std::string> read_people(const Table& table, std::size_t heading_row,
                                             const Mapping& mapping,
                                             const PeopleSettings& settings);

// How dates are read in a column: decided once for all of its rows.
DateOrder date_order_of(const Table& table, std::size_t heading_row, std::size_t column,
                        const PeopleSettings& settings);

}  // namespace standby::intake
