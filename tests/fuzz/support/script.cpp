// From texts to requests.
#include "tests/fuzz/support/script.hpp"

#include "base/text.hpp"

#include <algorithm>

namespace standby::fuzz {
namespace {

constexpr std::string_view separator = "\n===\n";

// At most two digits, which is as many as these worlds need.
std::uint32_t take_small_number(std::string_view& text) {
    std::uint32_t number = 0;
    for (int digits = 0; digits < 2 && !text.empty() && is_digit(text.front()); ++digits) {
        number = number * 10 + static_cast<std::uint32_t>(text.front() - '0');
        text.remove_prefix(1);
    }
    return number;
}

ScriptName take_name(std::string_view& text) {
    ScriptName name;
    const auto end = std::ranges::find_if_not(text, is_lower);
    name.letters = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(name.letters.size());
    name.first = take_small_number(text);
    if (text.size() > 1 && text[0] == '.' && is_digit(text[1])) {
        text.remove_prefix(1);
        name.second = take_small_number(text);
    }
    return name;
}

std::string_view take_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(text.size(), end + 1));
    return line;
}

}  // namespace

std::vector<std::string_view> requests_of(std::string_view script) {
    std::vector<std::string_view> requests;
    while (!script.empty() && requests.size() < script_requests_max) {
        const std::size_t end = script.find(separator);
        requests.push_back(script.substr(0, end));
        script.remove_prefix(end == std::string_view::npos ? script.size()
                                                           : end + separator.size());
    }
    return requests;
}

std::string with_names_replaced(std::string_view text, const Meaning& meaning) {
    std::string replaced;
    while (true) {
        const std::size_t dollar = text.find('$');
        replaced += text.substr(0, dollar);
        if (dollar == std::string_view::npos) {
            return replaced;
        }
        text.remove_prefix(dollar + 1);
        std::string_view rest = text;
        if (const auto value = meaning(take_name(rest))) {
            replaced += *value;
            text = rest;
        } else {
            replaced += '$';
        }
    }
}

std::string wire_bytes(std::string_view request) {
    std::string bytes{take_line(request)};
    bytes += " HTTP/1.1\r\nHost: standby.test\r\n";
    bool has_type = false;
    while (!request.empty()) {
        const std::string_view line = take_line(request);
        if (line.empty()) {
            break;
        }
        bytes += line;
        bytes += "\r\n";
        has_type = has_type || line.starts_with("Content-Type");
    }
    if (request.ends_with('\n')) {
        request.remove_suffix(1);
    }
    if (!has_type && !request.empty()) {
        bytes += "Content-Type: application/json\r\n";
    }
    bytes += "Content-Length: " + std::to_string(request.size()) + "\r\n\r\n";
    bytes += request;
    return bytes;
}

}  // namespace standby::fuzz
