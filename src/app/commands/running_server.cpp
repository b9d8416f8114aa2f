// The address from the data directory, and a call that turns refusals into sentences.
#include "app/commands/running_server.hpp"

#include "app/commands/reach.hpp"
#include "base/json/reader.hpp"

#include <fmt/core.h>

#include <fstream>
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
        return std::unexpected("a server uses this data: give an API key with --api-key or "
                               "STANDBY_API_KEY so that it can be asked, or stop it first");
    }
    if (!options.tls_cert.empty()) {
        return std::unexpected("a server uses this data and speaks TLS, which this command does "
                               "not: use its API, or stop it first");
    }
    const auto listen = parse_listen(address);
    if (!listen) {
        return std::unexpected(listen.error());
    }
    call.credential = options.api_key;
    auto answer = HttpClient(listen->address, listen->port).call(call);
    if (!answer) {
        return std::unexpected(
            fmt::format("another process uses this data, but {}", answer.error()));
    }
    if (answer->status < 200 || answer->status > 299) {
        const std::string words = words_of(answer->body);
        return std::unexpected(fmt::format("the server answers {}{}{}", answer->status,
                                           words.empty() ? "" : ": ", words));
    }
    return answer;
}

}  // namespace standby::app
