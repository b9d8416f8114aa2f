// The checks are those of the mail and phone standards that a mistyped contact fails; whether it
// can be reached only a message tells.
#include "interchange/contact/contact.hpp"

#include "base/case_fold.hpp"
#include "base/characters.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "interchange/contact/numbering.hpp"

#include <idn2.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace standby::interchange {
namespace {

constexpr std::size_t domain_label_bytes_max = 63;
constexpr const char* email_form = "Enter an e-mail address such as name@example.com.";
constexpr const char* phone_form =
    "Enter the phone number with its country code, such as +49 30 1234567.";
constexpr const char* national_form = "Enter the whole phone number with its area code, or with "
                                      "its country code, such as +49 30 1234567.";

// Whether a code point outside ASCII may stand in an address. Left out are those that are not
// seen, that turn the direction of writing, or that only look like an ASCII character.
bool is_visible_letter(char32_t point) {
    struct Range {
        char32_t first;
        char32_t last;
    };
    static constexpr Range refused[] = {
        {0x0000, 0x00a0},     // ASCII is judged elsewhere; control characters; no-break space
        {0x00ad, 0x00ad},     // soft hyphen
        {0x034f, 0x034f},     // grapheme joiner
        {0x061c, 0x061c},     // Arabic letter mark
        {0x115f, 0x1160},     // Hangul fillers
        {0x1680, 0x1680},     // ogham space
        {0x180b, 0x180f},     // Mongolian selectors
        {0x2000, 0x206f},     // spaces, joiners, direction marks
        {0x2028, 0x2029},     // separators
        {0x3000, 0x3002},     // ideographic space and full stop
        {0x3164, 0x3164},     // Hangul filler
        {0xe000, 0xf8ff},     // private use
        {0xfe00, 0xfe0f},     // variation selectors
        {0xfeff, 0xfeff},     // byte order mark
        {0xff00, 0xff65},     // full-width copies of ASCII, half-width full stop
        {0xffa0, 0xffa0},     // Hangul filler
        {0xfff0, 0xffff},     // specials
        {0xe0000, 0x10ffff},  // tags, private use
    };
    return std::ranges::none_of(refused, [point](const Range& range) {
        return point >= range.first && point <= range.last;
    });
}

bool is_local_character(char32_t point) {
    if (point >= 0x80) {
        return is_visible_letter(point);
    }
    const auto character = static_cast<char>(point);
    constexpr std::string_view punctuation = "!#$%&'*+-/=?^_`{|}~";
    return is_letter_or_digit(character) || punctuation.find(character) != std::string_view::npos;
}

bool is_domain_character(char32_t point) {
    if (point >= 0x80) {
        return is_visible_letter(point);
    }
    const auto character = static_cast<char>(point);
    return is_letter_or_digit(character) || character == '-';
}

// Whether a text is one or more non-empty parts between dots, made of allowed characters.
template <class IsAllowed>
bool is_dotted(std::string_view text, IsAllowed is_allowed) {
    bool after_dot = true;
    while (!text.empty()) {
        const std::optional<char32_t> point = take_code_point(text);
        if (!point) {
            return false;
        }
        if (*point == U'.') {
            if (after_dot) {
                return false;
            }
            after_dot = true;
            continue;
        }
        if (!is_allowed(*point)) {
            return false;
        }
        after_dot = false;
    }
    return !after_dot;
}

struct FreeDomain {
    void operator()(char* domain) const { idn2_free(domain); }
};

bool is_ascii(std::string_view text) {
    return std::ranges::all_of(text,
                               [](char one) { return static_cast<unsigned char>(one) < 0x80; });
}

// The domain in ASCII; empty when it is none.
std::string ascii_domain(std::string_view text) {
    if (!is_dotted(text, is_domain_character)) {
        return {};
    }
    std::string domain(text);
    if (!is_ascii(text)) {
        char* encoded = nullptr;
        const int outcome =
            idn2_to_ascii_8z(domain.c_str(), &encoded, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL);
        const std::unique_ptr<char, FreeDomain> owned(encoded);
        if (outcome != IDN2_OK) {
            return {};
        }
        domain = encoded;
    }
    for (std::string_view rest = domain; !rest.empty();) {
        const std::string_view label = rest.substr(0, rest.find('.'));
        if (label.empty() || label.size() > domain_label_bytes_max || label.starts_with('-') ||
            label.ends_with('-')) {
            return {};
        }
        rest.remove_prefix(std::min(rest.size(), label.size() + 1));
    }
    return domain;
}

// Whether people have their mail there, not only the machines of one network. The last label of an
// address of numbers is a number; no top-level domain is.
bool is_public_domain(std::string_view ascii) {
    const std::size_t dot = ascii.rfind('.');
    return dot != std::string_view::npos && !std::ranges::all_of(ascii.substr(dot + 1), is_digit);
}

bool is_separator(char character) {
    constexpr std::string_view separators = " -./()";
    return separators.find(character) != std::string_view::npos;
}

// The digits of a number that is written without a `+`; nothing for anything else.
std::optional<std::string> plain_digits(std::string_view text) {
    std::string digits;
    for (const char character : text) {
        if (is_digit(character)) {
            digits += character;
        } else if (!is_separator(character)) {
            return std::nullopt;
        }
    }
    return digits;
}

// Without the first of the country's trunk prefixes after which a number of the right length is
// left; nothing when there is none.
std::optional<std::string_view> after_trunk_prefix(std::string_view digits,
                                                   const NumberingPlan& plan) {
    for (std::string_view left = plan.trunk_prefixes; !left.empty();) {
        const std::string_view prefix = left.substr(0, left.find(' '));
        left.remove_prefix(std::min(prefix.size() + 1, left.size()));
        if (digits.starts_with(prefix) && plan.has_length(digits.size() - prefix.size())) {
            return digits.substr(prefix.size());
        }
    }
    return std::nullopt;
}

// What a text means within a country, in E.164. Nothing when it is no number of that country, nor
// one that was written with its own way of calling abroad.
std::optional<std::string> read_national(std::string_view text, const NumberingPlan& plan) {
    const std::optional<std::string> typed = plain_digits(text);
    if (!typed) {
        return std::nullopt;
    }
    const std::string_view digits = *typed;
    const auto number = [](std::string_view code, std::string_view rest) {
        const std::size_t length = code.size() + rest.size();
        return length >= phone_digits_min && length <= phone_digits_max
                   ? std::optional("+" + std::string(code) + std::string(rest))
                   : std::nullopt;
    };
    if (!plan.exit_code.empty() && digits.starts_with(plan.exit_code)) {
        const std::string_view rest = digits.substr(plan.exit_code.size());
        return rest.starts_with('0') ? std::nullopt : number({}, rest);
    }
    if (digits.starts_with("00")) {
        return std::nullopt;
    }
    if (const auto rest = after_trunk_prefix(digits, plan)) {
        return number(plan.calling_code, *rest);
    }
    if (digits.starts_with(plan.calling_code) &&
        plan.has_mobile_length(digits.size() - plan.calling_code.size())) {
        return number({}, digits);  // only the + is missing
    }
    if (plan.has_mobile_length(digits.size())) {
        return number(plan.calling_code, digits);
    }
    return plan.trunk_prefixes.empty() && plan.has_length(digits.size())
               ? number(plan.calling_code, digits)
               : std::nullopt;
}

// The rest of an international number after its `+` or `00`; nothing for other numbers.
std::optional<std::string_view> after_international_prefix(std::string_view text) {
    if (text.starts_with('(')) {  // "(+49) 30 1234567"
        text.remove_prefix(1);
    }
    if (text.starts_with('+')) {
        return text.substr(1);
    }
    if (text.starts_with("00")) {
        return text.substr(2);
    }
    return std::nullopt;
}

// Of what follows the `+` or `00`.
Result<std::string, std::string> normalise_international(std::string_view rest) {
    std::string normalised = "+";
    bool may_drop_zero = true;
    while (!rest.empty()) {
        const std::size_t digits = normalised.size() - 1;
        if (may_drop_zero && rest.starts_with("(0)") && digits >= 1 && digits <= 3) {
            rest.remove_prefix(3);
            may_drop_zero = false;
            continue;
        }
        const char character = rest.front();
        if (is_digit(character)) {
            normalised += character;
        } else if (!is_separator(character)) {
            return std::unexpected(phone_form);
        }
        rest.remove_prefix(1);
    }
    const std::size_t digits = normalised.size() - 1;
    if (digits < phone_digits_min || digits > phone_digits_max) {
        return std::unexpected("A phone number has 7 to 15 digits, country code included.");
    }
    if (normalised[1] == '0') {  // no country code begins with 0
        return std::unexpected(phone_form);
    }
    return normalised;
}

}  // namespace

