// By lines. A farewell ends what is said; the line under it is who says it.
#include "intake/reading/letter.hpp"

#include "base/name_key.hpp"
#include "base/text.hpp"
#include "intake/reading/forward_words.hpp"
#include "intake/reading/word.hpp"
#include "interchange/contact/shown_name.hpp"

#include <algorithm>
#include <array>

namespace standby::intake {
namespace {

struct TextLine {
    std::size_t offset = 0;
    std::string_view content;  // without blanks and marks of quotation around
    std::size_t end = 0;
    std::size_t quotes = 0;
};

std::vector<TextLine> lines_of(std::string_view text) {
    std::vector<TextLine> lines;
    for (std::size_t at = 0; at < text.size();) {
        const auto stop = text.find('\n', at);
        const std::size_t end = stop == std::string_view::npos ? text.size() : stop + 1;
        std::string_view content = trim(text.substr(at, end - at));
        std::size_t quotes = 0;
        while (content.starts_with('>')) {
            ++quotes;
            content = trim(content.substr(1));
        }
        lines.push_back({at, content, end, quotes});
        at = end;
    }
    return lines;
}

// Without blanks, case and accents.
constexpr auto farewells = std::to_array<std::string_view>({
    "bestregards",
    "kindregards",
    "regards",
    "best",
    "bestwishes",
    "warmregards",
    "cheers",
    "thanks",
    "thankyou",
    "manythanks",
    "thanksinadvance",
    "sincerely",
    "yours",
    "yourssincerely",
    "yoursfaithfully",
    "allthebest",
    "thx",
    "warmly",
    "takecare",
    "love",
    "xx",
    "x",
    "xoxo",
    "thanksagain",
    "thankssomuch",
    "thankyouverymuch",
    "thanksandregards",
    "withkindregards",
    "thankyouinadvance",
    "thanksalot",
    "kindestregards",
    "manythanksinadvance",
    "talksoon",
    "mitfreundlichengrussen",
    "freundlichegrusse",
    "vielegrusse",
    "liebegrusse",
    "bestegrusse",
    "herzlichegrusse",
    "grusse",
    "gruss",
    "mfg",
    "lg",
    "vg",
    "schonegrusse",
    "danke",
    "vielendank",
    "bestendank",
    "mitbestengrussen",
    "mitfreundlichemgruss",
    "schonengruss",
    "liebengruss",
    "danke&gruss",
    "dankeundgruss",
    "vielendankimvoraus",
    "mitfreundlichengruessen",
    "vielegruesse",
    "liebegruesse",
    "freundlichegruesse",
    "herzlichengruss",
    "grussegottaus",
    "bisdann",
    "bisbald",
    "herzlichst",
    "hochachtungsvoll",
    "cordialement",
    "biencordialement",
    "biena vous",
    "bienavous",
    "sinceresalutations",
    "salutations",
    "meilleuressalutations",
    "merci",
    "merciparavance",
    "mercidavance",
    "bises",
    "mercibeaucoup",
    "abientot",
    "respectueusement",
    "amicalement",
    "bienavotredisposition",
    "merciavance",
    "bonnejournee",
    "bonnesoiree",
    "cdt",
    "cdlt",
    "mercietbonnejournee",
    "saludos",
    "unsaludo",
    "unsaludocordial",
    "saludoscordiales",
    "atentamente",
    "gracias",
    "muchasgracias",
    "cordialmente",
    "unabrazo",
    "abrazos",
    "besos",
    "graciasdeantemano",
    "graciasporadelantado",
    "uncordialsaludo",
    "muchasgraciasyunsaludo",
    "graciasyunsaludo",
    "muchasgraciasdeantemano",
    "hastapronto",
});

constexpr auto salutations = std::to_array<std::string_view>({
    "dear",     "hi",        "hello",   "hey",     "hallo",    "liebe",   "lieber", "liebes",
    "sehr",     "guten",     "bonjour", "bonsoir", "cher",     "chere",   "hola",   "estimado",
    "estimada", "estimados", "buenos",  "buenas",  "querido",  "querida", "good",   "servus",
    "moin",     "gruezi",    "salut",   "madame",  "monsieur",
});

bool is_farewell(std::string_view line) {
    constexpr std::size_t farewell_bytes_max = 60;
    if (line.empty() || line.size() > farewell_bytes_max) {
        return false;
    }
    std::string key = name_key(line);
    std::erase_if(key, [](char one) {
        return one == ',' || one == '.' || one == '!' || one == '\'' || one == ':' || one == ')';
    });
    return std::ranges::find(farewells, key) != farewells.end();
}

bool is_salutation(std::string_view line) {
    constexpr std::size_t salutation_bytes_max = 60;
    if (line.size() > salutation_bytes_max ||
        !(line.ends_with(',') || line.ends_with('!') || line.ends_with(':'))) {
        return false;
    }
    const auto end = line.find_first_of(" ,!:");
    return std::ranges::find(salutations, name_key(line.substr(0, end))) != salutations.end();
}

// "On Tuesday, Ada wrote:", which a mail program puts above what it quotes.
bool is_quote_head(const TextLine& line) {
    constexpr std::size_t head_bytes_max = 200;
    return line.content.size() <= head_bytes_max && line.content.ends_with(':') &&
           has_wrote(line.content) && std::ranges::any_of(line.content, is_digit);
}

}  // namespace

bool is_name(std::string_view text) {
    text = trim(text, " \t\r\n,.;:!-–*_");
    if (text.empty() || interchange::shown_name(text).empty()) {
        return false;
    }
    constexpr std::size_t name_bytes_max = 60;
    if (text.size() > name_bytes_max ||
        text.find_first_of("0123456789@/\\<>[]{}()|:;?!#$%&=+\"") != std::string_view::npos) {
        return false;
    }
    std::size_t words = 0;
    std::size_t large = 0;
    for (const Word& word : split_words(text)) {
        if (word.is_letters() && !(word.is_glued && words > 0 && !word.is_capital)) {
            ++words;
            large += word.is_capital ? 1 : 0;
        }
    }
    constexpr std::size_t words_max = 5;
    // "van", "de la" and "y" are small within names.
    return words >= 1 && words <= words_max && large >= 1 && large * 2 >= words;
}

Letter read_letter(std::string_view text) {
    Letter letter;
    const std::vector<TextLine> lines = lines_of(text);
    const auto put_aside = [&letter](std::size_t from, std::size_t to) {
        if (to > from) {
            letter.aside.push_back({from, to - from});
        }
    };
    const auto first =
        std::ranges::find_if(lines, [](const TextLine& line) { return !line.content.empty(); });
    const std::size_t quotes = first == lines.end() ? 0 : first->quotes;
    bool has_said = false;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const TextLine& line = lines[i];
        const bool is_signature =
            text.substr(line.offset, line.end - line.offset).starts_with("-- ") &&
            line.content == "--";
        if (is_quote_head(line) || is_signature) {
            put_aside(line.offset, text.size());
            return letter;
        }
        if (line.quotes > quotes) {
            put_aside(line.offset, line.end);
            continue;
        }
        if (!has_said && is_salutation(line.content)) {
            put_aside(line.offset, line.end);
            continue;
        }
        if (has_said && is_farewell(line.content)) {
            std::size_t next = i + 1;
            while (next < lines.size() && lines[next].content.empty()) {
                ++next;
            }
            // Thanks may come before a farewell: "Many thanks, / Best regards / Ada".
            if (next < lines.size() && is_farewell(lines[next].content)) {
                continue;
            }
            if (next < lines.size() && is_name(lines[next].content) && next <= i + 3) {
                const std::string_view name = trim(lines[next].content, " \t,.;:!-*_");
                letter.signed_name = {static_cast<std::size_t>(name.data() - text.data()),
                                      name.size()};
                put_aside(line.offset, text.size());
                return letter;
            }
            put_aside(line.offset, next < lines.size() ? line.end : text.size());
            continue;
        }
        has_said = has_said || !line.content.empty();
    }
    return letter;
}

}  // namespace standby::intake
