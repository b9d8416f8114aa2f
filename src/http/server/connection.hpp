// One client's connection: reads requests in their order, asks the handler, and writes the answers
// in the same order, whenever and from wherever they come. Lives on one I/O thread.
#pragma once

#include "http/server/address.hpp"
#include "http/server/io_thread.hpp"
#include "http/server/message.hpp"
#include "http/server/reply.hpp"
#include "http/server/request_parser.hpp"
#include "http/server/transport.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http::wire {

class ConnectionStream;
struct ServerState;

enum class Admission {
    Admitted,
    Refused,  // over the limit: it is told to come back later
};

class Connection final : public Watched,
                         public TransportUser,
                         public std::enable_shared_from_this<Connection> {
public:
    Connection(std::shared_ptr<IoThread> thread, std::shared_ptr<ServerState> server,
               std::unique_ptr<Transport> transport, Peer peer, Admission admission);

    void start();

    // These three answer the request of that number, from any thread. They do nothing, apart from
    // calling `closed`, when the connection has gone. fail() is for requests nobody answers.
    void answer(std::uint64_t number, Response response);
    void fail(std::uint64_t number);
    std::shared_ptr<EventStream> open_stream(std::uint64_t number, std::function<void()> closed);

    // The rest is for the I/O thread. The three about streams do nothing when the stream is over.
    void write_stream(const std::shared_ptr<ConnectionStream>& stream, std::string_view text);
    void end_stream(const std::shared_ptr<ConnectionStream>& stream);
    void drop_slow_stream(const std::shared_ptr<ConnectionStream>& stream);

    void check_deadlines(Instant now) override;
    void drain() override;
    void close() override;
    bool yield_place() override;

    void on_handshake(bool succeeded) override;
    void on_read(std::size_t size, ReadEnd end) override;
    void on_written(std::size_t size) override;
    void on_finished() override;

private:
    enum class Phase {
        Handshake,
        Open,
        Streaming,
        Finishing,  // writes what is left, takes no more requests
        Lingering,  // has said that it is done, and waits for the client to say so too
        Closed,
    };

    // A request under way and its answer.
    struct Exchange {
        ReplyForm form;
        bool answered = false;
        std::string text;  // of the answer, while it waits for those before it
        Instant due{};     // when it may leave
        std::shared_ptr<ConnectionStream> stream;
    };

    // Reading: connection.cpp.
    void advance();
    void take_requests();
    void dispatch();
    void refuse(const Violation& violation);
    void settle();
    void arm_idle_deadline();
    void read_more();
    std::span<char> free_buffer();
    bool has_room() const;
    bool has_whole_input_taken() const;
    void linger();
    void release_when_quiet();

    // Writing: connection_output.cpp.
    Exchange* find_exchange(std::uint64_t number);
    void answer_here(std::uint64_t number, const Response& response);
    void begin_stream(const std::shared_ptr<ConnectionStream>& stream);
    void activate_stream();
    void release_stream(const std::shared_ptr<ConnectionStream>& stream);
    void drop_exchanges();
    void collect_answers();
    void write_output();
    void write_rest();
    void finish_sending();
    bool is_everything_written() const { return sending_.empty() && output_.empty(); }

    const std::shared_ptr<IoThread> thread_;
    const std::shared_ptr<ServerState> server_;
    std::unique_ptr<Transport> transport_;
    const Peer peer_;
    const Admission admission_;

    Phase phase_ = Phase::Handshake;
    int operations_ = 0;  // of the transport, under way
    bool advancing_ = false;

    RequestParser parser_;
    ParserStage timed_stage_ = ParserStage::Idle;  // what read_deadline_ was set for
    std::vector<char> buffer_;
    std::size_t input_begin_ = 0;  // what is not yet parsed
    std::size_t input_end_ = 0;
    bool reading_ = false;
    bool input_ignored_ = false;       // no request is taken any more
    std::size_t answers_delayed_ = 0;  // wait for their time; no request is taken meanwhile
    bool peer_finished_ = false;
    bool continue_due_ = false;
    Instant read_deadline_ = Instant::max();

    std::deque<Exchange> exchanges_;  // in the order of the requests
    std::uint64_t first_number_ = 0;  // of exchanges_.front()
    std::string output_;              // to be sent after sending_
    std::string sending_;
    std::size_t sent_ = 0;  // of sending_
    Instant write_deadline_ = Instant::max();

    std::shared_ptr<ConnectionStream> stream_;  // in phase Streaming
    std::size_t stream_bytes_sending_ = 0;
    ReplyForm stream_form_;
    Instant heartbeat_at_ = Instant::max();
};

}  // namespace standby::http::wire
