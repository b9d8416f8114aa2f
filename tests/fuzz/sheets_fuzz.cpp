// Files that staff edit: any bytes are a sheet or refused in words, a file that nobody changed
// comes back byte for byte, what is written is read again as it was, and a look gives a plan.
#include "base/csv.hpp"
#include "intake/sheet/csv_sheet.hpp"
#include "intake/sheet/merge.hpp"
#include "intake/sheet/reading.hpp"
#include "tests/fuzz/support/check.hpp"
#include "tests/fuzz/support/input.hpp"

#include <string>
#include <vector>

namespace standby::fuzz {
namespace {

using namespace std::chrono_literals;
namespace sheets = intake::sheet;

void check_writing(const std::string& bytes) {
    auto sheet = sheets::CsvSheet::read(bytes);
    const std::size_t rows = sheet->table().rows.size();
    const std::string text = "=1+\"a\",;\nb";
    if (rows > 0) {
        sheet->set(rows - 1, 2, text);
    }
    sheet->set(sheet->append(), 0, text);
    const auto again = sheets::CsvSheet::read(sheet->bytes());
    // One more field may make another sign the likelier separator.
    if (!again || again->table().dialect.separator != sheet->table().dialect.separator) {
        return;
    }
    expect(again->table().rows.size() == rows + 1, "a row more is a row more", bytes);
    expect(without_guard(again->table().rows.back().at(0).text) == text, "a cell is kept", bytes);
}

void check_look(const intake::Table& table) {
    static const Zone zone = Zone::utc();
    static const interchange::OfferedNames offered;
    static constexpr std::string_view secret = "a secret that nobody else knows!";
    const Time now = std::chrono::sys_days{std::chrono::year{2026} / 11 / 2} + 12h;
    const auto read = sheets::read_sheet(
        table, {.zone = &zone, .now = now, .country = "DE", .offered = &offered});
    if (!read) {
        expect(!read.error().empty(), "a refusal says why");
        return;
    }
    const sheets::SheetKey key(std::as_bytes(std::span(secret)), core::ResourceNumber{1});
    const sheets::Plan plan = sheets::merge(read->now, {}, key, {.now = now});
    expect(plan.row_of.size() == read->now.rows.size(), "every row is somebody's or nobody's");
    expect(plan.changes.empty() && plan.leaves.empty(), "nobody who isn't there changes");
    for (const sheets::PlannedJoin& join : plan.joins) {
        expect(read->now.rows[join.row].has_contact(), "whoever joins can be told of an offer");
        expect(!join.since || *join.since <= now, "nobody has waited since tomorrow");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(Input(data, size).text());
    const auto sheet = sheets::CsvSheet::read(bytes);
    if (!sheet) {
        expect(!sheet.error().empty(), "a refusal says why");
        return 0;
    }
    if (sheet->table().dialect.encoding != TextEncoding::Utf16) {
        expect(sheet->bytes() == bytes, "what nobody changed stays", bytes);
    }
    check_writing(bytes);
    check_look(sheet->table());
    (void)sheets::parse_row_id(bytes);
    (void)sheets::decode_seen(std::as_bytes(std::span(bytes)));
    return 0;
}

}  // namespace standby::fuzz
