// What Google, or whoever stands at the address given for it, answers to a question for the values
// of a tab: a table within the limits of any sheet, or nothing.
#include "intake/sheet/csv_sheet.hpp"
#include "intake/sheet/google_place.hpp"
#include "intake/sheet/sheet_settings.hpp"
#include "tests/fuzz/support/check.hpp"
#include "tests/fuzz/support/input.hpp"

#include <string>

namespace standby::fuzz {

namespace sheets = intake::sheet;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(Input(data, size).text());
    if (const auto rows = sheets::read_google_values(bytes)) {
        expect(rows->size() <= sheets::csv_rows_max, "no more rows than any sheet has");
        std::uint32_t before = 0;
        for (const intake::Row& row : *rows) {
            expect(row.number > before, "rows are counted");
            expect(!row.cells.empty() && !row.cells.back().is_empty(), "blank rows are left out");
            expect(row.cells.size() <= sheets::csv_columns_max, "no more columns either");
            before = row.number;
        }
    }
    if (const auto address = sheets::parse_google_address(bytes)) {
        const std::string again = "gsheet:" + address->id + "#" + std::to_string(address->tab);
        expect(sheets::parse_google_address(again) == address, "an address is kept", bytes);
    }
    const engine::SheetSettings settings = sheets::read_sheet_settings(bytes);
    expect(sheets::read_sheet_settings(sheets::write_sheet_settings(settings)) == settings,
           "settings are kept", bytes);
    return 0;
}

}  // namespace standby::fuzz
