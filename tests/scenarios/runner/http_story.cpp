// Telling twice, comparing.
#include "tests/scenarios/runner/http_story.hpp"

#include "core/model/ids.hpp"
#include "tests/scenarios/runner/core_driver.hpp"
#include "tests/scenarios/runner/http_driver.hpp"
#include "tests/scenarios/runner/one_server.hpp"
#include "tests/scenarios/runner/teller.hpp"
#include "tests/scenarios/runner/zone_files.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>

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

// What a story is told to, anew for each telling.
struct Place {
    std::string_view as_told;        // how findings begin
    std::string_view with_restarts;  // the same
    std::function<Result<std::unique_ptr<HttpHost>, std::string>()> make;
    std::vector<Restarts> tellings = {Restarts::AsTold, Restarts::AfterEverySentence};
};

struct Comparison {
    const core::ZoneBook& zones;
    CoreDriver& core;  // to which the story was told already
};

void tell_there(Verdict& verdict, const Story& story, const Comparison& comparison,
                const Place& place, Restarts restarts) {
    const bool is_first = restarts == Restarts::AsTold;
    const std::string_view prefix = is_first ? place.as_told : place.with_restarts;
    auto host = place.make();
    if (!host) {
        verdict.findings.push_back(fmt::format("{}: {}{}", story.path, prefix, host.error()));
        return;
    }
    HttpDriver server(*std::move(host));
    const Telling telling = tell(story, server, comparison.zones, restarts);
    if (verdict.transcript.empty()) {
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

Verdict run_story_in(const Place& place, const std::string& path) {
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
    for (const Restarts restarts : place.tellings) {
        // One cause is shown once.
        if (verdict.findings.empty()) {
            tell_there(verdict, *story, {zones, core}, place, restarts);
        }
    }
    return verdict;
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
    return run_story_in({.as_told = "over HTTP: ",
                         .with_restarts = "over HTTP with restarts: ",
                         .make = [&]() -> Result<std::unique_ptr<HttpHost>, std::string> {
                             return std::make_unique<OneServer>(binary);
                         }},
                        path);
}

Verdict run_story_on_two_nodes(const std::string& path, TwoNodesSettings settings) {
    settings.first_way = std::filesystem::path(path).filename().native().size();
    // Several runners may share a PostgreSQL.
    const auto make = [&,
                       tellings = 0]() mutable -> Result<std::unique_ptr<HttpHost>, std::string> {
        const std::string name = fmt::format(
            "story_{}_{}_{}", ::getpid(), std::hash<std::string>{}(path) % 1'000'000, ++tellings);
        return std::make_unique<TwoNodes>(settings,
                                          TRY(StoryDatabase::create(settings.postgres, name)));
    };
    Place place{.as_told = "on two nodes: ",
                .with_restarts = "on two nodes while the list moves: ",
                .make = make};
    if (settings.moves_every > 1) {
        place.tellings = {Restarts::AfterEverySentence};  // in between it is as told
    }
    return run_story_in(place, path);
}

}  // namespace standby::scenarios
