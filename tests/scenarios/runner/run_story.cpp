// Reading, checking, telling twice, comparing.
#include "tests/scenarios/runner/run_story.hpp"

#include "tests/scenarios/runner/zone_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace standby::scenarios {
namespace {

void add(Verdict& verdict, const std::string& path, const std::vector<Finding>& findings,
         std::string_view prefix = "") {
    for (const Finding& finding : findings) {
        verdict.findings.push_back(
            fmt::format("{}:{}: {}{}", path, finding.line, prefix, finding.text));
    }
}

std::string shown(const std::vector<EventRecord>& events, std::size_t at) {
    if (at >= events.size()) {
        return "nothing";
    }
    const EventRecord& event = events[at];
    return fmt::format("{} ({}) at {} for {}", event.type, event.reason, format_time(event.at),
                       event.entry);
}

// The first event in which the two tellings differ.
void compare(Verdict& verdict, const std::string& path, const std::vector<EventRecord>& plain,
             const std::vector<EventRecord>& restarted) {
    if (plain == restarted) {
        return;
    }
    const auto differ =
        std::mismatch(plain.begin(), plain.end(), restarted.begin(), restarted.end());
    const auto at = static_cast<std::size_t>(differ.first - plain.begin());
    verdict.findings.push_back(fmt::format("{}: with restarts event {} is {} instead of {}", path,
                                           at + 1, shown(restarted, at), shown(plain, at)));
}

}  // namespace

Verdict run_story(const std::string& path, const DriverMaker& make_driver) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return {path, {fmt::format("{}: cannot be read", path)}, {}};
    }
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return run_text(path, text, make_driver);
}

Verdict run_text(const std::string& path, std::string_view text, const DriverMaker& make_driver) {
    Verdict verdict;
    const auto story = read_story(path, text);
    if (!story) {
        add(verdict, path, {story.error()});
        return verdict;
    }
    verdict.title = story->title;
    add(verdict, path, unknown_sentences(*story));
    if (!verdict.findings.empty()) {
        return verdict;
    }
    core::ZoneBook zones;
    add_zones(*story, zones);
    const auto plain = make_driver(zones, Restarts::AsTold);
    const Telling first = tell(*story, *plain, zones, Restarts::AsTold);
    add(verdict, path, first.findings);
    verdict.transcript = first.transcript;
    const auto restarted = make_driver(zones, Restarts::AfterEverySentence);
    const Telling second = tell(*story, *restarted, zones, Restarts::AfterEverySentence);
    if (first.findings.empty()) {
        add(verdict, path, second.findings, "with restarts: ");
    }
    compare(verdict, path, plain->events(), restarted->events());
    return verdict;
}

}  // namespace standby::scenarios
