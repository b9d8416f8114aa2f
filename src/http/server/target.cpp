// Decoding byte by byte, with everything refused that has two readings.
#include "http/server/target.hpp"

#include "base/text.hpp"
#include "http/server/syntax.hpp"

#include <algorithm>
#include <array>

namespace standby::http::wire {
namespace {

consteval std::array<bool, 256> path_characters() {
    std::array<bool, 256> table{};
    for (const char character :
         std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                          "-._~!$&'()*+,;=:@/")) {
        table[static_cast<unsigned char>(character)] = true;
    }
    return table;
}

constexpr std::array<bool, 256> path_table = path_characters();

std::optional<std::string> decode_path(std::string_view text) {
    std::string path;
    path.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (path_table[static_cast<unsigned char>(text[i])]) {
            path += text[i];
            continue;
        }
        const std::optional<char> byte = escaped_byte(text.substr(i));
        if (!byte || static_cast<unsigned char>(*byte) < 0x20 || *byte == 0x7F) {
            return std::nullopt;
        }
        if (*byte == '/') {
            path += "%2F";
        } else if (*byte == '%') {
            path += "%25";
        } else {
            path += *byte;
        }
        i += 2;
    }
    return path;
}

// An encoded slash ends a segment here, since whoever decodes it later would see it so.
bool has_dot_segment(std::string_view path) {
    if (!path.contains("/.") && !path.contains("%2F.")) {
        return false;
    }
    while (!path.empty()) {
        const std::size_t slash = path.find('/');
        const std::size_t encoded = path.find("%2F");
        const std::size_t end = std::min(slash, encoded);
        const std::string_view segment = path.substr(0, end);
        if (segment == "." || segment == "..") {
            return true;
        }
        if (end == std::string_view::npos) {
            return false;
        }
        path.remove_prefix(end + (end == slash ? 1 : 3));
    }
    return false;
}

bool is_query(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] <= ' ' || text[i] > '~' || text[i] == '#') {
            return false;
        }
        if (text[i] == '%') {
            const std::optional<char> byte = escaped_byte(text.substr(i));
            if (!byte || *byte == 0) {
                return false;
            }
        }
    }
    return true;
}

// Takes scheme and authority off an address; false when it is not one of http or https.
bool take_authority(std::string_view& text, std::string& authority) {
    const std::size_t scheme_end = text.find("://");
    if (scheme_end == std::string_view::npos) {
        return false;
    }
    const std::string_view scheme = text.substr(0, scheme_end);
    if (!equals_ignoring_case(scheme, "http") && !equals_ignoring_case(scheme, "https")) {
        return false;
    }
    text.remove_prefix(scheme_end + 3);
    const std::size_t end = std::min(text.find_first_of("/?"), text.size());
    authority = text.substr(0, end);
    text.remove_prefix(end);
    return is_authority(authority);
}

}  // namespace

std::optional<Target> parse_target(std::string_view text) {
    Target target;
    if (!text.starts_with('/') && !take_authority(text, target.authority)) {
        return std::nullopt;
    }
    const std::size_t question = std::min(text.find('?'), text.size());
    std::optional<std::string> path = decode_path(text.substr(0, question));
    if (!path || has_dot_segment(*path)) {
        return std::nullopt;
    }
    target.path = path->empty() ? "/" : *std::move(path);
    if (question < text.size()) {
        target.query = text.substr(question + 1);
    }
    if (!is_query(target.query)) {
        return std::nullopt;
    }
    return target;
}

}  // namespace standby::http::wire
