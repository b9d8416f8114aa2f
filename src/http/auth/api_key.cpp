#include "http/auth/api_key.hpp"

#include "base/hmac.hpp"
#include "base/text_coding.hpp"
#include "http/auth/crypto.hpp"

#include <algorithm>
#include <array>

namespace standby::http {
namespace {

constexpr std::string_view api_key_mark = "sk_";
constexpr std::size_t prefix_bytes = 5;
constexpr std::size_t secret_length = 52;  // 32 bytes at five bits a character

std::uint64_t leading_bits(const Sha256Digest& hash) {
    std::uint64_t value = 0;
    for (std::size_t index = 0; index < 8; ++index) {
        value = value << 8 | std::to_integer<std::uint64_t>(hash[index]);
    }
    return value;
}

}  // namespace

NewApiKey generate_api_key() {
    std::array<std::byte, api_key_random_bytes> random;
    fill_with_randomness(random);
    return make_api_key(random);
}

NewApiKey make_api_key(std::span<const std::byte, api_key_random_bytes> random) {
    NewApiKey key;
    key.prefix = encode_base32(random.first(prefix_bytes));
    key.text = api_key_mark;
    key.text += key.prefix;
    key.text += '_';
    key.text += encode_base32(random.subspan(prefix_bytes));
    key.hash = hash_api_key(key.text);
    return key;
}

std::optional<std::string_view> api_key_prefix(std::string_view text) {
    const std::size_t separator = api_key_mark.size() + api_key_prefix_length;
    if (text.size() != separator + 1 + secret_length || !text.starts_with(api_key_mark) ||
        text[separator] != '_') {
        return std::nullopt;
    }
    const std::string_view prefix = text.substr(api_key_mark.size(), api_key_prefix_length);
    if (!is_base32(prefix) || !is_base32(text.substr(separator + 1))) {
        return std::nullopt;
    }
    return prefix;
}

Sha256Digest hash_api_key(std::string_view text) {
    return sha256(std::as_bytes(std::span(text.data(), text.size())));
}

KeyRing::KeyRing(const std::vector<engine::ApiKey>& keys) : rows_(rows_of(keys)) {}

void KeyRing::replace(const std::vector<engine::ApiKey>& keys) {
    rows_.exchange(rows_of(keys));
}

bool KeyRing::contains(std::uint64_t key_number) const {
    return rows_.with([&](const Rows& rows) {
        return std::ranges::any_of(
            rows, [&](const auto& row) { return row.second.caller.key_number == key_number; });
    });
}

std::optional<Caller> KeyRing::find(std::string_view presented) const {
    if (presented.empty() || presented.size() > api_key_length_max) {
        return std::nullopt;
    }
    const Sha256Digest hash = hash_api_key(presented);
    return rows_.with([&hash](const Rows& rows) -> std::optional<Caller> {
        const auto [first, last] = rows.equal_range(leading_bits(hash));
        for (auto row = first; row != last; ++row) {
            if (equal_in_constant_time(row->second.hash, hash)) {
                return row->second.caller;
            }
        }
        return std::nullopt;
    });
}

KeyRing::Rows KeyRing::rows_of(const std::vector<engine::ApiKey>& keys) {
    Rows rows;
    for (const engine::ApiKey& key : keys) {
        if (!key.revoked_at) {
            rows.emplace(leading_bits(key.hash),
                         Row{key.hash, Caller{key.account, key.role, key.number}});
        }
    }
    return rows;
}

}  // namespace standby::http
