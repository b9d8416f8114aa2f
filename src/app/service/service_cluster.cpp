// The server as one of several nodes that share a store; and what must exist before any server can
// start to serve.
#include "app/service/bootstrap.hpp"
#include "app/service/running_service.hpp"
#include "app/version.hpp"
#include "core/state/rows.hpp"
#include "http/forward/node_address.hpp"
#include "http/server/certificates.hpp"
#include "store/postgres/postgres_cluster.hpp"

#include <chrono>
#include <fstream>
#include <iterator>

namespace standby::app {
namespace {

constexpr std::chrono::seconds join_patience{60};
constexpr std::chrono::seconds key_patience{3};
constexpr std::chrono::days certificate_warning{30};

Time system_clock_now() {
    return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
}

}  // namespace

Result<void, std::string> RunningService::check_cluster_options() const {
    if (!is_postgres(options_.store)) {
        return {};
    }
    const int given = (options_.cluster_cert.empty() ? 0 : 1) +
                      (options_.cluster_key.empty() ? 0 : 1) +
                      (options_.cluster_ca.empty() ? 0 : 1);
    if (given != 0 && given != 3) {
        return std::unexpected(
            "--cluster-cert, --cluster-key and --cluster-ca go together: standby "
            "cluster certs makes all three");
    }
    if (!options_.tls_cert.empty() && takes_plain_nodes()) {
        return std::unexpected(
            has_node_tls()
                ? "--cluster-plain does not go with --tls-cert: plain requests of other nodes come "
                  "where clients come"
                : "--tls-cert in a cluster needs certificates for the nodes, too: make them with "
                  "standby cluster certs");
    }
    if (!has_node_tls() && !options_.cluster_plain && !is_node_on_loopback(options_)) {
        return std::unexpected(
            "nodes on several machines talk to each other over TLS: make certificates with standby "
            "cluster certs, or accept with --cluster-plain yes that whoever is on their network "
            "reads passwords, keys and guests' data");
    }
    const ListenAddress address = TRY(parse_listen(options_.listen));
    const bool is_everywhere = address.address == "0.0.0.0" || address.address == "::";
    if (is_everywhere && options_.node_address.empty()) {
        return std::unexpected("--node-address must say where the other nodes can reach this one, "
                               "because it listens on every address");
    }
    return {};
}

// A door of their own for nodes, which shows a certificate and wants to see one.
Result<void, std::string> RunningService::listen_for_nodes() {
    if (!is_postgres(options_.store)) {
        return {};
    }
    if (takes_plain_nodes() && options_.cluster_plain) {
        log_.write(LogLevel::Warning, "cluster_plain",
                   {{"warning", "nodes talk in plain HTTP: whoever is on their network reads "
                                "passwords, keys and guests' data"}});
    }
    if (!has_node_tls()) {
        return {};
    }
    const ListenAddress clients = TRY(parse_listen(options_.listen));
    ListenAddress nodes{.address = clients.address,
                        .port =
                            static_cast<std::uint16_t>(clients.port == 0 ? 0 : clients.port + 1)};
    if (!options_.cluster_listen.empty()) {
        nodes = TRY(parse_listen(options_.cluster_listen));
    }
    std::ifstream file(options_.cluster_cert, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    const auto ends = http::end_of_certificate(text);
    const bool is_soon = ends && *ends < system_clock_now() + certificate_warning;
    log_.write(is_soon ? LogLevel::Warning : LogLevel::Info, "node_certificate",
               {{"ends_at", ends ? format_time(*ends) : std::string("unknown")}});
    http::ServerOptions server;
    server.address = nodes.address;
    server.port = nodes.port;
    server.threads = options_.io_threads;
    server.connections_max = options_.connections_max;
    server.tls_certificate_file = options_.cluster_cert;
    server.tls_key_file = options_.cluster_key;
    server.tls_authority_file = options_.cluster_ca;
    node_server_ = TRY(http::Server::start(server, gate_));
    return {};
}

// Where other nodes are told that this one is.
std::string RunningService::node_address() const {
    const std::string plain =
        options_.node_address.empty() ? url_.substr(url_.find("//") + 2) : options_.node_address;
    if (node_server_ == nullptr) {
        return plain;
    }
    const std::string host = plain.substr(0, plain.rfind(':'));
    const bool is_whole = !options_.node_address.empty() && !takes_plain_nodes();
    return http::format_node_address(
        {.plain = takes_plain_nodes() ? plain : "",
         .tls = is_whole ? plain : host + ":" + std::to_string(node_server_->port())});
}

// What must exist before anything can be served; in a cluster the owner of the first shard makes
// it, and the others wait for it.
Result<void, std::string> RunningService::make_ready() {
    Bootstrapped made;
    if (store_->shared() == nullptr) {
        made = TRY(bootstrap(store_->registry(), options_.api_key, clock_->now()));
    } else {
        make_cluster();
        TRY(join_cluster());
        std::optional<Result<Bootstrapped, std::string>> outcome;
        const auto began = std::chrono::steady_clock::now();
        const bool is_made = cluster_->wait(join_patience, [&] {
            if (cluster_->owns(0)) {
                outcome = bootstrap(store_->registry(), options_.api_key, clock_->now());
                return true;
            }
            const bool adds_key = std::chrono::steady_clock::now() - began > key_patience;
            auto found =
                find_bootstrapped(store_->registry(), options_.api_key, adds_key, clock_->now());
            if (!found) {
                outcome = std::unexpected(found.error());
            } else if (*found) {
                outcome = **std::move(found);
            }
            return outcome.has_value();
        });
        if (!is_made) {
            return std::unexpected("the other nodes did not set up the cluster within a minute");
        }
        made = TRY(*std::move(outcome));
    }
    first_start_.owner_key = made.new_owner_key;
    own_account_ = made.account;
    setup_token_ = made.setup_token;
    return control_plane_.load(store_->store(), store_->registry());
}

void RunningService::make_cluster() {
    ClusterServices services{.store = *store_->shared(),
                             .engine = *engine_,
                             .clock = *clock_,
                             .log = log_,
                             .address = node_address(),
                             .version = std::string(version().number)};
    if (manual_clock_ != nullptr) {
        services.gaps_before = clock_->now();
    }
    services.on_control_changed = [this] { on_control_changed(); };
    services.before_grant = [this](engine::ShardNumber shard) { read_shard(shard); };
    services.on_gained = [this](engine::ShardNumber) { post_->messaging().look_again(); };
    services.on_lost = [this](engine::ShardNumber shard) {
        hub_.close_shard(shard, store_->shards());
    };
    services.tell = [this](const std::string& address, const std::string& node) {
        forwarder_->tell(address, node);
    };
    cluster_ =
        std::make_unique<ClusterNode>(lease_options(options_.lease_seconds), std::move(services));
}

Result<void, std::string> RunningService::join_cluster() {
    http::ForwarderOptions forwarding;
    for (const std::byte byte : store_->shared()->database().cluster_secret()) {
        forwarding.secret.push_back(static_cast<char>(byte));
    }
    forwarding.tls = {.certificate = options_.cluster_cert,
                      .key = options_.cluster_key,
                      .authority = options_.cluster_ca};
    forwarding.takes_plain = takes_plain_nodes();
    forwarder_ = TRY(http::Forwarder::create(forwarding, *cluster_));
    engine_->start_leased(cluster_->hooks());
    cluster_->start();
    if (!cluster_->wait(join_patience, [this] { return cluster_->has_joined(); })) {
        return std::unexpected(
            "this node could not join the cluster within a minute: the database accepts no writes");
    }
    return {};
}

// What other nodes changed about the resources of a shard that comes here.
void RunningService::read_shard(engine::ShardNumber shard) {
    const auto resources = store::resources_of(store_->shared()->database(), shard);
    if (!resources) {
        control_plane_.directory.forget_shard(shard, store_->shards());  // looked up when asked for
        return;
    }
    for (const store::ShardResource& resource : *resources) {
        const auto decoded = core::decode_resource_row(resource.data);
        control_plane_.directory.add(resource.number, resource.account,
                                     decoded ? decoded->settings.time_zone : std::string("UTC"));
    }
}

void RunningService::on_control_changed() {
    if (!is_wired_) {
        return;
    }
    is_control_stale_ = false;
    api_->look_at_control_plane([this](bool is_done) {
        if (!is_done) {
            is_control_stale_ = true;  // tried again with the next tick
        }
    });
    const bool is_delivery_known = delivery_->reload(store_->registry()).has_value();
    const auto accounts = store_->registry().accounts();
    if (!accounts || !is_delivery_known) {
        is_control_stale_ = true;
        return;
    }
    for (const engine::Account& account : *accounts) {
        post_->messaging().on_house_changed(account.number);
    }
}

}  // namespace standby::app
