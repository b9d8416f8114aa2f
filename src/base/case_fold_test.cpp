// Tests of folding: what differs in case only is the same afterwards, in any script.
#include "base/case_fold.hpp"

#include <gtest/gtest.h>

namespace standby {
namespace {

TEST(CaseFold, MakesLettersOfAllScriptsTheSame) {
    EXPECT_EQ(case_folded("Ada.LOVELACE-7"), "ada.lovelace-7");
    EXPECT_EQ(case_folded("JÜRGEN"), "jürgen");
    EXPECT_EQ(case_folded("ŁÓDŹ"), "łódź");
    EXPECT_EQ(case_folded("ΣΊΣΥΦΟΣ"), case_folded("σίσυφος"));
    EXPECT_EQ(case_folded("ЖЁЛТЫЙ"), "жёлтый");
    EXPECT_EQ(case_folded("ՀԱՅ"), "հայ");
    EXPECT_EQ(case_folded("\xF0\x90\x90\x80"), "\xF0\x90\x90\xA8") << "Deseret, beyond the plane";
}

TEST(CaseFold, MakesOneOfALetterThatBecomesSeveral) {
    EXPECT_EQ(case_folded("Straße"), "strasse");
    EXPECT_EQ(case_folded("STRAẞE"), "strasse");
    EXPECT_EQ(case_folded("ŉ"), "ʼn");
}

TEST(CaseFold, LeavesTheRestAlone) {
    EXPECT_EQ(case_folded(""), "");
    EXPECT_EQ(case_folded("日本語 שלום ě 1+1"), "日本語 שלום ě 1+1");
    EXPECT_EQ(case_folded("Ab\xFF\x41"), "ab\xFF\x41") << "what is no UTF-8 stays";
}

}  // namespace
}  // namespace standby
