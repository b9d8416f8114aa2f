// The promise of the sandbox, kept by real child processes: this test's own program, started again.
#include "intake/sandbox/sandbox.hpp"

#include "intake/jobs.hpp"
#include "intake/sandbox/reader.hpp"
#include "intake/table/packed_test_support.hpp"
#include "intake/table/table_job.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <vector>

namespace standby::intake {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

// Before the tests' own main: a reader is this program with other arguments.
__attribute__((constructor)) void be_a_reader_when_asked(int count, char** values) {
    const std::vector<std::string_view> arguments(values + (count > 0 ? 1 : 0), values + count);
    if (asks_for_reader(arguments)) {
        ::_exit(run_reader(arguments, reader_jobs()));
    }
}

constexpr ReaderLimits small{.memory_bytes_max = 64 * 1024 * 1024,
                             .time_max = std::chrono::seconds(20)};

ReaderProblem problem_of(std::string_view what, const ReaderLimits& limits = small) {
    Sandbox sandbox;
    const auto answer = sandbox.run("probe", what, "", limits);
    EXPECT_FALSE(answer) << what << " was possible";
    return answer ? ReaderProblem::Unavailable : answer.error().problem;
}

TEST(Sandbox, GivesBackWhatAReaderAnswers) {
    Sandbox sandbox;
    const std::string bytes(1'000'000, 'x');
    const auto answer = sandbox.run("probe", "echo", bytes, small);
    ASSERT_TRUE(answer) << answer.error().words;
    EXPECT_EQ(answer->bytes, bytes);
    EXPECT_FALSE(answer->is_refusal);
    const auto nothing = sandbox.run("probe", "echo", "", small);
    ASSERT_TRUE(nothing);
    EXPECT_EQ(nothing->bytes, "");
}

TEST(Sandbox, EndsAReaderThatTriesMoreThanToRead) {
    for (const char* what : {"open", "connect", "fork", "signal", "write"}) {
        EXPECT_EQ(problem_of(what), ReaderProblem::Forbidden) << what;
    }
}

TEST(Sandbox, SaysWhatBecameOfAReader) {
    EXPECT_EQ(problem_of("crash"), ReaderProblem::Crashed);
    EXPECT_EQ(problem_of("spin", {.memory_bytes_max = small.memory_bytes_max,
                                  .time_max = std::chrono::seconds(1)}),
              ReaderProblem::TooSlow);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    EXPECT_EQ(problem_of("memory"), ReaderProblem::OutOfMemory);
#endif
    Sandbox sandbox;
    const auto long_answer =
        sandbox.run("probe", "echo", std::string(1'000, 'x'),
                    {.time_max = std::chrono::seconds(20), .answer_bytes_max = 999});
    ASSERT_FALSE(long_answer);
    EXPECT_EQ(long_answer.error().problem, ReaderProblem::TooLarge);
    EXPECT_FALSE(sandbox.run("no such job", "", "", small));
}

TEST(Sandbox, ExaminesItself) {
    Sandbox sandbox;
    const auto found = sandbox.examine();
    ASSERT_TRUE(found) << found.error();
    EXPECT_THAT(*found, HasSubstr("can't open files"));
    Sandbox nowhere({.program = "/nonexistent", .readers_max = 1});
    ASSERT_FALSE(nowhere.examine());
}

TEST(TableJob, ReadsTablesApart) {
    Sandbox sandbox;
    const std::string bytes = test::packed(
        test::Xlsx{.rows = R"(<row><c t="str"><v>Name</v></c><c s="1"><v>44197.5</v></c></row>)",
                   .styles = R"(<cellXfs><xf/><xf numFmtId="22"/></cellXfs>)"});
    const auto apart = read_table_apart(sandbox, bytes);
    ASSERT_TRUE(apart) << apart.error().words;
    EXPECT_EQ(*apart, *read_table(bytes));
    EXPECT_THAT(apart->rows, SizeIs(1));
    const auto refused = read_table_apart(sandbox, "%PDF-");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error(), read_table("%PDF-").error());
}

TEST(TableJob, BelievesNoAnswerThatIsNoTableWithinTheLimits) {
    Table table;
    table.rows = {{.number = 1, .cells = {text_cell("abc"), number_cell(1.5)}},
                  {.number = 2, .cells = {time_cell(std::chrono::hours(9))}}};
    const std::string bytes = encode_table(table);
    EXPECT_EQ(decode_table(bytes, {}), table);
    EXPECT_FALSE(decode_table(bytes, {.rows_max = 1}));
    EXPECT_FALSE(decode_table(bytes, {.columns_max = 1}));
    EXPECT_FALSE(decode_table(bytes, {.cell_bytes_max = 2}));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_FALSE(decode_table(bytes.substr(0, size), {}));
    }
    EXPECT_FALSE(decode_table(bytes + 'x', {}));
    Cell far = moment_cell(LocalTime{});
    far.value = 1e300;
    table.rows = {{.number = 1, .cells = {far}}};
    EXPECT_FALSE(decode_table(encode_table(table), {}));
}

}  // namespace
}  // namespace standby::intake
