// Few connections, each well used: what goes out together is written together.
#include "http/forward/peer.hpp"

#include "http/forward/connecting.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

// Another connection is opened when all have so much to do.
constexpr std::size_t well_used = 8;

}  // namespace

Peer::Peer(std::shared_ptr<wire::IoThread> thread, std::string address, wire::TlsContext* tls,
           const ForwarderOptions& options, std::atomic<std::uint64_t>& opened)
    : thread_(std::move(thread)),
      address_(std::move(address)),
      tls_(tls),
      options_(options),
      opened_(opened) {}

void Peer::start() {
    thread_->watch(shared_from_this());
}

Peer::ConnectionPtr Peer::best() const {
    ConnectionPtr found;
    for (const ConnectionPtr& connection : connections_) {
        const bool is_usable = connection->is_open() && !connection->is_reserved() &&
                               connection->load() < options_.pipelined_max;
        if (is_usable && (found == nullptr || connection->load() < found->load())) {
            found = connection;
        }
    }
    return found;
}

bool Peer::send(PeerExchange exchange) {
    if (is_closed_) {
        exchange.failed(Trouble::NotSent);
        return true;
    }
    if (exchange.kind == ErrandKind::Stream) {
        connect(std::move(exchange));
        return true;
    }
    auto& waiting = exchange.kind == ErrandKind::Long ? waiting_long_ : waiting_;
    if (waiting.size() >= options_.waiting_max) {
        return false;
    }
    waiting.push_back(std::move(exchange));
    send_waiting();
    return true;
}

// Each has a connection to itself: one that has nothing to do, or a new one while there may be one.
void Peer::send_long() {
    while (!waiting_long_.empty()) {
        const ConnectionPtr idle = best();
        const bool is_idle = idle != nullptr && idle->load() == 0;
        const std::size_t all = connections_.size() + connecting_ + connecting_long_;
        if (!is_idle && all >= options_.connections_max) {
            return;
        }
        PeerExchange exchange = std::move(waiting_long_.front());
        waiting_long_.pop_front();
        if (is_idle) {
            idle->send(std::move(exchange));
        } else {
            ++connecting_long_;
            connect(std::move(exchange));
        }
    }
}

std::size_t Peer::shared_connections() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(connections_, [](const ConnectionPtr& connection) {
            return connection->is_open() && !connection->is_reserved();
        }));
}

void Peer::send_waiting() {
    send_long();
    std::size_t least = 0;
    while (!waiting_.empty()) {
        const ConnectionPtr connection = best();
        if (connection == nullptr) {
            break;
        }
        least = connection->load();
        PeerExchange exchange = std::move(waiting_.front());
        waiting_.pop_front();
        connection->send(std::move(exchange));
    }
    const std::size_t shared = shared_connections();
    const bool has_much_to_do = !waiting_.empty() || (least >= well_used && shared > 0);
    if (has_much_to_do && connecting_ == 0 && shared < options_.connections_max) {
        connect(std::nullopt);
    }
}

void Peer::connect(std::optional<PeerExchange> reserved_for) {
    connecting_ += reserved_for ? 0 : 1;
    auto kept = std::make_shared<std::optional<PeerExchange>>(std::move(reserved_for));
    connect_to(*thread_, address_, options_.connect_deadline, tls_,
               [self = shared_from_this(), kept](std::unique_ptr<wire::Transport> transport) {
                   self->on_connected(std::move(transport), std::move(*kept));
               });
}

void Peer::on_connected(std::unique_ptr<wire::Transport> transport,
                        std::optional<PeerExchange> reserved_for) {
    const bool is_for_stream = reserved_for && reserved_for->kind == ErrandKind::Stream;
    connecting_ -= reserved_for ? 0 : 1;
    connecting_long_ -= reserved_for && !is_for_stream ? 1 : 0;
    if (transport == nullptr || is_closed_) {
        if (reserved_for) {
            reserved_for->failed(Trouble::NotSent);
            send_long();
        } else if (shared_connections() == 0) {
            fail_waiting();
        }
        return;
    }
    ++opened_;
    const auto connection = std::make_shared<PeerConnection>(
        thread_, std::move(transport), options_.idle_deadline,
        PeerConnection::Owner{.on_room =
                                  [kept = weak_from_this()] {
                                      if (const auto self = kept.lock()) {
                                          self->send_waiting();
                                      }
                                  },
                              .on_closed =
                                  [kept = weak_from_this()](const PeerConnection& closed) {
                                      if (const auto self = kept.lock()) {
                                          self->on_closed(closed);
                                      }
                                  }});
    connection->start();
    if (!is_for_stream) {
        connections_.push_back(connection);
    }
    if (reserved_for) {
        connection->send(*std::move(reserved_for));
    } else {
        send_waiting();
    }
}

void Peer::on_closed(const PeerConnection& connection) {
    std::erase_if(connections_, [&](const ConnectionPtr& one) { return one.get() == &connection; });
    if (!is_closed_) {
        send_waiting();
    }
}

void Peer::check_deadlines(wire::Instant now) {
    for (auto* waiting : {&waiting_, &waiting_long_}) {
        while (!waiting->empty() && waiting->front().deadline <= now) {
            const PeerExchange late = std::move(waiting->front());
            waiting->pop_front();
            late.failed(Trouble::NotSent);
        }
    }
}

void Peer::fail_waiting() {
    for (auto* waiting : {&waiting_, &waiting_long_}) {
        for (const PeerExchange& one : std::exchange(*waiting, {})) {
            one.failed(Trouble::NotSent);
        }
    }
}

void Peer::close() {
    if (std::exchange(is_closed_, true)) {
        return;
    }
    const std::shared_ptr<Peer> self = shared_from_this();
    thread_->unwatch(*this);
    for (const ConnectionPtr& connection : std::vector(connections_)) {
        connection->close();
    }
    fail_waiting();
}

}  // namespace standby::http