Result<std::string, std::string> normalise_email(std::string_view text) {
    text = trim(text);
    if (text.size() > email_bytes_max) {
        return std::unexpected("An e-mail address has at most 254 characters.");
    }
    if (text.find('"') != std::string_view::npos) {
        return std::unexpected("E-mail addresses with quotation marks are not supported.");
    }
    const std::size_t at = text.find('@');
    if (at == std::string_view::npos || text.find('@', at + 1) != std::string_view::npos) {
        return std::unexpected(email_form);
    }
    const std::string_view local = text.substr(0, at);
    if (local.size() > email_local_bytes_max) {
        return std::unexpected(
            "The part of an e-mail address before the @ has at most 64 characters.");
    }
    const std::string wire = wire_address(text);
    if (wire.empty() || !is_public_domain(domain_of(wire))) {
        return std::unexpected(email_form);
    }
    return to_lower(text);
}

Result<std::string, std::string> normalise_phone(std::string_view text, std::string_view country) {
    text = trim(text);
    if (text.size() > phone_text_bytes_max) {
        return std::unexpected(phone_form);
    }
    const NumberingPlan* plan = numbering_plan(country);
    if (plan != nullptr) {
        if (auto national = read_national(text, *plan)) {
            return *std::move(national);
        }
    }
    const std::optional<std::string_view> rest = after_international_prefix(text);
    if (!rest) {
        return std::unexpected(plan == nullptr ? phone_form : national_form);
    }
    return normalise_international(*rest);
}

