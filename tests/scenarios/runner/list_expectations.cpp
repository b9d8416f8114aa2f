// What may be expected of a list: its counts, its order, and the state of its openings.
#include "tests/scenarios/runner/sentences.hpp"
#include "tests/scenarios/runner/values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace standby::scenarios {
namespace {

Done expect_count(Stage& stage, std::uint64_t expected, std::string_view state) {
    const Company* company = TRY(stage.cast.company());
    const CountFacts counts = stage.driver.counts(company->resource);
    const std::pair<std::string_view, std::uint64_t> known[] = {
        {"unverified", counts.unverified}, {"waiting", counts.waiting}, {"offered", counts.offered},
        {"accepted", counts.accepted},     {"free", counts.free},
    };
    for (const auto& [name, actual] : known) {
        if (name == state && actual == expected) {
            return {};
        }
        if (name == state) {
            return std::unexpected(fmt::format("{} are {}", actual, state));
        }
    }
    return std::unexpected(
        fmt::format("the list does not count those who are '{}'; it counts unverified, waiting, "
                    "offered and accepted ones, and places that are free",
                    state));
}

Done expect_line(Stage& stage, const std::vector<std::string>& expected, std::size_t count) {
    const Company* company = TRY(stage.cast.company());
    std::vector<std::string> actual;
    for (const std::string& entry : stage.driver.line(company->resource, count)) {
        actual.push_back(stage.cast.name_of(entry));
    }
    if (actual != expected) {
        return std::unexpected(actual.empty()
                                   ? "the line is empty"
                                   : fmt::format("the line is {}", fmt::join(actual, ", ")));
    }
    return {};
}

Done expect_opening(Stage& stage, std::string_view label, WordSpan state) {
    const std::string opening = TRY(stage.cast.opening_called(label));
    const std::string actual = stage.driver.opening_state(opening);
    if (actual != spelled(state)) {
        return std::unexpected(fmt::format("the opening is {}", actual));
    }
    return {};
}

Done count_in_state(Stage& stage, const Captures& blanks) {
    return expect_count(stage, read_count(blanks[0]), spelled(blanks[1]));
}
Done count_free(Stage& stage, const Captures& blanks) {
    return expect_count(stage, read_count(blanks[0]), "free");
}

}  // namespace

const Sentences& list_expectations() {
    static const Sentences sentences = {
        {Pattern("{count} is/are {state}"), count_in_state},
        {Pattern("nobody is {state}"),
         [](Stage& stage, const Captures& b) { return expect_count(stage, 0, spelled(b[0])); }},
        {Pattern("{count} place/places is/are free"), count_free},
        {Pattern("no place is free"),
         [](Stage& stage, const Captures&) { return expect_count(stage, 0, "free"); }},
        {Pattern("the line is empty"),
         [](Stage& stage, const Captures&) { return expect_line(stage, {}, 1); }},
        {Pattern("the line is {names}"),
         [](Stage& stage, const Captures& b) {
             const std::vector<std::string> names = read_names(b[0]);
             return expect_line(stage, names, names.size() + 1);
         }},
        {Pattern("the line begins with {names}"),
         [](Stage& stage, const Captures& b) {
             const std::vector<std::string> names = read_names(b[0]);
             return expect_line(stage, names, names.size());
         }},
        {Pattern("the opening is {state}"),
         [](Stage& stage, const Captures& b) { return expect_opening(stage, "", b[0]); }},
        {Pattern("the opening {quoted} is {state}"),
         [](Stage& stage, const Captures& b) {
             return expect_opening(stage, b[0].front().text, b[1]);
         }},
    };
    return sentences;
}

}  // namespace standby::scenarios
