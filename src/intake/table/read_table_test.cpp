// What stands in the files of people's spreadsheets, and what is said about files that can't be
// read or would cost too much.
#include "intake/table/read_table.hpp"

#include "intake/table/packed_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::intake {
namespace {

using test::packed;
using test::packed_ods;
using test::Parts;
using test::Xlsx;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::vector<std::string>> texts_of(const Result<Table, TableError>& table) {
    std::vector<std::vector<std::string>> all;
    EXPECT_TRUE(table) << table.error().words;
    for (const Row& row : table ? table->rows : std::vector<Row>()) {
        auto& cells = all.emplace_back();
        for (const Cell& cell : row.cells) {
            cells.push_back(cell.text);
        }
    }
    return all;
}

TableError error_of(const std::string& bytes, const TableLimits& limits = {},
                    const TableChoice& choice = {}) {
    const auto table = read_table(bytes, choice, limits);
    EXPECT_FALSE(table);
    return table ? TableError{} : table.error();
}

TEST(ReadTable, FindsOutHowACsvFileWasWritten) {
    const auto table = read_table("\xEF\xBB\xBFName;Mobil\r\n\r\n\"Meier; Anna\";0171 1\r\n;\r\n");
    EXPECT_THAT(texts_of(table),
                ElementsAre(ElementsAre("Name", "Mobil"), ElementsAre("Meier; Anna", "0171 1")));
    EXPECT_EQ(table->format, TableFormat::Csv);
    EXPECT_EQ(table->dialect.separator, ';');
    EXPECT_TRUE(table->dialect.has_mark);
    EXPECT_EQ(table->rows[1].number, 3U);
    EXPECT_EQ(table->rows[1].at(7).text, "");

    const auto named = read_table("sep=|\nName|Note\nJ\xFCrgen|a,b\n");
    EXPECT_THAT(texts_of(named),
                ElementsAre(ElementsAre("Name", "Note"), ElementsAre("J\xC3\xBCrgen", "a,b")));
    EXPECT_EQ(named->rows[0].number, 2U);
    EXPECT_EQ(named->dialect.encoding, TextEncoding::Windows1252);
}

TEST(ReadTable, WritesCsvAgainAsItWas) {
    for (const std::string bytes :
         {"\xEF\xBB\xBFName;Mobil\r\n\"Meier; Anna\";0171 1\r\n", "a,b\n\"x\ny\",=1\n",
          "sep=;\r\nName;b\r\nJ\xFCrgen;\x80\r\n"}) {
        const auto table = read_table(bytes);
        ASSERT_TRUE(table);
        EXPECT_EQ(write_csv(table->rows, table->dialect), bytes);
    }
}

TEST(ReadTable, TakesLinesAsTheFirstMacintoshEndedThem) {
    EXPECT_THAT(texts_of(read_table("a,b\r1,2\r")),
                ElementsAre(ElementsAre("a", "b"), ElementsAre("1", "2")));
}

TEST(ReadTable, ReadsTextsNumbersAndWhatFormulasGave) {
    const auto table = read_table(packed(
        Xlsx{.rows = R"(<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
<row r="4"><c r="A4"><v>4915112345678</v></c><c r="B4" t="str"><f>1+1</f><v>two</v></c>
<c r="C4" t="inlineStr"><is><r><t>a_x000D_</t></r><r><t>b</t></r></is></c>
<c r="D4" t="b"><v>1</v></c><c r="E4" s="1"><v>171123</v></c></row><row r="5"><c r="A5"/></row>)",
             .shared_texts = "<si><t>Name</t></si><si><r><t>Mo</t></r><r><t>bil</t></r>"
                             "<rPh><t>read aloud</t></rPh></si>",
             .styles = R"(<numFmts><numFmt numFmtId="164" formatCode="00000000"/></numFmts>
<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>)"}));
    EXPECT_THAT(texts_of(table),
                ElementsAre(ElementsAre("Name", "", "Mobil"),
                            ElementsAre("4915112345678", "two", "a\rb", "TRUE", "00171123")));
    EXPECT_EQ(table->rows[1].number, 4U);
    EXPECT_EQ(table->rows[1].at(0).number(), 4915112345678.0);
    EXPECT_EQ(table->sheet, "People");
}

TEST(ReadTable, KnowsDatesByTheFormatOfTheirNumbers) {
    const std::string rows =
        R"(<row><c s="1"><v>44197</v></c><c s="1"><v>44197.5</v></c>
<c s="2"><v>44197.4237268519</v></c>
<c s="3"><v>0.40625</v></c><c s="4"><v>10.6320601851852</v></c><c s="5"><v>44197</v></c>
<c s="6"><v>44197</v></c><c t="d"><v>2021-01-01T10:10:10Z</v></c><c s="1"><v>1</v></c></row>)";
    const std::string styles =
        R"(<numFmts><numFmt numFmtId="164" formatCode="[h]:mm:ss"/>
<numFmt numFmtId="165" formatCode="[Red]&quot;day&quot; 0"/>
<numFmt numFmtId="166" formatCode="dddd\, d&quot;th&quot; mmm"/></numFmts>
<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="20"/>
<xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs>)";
    const auto table = read_table(packed(Xlsx{.rows = rows, .styles = styles}));
    EXPECT_THAT(texts_of(table),
                ElementsAre(ElementsAre("2021-01-01", "2021-01-01 12:00", "2021-01-01 10:10:10",
                                        "09:45", "255:10:10", "44197", "2021-01-01",
                                        "2021-01-01 10:10:10", "1900-01-01")));
    EXPECT_EQ(table->rows[0].at(0).kind, CellKind::Date);
    EXPECT_EQ(table->rows[0].at(2).kind, CellKind::DateTime);
    EXPECT_EQ(table->rows[0].at(3).kind, CellKind::TimeOfDay);
    EXPECT_EQ(table->rows[0].at(5).kind, CellKind::Number);

