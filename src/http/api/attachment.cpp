#include "http/api/attachment.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"

#include <fmt/format.h>

namespace standby::http {
namespace {

constexpr std::size_t file_name_length_max = 80;  // in characters, without what we add

bool is_plain(char32_t point) {
    return (point >= U'a' && point <= U'z') || (point >= U'A' && point <= U'Z') ||
           (point >= U'0' && point <= U'9') || point == U'-' || point == U'_' || point == U' ';
}

// What no file system likes in a name, or what would show it another way round.
bool is_unfit(char32_t point) {
    constexpr std::u32string_view unfit = U"/\\:*?\"<>|;%";
    return point < 0x20 || (point >= 0x7F && point < 0xA0) ||
           unfit.find(point) != std::u32string_view::npos || (point >= 0x200B && point <= 0x200F) ||
           (point >= 0x2028 && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069) ||
           point == 0xFEFF;
}

}  // namespace

std::string attachment_named(std::string_view name, std::string_view extension) {
    std::string plain;
    std::string own;
    std::string_view rest = trim(name, ". ");
    for (std::size_t length = 0; length < file_name_length_max && !rest.empty(); ++length) {
        const std::string_view from = rest;
        const auto point = take_code_point(rest);
        if (!point) {
            break;
        }
        plain += is_plain(*point) ? static_cast<char>(*point) : '_';
        if (is_unfit(*point)) {
            own += '_';
        } else if (is_plain(*point) && *point != U' ') {
            own += static_cast<char>(*point);
        } else {
            own += percent_encode(from.substr(0, from.size() - rest.size()), "");
        }
    }
    if (plain.empty()) {
        plain = own = "standby";
    }
    return fmt::format(
        "attachment; filename=\"{0} figures.{2}\"; filename*=UTF-8''{1}%20figures.{2}", plain, own,
        extension);
}

}  // namespace standby::http
