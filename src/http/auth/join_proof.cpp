// A puzzle is 27 bytes: a version, when it was issued, bits, wait, a nonce and seven bytes of
// signature over these, the list and the client. The size is a multiple of three, so base64 has no
// bits left over.
#include "http/auth/join_proof.hpp"

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "base/sha256.hpp"
#include "base/text_coding.hpp"
#include "http/auth/crypto.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <vector>

namespace standby::http {
namespace {

constexpr std::uint8_t version = 1;
constexpr std::size_t fields_bytes = 20;
constexpr std::size_t puzzle_bytes = fields_bytes + short_signature_bytes;
constexpr std::size_t answer_length_max = 20;
constexpr std::string_view domain = "standby join puzzle";
// A clock that another node set a little earlier.
constexpr Duration skew_max = std::chrono::seconds{5};

struct Fields {
    std::uint64_t issued_at_s = 0;
    std::uint8_t bits = 0;
    std::uint16_t wait_s = 0;
    std::uint64_t nonce = 0;
};

std::vector<std::byte> encode(const Fields& fields) {
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    writer.u8(version);
    writer.u64(fields.issued_at_s);
    writer.u8(fields.bits);
    writer.u16(fields.wait_s);
    writer.u64(fields.nonce);
    ASSERT(bytes.size() == fields_bytes);
    return bytes;
}

// What is signed: the fields, whose text is known, and what it is for.
std::vector<std::byte> signed_text(std::span<const std::byte> fields, core::ResourceNumber list,
                                   const ClientKey& client) {
    std::vector<std::byte> bytes(fields.begin(), fields.end());
    const auto name = std::as_bytes(std::span(domain));
    bytes.insert(bytes.end(), name.begin(), name.end());
    ByteWriter writer(bytes);
    writer.u64(list.value());
    writer.u8(static_cast<std::uint8_t>(client.kind));
    writer.u64(client.value);
    return bytes;
}

std::optional<Fields> decode(const TokenSigner& signer, std::string_view text,
                             core::ResourceNumber list, const ClientKey& client) {
    const auto bytes = decode_base64url(text);
    if (!bytes || bytes->size() != puzzle_bytes) {
        return std::nullopt;
    }
    const auto fields = std::span(*bytes).first(fields_bytes);
    if (!signer.is_short_signature(signed_text(fields, list, client),
                                   std::span(*bytes).subspan(fields_bytes))) {
        return std::nullopt;
    }
    ByteReader reader(fields);
    if (reader.u8() != version) {
        return std::nullopt;
    }
    Fields found;
    found.issued_at_s = reader.u64();
    found.bits = reader.u8();
    found.wait_s = reader.u16();
    found.nonce = reader.u64();
    return found;
}

unsigned zero_bits(const Sha256Digest& digest) {
    unsigned count = 0;
    for (const std::byte one : digest) {
        const auto value = static_cast<std::uint8_t>(one);
        count += static_cast<unsigned>(std::countl_zero(value));
        if (value != 0) {
            break;
        }
    }
    return count;
}

bool is_solved(std::string_view text, std::uint8_t bits) {
    return zero_bits(sha256(std::as_bytes(std::span(text)))) >= bits;
}

Time issue_time(const Fields& fields) {
    return Time{std::chrono::seconds{static_cast<std::int64_t>(fields.issued_at_s)}};
}

}  // namespace

std::string issue_puzzle(const TokenSigner& signer, const Puzzle& puzzle, Time now) {
    Fields fields;
    fields.issued_at_s = static_cast<std::uint64_t>(
        std::chrono::floor<std::chrono::seconds>(now.time_since_epoch()).count());
    fields.bits = puzzle.bits;
    fields.wait_s = static_cast<std::uint16_t>(puzzle.wait.count());
    fill_with_randomness(std::as_writable_bytes(std::span(&fields.nonce, 1)));
    std::vector<std::byte> bytes = encode(fields);
    const auto signature = signer.sign_short(signed_text(bytes, puzzle.list, puzzle.client));
    bytes.insert(bytes.end(), signature.begin(), signature.end());
    return encode_base64url(bytes);
}

Result<Proof, ProofError> check_proof(const TokenSigner& signer, std::string_view text,
                                      core::ResourceNumber list, const ClientKey& client,
                                      Time now) {
    const std::size_t dot = text.find('.');
    const std::string_view answer =
        dot == std::string_view::npos ? std::string_view{} : text.substr(dot + 1);
    const auto fields = decode(signer, text.substr(0, dot), list, client);
    if (!fields || answer.size() > answer_length_max) {
        return std::unexpected(ProofError::Malformed);
    }
    const Time issued_at = issue_time(*fields);
    const std::chrono::seconds wait{fields->wait_s};
    if (now + skew_max < issued_at || now >= issued_at + wait + proof_lifetime) {
        return std::unexpected(ProofError::Expired);
    }
    if (now < issued_at + wait) {
        return std::unexpected(ProofError::TooEarly);
    }
    if (fields->bits > 0 && !is_solved(text, fields->bits)) {
        return std::unexpected(ProofError::Wrong);
    }
    return Proof{
        .nonce = fields->nonce, .bits = fields->bits, .wait = wait, .issued_at = issued_at};
}

Duration wait_left(const TokenSigner& signer, std::string_view text, core::ResourceNumber list,
                   const ClientKey& client, Time now) {
    const auto fields = decode(signer, text.substr(0, text.find('.')), list, client);
    if (!fields) {
        return Duration::zero();
    }
    const Time over_at = issue_time(*fields) + std::chrono::seconds{fields->wait_s};
    return std::max<Duration>(over_at - now, Duration::zero());
}

std::string solve_puzzle(std::string_view puzzle, std::uint8_t bits) {
    for (std::uint64_t answer = 0;; ++answer) {
        std::string text = std::string(puzzle) + "." + std::to_string(answer);
        if (is_solved(text, bits)) {
            return text;
        }
    }
}

bool SpentProofs::spend(const Proof& proof, std::uint64_t request, Time now) {
    return generations_.with([&](Generations& spent) {
        // What was spent two turns ago has expired: a proof lives for a wait and a lifetime.
        constexpr Duration turn = 2 * proof_lifetime;
        if (now >= spent.turns_at || spent.now.size() >= most_) {
            spent.before = std::exchange(spent.now, {});
            spent.turns_at = now + turn;
        }
        if (const auto found = spent.before.find(proof.nonce); found != spent.before.end()) {
            return request != 0 && found->second == request;
        }
        const auto [at, is_new] = spent.now.try_emplace(proof.nonce, request);
        return is_new || (request != 0 && at->second == request);
    });
}

}  // namespace standby::http