    const auto from_1904 =
        read_table(packed(Xlsx{.rows = R"(<row><c s="1"><v>42735</v></c></row>)",
                               .styles = styles,
                               .workbook_properties = R"(<workbookPr date1904="1"/>)"}));
    EXPECT_THAT(texts_of(from_1904), ElementsAre(ElementsAre("2021-01-01")));
}

TEST(ReadTable, ReadsTheTabThatWasAskedFor) {
    const std::string bytes = packed(Xlsx{
        .rows = R"(<row><c t="str"><v>first</v></c></row>)",
        .sheets =
            R"(<sheet name="Old" state="hidden" r:id="rId2"/><sheet name="New" r:id="rId1"/>)"});
    const auto shown = read_table(bytes);
    EXPECT_THAT(texts_of(shown), ElementsAre(ElementsAre("first")));
    EXPECT_THAT(shown->sheets, ElementsAre("Old", "New"));
    EXPECT_THAT(texts_of(read_table(bytes, {.sheet = "Old"})), ElementsAre(ElementsAre("second")));
    const TableError none = error_of(bytes, {}, {.sheet = "Next"});
    EXPECT_EQ(none.problem, TableProblem::NoSuchSheet);
    EXPECT_EQ(none.words, R"(the file has no tab "Next"; its tabs are "Old", "New")");
}

