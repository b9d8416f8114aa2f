// By hand: these are few forms, and a regular expression over a stranger's text is a way to wait.
#include "intake/reading/contacts.hpp"

#include "base/text.hpp"
#include "interchange/contact/contact.hpp"

#include <algorithm>
#include <array>

namespace standby::intake {
namespace {

constexpr std::size_t found_max = 200;

bool is_wide(char one) {
    return static_cast<unsigned char>(one) >= 0x80;
}

bool is_local(char one) {
    return is_letter_or_digit(one) || is_wide(one) ||
           std::string_view(".!#$%&'*+/=?^_{|}~-").find(one) != std::string_view::npos;
}

bool is_domain(char one) {
    return is_letter_or_digit(one) || is_wide(one) || one == '.' || one == '-';
}

class ContactFinder {
public:
    ContactFinder(std::string_view text, std::string_view country)
        : text_(text), country_(country) {}

    Contacts run() {
        for (std::size_t at = 0; at < text_.size() && found_.opaque.size() < found_max;) {
            at = step(at);
        }
        return std::move(found_);
    }

private:
    std::size_t step(std::size_t at) {
        if (const std::size_t end = link(at); end > at) {
            found_.opaque.push_back({at, end - at});
            return end;
        }
        if (text_[at] == '@') {
            return email(at);
        }
        const bool may_begin = is_digit(text_[at]) || text_[at] == '+' || text_[at] == '(';
        const bool is_inside =
            at > 0 && (is_letter_or_digit(text_[at - 1]) || is_wide(text_[at - 1]));
        if (may_begin && !is_inside) {
            return phone(at);
        }
        return at + 1;
    }

    [[nodiscard]] std::size_t link(std::size_t at) const {
        constexpr std::array<std::string_view, 3> starts = {"http://", "https://", "www."};
        const bool is_start = (text_[at] == 'h' || text_[at] == 'w') &&
                              (at == 0 || !is_letter_or_digit(text_[at - 1])) &&
                              std::ranges::any_of(starts, [&](std::string_view one) {
                                  return text_.substr(at).starts_with(one);
                              });
        if (!is_start) {
            return at;
        }
        std::size_t end = at;
        while (end < text_.size() && static_cast<unsigned char>(text_[end]) > ' ' &&
               text_[end] != '<' && text_[end] != '>' && text_[end] != '"') {
            ++end;
        }
        while (end > at &&
               std::string_view(".,;:!?)").find(text_[end - 1]) != std::string_view::npos) {
            --end;
        }
        return end;
    }

    std::size_t email(std::size_t sign) {
        std::size_t begin = sign;
        const std::size_t floor = found_.opaque.empty() ? 0 : found_.opaque.back().end();
        while (begin > floor && is_local(text_[begin - 1]) &&
               sign - begin < interchange::email_local_bytes_max) {
            --begin;
        }
        while (begin < sign &&
               std::string_view(".'*-/=").find(text_[begin]) != std::string_view::npos) {
            ++begin;
        }
        std::size_t end = sign + 1;
        while (end < text_.size() && is_domain(text_[end])) {
            ++end;
        }
        while (end > sign && (text_[end - 1] == '.' || text_[end - 1] == '-')) {
            --end;
        }
        const auto address = interchange::normalise_email(text_.substr(begin, end - begin));
        if (!address) {
            return sign + 1;
        }
        found_.emails.push_back({*address, {begin, end - begin}});
        found_.opaque.push_back({begin, end - begin});
        return end;
    }

