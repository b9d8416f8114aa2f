// Sockets and TLS streams of Asio behind one interface.
#include "http/server/transport.hpp"

#include "http/server/io_thread.hpp"
#include "http/server/tls.hpp"

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <unistd.h>

#include <optional>
#include <utility>

namespace standby::http::wire {
namespace {

namespace asio = boost::asio;

using Error = boost::system::error_code;
// With its executor named, an operation needs no virtual calls and no allocation for it.
using Socket = asio::basic_stream_socket<asio::ip::tcp, asio::io_context::executor_type>;
using User = std::shared_ptr<TransportUser>;

// Handlers own the user and touch nothing else: the user may destroy the transport in the call.
auto read_handler(User user) {
    return [user = std::move(user)](const Error& error, std::size_t size) {
        using End = TransportUser::ReadEnd;
        const End end = error == asio::error::eof ? End::Finished : End::Broken;
        user->on_read(error ? 0 : size, error ? end : End::None);
    };
}

auto write_handler(User user) {
    return [user = std::move(user)](const Error& error, std::size_t size) {
        user->on_written(error ? 0 : size);
    };
}

void close_socket(Socket& socket) {
    Error ignored;
    socket.close(ignored);
}

class PlainTransport final : public Transport {
public:
    explicit PlainTransport(Socket socket) : socket_(std::move(socket)) {}

    void handshake(User user) override { user->on_handshake(true); }

    void read(User user, std::span<char> buffer) override {
        socket_.async_read_some(asio::buffer(buffer.data(), buffer.size()),
                                read_handler(std::move(user)));
    }

    std::size_t write_now(std::string_view data) override {
        Error error;
        const std::size_t size = socket_.write_some(asio::buffer(data), error);
        return error ? 0 : size;
    }

    void write(User user, std::string_view data) override {
        socket_.async_write_some(asio::buffer(data), write_handler(std::move(user)));
    }

    void finish(User user) override {
        Error ignored;
        socket_.shutdown(Socket::shutdown_send, ignored);
        user->on_finished();
    }

    void close() override { close_socket(socket_); }

private:
    Socket socket_;
};

class TlsTransport final : public Transport {
public:
    TlsTransport(Socket socket, asio::ssl::context& context)
        : stream_(std::move(socket), context) {}

    // Makes it the client's end. False: the host cannot be checked.
    bool look_for(const std::string& host) {
        role_ = asio::ssl::stream_base::client;
        SSL* const native = stream_.native_handle();
        Error is_name;
        static_cast<void>(asio::ip::make_address(host, is_name));
        if (is_name) {
            std::string name = host;  // the call takes a pointer to what it could change
            return SSL_ctrl(native, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
                            name.data()) == 1 &&
                   SSL_set1_host(native, host.c_str()) == 1;
        }
        return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(native), host.c_str()) == 1;
    }

    void handshake(User user) override {
        stream_.async_handshake(role_, [user = std::move(user), this](const Error& error) {
            established_ = !error;
            user->on_handshake(established_);
        });
    }

    void read(User user, std::span<char> buffer) override {
        const auto target = asio::buffer(buffer.data(), buffer.size());
        if (finished_) {
            stream_.next_layer().async_read_some(target, read_handler(std::move(user)));
        } else {
            stream_.async_read_some(target, read_handler(std::move(user)));
        }
    }

    std::size_t write_now(std::string_view) override { return 0; }

    void write(User user, std::string_view data) override {
        stream_.async_write_some(asio::buffer(data), write_handler(std::move(user)));
    }

    void finish(User user) override {
        if (!established_) {
            end_sending();
            user->on_finished();
            return;
        }
        // The user keeps this transport until the operation has ended.
        stream_.async_shutdown([user = std::move(user), this](const Error&) {
            end_sending();
            user->on_finished();
        });
    }

    void close() override { close_socket(stream_.next_layer()); }

private:
    void end_sending() {
        finished_ = true;
        Error ignored;
        stream_.next_layer().shutdown(Socket::shutdown_send, ignored);
    }

    asio::ssl::stream<Socket> stream_;
    asio::ssl::stream_base::handshake_type role_ = asio::ssl::stream_base::server;
    bool established_ = false;
    bool finished_ = false;
};

// Nothing when the system refuses; the handle is closed then.
std::optional<Socket> take_socket(IoThread& thread, int socket_handle, bool is_ipv6) {
    Socket socket(thread.context());
    Error error;
    socket.assign(is_ipv6 ? asio::ip::tcp::v6() : asio::ip::tcp::v4(), socket_handle, error);
    if (error) {
        ::close(socket_handle);
        return std::nullopt;
    }
    socket.set_option(asio::ip::tcp::no_delay(true), error);
    socket.non_blocking(true, error);
    if (error) {
        return std::nullopt;
    }
    return socket;
}

std::unique_ptr<TlsTransport> make_tls(Socket socket, TlsContext& tls) {
    try {
        return std::make_unique<TlsTransport>(std::move(socket), tls.context());
    } catch (const boost::system::system_error&) {
        return nullptr;  // OpenSSL could not make a session, for want of memory.
    }
}

}  // namespace

std::unique_ptr<Transport> make_transport(IoThread& thread, int socket_handle, bool is_ipv6,
                                          TlsContext* tls) {
    std::optional<Socket> socket = take_socket(thread, socket_handle, is_ipv6);
    if (!socket) {
        return nullptr;
    }
    if (tls == nullptr) {
        return std::make_unique<PlainTransport>(*std::move(socket));
    }
    return make_tls(*std::move(socket), *tls);
}

std::unique_ptr<Transport> make_client_transport(IoThread& thread, int socket_handle, bool is_ipv6,
                                                 TlsContext& tls, const std::string& host) {
    std::optional<Socket> socket = take_socket(thread, socket_handle, is_ipv6);
    auto transport = socket ? make_tls(*std::move(socket), tls) : nullptr;
    if (transport == nullptr || !transport->look_for(host)) {
        return nullptr;
    }
    return transport;
}

}  // namespace standby::http::wire
