// Tests of reading fields: the right value, the wrong type, the wrong range, and what is unknown.
#include "http/json/fields.hpp"

#include "base/json/reader.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace standby::http {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

enum class Colour { Red, Green, Blue };
constexpr Choice<Colour> colours[] = {
    {"red", Colour::Red}, {"green", Colour::Green}, {"blue", Colour::Blue}};

// The errors of reading a body, each as "field message".
std::vector<std::string> errors_in(std::string_view text,
                                   const std::function<void(FieldReader&)>& read) {
    const auto document = read_json(text);
    EXPECT_TRUE(document) << document.error().text();
    std::vector<FieldError> errors;
    FieldReader reader{document->root(), {}, errors};
    read(reader);
    reader.finish();
    std::vector<std::string> lines;
    for (const FieldError& error : errors) {
        lines.push_back(error.field + ' ' + error.message);
    }
    return lines;
}

using Errors = std::vector<std::string>;

TEST(FieldReader, GivesValuesOfTheirTypes) {
    const Errors errors = errors_in(
        R"({"t":"  Mia  ","i":200,"b":true,"at":"2026-11-15T14:00:00Z","d":"90m","tod":"21:05",
            "m":{"amount":4500,"currency":"EUR"},"c":"green","cs":["red","blue"]})",
        [](FieldReader& reader) {
            EXPECT_EQ(reader.text("t"), "Mia");
            EXPECT_EQ(reader.integer("i", 1, 200), 200);
            EXPECT_EQ(reader.boolean("b"), true);
            EXPECT_EQ(reader.time("at"), *parse_time("2026-11-15T14:00:00Z"));
            EXPECT_EQ(reader.duration("d", Duration{0}, hours{2}), Duration{minutes{90}});
            EXPECT_EQ(reader.time_of_day("tod"), 21 * 60 + 5);
            EXPECT_EQ(reader.money("m", 0), (core::Money{4500, {'E', 'U', 'R'}}));
            EXPECT_EQ(reader.choice("c", colours), Colour::Green);
            EXPECT_EQ(reader.choices("cs", 7, colours), (std::vector{Colour::Red, Colour::Blue}));
        });
    EXPECT_EQ(errors, Errors{});
}

TEST(FieldReader, TakesNullAndAbsenceAsNotGiven) {
    const Errors errors =
        errors_in(R"({"t":null,"i":null,"o":null,"l":null})", [](FieldReader& reader) {
            EXPECT_FALSE(reader.text("t"));
            EXPECT_FALSE(reader.integer("i", 0, 1));
            EXPECT_FALSE(reader.object("o", [](FieldReader&) { FAIL(); }));
            EXPECT_FALSE(reader.objects("l", 1, [](FieldReader&) { FAIL(); }));
            EXPECT_FALSE(reader.boolean("absent"));
            EXPECT_TRUE(reader.is_null("t"));
            EXPECT_FALSE(reader.is_null("absent"));
            reader.require("t");
            reader.require("absent");
        });
    EXPECT_EQ(errors, (Errors{"t is required", "absent is required"}));
}

TEST(FieldReader, NamesTheTypeThatIsWanted) {
    for (const std::string_view wrong : {"[]", "{\"x\":[]}", "1.5", "\"?\"", "true"}) {
        std::string body = "{\"f\":";
        body += wrong;
        body += '}';
        const auto only = [&](auto getter) {
            const Errors errors = errors_in(body, getter);
            return errors.empty() ? std::string{"none"} : errors.front();
        };
        if (wrong != "\"?\"") {
            EXPECT_EQ(only([](FieldReader& r) { r.text("f"); }), "f must be a string");
        }
        if (wrong != "true") {
            EXPECT_EQ(only([](FieldReader& r) { r.boolean("f"); }), "f must be true or false");
        }
        const std::string number = wrong == "1.5"
                                       ? "f must be a whole number, without fraction and exponent"
                                       : "f must be a number";
        EXPECT_EQ(only([](FieldReader& r) { r.integer("f", 0, 1); }), number);
        EXPECT_EQ(only([](FieldReader& r) {
                      r.time("f");
                  }).starts_with("f must be a time in RFC 3339, such as 2026-11-15T14:00:00Z"),
                  true);
        EXPECT_EQ(only([](FieldReader& r) {
                      r.duration("f", Duration{0}, Duration{1});
                  }).starts_with("f must be a duration such as 10m, 6h or 2d"),
                  true);
        EXPECT_EQ(only([](FieldReader& r) { r.time_of_day("f"); }),
                  "f must be a time of day from 00:00 to 23:59");
        EXPECT_EQ(only([](FieldReader& r) { r.choice("f", colours); }),
                  "f must be red, green or blue");
        if (!wrong.starts_with('{')) {
            EXPECT_EQ(only([](FieldReader& r) { r.money("f", 0); }), "f must be an object");
        }
        if (wrong != "[]") {
            EXPECT_EQ(only([](FieldReader& r) { r.choices("f", 3, colours); }),
                      "f must be an array");
        }
    }
}

TEST(FieldReader, LimitsTextsAndKeepsControlCharactersOut) {
    const TextLimit characters{.length_max = 3};
    const TextLimit bytes{.length_max = 3, .unit = TextLimit::Unit::Bytes};
    const TextLimit filled{.length_max = 3, .may_be_blank = false};
    EXPECT_EQ(errors_in(R"({"a":" äöü ","b":"ä1","c":" "})",
                        [&](FieldReader& reader) {
                            EXPECT_EQ(reader.text("a", characters), "äöü");
                            EXPECT_EQ(reader.text("b", bytes), "ä1");
                            EXPECT_EQ(reader.text("c", characters), "");
                        }),
              Errors{});
    EXPECT_EQ(
        errors_in(R"({"a":"äöü1","b":"äö","c":"  ","d":"a\nb","e":"\u0085","f":"a\tb"})",
                  [&](FieldReader& reader) {
                      reader.text("a", characters);
                      reader.text("b", bytes);
                      reader.text("c", filled);
                      reader.text("d");
                      reader.text("e");
                      reader.text("f");
                  }),
        (Errors{"a must be at most 3 characters", "b must be at most 3 bytes",
                "c must not be blank", "d must not contain line breaks or other control characters",
                "e must not contain line breaks or other control characters",
                "f must not contain line breaks or other control characters"}));
}