TEST(ReadTable, ReadsOdsWithoutWhatStandsBesideTheCells) {
    const auto table = read_table(packed_ods(
        R"(<table:tracked-changes><table:table-cell><text:p>gone</text:p></table:table-cell>
</table:tracked-changes><table:table table:name="People"><table:table-row>
<table:table-cell><office:annotation><text:p>note</text:p></office:annotation><text:p>Na<text:s
 text:c="2"/>me</text:p><text:p>two</text:p></table:table-cell>
<table:table-cell table:number-columns-repeated="2"/>
<table:table-cell office:value-type="float" office:value="171"><text:p>00171</text:p>
</table:table-cell>
<table:table-cell office:value-type="float" office:value="4915112345678"><text:p>4,9E+12</text:p>
</table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="1048000"><table:table-cell
 table:number-columns-repeated="16384"/></table:table-row>
<table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="date"
 office:date-value="2026-10-14"/><table:table-cell office:value-type="time"
 office:time-value="PT09H30M00S"/></table:table-row></table:table>)"));
    EXPECT_THAT(texts_of(table),
                ElementsAre(ElementsAre("Na  me\ntwo", "", "", "00171", "4915112345678"),
                            ElementsAre("2026-10-14", "09:30"),
                            ElementsAre("2026-10-14", "09:30")));
    EXPECT_EQ(table->rows[1].number, 1048002U);
}

TEST(ReadTable, SaysInWhichFormatToSaveWhatItDoesNotRead) {
    const std::string old = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";
    EXPECT_EQ(error_of(old + "x").problem, TableProblem::OldFormat);
    EXPECT_THAT(error_of(old + "x").words, HasSubstr("save it as .xlsx"));
    std::string wide;
    for (const char letter : std::string("EncryptedPackage")) {
        wide += letter;
        wide += '\0';
    }
    EXPECT_EQ(error_of(old + wide).problem, TableProblem::Encrypted);
    EXPECT_EQ(error_of(packed(Parts{{"META-INF/manifest.xml", "<m><encryption-data/></m>"},
                                    {"content.xml", "\x01\x02"}}))
                  .problem,
              TableProblem::Encrypted);
    EXPECT_THAT(error_of(packed(Parts{{"xl/workbook.bin", "x"}})).words,
                HasSubstr(".xlsb): save it as .xlsx"));
    EXPECT_THAT(error_of("%PDF-1.7").words, HasSubstr("PDF"));
    EXPECT_THAT(error_of("<html><table>").words, HasSubstr("web page"));
    EXPECT_EQ(error_of(std::string("\x7F"
                                   "ELF\0\0",
                                   6))
                  .problem,
              TableProblem::NotATable);
    EXPECT_EQ(error_of("").problem, TableProblem::Empty);
    EXPECT_EQ(error_of("PK\x03\x04 torn off").problem, TableProblem::Damaged);
    EXPECT_EQ(error_of(packed(Xlsx{.rows = "<row><c t=\"s\"><v>9</v></c></row>"})).problem,
              TableProblem::Damaged);
    EXPECT_THAT(error_of("a,\"b\n").words, HasSubstr("line 1: a quoted field has no closing"));
}

TEST(ReadTable, StopsAtItsLimitsWhateverTheFileClaims) {
    const auto problem = [](const std::string& bytes, const TableLimits& limits = {}) {
        return error_of(bytes, limits).problem;
    };
    const std::string bomb = packed(Xlsx{.rows = std::string(60 * 1024 * 1024, ' ')});
    EXPECT_LT(bomb.size(), 200'000U);
    EXPECT_THAT(error_of(bomb).words, HasSubstr("more than 50 MB once it is unpacked"));
    const std::string many = R"(<table:table><table:table-row table:number-rows-repeated="200000">
<table:table-cell><text:p>x</text:p></table:table-cell></table:table-row></table:table>)";
    EXPECT_THAT(error_of(packed_ods(many)).words, HasSubstr("more than 100000 rows"));
    const std::string wide = R"(<table:table><table:table-row><table:table-cell
 table:number-columns-repeated="999999999"><text:p>x</text:p></table:table-cell>
</table:table-row></table:table>)";
    EXPECT_THAT(error_of(packed_ods(wide)).words, HasSubstr("more than 500 columns"));
    EXPECT_EQ(problem(packed(Xlsx{.rows = R"(<row><c r="ZZZ1"><v>1</v></c></row>)"})),
              TableProblem::TooLarge);
    // One text of 100 KB, meant a thousand times.
    std::string meant;
    for (int row = 0; row < 1'000; ++row) {
        meant += R"(<row><c t="s"><v>0</v></c></row>)";
    }
    EXPECT_EQ(
        problem(packed(Xlsx{.rows = meant,
                            .shared_texts = "<si><t>" + std::string(100'000, 'x') + "</t></si>"})),
        TableProblem::TooLarge);
    EXPECT_EQ(problem("a\nb\nc\n", {.rows_max = 2}), TableProblem::TooLarge);
    EXPECT_EQ(problem("a,b,c\n", {.columns_max = 2}), TableProblem::TooLarge);
    EXPECT_EQ(problem("abc\n", {.cell_bytes_max = 2}), TableProblem::TooLarge);
    EXPECT_EQ(problem("a\n", {.time_max = std::chrono::seconds(-1)}), TableProblem::TooSlow);
}

TEST(ReadTable, TakesNoTextsThatAFileDefines) {
    const std::string laughs =
        "<!DOCTYPE x [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;\">]><office:x/>";
    EXPECT_EQ(error_of(packed(Parts{{"content.xml", laughs}})).problem, TableProblem::Damaged);
}

TEST(ReadTable, HasAnEmptyTableWithoutRows) {
    EXPECT_THAT(texts_of(read_table(packed(Xlsx{}))), IsEmpty());
    EXPECT_THAT(texts_of(read_table("\n\n")), IsEmpty());
}

}  // namespace
}  // namespace standby::intake
