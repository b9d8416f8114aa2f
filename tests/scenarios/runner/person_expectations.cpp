// What may be expected of people: their state, their offer and its deadline, their place in line,
// and why something is not theirs.
#include "tests/scenarios/runner/sentences.hpp"
#include "tests/scenarios/runner/values.hpp"

#include <fmt/format.h>

#include <utility>

namespace standby::scenarios {
namespace {

Result<EntryFacts, std::string> facts_of(Stage& stage, std::string_view name) {
    const auto facts = stage.driver.entry(TRY(stage.cast.entry_of(name)));
    if (!facts) {
        return std::unexpected(fmt::format("{} is unknown to the list", name));
    }
    return *facts;
}

Done expect_number(std::string_view name, std::string_view what, std::uint64_t expected,
                   std::int64_t actual) {
    if (std::cmp_equal(expected, actual)) {
        return {};
    }
    return std::unexpected(fmt::format("{} has {} {}", name, what, actual));
}

Done expect_state(Stage& stage, std::string_view name, std::string_view state) {
    const EntryFacts facts = TRY(facts_of(stage, name));
    if (facts.state != state) {
        return std::unexpected(fmt::format("{} is {}", name, facts.state));
    }
    return {};
}

Done all_in_state(Stage& stage, const Captures& blanks) {
    for (const std::string& name : read_names(blanks[0])) {
        TRY(expect_state(stage, name, spelled(blanks[1])));
    }
    return {};
}

Result<OfferFacts, std::string> live_offer(Stage& stage, std::string_view name) {
    const EntryFacts facts = TRY(facts_of(stage, name));
    const auto offer = stage.driver.offer(facts.offer);
    if (facts.state != "offered" || !offer) {
        return std::unexpected(fmt::format("{} is {}", name, facts.state));
    }
    return *offer;
}

// `opening` is empty where any place will do; `until` may be empty.
Done expect_offered(Stage& stage, WordSpan names, std::string_view opening, WordSpan until) {
    for (const std::string& name : read_names(names)) {
        const OfferFacts offer = TRY(live_offer(stage, name));
        const EntryFacts facts = TRY(facts_of(stage, name));
        if (!opening.empty() && facts.opening != opening) {
            return std::unexpected(fmt::format("{} is offered another opening", name));
        }
        if (!until.empty()) {
            const Time deadline = TRY(stage.calendar.moment(until));
            if (offer.expires_at != deadline) {
                return std::unexpected(fmt::format("{} is offered it until {}", name,
                                                   stage.calendar.written(offer.expires_at)));
            }
        }
    }
    return {};
}

// "it" is the opening that came last, or any of the counted places.
Done offered_it(Stage& stage, const Captures& blanks) {
    const Company* company = TRY(stage.cast.company());
    const WordSpan until = blanks.size() > 1 ? blanks[1] : WordSpan{};
    return expect_offered(stage, blanks[0], company->latest_opening, until);
}

Done offered_labelled(Stage& stage, const Captures& blanks) {
    const std::string opening = TRY(stage.cast.opening_called(blanks[1].front().text));
    const WordSpan until = blanks.size() > 2 ? blanks[2] : WordSpan{};
    return expect_offered(stage, blanks[0], opening, until);
}

Done message_leaves(Stage& stage, const Captures& blanks) {
    const std::string name = read_name(blanks[0]);
    const OfferFacts offer = TRY(live_offer(stage, name));
    if (offer.send_at != TRY(stage.calendar.moment(blanks[1]))) {
        return std::unexpected(
            fmt::format("{}'s message leaves at {}", name, stage.calendar.written(offer.send_at)));
    }
    return {};
}

Done fails_check(Stage& stage, WordSpan who, std::string_view opening, WordSpan check) {
    const std::string name = read_name(who);
    const std::string failed = stage.driver.failed_check(TRY(stage.cast.entry_of(name)), opening);
    if (failed != spelled(check)) {
        return std::unexpected(failed.empty()
                                   ? fmt::format("{} fits", name)
                                   : fmt::format("{} does not fit because of {}", name, failed));
    }
    return {};
}

Done waits_because(Stage& stage, const Captures& blanks) {
    TRY(expect_state(stage, read_name(blanks[0]), "waiting"));
    const Company* company = TRY(stage.cast.company());
    return fails_check(stage, blanks[0], company->latest_opening, blanks[1]);
}

Done waits_because_for(Stage& stage, const Captures& blanks) {
    TRY(expect_state(stage, read_name(blanks[0]), "waiting"));
    const std::string opening = TRY(stage.cast.opening_called(blanks[2].front().text));
    return fails_check(stage, blanks[0], opening, blanks[1]);
}

Done has_rank(Stage& stage, const Captures& blanks) {
    const std::string name = read_name(blanks[0]);
    const EntryFacts facts = TRY(facts_of(stage, name));
    if (!facts.rank) {
        return std::unexpected(fmt::format("{} is {} and has no rank", name, facts.state));
    }
    if (*facts.rank != read_count(blanks[1])) {
        return std::unexpected(fmt::format("{} is number {} in line", name, *facts.rank));
    }
    return {};
}

Done has_no_rank(Stage& stage, const Captures& blanks) {
    const EntryFacts facts = TRY(facts_of(stage, read_name(blanks[0])));
    if (facts.rank) {
        return std::unexpected(
            fmt::format("{} is number {} in line", read_name(blanks[0]), *facts.rank));
    }
    return {};
}

Done has_standing_yes(Stage& stage, const Captures& b, bool expected) {
    const EntryFacts facts = TRY(facts_of(stage, read_name(b[0])));
    if (facts.standing_yes != expected) {
        return std::unexpected(read_name(b[0]) +
                               (expected ? " has no standing yes" : " has a standing yes"));
    }
    return {};
}

Sentences numbers() {
    return {
        {Pattern("{who} is number {count} in line"), has_rank},
        {Pattern("{who} has no rank"), has_no_rank},
        {Pattern("{who} has position {count}"),
         [](Stage& stage, const Captures& b) -> Done {
             const EntryFacts facts = TRY(facts_of(stage, read_name(b[0])));
             return expect_number(read_name(b[0]), "position", read_count(b[1]),
                                  static_cast<std::int64_t>(facts.position));
         }},
        {Pattern("{who} has {count} points"),
         [](Stage& stage, const Captures& b) -> Done {
             const EntryFacts facts = TRY(facts_of(stage, read_name(b[0])));
             return expect_number(read_name(b[0]), "points:", read_count(b[1]), facts.points);
         }},
        {Pattern("{who} has missed {count}"),
         [](Stage& stage, const Captures& b) -> Done {
             const EntryFacts facts = TRY(facts_of(stage, read_name(b[0])));
             return expect_number(read_name(b[0]), "missed", read_count(b[1]),
                                  static_cast<std::int64_t>(facts.misses));
         }},
        {Pattern("{who} has declined {count}"),
         [](Stage& stage, const Captures& b) -> Done {
             const EntryFacts facts = TRY(facts_of(stage, read_name(b[0])));
             return expect_number(read_name(b[0]), "declined", read_count(b[1]),
                                  static_cast<std::int64_t>(facts.declines));
         }},
        {Pattern("{who} has a standing yes"),
         [](Stage& stage, const Captures& b) { return has_standing_yes(stage, b, true); }},
        {Pattern("{who} has no standing yes"),
         [](Stage& stage, const Captures& b) { return has_standing_yes(stage, b, false); }},
    };
}

}  // namespace

const Sentences& person_expectations() {
    static const Sentences sentences = [] {
        Sentences all = {
            {Pattern("{names} is/are {state}"), all_in_state},
            {Pattern("{names} is/are offered it"), offered_it},
            {Pattern("{names} is/are offered it until {moment}"), offered_it},
            {Pattern("{names} is/are offered {quoted}"), offered_labelled},
            {Pattern("{names} is/are offered {quoted} until {moment}"), offered_labelled},
            {Pattern("{whose} message leaves at {moment}"), message_leaves},
            {Pattern("{who} is waiting because {word}"), waits_because},
            {Pattern("{who} is waiting because {word} for {quoted}"), waits_because_for},
        };
        const Sentences more = numbers();
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }();
    return sentences;
}

}  // namespace standby::scenarios
