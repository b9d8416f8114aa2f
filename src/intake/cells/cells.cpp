#include "intake/cells/cells.hpp"

#include "base/clean_text.hpp"
#include "base/csv.hpp"
#include "base/name_key.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "core/model/limits.hpp"
#include "interchange/contact/contact.hpp"
#include "interchange/wording/language.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace standby::intake {
namespace {

// What programs write for a letter that they could not read.
constexpr std::string_view replacement_character = "\xEF\xBF\xBD";

std::unexpected<Doubt> doubt(DoubtKind kind, Say say, std::string_view typed,
                             std::string instead = {}) {
    return std::unexpected(Doubt{kind, say, in_quotes(typed), std::move(instead)});
}

// 4.41E+11, 4,41E+11
bool is_rounded(std::string_view text) {
    const std::size_t e = text.find_first_of("eE");
    return e != std::string_view::npos && e > 0 &&
           text.substr(0, e).find_first_not_of("0123456789.,") == std::string_view::npos &&
           text.substr(e + 1).find_first_not_of("+0123456789") == std::string_view::npos &&
           e + 1 < text.size();
}

struct NumberWord {
    std::string_view keys;  // with blanks between them, as name_key() has them
    std::uint32_t number;
};
constexpr auto number_words = std::to_array<NumberWord>({
    {"one ein eins eine einer un une uno una", 1},
    {"two zwei zwo deux dos couple paar pareja", 2},
    {"three drei trois tres", 3},
    {"four vier quatre cuatro", 4},
    {"five funf fuenf cinq cinco", 5},
    {"six sechs seis", 6},
    {"seven sieben sept siete", 7},
    {"eight acht huit ocho", 8},
    {"nine neun neuf nueve", 9},
    {"ten zehn dix diez", 10},
    {"eleven elf onze once", 11},
    {"twelve zwolf zwoelf douze doce", 12},
});

bool is_among(std::string_view keys, std::string_view key) {
    while (!keys.empty()) {
        const std::size_t end = std::min(keys.find(' '), keys.size());
        if (keys.substr(0, end) == key) {
            return true;
        }
        keys.remove_prefix(std::min(end + 1, keys.size()));
    }
    return false;
}

std::optional<std::uint32_t> number_word(std::string_view key) {
    for (const NumberWord& word : number_words) {
        if (is_among(word.keys, key)) {
            return word.number;
        }
    }
    return std::nullopt;
}

// What stands beside the number of people.
bool names_people(std::string_view key) {
    return is_among(
        "people person persons pax guest guests adult adults child children kid kids covers seats "
        "for of a party table personen person pers leute erwachsene erwachsener erw kind kinder "
        "gast gaste gaeste plaetze platze fur fuer zu tisch personnes personne adultes adulte "
        "enfants enfant couverts pour personas persona adultos adulto ninos nino ninas nina "
        "plazas para p x",
        key);
}

bool joins_numbers(std::string_view key) {
    return is_among("and plus und et y e mit", key);
}

// Words, numbers and signs, one after the other.
std::vector<std::string> pieces_of(std::string_view text) {
    std::vector<std::string> pieces;
    const auto class_of = [](char letter) { return is_digit(letter) ? 1 : letter == ' ' ? 0 : 2; };
    for (std::size_t at = 0; at < text.size();) {
        const int kind = class_of(text[at]);
        constexpr std::string_view signs = "+&,-/.;()";
        std::size_t end = at + 1;
        while (!signs.contains(text[at]) && end < text.size() && class_of(text[end]) == kind &&
               !signs.contains(text[end])) {
            ++end;
        }
        if (kind != 0) {
            pieces.emplace_back(text.substr(at, end - at));
        }
        at = end;
    }
    return pieces;
}

}  // namespace

std::string_view name_of(DoubtKind kind) {
    constexpr std::string_view names[] = {"not_understood", "ambiguous", "mangled", "impossible"};
    return names[static_cast<std::size_t>(kind)];
}

std::string in_quotes(std::string_view typed) {
    constexpr std::size_t characters_max = 40;
    return '"' + clean_text(typed, characters_max) + '"';
}

std::string_view typed_in(const Cell& cell) {
    constexpr std::string_view blanks = " \t\r\n";
    std::string_view text = trim(without_guard(trim(cell.text, blanks)), blanks);
    constexpr std::string_view no_break = "\xC2\xA0";
    while (text.starts_with(no_break)) {
        text = trim(text.substr(no_break.size()), blanks);
    }
    while (text.ends_with(no_break)) {
        text = trim(text.substr(0, text.size() - no_break.size()), blanks);
    }
    return text;
}

Result<std::string, Doubt> read_phone(const Cell& cell, std::string_view region) {
    std::string text(typed_in(cell));
    if (is_rounded(text)) {
        return doubt(DoubtKind::Mangled, Say::RoundedPhone, text);
    }
    constexpr std::string_view of_a_number = ".0";  // programs that keep tables write it behind
    if (text.ends_with(of_a_number) &&
        text.find_first_not_of("0123456789") == text.size() - of_a_number.size()) {
        text.resize(text.size() - of_a_number.size());
    }
    std::string joined = text;
    for (const std::string_view space : {"\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x91"}) {
        for (std::size_t at = joined.find(space); at != std::string::npos;
             at = joined.find(space)) {
            joined.replace(at, space.size(), " ");
        }
    }
    auto phone = interchange::normalise_phone(joined, region);
    if (phone) {
        return *std::move(phone);
    }
    // "0171 1234567 / 030 654321", "+49 171 1 or +49 30 2"
    for (const std::string_view between :
         {" / ", ";", ",", "\n", " or ", " oder ", " ou ", " o "}) {
        if (const std::size_t at = joined.find(between); at != std::string::npos) {
            const auto one = interchange::normalise_phone(trim(joined.substr(0, at)), region);
            if (one) {
                return doubt(DoubtKind::Ambiguous, Say::SeveralPhones, text);
            }
        }
    }
    const bool is_bare =
        !joined.empty() && joined.find_first_not_of("0123456789 ") == std::string::npos;
    if (is_bare && !joined.starts_with('0')) {
        return doubt(DoubtKind::Mangled, Say::BarePhone, text);
    }
    return doubt(DoubtKind::NotUnderstood, region.empty() ? Say::NoPhoneHere : Say::NoPhone, text);
}

