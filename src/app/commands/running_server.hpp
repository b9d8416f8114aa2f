// The server that has the data in use, as commands beside it find and ask it.
#pragma once

#include "app/commands/http_client.hpp"
#include "app/service/options.hpp"
#include "base/result.hpp"
#include "engine/ports/leases.hpp"

#include <string>

namespace standby::app {

// Where it listens: what it wrote down when it started, which matters when it chose the port
// itself, or else what the settings say.
std::string listen_address(const ServeOptions& options);

// The server at this address, over TLS when the options name its certificate.
Result<HttpClient, std::string> client_of(const ServeOptions& options, const std::string& address);

// Asks it with the API key of the options. The error is a sentence: that no key is given, that
// nobody answers, or what the server objects to.
Result<HttpAnswer, std::string> ask_server(const ServeOptions& options, HttpCall call);
// The same of the server at this address, such as one of a cluster's nodes.
Result<HttpAnswer, std::string> ask_server(const ServeOptions& options, const std::string& address,
                                           HttpCall call);

// The address of a node that can be reached; empty when there is none.
std::string reachable_node(const engine::ClusterView& view);

}  // namespace standby::app
