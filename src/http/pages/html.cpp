// The frame of every page, and the escaping.
#include "http/pages/html.hpp"

#include "http/pages/stylesheet.hpp"

#include <utility>

namespace standby::http {

Html& Html::markup(Markup literal) {
    text_ += literal.text();
    return *this;
}

Html& Html::text(std::string_view text) {
    for (const char character : text) {
        switch (character) {
        case '&':
            text_ += "&amp;";
            break;
        case '<':
            text_ += "&lt;";
            break;
        case '>':
            text_ += "&gt;";
            break;
        case '"':
            text_ += "&quot;";
            break;
        case '\'':
            text_ += "&#39;";
            break;
        default: {
            const bool is_space = character == '\n' || character == '\t';
            const auto value = static_cast<unsigned char>(character);
            if ((value < 0x20 && !is_space) || value == 0x7f) {
                text_ += "\ufffd";
            } else {
                text_ += character;
            }
        }
        }
    }
    return *this;
}

Html& Html::number(std::uint64_t value) {
    text_ += std::to_string(value);
    return *this;
}

Html& Html::html(const Html& other) {
    text_ += other.text_;
    return *this;
}

std::string document(std::string_view title, const Html& content, PageWidth width) {
    Html page;
    page.markup("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    page.text(title);
    page.markup("</title>\n<link rel=\"icon\" href=\"data:image/svg+xml,"
                "%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E"
                "%3Crect width='16' height='16' rx='4' fill='%230b5c4d'/%3E"
                "%3Cpath d='M4 8.5l3 3 5-6' fill='none' stroke='%23fff' stroke-width='2'/%3E"
                "%3C/svg%3E\">\n<link rel=\"stylesheet\" href=\"/assets/standby.css\">\n"
                "</head>\n<body>\n");
    if (width == PageWidth::Wide) {
        page.markup("<main class=\"wide\">\n");
    } else {
        page.markup("<main>\n");
    }
    page.html(content);
    page.markup("</main>\n<footer>Standby</footer>\n</body>\n</html>\n");
    return page.string();
}

Response page_response(std::uint16_t status, std::string document, PageCaching caching) {
    Response response;
    response.status = status;
    response.content_type = "text/html; charset=utf-8";
    response.body = std::move(document);
    response.compressible = true;
    response.headers.emplace_back("Content-Security-Policy", page_security_policy);
    response.headers.emplace_back("X-Content-Type-Options", "nosniff");
    response.headers.emplace_back("Referrer-Policy", "no-referrer");
    if (caching == PageCaching::Never) {
        response.headers.emplace_back("Cache-Control", "no-store");
        response.headers.emplace_back("X-Robots-Tag", "noindex, nofollow");
    } else {
        response.headers.emplace_back("Cache-Control", "public, max-age=300");
    }
    return response;
}

Response stylesheet_response() {
    Response response;
    response.content_type = "text/css; charset=utf-8";
    response.body = stylesheet;
    response.compressible = true;
    response.headers.emplace_back("X-Content-Type-Options", "nosniff");
    response.headers.emplace_back("Cache-Control", "public, max-age=3600");
    return response;
}

}  // namespace standby::http
