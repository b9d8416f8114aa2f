// Reads requests from bytes, in pieces of any size. Ours, because a server behind proxies must be
// strict: whatever two readers could understand differently (request smuggling) is refused here,
// and a general parser has to accept some of it.
#pragma once

#include "http/server/message.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>

namespace standby::http::wire {

// Why a request is refused before any handler sees it; the connection is closed after the answer.
struct Violation {
    std::uint16_t status = 400;
    std::string_view detail;  // a fixed sentence
};

struct ParserLimits {
    std::size_t header_bytes_max;  // request line, headers and trailers together
    std::size_t body_bytes_max;
    // Says of a request whose head is there whether its body may be larger; may be empty.
    std::function<std::size_t(const Request&)> larger_body{};
};

enum class ParserStage {
    Idle,  // no byte of the request has come
    Head,
    Body,
    Done,     // take() has the request
    Refused,  // violation() says why, for good
};

class RequestParser {
public:
    explicit RequestParser(ParserLimits limits)
        : limits_(std::move(limits)), body_bytes_max_(limits_.body_bytes_max) {}

    // Takes bytes from the front of `input` and returns how many. What it leaves while in Idle,
    // Head or Body is the beginning of a line: it must be given again, with more behind it.
    std::size_t put(std::string_view input);

    ParserStage stage() const;

    // The request, and readiness for the next one. Requires Done.
    Request take();

    const Violation& violation() const { return violation_; }

    // About the request whose head is complete, until take().
    bool is_http_1_0() const { return http_1_0_; }
    bool keep_alive() const { return http_1_0_ ? wants_keep_alive_ : !wants_close_; }
    // The client waits for `100 Continue` before it sends the body.
    bool awaits_continue() const { return expects_continue_ && stage() == ParserStage::Body; }

private:
    enum class Step {
        Start,
        RequestLine,
        Fields,
        FixedBody,
        ChunkSize,
        ChunkData,
        ChunkEnd,
        Trailers,
        Done,
        Refused,
    };

    bool advance(std::string_view& input);
    bool advance_start(std::string_view input);
    bool advance_line(std::string_view& input);
    bool advance_body(std::string_view& input);
    bool take_line(std::string_view& input, std::string_view& line);
    void read_request_line(std::string_view line);
    void read_field(std::string_view line);
    void read_known_field(std::string_view name, std::string_view value);
    void read_content_length(std::string_view value);
    void read_connection(std::string_view value);
    void read_chunk_size(std::string_view line);
    void finish_fields();
    void refuse(std::uint16_t status, std::string_view detail);
    void refuse_malformed(std::string_view detail) { refuse(400, detail); }

    ParserLimits limits_;
    std::size_t body_bytes_max_;  // of this request
    Step step_ = Step::Start;
    Violation violation_;
    Request request_;
    std::size_t header_bytes_ = 0;
    std::uint64_t body_rest_ = 0;  // of the body or of the chunk
    bool skipped_empty_line_ = false;
    bool http_1_0_ = false;
    bool has_host_ = false;
    bool has_length_ = false;
    bool chunked_ = false;
    bool wants_close_ = false;
    bool wants_keep_alive_ = false;
    bool expects_continue_ = false;
};

}  // namespace standby::http::wire