    // Digits with single marks between them. Dates and times are told apart by their marks.
    std::size_t phone(std::size_t begin) {
        std::size_t at = begin;
        std::size_t end = begin;
        std::size_t digits = 0;
        std::size_t groups = 0;
        std::size_t marks = 0;
        bool has_other = false;
        for (; at < text_.size(); ++at) {
            const char one = text_[at];
            if (is_digit(one)) {
                groups += digits == 0 || !is_digit(text_[at - 1]) ? 1 : 0;
                ++digits;
                marks = 0;
                end = at + 1;
                continue;
            }
            const bool is_mark = one == ' ' || one == '-' || one == '.' || one == '/' ||
                                 one == '(' || one == ')' || (one == '+' && at == begin);
            constexpr std::size_t marks_max = 3;
            if (!is_mark || ++marks > marks_max) {
                break;
            }
            has_other = has_other || one == '.';
        }
        if (digits > interchange::phone_digits_max) {
            return end;  // the number of an account, or several
        }
        if (digits < interchange::phone_digits_min) {
            return first_group(begin);
        }
        const std::string_view written = text_.substr(begin, end - begin);
        const bool is_international = written.starts_with('+') || written.starts_with("00");
        const auto number = interchange::normalise_phone(written, country_);
        const bool is_labelled = has_label(begin);
        const bool is_national = written.starts_with('0') || written.starts_with("(0");
        const bool is_american = (country_ == "US" || country_ == "CA") && digits == 10;
        const bool is_long = digits >= 9 && groups <= 5 && !is_date(written);
        const bool is_sure = is_international || is_labelled ||
                             (is_national && !is_date(written)) ||
                             ((is_american || is_long) && !is_date(written));
        if (!is_sure || (at < text_.size() && (text_[at] == ':' || text_[at] == '%'))) {
            return first_group(begin);
        }
        found_.opaque.push_back({begin, end - begin});
        if (number && (is_international || is_labelled || is_national || is_american)) {
            found_.phones.push_back({*number, {begin, end - begin}});
        }
        return end;
    }

    [[nodiscard]] std::size_t first_group(std::size_t begin) const {
        std::size_t at = begin;
        while (at < text_.size() && !is_digit(text_[at])) {
            ++at;
        }
        while (at < text_.size() && is_digit(text_[at])) {
            ++at;
        }
        return std::max(at, begin + 1);
    }

    // "2026-10-14 14.30" and "03.11.2026" have as many digits as numbers to call.
    static bool is_date(std::string_view written) {
        std::vector<std::size_t> groups;
        for (std::size_t i = 0; i < written.size(); ++i) {
            if (is_digit(written[i])) {
                if (i == 0 || !is_digit(written[i - 1])) {
                    groups.push_back(0);
                }
                ++groups.back();
            }
        }
        if (groups.size() < 3) {
            return false;
        }
        const bool year_first = groups[0] == 4 && groups[1] <= 2 && groups[2] <= 2;
        const bool year_last =
            groups[0] <= 2 && groups[1] <= 2 && (groups[2] == 4 || groups[2] == 2);
        return year_first || year_last;
    }

    [[nodiscard]] bool has_label(std::size_t begin) const {
        constexpr std::size_t look_back = 24;
        const std::size_t from = begin > look_back ? begin - look_back : 0;
        std::string before = to_lower(text_.substr(from, begin - from));
        const auto line = before.rfind('\n');
        if (line != std::string::npos) {
            before.erase(0, line + 1);
        }
        constexpr std::array<std::string_view, 18> labels = {
            "tel",      "phone",  "mobil",    "handy",   "cell",   "call",
            "text me",  "sms",    "whatsapp", "telefon", "nummer", "rufen",
            "portable", "numero", "numéro",   "móvil",   "fon",    "reach me"};
        return std::ranges::any_of(labels, [&before](std::string_view label) {
            return before.find(label) != std::string::npos;
        });
    }

    std::string_view text_;
    std::string_view country_;
    Contacts found_;
};

}  // namespace

Contacts find_contacts(std::string_view text, std::string_view country) {
    Contacts found = ContactFinder(text, country).run();
    std::ranges::sort(found.opaque, {}, &Span::offset);
    return found;
}

std::optional<FoundText> only_one(const std::vector<FoundText>& found) {
    if (found.empty()) {
        return std::nullopt;
    }
    const bool is_one = std::ranges::all_of(
        found, [&found](const FoundText& each) { return each.value == found.front().value; });
    return is_one ? std::optional(found.front()) : std::nullopt;
}

}  // namespace standby::intake
