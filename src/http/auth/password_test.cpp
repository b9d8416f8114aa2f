// Tests of passwords: which are taken, and that only the right one fits.
#include "http/auth/password.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

TEST(Password, OnlyTheRightOneFits) {
    const std::string hash = hash_password("a long sentence is good");
    EXPECT_TRUE(hash.starts_with("$argon2id$"));
    EXPECT_EQ(hash.find("sentence"), std::string::npos);
    EXPECT_TRUE(is_password("a long sentence is good", hash));
    EXPECT_FALSE(is_password("A long sentence is good", hash));
    EXPECT_FALSE(is_password("", hash));
    EXPECT_NE(hash, hash_password("a long sentence is good")) << "with a salt of its own";
}

TEST(Password, NothingFitsWhatIsNoHash) {
    for (const std::string hash :
         {"", "plain", "$argon2id$", "$argon2id$v=19$m=65536,t=2,p=1$x$y"}) {
        EXPECT_FALSE(is_password("", hash)) << hash;
        EXPECT_FALSE(is_password("plain", hash)) << hash;
    }
}

TEST(Password, TakesWhatIsLongEnough) {
    for (const std::string_view good :
         {"a long sentence is good", "Tr0ub4dor&3x", "ünïcödé süße", "zwölf Boxkämpfer",
          "correct horse battery", "  spaces count  ", "ÄÖÜäöüßéèê"}) {
        EXPECT_EQ(password_error(good, "noor@aster.example", "Noor"), std::nullopt) << good;
    }
    EXPECT_EQ(password_error(std::string(199, 'x') + "y", "", ""), std::nullopt);
}

TEST(Password, CountsCharactersNotBytes) {
    EXPECT_TRUE(password_error("äöüäöüäöü", "", "")) << "nine of them, in eighteen bytes";
}

TEST(Password, RefusesTheObviouslyWeak) {
    for (const std::string_view weak :
         {"short",         "123456789",    "1234567890",  "0987654321",  "password123",
          "Password1234!", "passwort2026", "qwertyuiop",  "qwertz12345", "aaaaaaaaaa",
          "abcabcabcabc",  "abababab12",   "letmein123!", "welcome2026", "iloveyou123",
          "administrator", "asdfghjkl1",   "1q2w3e4r5t",  "standby2026", "zyxwvutsrq",
          "changeme!!!"}) {
        EXPECT_TRUE(password_error(weak, "noor@aster.example", "Noor")) << weak;
    }
    EXPECT_TRUE(password_error(std::string(200, 'x') + "y", "", ""));
}

TEST(Password, RefusesWhatEverybodyKnowsOfItsOwner) {
    EXPECT_TRUE(password_error("Noor@Aster.Example", "noor@aster.example", ""));
    EXPECT_TRUE(password_error("noortje.salon1", "noortje.salon@aster.example", ""));
    EXPECT_TRUE(password_error("noor van dijk!", "", "Noor van Dijk"));
}

}  // namespace
}  // namespace standby::http
