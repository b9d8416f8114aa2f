// HTML without holes: markup can only be a literal of the program, everything else is escaped. Also
// what every page has in common: its frame, its stylesheet and its security headers.
#pragma once

#include "engine/ports/captcha.hpp"
#include "http/pages/language.hpp"
#include "http/server/message.hpp"

#include <cstdint>
#include <span>
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
    // The drawing of qr.hpp, which holds nothing of the text that it encodes.
    Html& qr(std::string_view encoded);

    [[nodiscard]] const std::string& string() const { return text_; }

private:
    std::string text_;
};

enum class PageWidth : std::uint8_t { Column, Wide };

// What a page knows about how it is shown.
struct PageFrame {
    Language language = Language::English;
    bool is_language_asked = false;  // by the link that was followed: links and forms keep it
    bool is_framed = false;          // inside another site's page
    std::string path;                // its own, for the language switch; empty: no switch
    std::string referral_code;       // kept on the switch; empty: none
};

// A path of ours with what the frame keeps: "/e/gt_x?lang=de".
std::string kept_link(const PageFrame& frame, std::string_view path);

// A whole document around the content of its <main>: in English, without scripts.
std::string document(std::string_view title, const Html& content,
                     PageWidth width = PageWidth::Column);
// A guest's page: in the frame's language, with the switch to the others, and with the script that
// makes it more comfortable where the binary has it.
std::string guest_document(const PageFrame& frame, std::string_view title, const Html& content);

// Nothing but our own stylesheet and script, and forms that lead back to us; no frames.
inline constexpr std::string_view page_security_policy =
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; "
    "form-action 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";

enum class PageCaching : std::uint8_t {
    Never,   // pages behind a token: not stored, not indexed, and no referrer tells the link
    Public,  // the same for everybody, for five minutes
};
Response page_response(std::uint16_t status, std::string document, PageCaching caching);

// Lets a page load what the provider of a captcha needs: its script, and its frame.
using engine::CaptchaKind;
void allow_captcha(Response& page, CaptchaKind kind);

// A page that other sites may show in a frame: those origins, or only ours when there are
// none. What is no origin is left out.
Response framed_response(std::uint16_t status, std::string document,
                         std::span<const std::string> origins);

// GET /assets/standby.css. Pages name it with its version, so that a new one is loaded at once.
inline constexpr std::string_view stylesheet_path = "/assets/standby.css";
Response stylesheet_response();

}  // namespace standby::http
