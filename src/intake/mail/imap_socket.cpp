#include "intake/mail/imap_socket.hpp"

#include "interchange/network/private_address.hpp"

#include <fcntl.h>
#include <netdb.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <utility>

namespace standby::intake {
namespace {

using interchange::WebProblem;
using Clock = std::chrono::steady_clock;

constexpr Duration connect_max = std::chrono::seconds{10};
constexpr Duration handshake_max = std::chrono::seconds{15};
constexpr Duration send_max = std::chrono::seconds{30};
constexpr Duration step = std::chrono::milliseconds{250};

struct FreeAddresses {
    void operator()(addrinfo* found) const { ::freeaddrinfo(found); }
};

}  // namespace

struct ImapSocket::Tls {
    SSL_CTX* context = nullptr;
    SSL* session = nullptr;

    ~Tls() {
        SSL_free(session);
        SSL_CTX_free(context);
    }
};

ImapSocket::ImapSocket(Place place, interchange::PrivatePlaces private_places,
                       const std::atomic<bool>& is_stopping)
    : place_(std::move(place)),
      private_places_(std::move(private_places)),
      is_stopping_(is_stopping) {}

ImapSocket::~ImapSocket() {
    tls_.reset();
    if (socket_ >= 0) {
        ::close(socket_);
    }
}

// NoAnswer: nothing happened in that time.
Result<void, WebProblem> ImapSocket::wait(short events, Duration patience) const {
    const auto until = Clock::now() + patience;
    for (;;) {
        if (is_stopping_) {
            return std::unexpected(WebProblem::Stopped);
        }
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
        pollfd one{.fd = socket_, .events = events, .revents = 0};
        const int ready = ::poll(
            &one, 1, static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, step.count())));
        if (ready > 0) {
            return {};
        }
        if (ready < 0 && errno != EINTR) {
            return std::unexpected(WebProblem::Broken);
        }
        if (left.count() <= 0) {
            return std::unexpected(WebProblem::NoAnswer);
        }
    }
}

