// Reading TZif files. Only what a story names is read, so that a run stays fast.
#include "tests/scenarios/runner/zone_files.hpp"

#include "tests/scenarios/runner/shapes.hpp"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <utility>

namespace standby::scenarios {
namespace {

void add_zone(const std::string& name, core::ZoneBook& zones) {
    const std::filesystem::path path = std::filesystem::path("/usr/share/zoneinfo") / name;
    if (!std::filesystem::is_regular_file(path)) {
        return;
    }
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (auto zone = Zone::parse(name, std::as_bytes(std::span(bytes)))) {
        zones.add(std::move(*zone));
    }
}

void add_named(const Line& line, core::ZoneBook& zones) {
    for (const Word& word : line.words) {
        if (looks_like_zone(word.text) && zones.find(word.text) == nullptr) {
            add_zone(word.text, zones);
        }
    }
}

}  // namespace

void add_zones(const Story& story, core::ZoneBook& zones) {
    for (const Paragraph& paragraph : story.paragraphs) {
        add_named(paragraph.head, zones);
        for (const Line& line : paragraph.below) {
            add_named(line, zones);
        }
    }
}

}  // namespace standby::scenarios
