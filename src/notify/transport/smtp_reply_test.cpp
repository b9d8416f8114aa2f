// Replies as real servers send them, in any pieces, and what is none.
#include "notify/transport/smtp_reply.hpp"

#include <gtest/gtest.h>

namespace standby::notify {
namespace {

std::vector<SmtpReply> read_all(std::string_view bytes) {
    std::vector<SmtpReply> replies;
    SmtpReplyReader reader;
    EXPECT_TRUE(reader.read(bytes, replies));
    return replies;
}

TEST(SmtpReply, IsReadInPiecesOfAnySize) {
    const std::string_view bytes = "250-one\r\n250 two\r\n354 go on\r\n";
    for (std::size_t size = 1; size <= bytes.size(); ++size) {
        SmtpReplyReader reader;
        std::vector<SmtpReply> replies;
        for (std::size_t begin = 0; begin < bytes.size(); begin += size) {
            ASSERT_TRUE(reader.read(bytes.substr(begin, size), replies));
        }
        ASSERT_EQ(replies.size(), 2U);
        EXPECT_EQ(replies[0].text(), "250 one two");
        EXPECT_EQ(replies[1].code, 354);
    }
}

TEST(SmtpReply, MayHaveNoText) {
    EXPECT_EQ(read_all("250\r\n").at(0).text(), "250");
    EXPECT_EQ(read_all("250 \n").at(0).text(), "250");
}

TEST(SmtpReply, IsKeptAsOneLineWithoutControlCharacters) {
    EXPECT_EQ(read_all("550 no\x1b[31m \xff\r\n").at(0).text(), "550 no?[31m ?");
    EXPECT_LE(read_all("550 " + std::string(4000, 'x') + "\r\n").at(0).text().size(), 1100U);
}

TEST(SmtpReply, RefusesWhatIsNoReply) {
    for (const std::string_view bytes :
         {"HTTP/1.1 400 Bad Request\r\n", "25\r\n", "99 a\r\n", "650 a\r\n", "250_a\r\n",
          "250-a\r\n550 b\r\n", "\r\n", "2x0 a\r\n"}) {
        SmtpReplyReader reader;
        std::vector<SmtpReply> replies;
        EXPECT_FALSE(reader.read(bytes, replies)) << bytes;
    }
}

TEST(SmtpReply, RefusesLinesAndRepliesWithoutEnd) {
    SmtpReplyReader reader;
    std::vector<SmtpReply> replies;
    EXPECT_FALSE(reader.read("250 " + std::string(smtp_reply_line_max, 'x'), replies));
    SmtpReplyReader other;
    std::string endless;
    for (std::size_t line = 0; line <= smtp_reply_lines_max; ++line) {
        endless += "250-x\r\n";
    }
    EXPECT_FALSE(other.read(endless, replies));
}

TEST(SmtpReply, TellsWhatTheServerCan) {
    const SmtpReply reply =
        read_all("250-mx.example\r\n250-pipelining\r\n250-SIZE 1000\r\n250 SMTPUTF8\r\n").at(0);
    EXPECT_EQ(read_smtp_abilities(reply),
              (SmtpAbilities{.pipelining = true, .eight_bit = false, .utf8 = true, .size = true}));
    EXPECT_EQ(read_smtp_abilities(read_all("250 PIPELININGS\r\n").at(0)), SmtpAbilities{});
}

}  // namespace
}  // namespace standby::notify
