// Tests of marks: filled in once, escaped, and null where nothing is known.
#include "interchange/view/placeholders.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace standby::interchange {
namespace {

constexpr core::EntryId mia{(std::uint64_t{1} << 32) | 1};
constexpr core::EntryId noor{(std::uint64_t{1} << 32) | 2};
constexpr core::OfferId offer{(std::uint64_t{1} << 32) | 7};

class Source : public PlaceholderSource {
public:
    std::map<core::EntryId, engine::Person> people;

    const engine::Person* person(core::EntryId entry) const override {
        const auto found = people.find(entry);
        return found == people.end() ? nullptr : &found->second;
    }
    std::string token(core::EntryId entry, std::uint32_t epoch) const override {
        return "gt_" + std::to_string(core::number_of(entry)) + "." + std::to_string(epoch);
    }
    std::string status_url(core::EntryId entry, std::uint32_t epoch) const override {
        return "https://x/e/" + token(entry, epoch);
    }
    std::string group_code(core::EntryId, std::uint32_t) const override { return "gt_group"; }
    std::string claim_url(core::OfferId id, std::uint32_t epoch) const override {
        return "https://x/o/" + std::to_string(core::number_of(id)) + "." + std::to_string(epoch);
    }
};

TEST(Placeholders, AreReplacedByTheirValues) {
    std::string body;
    JsonWriter writer{body};
    writer.begin_object();
    write_mark(writer, "name", EntryMark::Name, mia);
    write_mark(writer, "email", EntryMark::Email, mia);
    write_mark(writer, "phone", EntryMark::Phone, mia);
    write_mark(writer, "other", EntryMark::Name, noor);
    write_mark(writer, "token", EntryMark::Token, mia);
    write_mark(writer, "status_url", EntryMark::StatusUrl, mia, 12);
    write_mark(writer, "group_code", EntryMark::GroupCode, mia);
    write_claim_url(writer, "claim_url", offer, 3);
    writer.integer("n", 1);
    writer.end_object();
    EXPECT_NE(body.find("\x1A"
                        "name:ent_4000001\x1A"),
              std::string::npos)
        << body;
    Source source;
    source.people[mia] = {.name = "Mia \"M\"\n", .email = "mia@example.org"};
    EXPECT_EQ(fill_in(body, source),
              R"({"name":"Mia \"M\"\n","email":"mia@example.org","phone":null,"other":null,)"
              R"("token":"gt_1.0","status_url":"https://x/e/gt_1.12","group_code":"gt_group",)"
              R"("claim_url":"https://x/o/7.3","n":1})");
}

TEST(Placeholders, TellWhatWasAgreedTo) {
    std::string body;
    JsonWriter writer{body};
    writer.begin_object();
    write_mark(writer, "consent", EntryMark::Consent, mia);
    write_mark(writer, "none", EntryMark::Consent, noor);
    writer.end_object();
    EXPECT_EQ(people_named_in(body), (std::vector{mia, noor}));
    Source source;
    source.people[mia] = {.consent_text = "Yes, \"write\"",
                          .consent_source = "page",
                          .consent_at = parse_time("2026-11-16T12:00:00Z").value()};
    source.people[noor] = {.name = "Noor"};
    EXPECT_EQ(fill_in(body, source), R"({"consent":{"text":"Yes, \"write\"","source":"page",)"
                                     R"("at":"2026-11-16T12:00:00Z"},"none":null})");
}

TEST(Placeholders, AreNotLookedForInValues) {
    Source source;
    source.people[mia] = {.name = "\x1A"
                                  "email:ent_4000001\x1A",
                          .email = "mia@example.org"};
    EXPECT_EQ(fill_in("\x1A"
                      "name:ent_4000001\x1A",
                      source),
              R"("\u001aemail:ent_4000001\u001a")");
}

TEST(Placeholders, ThatMakeNoSenseBecomeNull) {
    const Source source;
    for (const std::string_view mark : {"\x1A\x1A",
                                        "\x1A"
                                        "name\x1A",
                                        "\x1A"
                                        "name:\x1A",
                                        "\x1A"
                                        "name:off_4000001\x1A",
                                        "\x1A"
                                        "claim_url:ent_4000001\x1A",
                                        "\x1A"
                                        "secret:ent_4000001\x1A",
                                        "\x1A"
                                        "name:ent_1"}) {
        EXPECT_EQ(fill_in(mark, source), "null") << mark;
    }
    EXPECT_EQ(fill_in("", source), "");
    EXPECT_EQ(fill_in("{}", source), "{}");
}

TEST(Placeholders, TellWhosePersonIsNeeded) {
    std::string body;
    JsonWriter writer{body};
    writer.begin_object();
    write_mark(writer, "a", EntryMark::Phone, noor);
    write_mark(writer, "b", EntryMark::Name, mia);
    write_mark(writer, "c", EntryMark::Email, noor);
    write_mark(writer, "d", EntryMark::Token, core::EntryId{(std::uint64_t{1} << 32) | 3});
    write_claim_url(writer, "e", offer, 0);
    writer.end_object();
    EXPECT_EQ(people_named_in(body), (std::vector{mia, noor}));
}

}  // namespace
}  // namespace standby::interchange
