// Conditional and negotiated answers after RFC 9110, sections 12.5.3 and 13.1.2.
#include "http/assets/asset_response.hpp"

#include "http/pages/html.hpp"
#include "http/server/content_coding.hpp"
#include "http/server/syntax.hpp"

#include <string>

namespace standby::http {
namespace {

constexpr std::string_view staff_path = "/staff";

constexpr std::string_view icon =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 16\">"
    "<rect width=\"16\" height=\"16\" rx=\"4\" fill=\"#0b5c4d\"/>"
    "<path d=\"M4 8.5l3 3 5-6\" fill=\"none\" stroke=\"#fff\" stroke-width=\"2\"/></svg>\n";

// Join pages may be found; what belongs to one person, and what is for staff, may not.
constexpr std::string_view robots = "User-agent: *\nDisallow: /e/\nDisallow: /o/\nDisallow: /s/\n"
                                    "Disallow: /u/\nDisallow: /staff\nDisallow: /v1/\n";

struct Form {
    std::string_view bytes;
    std::string_view coding;      // empty: as it is
    std::string_view tag_suffix;  // tells the entity tags of the forms apart
};

Form form_for(const Asset& asset, std::string_view accept_encoding) {
    switch (wire::choose_coding(accept_encoding)) {
    case wire::ContentCoding::Brotli:
        if (!asset.brotli.empty()) {
            return {asset.brotli, "br", "-br"};
        }
        break;
    case wire::ContentCoding::Gzip:
        if (!asset.gzip.empty()) {
            return {asset.gzip, "gzip", "-gz"};
        }
        break;
    case wire::ContentCoding::Identity:
        break;
    }
    return {asset.plain, {}, {}};
}

std::string tag_of(const Asset& asset, const Form& form) {
    std::string tag(asset.etag);
    tag.insert(tag.size() - 1, form.tag_suffix);
    return tag;
}

// Weak comparison, as If-None-Match asks for it.
bool names_tag(std::string_view if_none_match, std::string_view tag) {
    while (!if_none_match.empty()) {
        std::string_view candidate = wire::take_element(if_none_match, ',');
        if (candidate.starts_with("W/")) {
            candidate.remove_prefix(2);
        }
        if (candidate == tag || candidate == "*") {
            return true;
        }
    }
    return false;
}

std::string_view caching_of(const Asset& asset) {
    if (asset.is_immutable) {
        return "public, max-age=31536000, immutable";
    }
    // A page is asked for again each time, so that it never names scripts of another version.
    return asset.content_type.starts_with("text/html") ? "no-cache" : "public, max-age=300";
}

void add_staff_headers(Response& response) {
    response.headers.emplace_back("Content-Security-Policy", staff_security_policy);
    response.headers.emplace_back("Referrer-Policy", "no-referrer");
    response.headers.emplace_back("Permissions-Policy",
                                  "camera=(), display-capture=(), geolocation=(), microphone=(), "
                                  "payment=(), usb=()");
    response.headers.emplace_back("Cross-Origin-Opener-Policy", "same-origin");
    response.headers.emplace_back("X-Robots-Tag", "noindex, nofollow");
}

Response missing_staff_page() {
    Html content;
    content.markup(
        "<h1>The staff pages are not in this binary</h1>\n<div class=\"card\">\n"
        "<p>It was built with <code>STANDBY_WITHOUT_NPM=1</code>. To get them, build it again "
        "without that, where npm can reach its registry.</p>\n</div>\n"
        "<p>Everything works without them too: <a href=\"/docs\">the API</a> does all that the "
        "staff pages do.</p>\n");
    Response response;
    response.status = 501;
    response.content_type = "text/html; charset=utf-8";
    response.body = document("No staff pages", content);
    response.compressible = true;
    response.headers.emplace_back("Cache-Control", "no-store");
    return response;
}

Response small_file(std::string_view content_type, std::string_view text) {
    Response response;
    response.content_type = content_type;
    response.body = text;
    response.headers.emplace_back("Cache-Control", "public, max-age=3600");
    return response;
}

Response cached_response(const Asset& asset, const Request& request) {
    Response response = negotiated_response(asset, request);
    response.headers.emplace_back("Cache-Control", caching_of(asset));
    return response;
}

}  // namespace

Response negotiated_response(const Asset& asset, const Request& request) {
    const Form form = form_for(asset, request.header("accept-encoding"));
    const std::string tag = tag_of(asset, form);
    Response response;
    response.headers.emplace_back("ETag", tag);
    response.headers.emplace_back("Vary", "Accept-Encoding");
    if (names_tag(request.header("if-none-match"), tag)) {
        response.status = 304;
        return response;
    }
    response.content_type = asset.content_type;
    response.body = form.bytes;
    if (!form.coding.empty()) {
        response.headers.emplace_back("Content-Encoding", form.coding);
    }
    return response;
}

Response asset_response(const Asset& asset, const Request& request) {
    Response response = cached_response(asset, request);
    if (asset.path == widget_path) {
        response.headers.emplace_back("Access-Control-Allow-Origin", "*");
        response.headers.emplace_back("Cross-Origin-Resource-Policy", "cross-origin");
    }
    return response;
}

Response staff_response(const Request& request) {
    const Asset* page = find_asset(staff_path);
    Response response = page == nullptr ? missing_staff_page() : cached_response(*page, request);
    add_staff_headers(response);
    return response;
}

bool is_staff_page(std::string_view path) {
    if (!path.starts_with(staff_path)) {
        return false;
    }
    path.remove_prefix(staff_path.size());
    return path.empty() || (path.front() == '/' && path.find('.') == std::string_view::npos);
}

Response icon_response() {
    return small_file("image/svg+xml", icon);
}

Response robots_response() {
    return small_file("text/plain; charset=utf-8", robots);
}

}  // namespace standby::http
