// How the nodes stand, as this one sees them.
#include "http/api/cluster_json.hpp"
#include "http/routes/api_routes.hpp"

#include <utility>

namespace standby::http {

void ApiRoutes::get_cluster(const CallPtr& call) {
    std::string body;
    JsonWriter writer{body};
    if (services_.placement == nullptr) {
        write_single_server(writer, options_.version, services_.gateway.now());
    } else {
        write_cluster(writer, services_.placement->report());
    }
    call->send_json(200, std::move(body));
}

}  // namespace standby::http
