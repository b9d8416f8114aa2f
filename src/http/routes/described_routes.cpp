// A scan of openapi.yaml, line by line; not a YAML parser.
#include "http/routes/described_routes.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace standby::http {
namespace {

constexpr std::array<std::string_view, 5> methods{"get", "post", "put", "patch", "delete"};

// The key of a line that has exactly this indentation; empty otherwise.
std::string_view key_at(std::string_view line, std::size_t indentation) {
    if (line.find_first_not_of(' ') != indentation) {
        return {};
    }
    const std::size_t colon = line.find(':', indentation);
    // Paths contain colons themselves; theirs is the last one.
    const std::size_t end = line[indentation] == '/' ? line.rfind(':') : colon;
    return end == std::string_view::npos ? std::string_view{}
                                         : line.substr(indentation, end - indentation);
}

std::string_view value_of(std::string_view line) {
    const std::size_t colon = line.find(": ");
    return colon == std::string_view::npos ? std::string_view{} : line.substr(colon + 2);
}

}  // namespace

std::vector<RouteSummary> routes_in(std::string_view openapi_yaml) {
    std::vector<RouteSummary> found;
    std::string path;
    bool in_paths = false;
    while (!openapi_yaml.empty()) {
        const std::size_t end = openapi_yaml.find('\n');
        const std::string_view line = openapi_yaml.substr(0, end);
        openapi_yaml =
            end == std::string_view::npos ? std::string_view{} : openapi_yaml.substr(end + 1);
        if (const auto top = key_at(line, 0); !top.empty()) {
            in_paths = top == "paths";
        }
        if (!in_paths) {
            continue;
        }
        if (const auto key = key_at(line, 2); key.starts_with('/')) {
            path = key;
        } else if (const auto method = key_at(line, 4);
                   std::ranges::find(methods, method) != methods.end()) {
            found.push_back({.method = to_upper(method), .path = path, .summary = {}, .who = {}});
        } else if (key_at(line, 6) == "summary" && !found.empty()) {
            found.back().summary = value_of(line);
        } else if (key_at(line, 6) == "x-standby-who" && !found.empty()) {
            std::string_view who = value_of(line);
            if (who.starts_with('[') && who.ends_with(']')) {
                who = who.substr(1, who.size() - 2);
            }
            found.back().who = who;
        }
    }
    return found;
}

}  // namespace standby::http
