// A request and its response as plain values, so that routes know nothing of sockets, and the
// network library stays in the files of this folder.
#pragma once

#include "base/time.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::http {

struct Request {
    std::string method;  // upper case, as sent; HEAD appears as GET, and the server drops the body
    // Begins with '/', has no dot segments, and is percent-decoded but for %2F and %25, which stay
    // as they are: a decoded slash would look like a separator, a decoded percent like an escape.
    std::string path;
    std::string query;                                         // as sent, without the '?'
    std::vector<std::pair<std::string, std::string>> headers;  // names in lower case
    std::string body;
    std::string client;  // the address that limits count by: the peer, or what a trusted proxy says
    bool secure = false;          // arrived over TLS, here or at the trusted proxy
    bool is_among_nodes = false;  // came where only those come in who show a node's certificate

    // The first header of that lower-case name; empty when there is none.
    std::string_view header(std::string_view name) const;
    // The decoded value of a query parameter, of the first one when there are several; nothing when
    // it is absent. The server has already refused queries that do not decode.
    std::optional<std::string> parameter(std::string_view name) const;
};

struct Response {
    std::uint16_t status = 200;
    std::string content_type;  // empty: no body
    std::string body;
    // Further headers. The server itself writes Date, Content-Type, Content-Length, Connection and
    // Transfer-Encoding. A name or value that would break the message is a programmer error.
    std::vector<std::pair<std::string, std::string>> headers;
    bool compressible = false;  // pages and documents; compressed when the client allows it
    // How long it is kept back, and the connection with it: whoever asks too often waits for it
    // instead of asking again at once, which a refusal alone would invite.
    Duration delay{};
};

// An open stream of server-sent events. Calls may come from any thread; writing to a stream whose
// client has gone does nothing. A client that reads too slowly is disconnected: it comes back with
// Last-Event-ID.
class EventStream {
public:
    virtual ~EventStream() = default;
    // A complete chunk of the text/event-stream format, ending with an empty line.
    virtual void write(std::string chunk) = 0;
    virtual void close() = 0;
    virtual bool is_open() const = 0;
    // What was written and the client has not taken yet, as far as that is known.
    virtual std::size_t unread_bytes() const { return 0; }
};

// Where the answer of one request goes. Exactly one of the two calls is made, once, from any
// thread; a responder that is destroyed unused answers 500.
class Responder {
public:
    virtual ~Responder() = default;
    virtual void send(Response response) = 0;
    // Answers 200 text/event-stream and keeps the connection. `closed` is called exactly once when
    // the stream is over, whoever ended it: from an I/O thread and never inside a call of this
    // interface, except that a server that has stopped already calls it before this returns.
    virtual std::shared_ptr<EventStream> stream(std::function<void()> closed) = 0;
};

class Handler {
public:
    virtual ~Handler() = default;
    // Called on an I/O thread; must not block.
    virtual void handle(Request request, std::unique_ptr<Responder> responder) = 0;
    // How many bytes the body of this request may have where that is more than others' may: asked
    // when its head is there, on an I/O thread. Whoever it is must have been proven by the head.
    virtual std::size_t body_bytes_max(const Request&) const { return 0; }
};

}  // namespace standby::http