std::string wire_address(std::string_view address) {
    const std::size_t at = address.find('@');
    if (at == std::string_view::npos || at > email_local_bytes_max ||
        address.size() > email_bytes_max || !is_dotted(address.substr(0, at), is_local_character)) {
        return {};
    }
    const std::string domain = ascii_domain(address.substr(at + 1));
    std::string wire(address.substr(0, at + 1));
    wire += domain;
    return domain.empty() || wire.size() > email_bytes_max ? std::string() : wire;
}

bool is_plain_address(std::string_view address) {
    const std::string wire = wire_address(address);
    return !wire.empty() && is_ascii(wire);
}

std::optional<Mailbox> parse_mailbox(std::string_view text) {
    text = trim(text);
    Mailbox mailbox{.name = {}, .address = std::string(text)};
    if (const std::size_t bracket = text.rfind('<');
        bracket != std::string_view::npos && text.ends_with('>')) {
        std::string_view name = trim(text.substr(0, bracket));
        if (name.size() >= 2 && name.starts_with('"') && name.ends_with('"')) {
            name = name.substr(1, name.size() - 2);
        }
        mailbox.name = name;
        mailbox.address = trim(text.substr(bracket + 1, text.size() - bracket - 2));
    }
    const bool is_good = is_utf8(mailbox.name) && !has_control_characters(mailbox.name) &&
                         is_plain_address(mailbox.address);
    return is_good ? std::optional(std::move(mailbox)) : std::nullopt;
}

std::string mailbox_of(std::string_view address) {
    const std::string_view trimmed = trim(address);
    std::string local = case_folded(trimmed.substr(0, trimmed.find('@')));
    // Müller.example and xn--mller-kva.example are one.
    const std::string spelled = case_folded(domain_of(trimmed));
    std::string domain = ascii_domain(spelled);
    domain = domain.empty() ? spelled : to_lower(domain);
    local = local.substr(0, local.find('+'));
    if (domain == "gmail.com" || domain == "googlemail.com") {
        std::erase(local, '.');
        domain = "gmail.com";
    }
    return local + '@' + domain;
}

std::string_view domain_of(std::string_view address) {
    return address.substr(address.find('@') + 1);
}

std::string mailto_uri(std::string_view address) {
    const std::string wire = wire_address(address);
    return wire.empty() ? std::string() : "mailto:" + percent_encode(wire, "@.-!#$&'*+/=?^_`{|}~");
}

}  // namespace standby::interchange
