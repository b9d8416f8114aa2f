// Another node as the place where requests go: its connections, and who waits for one. Lives on one
// I/O thread, which makes all calls.
#pragma once

#include "http/forward/forwarder.hpp"
#include "http/forward/peer_connection.hpp"
#include "http/server/io_thread.hpp"

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace standby::http {

class Peer final : public wire::Watched, public std::enable_shared_from_this<Peer> {
public:
    // `opened` counts connections. With a TLS context, which must outlive it, both ends show their
    // certificates.
    Peer(std::shared_ptr<wire::IoThread> thread, std::string address, wire::TlsContext* tls,
         const ForwarderOptions& options, std::atomic<std::uint64_t>& opened);

    void start();
    // Takes it over: it is answered or fails. False when too many are waiting.
    [[nodiscard]] bool send(PeerExchange exchange);

    void check_deadlines(wire::Instant now) override;
    void drain() override { close(); }
    // Fails all that is waiting or under way.
    void close() override;

private:
    using ConnectionPtr = std::shared_ptr<PeerConnection>;

    // The one with the least to do that may be used; null when there is none.
    ConnectionPtr best() const;
    // Those that anybody may use.
    std::size_t shared_connections() const;
    void send_waiting();
    void send_long();
    void connect(std::optional<PeerExchange> reserved_for);
    void on_connected(std::unique_ptr<wire::Transport> transport,
                      std::optional<PeerExchange> reserved_for);
    void on_closed(const PeerConnection& connection);
    void fail_waiting();

    const std::shared_ptr<wire::IoThread> thread_;
    const std::string address_;
    wire::TlsContext* const tls_;
    const ForwarderOptions options_;
    std::atomic<std::uint64_t>& opened_;
    bool is_closed_ = false;
    std::vector<ConnectionPtr> connections_;  // without those of streams
    std::size_t connecting_ = 0;              // for those who wait, not counting reserved ones
    std::size_t connecting_long_ = 0;         // for long ones
    std::deque<PeerExchange> waiting_;
    std::deque<PeerExchange> waiting_long_;
};

}  // namespace standby::http
