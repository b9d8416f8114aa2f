#include "http/auth/totp.hpp"

#include "base/assert.hpp"
#include "base/hmac.hpp"
#include "base/text.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>

namespace standby::http {
namespace {

constexpr std::uint64_t step_seconds = 30;
constexpr std::size_t digits = 6;

using Sha1Digest = std::array<unsigned char, 20>;

Sha1Digest hmac_sha1(std::span<const std::byte> key, std::span<const unsigned char> data) {
    Sha1Digest digest{};
    unsigned int size = 0;
    const unsigned char* done = HMAC(EVP_sha1(), key.data(), static_cast<int>(key.size()),
                                     data.data(), data.size(), digest.data(), &size);
    ASSERT(done != nullptr && size == digest.size());
    return digest;
}

bool is_same(std::string_view left, std::string_view right) {
    return left.size() == right.size() &&
           equal_in_constant_time(std::as_bytes(std::span{left}), std::as_bytes(std::span{right}));
}

}  // namespace

std::uint64_t totp_step(Time now) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(now).time_since_epoch().count();
    return seconds < 0 ? 0 : static_cast<std::uint64_t>(seconds) / step_seconds;
}

std::string totp_code(std::span<const std::byte> secret, std::uint64_t step) {
    std::array<unsigned char, 8> counter{};
    for (std::size_t index = 0; index < counter.size(); ++index) {
        counter[index] = static_cast<unsigned char>(step >> (8 * (7 - index)));
    }
    const Sha1Digest digest = hmac_sha1(secret, counter);
    const std::size_t offset = digest.back() & 15U;
    std::uint32_t number = digest[offset] & 0x7fU;
    for (std::size_t index = 1; index < 4; ++index) {
        number = number << 8 | digest[offset + index];
    }
    std::string code(digits, '0');
    for (std::size_t index = digits; index > 0; --index, number /= 10) {
        code[index - 1] = static_cast<char>('0' + number % 10);
    }
    return code;
}

std::optional<std::uint64_t> find_totp_step(std::span<const std::byte> secret,
                                            std::string_view code, Time now,
                                            std::uint64_t last_step) {
    std::string typed;
    for (const char letter : code) {
        if (letter != ' ') {
            typed += letter;
        }
    }
    const std::uint64_t present = totp_step(now);
    std::optional<std::uint64_t> found;
    for (std::uint64_t step = present == 0 ? 0 : present - 1; step <= present + 1; ++step) {
        if (is_same(typed, totp_code(secret, step)) && step > last_step && !found) {
            found = step;
        }
    }
    return found;
}

std::string format_totp_secret(std::span<const std::byte> secret) {
    constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    std::string text;
    std::uint32_t bits = 0;
    std::uint32_t count = 0;
    for (const std::byte byte : secret) {
        bits = bits << 8 | std::to_integer<std::uint32_t>(byte);
        count += 8;
        for (; count >= 5; count -= 5) {
            text += alphabet[bits >> (count - 5) & 31U];
        }
    }
    if (count > 0) {
        text += alphabet[bits << (5 - count) & 31U];
    }
    return text;
}

std::string totp_uri(std::span<const std::byte> secret, std::string_view issuer,
                     std::string_view label) {
    return "otpauth://totp/" + percent_encode(issuer) + ":" + percent_encode(label) +
           "?secret=" + format_totp_secret(secret) + "&issuer=" + percent_encode(issuer) +
           "&algorithm=SHA1&digits=6&period=30";
}

}  // namespace standby::http
