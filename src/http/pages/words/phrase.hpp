// The pieces that the tables of words are made of. cmake/words.py, which writes the tables, sees to
// it that no language lacks a text, or a place for a value in it.
#pragma once

#include "http/pages/language.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace standby::http {

// Writes the values where the text says {0}, {1} and so on.
std::string filled(std::string_view text, const std::string_view* values, std::size_t count);

// A text without places for values.
class Phrase {
public:
    consteval Phrase(const char* text) : text_(text) {}  // NOLINT: meant to convert
    [[nodiscard]] constexpr std::string_view text() const { return text_; }
    constexpr operator std::string_view() const { return text_; }  // NOLINT: meant to convert

private:
    std::string_view text_;
};

// A text with `count` places.
template <std::size_t count>
class Template {
public:
    consteval Template(const char* text) : text_(text) {}  // NOLINT: meant to convert

    template <class... Values>
        requires(sizeof...(Values) == count &&
                 (std::convertible_to<Values, std::string_view> && ...))
    [[nodiscard]] std::string with(const Values&... values) const {
        const std::array<std::string_view, count> all = {std::string_view(values)...};
        return filled(text_, all.data(), all.size());
    }

private:
    std::string_view text_;
};

// A text about a number of things: for one, and for all other numbers.
class Counted {
public:
    consteval Counted(const char* one, const char* many) : one_(one), many_(many) {}
    [[nodiscard]] std::string with(Language language, std::uint64_t count) const;
    // For the script, which counts on.
    [[nodiscard]] constexpr std::string_view one() const { return one_; }
    [[nodiscard]] constexpr std::string_view many() const { return many_; }

private:
    std::string_view one_;
    std::string_view many_;
};

// What a title says, and a sentence below it.
struct Said {
    Phrase title;
    Phrase text;
};

}  // namespace standby::http
