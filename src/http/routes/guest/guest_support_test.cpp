// Tests of the small steps between the API's answers and the guests' pages.
#include "http/routes/guest/guest_support.hpp"

#include "http/api/problem.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::http {
namespace {

using testing::Contains;
using testing::Pair;

TEST(GuestSupport, FindsTheSpellingThatIsKnown) {
    EXPECT_EQ(known_spelling("hairCUT", {"Colour", "Haircut"}), "Haircut");
    EXPECT_EQ(known_spelling("Shave", {"Colour"}), "Shave");
    EXPECT_EQ(known_spelling("", {"Colour"}), "");
}

TEST(GuestSupport, PutsEachErrorAtItsField) {
    const FieldTexts texts =
        form_errors({{"wants.latest", "must not be before earliest"}, {"wants.latest", "second"}},
                    Language::English);
    EXPECT_THAT(texts, Contains(Pair("latest", "The last day can't be before the first.")));
    EXPECT_THAT(texts, Contains(Pair("", "Please check the marked fields.")));
    EXPECT_EQ(texts.size(), 2U);
    EXPECT_TRUE(form_errors({}, Language::English).empty());
}

TEST(GuestSupport, TellsBusyFromRefused) {
    EXPECT_EQ(notice_of(problem(ProblemType::Overloaded)).kind, Notice::Kind::Busy);
    EXPECT_EQ(notice_of(problem(ProblemType::TooManyRequests)).kind, Notice::Kind::Busy);
    EXPECT_EQ(notice_of(problem(ProblemType::NotFound)).kind, Notice::Kind::Refused);
}

TEST(GuestSupport, PutsEveryNoticeIntoWords) {
    for (const Language language : interchange::languages) {
        for (const auto kind : {Notice::Kind::Busy, Notice::Kind::Refused, Notice::Kind::Changed,
                                Notice::Kind::Left, Notice::Kind::Stopped, Notice::Kind::Started}) {
            EXPECT_NE(notice_text({.kind = kind}, language), "");
        }
        EXPECT_EQ(notice_text({}, language), "");
    }
    EXPECT_EQ(notice_text({.kind = Notice::Kind::Refused, .code = core::RefusalCode::OfferExpired},
                          Language::German),
              "Die Zeit für dieses Angebot ist abgelaufen.");
}

}  // namespace
}  // namespace standby::http
