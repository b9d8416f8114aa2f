// Telling twice, comparing.
#include "tests/scenarios/runner/http_story.hpp"

#include "core/model/ids.hpp"
#include "tests/scenarios/runner/core_driver.hpp"
#include "tests/scenarios/runner/http_driver.hpp"
#include "tests/scenarios/runner/teller.hpp"
#include "tests/scenarios/runner/zone_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string_view>

namespace standby::scenarios {
namespace {

void add(Verdict& verdict, const std::string& path, const std::vector<Finding>& findings,
         std::string_view prefix) {
    for (const Finding& finding : findings) {
        verdict.findings.push_back(
            fmt::format("{}:{}: {}{}", path, finding.line, prefix, finding.text));
    }
}

// Only the number within the list: the core and the server may number the lists differently.
template <class Id>
std::string number_in(const std::optional<Id>& id) {
    return id ? fmt::format("#{}", core::number_of(*id)) : std::string();
}

// The events of each list one after the other, in words that do not depend on the lists' ids.
std::vector<std::string> comparable(const std::vector<EventRecord>& events) {
    std::vector<std::string> resources;
    for (const EventRecord& event : events) {
        if (std::find(resources.begin(), resources.end(), event.resource) == resources.end()) {
            resources.push_back(event.resource);
        }
    }
    std::vector<std::string> lines;
    for (std::size_t list = 0; list < resources.size(); ++list) {
        for (const EventRecord& event : events) {
            if (event.resource != resources[list]) {
                continue;
            }
            std::string line = fmt::format(
                "list {} event {} at {}: {} ({}) {} -> {}, entry {}, offer {}, opening {}",
                list + 1, event.number, format_time(event.at), event.type, event.reason, event.from,
                event.to, number_in(core::parse_entry_id(event.entry)),
                number_in(core::parse_offer_id(event.offer)),
                number_in(core::parse_opening_id(event.opening)));
            for (const auto& [name, value] : event.details) {
                line += fmt::format(", {} {}", name, value);
            }
            lines.push_back(std::move(line));
        }
    }
    return lines;
}

std::string_view shown(const std::vector<std::string>& lines, std::size_t at) {
    return at < lines.size() ? std::string_view(lines[at]) : "nothing";
}

struct Comparison {
    const core::ZoneBook& zones;
    CoreDriver& core;  // to which the story was told already
    const std::string& binary;
};

void tell_over_http(Verdict& verdict, const Story& story, const Comparison& comparison,
                    Restarts restarts) {
    const bool is_first = restarts == Restarts::AsTold;
    const std::string_view prefix = is_first ? "over HTTP: " : "over HTTP with restarts: ";
    HttpDriver server(comparison.binary);
    const Telling telling = tell(story, server, comparison.zones, restarts);
    if (is_first) {
        verdict.transcript = telling.transcript;
    }
    add(verdict, story.path, telling.findings, prefix);
    if (const auto difference = first_difference(comparison.core.events(), server.events())) {
        verdict.findings.push_back(fmt::format("{}: {}{}", story.path, prefix, *difference));
    }
    if (!server.trouble().empty()) {
        verdict.findings.push_back(fmt::format("{}: {}{}", story.path, prefix, server.trouble()));
    }
}

}  // namespace

std::optional<std::string> first_difference(const std::vector<EventRecord>& core,
                                            const std::vector<EventRecord>& server) {
    const std::vector<std::string> expected = comparable(core);
    const std::vector<std::string> actual = comparable(server);
    const auto differ =
        std::mismatch(expected.begin(), expected.end(), actual.begin(), actual.end());
    if (differ.first == expected.end() && differ.second == actual.end()) {
        return std::nullopt;
    }
    const auto at = static_cast<std::size_t>(differ.first - expected.begin());
    return fmt::format("the server has\n        {}\n      where the core has\n        {}",
                       shown(actual, at), shown(expected, at));
}

Verdict run_story_over_http(const std::string& path, const std::string& binary) {
    Verdict verdict;
    verdict.title = path;
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto story = read_story(path, text);
    if (!file || !story) {
        add(verdict, path, {file ? story.error() : Finding{0, "cannot be read"}}, "");
        return verdict;
    }
    verdict.title = story->title;
    add(verdict, path, unknown_sentences(*story), "");
    if (!verdict.findings.empty()) {
        return verdict;
    }
    core::ZoneBook zones;
    add_zones(*story, zones);
    CoreDriver core(zones, Instants::Plain);
    add(verdict, path, tell(*story, core, zones, Restarts::AsTold).findings, "in the core: ");
    for (const Restarts restarts : {Restarts::AsTold, Restarts::AfterEverySentence}) {
        // One cause is shown once.
        if (verdict.findings.empty()) {
            tell_over_http(verdict, *story, {zones, core, binary}, restarts);
        }
    }
    return verdict;
}

}  // namespace standby::scenarios
