// The server as one of several nodes that share a store; and what must exist before any server can
// start to serve.
#include "app/service/bootstrap.hpp"
#include "app/service/running_service.hpp"
#include "app/version.hpp"
#include "core/state/rows.hpp"
#include "store/postgres/postgres_cluster.hpp"

#include <chrono>

namespace standby::app {
namespace {

constexpr std::chrono::seconds join_patience{60};
constexpr std::chrono::seconds key_patience{3};

}  // namespace

Result<void, std::string> RunningService::check_cluster_options() const {
    if (!is_postgres(options_.store)) {
        return {};
    }
    if (manual_clock_ != nullptr) {
        return std::unexpected("--manual-clock works only without a cluster");
    }
    if (!options_.tls_cert.empty()) {
        return std::unexpected(
            "the nodes of a cluster talk to each other without TLS: leave out --tls-cert and let a "
            "proxy or load balancer in front of them do it");
    }
    const ListenAddress address = TRY(parse_listen(options_.listen));
    const bool is_everywhere = address.address == "0.0.0.0" || address.address == "::";
    if (is_everywhere && options_.node_address.empty()) {
        return std::unexpected("--node-address must say where the other nodes can reach this one, "
                               "because it listens on every address");
    }
    return {};
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
                             .address = options_.node_address.empty()
                                            ? url_.substr(url_.find("//") + 2)
                                            : options_.node_address,
                             .version = std::string(version().number)};
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
    const auto accounts = store_->registry().accounts();
    if (!accounts) {
        is_control_stale_ = true;
        return;
    }
    for (const engine::Account& account : *accounts) {
        post_->messaging().on_house_changed(account.number);
    }
}

}  // namespace standby::app
