#include "app/commands/running_server.hpp"

#include "app/commands/reach.hpp"
#include "base/json/reader.hpp"

#include <fmt/core.h>

#include <fstream>
#include <iterator>
#include <utility>

namespace standby::app {
namespace {

// What a problem document says in words.
std::string words_of(const std::string& body) {
    const auto document = read_json(body);
    if (!document || document->root().type != JsonType::Object) {
        return {};
    }
    for (const std::string_view member : {"detail", "title"}) {
        const JsonValue* value = document->root().find(member);
        if (value != nullptr && value->type == JsonType::Text && !value->text.empty()) {
            return std::string(value->text);
        }
    }
    return {};
}

}  // namespace

std::string listen_address(const ServeOptions& options) {
    std::ifstream file(options.data_dir + "/listen");
    if (std::string line; file && std::getline(file, line) && parse_listen(line)) {
        return line;
    }
    return options.listen;
}

Result<HttpClient, std::string> client_of(const ServeOptions& options, const std::string& address) {
    const ListenAddress listen = TRY(parse_listen(address));
    if (options.tls_cert.empty()) {
        return HttpClient(base_url_of(listen));
    }
    std::ifstream file(options.tls_cert);
    std::string certificate{std::istreambuf_iterator<char>(file), {}};
    constexpr std::string_view end = "-----END CERTIFICATE-----";
    const std::size_t found = certificate.find(end);
    if (found == std::string::npos) {
        return std::unexpected(fmt::format("{} holds no certificate", options.tls_cert));
    }
    certificate.resize(found + end.size());  // its own; those of issuers may follow
    return HttpClient(base_url_of(listen, "https"), certificate + "\n");
}

Result<HttpAnswer, std::string> ask_server(const ServeOptions& options, HttpCall call) {
    return ask_server(options, listen_address(options), std::move(call));
}

std::string reachable_node(const engine::ClusterView& view) {
    constexpr Duration patience = std::chrono::seconds{1};
    for (const engine::NodeRow& node : view.nodes) {
        const auto listen = parse_listen(node.address);
        if (listen &&
            reach({.host = listen->address, .port = listen->port}, Greeting::None, patience)) {
            return node.address;
        }
    }
    return {};
}

Result<HttpAnswer, std::string> ask_server(const ServeOptions& options, const std::string& address,
                                           HttpCall call) {
    if (options.api_key.empty()) {
        return std::unexpected("a server is using this data: pass an API key with --api-key or "
                               "STANDBY_API_KEY, or stop the server first");
    }
    HttpClient client = TRY(client_of(options, address));
    call.credential = options.api_key;
    auto answer = client.call(call);
    if (!answer) {
        return std::unexpected(
            fmt::format("another process is using this data, but {}", answer.error()));
    }
    if (answer->status < 200 || answer->status > 299) {
        const std::string words = words_of(answer->body);
        return std::unexpected(fmt::format("the server answers {}{}{}", answer->status,
                                           words.empty() ? "" : ": ", words));
    }
    return answer;
}

}  // namespace standby::app
