// Lines end with LF here, with or without CR before it, as servers send both.
#include "notify/transport/smtp_reply.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace standby::notify {
namespace {

constexpr std::size_t reply_text_max = 1024;

bool is_named(std::string_view line, std::string_view keyword) {
    if (line.size() < keyword.size() ||
        (line.size() > keyword.size() && line[keyword.size()] != ' ')) {
        return false;
    }
    return equals_ignoring_case(line.substr(0, keyword.size()), keyword);
}

}  // namespace

std::string SmtpReply::text() const {
    std::string text = std::to_string(code);
    for (const std::string& line : lines) {
        if (!line.empty() && text.size() < reply_text_max) {
            text.push_back(' ');
            text.append(line, 0, reply_text_max);
        }
    }
    std::ranges::replace_if(
        text, [](char character) { return character < ' ' || character > '~'; }, '?');
    return text;
}

bool SmtpReplyReader::read(std::string_view bytes, std::vector<SmtpReply>& replies) {
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        line_.append(bytes.substr(0, end));
        if (line_.size() > smtp_reply_line_max) {
            return false;
        }
        if (end == std::string_view::npos) {
            return true;
        }
        bytes.remove_prefix(end + 1);
        if (line_.ends_with('\r')) {
            line_.pop_back();
        }
        const std::string line = std::exchange(line_, {});
        if (!take_line(line, replies)) {
            return false;
        }
    }
    return true;
}

bool SmtpReplyReader::take_line(std::string_view line, std::vector<SmtpReply>& replies) {
    if (line.size() < 3 || line[0] < '2' || line[0] > '5' || !is_digit(line[1]) ||
        !is_digit(line[2]) || (line.size() > 3 && line[3] != ' ' && line[3] != '-')) {
        return false;
    }
    const auto code =
        static_cast<std::uint16_t>((line[0] - '0') * 100 + (line[1] - '0') * 10 + (line[2] - '0'));
    if ((!reply_.lines.empty() && reply_.code != code) ||
        reply_.lines.size() >= smtp_reply_lines_max) {
        return false;
    }
    reply_.code = code;
    reply_.lines.emplace_back(line.substr(std::min<std::size_t>(4, line.size())));
    if (line.size() == 3 || line[3] == ' ') {
        replies.push_back(std::exchange(reply_, {}));
    }
    return true;
}

SmtpAbilities read_smtp_abilities(const SmtpReply& ehlo_reply) {
    SmtpAbilities abilities;
    for (const std::string& line : ehlo_reply.lines) {
        abilities.pipelining = abilities.pipelining || is_named(line, "PIPELINING");
        abilities.eight_bit = abilities.eight_bit || is_named(line, "8BITMIME");
        abilities.utf8 = abilities.utf8 || is_named(line, "SMTPUTF8");
        abilities.size = abilities.size || is_named(line, "SIZE");
    }
    return abilities;
}

}  // namespace standby::notify