TEST(FieldReader, NamesTheRangeOfNumbersAndDurations) {
    EXPECT_EQ(
        errors_in(R"({"a":0,"b":201,"c":-99999999999999999999,"d":"5s","e":"3d"})",
                  [](FieldReader& reader) {
                      reader.integer("a", 1, 200);
                      reader.integer("b", 1, 200);
                      reader.integer("c", 1, 200);
                      reader.duration("d", std::chrono::seconds{10}, hours{48});
                      reader.duration("e", std::chrono::seconds{10}, hours{48});
                  }),
        (Errors{"a must be from 1 to 200", "b must be from 1 to 200", "c must be from 1 to 200",
                "d must be from 10s to 2d", "e must be from 10s to 2d"}));
}

TEST(FieldReader, WantsAmountAndCurrencyOfMoney) {
    EXPECT_EQ(errors_in(R"({"a":{},"b":{"amount":-1,"currency":"eur"},
                            "c":{"amount":1000000000001,"currency":"EURO","x":1}})",
                        [](FieldReader& reader) {
                            reader.money("a", 0);
                            reader.money("b", 0);
                            reader.money("c", 0);
                        }),
              (Errors{"a.amount is required", "a.currency is required",
                      "b.amount must be from 0 to 1000000000000",
                      "b.currency must be three capital letters, such as EUR",
                      "c.amount must be from 0 to 1000000000000",
                      "c.currency must be three capital letters, such as EUR",
                      "c.x is not a known field"}));
}

TEST(FieldReader, NamesThePathOfNestedFieldsAndUnknownOnes) {
    EXPECT_EQ(
        errors_in(R"({"wants":{"weekly":[{"from":1},{"to":1},3],"extra":0},"last":1,"q\n":1})",
                  [](FieldReader& reader) {
                      reader.object("wants", [](FieldReader& wants) {
                          wants.objects("weekly", 5,
                                        [](FieldReader& window) { window.text("from"); });
                      });
                  }),
        (Errors{"wants.weekly[0].from must be a string", "wants.weekly[1].to is not a known field",
                "wants.weekly[2] must be an object", "wants.extra is not a known field",
                "last is not a known field", "q\n is not a known field"}));
}

TEST(FieldReader, CallsAFieldWithoutANameSomething) {
    EXPECT_EQ(errors_in(R"({"":1,"a":{"":2}})",
                        [](FieldReader& reader) { reader.object("a", [](FieldReader&) {}); }),
              (Errors{"a.\"\" is not a known field", "\"\" is not a known field"}));
}

TEST(FieldReader, LimitsArraysAndNamesWrongItems) {
    EXPECT_EQ(errors_in(R"({"a":["red","red"],"b":["red","pink",3],"c":[{},{}]})",
                        [](FieldReader& reader) {
                            reader.choices("a", 1, colours);
                            reader.choices("b", 3, colours);
                            reader.objects("c", 1, [](FieldReader&) {});
                        }),
              (Errors{"a must have at most 1 items", "b[1] must be red, green or blue",
                      "b[2] must be red, green or blue", "c must have at most 1 items"}));
}

TEST(FieldReader, StopsCollectingAtItsLimit) {
    std::string body = "{";
    for (int index = 0; index < 5000; ++index) {
        body += (index == 0 ? "\"u" : ",\"u") + std::to_string(index) + "\":0";
    }
    EXPECT_EQ(errors_in(body + '}', [](FieldReader&) {}).size(), field_errors_max);
}

TEST(FieldReader, TakesNumbersWithAndWithoutFraction) {
    const Errors errors =
        errors_in(R"({"a":0.5,"b":3,"c":1e1,"d":1e9,"e":"1","f":-0.1,"g":99999999999999999999})",
                  [](FieldReader& reader) {
                      EXPECT_EQ(reader.number("a", 0, 10), 0.5);
                      EXPECT_EQ(reader.number("b", 0, 10), 3);
                      EXPECT_EQ(reader.number("c", 0, 10), 10);
                      for (const std::string_view wrong : {"d", "e", "f", "g"}) {
                          EXPECT_FALSE(reader.number(wrong, 0, 10)) << wrong;
                      }
                  });
    EXPECT_EQ(errors, (Errors{"d must be from 0 to 10", "e must be from 0 to 10",
                              "f must be from 0 to 10", "g must be from 0 to 10"}));
}

TEST(FieldReader, TakesLinesButNoOtherControlCharacters) {
    const Errors errors =
        errors_in(R"({"a":"one\r\n\ntwo\n","b":"a\tb","c":"a\rb","d":"123456","e":""})",
                  [](FieldReader& reader) {
                      EXPECT_EQ(reader.lines("a", 10), "one\n\ntwo\n");
                      EXPECT_FALSE(reader.lines("b", 10));
                      EXPECT_FALSE(reader.lines("c", 10));
                      EXPECT_FALSE(reader.lines("d", 5));
                      EXPECT_EQ(reader.lines("e", 5), "");
                  });
    EXPECT_EQ(errors, (Errors{"b must not contain control characters other than line breaks",
                              "c must not contain control characters other than line breaks",
                              "d must be at most 5 characters"}));
}

}  // namespace
}  // namespace standby::http