Result<void, WebProblem> ImapSocket::connect() {
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* list = nullptr;
    if (::getaddrinfo(place_.host.c_str(), std::to_string(place_.port).c_str(), &hints, &list) !=
        0) {
        return std::unexpected(WebProblem::HostNotFound);
    }
    const std::unique_ptr<addrinfo, FreeAddresses> found(list);
    interchange::WebAddress named;
    named.host = place_.host;
    named.port = place_.port;
    const bool may_be_private = private_places_.names(named);
    WebProblem problem = WebProblem::NoConnection;
    for (const addrinfo* one = found.get(); one != nullptr; one = one->ai_next) {
        if (!may_be_private &&
            !interchange::is_public_socket_address(one->ai_family, one->ai_addr, one->ai_addrlen)) {
            problem = WebProblem::PrivateAddress;
            continue;
        }
        socket_ = ::socket(one->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (socket_ < 0) {
            continue;
        }
        if (::connect(socket_, one->ai_addr, one->ai_addrlen) == 0 || errno == EINPROGRESS) {
            const auto connected = wait(POLLOUT, connect_max);
            int error = 0;
            socklen_t size = sizeof error;
            if (connected && ::getsockopt(socket_, SOL_SOCKET, SO_ERROR, &error, &size) == 0 &&
                error == 0) {
                const int on = 1;
                ::setsockopt(socket_, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
                return {};
            }
            problem = connected ? WebProblem::NoConnection : connected.error();
        }
        ::close(std::exchange(socket_, -1));
        if (problem == WebProblem::Stopped) {
            break;
        }
    }
    return std::unexpected(problem == WebProblem::NoAnswer ? WebProblem::NoConnection : problem);
}

Result<void, WebProblem> ImapSocket::secure() {
    auto tls = std::make_unique<Tls>();
    tls->context = SSL_CTX_new(TLS_client_method());
    if (tls->context == nullptr ||
        SSL_CTX_set_min_proto_version(tls->context, TLS1_2_VERSION) != 1 ||
        SSL_CTX_set_default_verify_paths(tls->context) != 1) {
        return std::unexpected(WebProblem::BadCertificate);
    }
    SSL_CTX_set_verify(tls->context, SSL_VERIFY_PEER, nullptr);
    tls->session = SSL_new(tls->context);
    if (tls->session == nullptr || SSL_set_fd(tls->session, socket_) != 1) {
        return std::unexpected(WebProblem::Broken);
    }
    X509_VERIFY_PARAM* wanted = SSL_get0_param(tls->session);
    const bool is_address = X509_VERIFY_PARAM_set1_ip_asc(wanted, place_.host.c_str()) == 1;
    std::string name = place_.host;
    // What OpenSSL's macro for it does, without the macro's cast.
    const auto name_host = [&] {
        return SSL_ctrl(tls->session, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
                        name.data());
    };
    if (!is_address && (SSL_set1_host(tls->session, name.c_str()) != 1 || name_host() != 1)) {
        return std::unexpected(WebProblem::BadAddress);
    }
    ERR_clear_error();
    for (;;) {
        const int done = SSL_connect(tls->session);
        if (done == 1) {
            tls_ = std::move(tls);
            return {};
        }
        switch (SSL_get_error(tls->session, done)) {
        case SSL_ERROR_WANT_READ:
            TRY(wait(POLLIN, handshake_max));
            break;
        case SSL_ERROR_WANT_WRITE:
            TRY(wait(POLLOUT, handshake_max));
            break;
        default:
            return std::unexpected(SSL_get_verify_result(tls->session) != X509_V_OK
                                       ? WebProblem::BadCertificate
                                       : WebProblem::Broken);
        }
    }
}

Result<void, WebProblem> ImapSocket::send(std::string_view bytes) {
    while (!bytes.empty()) {
        int taken = 0;
        short events = POLLOUT;
        if (tls_) {
            ERR_clear_error();
            taken = SSL_write(tls_->session, bytes.data(), static_cast<int>(bytes.size()));
            if (taken <= 0) {
                const int why = SSL_get_error(tls_->session, taken);
                if (why != SSL_ERROR_WANT_READ && why != SSL_ERROR_WANT_WRITE) {
                    return std::unexpected(WebProblem::Broken);
                }
                events = why == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT;
            }
        } else {
            taken = static_cast<int>(::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL));
            if (taken < 0 && errno != EAGAIN && errno != EINTR) {
                return std::unexpected(WebProblem::Broken);
            }
        }
        if (taken > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(taken));
        } else {
            TRY(wait(events, send_max));
        }
    }
    return {};
}

Result<std::string, WebProblem> ImapSocket::receive(Duration patience) {
    std::array<char, 32 * 1024> buffer{};
    const auto until = Clock::now() + patience;
    for (;;) {
        short events = POLLIN;
        int taken = 0;
        if (tls_) {
            ERR_clear_error();
            taken = SSL_read(tls_->session, buffer.data(), static_cast<int>(buffer.size()));
            if (taken <= 0) {
                const int why = SSL_get_error(tls_->session, taken);
                if (why != SSL_ERROR_WANT_READ && why != SSL_ERROR_WANT_WRITE) {
                    return std::unexpected(WebProblem::Broken);
                }
                events = why == SSL_ERROR_WANT_WRITE ? POLLOUT : POLLIN;
            }
        } else {
            taken = static_cast<int>(::recv(socket_, buffer.data(), buffer.size(), 0));
            if (taken == 0 || (taken < 0 && errno != EAGAIN && errno != EINTR)) {
                return std::unexpected(WebProblem::Broken);
            }
        }
        if (taken > 0) {
            return std::string(buffer.data(), static_cast<std::size_t>(taken));
        }
        const auto left = std::chrono::duration_cast<Duration>(until - Clock::now());
        const auto ready = wait(events, std::max(left, Duration{0}));
        if (!ready && ready.error() == WebProblem::NoAnswer) {
            return std::string();
        }
        TRY(ready);
    }
}

}  // namespace standby::intake
