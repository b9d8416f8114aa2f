// The README has every sentence there is, word for word.
#include "tests/scenarios/runner/sentences.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>

namespace standby::scenarios {
namespace {

std::vector<std::string> all_patterns() {
    std::vector<std::string> texts;
    for (const Sentences* family :
         {&list_sentences(), &guest_sentences(), &crowd_sentences(), &offer_sentences(),
          &opening_sentences(), &person_expectations(), &list_expectations(),
          &event_expectations()}) {
        for (const Sentence& sentence : *family) {
            texts.push_back(sentence.pattern.text());
        }
    }
    for (const Clauses* family :
         {&rule_lines(), &join_clauses(), &setting_clauses(), &slot_clauses(), &event_clauses()}) {
        for (const Clause& clause : *family) {
            texts.push_back(clause.pattern.text());
        }
    }
    return texts;
}

TEST(Sentences, AreAllInTheReadme) {
    std::ifstream file("tests/scenarios/README.md");
    ASSERT_TRUE(file) << "run from the top folder of the repository";
    std::set<std::string> lines;
    for (std::string line; std::getline(file, line);) {
        lines.insert(line.substr(std::min(line.find_first_not_of(' '), line.size())));
    }
    for (const std::string& pattern : all_patterns()) {
        EXPECT_TRUE(lines.contains(pattern)) << pattern;
    }
}

}  // namespace
}  // namespace standby::scenarios
