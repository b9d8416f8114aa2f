#include "intake/cells/typed_date.hpp"

#include "base/name_key.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "intake/cells/cells.hpp"
#include "intake/cells/date_words.hpp"

#include <string>
#include <utility>
#include <vector>

namespace standby::intake {
namespace {

constexpr std::size_t text_bytes_max = 100;
constexpr unsigned months_a_year = 12;

enum class Kind : std::uint8_t { Number, Word, Sign };

struct Token {
    Kind kind = Kind::Sign;
    std::string text;  // of a word its name_key()
    unsigned number = 0;
};

bool is_sign(char letter) {
    constexpr std::string_view signs = "./-:,";
    return signs.contains(letter);
}

// Blanks only part what stands beside them.
std::vector<Token> tokens_of(std::string_view text) {
    std::vector<Token> tokens;
    for (std::size_t at = 0; at < text.size();) {
        const char first = text[at];
        std::size_t end = at + 1;
        if (is_digit(first)) {
            while (end < text.size() && is_digit(text[end])) {
                ++end;
            }
            const auto number = parse_number<unsigned>(text.substr(at, end - at));
            tokens.push_back(
                {Kind::Number, std::string(text.substr(at, end - at)), number.value_or(99'999)});
        } else if (is_sign(first)) {
            tokens.push_back({Kind::Sign, std::string(1, first), 0});
        } else if (first != ' ' && first != '\t' && first != '\n') {
            while (end < text.size() && !is_digit(text[end]) && !is_sign(text[end]) &&
                   text[end] != ' ' && text[end] != '\t' && text[end] != '\n') {
                ++end;
            }
            std::string key = name_key(text.substr(at, end - at));
            std::erase_if(key, [](char letter) { return letter == '\'' || letter == '('; });
            // "jusqu’à": what stands in for an apostrophe goes as well.
            if (const std::size_t quote = key.find("\xE2\x80\x99"); quote != std::string::npos) {
                key.erase(quote, 3);
            }
            tokens.push_back({Kind::Word, std::move(key), 0});
        }
        at = end;
    }
    return tokens;
}

class Parser {
public:
    Parser(std::string_view text, DateOrder order)
        : text_(text), order_(order), tokens_(tokens_of(text)) {}

    Result<TypedDate, Doubt> run();

private:
    const Token* at(std::size_t ahead) const {
        return next_ + ahead < tokens_.size() ? &tokens_[next_ + ahead] : nullptr;
    }
    bool is_number(std::size_t ahead) const {
        return at(ahead) != nullptr && at(ahead)->kind == Kind::Number;
    }
    bool is_sign_at(std::size_t ahead, char sign) const {
        return at(ahead) != nullptr && at(ahead)->kind == Kind::Sign && at(ahead)->text[0] == sign;
    }
    DateWord word(std::size_t ahead) const {
        return at(ahead) != nullptr && at(ahead)->kind == Kind::Word ? date_word(at(ahead)->text)
                                                                     : DateWord::None;
    }
    Result<void, Doubt> take_number();
    Result<void, Doubt> take_word();
    Result<void, Doubt> take_numeric_date(char sign);
    Result<void, Doubt> take_clock(unsigned hour, unsigned minute);
    Result<void, Doubt> set_date(unsigned day, unsigned month);
    void take_year_behind(char sign);
    std::unexpected<Doubt> not_understood() const;

    std::string_view text_;
    DateOrder order_;
    std::vector<Token> tokens_;
    std::size_t next_ = 0;
    TypedDate typed_;
    bool says_mar_ = false;  // March, mardi or martes
};

int full_year(const Token& token) {
    const int year = static_cast<int>(token.number);
    return token.text.size() <= 2 ? 2'000 + year : year;
}

bool can_be_year(const Token& token) {
    return token.text.size() == 4 || token.text.size() == 2;
}

std::unexpected<Doubt> Parser::not_understood() const {
    return std::unexpected(
        Doubt{DoubtKind::NotUnderstood, Say::NoDate, in_quotes(text_), "2026-10-14"});
}

Result<void, Doubt> Parser::set_date(unsigned day, unsigned month) {
    if (typed_.day || typed_.month) {
        return not_understood();  // two dates
    }
    if (month < 1 || month > months_a_year || day < 1 || day > 31) {
        return std::unexpected(Doubt{DoubtKind::Impossible, Say::NoSuchDay, in_quotes(text_), {}});
    }
    typed_.day = day;
    typed_.month = month;
    return {};
}

// The year behind a day and a month, if there is one; "14.10. 9:30" has none.
void Parser::take_year_behind(char sign) {
    if (is_sign_at(0, sign)) {
        ++next_;
    }
    const bool is_clock = is_sign_at(1, ':') || word(1) == DateWord::Hour ||
                          word(1) == DateWord::Afternoon || word(1) == DateWord::Morning;
    if (is_number(0) && can_be_year(*at(0)) && !is_clock) {
        typed_.year = full_year(*at(0));
        ++next_;
    }
}

// 14.10., 14.10.26, 14/10, 10/14/2026, 2026/10/14
Result<void, Doubt> Parser::take_numeric_date(char sign) {
    const Token first = *at(0);
    const Token second = *at(2);
    next_ += 3;
    if (first.text.size() == 4 && is_sign_at(0, sign) && is_number(1)) {
        typed_.year = static_cast<int>(first.number);
        const unsigned day = at(1)->number;
        next_ += 2;
        return set_date(day, second.number);
    }
    if (second.text.size() == 4 && first.number <= months_a_year) {  // 10/2026
        if (typed_.month) {
            return not_understood();
        }
        typed_.month = first.number;
        typed_.year = static_cast<int>(second.number);
        return {};
    }
    if (sign == '-' && !(is_sign_at(0, '-') && is_number(1))) {
        return not_understood();  // 10-14 may be a range
    }
    take_year_behind(sign);
    if (sign == '.') {
        return set_date(first.number, second.number);
    }
    if (first.number > months_a_year || first.number == second.number) {
        return set_date(first.number, second.number);
    }
    if (second.number > months_a_year) {
        return set_date(second.number, first.number);
    }
    if (order_ == DateOrder::Unknown) {
        return std::unexpected(
            Doubt{DoubtKind::Ambiguous, Say::DayOrMonth, in_quotes(text_),
                  std::to_string(first.number) + " of month " + std::to_string(second.number)});
    }
    return order_ == DateOrder::DayFirst ? set_date(first.number, second.number)
                                         : set_date(second.number, first.number);
}

Result<void, Doubt> Parser::take_clock(unsigned hour, unsigned minute) {
    const DateWord half = word(0);
    if (half == DateWord::Hour || half == DateWord::Morning || half == DateWord::Afternoon) {
        ++next_;
    }
    const bool has_half = half == DateWord::Morning || half == DateWord::Afternoon;
    if (typed_.clock || hour > 23 || minute > 59 || (has_half && (hour < 1 || hour > 12))) {
        return not_understood();
    }
    if (has_half) {
        hour = hour % 12 + (half == DateWord::Afternoon ? 12 : 0);
    }
    typed_.clock = std::chrono::hours(hour) + std::chrono::minutes(minute);
    return {};
}

Result<void, Doubt> Parser::take_number() {
    const Token number = *at(0);
    if (is_sign_at(1, ':') && is_number(2)) {
        const unsigned minute = at(2)->number;
        next_ += 3;
        if (is_sign_at(0, ':') && is_number(1)) {
            next_ += 2;  // seconds
        }
        return take_clock(number.number, minute);
    }
    if (is_sign_at(1, '.') && is_number(2) && word(3) == DateWord::Hour) {
        const unsigned minute = at(2)->number;
        next_ += 3;
        return take_clock(number.number, minute);
    }
    if (word(1) == DateWord::Hour && is_number(2) && at(2)->text.size() == 2) {  // 14h30
        const unsigned minute = at(2)->number;
        next_ += 3;
        return take_clock(number.number, minute);
    }
    if (word(1) == DateWord::Hour || word(1) == DateWord::Afternoon ||
        word(1) == DateWord::Morning) {
        ++next_;
        return take_clock(number.number, 0);
    }
    for (const char sign : {'.', '/', '-'}) {
        if (is_sign_at(1, sign) && is_number(2)) {
            return take_numeric_date(sign);
        }
    }
    if (number.text.size() == 4) {
        if (typed_.year || number.number < 1'970) {
            return not_understood();
        }
        typed_.year = static_cast<int>(number.number);
        ++next_;
        return {};
    }
    const bool is_ordinal = word(1) == DateWord::Ordinal || is_sign_at(1, '.');
    const bool has_month = typed_.month || says_mar_;
    if (typed_.day && typed_.month && !typed_.year && number.text.size() == 2) {
        typed_.year = full_year(number);  // 14-Oct-26
        ++next_;
        return {};
    }
    if (is_sign_at(1, '.') && word(2) == DateWord::Week) {  // 42. KW
        typed_.week = number.number;
        next_ += 3;
        return {};
    }
    if (typed_.day || number.number < 1 || number.number > 31 || number.text.size() > 2) {
        return not_understood();
    }
    typed_.day = number.number;
    next_ += is_ordinal ? 2 : 1;
    // A bare number is a day only beside a month.
    std::size_t ahead = 0;
    while (word(ahead) == DateWord::Filler || is_sign_at(ahead, '-') || is_sign_at(ahead, ',')) {
        ++ahead;
    }
    const bool month_follows = at(ahead) != nullptr && at(ahead)->kind == Kind::Word &&
                               month_word(at(ahead)->text).has_value();
    return is_ordinal || has_month || month_follows ? Result<void, Doubt>{} : not_understood();
}

Result<void, Doubt> Parser::take_word() {
    const std::string key = at(0)->text;
    const DateWord meaning = word(0);
    ++next_;
    if (key.empty()) {
        return {};
    }
    if (key == "mar") {
        says_mar_ = true;
        return {};
    }
    if (const auto month = month_word(key)) {
        if (typed_.month) {
            return not_understood();
        }
        typed_.month = month;
        return {};
    }
    if (meaning == DateWord::None || meaning == DateWord::Ordinal || meaning == DateWord::Hour ||
        meaning == DateWord::Afternoon) {
        if (const auto weekday = weekday_word(key)) {
            if (typed_.weekday) {
                return not_understood();
            }
            typed_.weekday = weekday;
            return {};
        }
        return not_understood();
    }
    const bool is_week = meaning == DateWord::Week;
    if (is_week && key.size() == 1 && !is_number(0)) {
        return not_understood();
    }
    if (is_week && is_number(0)) {
        typed_.week = at(0)->number;
        ++next_;
        if (is_sign_at(0, '/') || is_sign_at(0, '.')) {
            take_year_behind(at(0)->text[0]);
        }
        return {};
    }
    if (meaning == DateWord::In && is_number(0)) {
        const int count = static_cast<int>(at(0)->number);
        const DateWord unit = word(1);
        constexpr int count_max = 400;
        if ((unit != DateWord::Day && unit != DateWord::Week) || count > count_max) {
            return not_understood();
        }
        next_ += 2;
        typed_.days_from_now = unit == DateWord::Week ? 7 * count : count;
        return {};
    }
    typed_.is_next = typed_.is_next || meaning == DateWord::Next;
    if (meaning == DateWord::From || meaning == DateWord::Until) {
        const Bound bound = meaning == DateWord::From ? Bound::From : Bound::Until;
        if (typed_.bound != Bound::None && typed_.bound != bound) {
            return not_understood();  // from one to the other
        }
        typed_.bound = bound;
    } else if (is_week) {
        // "next week", "semaine prochaine"
        typed_.weeks_from_now = typed_.is_next || word(0) == DateWord::Next ? 1 : 0;
    } else if (meaning == DateWord::Today) {
        typed_.days_from_now = 0;
    } else if (meaning == DateWord::Tomorrow) {
        typed_.days_from_now = 1;
    } else if (meaning == DateWord::AfterTomorrow) {
        typed_.days_from_now = 2;
    } else if (meaning == DateWord::Month || meaning == DateWord::Day) {
        return not_understood();
    }
    return {};
}

Result<TypedDate, Doubt> Parser::run() {
    if (text_.size() > text_bytes_max || tokens_.empty()) {
        return not_understood();
    }
    while (next_ < tokens_.size()) {
        const std::size_t before = next_;
        switch (at(0)->kind) {
        case Kind::Number:
            TRY(take_number());
            break;
        case Kind::Word:
            TRY(take_word());
            break;
        case Kind::Sign:
            if (is_sign_at(0, ':') || is_sign_at(0, '/')) {
                return not_understood();
            }
            ++next_;
            break;
        }
        if (next_ == before) {
            return not_understood();
        }
    }
    if (says_mar_) {
        if (typed_.month) {
            typed_.weekday = std::chrono::Tuesday;
        } else if (typed_.day) {
            typed_.month = 3;
        } else {
            return std::unexpected(
                Doubt{DoubtKind::Ambiguous, Say::TuesdayOrMarch, in_quotes(text_), {}});
        }
    }
    const bool is_placed = typed_.day || typed_.month || typed_.weekday || typed_.week ||
                           typed_.days_from_now || typed_.weeks_from_now;
    return is_placed ? Result<TypedDate, Doubt>(typed_) : not_understood();
}

}  // namespace

Result<TypedDate, Doubt> parse_typed_date(std::string_view text, DateOrder order) {
    if (text.size() <= text_bytes_max && (text == "-" || means_any_time(name_key(text)))) {
        TypedDate any;
        any.is_any = true;
        return any;
    }
    return Parser(text, order).run();
}

DateOrder order_said_by(std::string_view text) {
    if (text.size() > text_bytes_max) {
        return DateOrder::Unknown;
    }
    const std::vector<Token> tokens = tokens_of(text);
    for (std::size_t at = 0; at + 2 < tokens.size(); ++at) {
        const Token& first = tokens[at];
        const Token& second = tokens[at + 2];
        const bool is_slashed = first.kind == Kind::Number && second.kind == Kind::Number &&
                                tokens[at + 1].kind == Kind::Sign &&
                                (tokens[at + 1].text == "/" || tokens[at + 1].text == "-");
        if (is_slashed && first.text.size() <= 2 && second.text.size() <= 2) {
            if (first.number > months_a_year && second.number <= months_a_year) {
                return DateOrder::DayFirst;
            }
            if (second.number > months_a_year && first.number <= months_a_year) {
                return DateOrder::MonthFirst;
            }
            return DateOrder::Unknown;
        }
    }
    return DateOrder::Unknown;
}

}  // namespace standby::intake
