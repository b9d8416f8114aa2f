// A line at a time, as soon as it is complete, so that a malformed request is refused at its first
// bad line. Nothing is repaired or guessed.
#include "http/server/request_parser.hpp"

#include "base/assert.hpp"
#include "base/text.hpp"
#include "http/server/syntax.hpp"
#include "http/server/target.hpp"

#include <algorithm>
#include <limits>

namespace standby::http::wire {
namespace {

constexpr std::size_t fields_max = 100;
constexpr std::size_t method_size_max = 20;
constexpr std::size_t chunk_line_size_max = 256;
constexpr std::size_t chunk_digits_max = 8;
constexpr std::size_t length_digits_max = 18;

bool is_method_character(char character) {
    return (character >= 'A' && character <= 'Z') || character == '-';
}

}  // namespace

std::size_t RequestParser::put(std::string_view input) {
    const std::size_t size = input.size();
    while (!input.empty() && advance(input)) {
    }
    return size - input.size();
}

ParserStage RequestParser::stage() const {
    switch (step_) {
    case Step::Start:
        return ParserStage::Idle;
    case Step::RequestLine:
    case Step::Fields:
        return ParserStage::Head;
    case Step::FixedBody:
    case Step::ChunkSize:
    case Step::ChunkData:
    case Step::ChunkEnd:
    case Step::Trailers:
        return ParserStage::Body;
    case Step::Done:
        return ParserStage::Done;
    case Step::Refused:
        return ParserStage::Refused;
    }
    UNREACHABLE();
}

Request RequestParser::take() {
    ASSERT(step_ == Step::Done);
    Request request = std::move(request_);
    *this = RequestParser(limits_);
    return request;
}

// One step forward; false when it has to wait for more bytes, or for good.
bool RequestParser::advance(std::string_view& input) {
    switch (step_) {
    case Step::Start:
        return advance_start(input);
    case Step::RequestLine:
    case Step::Fields:
    case Step::ChunkSize:
    case Step::ChunkEnd:
    case Step::Trailers:
        return advance_line(input);
    case Step::FixedBody:
    case Step::ChunkData:
        return advance_body(input);
    case Step::Done:
    case Step::Refused:
        return false;
    }
    UNREACHABLE();
}

// Looks at the first byte alone, so that somebody who speaks another protocol, TLS for example,
// is told at once and not when the deadline for a line has passed.
bool RequestParser::advance_start(std::string_view input) {
    if (!is_method_character(input.front()) && (input.front() != '\r' || skipped_empty_line_)) {
        refuse_malformed("The request doesn't start with a method.");
        return false;
    }
    step_ = Step::RequestLine;
    return true;
}

// Takes a line that is complete, without its end. Only CR LF ends a line.
bool RequestParser::take_line(std::string_view& input, std::string_view& line) {
    const bool is_chunk_line = step_ == Step::ChunkSize || step_ == Step::ChunkEnd;
    const std::size_t size_max =
        is_chunk_line ? chunk_line_size_max : limits_.header_bytes_max - header_bytes_;
    const std::size_t feed = input.find('\n');
    const std::size_t size = feed == std::string_view::npos ? input.size() : feed + 1;
    if (size > size_max) {
        if (is_chunk_line) {
            refuse_malformed("A chunk of the body begins with a line that is too long.");
        } else {
            refuse(431, "The headers are larger than this server accepts.");
        }
        return false;
    }
    const std::size_t carriage_return = input.substr(0, size).find('\r');
    if (feed == std::string_view::npos) {
        if (carriage_return < size - 1) {
            refuse_malformed("A line contains a carriage return.");
        }
        return false;
    }
    if (carriage_return != feed - 1 || feed == 0) {
        refuse_malformed("A line does not end with carriage return and line feed.");
        return false;
    }
    if (!is_chunk_line) {
        header_bytes_ += size;
    }
    line = input.substr(0, feed - 1);
    input.remove_prefix(size);
    return true;
}

bool RequestParser::advance_line(std::string_view& input) {
    std::string_view line;
    if (!take_line(input, line)) {
        return false;
    }
    switch (step_) {
    case Step::RequestLine:
        read_request_line(line);
        break;
    case Step::Fields:
    case Step::Trailers:
        if (!line.empty()) {
            read_field(line);
        } else if (step_ == Step::Trailers) {
            step_ = Step::Done;
        } else {
            finish_fields();
        }
        break;
    case Step::ChunkSize:
        read_chunk_size(line);
        break;
    default:
        ASSERT(step_ == Step::ChunkEnd);
        step_ = Step::ChunkSize;
        if (!line.empty()) {
            refuse_malformed("A chunk of the body is longer than it says.");
        }
    }
    return true;
}

bool RequestParser::advance_body(std::string_view& input) {
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(body_rest_, input.size()));
    request_.body += input.substr(0, size);
    input.remove_prefix(size);
    body_rest_ -= size;
    if (body_rest_ == 0) {
        step_ = step_ == Step::FixedBody ? Step::Done : Step::ChunkEnd;
    }
    return true;
}

