#include "intake/mail/mail_digest.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cctype>
#include <span>
#include <string>

namespace standby::intake {
namespace {

constexpr std::string_view blanks = " \t\r";

// Without its end.
std::string_view take_line(std::string_view& rest) {
    const std::size_t end = rest.find('\n');
    std::string_view line = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    while (line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    return line;
}

// "From noor@aster.example Wed Mar  4 ...": what a pipe puts before a mail.
std::string_view without_envelope(std::string_view bytes) {
    if (bytes.starts_with("From ")) {
        take_line(bytes);
    }
    return bytes;
}

// Of the first field of that name, unfolded.
std::string field_of(std::string_view header, std::string_view name) {
    while (!header.empty()) {
        std::string_view line = take_line(header);
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos ||
            !equals_ignoring_case(trim(line.substr(0, colon), blanks), name)) {
            continue;
        }
        std::string value(trim(line.substr(colon + 1), blanks));
        while (header.starts_with(' ') || header.starts_with('\t')) {
            value += ' ';
            value += trim(take_line(header), blanks);
        }
        return std::string(trim(value, blanks));
    }
    return {};
}

void add(Sha256& hash, std::string_view text) {
    hash.update(std::as_bytes(std::span(text)));
}

}  // namespace

bool looks_like_mail(std::string_view bytes) {
    bytes = without_envelope(bytes);
    const std::string_view line = take_line(bytes);
    const std::size_t colon = line.find(':');
    return colon != std::string_view::npos && colon > 0 &&
           std::ranges::all_of(line.substr(0, colon), [](unsigned char letter) {
               return std::isalnum(letter) != 0 || letter == '-' || letter == '_';
           });
}

Sha256Digest mail_digest(std::string_view bytes) {
    const std::string_view whole = without_envelope(bytes);
    std::string_view body = whole;
    while (!body.empty() && !take_line(body).empty()) {
    }
    const std::string_view header = whole.substr(0, whole.size() - body.size());
    Sha256 hash;
    const std::string id = field_of(header, "message-id");
    if (!id.empty()) {
        add(hash, "id " + id + "\n");
    } else {
        for (const std::string_view name : {"from", "date", "subject"}) {
            add(hash, field_of(header, name) + "\n");
        }
    }
    // Ends of lines change on the way, and blank lines at the end.
    while (body.ends_with('\n') || body.ends_with('\r')) {
        body.remove_suffix(1);
    }
    while (!body.empty()) {
        add(hash, take_line(body));
        add(hash, "\n");
    }
    return hash.finish();
}

}  // namespace standby::intake
