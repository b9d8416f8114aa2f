// What staff have in their file stays as it is.
#include "intake/sheet/csv_sheet.hpp"

#include <gtest/gtest.h>

namespace standby::intake::sheet {
namespace {

CsvSheet sheet_of(std::string bytes) {
    auto sheet = CsvSheet::read(std::move(bytes));
    EXPECT_TRUE(sheet) << sheet.error();
    return *std::move(sheet);
}

constexpr std::string_view salon = "Name;\"Mobile\";Note\r\n"
                                   "\r\n"
                                   "Anna;0151 1;\"likes \"\"tea\"\";\r\nand cake\"\r\n"
                                   ";;\r\n"
                                   "Ben;0151 2\r\n";

TEST(CsvSheet, GivesBackEveryByteThatNobodyChanged) {
    for (const std::string_view bytes :
         {salon, std::string_view(""), std::string_view("a"),
          std::string_view("\xEF\xBB\xBF"
                           "a,b\n1,2"),
          std::string_view("sep=;\r\nName;Phone\r\nA;1\r\n"), std::string_view("caf\xE9,b\r\n")}) {
        EXPECT_EQ(sheet_of(std::string(bytes)).bytes(), bytes);
    }
}

TEST(CsvSheet, KnowsRowsByTheirLines) {
    const CsvSheet sheet = sheet_of(std::string(salon));
    ASSERT_EQ(sheet.table().rows.size(), 3U);
    EXPECT_EQ(sheet.table().rows[1].number, 3U);
    EXPECT_EQ(sheet.table().rows[1].at(2).text, "likes \"tea\";\r\nand cake");
    EXPECT_EQ(sheet.table().rows[2].number, 6U);
}

TEST(CsvSheet, WritesOnlyTheCellsThatWereSet) {
    CsvSheet sheet = sheet_of(std::string(salon));
    sheet.set(0, 3, "Standby");
    sheet.set(1, 3, "1\xC2\xB7k3f9");
    sheet.set(2, 1, "+49;151");
    const std::size_t row = sheet.append();
    sheet.set(row, 0, "Cleo");
    EXPECT_EQ(sheet.bytes(), "Name;\"Mobile\";Note;Standby\r\n"
                             "\r\n"
                             "Anna;0151 1;\"likes \"\"tea\"\";\r\nand cake\";1\xC2\xB7k3f9\r\n"
                             ";;\r\n"
                             "Ben;\"'+49;151\"\r\n"
                             "Cleo\r\n");
}

TEST(CsvSheet, GuardsWhatWouldBeTakenForAFormula) {
    CsvSheet sheet = sheet_of("Name,Phone\nAnna,1\n");
    sheet.set(1, 0, "=HYPERLINK(\"http://evil\")");
    sheet.set(1, 1, "+4915112345678");
    EXPECT_EQ(sheet.bytes(), "Name,Phone\n\"'=HYPERLINK(\"\"http://evil\"\")\",'+4915112345678\n");
}

TEST(CsvSheet, TakesARowOutAndClosesAFileWithoutALineEnd) {
    CsvSheet sheet = sheet_of("Name,Phone\nAnna,1\nBen,2");
    sheet.remove(1);
    sheet.set(sheet.append(), 1, "3");
    EXPECT_EQ(sheet.bytes(), "Name,Phone\nBen,2\n,3\n");
}

TEST(CsvSheet, KeepsTheEncodingOfTheFile) {
    CsvSheet sheet = sheet_of("Name,Phone\r\nJ\xFCrgen,1\r\n");
    EXPECT_EQ(sheet.table().rows[1].at(0).text, "J\xC3\xBCrgen");
    sheet.set(1, 1, "2");
    EXPECT_EQ(sheet.bytes(), "Name,Phone\r\nJ\xFCrgen,2\r\n");
}

TEST(CsvSheet, SaysWhereAFileIsBroken) {
    EXPECT_EQ(CsvSheet::read("Name,Phone\nAnna,\"1\n").error(),
              "has a quote on line 2 that is never closed");
    EXPECT_EQ(CsvSheet::read("Name,Phone\nAnna,\"1\"2\n").error(),
              "has text behind a closing quote on line 2");
}

}  // namespace
}  // namespace standby::intake::sheet
