// Tests of what is kept of a message: its words, and nothing that opens a guest's pages.
#include "notify/voice/kept_words.hpp"

#include <gtest/gtest.h>

namespace standby::notify {
namespace {

using engine::Channel;

constexpr std::string_view token = "AQIAAAABAAAAAGqf0123456789abcdef";

Facts facts_with(std::string_view end) {
    Facts facts;
    facts.status_link = "https://x.test/e/" + std::string(end);
    facts.link = facts.status_link + "/claim";
    facts.unsubscribe_link = "https://x.test/u/" + std::string(end);
    facts.google_link = "https://calendar.google.com/render?details=" + std::string(end);
    return facts;
}

engine::WrittenMessage message_with(const Facts& facts) {
    return {.subject = "A spot",
            .text = "Claim it:\n" + facts.link + "\n\nGoogle: " + facts.google_link +
                    "\nYour place: " + facts.status_link + "\nStop: " + facts.unsubscribe_link +
                    "\n"};
}

TEST(KeptWords, HoldNoLinks) {
    const Facts facts = facts_with(token);
    const auto kept = keep_words(7, Channel::Mail, message_with(facts), facts);
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->message, 7U);
    EXPECT_EQ(kept->subject, "A spot");
    EXPECT_EQ(kept->text.find(token), std::string::npos) << kept->text;
    EXPECT_EQ(kept->text.find("://"), std::string::npos) << kept->text;
}

TEST(KeptWords, AreReadWithTheLinksOfThatDay) {
    const auto kept =
        keep_words(7, Channel::Mail, message_with(facts_with(token)), facts_with(token));
    ASSERT_TRUE(kept);
    const Facts later = facts_with("BQIAAAABAAAAAGqffedcba9876543210");
    EXPECT_EQ(fill_links(kept->text, later), message_with(later).text);
}

TEST(KeptWords, LeaveALineOutWhoseLinkThereIsNoMore) {
    const auto kept =
        keep_words(7, Channel::Mail, message_with(facts_with(token)), facts_with(token));
    ASSERT_TRUE(kept);
    Facts later = facts_with(token);
    later.unsubscribe_link.clear();
    const std::string text = fill_links(kept->text, later);
    EXPECT_EQ(text.find("Stop"), std::string::npos) << text;
    EXPECT_NE(text.find("Your place: https://"), std::string::npos) << text;
}

TEST(KeptWords, AreNotKeptWithWhatIsLeftOfALink) {
    const Facts facts = facts_with(token);
    engine::WrittenMessage written = message_with(facts);
    written.subject = "See " + facts.status_link.substr(0, facts.status_link.size() - 4);
    EXPECT_EQ(keep_words(7, Channel::Mail, written, facts), std::nullopt);
}

}  // namespace
}  // namespace standby::notify
