// From a table to what a look at it says: which column is what, which rows are people, and what
// each cell means. What can't be read keeps its reason in words.
#pragma once

#include "base/result.hpp"
#include "base/zone.hpp"
#include "engine/ports/sheets.hpp"
#include "intake/headings/mapping.hpp"
#include "intake/sheet/row.hpp"
#include "intake/table/table.hpp"
#include "interchange/catalogue/offered_names.hpp"
#include "interchange/wording/language.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace standby::intake::sheet {

// The headings that Standby puts above what it writes.
inline constexpr std::string_view id_heading = "Standby";
inline constexpr std::string_view status_heading = "Standby status";
inline constexpr std::string_view note_heading = "Standby note";
inline constexpr std::string_view place_heading = "Standby place";
inline constexpr std::string_view deadline_heading = "Standby answer by";

struct ReadingContext {
    const Zone* zone = nullptr;  // of the list; never null
    Time now{};
    std::string country;  // of phone numbers without its code, and of dates
    const interchange::OfferedNames* offered = nullptr;               // never null
    ByHand by_hand{};                                                 // over what is recognised
    interchange::Language language = interchange::Language::English;  // of what is said
};

struct ReadSheet {
    SheetNow now;
    std::vector<std::size_t> rows;  // for each row, which one of the table it is
    std::size_t heading_row = 0;
    std::size_t heading_line = 0;                  // what staff know it by
    std::vector<engine::SheetColumn> headings;     // what each column is taken for
    std::vector<std::string> twice;                // headings that a field has twice
    std::size_t width = 0;                         // columns that have a heading
    PerField<std::optional<std::size_t>> columns;  // that can be written
    std::optional<std::size_t> id_column;
    std::optional<std::size_t> status_column;
    std::optional<std::size_t> note_column;
};

// The table's headings, and what each is taken for, as far as anybody can say.
std::vector<engine::SheetColumn> columns_of(const Table& table, const ByHand& by_hand);

// The error is a sentence: there are no headings, or none that say how to reach anybody.
Result<ReadSheet, std::string> read_sheet(const Table& table, const ReadingContext& context);

}  // namespace standby::intake::sheet
