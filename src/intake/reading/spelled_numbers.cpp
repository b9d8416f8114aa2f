// Each language puts its tens together in its own way; below twenty they are lists.
#include "intake/reading/spelled_numbers.hpp"

#include <array>
#include <string_view>

namespace standby::intake {
namespace {

using interchange::Language;

constexpr int number_max = 79;

std::vector<std::string> cut(std::string_view list) {
    std::vector<std::string> parts;
    while (true) {
        const auto bar = list.find('|');
        parts.emplace_back(list.substr(0, bar));
        if (bar == std::string_view::npos) {
            return parts;
        }
        list.remove_prefix(bar + 1);
    }
}

using Tens = std::array<std::string_view, 8>;
constexpr Tens english_tens = {"", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy"};
constexpr Tens german_tens = {"",        "",        "zwanzig", "dreissig",
                              "vierzig", "funfzig", "sechzig", "siebzig"};
constexpr Tens french_tens = {"", "", "vingt", "trente", "quarante", "cinquante", "soixante", ""};
constexpr Tens spanish_tens = {"",         "",          "veinte",  "treinta",
                               "cuarenta", "cincuenta", "sesenta", "setenta"};

class Speller {
public:
    Speller(Language language, const LanguageWords& words)
        : language_(language),
          small_(cut(words.small_numbers)),
          small_ordinals_(cut(words.small_ordinals)) {}

    std::vector<SpelledNumber> run() {
        for (int number = 0; number <= number_max; ++number) {
            add(Meaning::Number, number, cardinal(number));
            add_ordinals(number);
        }
        add_variants();
        for (int year = 0; year <= 99; ++year) {
            add_year(year);
        }
        return std::move(found_);
    }

private:
    // In French, sixty and seventy count on to nineteen.
    [[nodiscard]] std::string cardinal(int number) const {
        if (number < static_cast<int>(small_.size())) {
            return small_[static_cast<std::size_t>(number)];
        }
        const bool goes_on = language_ == Language::French && number >= 60;
        const auto ten = static_cast<std::size_t>(goes_on ? 6 : number / 10);
        const int rest = number - static_cast<int>(ten) * 10;
        if (rest == 0) {
            return std::string(tens()[ten]);
        }
        const std::string unit = cardinal(rest);
        const std::string name(tens()[ten]);
        switch (language_) {
        case Language::English:
            return name + " " + unit;
        case Language::German:
            return (rest == 1 ? "ein" : unit) + "und" + name;
        case Language::French:
            return name + (rest == 1 || rest == 11 ? " et " : " ") + unit;
        case Language::Spanish:
            return name + " y " + unit;
        }
        return {};
    }

    [[nodiscard]] const Tens& tens() const {
        switch (language_) {
        case Language::German:
            return german_tens;
        case Language::French:
            return french_tens;
        case Language::Spanish:
            return spanish_tens;
        default:
            return english_tens;
        }
    }

    void add_ordinals(int number) {
        const bool is_small = number > 0 && number < static_cast<int>(small_ordinals_.size());
        const std::string small =
            is_small ? small_ordinals_[static_cast<std::size_t>(number)] : std::string();
        switch (language_) {
        case Language::English:
            if (is_small) {
                add(Meaning::Ordinal, number, small);
            } else if (number >= 20 && number % 10 != 0) {
                add(Meaning::Ordinal, number,
                    std::string(tens()[static_cast<std::size_t>(number / 10)]) + " " +
                        small_ordinals_[static_cast<std::size_t>(number % 10)]);
            } else if (number >= 20) {
                std::string name = cardinal(number);
                name.pop_back();
                add(Meaning::Ordinal, number, name + "ieth");
            }
            return;
        case Language::German:
            if (number > 0) {
                for (const std::string_view ending : {"e", "en", "er", "es", "em"}) {
                    add(Meaning::Ordinal, number,
                        (is_small ? small : cardinal(number) + "st") + std::string(ending));
                }
            }
            return;
        case Language::French:
            if (is_small) {
                add(Meaning::Ordinal, number, small);
            } else if (number >= 20) {
                std::string name = cardinal(number);
                if (name.ends_with('e')) {
                    name.pop_back();
                }
                add(Meaning::Ordinal, number,
                    name + (name.ends_with("cinq")   ? "uieme"
                            : name.ends_with("neuf") ? ""
                                                     : "ieme"));
            }
            return;
        case Language::Spanish:
            if (is_small) {
                add(Meaning::Ordinal, number, small);
                add(Meaning::Ordinal, number, small.substr(0, small.size() - 1) + "a");
            }
            return;
        }
    }

    void add_variants() {
        switch (language_) {
        case Language::English:
            for (std::size_t i = found_.size(); i-- > 0;) {
                if (found_[i].words.find(' ') != std::string::npos) {
                    std::string together = found_[i].words;
                    together.erase(together.find(' '), 1);
                    add(found_[i].meaning, found_[i].value, std::move(together));
                }
            }
            return;
        case Language::German:
            add(Meaning::Number, 2, "zwo");
            replace_all("funf", "fuenf");
            replace_all("zwolf", "zwoelf");
            return;
        case Language::French:
            add(Meaning::Number, 1, "une");
            add(Meaning::Number, 21, "vingt et une");
            add(Meaning::Ordinal, 1, "premiere");
            add(Meaning::Ordinal, 2, "second");
            add(Meaning::Ordinal, 2, "seconde");
            add(Meaning::Ordinal, 29, "vingt neuvieme");
            return;
        case Language::Spanish:
            add(Meaning::Ordinal, 1, "primer");
            add(Meaning::Ordinal, 3, "tercer");
            add(Meaning::Number, 21, "veintiun");
            return;
        }
    }

    void replace_all(std::string_view plain, std::string_view variant) {
        for (std::size_t i = found_.size(); i-- > 0;) {
            const auto at = found_[i].words.find(plain);
            if (at != std::string::npos) {
                std::string words = found_[i].words;
                words.replace(at, plain.size(), variant);
                add(found_[i].meaning, found_[i].value, std::move(words));
            }
        }
    }

    void add_year(int year) {
        const int value = 2000 + year;
        const std::string rest = year == 0 || year > number_max ? "" : cardinal(year);
        if (year > number_max) {
            return;
        }
        const std::string blank = rest.empty() ? "" : " ";
        switch (language_) {
        case Language::English:
            add(Meaning::YearNumber, value, "two thousand" + blank + rest);
            add(Meaning::YearNumber, value, "two thousand and" + blank + rest);
            return;
        case Language::German:
            add(Meaning::YearNumber, value, "zweitausend" + rest);
            add(Meaning::YearNumber, value, "zweitausendund" + rest);
            return;
        case Language::French:
            add(Meaning::YearNumber, value, "deux mille" + blank + rest);
            return;
        case Language::Spanish:
            add(Meaning::YearNumber, value, "dos mil" + blank + rest);
            return;
        }
    }

    void add(Meaning meaning, int value, std::string words) {
        found_.push_back({meaning, value, std::move(words)});
    }

    Language language_;
    std::vector<std::string> small_;
    std::vector<std::string> small_ordinals_;
    std::vector<SpelledNumber> found_;
};

}  // namespace

std::vector<SpelledNumber> spelled_numbers(Language language, const LanguageWords& words) {
    return Speller(language, words).run();
}

}  // namespace standby::intake
