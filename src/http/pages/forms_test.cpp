// Tests of what a browser sends, and of everything that it does not.
#include "http/pages/forms.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

TEST(Forms, DecodesWhatABrowserSends) {
    const auto form = parse_form("name=Zo%C3%AB+%26+Bob&email=a%40b.example&phone=&party_size=2");
    ASSERT_TRUE(form);
    EXPECT_EQ(form->value("name"), "Zo\u00eb & Bob");
    EXPECT_EQ(form->value("email"), "a@b.example");
    EXPECT_EQ(form->value("phone"), "");
    EXPECT_TRUE(form->has("phone"));
    EXPECT_FALSE(form->has("service"));
    EXPECT_EQ(form->value("party_size"), "2");
    EXPECT_EQ(form->size(), 4U);
}

TEST(Forms, TrimsSpacesAroundValues) {
    EXPECT_EQ(parse_form("name=++Ada++")->value("name"), "Ada");
    EXPECT_EQ(parse_form("name=+++")->value("name"), "");
}

TEST(Forms, AcceptsEmptyBodiesAndPieces) {
    EXPECT_EQ(parse_form("")->size(), 0U);
    EXPECT_EQ(parse_form("&&a=1&")->size(), 1U);
    EXPECT_TRUE(parse_form("action")->has("action"));
    EXPECT_EQ(parse_form("a=b=c")->value("a"), "b=c");
}

TEST(Forms, RefusesBadEscapes) {
    for (const char* body :
         {"a=%", "a=%4", "a=%zz", "a=%4g", "%=1", "a=1 2", "a=\xc3\xab", "a=\n"}) {
        EXPECT_FALSE(parse_form(body)) << body;
    }
}

TEST(Forms, RefusesWhatIsNoText) {
    for (const char* body : {"a=%00", "a=%0d%0aBcc:x", "a=%ff", "a=%c0%af", "a%01=1", "a=%7f"}) {
        EXPECT_FALSE(parse_form(body)) << body;
    }
}

TEST(Forms, RefusesFieldsThatAreRepeatedOrHaveNoName) {
    EXPECT_FALSE(parse_form("a=1&a=2"));
    EXPECT_FALSE(parse_form("a=1&%61=2"));
    EXPECT_FALSE(parse_form("=1"));
}

TEST(Forms, HoldsToItsBounds) {
    std::string long_value = "a=";
    long_value.append(form_bytes_max - 2, 'x');
    EXPECT_TRUE(parse_form(long_value));
    long_value += 'x';
    EXPECT_FALSE(parse_form(long_value));
    std::string many;
    for (std::size_t field = 0; field < form_fields_max; ++field) {
        many += 'f';
        many += std::to_string(field);
        many += "=1&";
    }
    EXPECT_TRUE(parse_form(many));
    EXPECT_FALSE(parse_form(many + "one_more=1"));
}

TEST(Forms, KnowsItsContentType) {
    EXPECT_TRUE(is_form_content_type("application/x-www-form-urlencoded"));
    EXPECT_TRUE(is_form_content_type("Application/X-WWW-Form-Urlencoded ; charset=UTF-8"));
    EXPECT_FALSE(is_form_content_type("application/json"));
    EXPECT_FALSE(is_form_content_type("application/x-www-form-urlencodedx"));
    EXPECT_FALSE(is_form_content_type(""));
}

}  // namespace
}  // namespace standby::http
