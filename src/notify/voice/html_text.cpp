// Escapes for text and for quoted attributes alike, so that there is one function to get right.
#include "notify/voice/html_text.hpp"

#include "base/clean_text.hpp"
#include "base/text.hpp"

#include <algorithm>

namespace standby::notify {
namespace {

constexpr std::string_view ends_of_links = " \n\t\"'<>()[]{}\\";

}  // namespace

void append_link(std::string& output, std::string_view link) {
    output += "<a class=\"link\" href=\"";
    append_escaped(output, link);
    output += "\">";
    append_escaped(output, link);
    output += "</a>";
}

void append_escaped_with_links(std::string& output, std::string_view text) {
    while (!text.empty()) {
        const std::size_t begin = std::min(text.find("https://"), text.find("http://"));
        append_escaped(output, text.substr(0, begin));
        if (begin == std::string_view::npos) {
            return;
        }
        text.remove_prefix(begin);
        std::string_view link = text.substr(0, text.find_first_of(ends_of_links));
        // What ends a sentence does not belong to the link in it.
        while (!link.empty() && std::string_view(".,;:!?").contains(link.back())) {
            link.remove_suffix(1);
        }
        const std::size_t scheme = link.find("://");
        const bool is_link =
            scheme != std::string_view::npos && link.size() > scheme + 3 && is_web_link(link);
        if (is_link) {
            append_link(output, link);
        } else {
            link = text.substr(0, 4);
            append_escaped(output, link);
        }
        text.remove_prefix(link.size());
    }
}

std::vector<std::string> paragraphs_of(std::string_view text) {
    std::vector<std::string> paragraphs;
    bool is_new = true;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = trim(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.empty()) {
            is_new = true;
        } else if (is_new) {
            paragraphs.emplace_back(line);
            is_new = false;
        } else {
            paragraphs.back().append("\n").append(line);
        }
    }
    return paragraphs;
}

}  // namespace standby::notify
