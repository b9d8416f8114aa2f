// Bytes to and from one client, plain or through TLS, without the protocol on top. It hides the
// network library, so that the protocol's files compile fast and can do without it.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace standby::http::wire {

class IoThread;
class TlsContext;

// Told about the end of operations, on the I/O thread. The operations share its ownership.
class TransportUser {
public:
    virtual ~TransportUser() = default;
    virtual void on_handshake(bool succeeded) = 0;
    // Zero bytes mean that nothing more will come: the client ended its side, or the connection is
    // broken.
    enum class ReadEnd { None, Finished, Broken };
    virtual void on_read(std::size_t size, ReadEnd end) = 0;
    // Zero bytes mean that the connection is broken.
    virtual void on_written(std::size_t size) = 0;
    virtual void on_finished() = 0;
};

// At most one operation of each kind is under way. Used on its I/O thread only, where it is also
// destroyed, after every operation has reported its end.
class Transport {
public:
    virtual ~Transport() = default;
    virtual void handshake(std::shared_ptr<TransportUser> user) = 0;
    virtual void read(std::shared_ptr<TransportUser> user, std::span<char> buffer) = 0;
    // Writes as much as is possible without waiting; zero when that is nothing.
    virtual std::size_t write_now(std::string_view data) = 0;
    // Writes some of the data as soon as that is possible.
    virtual void write(std::shared_ptr<TransportUser> user, std::string_view data) = 0;
    // Tells the client that nothing more will be written. Reading goes on afterwards, unencrypted:
    // only to throw away what comes.
    virtual void finish(std::shared_ptr<TransportUser> user) = 0;
    // Ends all operations under way.
    virtual void close() = 0;
};

// Takes over a connected socket; with TLS when a context is given, which must outlive it. Null when
// the system refuses; the socket is closed then.
std::unique_ptr<Transport> make_transport(IoThread& thread, int socket_handle, bool is_ipv6,
                                          TlsContext* tls);
// The same as the client's end, which the other end must prove to be `host`: a name or an address.
std::unique_ptr<Transport> make_client_transport(IoThread& thread, int socket_handle, bool is_ipv6,
                                                 TlsContext& tls, const std::string& host);

}  // namespace standby::http::wire
