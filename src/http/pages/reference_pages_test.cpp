// Tests of the pages for integrators.
#include "http/pages/reference_pages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace standby::http {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view payload = "\"><script>alert('x')</script>";

constexpr std::array<ProblemKind, 2> problems = {{
    {"offer-expired", "The offer has ended", 410, "Too late.\n\nWait for the next one."},
    {"not-found", "Not found", 404, "There is nothing here."},
}};

TEST(ProblemPages, ExplainOneProblem) {
    const std::string page = problem_page(problems[0]);
    EXPECT_THAT(page, HasSubstr("<h1>The offer has ended</h1>"));
    EXPECT_THAT(page, HasSubstr("status 410"));
    EXPECT_THAT(page, HasSubstr("<p>Too late.</p>\n<p>Wait for the next one.</p>"));
    EXPECT_THAT(page, HasSubstr("/problems/offer-expired"));
}

TEST(ProblemPages, ListAllOfThem) {
    const std::string page = problem_index_page(problems);
    EXPECT_THAT(page, HasSubstr("<a href=\"/problems/offer-expired\">"));
    EXPECT_THAT(page, HasSubstr("<a href=\"/problems/not-found\">"));
}

TEST(DocsPage, ListsEveryRoute) {
    const std::vector<RouteSummary> routes = {
        {"GET", "/v1/resources/{id}", "Reads <one> resource", "public"},
        {"POST", "/v1/resources", "Creates a resource", "staff"},
    };
    const std::string page = docs_page(routes);
    EXPECT_THAT(page, HasSubstr("<code>GET /v1/resources/{id}</code>"));
    EXPECT_THAT(page, HasSubstr("Reads &lt;one&gt; resource"));
    EXPECT_THAT(page, HasSubstr("<code>POST /v1/resources</code></td><td>staff</td>"));
    EXPECT_THAT(page, HasSubstr("href=\"/v1/openapi.yaml\""));
}

TEST(LandingPage, LeadsToTheStaffPagesAndTheDocs) {
    EXPECT_THAT(landing_page("1.2.3"), HasSubstr("href=\"/staff\""));
    EXPECT_THAT(landing_page("1.2.3"), HasSubstr("href=\"/docs\""));
    EXPECT_THAT(landing_page("1.2.3"), HasSubstr("1.2.3"));
}

TEST(ReferencePages, ShowMarkupAsText) {
    const std::array<ProblemKind, 1> hostile = {{{payload, payload, 400, payload}}};
    const std::string text(payload);
    const std::vector<RouteSummary> routes = {{text, text, text, text}};
    for (const std::string& page : {problem_page(hostile[0]), problem_index_page(hostile),
                                    docs_page(routes), landing_page(payload)}) {
        EXPECT_THAT(page, Not(HasSubstr("<script")));
        EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(&#39;x&#39;)"));
    }
}

}  // namespace
}  // namespace standby::http
