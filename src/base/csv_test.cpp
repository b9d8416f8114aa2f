// CSV as people's spreadsheets write it, and as they must be given it.
#include "base/csv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace standby {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Fields = std::vector<std::string>;

std::vector<Fields> all_in(std::string_view text) {
    CsvReader reader(text);
    std::vector<Fields> records;
    while (true) {
        auto record = reader.next();
        EXPECT_TRUE(record) << record.error().message;
        if (!record || !*record) {
            return records;
        }
        records.push_back((*record)->fields);
    }
}

CsvError error_in(std::string_view text) {
    CsvReader reader(text);
    while (true) {
        auto record = reader.next();
        if (!record) {
            return record.error();
        }
        if (!*record) {
            ADD_FAILURE() << "no error";
            return {};
        }
    }
}

TEST(CsvReader, ReadsPlainAndQuotedFields) {
    EXPECT_THAT(all_in("a,b\n1,\"x, \"\"y\"\"\nz\"\n"),
                ElementsAre(ElementsAre("a", "b"), ElementsAre("1", "x, \"y\"\nz")));
    EXPECT_THAT(all_in("a,,\n"), ElementsAre(ElementsAre("a", "", "")));
    EXPECT_THAT(all_in("\"\",b"), ElementsAre(ElementsAre("", "b")));
}

TEST(CsvReader, TakesEveryLineEndAndPassesOverTheByteOrderMark) {
    EXPECT_THAT(all_in("\xEF\xBB\xBFname\r\nAda\r\n\"B\"\r\n"),
                ElementsAre(ElementsAre("name"), ElementsAre("Ada"), ElementsAre("B")));
    EXPECT_THAT(all_in("a\nb"), ElementsAre(ElementsAre("a"), ElementsAre("b")));
    EXPECT_THAT(all_in("a\r"), ElementsAre(ElementsAre("a")));
    EXPECT_THAT(all_in("a\n\r"), ElementsAre(ElementsAre("a")));
    EXPECT_THAT(all_in("\n\r\na\n\n\nb\n"), ElementsAre(ElementsAre("a"), ElementsAre("b")));
    EXPECT_THAT(all_in(""), IsEmpty());
}

TEST(CsvReader, TellsTheLineOnWhichARecordBegins) {
    CsvReader reader("head\n\"one\ntwo\"\n\nthree\n");
    EXPECT_EQ((*reader.next())->line, 1u);
    EXPECT_EQ((*reader.next())->line, 2u);
    EXPECT_EQ((*reader.next())->line, 5u);
}

TEST(CsvReader, RefusesQuotesThatDoNotEnd) {
    EXPECT_EQ(error_in("a\n\"b\n").line, 2u);
    EXPECT_EQ(error_in("a\n\"b\"c\n").line, 2u);
}

TEST(CsvField, QuotesOnlyWhatNeedsIt) {
    EXPECT_EQ(csv_field("plain text"), "plain text");
    EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
    EXPECT_EQ(csv_field("say \"hi\""), "\"say \"\"hi\"\"\"");
    EXPECT_EQ(csv_line({"a", "b c"}), "a,b c\r\n");
}

TEST(CsvField, KeepsSpreadsheetsFromSeeingAFormula) {
    EXPECT_EQ(csv_field("=1+1"), "'=1+1");
    EXPECT_EQ(csv_field("+4930123456"), "'+4930123456");
    EXPECT_EQ(csv_field("-2"), "'-2");
    EXPECT_EQ(csv_field("@SUM(A1)"), "'@SUM(A1)");
    EXPECT_EQ(csv_field("=HYPERLINK(\"x\",\"y\")"), "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"");
    EXPECT_EQ(without_guard("'+4930123456"), "+4930123456");
    EXPECT_EQ(without_guard("'tis"), "'tis");
    EXPECT_EQ(without_guard("plain"), "plain");
    // What looks guarded already gets one more, so that reading gives it back.
    EXPECT_EQ(csv_field("'=x"), "''=x");
    EXPECT_EQ(without_guard("''=x"), "'=x");
}

TEST(CsvLine, WritesASingleEmptyFieldAsARecord) {
    EXPECT_THAT(all_in(csv_line({""})), ElementsAre(ElementsAre("")));
}

RC_GTEST_PROP(CsvField, ReadsBackAsItWasWritten, (const std::vector<std::string>& fields)) {
    RC_PRE(!fields.empty());
    std::string text = "first,line\r\n";
    text += csv_line(fields);
    text += "last";
    CsvReader reader(text);
    RC_ASSERT(reader.next().has_value());
    const auto record = reader.next();
    RC_ASSERT(record.has_value());
    RC_ASSERT(record->has_value());
    RC_ASSERT((*record)->fields.size() == fields.size());
    for (std::size_t index = 0; index < fields.size(); ++index) {
        RC_ASSERT(without_guard((*record)->fields[index]) == fields[index]);
    }
}

TEST(Separator, IsTheSignThatCutsEveryLineIntoTheSameNumberOfFields) {
    EXPECT_EQ(separator_of("name,phone\nAda,1\n"), ',');
    EXPECT_EQ(separator_of("name;phone\n\"Lovelace, Ada\";1,5\n"), ';');
    EXPECT_EQ(separator_of("name\tphone\nAda, Lovelace\t1\n"), '\t');
    EXPECT_EQ(separator_of("name|phone\nAda|1\n"), '|');
    EXPECT_EQ(separator_of("name\nLovelace, Ada\n"), ',');
    EXPECT_EQ(separator_of("name;note\nAda;one, two, three\nBen;\n"), ';');
    EXPECT_EQ(separator_of(""), ',');
}

TEST(CsvReader, ReadsWithAnotherSeparator) {
    CsvReader reader("a;\"b;c\";d,e\n", ';');
    const auto record = reader.next();
    ASSERT_TRUE(record && *record);
    EXPECT_THAT((*record)->fields, ElementsAre("a", "b;c", "d,e"));
    EXPECT_EQ(csv_line({"a", "b;c", "=d"}, ';'), "a;\"b;c\";'=d\r\n");
}

}  // namespace
}  // namespace standby
