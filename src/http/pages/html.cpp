#include "http/pages/html.hpp"

#include "base/sha256.hpp"
#include "base/text.hpp"
#include "http/assets/assets.hpp"
#include "http/pages/qr.hpp"
#include "http/pages/stylesheet.hpp"
#include "http/pages/words/words.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {

namespace {

// Changes whenever the stylesheet does.
const std::string& stylesheet_version() {
    static const std::string version =
        to_hex(sha256(std::as_bytes(std::span{stylesheet}))).substr(0, 12);
    return version;
}

void add_head(Html& page, Language language, std::string_view title) {
    page.markup("<!doctype html>\n<html lang=\"").text(tag_of(language));
    page.markup("\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    page.text(title);
    page.markup("</title>\n<link rel=\"icon\" href=\"data:image/svg+xml,"
                "%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E"
                "%3Crect width='16' height='16' rx='4' fill='%230b5c4d'/%3E"
                "%3Cpath d='M4 8.5l3 3 5-6' fill='none' stroke='%23fff' stroke-width='2'/%3E"
                "%3C/svg%3E\">\n<link rel=\"stylesheet\" href=\"/assets/standby.css?v=");
    page.text(stylesheet_version()).markup("\">\n");
}

void add_language_switch(Html& page, const PageFrame& frame) {
    if (frame.path.empty()) {
        return;
    }
    page.markup("<nav aria-label=\"").text(words_in(frame.language).frame.language);
    page.markup("\">\n<ul class=\"languages\">\n");
    for (const Language language : interchange::languages) {
        const std::string_view tag = tag_of(language);
        if (language == frame.language) {
            page.markup("<li><span aria-current=\"true\" lang=\"").text(tag).markup("\">");
            page.text(own_name_of(language)).markup("</span></li>\n");
            continue;
        }
        PageFrame other = frame;
        other.language = language;
        other.is_language_asked = true;
        std::string link = kept_link(other, frame.path);
        if (!frame.referral_code.empty()) {
            link += "&ref=" + frame.referral_code;
        }
        page.markup("<li><a href=\"").text(link).markup("\" hreflang=\"").text(tag);
        page.markup("\" lang=\"").text(tag).markup("\">").text(own_name_of(language));
        page.markup("</a></li>\n");
    }
    page.markup("</ul>\n</nav>\n");
}

// An origin, or a pattern of origins, as a policy can name it.
bool is_origin(std::string_view text) {
    const bool has_scheme = text.starts_with("https://") || text.starts_with("http://");
    return has_scheme && std::ranges::all_of(text, [](char letter) {
               return is_letter_or_digit(letter) || std::string_view{":/.*-_[]"}.contains(letter);
           });
}

std::string ancestors_of(std::span<const std::string> origins) {
    if (origins.empty()) {
        return "'self'";
    }
    std::string list;
    for (const std::string& origin : origins) {
        if (is_origin(origin)) {
            list += (list.empty() ? "" : " ") + origin;
        }
    }
    return list.empty() ? "'none'" : list;
}

}  // namespace

Html& Html::markup(Markup literal) {
    text_ += literal.text();
    return *this;
}

Html& Html::text(std::string_view text) {
    const auto is_control = [](char one) {
        const auto value = static_cast<unsigned char>(one);
        return (value < 0x20 && one != '\n' && one != '\t') || value == 0x7f;
    };
    while (!text.empty()) {
        const auto end = std::ranges::find_if(text, is_control) - text.begin();
        append_escaped(text_, text.substr(0, static_cast<std::size_t>(end)));
        text.remove_prefix(static_cast<std::size_t>(end));
        if (!text.empty()) {
            text_ += "\ufffd";
            text.remove_prefix(1);
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

Html& Html::qr(std::string_view encoded) {
    text_ += qr_svg(encoded);
    return *this;
}

std::string kept_link(const PageFrame& frame, std::string_view path) {
    std::string link(path);
    const auto add = [&link](std::string_view name, std::string_view value) {
        link += link.contains('?') ? '&' : '?';
        link.append(name).append("=").append(value);
    };
    if (frame.is_language_asked) {
        add("lang", tag_of(frame.language));
    }
    if (frame.is_framed) {
        add("frame", "1");
    }
    return link;
}

std::string document(std::string_view title, const Html& content, PageWidth width) {
    Html page;
    add_head(page, Language::English, title);
    page.markup("</head>\n<body>\n");
    page.markup(width == PageWidth::Wide ? Markup("<main class=\"wide\">\n") : Markup("<main>\n"));
    page.html(content);
    page.markup("</main>\n<footer>Standby</footer>\n</body>\n</html>\n");
    return page.string();
}

std::string guest_document(const PageFrame& frame, std::string_view title, const Html& content) {
    Html page;
    add_head(page, frame.language, title);
    if (const auto script = asset_path("guest.js")) {
        page.markup("<script defer src=\"").text(*script).markup("\"></script>\n");
    }
    page.markup(frame.is_framed ? Markup("</head>\n<body class=\"framed\">\n")
                                : Markup("</head>\n<body>\n"));
    page.markup("<main>\n").html(content).markup("</main>\n<footer>\n");
    add_language_switch(page, frame);
    page.markup("<p>Standby</p>\n</footer>\n</body>\n</html>\n");
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

void allow_captcha(Response& page, CaptchaKind kind) {
    if (kind == CaptchaKind::None) {
        return;
    }
    const std::string hosts = kind == CaptchaKind::HCaptcha
                                  ? " https://hcaptcha.com https://*.hcaptcha.com"
                                  : " https://challenges.cloudflare.com";
    for (auto& [name, value] : page.headers) {
        if (name != "Content-Security-Policy") {
            continue;
        }
        for (const std::string_view rule :
             {"script-src 'self'", "connect-src 'self'", "style-src 'self'"}) {
            value.insert(value.find(rule) + rule.size(), hosts);
        }
        value += "; frame-src" + hosts;
    }
}

Response framed_response(std::uint16_t status, std::string document,
                         std::span<const std::string> origins) {
    Response response = page_response(status, std::move(document), PageCaching::Never);
    constexpr std::string_view refused = "frame-ancestors 'none'";
    std::string policy(page_security_policy);
    policy.replace(policy.find(refused), refused.size(),
                   "frame-ancestors " + ancestors_of(origins));
    for (auto& [name, value] : response.headers) {
        if (name == "Content-Security-Policy") {
            value = policy;
        }
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
