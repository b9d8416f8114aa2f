// HTML without holes: markup can only be a literal of the program, everything else is escaped. Also
// what every page has in common: its frame, its stylesheet and its security headers.
#pragma once

#include "http/server/message.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace standby::http {

// A literal in the source. Text from outside cannot become one, because it does not exist when the
// program is compiled.
class Markup {
public:
    consteval Markup(const char* literal) : text_(literal) {}  // NOLINT: meant to convert
    [[nodiscard]] constexpr std::string_view text() const { return text_; }

private:
    std::string_view text_;
};

// A piece of HTML that is well escaped by construction.
class Html {
public:
    Html& markup(Markup literal);
    // Escaped for element content and for attribute values in quotes. Control characters, which
    // HTML cannot express, become replacement characters.
    Html& text(std::string_view text);
    Html& number(std::uint64_t value);
    Html& html(const Html& other);

    [[nodiscard]] const std::string& string() const { return text_; }

private:
    std::string text_;
};

enum class PageWidth : std::uint8_t { Column, Wide };

// A whole document around the content of its <main>.
std::string document(std::string_view title, const Html& content,
                     PageWidth width = PageWidth::Column);

// Nothing but our own stylesheet and forms that lead back to us: no scripts, no frames.
inline constexpr std::string_view page_security_policy =
    "default-src 'none'; style-src 'self'; form-action 'self'; img-src 'self' data:; "
    "base-uri 'none'; frame-ancestors 'none'";

enum class PageCaching : std::uint8_t {
    Never,   // pages behind a token: not stored, not indexed, and no referrer tells the link
    Public,  // the same for everybody, for five minutes
};
Response page_response(std::uint16_t status, std::string document, PageCaching caching);

// GET /assets/standby.css.
inline constexpr std::string_view stylesheet_path = "/assets/standby.css";
Response stylesheet_response();

}  // namespace standby::http
