// Tables of strangers: any bytes are read or refused in words within the limits, and what comes out
// of the reader's process is taken or refused as a whole. The first byte says what the rest is: a
// file, the cells of an XLSX or ODS file, or the answer of a reader.
#include "intake/headings/mapping.hpp"
#include "intake/people/people.hpp"
#include "intake/table/read_table.hpp"
#include "intake/table/table_job.hpp"
#include "tests/fuzz/support/check.hpp"
#include "tests/fuzz/support/input.hpp"

#include <zip.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace standby::fuzz {
namespace {

constexpr intake::TableLimits limits{.rows_max = 200,
                                     .columns_max = 50,
                                     .cells_max = 2'000,
                                     .cell_bytes_max = 2'000,
                                     .unpacked_bytes_max = 256 * 1024};

using Parts = std::vector<std::pair<std::string, std::string>>;

std::string packed(const Parts& parts) {
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* buffer = zip_source_buffer_create(nullptr, 0, 0, &error);
    zip_source_keep(buffer);
    zip_t* archive = zip_open_from_source(buffer, ZIP_CREATE | ZIP_TRUNCATE, &error);
    for (const auto& [name, content] : parts) {
        zip_source_t* source = zip_source_buffer(archive, content.data(), content.size(), 0);
        const auto index = zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8);
        zip_set_file_compression(archive, static_cast<zip_uint64_t>(index), ZIP_CM_STORE, 0);
    }
    zip_close(archive);
    zip_source_open(buffer);
    zip_stat_t stat;
    zip_source_stat(buffer, &stat);
    std::string bytes(stat.size, '\0');
    zip_source_read(buffer, bytes.data(), bytes.size());
    zip_source_close(buffer);
    zip_source_free(buffer);
    return bytes;
}

std::string file_of(char kind, std::string_view text) {
    const std::string content(text);
    switch (kind) {
    case 'x':  // the cells
        return packed({{"xl/workbook.xml", "<workbook><sheets><sheet name=\"a\" id=\"r\"/></sheets>"
                                           "</workbook>"},
                       {"xl/_rels/workbook.xml.rels",
                        "<a><Relationship Id=\"r\" Type=\"/worksheet\" Target=\"s.xml\"/>"
                        "<Relationship Id=\"t\" Type=\"/sharedStrings\" Target=\"t.xml\"/></a>"},
                       {"xl/t.xml", "<sst><si><t>text</t></si></sst>"},
                       {"xl/s.xml", content}});
    case 's':  // how they are shown
        return packed({{"xl/workbook.xml", "<workbook><sheets><sheet name=\"a\" id=\"r\"/></sheets>"
                                           "</workbook>"},
                       {"xl/_rels/workbook.xml.rels",
                        "<a><Relationship Id=\"r\" Type=\"/worksheet\" Target=\"s.xml\"/>"
                        "<Relationship Id=\"t\" Type=\"/styles\" Target=\"t.xml\"/></a>"},
                       {"xl/t.xml", content},
                       {"xl/s.xml", "<a><sheetData><row><c s=\"0\"><v>44197.5</v></c>"
                                    "<c s=\"1\"><v>0.25</v></c></row></sheetData></a>"}});
    case 'o':
        return packed({{"content.xml", content}});
    default:
        return content;
    }
}

void check_table(const intake::Table& table) {
    expect(table.rows.size() <= limits.rows_max, "no more rows than there may be");
    std::uint64_t cells = 0;
    for (const intake::Row& row : table.rows) {
        expect(!row.cells.empty() && !row.cells.back().is_empty(), "no row is empty");
        expect(row.cells.size() <= limits.columns_max, "no more columns than there may be");
        cells += row.cells.size();
        for (const intake::Cell& cell : row.cells) {
            expect(cell.text.size() <= limits.cell_bytes_max + 100, "no cell is too long");
        }
    }
    expect(cells <= limits.cells_max, "no more cells than there may be");
    const auto again = intake::decode_table(intake::encode_table(table), limits);
    expect(again.has_value(), "a table gets through the socket");
}

void check_people(const intake::Table& table) {
    const auto heading_row = intake::find_heading_row(table);
    if (!heading_row) {
        return;
    }
    const Zone zone = Zone::utc();
    const auto found = intake::read_people(
        table, *heading_row, intake::recognise(intake::texts_of(table.rows[*heading_row])),
        {.zone = &zone,
         .region = "DE",
         .sheet_locale = {},
         .now = Time{Duration{1'795'000'000'000}}});
    if (!found) {
        expect(!found.error().empty(), "a refusal has words");
        return;
    }
    for (const intake::TablePerson& person : found->people) {
        expect(!person.phone.empty() || !person.email.empty() || !person.user_id.empty(),
               "everyone can be written to");
        expect(!person.joined_at || *person.joined_at <= Time{Duration{1'795'000'000'000}},
               "nobody joins in the future");
    }
    for (const intake::RowNote& note : found->problems) {
        expect(!note.words.empty() && note.row > 0, "a problem says what and where");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = Input(data, size).text();
    if (text.empty()) {
        return 0;
    }
    if (text.front() == 'd') {
        if (const auto table = intake::decode_table(text.substr(1), limits)) {
            expect(table->rows.size() <= limits.rows_max, "no more rows than there may be");
        }
        return 0;
    }
    const auto table = intake::read_table(file_of(text.front(), text.substr(1)), {}, limits);
    if (!table) {
        expect(!table.error().words.empty(), "a refusal has words");
        return 0;
    }
    check_table(*table);
    check_people(*table);
    return 0;
}

}  // namespace standby::fuzz
