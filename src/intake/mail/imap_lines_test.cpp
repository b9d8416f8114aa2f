// Answers of mail servers, whole and in pieces, and what no server may do to us.
#include "intake/mail/imap_lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::intake {
namespace {

using interchange::WebProblem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Optional;

std::vector<ImapAnswer> answers_of(std::string_view text, std::size_t piece) {
    ImapLines lines(1000);
    std::vector<ImapAnswer> answers;
    for (std::size_t at = 0; at < text.size(); at += piece) {
        lines.put(text.substr(at, piece));
        for (auto answer = lines.take(); answer && *answer; answer = lines.take()) {
            answers.push_back(**answer);
        }
    }
    return answers;
}

TEST(ImapLines, AreTheSameInPiecesOfAnySize) {
    constexpr std::string_view text = "* 3 EXISTS\r\n* 1 FETCH (UID 9 BODY[] {12}\r\nSubject: a\r\n"
                                      " RFC822.SIZE 12)\r\ns1 OK [READ-WRITE] done\r\n";
    for (const std::size_t piece : {1UZ, 2UZ, 7UZ, text.size()}) {
        const auto answers = answers_of(text, piece);
        ASSERT_EQ(answers.size(), 3U) << piece;
        EXPECT_EQ(imap_number(answers[0], "EXISTS"), 3U);
        const auto fetched = imap_fetched(answers[1]);
        ASSERT_TRUE(fetched);
        EXPECT_EQ(fetched->uid, 9U);
        EXPECT_EQ(fetched->size, 12U);
        EXPECT_EQ(fetched->bytes, "Subject: a\r\n");
        EXPECT_TRUE(imap_status(answers[2], "s1")->is_ok);
        EXPECT_EQ(imap_status(answers[2], "s1")->code, "READ-WRITE");
        EXPECT_FALSE(imap_status(answers[2], "s2"));
    }
}

TEST(ImapLines, RefusesWhatIsTooLarge) {
    ImapLines lines(1000);
    lines.put("* 1 FETCH (BODY[] {1001}\r\n");
    EXPECT_EQ(lines.take().error(), WebProblem::TooLarge);
    ImapLines endless(1000);
    endless.put(std::string(imap_line_bytes_max + 1, 'x'));
    EXPECT_EQ(endless.take().error(), WebProblem::TooLarge);
    ImapLines many(1000);
    for (std::size_t index = 0; index < imap_literals_max; ++index) {
        many.put("{0}\r\n");
    }
    many.put("{0}\r\n");
    EXPECT_EQ(many.take().error(), WebProblem::TooLarge);
}

TEST(ImapAnswers, SayWhatTheySay) {
    EXPECT_EQ(imap_code_number({.line = "* OK [UIDVALIDITY 3857529045] UIDs valid", .literals = {}},
                               "UIDVALIDITY"),
              3857529045U);
    EXPECT_THAT(imap_search({.line = "* SEARCH 12 3 3 (MODSEQ 9)", .literals = {}}),
                Optional(ElementsAre(3, 12)));
    EXPECT_THAT(imap_search({.line = "* SEARCH", .literals = {}}), Optional(ElementsAre()));
    EXPECT_THAT(imap_capabilities({.line = "* CAPABILITY IMAP4rev1 idle", .literals = {}}),
                HasSubstr(" IDLE "));
    EXPECT_THAT(imap_capabilities({.line = "s1 OK [CAPABILITY IDLE] hello", .literals = {}}),
                HasSubstr(" IDLE "));
    EXPECT_EQ(imap_capabilities({.line = "* 3 EXISTS", .literals = {}}), "");
    const auto refused =
        imap_status({.line = "s4 NO [AUTHENTICATIONFAILED] no", .literals = {}}, "s4");
    EXPECT_FALSE(refused->is_ok);
    EXPECT_EQ(refused->code, "AUTHENTICATIONFAILED");
    EXPECT_FALSE(imap_fetched({.line = "* 1 FETCH (FLAGS (\\Seen))", .literals = {}}));
    EXPECT_FALSE(imap_fetched({.line = "* 1 FETCH (UID 4 BODY[] {7})", .literals = {}})->bytes);
}

TEST(ImapTime, IsReadWithItsZone) {
    EXPECT_EQ(imap_time("17-Jul-1996 02:44:25 -0700"), Time{std::chrono::seconds{837596665}});
    EXPECT_EQ(imap_time(" 4-Mar-2026 10:00:00 +0000"), Time{std::chrono::seconds{1772618400}});
    for (const std::string_view wrong :
         {"", "30-Feb-2026 10:00:00 +0000", "4-Mar-2026", "4-Mxr-2026 10:00:00 +0000",
          "4-Mar-2026 25:00:00 +0000"}) {
        EXPECT_EQ(imap_time(wrong), std::nullopt) << wrong;
    }
    EXPECT_EQ(imap_day(Time{std::chrono::seconds{1772618400}}), "4-Mar-2026");
}

TEST(ImapQuoted, LetsNothingOutOfTheQuotes) {
    EXPECT_EQ(imap_quoted("a \"b\\"), R"("a \"b\\")");
    EXPECT_EQ(imap_quoted("a\r\ns2 LOGOUT"), std::nullopt);
}

}  // namespace
}  // namespace standby::intake
