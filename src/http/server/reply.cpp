// Written by hand into one string: an answer is then one copy and one system call.
#include "http/server/reply.hpp"

#include "base/assert.hpp"
#include "base/text.hpp"
#include "http/server/syntax.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace standby::http::wire {
namespace {

struct StatusText {
    std::uint16_t status;
    std::string_view reason;
};

constexpr std::array status_texts = {
    StatusText{200, "OK"},
    StatusText{201, "Created"},
    StatusText{202, "Accepted"},
    StatusText{204, "No Content"},
    StatusText{301, "Moved Permanently"},
    StatusText{302, "Found"},
    StatusText{303, "See Other"},
    StatusText{304, "Not Modified"},
    StatusText{307, "Temporary Redirect"},
    StatusText{308, "Permanent Redirect"},
    StatusText{400, "Bad Request"},
    StatusText{401, "Unauthorized"},
    StatusText{403, "Forbidden"},
    StatusText{404, "Not Found"},
    StatusText{405, "Method Not Allowed"},
    StatusText{406, "Not Acceptable"},
    StatusText{408, "Request Timeout"},
    StatusText{409, "Conflict"},
    StatusText{410, "Gone"},
    StatusText{412, "Precondition Failed"},
    StatusText{413, "Content Too Large"},
    StatusText{415, "Unsupported Media Type"},
    StatusText{422, "Unprocessable Content"},
    StatusText{428, "Precondition Required"},
    StatusText{429, "Too Many Requests"},
    StatusText{431, "Request Header Fields Too Large"},
    StatusText{500, "Internal Server Error"},
    StatusText{501, "Not Implemented"},
    StatusText{502, "Bad Gateway"},
    StatusText{503, "Service Unavailable"},
    StatusText{504, "Gateway Timeout"},
};

// The standard allows an empty reason, so a status without a text here is no error.
std::string_view reason_of(std::uint16_t status) {
    const auto* found = std::ranges::find(status_texts, status, &StatusText::status);
    return found == status_texts.end() ? std::string_view{} : found->reason;
}

bool has_no_body(std::uint16_t status) {
    return status < 200 || status == 204 || status == 304;
}

void append_header(std::string& output, std::string_view name, std::string_view value) {
    output += name;
    output += ": ";
    output += value;
    output += "\r\n";
}

// A browser that came over TLS once shall not be talked into coming without it for a year. Other
// hosts of the same domain are not ours to speak for.
constexpr std::string_view strict_transport = "Strict-Transport-Security: max-age=31536000\r\n";

void append_start(std::string& output, std::uint16_t status, const ReplyForm& form,
                  std::string_view date) {
    fmt::format_to(std::back_inserter(output), FMT_COMPILE("HTTP/1.1 {} {}\r\n"), status,
                   reason_of(status));
    output += "Server: standby\r\nX-Content-Type-Options: nosniff\r\n";
    output += form.is_secure ? strict_transport : "";
    append_header(output, "Date", date);
}

void append_own_headers(std::string& output, const Response& response) {
    for (const auto& [name, value] : response.headers) {
        ASSERT(is_token(name) && is_field_value(value));
        ASSERT(!equals_ignoring_case(name, "content-length") &&
               !equals_ignoring_case(name, "content-type") &&
               !equals_ignoring_case(name, "transfer-encoding") &&
               !equals_ignoring_case(name, "connection") && !equals_ignoring_case(name, "date"));
        append_header(output, name, value);
    }
}

bool is_encoded_already(const Response& response) {
    return std::ranges::any_of(response.headers, [](const auto& header) {
        return equals_ignoring_case(header.first, "content-encoding");
    });
}

std::string_view connection_header(const ReplyForm& form) {
    if (!form.keep_alive) {
        return "Connection: close\r\n";
    }
    return form.http_1_0 ? "Connection: keep-alive\r\n" : "";
}

struct Problem {
    std::uint16_t status;
    std::string_view code;
    std::string_view title;
};

constexpr std::array problems = {
    Problem{400, "bad-request", "The request is malformed"},
    Problem{405, "method-not-allowed", "The method is not allowed"},
    Problem{408, "request-timeout", "The request took too long"},
    Problem{413, "body-too-large", "The body is too large"},
    Problem{431, "headers-too-large", "The headers are too large"},
    Problem{500, "internal", "Something went wrong on our side"},
    Problem{503, "overloaded", "The server is overloaded"},
};

}  // namespace

std::string format_http_date(Time time) {
    constexpr std::array weekdays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    constexpr std::array months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const auto days = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(days);
    const std::chrono::hh_mm_ss clock(std::chrono::floor<std::chrono::seconds>(time - days));
    return fmt::format(
        "{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT",
        weekdays[std::chrono::weekday(days).c_encoding()], static_cast<unsigned>(date.day()),
        months[static_cast<unsigned>(date.month()) - 1], static_cast<int>(date.year()),
        clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

void append_reply(std::string& output, const Response& response, const ReplyForm& form,
                  std::string_view date) {
    append_start(output, response.status, form, date);
    output += connection_header(form);
    if (!response.content_type.empty()) {
        ASSERT(is_field_value(response.content_type));
        append_header(output, "Content-Type", response.content_type);
    }
    append_own_headers(output, response);
    std::string_view body = response.body;
    std::string compressed;
    if (response.compressible && !is_encoded_already(response)) {
        output += "Vary: Accept-Encoding\r\n";
        if (form.coding != ContentCoding::Identity && body.size() >= compressed_size_min) {
            compressed = compress(body, form.coding);
        }
        if (!compressed.empty()) {
            append_header(output, "Content-Encoding", coding_name(form.coding));
            body = compressed;
        }
    }
    if (has_no_body(response.status)) {
        output += "\r\n";
        return;
    }
    fmt::format_to(std::back_inserter(output), FMT_COMPILE("Content-Length: {}\r\n\r\n"),
                   body.size());
    if (!form.head_only) {
        output += body;
    }
}

void append_stream_head(std::string& output, const ReplyForm& form, std::string_view date) {
    append_start(output, 200, form, date);
    output += "Content-Type: text/event-stream\r\nCache-Control: no-store\r\n"
              "X-Accel-Buffering: no\r\nConnection: close\r\n";
    output += form.http_1_0 ? "\r\n" : "Transfer-Encoding: chunked\r\n\r\n";
}

void append_stream_chunk(std::string& output, std::string_view text, const ReplyForm& form) {
    if (text.empty()) {
        return;  // An empty chunk would end the stream.
    }
    if (form.http_1_0) {
        output += text;
        return;
    }
    fmt::format_to(std::back_inserter(output), FMT_COMPILE("{:x}\r\n"), text.size());
    output += text;
    output += "\r\n";
}

void append_stream_end(std::string& output, const ReplyForm& form) {
    if (!form.http_1_0) {
        output += "0\r\n\r\n";
    }
}

Response make_problem(const Violation& violation) {
    const auto* problem = std::ranges::find(problems, violation.status, &Problem::status);
    ASSERT(problem != problems.end());
    Response response;
    response.status = violation.status;
    response.content_type = "application/problem+json";
    response.body =
        fmt::format(R"({{"type":"/problems/{}","title":"{}","status":{},"detail":"{}"}})",
                    problem->code, problem->title, problem->status, violation.detail);
    response.headers.emplace_back("Cache-Control", "no-store");
    if (violation.status == 503) {
        response.headers.emplace_back("Retry-After", "1");
    } else if (violation.status == 405) {
        response.headers.emplace_back("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
    }
    return response;
}

}  // namespace standby::http::wire