void RequestParser::read_request_line(std::string_view line) {
    if (line.empty()) {
        // Some old clients send one empty line after a body.
        if (skipped_empty_line_) {
            return refuse_malformed("The request starts with empty lines.");
        }
        skipped_empty_line_ = true;
        step_ = Step::Start;
        return;
    }
    const std::size_t first_space = std::min(line.find(' '), line.size());
    const std::size_t last_space = line.rfind(' ');
    const std::string_view method = line.substr(0, first_space);
    if (method.empty() || method.size() > method_size_max ||
        !std::ranges::all_of(method, is_method_character)) {
        return refuse_malformed("The method is malformed.");
    }
    if (first_space >= last_space || last_space == std::string_view::npos) {
        return refuse_malformed("The request line is malformed.");
    }
    const std::string_view version = line.substr(last_space + 1);
    http_1_0_ = version == "HTTP/1.0";
    if (!http_1_0_ && version != "HTTP/1.1") {
        return refuse_malformed("The protocol version is neither HTTP/1.1 nor HTTP/1.0.");
    }
    if (method == "TRACE") {
        return refuse(405, "This server does not answer TRACE.");
    }
    std::optional<Target> target =
        parse_target(line.substr(first_space + 1, last_space - first_space - 1));
    if (!target || method == "CONNECT") {
        return refuse_malformed("The request target is malformed.");
    }
    request_.method = method;
    request_.path = std::move(target->path);
    request_.query = std::move(target->query);
    if (!target->authority.empty()) {
        // It counts instead of the Host header, which has to be there all the same.
        request_.headers.emplace_back("host", std::move(target->authority));
    }
    step_ = Step::Fields;
}

void RequestParser::read_field(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || !is_token(line.substr(0, colon)) ||
        !is_field_value(line.substr(colon + 1))) {
        return refuse_malformed("A header is malformed.");
    }
    if (step_ == Step::Trailers) {
        return;  // Nothing here needs them, and merging them would let a body change its head.
    }
    if (request_.headers.size() >= fields_max) {
        return refuse(431, "There are more headers than this server accepts.");
    }
    std::string name = to_lower(line.substr(0, colon));
    const std::string_view value = trim(line.substr(colon + 1), blanks);
    read_known_field(name, value);
    if (name == "host" && !request_.header("host").empty()) {
        return;
    }
    request_.headers.emplace_back(std::move(name), value);
}

void RequestParser::read_known_field(std::string_view name, std::string_view value) {
    if (name == "host") {
        if (has_host_ || !is_authority(value)) {
            refuse_malformed("The Host header is malformed or repeated.");
        }
        has_host_ = true;
    } else if (name == "content-length") {
        read_content_length(value);
    } else if (name == "transfer-encoding") {
        if (chunked_ || http_1_0_ || !equals_ignoring_case(value, "chunked")) {
            refuse_malformed("The Transfer-Encoding is not chunked.");
        }
        chunked_ = true;
    } else if (name == "connection") {
        read_connection(value);
    } else if (name == "expect" && !http_1_0_) {
        if (!equals_ignoring_case(value, "100-continue")) {
            refuse_malformed("The expectation is not 100-continue.");
        }
        expects_continue_ = true;
    }
}

void RequestParser::read_content_length(std::string_view value) {
    if (has_length_ || value.empty() || !std::ranges::all_of(value, is_digit)) {
        return refuse_malformed("The Content-Length is malformed or repeated.");
    }
    has_length_ = true;
    if (value.size() > length_digits_max) {
        body_rest_ = std::numeric_limits<std::uint64_t>::max();
        return;
    }
    for (const char digit : value) {
        body_rest_ = body_rest_ * 10 + static_cast<std::uint64_t>(digit - '0');
    }
}

void RequestParser::read_connection(std::string_view value) {
    while (!value.empty()) {
        const std::string_view option = take_element(value, ',');
        wants_close_ |= equals_ignoring_case(option, "close");
        wants_keep_alive_ |= equals_ignoring_case(option, "keep-alive");
    }
    wants_keep_alive_ &= !wants_close_;
}

void RequestParser::finish_fields() {
    if (!has_host_ && !http_1_0_) {
        return refuse_malformed("The Host header is missing.");
    }
    if (chunked_ && has_length_) {
        return refuse_malformed("The request has both Content-Length and Transfer-Encoding.");
    }
    body_bytes_max_ = limits_.body_bytes_max;
    if (limits_.larger_body && (chunked_ || body_rest_ > body_bytes_max_)) {
        body_bytes_max_ = std::max(body_bytes_max_, limits_.larger_body(request_));
    }
    if (body_rest_ > body_bytes_max_) {
        return refuse(413, "The body is larger than this server accepts.");
    }
    if (chunked_) {
        step_ = Step::ChunkSize;
    } else {
        step_ = body_rest_ > 0 ? Step::FixedBody : Step::Done;
    }
}

// Extensions are ignored, as the standard asks, but their characters have to be proper.
void RequestParser::read_chunk_size(std::string_view line) {
    std::size_t digits = 0;
    std::uint64_t size = 0;
    while (digits < line.size() && digits <= chunk_digits_max && hex_digit(line[digits])) {
        size = size * 16 + *hex_digit(line[digits]);
        ++digits;
    }
    const std::string_view extension = line.substr(digits);
    if (digits == 0 || digits > chunk_digits_max || !is_field_value(extension) ||
        (!extension.empty() && !extension.starts_with(';'))) {
        return refuse_malformed("The size of a chunk of the body is malformed.");
    }
    if (size > body_bytes_max_ - request_.body.size()) {
        return refuse(413, "The body is larger than this server accepts.");
    }
    body_rest_ = size;
    step_ = size == 0 ? Step::Trailers : Step::ChunkData;
}

void RequestParser::refuse(std::uint16_t status, std::string_view detail) {
    if (step_ != Step::Refused) {
        step_ = Step::Refused;
        violation_ = {.status = status, .detail = detail};
    }
}

}  // namespace standby::http::wire
