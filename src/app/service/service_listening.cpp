// Where a server can be reached, and where its figures stand.
#include "app/service/running_service.hpp"

#include <fstream>

namespace standby::app {

Result<void, std::string> RunningService::listen(const ListenAddress& address) {
    http::ServerOptions server;
    server.address = address.address;
    server.port = address.port;
    server.threads = options_.io_threads;
    server.connections_max = options_.connections_max;
    server.client_connections_max = client_connections_of(options_);
    server.tls_certificate_file = options_.tls_cert;
    server.tls_key_file = options_.tls_key;
    server.trusted_proxies = options_.trusted_proxies;
    server_ = TRY(http::Server::start(server, gate_));
    const bool is_ipv6 = address.address.find(':') != std::string::npos;
    const std::string host = is_ipv6 ? "[" + address.address + "]" : address.address;
    url_ = (options_.tls_cert.empty() ? "http://" : "https://") + host + ":" +
           std::to_string(server_->port());
    return {};
}

void MetricsHandler::handle(http::Request request, std::unique_ptr<http::Responder> responder) {
    http::Response response;
    response.content_type = "text/plain; charset=utf-8";
    response.headers.emplace_back("Cache-Control", "no-store");
    if (request.path != "/metrics") {
        response.status = 404;
        response.body = "Only /metrics is here.\n";
    } else if (request.method != "GET") {
        response.status = 405;
        response.body = "/metrics takes GET.\n";
        response.headers.emplace_back("Allow", "GET, HEAD");
    } else {
        response.content_type = "text/plain; version=0.0.4; charset=utf-8";
        response.body = text_();
        response.compressible = true;
    }
    responder->send(std::move(response));
}

Result<void, std::string> RunningService::listen_for_metrics() {
    if (options_.metrics_listen.empty()) {
        return {};
    }
    const ListenAddress address = TRY(parse_listen(options_.metrics_listen));
    constexpr std::size_t connections_max = 50;
    http::ServerOptions server;
    server.address = address.address;
    server.port = address.port;
    server.connections_max = connections_max;
    metrics_handler_ = std::make_unique<MetricsHandler>([this] { return metrics_text(); });
    metrics_server_ = TRY(http::Server::start(server, *metrics_handler_));
    log_.write(is_loopback(address.address) ? LogLevel::Info : LogLevel::Warning,
               "metrics_listening",
               {{"address", address.address}, {"port", std::int64_t{metrics_server_->port()}}});
    return {};
}

// For scripts and tests: where it listens, also when the port was chosen by the system.
void RunningService::write_listen_file() {
    std::ofstream file(options_.data_dir + "/listen", std::ios::trunc);
    file << url_.substr(url_.find("//") + 2) << '\n';
}

}  // namespace standby::app
