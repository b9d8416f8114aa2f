// The text under the HMAC: every part with its length before it, so that no two requests look the
// same.
#include "http/forward/node_proof.hpp"

#include "base/number.hpp"
#include "base/text.hpp"
#include "http/forward/request_text.hpp"
#include "http/forward/response_parser.hpp"

#include <algorithm>
#include <span>

namespace standby::http {
namespace {

constexpr std::string_view old_key_name = "standby: requests passed on between nodes, 1";
constexpr std::string_view key_name = "standby: requests passed on between nodes, 2";
constexpr std::string_view answer_key_name = "standby: answers between nodes, 2";
constexpr std::string_view from_name = "x-standby-node";
constexpr std::string_view to_name = "x-standby-for";
constexpr std::string_view number_name = "x-standby-number";
constexpr std::string_view deadline_name = "x-standby-deadline";
constexpr std::string_view client_name = "x-standby-client";
constexpr std::string_view secure_name = "x-standby-secure";
constexpr std::string_view time_name = "x-standby-time";
constexpr std::string_view old_proof_name = "x-standby-proof";
constexpr std::string_view proof_name = "x-standby-proof-2";
constexpr std::string_view answer_proof_name = "x-standby-answer-proof";

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}

HmacKey derive_key(std::string_view secret, std::string_view name) {
    return HmacKey(HmacKey(bytes_of(secret)).sign(bytes_of(name)));
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

NodeProof::NodeProof(std::string_view cluster_secret)
    : old_key_(derive_key(cluster_secret, old_key_name)),
      key_(derive_key(cluster_secret, key_name)),
      answer_key_(derive_key(cluster_secret, answer_key_name)) {}

std::string NodeProof::old_proof_of(const Request& request, const PassedOn& said) const {
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
    return to_hex(old_key_.sign(bytes_of(text)));
}

// All that the old one covers, with the headers and the time.
std::string NodeProof::proof_of(const Request& request, const PassedOn& said,
                                std::string_view host) const {
    std::string text;
    add_part(text, old_proof_of(request, said));
    add_part(text, travelling_headers(request, host));
    add_part(text, std::to_string(said.sent_at.time_since_epoch().count()));
    return to_hex(key_.sign(bytes_of(text)));
}

std::string NodeProof::proof_of(const Response& response, const AnswerTo& what) const {
    const Sha256Digest body = sha256(bytes_of(response.body));
    std::string text;
    add_part(text, what.from);
    add_part(text, what.to);
    add_part(text, std::to_string(what.number));
    add_part(text, std::to_string(response.status));
    add_part(text, response.content_type);
    for (const auto& [name, value] : response.headers) {
        const std::string lower = to_lower(name);
        if (!is_written_anew(lower) && lower != answer_proof_name) {
            add_part(text, lower);
            add_part(text, value);
        }
    }
    add_part(text, {reinterpret_cast<const char*>(body.data()), body.size()});
    return to_hex(answer_key_.sign(bytes_of(text)));
}

void NodeProof::prove(Response& response, const AnswerTo& what) const {
    response.headers.emplace_back(std::string(answer_proof_name), proof_of(response, what));
}

std::optional<bool> NodeProof::take_proof(Response& response, const AnswerTo& what) const {
    const auto found = std::ranges::find_if(response.headers, [](const auto& header) {
        return to_lower(header.first) == answer_proof_name;
    });
    if (found == response.headers.end()) {
        return std::nullopt;
    }
    const std::string given = std::move(found->second);
    response.headers.erase(found);
    return equal_in_constant_time(bytes_of(given), bytes_of(proof_of(response, what)));
}

void NodeProof::append_headers(std::string& output, const Request& request, const PassedOn& said,
                               std::string_view host) const {
    append_header(output, from_name, said.from);
    append_header(output, to_name, said.to);
    append_header(output, number_name, std::to_string(said.number));
    append_header(output, deadline_name, std::to_string(said.remaining.count()));
    append_header(output, client_name, said.client);
    append_header(output, secure_name, said.secure ? "1" : "0");
    append_header(output, time_name, std::to_string(said.sent_at.time_since_epoch().count()));
    append_header(output, old_proof_name, old_proof_of(request, said));
    append_header(output, proof_name, proof_of(request, said, host));
}

std::optional<PassedOn> NodeProof::read(const Request& request) const {
    const std::string_view proof = request.header(proof_name);
    const std::string_view old_proof = request.header(old_proof_name);
    const auto number = parse_number<std::uint64_t>(request.header(number_name));
    const auto remaining = parse_number<std::uint64_t>(request.header(deadline_name));
    if ((proof.empty() && old_proof.empty()) || !number || !remaining) {
        return std::nullopt;
    }
    PassedOn said{.from = std::string(request.header(from_name)),
                  .to = std::string(request.header(to_name)),
                  .number = *number,
                  .remaining = Duration{static_cast<std::int64_t>(*remaining)},
                  .client = std::string(request.header(client_name)),
                  .secure = request.header(secure_name) == "1"};
    if (proof.empty()) {
        const std::string wanted = old_proof_of(request, said);
        return equal_in_constant_time(bytes_of(old_proof), bytes_of(wanted))
                   ? std::optional(std::move(said))
                   : std::nullopt;
    }
    const auto sent_at = parse_number<std::int64_t>(request.header(time_name));
    said.sent_at = Time{Duration{sent_at.value_or(0)}};
    const std::string wanted = proof_of(request, said, {});
    if (!sent_at || !equal_in_constant_time(bytes_of(proof), bytes_of(wanted))) {
        return std::nullopt;
    }
    said.is_whole = true;
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
