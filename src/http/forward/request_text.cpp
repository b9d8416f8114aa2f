// The server has taken the target apart and decoded it; here it is put together again so that it
// decodes to the same.
#include "http/forward/request_text.hpp"

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

consteval std::array<bool, 256> plain_characters() {
    std::array<bool, 256> table{};
    for (const char character :
         std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                          "-._~!$&'()*+,;=:@/%")) {
        table[static_cast<unsigned char>(character)] = true;
    }
    return table;
}

constexpr std::array<bool, 256> plain_table = plain_characters();

// A percent stands in a decoded path only before "2F" and "25", which stayed encoded.
void append_path(std::string& output, std::string_view path) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    for (const char character : path) {
        const auto byte = static_cast<unsigned char>(character);
        if (plain_table[byte]) {
            output += character;
            continue;
        }
        output += '%';
        output += digits[byte >> 4];
        output += digits[byte & 15];
    }
}

bool travels(std::string_view name) {
    return std::ranges::find(own_headers, name) == own_headers.end() &&
           !name.starts_with(node_header_prefix);
}

}  // namespace

void append_request_head(std::string& output, const Request& request, std::string_view host) {
    output += request.method;
    output += ' ';
    append_path(output, request.path);
    if (!request.query.empty()) {
        output += '?';
        output += request.query;
    }
    output += " HTTP/1.1\r\n";
    if (request.header("host").empty()) {
        output += "host: ";
        output += host;
        output += "\r\n";
    }
    for (const auto& [name, value] : request.headers) {
        if (travels(name) && (name != "host" || !value.empty())) {
            output += name;
            output += ": ";
            output += value;
            output += "\r\n";
        }
    }
    if (!request.body.empty() || request.method == "POST") {
        output += "content-length: ";
        output += std::to_string(request.body.size());
        output += "\r\n";
    }
}

}  // namespace standby::http
