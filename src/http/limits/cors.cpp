#include "http/limits/cors.hpp"

#include <string>

namespace standby::http {

void add_cors_headers(CorsPolicy policy, Response& response) {
    if (policy == CorsPolicy::None) {
        return;
    }
    response.headers.emplace_back("Access-Control-Allow-Origin", "*");
    response.headers.emplace_back("Access-Control-Expose-Headers",
                                  "Retry-After, Idempotent-Replayed, Location");
}

Response preflight_response(CorsPolicy policy, std::string_view methods) {
    Response response;
    response.status = 204;
    response.headers.emplace_back("Allow", methods);
    if (policy == CorsPolicy::None) {
        return response;
    }
    response.headers.emplace_back("Access-Control-Allow-Origin", "*");
    response.headers.emplace_back("Access-Control-Allow-Methods", methods);
    response.headers.emplace_back("Access-Control-Allow-Headers",
                                  "Authorization, Content-Type, Idempotency-Key, Last-Event-ID, "
                                  "Standby-Proof");
    response.headers.emplace_back("Access-Control-Max-Age", "600");
    return response;
}

}  // namespace standby::http
