// Tests of rules compared, and of a change that was tried out.
#include "interchange/view/rules.hpp"

#include "core/decide/decide_test_support.hpp"
#include "interchange/view/preview.hpp"

#include <gtest/gtest.h>

namespace standby::interchange {
namespace {

using core::Rules;
using std::chrono::hours;

std::string differences(const Rules& before, const Rules& after, DrawSeed seed) {
    std::string text;
    JsonWriter writer{text};
    writer.begin_object();
    write_rule_differences(writer, "changes", before, after, seed);
    writer.end_object();
    return text;
}

TEST(RuleDifferences, SameRulesDoNotDiffer) {
    EXPECT_EQ(differences({}, {}, DrawSeed::Hidden), R"({"changes":[]})");
}

TEST(RuleDifferences, ValuesAreWrittenAsInAResource) {
    Rules after;
    after.order = core::Order::Score;
    after.claim_window = hours{2};
    after.max_offers = 5;
    after.quiet_hours = std::nullopt;
    after.urgent = true;
    after.referral = {.points = 1, .cap = 2};
    after.payment = core::euros(5);
    after.draw_at = core::World::start;
    EXPECT_EQ(differences({}, after, DrawSeed::Hidden),
              R"({"changes":[{"rule":"order","from":"fifo","to":"score"},)"
              R"({"rule":"claim_window","from":"10m","to":"2h"},)"
              R"({"rule":"max_offers","from":0,"to":5},)"
              R"({"rule":"quiet_hours","from":{"from":"21:00","to":"08:00"},"to":null},)"
              R"({"rule":"urgent","from":false,"to":true},)"
              R"({"rule":"referral","from":{"points":5,"cap":50},"to":{"points":1,"cap":2}},)"
              R"({"rule":"payment","from":null,"to":{"amount":500,"currency":"EUR"}},)"
              R"({"rule":"draw_at","from":null,"to":"2026-11-16T12:00:00Z"}]})");
}

TEST(RuleDifferences, ASeedStaysSecretUntilTheDraw) {
    Rules before;
    before.draw_seed = "old secret";
    Rules after;
    after.draw_seed = "new secret";
    EXPECT_EQ(differences(before, after, DrawSeed::Hidden),
              R"({"changes":[{"rule":"draw_seed","from":null,"to":null}]})");
    EXPECT_EQ(differences(before, after, DrawSeed::Shown),
              R"({"changes":[{"rule":"draw_seed","from":"old secret","to":"new secret"}]})");
}

TEST(RulesVersion, TheFirstOneChangesNothing) {
    const engine::RulesVersion version{.version = 1,
                                       .at = core::World::start,
                                       .actor = {.kind = core::ActorKind::Staff, .id = 3},
                                       .rules = {}};
    std::string text;
    JsonWriter writer{text};
    const std::vector<std::string> sentences = {"First come, first served."};
    write_rules_version(writer, version, nullptr, DrawSeed::Hidden, sentences);
    EXPECT_TRUE(text.starts_with(
        R"({"version":1,"at":"2026-11-16T12:00:00Z","actor":"staff:3","rules":{"order":)"))
        << text;
    EXPECT_TRUE(text.ends_with(R"("changes":[],"sentences":["First come, first served."]})"))
        << text;
}

TEST(PreviewJson, NamesAreMarks) {
    PreviewFacts facts{.resource = core::ResourceNumber{7},
                       .preview = {.promoted = {{.ticket = 3, .rank_now = 1, .party_size = 2}},
                                   .promoted_count = 1,
                                   .next = {{.ticket = 4, .tier = 1, .points = -5}},
                                   .waiting_after = 9,
                                   .free_after = 2,
                                   .rules_before = {},
                                   .rules_after = {}},
                       .sentences = {"So it is."},
                       .seed = DrawSeed::Hidden};
    std::string text;
    JsonWriter writer{text};
    write_preview(writer, facts);
    const std::string first = core::format_id(core::entry_id(facts.resource, 3));
    const std::string second = core::format_id(core::entry_id(facts.resource, 4));
    EXPECT_EQ(text, R"({"promoted":[{"entry_id":")" + first + "\",\"name\":\x1Aname:" + first +
                        "\x1A,\"rank_now\":1,\"party_size\":2,\"tier\":0,\"points\":0}],"
                        R"("promoted_count":1,"next":[{"entry_id":")" +
                        second + "\",\"name\":\x1Aname:" + second +
                        "\x1A,\"rank_now\":null,\"party_size\":0,\"tier\":1,\"points\":-5}],"
                        R"("waiting_after":9,"free_after":2,"sentences":["So it is."],)"
                        R"("changes":[]})");
}

}  // namespace
}  // namespace standby::interchange
