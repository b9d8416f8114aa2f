#include "intake/mail/authentication.hpp"

#include "base/text.hpp"

#include <optional>

namespace standby::intake {
namespace {

// Comments may stand anywhere, one in the other, and say nothing.
std::string without_comments(std::string_view text) {
    std::string result;
    int depth = 0;
    bool is_quoted = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char one = text[at];
        if (one == '\\' && (is_quoted || depth > 0)) {
            ++at;
        } else if (one == '"' && depth == 0) {
            is_quoted = !is_quoted;
        } else if (one == '(' && !is_quoted) {
            ++depth;
        } else if (one == ')' && !is_quoted && depth > 0) {
            --depth;
        } else if (depth == 0) {
            result += one;
        }
    }
    return result;
}

std::string_view next_part(std::string_view& rest, char separator) {
    const std::size_t end = rest.find(separator);
    const std::string_view part = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    return trim(part, " \t");
}

std::string_view value_of(std::string_view words, std::string_view name) {
    while (!words.empty()) {
        const std::string_view word = next_part(words, ' ');
        const std::size_t equals = word.find('=');
        if (equals != std::string_view::npos &&
            equals_ignoring_case(word.substr(0, equals), name)) {
            return word.substr(equals + 1);
        }
    }
    return {};
}

// Whether the domain, or one that it is part of, is that of the address.
bool is_of(std::string_view domain, std::string_view address) {
    domain = domain.substr(domain.find('@') == std::string_view::npos ? 0 : domain.find('@') + 1);
    const std::size_t at = address.rfind('@');
    return at != std::string_view::npos && !domain.empty() &&
           equals_ignoring_case(domain, address.substr(at + 1));
}

}  // namespace

std::string_view name_of(Authenticity authenticity) {
    switch (authenticity) {
    case Authenticity::Proven:
        return "proven";
    case Authenticity::Forged:
        return "forged";
    case Authenticity::Unknown:
        break;
    }
    return "unknown";
}

Authenticity authenticity_of(std::span<const std::string> results, std::string_view server,
                             std::string_view sender) {
    if (server.empty() || results.empty() || sender.empty()) {
        return Authenticity::Unknown;
    }
    const std::string plain = without_comments(results.front());
    std::string_view rest = plain;
    std::string_view named = next_part(rest, ';');
    // A version may stand behind the name.
    if (!equals_ignoring_case(next_part(named, ' '), server)) {
        return Authenticity::Unknown;
    }
    Authenticity found = Authenticity::Unknown;
    while (!rest.empty()) {
        const std::string_view method = next_part(rest, ';');
        const std::string_view of_dmarc = value_of(method, "dmarc");
        if (!of_dmarc.empty()) {
            const std::string_view from = value_of(method, "header.from");
            if (equals_ignoring_case(of_dmarc, "pass")) {
                return is_of(from, sender) ? Authenticity::Proven : Authenticity::Forged;
            }
            if (equals_ignoring_case(of_dmarc, "fail")) {
                return Authenticity::Forged;
            }
        }
        if (equals_ignoring_case(value_of(method, "dkim"), "pass") &&
            is_of(value_of(method, "header.d"), sender)) {
            found = Authenticity::Proven;
        }
    }
    return found;
}

}  // namespace standby::intake
