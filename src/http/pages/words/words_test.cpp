// Tests of the tables of words.
#include "http/pages/words/words.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

using enum Language;

TEST(Words, ChooseTheFormThatANumberNeeds) {
    EXPECT_EQ(words_in(English).join.waiting.with(English, 1), "One person is waiting.");
    EXPECT_EQ(words_in(English).join.waiting.with(English, 1200), "1,200 people are waiting.");
    EXPECT_EQ(words_in(German).join.waiting.with(German, 2), "2 Personen warten.");
    // French counts nought as one, the others as many.
    EXPECT_EQ(words_in(French).join.free.with(French, 0), "0 place est libre en ce moment.");
    EXPECT_EQ(words_in(French).join.free.with(French, 2), "2 places sont libres en ce moment.");
}

TEST(Words, FillInValuesOnlyWhereTheTextHasAPlace) {
    EXPECT_EQ(words_in(English).offer.standing_rank.with(std::string_view{"{0}<b>"}),
              "You're still in line, at number {0}<b>.");
}

// That no language lacks a text is seen to by cmake/words.py; here, that none was left in English.
TEST(Words, AreNotLeftInEnglish) {
    for (const Language language : {German, French, Spanish}) {
        const PageWords& words = words_in(language);
        EXPECT_NE(words.entry.waiting.title.text(), english_page.entry.waiting.title.text());
        EXPECT_NE(words.offer.claim.text(), english_page.offer.claim.text());
        EXPECT_NE(words.join.submit.text(), english_page.join.submit.text());
        EXPECT_NE(words.notices.busy.text(), english_page.notices.busy.text());
        EXPECT_NE(words.unsubscribe.stop.text(), english_page.unsubscribe.stop.text());
        EXPECT_NE(words.messages.dead_link.text.text(),
                  english_page.messages.dead_link.text.text());
    }
}

}  // namespace
}  // namespace standby::http
