// The compiled zone files of the machine.
#include "sim/world/zone_files.hpp"

#include "sim/world/plan.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <span>
#include <vector>

namespace standby::sim {

Result<core::ZoneBook, std::string> load_zones() {
    core::ZoneBook book;
    for (const std::string name : zone_names) {
        std::ifstream file("/usr/share/zoneinfo/" + name, std::ios::binary);
        const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
        auto zone = Zone::parse(name, std::as_bytes(std::span{bytes}));
        if (!zone) {
            return std::unexpected(fmt::format("time zone {}: {}", name, zone.error()));
        }
        book.add(std::move(*zone));
    }
    return book;
}

}  // namespace standby::sim
