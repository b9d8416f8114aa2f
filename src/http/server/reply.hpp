// Answers as the bytes that go over the wire.
#pragma once

#include "base/time.hpp"
#include "http/server/content_coding.hpp"
#include "http/server/message.hpp"
#include "http/server/request_parser.hpp"

#include <string>
#include <string_view>

namespace standby::http::wire {

// What the request and the connection say about how its answer is written.
struct ReplyForm {
    bool http_1_0 = false;
    bool head_only = false;
    bool keep_alive = true;
    bool is_secure = false;  // the client came over TLS, here or at the trusted proxy
    ContentCoding coding = ContentCoding::Identity;
};

// `Sun, 06 Nov 1994 08:49:37 GMT`, as the Date header wants it. Requires a year in 1970..9999.
std::string format_http_date(Time time);

// Appends the whole answer. Requires headers that fit into a message; see Response::headers.
void append_reply(std::string& output, const Response& response, const ReplyForm& form,
                  std::string_view date);

// Appends the head of an event stream, whose connection is closed at its end.
void append_stream_head(std::string& output, const ReplyForm& form, std::string_view date);

// Appends a piece of an event stream: a chunk, or the bare text for HTTP/1.0.
void append_stream_chunk(std::string& output, std::string_view text, const ReplyForm& form);
void append_stream_end(std::string& output, const ReplyForm& form);

// The application/problem+json answer to an error of the protocol itself: a status that
// RequestParser gives, 408, 500 or 503.
Response make_problem(const Violation& violation);

}  // namespace standby::http::wire
