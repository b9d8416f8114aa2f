// Reads the answers of another node from bytes, in pieces of any size. As strict as the server's
// own parser: a node writes answers in one way only, so whatever is different is not from a node,
// or is damaged, and is refused.
#pragma once

#include "http/server/message.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http {

struct ResponseLimits {
    std::size_t head_bytes_max = 64 * 1024;
    std::size_t body_bytes_max = 64 * 1024 * 1024;
    std::size_t chunk_bytes_max = 4 * 1024 * 1024;  // of an event stream
};

// Whether the server writes a header of that lower-case name into every answer itself, so that it
// does not travel between nodes.
bool is_written_anew(std::string_view name);

class ResponseParser {
public:
    enum class Stage : std::uint8_t {
        Idle,    // no byte of the answer has come
        Within,  // some have
        Done,    // take() has the answer
        // An event stream has begun: take_chunks() has what came of it.
        Streaming,
        StreamEnded,
        Refused,  // it is not an answer
    };

    explicit ResponseParser(const ResponseLimits& limits) : limits_(limits) {}

    // Takes bytes from the front of `input` and returns how many. What it leaves while Idle, Within
    // or Streaming is the beginning of a line: it must be given again, with more behind it.
    std::size_t put(std::string_view input);
    Stage stage() const;

    // The answer, and readiness for the next one. Requires Done. What a server writes into every
    // answer is left out of the headers, and the type of the body stands where a response has it.
    Response take();
    // The complete chunks of a stream that came since the last call.
    std::vector<std::string> take_chunks();

    // About the answer whose head is complete, until take(): the other side closes after it.
    bool is_last() const { return is_last_; }

private:
    enum class Step : std::uint8_t {
        Start,
        Fields,
        FixedBody,
        ChunkSize,
        ChunkData,
        ChunkEnd,
        Trailer,
        Done,
        StreamEnded,
        Refused,
    };

    bool advance(std::string_view& input);
    bool advance_line(std::string_view& input);
    bool advance_body(std::string_view& input);
    void read_status(std::string_view line);
    void read_field(std::string_view line);
    void read_known_field(std::string_view name, std::string_view value);
    void read_length(std::string_view value);
    void finish_fields();
    void read_chunk_size(std::string_view line);
    void finish_chunk();
    void refuse() { step_ = Step::Refused; }
    bool is_stream() const;

    ResponseLimits limits_;
    Step step_ = Step::Start;
    Response response_;
    std::vector<std::string> chunks_;
    std::string chunk_;  // of a stream, while it comes
    std::size_t head_bytes_ = 0;
    std::uint64_t body_rest_ = 0;
    bool has_length_ = false;
    bool is_chunked_ = false;
    bool is_last_ = false;
};

}  // namespace standby::http
