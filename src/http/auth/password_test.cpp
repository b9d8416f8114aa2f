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
    EXPECT_TRUE(is_password("a long sentence is good", hash, Pace::GivingWay));
    EXPECT_FALSE(is_password("A long sentence is good", hash, Pace::GivingWay));
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
    std::string longest;
    for (int number = 1000; longest.size() + 5 <= 200; number += 37) {
        longest += "x" + std::to_string(number);
    }
    EXPECT_EQ(password_error(longest, "", ""), std::nullopt);
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

// Fifty of those that people choose when they are asked for ten characters.
TEST(Password, RefusesWhatIsCommon) {
    for (const std::string_view common :
         {"basketball",  "1029384756",   "1234567890",   "qwertyuiop",  "password123",
          "iloveyou123", "q1w2e3r4t5",   "1q2w3e4r5t6y", "manchester",  "liverpool1",
          "football123", "princess123",  "sunshine123",  "letmein123",  "welcome123",
          "monkey12345", "dragon12345",  "superman123",  "batman12345", "trustno1!!",
          "michael123",  "jennifer12",   "starwars123",  "pokemon123",  "computer123",
          "internet123", "whatever123",  "freedom2024",  "shadow12345", "master12345",
          "charlie123",  "jordan12345",  "hunter12345",  "summer2024!", "chocolate1",
          "butterfly1",  "elizabeth1",   "alexander1",   "playstation", "terminator",
          "enterprise",  "mercedes123",  "samsung123",   "passw0rd123", "p@ssw0rd12",
          "P4ssw0rd!!",  "1qaz2wsx3edc", "123qweasdzxc", "987654321a",  "0123456789"}) {
        EXPECT_TRUE(password_error(common, "noor@aster.example", "Noor")) << common;
    }
}

TEST(Password, RefusesRunsWalksRepetitionsAndNumbers) {
    for (const std::string_view guessable :
         {"abcdefghijkl", "zyxwvutsrqpo", "13579bdfhjln", "2468013579", "qwedsazxcvbn",
          "yxcvbnmasdf", "azertyuiop", "poiuytrewq", "zaq12wsxcde3", "basketbasket", "abcdeabcde",
          "aaabbbaaab", "20241224 1999", "+49 170 1234567", "06-12345678", "llabteksab1",
          "i love you!", "Waitlist2026", "dogdogdogdog"}) {
        EXPECT_TRUE(password_error(guessable, "noor@aster.example", "Noor")) << guessable;
    }
}

TEST(Password, TakesOrdinaryWordsThatDoNotBelongTogether) {
    for (const std::string_view phrase :
         {"correct horse battery staple", "purple kettle on monday", "three green bottles",
          "my cat hates the vacuum", "coffee before anything", "tulips in the bathtub",
          "der Hund frisst Gurken", "la lune mange du fromage", "el perro baila salsa",
          "window-seat-please", "rainy tuesdays 14", "nine lives, no regrets", "we were here",
          "dress ready sweater", "a8Kd02mXqp", "kitchenradiolamp"}) {
        EXPECT_EQ(password_error(phrase, "noor@aster.example", "Noor van Dijk"), std::nullopt)
            << phrase;
    }
}

TEST(Password, RefusesWhatEverybodyKnowsOfItsOwner) {
    EXPECT_TRUE(password_error("Noor@Aster.Example", "noor@aster.example", ""));
    EXPECT_TRUE(password_error("noortje.salon1", "noortje.salon@aster.example", ""));
    EXPECT_TRUE(password_error("noor van dijk!", "", "Noor van Dijk"));
    EXPECT_TRUE(password_error("aster2026noor", "noor@aster.example", ""));
    EXPECT_TRUE(password_error("vandijk-dijk!1", "", "Noor van Dijk, Vandijk"));
    EXPECT_EQ(password_error("aster blooms in october", "noor@aster.example", ""), std::nullopt);
}

}  // namespace
}  // namespace standby::http
