#include "notify/voice/kept_words.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace standby::notify {
namespace {

constexpr char mark = '\x1A';
// The part of a link that opens something is never shorter; see http/auth/short_code.hpp.
constexpr std::size_t token_characters_min = 16;

struct NamedLink {
    std::string_view name;
    std::string_view link;
};

std::array<NamedLink, 6> links_of(const Facts& facts) {
    return {{{"link", facts.link},
             {"status_link", facts.status_link},
             {"unsubscribe_link", facts.unsubscribe_link},
             {"access_link", facts.access_link},
             {"google_link", facts.google_link},
             {"outlook_link", facts.outlook_link}}};
}

void replace_all(std::string& text, std::string_view what, std::string_view with) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
        text.replace(at, what.size(), with);
        at += with.size();
    }
}

std::string without_links(std::string text, const Facts& facts) {
    std::array<NamedLink, 6> links = links_of(facts);
    // One may be the beginning of another.
    std::ranges::sort(links, std::ranges::greater{},
                      [](const NamedLink& one) { return one.link.size(); });
    for (const NamedLink& one : links) {
        if (!one.link.empty()) {
            replace_all(text, one.link, mark + std::string(one.name) + mark);
        }
    }
    return text;
}

// Whether what follows the last slash of some link is still there, even cut short.
bool has_token(std::string_view text, const Facts& facts) {
    return std::ranges::any_of(links_of(facts), [&](const NamedLink& one) {
        const std::string_view token = one.link.substr(one.link.rfind('/') + 1);
        return token.size() >= token_characters_min &&
               text.contains(token.substr(0, token_characters_min));
    });
}

// False: there is no link for one of its marks.
bool fill_line(std::string& line, const Facts& facts) {
    for (const NamedLink& one : links_of(facts)) {
        const std::string marked = mark + std::string(one.name) + mark;
        if (one.link.empty() && line.contains(marked)) {
            return false;
        }
        replace_all(line, marked, one.link);
    }
    return true;
}

}  // namespace

std::optional<engine::KeptWords> keep_words(std::uint64_t message, engine::Channel channel,
                                            const engine::WrittenMessage& written,
                                            const Facts& facts) {
    engine::KeptWords kept{.message = message,
                           .channel = channel,
                           .subject = without_links(written.subject, facts),
                           .text = without_links(written.text, facts)};
    if (has_token(kept.subject, facts) || has_token(kept.text, facts)) {
        return std::nullopt;
    }
    return kept;
}

std::string fill_links(std::string_view kept, const Facts& facts) {
    std::string filled;
    while (!kept.empty()) {
        const std::size_t end = std::min(kept.find('\n'), kept.size());
        std::string line(kept.substr(0, end));
        const bool is_last = end == kept.size();
        kept.remove_prefix(is_last ? end : end + 1);
        if (fill_line(line, facts)) {
            filled += line;
            filled += is_last ? "" : "\n";
        }
    }
    return filled;
}

}  // namespace standby::notify
