// One attempt owns its resolver, socket and timer until the last of their handlers has run.
#include "http/forward/connecting.hpp"

#include "base/number.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include <optional>
#include <string_view>
#include <utility>

namespace standby::http {
namespace {

namespace asio = boost::asio;
using Error = boost::system::error_code;
using Tcp = asio::ip::tcp;

struct HostAndPort {
    std::string host;
    std::uint16_t port = 0;
};

std::optional<HostAndPort> parse(std::string_view address) {
    const std::size_t colon = address.rfind(':');
    if (colon == std::string_view::npos) {
        return std::nullopt;
    }
    const auto port = parse_number<std::uint16_t>(address.substr(colon + 1));
    std::string_view host = address.substr(0, colon);
    if (host.starts_with('[') && host.ends_with(']')) {
        host = host.substr(1, host.size() - 2);
    }
    if (!port || host.empty()) {
        return std::nullopt;
    }
    return HostAndPort{std::string(host), *port};
}

class Attempt final : public wire::TransportUser, public std::enable_shared_from_this<Attempt> {
public:
    using Done = std::function<void(std::unique_ptr<wire::Transport>)>;

    Attempt(wire::IoThread& thread, wire::TlsContext* tls, Done done)
        : thread_(thread),
          tls_(tls),
          resolver_(thread.context()),
          socket_(thread.context()),
          timer_(thread.context()),
          done_(std::move(done)) {}

    void start(const std::string& address, Duration deadline) {
        timer_.expires_after(deadline);
        timer_.async_wait([self = shared_from_this()](const Error& error) {
            if (!error) {
                self->finish(nullptr);
            }
        });
        const auto parsed = parse(address);
        host_ = parsed ? parsed->host : std::string{};
        Error error;
        const auto numeric =
            parsed ? asio::ip::make_address(parsed->host, error) : asio::ip::address{};
        if (!parsed) {
            asio::post(thread_.context(), [self = shared_from_this()] { self->finish(nullptr); });
        } else if (!error) {
            socket_.async_connect(
                {numeric, parsed->port},
                [self = shared_from_this()](const Error& failed) { self->on_connected(failed); });
        } else {
            resolve(*parsed);
        }
    }

    // The other end has shown its certificate, or has not: then nothing was said to it.
    void on_handshake(bool succeeded) override {
        std::unique_ptr<wire::Transport> transport = std::move(transport_);
        if (succeeded && done_) {
            return finish(std::move(transport));
        }
        finish(nullptr);
        // Not at once, because it is what is calling.
        asio::post(thread_.context(), [kept = std::shared_ptr(std::move(transport))] {});
    }
    void on_read(std::size_t, ReadEnd) override {}
    void on_written(std::size_t) override {}
    void on_finished() override {}

private:
    void resolve(const HostAndPort& where) {
        resolver_.async_resolve(
            where.host, std::to_string(where.port),
            [self = shared_from_this()](const Error& error,
                                        const Tcp::resolver::results_type& found) {
                if (error || !self->done_) {
                    return self->finish(nullptr);
                }
                asio::async_connect(self->socket_, found,
                                    [self](const Error& failed, const Tcp::endpoint&) {
                                        self->on_connected(failed);
                                    });
            });
    }

    void on_connected(const Error& error) {
        if (error || !done_) {
            return finish(nullptr);
        }
        Error ignored;
        const bool is_ipv6 = socket_.local_endpoint(ignored).protocol() == Tcp::v6();
        const int handle = socket_.release(ignored);
        if (ignored) {
            return finish(nullptr);
        }
        if (tls_ == nullptr) {
            return finish(wire::make_transport(thread_, handle, is_ipv6, nullptr));
        }
        transport_ = wire::make_client_transport(thread_, handle, is_ipv6, *tls_, host_);
        if (transport_ == nullptr) {
            return finish(nullptr);
        }
        transport_->handshake(shared_from_this());
    }

    void finish(std::unique_ptr<wire::Transport> transport) {
        if (!done_) {
            return;
        }
        timer_.cancel();
        resolver_.cancel();
        Error ignored;
        socket_.close(ignored);
        if (transport_ != nullptr) {
            transport_->close();  // the handshake under way fails, and it goes then
        }
        std::exchange(done_, nullptr)(std::move(transport));
    }

    wire::IoThread& thread_;
    wire::TlsContext* const tls_;  // null: plain
    std::string host_;
    std::unique_ptr<wire::Transport> transport_;  // while its handshake is under way
    Tcp::resolver resolver_;
    Tcp::socket socket_;
    asio::steady_timer timer_;
    Done done_;  // empty afterwards
};

}  // namespace

void connect_to(wire::IoThread& thread, const std::string& address, Duration deadline,
                wire::TlsContext* tls, std::function<void(std::unique_ptr<wire::Transport>)> done) {
    std::make_shared<Attempt>(thread, tls, std::move(done))->start(address, deadline);
}

void run_after(wire::IoThread& thread, Duration delay, std::function<void()> task) {
    auto timer = std::make_shared<asio::steady_timer>(thread.context(), delay);
    timer->async_wait([timer, task = std::move(task)](const Error&) { task(); });
}

}  // namespace standby::http
