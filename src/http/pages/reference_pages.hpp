// Pages for people who integrate: the front page, what each problem means, and the list of routes.
#pragma once

#include "http/api/problem.hpp"

#include <span>
#include <string>
#include <string_view>

namespace standby::http {

// GET /problems/{code} and GET /problems. Paragraphs of an explanation stand between empty lines.
std::string problem_page(const ProblemKind& problem);
std::string problem_index_page(std::span<const ProblemKind> problems);

// One operation of the API, as openapi.yaml names it.
struct RouteSummary {
    std::string method;
    std::string path;
    std::string summary;
    std::string who;  // "staff", "guest", "public"…
};

// GET /docs.
std::string docs_page(std::span<const RouteSummary> routes);

// GET /.
std::string landing_page(std::string_view version);

}  // namespace standby::http
