// Tests of explanations as JSON.
#include "interchange/view/explanation.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::interchange {
namespace {

const Time noon = *parse_time("2026-11-16T12:00:00Z");

ExplainFacts facts() {
    return {.entry = core::entry_id(core::ResourceNumber{7}, 2),
            .state = core::EntryState::Waiting,
            .rank = 2,
            .now = core::Check::None,
            .decisions = {{.event = 4,
                           .at = noon,
                           .move = core::Move::Offer,
                           .offer = core::OfferNumber{1},
                           .opening = core::OpeningNumber{1},
                           .rules_version = 1,
                           .rank = 1,
                           .failed = core::Check::Service},
                          {.event = 6,
                           .at = noon,
                           .move = core::Move::RollOn,
                           .offer = core::OfferNumber{2},
                           .opening = core::OpeningNumber{1},
                           .rules_version = 2,
                           .rank = 1,
                           .standing = engine::Standing::Chosen}}};
}

std::string shown(Viewer viewer, core::Visibility visibility) {
    std::string text;
    JsonWriter writer{text};
    write_explanation(writer, facts(), viewer, visibility);
    return text;
}

TEST(ExplainJson, TellsTheStandingAndEachDecision) {
    EXPECT_EQ(shown(Viewer::Staff, core::Visibility::Hidden),
              R"({"entry_id":"ent_W000002","state":"waiting","rank":2,)"
              R"("now":{"eligible":true,"check":null,"detail":"Eligible, behind 1 other."},)"
              R"("decisions":[{"seq":4,"at":"2026-11-16T12:00:00Z","move":"offer",)"
              R"("offer_id":"off_W000001","opening_id":"opn_W000001","rank":1,)"
              R"("chosen":false,"check":"service","rules_version":1,)"
              R"("detail":"This entry wants another service."},)"
              R"({"seq":6,"at":"2026-11-16T12:00:00Z","move":"roll_on",)"
              R"("offer_id":"off_W000002","opening_id":"opn_W000001","rank":1,)"
              R"("chosen":true,"check":null,"rules_version":2,)"
              R"("detail":"This entry was chosen."}],"partial":false,"kept_since":null})");
}

TEST(ExplainJson, TellsHowLongThereWasToAnswerAndWhy) {
    ExplainFacts told = facts();
    told.decisions[1].window = std::chrono::minutes{6};
    told.decisions[1].people_who_fit = 5;
    const auto text_for = [&](Viewer viewer) {
        std::string text;
        JsonWriter writer{text};
        write_explanation(writer, told, viewer, core::Visibility::Hidden);
        return text;
    };
    EXPECT_NE(text_for(Viewer::Staff)
                  .find("This entry was chosen. The time to answer was 6 minutes: what was left "
                        "until the last moment, shared out among 5 people who fitted."),
              std::string::npos);
    EXPECT_NE(text_for(Viewer::Guest).find("shared out among those who fitted."), std::string::npos)
        << "where ranks are hidden, so is how many there are";
    told.decisions[1].window = std::chrono::minutes{20};
    told.decisions[1].answers_by = core::AnswersBy::Mail;
    EXPECT_NE(
        text_for(Viewer::Staff)
            .find("The time to answer was 20 minutes: what guests usually need who are told by "
                  "e-mail, which is more than each of 5 people who fitted would get of the "
                  "time that was left."),
        std::string::npos);
    told.decisions[1].answers_by = core::AnswersBy::House;
    EXPECT_NE(text_for(Viewer::Guest).find("what guests of this business usually need"),
              std::string::npos);
    told.decisions[1].answers_by = core::AnswersBy::None;
    told.decisions[1].window = std::chrono::hours{24};
    EXPECT_NE(text_for(Viewer::Staff).find("the most there is, however much time is left"),
              std::string::npos);
    told.decisions[1].is_late_yes = true;
    EXPECT_NE(text_for(Viewer::Staff).find("This entry had said yes to this place"),
              std::string::npos);
}

TEST(ExplainJson, NamesToGuestsOnlyWhatTheyWereOffered) {
    for (const Viewer viewer : {Viewer::Guest, Viewer::Anybody}) {
        const std::string text = shown(viewer, core::Visibility::Rank);
        EXPECT_EQ(text.find("off_W000001"), std::string::npos) << text;
        EXPECT_NE(text.find(R"("move":"offer","offer_id":null,"opening_id":null)"),
                  std::string::npos)
            << text;
        EXPECT_NE(text.find(R"("offer_id":"off_W000002","opening_id":"opn_W000001")"),
                  std::string::npos)
            << text;
    }
    EXPECT_NE(shown(Viewer::ReadOnly, core::Visibility::Rank).find("off_W000001"),
              std::string::npos);
}

TEST(ExplainJson, HidesRanksFromGuestsWhereTheRulesDo) {
    const std::string text = shown(Viewer::Guest, core::Visibility::Band);
    EXPECT_EQ(text.find("\"rank\":1"), std::string::npos);
    EXPECT_EQ(text.find("\"rank\":2"), std::string::npos);
    EXPECT_EQ(text.find("behind"), std::string::npos);
    EXPECT_NE(shown(Viewer::Guest, core::Visibility::Rank).find("behind 1 other"),
              std::string::npos);
}

}  // namespace
}  // namespace standby::interchange
