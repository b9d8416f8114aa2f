// Waits with Asio, accepts with the system's own call: the socket then belongs to no event loop yet
// and can be given to any thread.
#include "http/server/listener.hpp"

#include "http/server/io_thread.hpp"

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <sys/socket.h>

#include <cerrno>
#include <utility>

namespace standby::http::wire {
namespace {

namespace asio = boost::asio;

using Error = boost::system::error_code;
using Executor = asio::io_context::executor_type;
using Acceptor = asio::basic_socket_acceptor<asio::ip::tcp, Executor>;
using Timer = asio::basic_waitable_timer<std::chrono::steady_clock,
                                         asio::wait_traits<std::chrono::steady_clock>, Executor>;

// Then the connections that are there already get their turn.
constexpr int accepted_in_a_row_max = 64;
// How long to wait when the system has no more sockets to give.
constexpr std::chrono::milliseconds pause_without_resources{100};

class AsioListener final : public Listener, public std::enable_shared_from_this<AsioListener> {
public:
    explicit AsioListener(IoThread& thread)
        : acceptor_(thread.context()), pause_(thread.context()) {}

    Error open(const asio::ip::tcp::endpoint& endpoint) {
        Error error;
        acceptor_.open(endpoint.protocol(), error);
        if (!error) {
            acceptor_.set_option(Acceptor::reuse_address(true), error);
        }
        if (!error && endpoint.address().is_v6() && endpoint.address().is_unspecified()) {
            acceptor_.set_option(asio::ip::v6_only(false), error);  // IPv4 comes in here too
        }
        if (!error) {
            acceptor_.bind(endpoint, error);
        }
        if (!error) {
            acceptor_.listen(Acceptor::max_listen_connections, error);
        }
        if (!error) {
            acceptor_.non_blocking(true, error);
        }
        if (!error) {
            port_ = acceptor_.local_endpoint(error).port();
        }
        return error;
    }

    std::uint16_t port() const override { return port_; }

    void start(Receiver receiver) override {
        receiver_ = std::move(receiver);
        wait();
    }

    void close() override {
        Error ignored;
        acceptor_.close(ignored);
        pause_.cancel();
        receiver_ = nullptr;
    }

private:
    void wait() {
        acceptor_.async_wait(Acceptor::wait_read, [self = shared_from_this()](const Error& error) {
            if (!error && self->acceptor_.is_open()) {
                self->accept_some();
            }
        });
    }

    void accept_some() {
        for (int count = 0; count < accepted_in_a_row_max; ++count) {
            sockaddr_storage peer{};
            socklen_t size = sizeof peer;
            const int handle =
                ::accept4(acceptor_.native_handle(), reinterpret_cast<sockaddr*>(&peer), &size,
                          SOCK_NONBLOCK | SOCK_CLOEXEC);
            if (handle < 0) {
                if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
                    return wait_for_resources();
                }
                break;  // Nobody waits any more, or one client has gone already.
            }
            receiver_({.handle = handle,
                       .is_ipv6 = peer.ss_family == AF_INET6,
                       .peer = Address::of(peer)});
        }
        wait();
    }

    // The socket stays readable meanwhile: waiting for it again at once would spin.
    void wait_for_resources() {
        pause_.expires_after(pause_without_resources);
        pause_.async_wait([self = shared_from_this()](const Error& error) {
            if (!error && self->acceptor_.is_open()) {
                self->wait();
            }
        });
    }

    Acceptor acceptor_;
    Timer pause_;
    Receiver receiver_;
    std::uint16_t port_ = 0;
};

}  // namespace

Result<std::shared_ptr<Listener>, std::string>
Listener::open(IoThread& thread, const std::string& address, std::uint16_t port) {
    const std::optional<Address> parsed = Address::parse(address);
    if (!parsed) {
        return std::unexpected("Cannot listen on \"" + address + "\": that is not an IP address.");
    }
    Error error;
    const asio::ip::tcp::endpoint endpoint(asio::ip::make_address(parsed->text(), error), port);
    auto listener = std::make_shared<AsioListener>(thread);
    if (!error) {
        error = listener->open(endpoint);
    }
    if (error) {
        return std::unexpected("Cannot listen on " + address + ":" + std::to_string(port) + ": " +
                               error.message() + ".");
    }
    return listener;
}

}  // namespace standby::http::wire
