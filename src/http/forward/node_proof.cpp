// The text under the HMAC: every part with its length before it, so that no two requests look the
// same.
#include "http/forward/node_proof.hpp"

#include "base/number.hpp"

#include <algorithm>
#include <span>

namespace standby::http {
namespace {

constexpr std::string_view key_name = "standby: requests passed on between nodes, 1";
constexpr std::string_view from_name = "x-standby-node";
constexpr std::string_view to_name = "x-standby-for";
constexpr std::string_view number_name = "x-standby-number";
constexpr std::string_view deadline_name = "x-standby-deadline";
constexpr std::string_view client_name = "x-standby-client";
constexpr std::string_view secure_name = "x-standby-secure";
constexpr std::string_view proof_name = "x-standby-proof";

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}

HmacKey derive_key(std::string_view secret) {
    return HmacKey(HmacKey(bytes_of(secret)).sign(bytes_of(key_name)));
}

void add_part(std::string& text, std::string_view part) {
    text += std::to_string(part.size());
    text += ':';
    text += part;
}

void append_header(std::string& output, std::string_view name, std::string_view value) {
    output += name;
    output += ": ";
    output += value;
    output += "\r\n";
}

}  // namespace

NodeProof::NodeProof(std::string_view cluster_secret) : key_(derive_key(cluster_secret)) {}

std::string NodeProof::proof_of(const Request& request, const PassedOn& said) const {
    const Sha256Digest body = sha256(bytes_of(request.body));
    std::string text;
    text.reserve(256 + request.path.size() + request.query.size());
    add_part(text, request.method);
    add_part(text, request.path);
    add_part(text, request.query);
    add_part(text, {reinterpret_cast<const char*>(body.data()), body.size()});
    add_part(text, said.from);
    add_part(text, said.to);
    add_part(text, std::to_string(said.number));
    add_part(text, std::to_string(said.remaining.count()));
    add_part(text, said.client);
    add_part(text, said.secure ? "1" : "0");
    return to_hex(key_.sign(bytes_of(text)));
}

void NodeProof::append_headers(std::string& output, const Request& request,
                               const PassedOn& said) const {
    append_header(output, from_name, said.from);
    append_header(output, to_name, said.to);
    append_header(output, number_name, std::to_string(said.number));
    append_header(output, deadline_name, std::to_string(said.remaining.count()));
    append_header(output, client_name, said.client);
    append_header(output, secure_name, said.secure ? "1" : "0");
    append_header(output, proof_name, proof_of(request, said));
}

std::optional<PassedOn> NodeProof::read(const Request& request) const {
    const std::string_view proof = request.header(proof_name);
    const auto number = parse_number<std::uint64_t>(request.header(number_name));
    const auto remaining = parse_number<std::uint64_t>(request.header(deadline_name));
    if (proof.empty() || !number || !remaining) {
        return std::nullopt;
    }
    PassedOn said{.from = std::string(request.header(from_name)),
                  .to = std::string(request.header(to_name)),
                  .number = *number,
                  .remaining = Duration{static_cast<std::int64_t>(*remaining)},
                  .client = std::string(request.header(client_name)),
                  .secure = request.header(secure_name) == "1"};
    if (!equal_in_constant_time(bytes_of(proof), bytes_of(proof_of(request, said)))) {
        return std::nullopt;
    }
    return said;
}

bool has_node_headers(const Request& request) {
    return std::ranges::any_of(request.headers, [](const auto& header) {
        return header.first.starts_with(node_header_prefix);
    });
}

void strip_node_headers(Request& request) {
    std::erase_if(request.headers,
                  [](const auto& header) { return header.first.starts_with(node_header_prefix); });
}

}  // namespace standby::http
