// Everything outside the API proper: health, figures, documents, and the files of the web pages.
#include "http/api/problem.hpp"
#include "http/assets/asset_response.hpp"
#include "http/pages/html.hpp"
#include "http/pages/reference_pages.hpp"
#include "http/routes/api_routes.hpp"
#include "http/routes/documents.hpp"

#include <utility>

namespace standby::http {
namespace {

Response plain_text(std::uint16_t status, std::string text) {
    Response response;
    response.status = status;
    response.content_type = "text/plain; charset=utf-8";
    response.body = std::move(text);
    response.headers.emplace_back("Cache-Control", "no-store");
    return response;
}

Response status_document(std::uint16_t status, std::string_view text) {
    Response response = plain_text(status, {});
    response.content_type = "application/json";
    JsonWriter writer{response.body};
    writer.begin_object();
    writer.text("status", text);
    writer.end_object();
    return response;
}

Response problem_document(std::string_view path) {
    constexpr std::string_view folder = "/problems/";
    const ProblemKind* kind =
        path.starts_with(folder) ? find_problem_kind(path.substr(folder.size())) : nullptr;
    if (kind == nullptr) {
        const Problem unknown = problem(ProblemType::NotFound, "There is no such type of problem.");
        Response response;
        response.status = unknown.status;
        response.content_type = problem_content_type;
        response.body = problem_body(unknown);
        return response;
    }
    return page_response(200, problem_page(*kind), PageCaching::Public);
}

bool is_guest_page(std::string_view path) {
    return path.starts_with("/e/") || path.starts_with("/o/") || path.starts_with("/r/") ||
           path.starts_with("/u/");
}

bool is_read(const Request& request) {
    return request.method == "GET" || request.method == "HEAD";
}

// The files and pages that are the same in every installation.
std::optional<Response> embedded_file(const Request& request) {
    if (is_staff_page(request.path)) {
        return staff_response(request);
    }
    if (request.path == "/favicon.svg") {
        return icon_response();
    }
    if (request.path == "/robots.txt") {
        return robots_response();
    }
    if (request.path == widget_path || request.path.starts_with("/assets/")) {
        if (const Asset* asset = find_asset(request.path)) {
            return asset_response(*asset, request);
        }
    }
    return std::nullopt;
}

}  // namespace

// What the link of a page is about; 0 when it is not a good one.
core::ResourceNumber ApiRoutes::resource_of_page(const Call& call) const {
    const std::string_view rest = std::string_view{call.request.path}.substr(3);
    if (call.request.path.starts_with("/r/")) {
        return core::parse_resource_id(rest).value_or(core::ResourceNumber{});
    }
    const auto token = services_.tokens.verify(rest.substr(0, rest.find('/')), call.now);
    return token ? core::resource_of(core::EntryId{token->id}) : core::ResourceNumber{};
}

void ApiRoutes::open_page(const CallPtr& call) {
    if (call->request.path.starts_with("/u/")) {
        handle_unsubscribe(call);
    } else {
        handle_guest_page(call);
    }
}

bool ApiRoutes::handle_site(const CallPtr& call) {
    const std::string_view path = call->request.path;
    if (is_guest_page(path) && services_.placement == nullptr) {
        open_page(call);
        return true;
    }
    if (is_guest_page(path)) {
        const core::ResourceNumber resource = resource_of_page(*call);
        if (resource == core::ResourceNumber{} || is_ours_by_resource(call, resource)) {
            with_directory(call, resource, [this, call] { open_page(call); });
        }
        return true;
    }
    if (path.starts_with("/s/")) {
        follow_short_link(call);
        return true;
    }
    if (path.starts_with("/test/") && options_.has_manual_clock) {
        handle_test(call);
        return true;
    }
    std::optional<Response> file = embedded_file(call->request);
    const auto document = file ? std::nullopt : document_at(path);
    if (!file && !document) {
        return false;
    }
    if (!is_read(call->request)) {
        call->send_not_allowed("GET, HEAD");
        return true;
    }
    call->send(file ? *std::move(file) : (*document)());
    return true;
}

std::optional<std::function<Response()>> ApiRoutes::document_at(std::string_view path) {
    if (path == "/healthz") {
        return [] { return status_document(200, "ok"); };
    }
    if (path == "/readyz") {
        return [this] {
            if (services_.is_ready()) {
                return status_document(200, "ready");
            }
            Response response;
            response.status = 503;
            response.content_type = problem_content_type;
            response.body = problem_body(
                problem(ProblemType::Unavailable, "The database takes no commits now."));
            response.headers.emplace_back("Retry-After", "1");
            return response;
        };
    }
    if (path == "/metrics") {
        return [this] {
            Response response = plain_text(200, services_.metrics());
            response.content_type = "text/plain; version=0.0.4; charset=utf-8";
            response.compressible = true;
            return response;
        };
    }
    if (path == "/v1/openapi.yaml") {
        return [this] {
            Response response = plain_text(200, std::string(options_.openapi_yaml));
            response.content_type = "application/yaml";
            response.compressible = true;
            return response;
        };
    }
    if (path == "/docs") {
        return [this] {
            return page_response(200, docs_page(routes_in(options_.openapi_yaml)),
                                 PageCaching::Public);
        };
    }
    if (path == "/problems") {
        return [] {
            return page_response(200, problem_index_page(problem_kinds()), PageCaching::Public);
        };
    }
    if (path.starts_with("/problems/")) {
        return [path = std::string(path)] { return problem_document(path); };
    }
    if (path == stylesheet_path) {
        return [] { return stylesheet_response(); };
    }
    if (path == "/") {
        return [this] {
            return page_response(200, landing_page(options_.version), PageCaching::Public);
        };
    }
    return std::nullopt;
}

}  // namespace standby::http
