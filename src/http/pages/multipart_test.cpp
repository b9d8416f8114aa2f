// Tests of the other way in which a form can arrive.
#include "http/pages/forms.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::http {
namespace {

constexpr std::string_view type = "multipart/form-data; boundary=b1";

std::string part(std::string_view name, std::string_view value) {
    return "--b1\r\nContent-Disposition: form-data; name=\"" + std::string(name) + "\"\r\n\r\n" +
           std::string(value) + "\r\n";
}

TEST(MultipartForms, HaveTheFieldsOfAForm) {
    const auto form = parse_multipart_form(type, part("List-Unsubscribe", "One-Click") +
                                                     part("b", "") + "--b1--");
    ASSERT_TRUE(form);
    EXPECT_EQ(form->value("List-Unsubscribe"), "One-Click");
    EXPECT_TRUE(form->has("b"));
    EXPECT_EQ(form->size(), 2U);
    EXPECT_TRUE(parse_multipart_form("Multipart/Form-Data; charset=utf-8; boundary=\"b1\"",
                                     part("a", "1") + "--b1--\r\n"));
}

TEST(MultipartForms, AreToldByTheirType) {
    EXPECT_TRUE(is_multipart_form("multipart/form-data; boundary=x"));
    EXPECT_TRUE(is_multipart_form("Multipart/Form-Data"));
    EXPECT_FALSE(is_multipart_form("multipart/mixed; boundary=x"));
    EXPECT_FALSE(is_multipart_form("application/x-www-form-urlencoded"));
    EXPECT_FALSE(is_multipart_form(""));
}

TEST(MultipartForms, RefuseWhatIsNotShortTextInNamedFields) {
    const std::string bad[] = {
        "",
        "--b1--",  // no fields are no error, see below
        part("a", "1"),
        part("a", "1") + "--b2--",
        "--b1\r\nContent-Disposition: form-data; name=\"a\"\r\n1\r\n--b1--",
        "--b1\r\nContent-Disposition: form-data; name=\"a\"; filename=\"f\"\r\n\r\n1\r\n--b1--",
        "--b1\r\nContent-Type: text/plain\r\n\r\n1\r\n--b1--",
        part("", "1") + "--b1--",
        part("a", "1\n2") + "--b1--",
        part("a", "\xff") + "--b1--",
        part("a", std::string("\0", 1)) + "--b1--",
        "x" + part("a", "1") + "--b1--",
    };
    for (const std::string& body : bad) {
        if (body == "--b1--") {
            EXPECT_EQ(parse_multipart_form(type, body)->size(), 0U);
            continue;
        }
        EXPECT_FALSE(parse_multipart_form(type, body)) << body;
    }
    EXPECT_FALSE(parse_multipart_form(type, part("a", "1") + part("a", "2") + "--b1--"));
    EXPECT_FALSE(parse_multipart_form(type, std::string(form_bytes_max + 1, 'x')));
    std::string many;
    for (std::size_t index = 0; index <= form_fields_max; ++index) {
        many += part(std::to_string(index), "1");
    }
    EXPECT_FALSE(parse_multipart_form(type, many + "--b1--"));
    for (const std::string_view no_boundary :
         {"multipart/form-data",
          "multipart/form-data; boundary=", "multipart/form-data; boundary"}) {
        EXPECT_FALSE(parse_multipart_form(no_boundary, part("a", "1") + "--b1--"));
    }
}

}  // namespace
}  // namespace standby::http
