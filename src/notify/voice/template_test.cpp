// Tests of the language of wordings: what it shows, and what it refuses, where and with which hint.
#include "notify/voice/template.hpp"

#include <gtest/gtest.h>

#include <array>

namespace standby::notify {
namespace {

constexpr std::array<std::string_view, 4> names{"name", "when", "deadline", ""};

std::string render(std::string_view text, const std::array<std::string, 4>& values) {
    const auto parsed = Template::parse(text, names);
    EXPECT_TRUE(parsed.has_value()) << text;
    return parsed ? parsed->render_plain(values) : "";
}

std::string first_problem(std::string_view text) {
    const auto parsed = Template::parse(text, names);
    EXPECT_FALSE(parsed.has_value()) << text;
    return parsed ? "" : parsed.error().front();
}

TEST(TemplateTest, ShowsValuesWhereTheyAreNamed) {
    EXPECT_EQ(render("Hello {{name}}, {{ when }}!", {"Ada", "today", "", ""}), "Hello Ada, today!");
    EXPECT_EQ(render("", {}), "");
    EXPECT_EQ(render("a { b } c", {}), "a { b } c");
}

TEST(TemplateTest, ShowsSectionsByWhetherAValueIsEmpty) {
    constexpr std::string_view text = "{{#name}}for {{name}}{{/name}}{{^name}}for you{{/name}}.";
    EXPECT_EQ(render(text, {"Ada", "", "", ""}), "for Ada.");
    EXPECT_EQ(render(text, {}), "for you.");
}

TEST(TemplateTest, NestsSections) {
    constexpr std::string_view text =
        "{{#name}}a{{#when}}b{{^deadline}}c{{/deadline}}{{/when}}d{{/name}}e";
    EXPECT_EQ(render(text, {"x", "x", "x", ""}), "abde");
    EXPECT_EQ(render(text, {"x", "x", "", ""}), "abcde");
    EXPECT_EQ(render(text, {"x", "", "", ""}), "ade");
    EXPECT_EQ(render(text, {"", "x", "x", ""}), "e");
}

TEST(TemplateTest, NeverReadsValuesAsTemplates) {
    EXPECT_EQ(render("{{name}}", {"{{when}}{{#name}}", "secret", "", ""}), "{{when}}{{#name}}");
    EXPECT_EQ(render("{{name}}{{when}}", {"{{", "}}", "", ""}), "{{}}");
}

TEST(TemplateTest, TellsWhereAnUnknownNameIsAndWhatWasMeant) {
    EXPECT_EQ(first_problem("Hello\nDear {{nmae}}"),
              "line 2, column 6: there is no {{nmae}}; did you mean {{name}}?");
    EXPECT_EQ(first_problem("\u00e4\u00f6\u00fc{{Dead_line}}"),
              "line 1, column 4: there is no {{Dead_line}}; did you mean {{deadline}}?");
    EXPECT_EQ(first_problem("{{password}}"), "line 1, column 1: there is no {{password}}");
}

TEST(TemplateTest, RefusesEverythingElseOfMustache) {
    EXPECT_EQ(first_problem("{{{name}}}"),
              "line 1, column 1: values are always escaped; write {{name}} with two braces");
    EXPECT_EQ(first_problem("{{&name}}"),
              "line 1, column 1: values are always escaped; write {{name}} with two braces");
    EXPECT_EQ(first_problem("{{>name}}"),
              "line 1, column 1: a template cannot include another one");
    EXPECT_EQ(first_problem("{{!name}}"), "line 1, column 1: there are no comments in a template");
    EXPECT_EQ(first_problem("{{=<% %>=}}"), "line 1, column 1: the braces cannot be changed");
}

TEST(TemplateTest, RefusesSectionsThatDoNotFitTogether) {
    EXPECT_EQ(first_problem("a {{#name}} b"),
              "line 1, column 3: {{#name}} is never closed; write {{/name}}");
    EXPECT_EQ(first_problem("a {{/name}} b"),
              "line 1, column 3: there is no {{#name}} before this {{/name}}");
    EXPECT_EQ(first_problem("{{#name}}{{^when}}{{/name}}{{/when}}"),
              "line 1, column 19: {{^when}} must be closed before this {{/name}}");
}

TEST(TemplateTest, RefusesBrokenMarks) {
    EXPECT_EQ(first_problem("{{}}"), "line 1, column 1: this mark names nothing");
    EXPECT_EQ(first_problem("{{#}}"), "line 1, column 1: this mark names nothing");
    EXPECT_EQ(first_problem("{{name"), "line 1, column 1: this {{ has no }}");
    EXPECT_EQ(first_problem("{{name\n}}"), "line 1, column 1: this {{ has no }}");
    EXPECT_EQ(first_problem("{{name}"), "line 1, column 1: this {{ has no }}");
    EXPECT_EQ(first_problem("{{ {{name}}"), "line 1, column 1: this {{ has no }}");
    EXPECT_EQ(first_problem("{name}}"), "line 1, column 6: there is no {{ before this }}");
    EXPECT_EQ(first_problem("{{name}} }}"), "line 1, column 10: there is no {{ before this }}");
}

TEST(TemplateTest, NestsEightDeepAndNotNine) {
    const auto nested = [](std::size_t depth) {
        std::string text;
        for (std::size_t i = 0; i < depth; ++i) {
            text = "{{#name}}" + text + "{{/name}}";
        }
        return text;
    };
    EXPECT_TRUE(Template::parse(nested(8), names).has_value());
    EXPECT_EQ(first_problem(nested(9)), "line 1, column 73: sections can be nested 8 deep");
}

TEST(TemplateTest, ReportsSeveralProblemsButNotThousands) {
    const auto two = Template::parse("{{x}}\n{{y}}", names);
    ASSERT_FALSE(two.has_value());
    EXPECT_EQ(two.error().size(), 2U);
    std::string many;
    for (int i = 0; i < 1000; ++i) {
        many += "{{x}}";
    }
    EXPECT_EQ(Template::parse(many, names).error().size(), template_problems_max);
}

TEST(TemplateTest, KnowsWhatItNames) {
    const auto parsed = Template::parse("{{#when}}{{name}}{{/when}}", names);
    ASSERT_TRUE(parsed.has_value());
    EXPECT_TRUE(parsed->shows(0));
    EXPECT_FALSE(parsed->shows(1));
    EXPECT_TRUE(parsed->names(1));
    EXPECT_FALSE(parsed->names(2));
}

}  // namespace
}  // namespace standby::notify
