// Puts the parts together: threads, listener, connections; and takes them apart again in order.
#include "http/server/server.hpp"

#include "base/assert.hpp"
#include "http/server/connection.hpp"
#include "http/server/content_coding.hpp"
#include "http/server/io_thread.hpp"
#include "http/server/listener.hpp"
#include "http/server/server_state.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <utility>

namespace standby::http {
namespace {

using wire::Admission;
using wire::IoThread;
using wire::ServerState;

// Connections over the limit that are told so at the same time; above, they are just closed.
constexpr std::uint64_t refusals_max = 64;
// Connections over the limit for which others that never asked for anything may have to go.
constexpr std::uint64_t overlap_max = 256;
// So many a client may have when nearly all are in use: enough for a household.
constexpr std::size_t crowded_connections_max = 32;
constexpr Duration tick_min{5};
constexpr Duration tick_max{250};

Duration choose_tick(const ServerOptions& options) {
    const Duration shortest = std::min({options.header_deadline, options.body_deadline,
                                        options.idle_deadline, options.stream_heartbeat});
    return std::clamp(shortest / 8, tick_min, tick_max);
}

class RunningServer final : public Server {
public:
    explicit RunningServer(std::shared_ptr<ServerState> state) : state_(std::move(state)) {
        const std::size_t count = std::max<std::size_t>(1, state_->options.threads);
        for (std::size_t i = 0; i < count; ++i) {
            threads_.push_back(std::make_shared<IoThread>(choose_tick(state_->options)));
        }
    }

    ~RunningServer() override {
        if (!stopped_) {
            stop(Duration::zero());
        }
    }

    Result<void, std::string> listen() {
        listener_ =
            TRY(wire::Listener::open(*threads_[0], state_->options.address, state_->options.port));
        threads_[0]->post(
            [this] { listener_->start([this](wire::AcceptedSocket socket) { receive(socket); }); });
        return {};
    }

    std::uint16_t port() const override { return listener_->port(); }

    ServerFigures figures() const override {
        return {.connections_open = state_->connections_open,
                .connections_refused = state_->connections_refused,
                .clients_refused = state_->clients_refused,
                .streams_open = state_->streams_open,
                .requests_malformed = state_->requests_malformed,
                .headers_too_large = state_->headers_too_large,
                .bodies_too_large = state_->bodies_too_large,
                .requests_timed_out = state_->requests_timed_out,
                .streams_too_slow = state_->streams_too_slow,
                .requests_failed = state_->requests_failed,
                .compressions = wire::compressions_done()};
    }

    void stop(Duration patience) override {
        ASSERT(!std::exchange(stopped_, true));
        ASSERT(std::ranges::none_of(threads_, [](const auto& each) { return each->is_current(); }));
        close_listener();
        state_->draining = true;
        for (const std::shared_ptr<IoThread>& thread : threads_) {
            thread->post([&loop = *thread] { loop.drain(); });
        }
        wait_until_closed(patience);
        for (const std::shared_ptr<IoThread>& thread : threads_) {
            thread->finish();
        }
        for (const std::shared_ptr<IoThread>& thread : threads_) {
            thread->join();
        }
    }

private:
    // Whom the connection is counted for; nobody when it is not.
    ClientKey key_of(const wire::AcceptedSocket& socket) const {
        const bool is_counted =
            state_->options.client_connections_max > 0 && !state_->proxies.trusts(socket.peer);
        return is_counted ? client_key(socket.peer.text()) : ClientKey{};
    }

    // Whether the client may have one more; it is counted then. There may be no room for it yet.
    bool admit(const ClientKey& client) {
        if (state_->connections_open >= state_->options.connections_max + overlap_max) {
            ++state_->connections_refused;
            return false;
        }
        const std::size_t most =
            state_->is_crowded()
                ? std::min(crowded_connections_max, state_->options.client_connections_max)
                : state_->options.client_connections_max;
        if (!state_->guests.enter(client, most)) {
            ++state_->clients_refused;
            return false;
        }
        ++state_->connections_open;
        return true;
    }

