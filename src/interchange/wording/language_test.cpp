// Languages and their tags.
#include "interchange/wording/language.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::interchange {
namespace {

using enum Language;

TEST(Language, IsReadFromATag) {
    EXPECT_EQ(parse_language("de"), German);
    EXPECT_EQ(parse_language("DE-at"), German);
    EXPECT_EQ(parse_language("fr_CA"), French);
    EXPECT_EQ(parse_language("es-419"), Spanish);
    EXPECT_EQ(parse_language("deu"), std::nullopt);
    EXPECT_EQ(parse_language(""), std::nullopt);
    EXPECT_EQ(parse_language("\"><script>"), std::nullopt);
}

TEST(Language, IsReadBackFromItsTag) {
    for (const Language language : languages) {
        EXPECT_EQ(parse_language(tag_of(language)), language);
        EXPECT_FALSE(own_name_of(language).empty());
    }
}

}  // namespace
}  // namespace standby::interchange
