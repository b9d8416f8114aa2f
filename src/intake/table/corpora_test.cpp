// Spreadsheets that nobody of us wrote. They don't belong to this project and aren't part of it:
// where they are is said by STANDBY_CORPORA, and without it these tests say that they are missing.
#include "intake/table/read_table.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

namespace standby::intake {
namespace {

namespace files = std::filesystem;

class Corpora : public ::testing::Test {
protected:
    void SetUp() override {
        const char* named = std::getenv("STANDBY_CORPORA");
        // Beside the repository, or where it says.
        folder_ = files::path(named != nullptr ? named : "../shared/corpora") / "sheets";
        if (!files::is_directory(folder_)) {
            GTEST_SKIP() << "there are no spreadsheets of others here: set STANDBY_CORPORA to the "
                            "folder that has them";
        }
    }

    Result<Table, TableError> read(const std::string& name) const {
        std::ifstream file(folder_ / name, std::ios::binary);
        return read_table(std::string(std::istreambuf_iterator<char>(file), {}));
    }
    std::string text(const std::string& name, std::size_t row, std::size_t column) const {
        const auto table = read(name);
        return !table                      ? "refused: " + table.error().words
               : row >= table->rows.size() ? "no such row"
                                           : table->rows[row].at(column).text;
    }
    TableProblem problem(const std::string& name) const {
        const auto table = read(name);
        EXPECT_FALSE(table) << name;
        return table ? TableProblem::Empty : table.error().problem;
    }

    files::path folder_;
};

TEST_F(Corpora, AreReadOrRefusedInWords) {
    // These are damaged, or claim more than they may: the others that end like this are read.
    const std::set<std::string> unreadable = {"issue252.xlsx", "issue_594_dos.ods",
                                              "pass_protected.ods", "pass_protected.xlsx"};
    for (const auto& entry : files::directory_iterator(folder_)) {
        const std::string name = entry.path().filename();
        const std::string ending = entry.path().extension();
        const auto table = read(name);
        if (ending == ".xlsx" || ending == ".xlsm" || ending == ".ods") {
            EXPECT_EQ(table.has_value(), !unreadable.contains(name))
                << name << ": " << (table ? "" : table.error().words);
        } else if (name != "too_small.xls") {  // it is a line of text
            ASSERT_FALSE(table) << name;
            EXPECT_TRUE(table.error().words.ends_with(".xlsx") ||
                        table.error().problem == TableProblem::Encrypted)
                << name << ": " << table.error().words;
        }
    }
}

TEST_F(Corpora, HaveTheDatesThatTheyShow) {
    for (const char* name : {"date.xlsx", "date_1904.xlsx", "date_iso.xlsx", "date.ods"}) {
        EXPECT_EQ(text(name, 0, 0), "2021-01-01") << name;
    }
    EXPECT_EQ(text("date_iso.xlsx", 1, 0), "2021-01-01 10:10:10");
    EXPECT_EQ(text("date.ods", 1, 0), "2021-01-01 10:10:10");
    EXPECT_EQ(text("date.xlsx", 2, 0), "255:10:10");
    EXPECT_EQ(text("date_iso.xlsx", 2, 0), "10:10:10");
    EXPECT_EQ(text("date.ods", 3, 0), "10:10:10.123");
    for (std::size_t row = 0; row < 4; ++row) {
        EXPECT_EQ(text("date_quoted_format.xlsx", row, 0), "2021-01-01");
    }
}

TEST_F(Corpora, HaveTheirTexts) {
    EXPECT_EQ(text("has_x000D_.xlsx", 0, 0), "ABC\r\nDEF");
    EXPECT_EQ(text("encoded_entities.xlsx", 0, 0), "&");
    EXPECT_EQ(text("inlineStr_cdata.xlsx", 0, 0), "Hello CDATA");
    EXPECT_EQ(text("rph.xlsx", 0, 0),
              "\xE8\xAA\xB2\xE3\x81\x8D\xE3\x81\x8F\xE3\x80\x80\xE6\xAF\x9B\xE3\x81\x93");
    EXPECT_EQ(text("nonstandard-xml-ns-prefix.xlsx", 0, 1), "b");
    EXPECT_EQ(text("with-annotation.ods", 0, 0), "cell a.1");
    EXPECT_EQ(text("special_cells.ods", 0, 0), "Split\nLine");
    EXPECT_EQ(text("issue_530.xlsx", 0, 0).substr(0, 7) == "refused", false);
}

TEST_F(Corpora, CostNoMoreThanTheyMay) {
    EXPECT_EQ(problem("issue_594_dos.ods"), TableProblem::TooLarge);
    EXPECT_EQ(read("number_rows_repeated.ods")->rows.size(), 5U);
    EXPECT_EQ(problem("pass_protected.xlsx"), TableProblem::Encrypted);
    EXPECT_EQ(problem("pass_protected.xlsb"), TableProblem::Encrypted);
    EXPECT_EQ(problem("pass_protected.ods"), TableProblem::Encrypted);
}

}  // namespace
}  // namespace standby::intake
