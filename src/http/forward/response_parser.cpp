// A line at a time. Nothing is repaired or guessed.
#include "http/forward/response_parser.hpp"

#include "base/assert.hpp"
#include "base/text.hpp"
#include "http/server/syntax.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace standby::http {
namespace {

constexpr std::size_t fields_max = 100;
constexpr std::size_t chunk_line_size_max = 32;
constexpr std::size_t chunk_digits_max = 8;
constexpr std::size_t length_digits_max = 12;
constexpr std::string_view stream_type = "text/event-stream";
// The server writes these into every answer itself.
constexpr std::array<std::string_view, 5> written_anew = {
    "date", "server", "x-content-type-options", "strict-transport-security", "keep-alive"};

}  // namespace

bool is_written_anew(std::string_view name) {
    return std::ranges::find(written_anew, name) != written_anew.end();
}

std::size_t ResponseParser::put(std::string_view input) {
    const std::size_t size = input.size();
    while (!input.empty() && advance(input)) {
    }
    return size - input.size();
}

bool ResponseParser::is_stream() const {
    return is_chunked_ && response_.status == 200 &&
           response_.content_type.starts_with(stream_type);
}

ResponseParser::Stage ResponseParser::stage() const {
    switch (step_) {
    case Step::Start:
        return Stage::Idle;
    case Step::Fields:
    case Step::FixedBody:
        return Stage::Within;
    case Step::ChunkSize:
    case Step::ChunkData:
    case Step::ChunkEnd:
    case Step::Trailer:
        return is_stream() ? Stage::Streaming : Stage::Within;
    case Step::Done:
        return Stage::Done;
    case Step::StreamEnded:
        return Stage::StreamEnded;
    case Step::Refused:
        return Stage::Refused;
    }
    UNREACHABLE();
}

Response ResponseParser::take() {
    ASSERT(step_ == Step::Done);
    Response response = std::move(response_);
    *this = ResponseParser(limits_);
    return response;
}

std::vector<std::string> ResponseParser::take_chunks() {
    return std::exchange(chunks_, {});
}

// One step forward; false when it has to wait for more bytes, or for good.
bool ResponseParser::advance(std::string_view& input) {
    switch (step_) {
    case Step::FixedBody:
    case Step::ChunkData:
        return advance_body(input);
    case Step::Done:
    case Step::StreamEnded:
    case Step::Refused:
        return false;
    default:
        return advance_line(input);
    }
}

bool ResponseParser::advance_line(std::string_view& input) {
    const bool is_head = step_ == Step::Start || step_ == Step::Fields;
    const std::size_t size_max =
        is_head ? limits_.head_bytes_max - head_bytes_ : chunk_line_size_max;
    const std::size_t feed = input.find('\n');
    if (std::min(feed, input.size()) >= size_max) {
        refuse();
        return false;
    }
    if (feed == std::string_view::npos) {
        return false;
    }
    if (feed == 0 || input.find('\r') != feed - 1) {
        refuse();
        return false;
    }
    const std::string_view line = input.substr(0, feed - 1);
    input.remove_prefix(feed + 1);
    head_bytes_ += is_head ? feed + 1 : 0;
    if (step_ == Step::Start) {
        read_status(line);
    } else if (step_ == Step::Fields && !line.empty()) {
        read_field(line);
    } else if (step_ == Step::Fields) {
        finish_fields();
    } else if (step_ == Step::ChunkSize) {
        read_chunk_size(line);
    } else if (!line.empty()) {
        refuse();  // A chunk that is longer than it says, or a trailer, which no node sends.
    } else if (step_ == Step::Trailer) {
        step_ = is_stream() ? Step::StreamEnded : Step::Done;
    } else {
        finish_chunk();
    }
    return true;
}

bool ResponseParser::advance_body(std::string_view& input) {
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(body_rest_, input.size()));
    (is_stream() ? chunk_ : response_.body) += input.substr(0, size);
    input.remove_prefix(size);
    body_rest_ -= size;
    if (body_rest_ == 0) {
        step_ = step_ == Step::FixedBody ? Step::Done : Step::ChunkEnd;
    }
    return true;
}

