// What an SMTP server's answer means (RFC 5321, 3463), and what of it may be kept: servers repeat
// addresses and add tokens of their own, and both stay out of our records.
#include "base/clean_text.hpp"
#include "base/text.hpp"
#include "notify/mail/smtp_provider.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace standby::notify {
namespace {

constexpr std::size_t note_bytes_max = 200;
constexpr std::size_t reply_bytes_max = 2000;
constexpr std::size_t word_bytes_max = 24;
constexpr std::size_t queue_id_bytes_max = 64;
constexpr std::array<std::uint16_t, 5> unavailable_codes = {421, 454, 530, 534, 535};
constexpr std::array<std::uint16_t, 3> bounce_codes = {550, 551, 553};

// An enhanced status code such as 5.1.1.
struct EnhancedCode {
    unsigned category = 0;  // 2, 4 or 5
    unsigned subject = 0;
    unsigned detail = 0;
    bool is(unsigned wanted_subject, unsigned wanted_detail) const {
        return subject == wanted_subject && detail == wanted_detail;
    }
};

// One to three digits and what ends them.
std::optional<unsigned> take_number(std::string_view& text, char end) {
    std::size_t size = 0;
    while (size < text.size() && size < 4 && is_digit(text[size])) {
        ++size;
    }
    if (size == 0 || size > 3 || (size < text.size() ? text[size] : ' ') != end) {
        return std::nullopt;
    }
    unsigned number = 0;
    std::from_chars(text.data(), text.data() + size, number);
    text.remove_prefix(std::min(size + 1, text.size()));
    return number;
}

std::optional<EnhancedCode> take_enhanced_code(std::string_view& text) {
    std::string_view rest = text;
    const auto category = take_number(rest, '.');
    const auto subject = category ? take_number(rest, '.') : std::nullopt;
    const auto detail = subject ? take_number(rest, ' ') : std::nullopt;
    if (!detail) {
        return std::nullopt;
    }
    text = rest;
    return EnhancedCode{*category, *subject, *detail};
}

// Cuts off a beginning such as "550-" or "550 ".
void drop_code(std::string_view& line, std::uint16_t status) {
    const std::string code = fmt::format("{}", status);
    if (line.starts_with(code) && (line.size() == 3 || line[3] == ' ' || line[3] == '-')) {
        line.remove_prefix(std::min<std::size_t>(4, line.size()));
    }
}

struct Reply {
    std::optional<EnhancedCode> code;  // of the same category as the reply's own
    std::string text;                  // all lines, without any codes
};

Reply read_reply(const TransferResult& result) {
    Reply reply;
    const std::string lines = clean_lines(result.text, reply_bytes_max);
    std::string_view rest = lines;
    while (!rest.empty()) {
        const std::size_t end = rest.find('\n');
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        drop_code(line, result.status);
        const auto code = take_enhanced_code(line);
        if (code && !reply.code && code->category == result.status / 100U) {
            reply.code = code;
        }
        reply.text += line;
        reply.text += ' ';
    }
    return reply;
}

// Replaces the name, wherever it stands as a word of its own.
void hide(std::string& text, std::string_view name) {
    const auto is_same = [](char one, char other) { return to_lower(one) == to_lower(other); };
    std::size_t from = 0;
    while (!name.empty()) {
        const auto found = std::search(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(),
                                       name.begin(), name.end(), is_same);
        if (found == text.end()) {
            return;
        }
        const auto at = static_cast<std::size_t>(found - text.begin());
        const std::size_t end = at + name.size();
        const bool is_word = (at == 0 || !is_letter_or_digit(text[at - 1])) &&
                             (end == text.size() || !is_letter_or_digit(text[end]));
        if (is_word) {
            text.replace(at, name.size(), "*");
        }
        from = at + 1;
    }
}

// Without words that hold an `@` and without very long ones, which are tokens, links and hashes.
std::string without_private_words(std::string_view text) {
    const std::string line = clean_line(text, reply_bytes_max);
    std::string output;
    std::string_view rest = line;
    while (!rest.empty()) {
        const std::size_t end = rest.find(' ');
        const std::string_view word = rest.substr(0, end);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        if (!word.contains('@') && word.size() <= word_bytes_max) {
            output += output.empty() ? "" : " ";
            output += word;
        }
    }
    return output;
}

std::string write_note(const TransferResult& result, Reply reply, std::string_view recipient) {
    std::string note;
    if (result.status != 0) {
        note = fmt::format("{} ", result.status);
    }
    if (reply.code) {
        note +=
            fmt::format("{}.{}.{} ", reply.code->category, reply.code->subject, reply.code->detail);
    }
    std::string text = reply.text + result.error;
    hide(text, recipient.substr(0, recipient.find('@')));
    return clean_line(note + without_private_words(text), note_bytes_max);
}

// The name under which the server keeps the mail, where it tells one as most do.
std::string queue_id(std::string_view text) {
    constexpr std::string_view mark = "queued as ";
    const std::size_t at = text.find(mark);
    if (at == std::string_view::npos) {
        return {};
    }
    const std::string_view rest = text.substr(at + mark.size());
    const auto end = std::ranges::find_if_not(rest, is_letter_or_digit);
    const auto size = static_cast<std::size_t>(end - rest.begin());
    return size > queue_id_bytes_max ? std::string{} : std::string(rest.substr(0, size));
}

bool contains(std::span<const std::uint16_t> codes, std::uint16_t code) {
    return std::ranges::find(codes, code) != codes.end();
}

SendOutcome judge_failure(std::uint16_t status, const std::optional<EnhancedCode>& code) {
    if (status < 400 || status > 599 || contains(unavailable_codes, status)) {
        return SendOutcome::Unavailable;
    }
    if (status < 500) {
        return SendOutcome::Later;
    }
    if (code) {
        const bool is_about_sender = code->is(1, 7) || code->is(1, 8);
        if (is_about_sender || code->subject == 7) {
            return SendOutcome::Refused;
        }
        if (code->subject == 1 || code->subject == 2) {
            return SendOutcome::Bounced;
        }
    }
    return contains(bounce_codes, status) ? SendOutcome::Bounced : SendOutcome::Refused;
}

}  // namespace

SendResult judge_smtp_reply(const TransferResult& result, std::string_view recipient) {
    const Reply reply = read_reply(result);
    SendResult judged{.note = write_note(result, reply, recipient),
                      .retry_after = result.retry_after};
    // With an error, a good code is that of a reply before the mail was handed over.
    if (result.status >= 200 && result.status < 300 && result.error.empty()) {
        judged.outcome = SendOutcome::Sent;
        judged.provider_id = queue_id(reply.text);
        return judged;
    }
    judged.outcome = judge_failure(result.status, reply.code);
    judged.address_is_dead = judged.outcome == SendOutcome::Bounced && reply.code &&
                             (reply.code->is(1, 1) || reply.code->is(1, 2) ||
                              reply.code->is(1, 3) || reply.code->is(1, 10));
    return judged;
}

}  // namespace standby::notify
