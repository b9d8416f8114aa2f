#include "http/pages/reference_pages.hpp"

#include "http/pages/html.hpp"

#include <algorithm>

namespace standby::http {
namespace {

void add_paragraphs(Html& content, std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find("\n\n"), text.size());
        content.markup("<p>").text(text.substr(0, end)).markup("</p>\n");
        text.remove_prefix(std::min(text.size(), end + 2));
    }
}

}  // namespace

std::string problem_page(const ProblemKind& problem) {
    Html content;
    content.markup("<p class=\"eyebrow\">Problem, status ").number(problem.status);
    content.markup("</p>\n<h1>").text(problem.title).markup("</h1>\n<div class=\"card\">\n");
    add_paragraphs(content, problem.explanation);
    content.markup("</div>\n<p class=\"soft\">Answers of this type carry <code>\"type\": "
                   "\"/problems/");
    content.text(problem.code)
        .markup("\"</code>.</p>\n<p><a href=\"/problems\">All problems</a> "
                "\u00b7 <a href=\"/docs\">The API</a></p>\n");
    return document(problem.title, content);
}

std::string problem_index_page(std::span<const ProblemKind> problems) {
    Html content;
    content.markup("<h1>Problems</h1>\n<p>Every error of the API is an <code>"
                   "application/problem+json</code> document (RFC 9457). Its <code>type</code> "
                   "is one of these.</p>\n<div class=\"scroll\"><table>\n<thead><tr>"
                   "<th scope=\"col\">Status</th><th scope=\"col\">Type</th>"
                   "<th scope=\"col\">Meaning</th></tr></thead>\n<tbody>\n");
    for (const ProblemKind& problem : problems) {
        content.markup("<tr><td>").number(problem.status).markup("</td><td><a href=\"/problems/");
        content.text(problem.code).markup("\"><code>").text(problem.code);
        content.markup("</code></a></td><td>").text(problem.title).markup("</td></tr>\n");
    }
    content.markup("</tbody>\n</table></div>\n<p><a href=\"/docs\">The API</a></p>\n");
    return document("Problems", content, PageWidth::Wide);
}

std::string docs_page(std::span<const RouteSummary> routes) {
    Html content;
    content.markup(
        "<h1>The Standby API</h1>\n<p>JSON over HTTP. Staff and integrations send "
        "<code>Authorization: Bearer sk_\u2026</code>, guests the token of their link as "
        "<code>Bearer gt_\u2026</code>. Every POST takes an <code>Idempotency-Key</code>.</p>\n"
        "<p>The whole contract: <a href=\"/v1/openapi.yaml\">openapi.yaml</a> \u00b7 "
        "errors: <a href=\"/problems\">problems</a></p>\n"
        "<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\">Call</th>"
        "<th scope=\"col\">Who</th><th scope=\"col\">What it does</th></tr></thead>\n<tbody>\n");
    for (const RouteSummary& route : routes) {
        content.markup("<tr><td><code>").text(route.method).markup(" ").text(route.path);
        content.markup("</code></td><td>").text(route.who).markup("</td><td>");
        content.text(route.summary).markup("</td></tr>\n");
    }
    content.markup("</tbody>\n</table></div>\n");
    return document("The Standby API", content, PageWidth::Wide);
}

std::string landing_page(std::string_view version) {
    Html content;
    content.markup("<h1>Standby is running</h1>\n"
                   "<p>It keeps a waitlist, notices when a place frees up, offers it to the right "
                   "person for a short, fair window, and books it exactly once.</p>\n"
                   "<div class=\"card\">\n<h2>You run a waitlist</h2>\n"
                   "<p>See the day, free a place, and watch it being filled.</p>\n"
                   "<p><a class=\"button\" href=\"/staff\">Open the staff pages</a></p>\n</div>\n"
                   "<div class=\"card\">\n<h2>You wait for something</h2>\n"
                   "<p>Please use the link in the message that you got: it shows where you stand, "
                   "and any offer for you.</p>\n</div>\n"
                   "<div class=\"card\">\n<h2>You build something</h2>\n"
                   "<p><a href=\"/docs\">The API</a> \u00b7 "
                   "<a href=\"/problems\">What each problem means</a></p>\n</div>\n"
                   "<p class=\"soft\">Version ");
    content.text(version).markup("</p>\n");
    return document("Standby", content);
}

}  // namespace standby::http