// "HTTP/1.1 200 OK"; what stands behind the number may be anything, also nothing.
void ResponseParser::read_status(std::string_view line) {
    constexpr std::string_view version = "HTTP/1.1 ";
    const std::string_view code = line.substr(std::min(version.size(), line.size()), 3);
    const std::string_view reason = line.substr(std::min(version.size() + 3, line.size()));
    if (!line.starts_with(version) || code.size() != 3 || !std::ranges::all_of(code, is_digit) ||
        !wire::is_field_value(reason) || !(reason.empty() || reason.front() == ' ')) {
        return refuse();
    }
    const int status = (code[0] - '0') * 100 + (code[1] - '0') * 10 + (code[2] - '0');
    if (status < 200 || status > 599) {
        return refuse();
    }
    response_.status = static_cast<std::uint16_t>(status);
    step_ = Step::Fields;
}

void ResponseParser::read_field(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || !wire::is_token(line.substr(0, colon)) ||
        !wire::is_field_value(line.substr(colon + 1)) || response_.headers.size() >= fields_max) {
        return refuse();
    }
    const std::string name = to_lower(line.substr(0, colon));
    const std::string_view value = trim(line.substr(colon + 1), wire::blanks);
    if (name == "content-length" || name == "transfer-encoding" || name == "connection" ||
        name == "content-type") {
        return read_known_field(name, value);
    }
    if (!is_written_anew(name)) {
        response_.headers.emplace_back(line.substr(0, colon), value);
    }
}

void ResponseParser::read_known_field(std::string_view name, std::string_view value) {
    if (name == "content-length") {
        read_length(value);
    } else if (name == "transfer-encoding") {
        if (is_chunked_ || !equals_ignoring_case(value, "chunked")) {
            return refuse();
        }
        is_chunked_ = true;
    } else if (name == "connection") {
        is_last_ |= equals_ignoring_case(value, "close");
    } else if (response_.content_type.empty()) {
        response_.content_type = value;
    } else {
        refuse();
    }
}

void ResponseParser::read_length(std::string_view value) {
    if (has_length_ || value.empty() || value.size() > length_digits_max ||
        !std::ranges::all_of(value, is_digit)) {
        return refuse();
    }
    has_length_ = true;
    for (const char digit : value) {
        body_rest_ = body_rest_ * 10 + static_cast<std::uint64_t>(digit - '0');
    }
    if (body_rest_ > limits_.body_bytes_max) {
        refuse();
    }
}

void ResponseParser::finish_fields() {
    const bool has_no_body = response_.status == 204 || response_.status == 304;
    if (has_no_body ? is_chunked_ || body_rest_ > 0 : is_chunked_ == has_length_) {
        return refuse();  // Without exactly one of them nobody knows where the body ends.
    }
    if (is_chunked_) {
        step_ = Step::ChunkSize;
    } else {
        step_ = body_rest_ > 0 ? Step::FixedBody : Step::Done;
    }
}

void ResponseParser::read_chunk_size(std::string_view line) {
    std::uint64_t size = 0;
    for (const char character : line) {
        const auto digit = hex_digit(character);
        if (!digit) {
            return refuse();
        }
        size = size * 16 + *digit;
    }
    const std::uint64_t size_max =
        is_stream() ? limits_.chunk_bytes_max : limits_.body_bytes_max - response_.body.size();
    if (line.empty() || line.size() > chunk_digits_max || size > size_max) {
        return refuse();
    }
    body_rest_ = size;
    step_ = size == 0 ? Step::Trailer : Step::ChunkData;
}

void ResponseParser::finish_chunk() {
    step_ = Step::ChunkSize;
    if (is_stream()) {
        chunks_.push_back(std::exchange(chunk_, {}));
    }
}

}  // namespace standby::http
