// The server has taken the target apart and decoded it; here it is put together again so that it
// decodes to the same.
#include "http/forward/request_text.hpp"

#include "base/text.hpp"
#include "http/forward/node_proof.hpp"

#include <algorithm>
#include <array>

namespace standby::http {
namespace {

// Those of one connection, and those that say what the proof says.
constexpr std::array<std::string_view, 14> own_headers = {
    "connection",
    "keep-alive",
    "transfer-encoding",
    "content-length",
    "te",
    "trailer",
    "upgrade",
    "expect",
    "proxy-connection",
    "forwarded",
    "x-forwarded-for",
    "x-forwarded-proto",
    "x-forwarded-host",
    "x-real-ip",
};

// A percent stands in a decoded path only before "2F" and "25", which stayed encoded.
constexpr std::string_view plain_in_path = "-._~!$&'()*+,;=:@/%";

bool travels(std::string_view name) {
    return std::ranges::find(own_headers, name) == own_headers.end() &&
           !name.starts_with(node_header_prefix);
}

}  // namespace

void append_request_head(std::string& output, const Request& request, std::string_view host) {
    output += request.method;
    output += ' ';
    output += percent_encode(request.path, plain_in_path);
    if (!request.query.empty()) {
        output += '?';
        output += request.query;
    }
    output += " HTTP/1.1\r\n";
    output += travelling_headers(request, host);
    if (!request.body.empty() || request.method == "POST") {
        output += "content-length: ";
        output += std::to_string(request.body.size());
        output += "\r\n";
    }
}

std::string travelling_headers(const Request& request, std::string_view host) {
    std::string text;
    const auto append = [&](std::string_view name, std::string_view value) {
        text += name;
        text += ": ";
        text += value;
        text += "\r\n";
    };
    if (request.header("host").empty()) {
        append("host", host);
    }
    for (const auto& [name, value] : request.headers) {
        if (travels(name) && (name != "host" || !value.empty())) {
            append(name, value);
        }
    }
    return text;
}

}  // namespace standby::http