    static void take_back(ServerState& state, const ClientKey& client) {
        --state.connections_open;
        state.guests.leave(client);
    }

    // On the first thread. The connections take turns on the threads.
    void receive(wire::AcceptedSocket socket) {
        const ClientKey client = key_of(socket);
        const Admission admission = admit(client) ? Admission::Admitted : Admission::Refused;
        const bool needs_room = admission == Admission::Admitted &&
                                state_->connections_open > state_->options.connections_max;
        const std::shared_ptr<IoThread>& thread = threads_[next_thread_];
        next_thread_ = (next_thread_ + 1) % threads_.size();
        const bool posted =
            thread->post([state = state_, thread, socket, client, admission, needs_room] {
                const bool has_room = !needs_room || find_room(*state, *thread, client);
                open_connection(state, thread, socket, client,
                                has_room ? admission : Admission::Refused);
            });
        ASSERT(posted);  // Threads end after the listener.
    }

    // Whether there is room, or somebody made some, for one that was admitted above the limit.
    static bool find_room(ServerState& state, IoThread& thread, const ClientKey& client) {
        if (state.connections_open <= state.options.connections_max || thread.make_room()) {
            return true;
        }
        take_back(state, client);
        ++state.connections_refused;
        return false;
    }

    static void open_connection(const std::shared_ptr<ServerState>& state,
                                const std::shared_ptr<IoThread>& thread,
                                const wire::AcceptedSocket& socket, const ClientKey& client,
                                Admission admission) {
        if (admission == Admission::Refused && state->refusals_open++ >= refusals_max) {
            --state->refusals_open;
            ::close(socket.handle);
            return;
        }
        std::unique_ptr<wire::Transport> transport =
            wire::make_transport(*thread, socket.handle, socket.is_ipv6, state->tls.get());
        if (transport == nullptr) {
            if (admission == Admission::Admitted) {
                take_back(*state, client);
            } else {
                --state->refusals_open;
            }
            return;
        }
        wire::Peer peer{.address = socket.peer,
                        .text = socket.peer.text(),
                        .over_tls = state->tls != nullptr,
                        .key = client};
        std::make_shared<wire::Connection>(thread, state, std::move(transport), std::move(peer),
                                           admission)
            ->start();
    }

    void close_listener() {
        if (listener_ == nullptr) {
            return;
        }
        std::promise<void> closed;
        threads_[0]->post([&] {
            listener_->close();
            closed.set_value();
        });
        closed.get_future().wait();
    }

    void wait_until_closed(Duration patience) {
        std::unique_lock lock(state_->mutex);
        state_->connection_closed.wait_for(lock, patience, [this] {
            return state_->connections_open == 0 && state_->refusals_open == 0;
        });
    }

    const std::shared_ptr<ServerState> state_;
    std::vector<std::shared_ptr<IoThread>> threads_;
    std::shared_ptr<wire::Listener> listener_;
    std::size_t next_thread_ = 0;
    bool stopped_ = false;
};

}  // namespace

Result<std::unique_ptr<Server>, std::string> Server::start(const ServerOptions& options,
                                                           Handler& handler) {
    auto state = std::make_shared<ServerState>(options, handler);
    state->proxies = TRY(wire::TrustedProxies::parse(options.trusted_proxies));
    if (options.tls_certificate_file.empty() != options.tls_key_file.empty()) {
        const std::string& file =
            options.tls_key_file.empty() ? options.tls_certificate_file : options.tls_key_file;
        return std::unexpected("TLS needs both a certificate file and a key file, and only \"" +
                               file + "\" is given.");
    }
    if (!options.tls_certificate_file.empty()) {
        state->tls =
            options.tls_authority_file.empty()
                ? TRY(wire::TlsContext::load(options.tls_certificate_file, options.tls_key_file))
                : TRY(wire::TlsContext::load_mutual_server(
                      {.certificate = options.tls_certificate_file,
                       .key = options.tls_key_file,
                       .authority = options.tls_authority_file}));
    }
    auto server = std::make_unique<RunningServer>(std::move(state));
    TRY(server->listen());
    return server;
}

}  // namespace standby::http