Result<std::string, Doubt> read_email(const Cell& cell) {
    std::string_view text = typed_in(cell);
    constexpr std::string_view link = "mailto:";
    if (text.starts_with(link)) {
        text.remove_prefix(link.size());
    }
    if (text.contains(replacement_character)) {
        return doubt(DoubtKind::Mangled, Say::LostLetter, text);
    }
    // "Ada Lovelace <ada@example.com>"
    if (const std::size_t open = text.find('<');
        open != std::string_view::npos && text.ends_with('>')) {
        text = text.substr(open + 1, text.size() - open - 2);
    }
    auto email = interchange::normalise_email(text);
    if (!email) {
        const bool is_list = std::ranges::count(text, '@') > 1;
        return doubt(is_list ? DoubtKind::Ambiguous : DoubtKind::NotUnderstood,
                     is_list ? Say::SeveralEmails : Say::NoEmail, text);
    }
    return *std::move(email);
}

Result<std::string, Doubt> read_text(const Cell& cell) {
    const std::string_view text = typed_in(cell);
    if (text.contains(replacement_character)) {
        return doubt(DoubtKind::Mangled, Say::LostLetterInFile, text);
    }
    return clean_line(text, text.size());
}

Result<std::uint32_t, Doubt> read_party_size(const Cell& cell) {
    const std::string_view text = typed_in(cell);
    const auto refused = [&](DoubtKind kind) {
        return doubt(kind, kind == DoubtKind::Ambiguous ? Say::SeveralParties : Say::NoParty, text);
    };
    if (cell.kind != CellKind::Text && cell.kind != CellKind::Number) {
        return doubt(DoubtKind::Mangled, Say::DateForParty, text);
    }
    std::uint64_t total = 0;
    bool may_follow = true;  // another number
    bool is_several = false;
    bool was_number = false;
    for (const std::string& piece : pieces_of(text)) {
        const std::string key = name_key(piece);
        const bool is_behind_number = std::exchange(was_number, is_digit(piece.front()));
        auto number = parse_number<std::uint32_t>(piece);
        number = number ? number : number_word(key);
        if (number) {
            is_several = is_several || !may_follow;
            total += *number;
            may_follow = false;
        } else if (piece == "+" || piece == "&" || piece == "," || joins_numbers(key)) {
            may_follow = true;
        } else if (piece == "." && !is_behind_number) {
            // "Erw." is cut short.
        } else if (piece == "-" || piece == "/" || piece == ".") {
            return refused(DoubtKind::Ambiguous);
        } else if (!names_people(key) && piece != "(" && piece != ")") {
            return refused(DoubtKind::NotUnderstood);
        }
    }
    if (is_several) {
        return refused(DoubtKind::Ambiguous);
    }
    if (total < 1 || total > core::limits::party_size_max) {
        return doubt(DoubtKind::Impossible, Say::PartyOutOfRange, text,
                     std::to_string(core::limits::party_size_max));
    }
    return static_cast<std::uint32_t>(total);
}

Result<std::uint8_t, Doubt> read_priority(const Cell& cell) {
    const std::string_view text = typed_in(cell);
    if (const auto number = parse_number<std::uint32_t>(text)) {
        if (*number <= core::limits::tier_max) {
            return static_cast<std::uint8_t>(*number);
        }
        return doubt(DoubtKind::Impossible, Say::PriorityOutOfRange, text,
                     std::to_string(core::limits::tier_max));
    }
    const std::string key = name_key(text);
    if (is_among(
            "high higher urgent vip yes true x ! !! !!! hoch dringend eilig ja wahr haute eleve "
            "urgente oui vrai alta alto si verdadero",
            key)) {
        return std::uint8_t{1};
    }
    if (is_among("normal regular standard low medium none no false - niedrig mittel keine nein "
                 "falsch normale basse faible moyenne non faux baja media ninguna falso",
                 key)) {
        return std::uint8_t{0};
    }
    return doubt(DoubtKind::NotUnderstood, Say::NoPriority, text);
}

Result<std::string, Doubt> read_language(const Cell& cell) {
    const std::string_view text = typed_in(cell);
    const std::string key = name_key(text);
    constexpr std::pair<std::string_view, std::string_view> names[] = {
        {"english englisch anglais ingles", "en"},
        {"german deutsch allemand aleman", "de"},
        {"french franzosisch franzoesisch francais frances", "fr"},
        {"spanish spanisch espagnol espanol", "es"}};
    for (const auto& [keys, tag] : names) {
        if (is_among(keys, key)) {
            return std::string(tag);
        }
    }
    if (interchange::parse_language(text)) {
        std::string tag(text);
        std::ranges::replace(tag, '_', '-');
        return tag;
    }
    return doubt(DoubtKind::NotUnderstood, Say::NoLanguage, text);
}

bool says_yes(const Cell& cell) {
    const std::string key = name_key(typed_in(cell));
    return !key.empty() && !is_among("no none false nein falsch non faux falso 0 -", key);
}

}  // namespace standby::intake
