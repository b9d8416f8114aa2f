// Tests of the page on which a draw is checked: what it tells when, and what its script gets.
#include "http/pages/guest_page_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::http {
namespace {

using testing::HasSubstr;
using testing::Not;

VerifyPage pending_draw() {
    VerifyPage page;
    page.frame.path = "/verify/res_1";
    page.resource_id = "res_1";
    page.resource_name = "Secret Gig";
    page.draw_at = noon;
    page.commitment = std::string(64, 'c');
    page.zone = berlin;
    return page;
}

VerifyPage past_draw() {
    VerifyPage page = pending_draw();
    page.is_drawn = true;
    page.seed = std::string(64, '7');
    page.words = "Winter in Berlin";
    return page;
}

TEST(VerifyPage, TellsWhatTheServerIsBoundToBeforeTheDraw) {
    const std::string page = verify_page(pending_draw());
    EXPECT_THAT(page, HasSubstr("The draw is on Saturday 21 November 2026 at 1:00 pm."));
    EXPECT_THAT(page, HasSubstr(std::string(64, 'c')));
    EXPECT_THAT(page, Not(HasSubstr("data-draw=")));
    EXPECT_THAT(page, HasSubstr("href=\"/v1/resources/res_1/draw\""));
}

TEST(VerifyPage, GivesItsScriptAllThatItSays) {
    const std::string page = verify_page(past_draw());
    EXPECT_THAT(page, HasSubstr("The draw was on"));
    EXPECT_THAT(page, HasSubstr("data-draw=\"/v1/resources/res_1/draw\""));
    EXPECT_THAT(page, HasSubstr(std::string(64, '7')));
    EXPECT_THAT(page, HasSubstr("Winter in Berlin"));
    EXPECT_THAT(page, HasSubstr("your browser worked out all {0} lots again."));
    EXPECT_THAT(page, HasSubstr("place {2} of {3}"));
    EXPECT_THAT(page, HasSubstr("<form data-draw-form hidden>"));
}

TEST(VerifyPage, EscapesWordsAndNames) {
    VerifyPage drawn = past_draw();
    drawn.words = payload;
    drawn.resource_name = payload;
    EXPECT_THAT(verify_page(drawn), Not(HasSubstr("<script>alert")));
}

TEST(VerifyPage, SpeaksEveryLanguage) {
    for (const auto& [language, title] : {std::pair{Language::German, "Verlosung nachprüfen"},
                                          {Language::French, "Vérifier le tirage"},
                                          {Language::Spanish, "Comprobar el sorteo"}}) {
        VerifyPage drawn = past_draw();
        drawn.frame.language = language;
        EXPECT_THAT(verify_page(drawn), HasSubstr(title));
    }
}

TEST(VerifyPage, IsLinkedFromTheOtherPagesOfALottery) {
    JoinPage form = join_form();
    form.rules = {"a draw"};
    EXPECT_THAT(join_page(form), Not(HasSubstr("/verify/res_1")));
    form.is_lottery = true;
    EXPECT_THAT(join_page(form), HasSubstr("<a href=\"/verify/res_1\">Check the draw</a>"));
    form.frame.is_framed = true;
    EXPECT_THAT(join_page(form), HasSubstr("target=\"_blank\" rel=\"noopener\" href=\"/verify/"));
    EntryPage entry = waiting_entry();
    entry.is_lottery = true;
    EXPECT_THAT(entry_page(entry), HasSubstr("/verify/res_1"));
}

}  // namespace
}  // namespace standby::http
