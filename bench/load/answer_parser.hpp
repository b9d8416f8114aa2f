// Finds where an HTTP/1.1 answer begins, what its status is and where it ends, out of whatever
// pieces arrive. It understands as much as a load generator needs: Content-Length, chunks, bodies
// that end with the connection, and `Connection: close`. Bodies are handed on without a copy.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace standby::bench::load {

class AnswerParser {
public:
    enum class Part {
        NeedMore,  // all input is used, the answer goes on
        Header,    // status() is known now
        Body,      // body() is a piece of the body; it points into the input
        End,       // the answer is complete; what is left of the input belongs to another
        Broken,    // this is no HTTP answer
    };

    // Takes the next part out of the input, which afterwards begins behind it. Call it again until
    // it says NeedMore, End or Broken.
    Part take(std::string_view& input);

    // Gets ready for the next answer of the same connection.
    void reset();

    [[nodiscard]] int status() const { return status_; }
    [[nodiscard]] std::string_view body() const { return body_; }

    // True if the server wants to close the connection after this answer.
    [[nodiscard]] bool closes() const { return closes_; }

    // True if the end of the connection is a regular end of this answer.
    [[nodiscard]] bool may_end_now() const { return state_ == State::BodyUntilClose; }

    // True if nothing of an answer has arrived yet.
    [[nodiscard]] bool is_untouched() const { return state_ == State::Header && pending_.empty(); }

private:
    enum class State {
        Header,
        Body,
        BodyUntilClose,
        ChunkSize,
        ChunkData,
        ChunkEnd,
        Trailer,
        Complete,
    };

    Part take_header(std::string_view& input);
    Part take_body(std::string_view& input);
    Part take_chunk_line(std::string_view& input);
    bool read_header(std::string_view header);
    bool read_header_line(std::string_view line);
    bool read_chunk_line(std::string_view line);

    State state_ = State::Header;
    int status_ = 0;
    bool closes_ = false;
    bool is_chunked_ = false;
    bool has_length_ = false;
    std::uint64_t left_ = 0;  // bytes of the body or of the chunk that are still to come
    std::string_view body_;
    std::string pending_;  // the beginning of a header or chunk line whose end has not arrived
};

}  // namespace standby::bench::load
