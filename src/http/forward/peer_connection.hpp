// A connection to another node: requests go out in a row, batched, and the answers come back in the
// same order. An event stream has a connection to itself. Lives on one I/O thread, which makes all
// calls.
#pragma once

#include "http/forward/forwarder.hpp"
#include "http/forward/response_parser.hpp"
#include "http/server/io_thread.hpp"
#include "http/server/message.hpp"
#include "http/server/transport.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http {

enum class Trouble : std::uint8_t {
    NotSent,  // nobody was reached; nothing was done
    Broken,   // it was sent, at least in part, and no answer came
};

// One request to another node. Exactly one of the last three is called, once.
struct PeerExchange {
    ErrandKind kind = ErrandKind::Quick;
    wire::Instant deadline{};
    std::function<void(std::string& output)> write;  // appends the request
    std::function<void(Response)> answered;
    std::function<void(Trouble)> failed;
    // For ErrandKind::Stream.
    std::function<std::shared_ptr<EventStream>(std::function<void()> closed)> stream;
};

class PeerConnection final : public wire::Watched,
                             public wire::TransportUser,
                             public std::enable_shared_from_this<PeerConnection> {
public:
    // Told when there is room for another request, and, once, that it is closed.
    struct Owner {
        std::function<void()> on_room;
        std::function<void(PeerConnection&)> on_closed;
    };

    PeerConnection(std::shared_ptr<wire::IoThread> thread,
                   std::unique_ptr<wire::Transport> transport, Duration idle_deadline, Owner owner);

    void start();
    // Requires is_open().
    void send(PeerExchange exchange);
    bool is_open() const { return phase_ == Phase::Open; }
    // Requests under way.
    std::size_t load() const { return exchanges_.size(); }
    // One of them has the connection to itself.
    bool is_reserved() const { return is_reserved_; }

    void check_deadlines(wire::Instant now) override;
    void drain() override { close(); }
    void close() override;

    void on_handshake(bool) override {}
    void on_read(std::size_t size, ReadEnd end) override;
    void on_written(std::size_t size) override;
    void on_finished() override {}

private:
    enum class Phase : std::uint8_t { Open, Streaming, Closed };
    struct UnderWay {
        PeerExchange exchange;
        std::uint64_t begin = 0;  // of its bytes among all that were to be written
    };

    void read_more();
    void flush();
    void write_output();
    // How many bytes were of use.
    std::size_t take_input(std::string_view input);
    bool take_stream();
    void release_when_quiet();

    const std::shared_ptr<wire::IoThread> thread_;
    std::unique_ptr<wire::Transport> transport_;
    const Duration idle_deadline_;
    Owner owner_;

    Phase phase_ = Phase::Open;
    int operations_ = 0;  // of the transport, under way
    bool is_reserved_ = false;
    bool is_flush_due_ = false;
    std::deque<UnderWay> exchanges_;  // in the order of the requests
    wire::Instant quiet_until_{};     // without requests, or on a stream: closed then

    ResponseParser parser_{ResponseLimits{}};
    std::vector<char> buffer_;
    std::string input_;  // the beginning of a line that is not complete

    std::string output_;  // to be sent after sending_
    std::string sending_;
    std::size_t sent_ = 0;             // of sending_
    std::uint64_t bytes_queued_ = 0;   // ever
    std::uint64_t bytes_written_ = 0;  // ever
    std::shared_ptr<EventStream> stream_;
};

}  // namespace standby::http
