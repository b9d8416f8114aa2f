// One pass, no tree: a tag is what stands between < and >, and few of them matter.
#include "intake/reading/html_text.hpp"

#include "base/characters.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <span>

namespace standby::intake {
namespace {

struct Entity {
    std::string_view name;
    std::string_view text;
};
constexpr auto entities = std::to_array<Entity>({
    {"amp", "&"},    {"lt", "<"},     {"gt", ">"},     {"quot", "\""},  {"apos", "'"},
    {"nbsp", " "},   {"shy", ""},     {"euro", "€"},   {"pound", "£"},  {"copy", "©"},
    {"reg", "®"},    {"hellip", "…"}, {"ndash", "–"},  {"mdash", "—"},  {"lsquo", "‘"},
    {"rsquo", "’"},  {"ldquo", "“"},  {"rdquo", "”"},  {"laquo", "«"},  {"raquo", "»"},
    {"bdquo", "„"},  {"sbquo", "‚"},  {"bull", "•"},   {"middot", "·"}, {"deg", "°"},
    {"ordm", "º"},   {"ordf", "ª"},   {"iquest", "¿"}, {"iexcl", "¡"},  {"frac12", "½"},
    {"auml", "ä"},   {"ouml", "ö"},   {"uuml", "ü"},   {"Auml", "Ä"},   {"Ouml", "Ö"},
    {"Uuml", "Ü"},   {"szlig", "ß"},  {"eacute", "é"}, {"egrave", "è"}, {"ecirc", "ê"},
    {"euml", "ë"},   {"agrave", "à"}, {"acirc", "â"},  {"aacute", "á"}, {"atilde", "ã"},
    {"ccedil", "ç"}, {"iacute", "í"}, {"igrave", "ì"}, {"icirc", "î"},  {"iuml", "ï"},
    {"oacute", "ó"}, {"ograve", "ò"}, {"ocirc", "ô"},  {"uacute", "ú"}, {"ugrave", "ù"},
    {"ucirc", "û"},  {"ntilde", "ñ"}, {"oelig", "œ"},  {"aelig", "æ"},  {"oslash", "ø"},
    {"aring", "å"},  {"Eacute", "É"}, {"Egrave", "È"}, {"Agrave", "À"}, {"Aacute", "Á"},
    {"Ccedil", "Ç"}, {"Iacute", "Í"}, {"Oacute", "Ó"}, {"Uacute", "Ú"}, {"Ntilde", "Ñ"},
    {"zwnj", ""},    {"zwj", ""},     {"ensp", " "},   {"emsp", " "},   {"thinsp", " "},
    {"times", "×"},  {"acute", "´"},  {"oslash", "ø"}, {"yen", "¥"},    {"sect", "§"},
});

// A line of its own, and an empty line before it.
constexpr auto blocks = std::to_array<std::string_view>({
    "div",     "p",       "br",     "tr",         "li",       "ul",    "ol",    "table",
    "h1",      "h2",      "h3",     "h4",         "h5",       "h6",    "hr",    "section",
    "article", "header",  "footer", "blockquote", "pre",      "dl",    "dt",    "dd",
    "center",  "address", "body",   "form",       "fieldset", "tbody", "thead",
});
constexpr auto spaced = std::to_array<std::string_view>(
    {"p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "table", "ul", "ol"});
// What is in them is not read by anybody.
constexpr auto unseen = std::to_array<std::string_view>(
    {"script", "style", "head", "title", "template", "noscript", "svg", "object", "textarea"});

bool is_one_of(std::span<const std::string_view> names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

class HtmlReader {
public:
    explicit HtmlReader(std::string_view html) : html_(html) {}

    std::string run() {
        while (at_ < html_.size() && text_.size() < html_text_bytes_max) {
            const char one = html_[at_];
            if (one == '<') {
                take_tag();
            } else if (one == '&') {
                take_entity();
            } else if (one == ' ' || one == '\t' || one == '\r' || one == '\n') {
                blank_ = true;
                ++at_;
            } else {
                put(html_.substr(at_, 1));
                ++at_;
            }
        }
        while (text_.ends_with('\n') || text_.ends_with(' ')) {
            text_.pop_back();
        }
        return std::string(cut_at_character(text_, html_text_bytes_max));
    }

private:
    void take_tag() {
        if (html_.substr(at_).starts_with("<!--")) {
            const auto end = html_.find("-->", at_ + 4);
            at_ = end == std::string_view::npos ? html_.size() : end + 3;
            return;
        }
        std::size_t begin = at_ + 1;
        const bool is_end = begin < html_.size() && html_[begin] == '/';
        begin += is_end ? 1 : 0;
        if (begin >= html_.size() ||
            !(is_letter(html_[begin]) || html_[begin] == '!' || html_[begin] == '?')) {
            put("<");
            ++at_;
            return;
        }
        std::size_t end = begin;
        while (end < html_.size() && is_letter_or_digit(html_[end])) {
            ++end;
        }
        constexpr std::size_t name_bytes_max = 12;
        const std::string name =
            to_lower(html_.substr(begin, std::min(end - begin, name_bytes_max)));
        at_ = end_of_tag(end);
        if (is_one_of(unseen, name)) {
            if (!is_end) {
                skip_to_end(name);
            }
            return;
        }
        if (name == "blockquote") {
            constexpr int depth_max = 8;
            new_line(true);
            depth_ = std::clamp(depth_ + (is_end ? -1 : 1), 0, depth_max);
        } else if (is_one_of(blocks, name)) {
            if (name == "br") {
                ++breaks_;
                is_line_begin_ = true;
                blank_ = false;
            } else {
                new_line(is_one_of(spaced, name));
            }
        } else if (name == "td" || name == "th") {
            blank_ = true;
        }
    }

    // A > within quotes ends no tag.
    [[nodiscard]] std::size_t end_of_tag(std::size_t at) {
        for (std::size_t i = at; i < html_.size(); ++i) {
            const char one = html_[i];
            if (one == '>') {
                return i + 1;
            }
            if ((one == '"' || one == '\'') && html_[i - 1] == '=') {
                bool& is_last = one == '"' ? no_more_double_ : no_more_single_;
                const auto close = is_last ? std::string_view::npos : html_.find(one, i + 1);
                is_last = close == std::string_view::npos;
                i = is_last ? i : close;
            }
        }
        return html_.size();
    }

    void skip_to_end(std::string_view name) {
        while (at_ < html_.size()) {
            const auto open = html_.find("</", at_);
            if (open == std::string_view::npos) {
                at_ = html_.size();
                return;
            }
            at_ = open + 2;
            if (equals_ignoring_case(html_.substr(at_, name.size()), name)) {
                at_ = end_of_tag(at_ + name.size());
                return;
            }
        }
    }

    void take_entity() {
        constexpr std::size_t entity_bytes_max = 12;
        const std::string_view rest = html_.substr(at_ + 1, entity_bytes_max);
        const auto end = rest.find(';');
        if (end == std::string_view::npos || end == 0) {
            put("&");
            ++at_;
            return;
        }
        const std::string_view name = rest.substr(0, end);
        if (name.starts_with('#')) {
            if (const auto point = code_point(name.substr(1))) {
                at_ += end + 2;
                if (*point == 0xA0 || *point < 0x20) {
                    blank_ = true;
                    return;
                }
                std::string character;
                append_character(character, *point);
                put(character);
                return;
            }
        }
        const auto* found = std::ranges::find(entities, name, &Entity::name);
        if (found == entities.end()) {
            put("&");
            ++at_;
            return;
        }
        at_ += end + 2;
        if (found->text == " ") {
            blank_ = true;
        } else {
            put(found->text);
        }
    }

    static std::optional<char32_t> code_point(std::string_view digits) {
        const bool is_hex = digits.starts_with('x') || digits.starts_with('X');
        digits.remove_prefix(is_hex ? 1 : 0);
        std::uint32_t value = 0;
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value, is_hex ? 16 : 10);
        const bool is_whole = error == std::errc{} && end == digits.data() + digits.size();
        const bool is_surrogate = value >= 0xD800 && value <= 0xDFFF;
        if (!is_whole || value > 0x10FFFF || is_surrogate || value == 0) {
            return std::nullopt;
        }
        return static_cast<char32_t>(value);
    }

    void new_line(bool is_spaced) {
        breaks_ = std::max(breaks_, is_spaced ? 2 : 1);
        is_line_begin_ = true;
        blank_ = false;
    }

    void put(std::string_view character) {
        if (character.empty()) {
            return;
        }
        if (is_line_begin_ || text_.empty()) {
            constexpr int breaks_max = 2;
            for (int i = 0; i < std::min(breaks_, breaks_max) && !text_.empty(); ++i) {
                text_ += '\n';
            }
            text_.append(static_cast<std::size_t>(depth_), '>');
            text_ += depth_ > 0 ? " " : "";
            breaks_ = 0;
            is_line_begin_ = false;
            blank_ = false;
        }
        if (blank_) {
            text_ += ' ';
            blank_ = false;
        }
        text_ += character;
    }

    std::string_view html_;
    std::string text_;
    std::size_t at_ = 0;
    int breaks_ = 0;
    int depth_ = 0;
    bool blank_ = false;
    bool is_line_begin_ = true;
    // Found out once, so that a text full of open quotes is not searched again and again.
    bool no_more_double_ = false;
    bool no_more_single_ = false;
};

}  // namespace

std::string html_to_text(std::string_view html) {
    return HtmlReader(cut_at_character(html, html_bytes_max)).run();
}

}  // namespace standby::intake
