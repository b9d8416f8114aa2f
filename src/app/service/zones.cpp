#include "app/service/zones.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <system_error>
#include <utility>

namespace standby::app {

core::ZoneBook read_zones(const std::string& folder) {
    namespace fs = std::filesystem;
    core::ZoneBook zones;
    std::error_code error;
    for (fs::recursive_directory_iterator at{folder, error}, end; !error && at != end;
         at.increment(error)) {
        const std::string name = fs::relative(at->path(), folder).generic_string();
        // Copies of the same zones in other forms.
        if (name == "posix" || name == "right") {
            at.disable_recursion_pending();
            continue;
        }
        if (!at->is_regular_file(error)) {
            continue;
        }
        std::ifstream file(at->path(), std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        if (auto zone = Zone::parse(name, std::as_bytes(std::span(bytes)))) {
            zones.add(*std::move(zone));
        }
    }
    return zones;
}

}  // namespace standby::app
