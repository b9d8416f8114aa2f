// Health, figures, documents, and the files of the web pages.
#include "http/assets/asset_response.hpp"
#include "http/pages/html.hpp"
#include "http/pages/reference_pages.hpp"
#include "http/routes/call.hpp"
#include "http/routes/described_routes.hpp"
#include "http/routes/handlers.hpp"

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

// Asked for again each time, which the entity tag makes cheap.
Response kept(Response response, std::string_view content_type) {
    response.content_type = content_type;
    response.headers = {{"Cache-Control", "no-cache"}};
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

}  // namespace

Task<Answer> get_health(Call&) {
    co_return status_document(200, "ok");
}

Task<Answer> get_readiness(Call& call) {
    if (call.shared.services.is_ready()) {
        co_return status_document(200, "ready");
    }
    co_return refuse(ProblemType::Unavailable, "The database is not taking commits right now.");
}

Task<Answer> get_metrics(Call& call) {
    Response response = plain_text(200, call.shared.services.metrics());
    response.content_type = "text/plain; version=0.0.4; charset=utf-8";
    response.compressible = true;
    co_return response;
}

Task<Answer> get_description(Call& call) {
    co_return call.shared.documents.find("description", call.request, [&] {
        return kept(plain_text(200, std::string(call.shared.options.openapi_yaml)),
                    "application/yaml");
    });
}

Task<Answer> get_docs(Call& call) {
    co_return call.shared.documents.find("docs", call.request, [&] {
        return page_response(200, docs_page(routes_in(call.shared.options.openapi_yaml)),
                             PageCaching::Public);
    });
}

Task<Answer> list_problems(Call& call) {
    co_return call.shared.documents.find("problems", call.request, [] {
        return page_response(200, problem_index_page(problem_kinds()), PageCaching::Public);
    });
}

Task<Answer> get_problem(Call& call) {
    const ProblemKind* kind = find_problem_kind(call.path_id);
    if (kind == nullptr) {
        co_return refuse(ProblemType::NotFound, "No such problem type.");
    }
    const std::string name = "problem " + std::string(kind->code);
    co_return call.shared.documents.find(name, call.request, [&] {
        return page_response(200, problem_page(*kind), PageCaching::Public);
    });
}

Task<Answer> get_landing_page(Call& call) {
    co_return call.shared.documents.find("landing page", call.request, [&] {
        return page_response(200, landing_page(call.shared.options.version), PageCaching::Public);
    });
}

Task<Answer> get_staff_app(Call& call) {
    const bool is_demo_page = call.request.path == "/staff/demo";
    if (!is_staff_page(call.request.path) || (is_demo_page && !call.shared.options.is_demo)) {
        co_return refuse(ProblemType::NotFound, "No such path.");
    }
    co_return staff_response(call.request);
}

Task<Answer> get_asset(Call& call) {
    if (call.request.path == stylesheet_path) {
        co_return call.shared.documents.find("stylesheet", call.request, stylesheet_response);
    }
    const Asset* asset = find_asset(call.request.path);
    if (asset == nullptr) {
        co_return refuse(ProblemType::NotFound, "No such path.");
    }
    co_return asset_response(*asset, call.request);
}

Task<Answer> get_icon(Call&) {
    co_return icon_response();
}

Task<Answer> get_robots(Call&) {
    co_return robots_response();
}

}  // namespace standby::http
