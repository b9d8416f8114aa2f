// An answer that arrives whole, as nearly all do, is parsed where it lies; only a header or a chunk
// line that is cut in two is gathered in `pending_`.
#include "bench/load/answer_parser.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <charconv>

namespace standby::bench::load {
namespace {

constexpr std::size_t header_bytes_max = 64 * 1024;
constexpr std::size_t chunk_line_bytes_max = 1024;

bool read_number(std::string_view text, int base, std::uint64_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

void AnswerParser::reset() {
    state_ = State::Header;
    status_ = 0;
    closes_ = false;
    is_chunked_ = false;
    has_length_ = false;
    left_ = 0;
    body_ = {};
    pending_.clear();
}

AnswerParser::Part AnswerParser::take(std::string_view& input) {
    for (;;) {
        switch (state_) {
        case State::Header:
            return take_header(input);
        case State::Body:
        case State::ChunkData:
        case State::BodyUntilClose:
            if (state_ != State::BodyUntilClose && left_ == 0) {
                state_ = state_ == State::Body ? State::Complete : State::ChunkEnd;
                continue;
            }
            return take_body(input);
        case State::ChunkSize:
        case State::ChunkEnd:
        case State::Trailer:
            if (const Part part = take_chunk_line(input); part != Part::Body) {
                return part;
            }
            continue;
        case State::Complete:
            return Part::End;
        }
    }
}

AnswerParser::Part AnswerParser::take_header(std::string_view& input) {
    std::string_view header = input;
    const std::size_t already = pending_.size();
    if (already > 0) {
        pending_ += input;
        header = pending_;
    }
    const std::size_t end = header.find("\r\n\r\n", already < 3 ? 0 : already - 3);
    if (end == std::string_view::npos) {
        if (header.size() > header_bytes_max) {
            return Part::Broken;
        }
        if (already == 0) {
            pending_ = input;
        }
        input = {};
        return Part::NeedMore;
    }
    input.remove_prefix(end + 4 - already);
    const bool is_good = read_header(header.substr(0, end + 2));
    pending_.clear();
    if (!is_good) {
        return Part::Broken;
    }
    if (status_ < 200) {  // an interim answer: the real one follows
        reset();
        return take_header(input);
    }
    const bool has_no_body = status_ == 204 || status_ == 304;
    if (has_no_body) {
        left_ = 0;
    }
    state_ = has_no_body || has_length_ ? State::Body
             : is_chunked_              ? State::ChunkSize
                                        : State::BodyUntilClose;
    closes_ = closes_ || state_ == State::BodyUntilClose;
    return Part::Header;
}

// Reads the status line and the header lines, each ended by CR LF.
bool AnswerParser::read_header(std::string_view header) {
    constexpr std::string_view version = "HTTP/1.";
    constexpr std::size_t status_at = 9;
    std::uint64_t status = 0;
    if (!header.starts_with(version) || header.size() < status_at + 3 ||
        !read_number(header.substr(status_at, 3), 10, status) || status < 100) {
        return false;
    }
    status_ = static_cast<int>(status);
    header.remove_prefix(header.find("\r\n") + 2);
    while (!header.empty()) {
        const std::size_t end = header.find("\r\n");
        if (!read_header_line(header.substr(0, end))) {
            return false;
        }
        header.remove_prefix(end + 2);
    }
    // A length beside chunks does not count.
    has_length_ = has_length_ && !is_chunked_;
    return true;
}

bool AnswerParser::read_header_line(std::string_view line) {
    const char first = line.empty() ? '\0' : to_lower(line.front());
    if (first != 'c' && first != 't') {
        return true;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) {
        return false;
    }
    const std::string_view name = line.substr(0, colon);
    const std::string_view value = trim(line.substr(colon + 1));
    if (equals_ignoring_case(name, "content-length")) {
        has_length_ = true;
        return read_number(value, 10, left_);
    }
    if (equals_ignoring_case(name, "connection")) {
        closes_ = equals_ignoring_case(value, "close");
    } else if (equals_ignoring_case(name, "transfer-encoding")) {
        is_chunked_ = equals_ignoring_case(value, "chunked");
        return is_chunked_;
    }
    return true;
}

AnswerParser::Part AnswerParser::take_body(std::string_view& input) {
    if (input.empty()) {
        return Part::NeedMore;
    }
    body_ = state_ == State::BodyUntilClose ? input : input.substr(0, left_);
    left_ -= state_ == State::BodyUntilClose ? 0 : body_.size();
    input.remove_prefix(body_.size());
    return Part::Body;
}

// Part::Body means that a line was read and the next part can be taken.
AnswerParser::Part AnswerParser::take_chunk_line(std::string_view& input) {
    const std::size_t end = input.find('\n');
    if (end == std::string_view::npos) {
        pending_ += input;
        input = {};
        return pending_.size() > chunk_line_bytes_max ? Part::Broken : Part::NeedMore;
    }
    std::string_view line = input.substr(0, end);
    input.remove_prefix(end + 1);
    if (!pending_.empty()) {
        pending_ += line;
        line = pending_;
    }
    if (line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    const bool is_good = read_chunk_line(line);
    pending_.clear();
    return is_good ? Part::Body : Part::Broken;
}

bool AnswerParser::read_chunk_line(std::string_view line) {
    switch (state_) {
    case State::ChunkSize:
        if (!read_number(trim(line.substr(0, line.find(';'))), 16, left_)) {
            return false;
        }
        state_ = left_ == 0 ? State::Trailer : State::ChunkData;
        return true;
    case State::ChunkEnd:
        state_ = State::ChunkSize;
        return line.empty();
    default:  // a trailer ends with an empty line
        state_ = line.empty() ? State::Complete : State::Trailer;
        return true;
    }
}

}  // namespace standby::bench::load
