// Two compression functions behind one streaming class. Which one runs is decided once per
// process from what the processor reports, so that one binary serves every machine.
#include "base/sha256.hpp"

#include "base/assert.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace standby {
namespace {

// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
constexpr std::array<std::uint32_t, 8> initial_state = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
alignas(16) constexpr std::array<std::uint32_t, 64> round_constants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

std::uint32_t load_big_endian(const std::byte* bytes) {
    std::uint32_t value = 0;
    for (int index = 0; index < 4; ++index) {
        value = value << 8 | std::to_integer<std::uint32_t>(bytes[index]);
    }
    return value;
}

void compress_portable(std::uint32_t* state, const std::byte* blocks, std::size_t block_count) {
    for (; block_count > 0; --block_count, blocks += 64) {
        std::uint32_t schedule[64];
        for (std::size_t index = 0; index < 16; ++index) {
            schedule[index] = load_big_endian(blocks + 4 * index);
        }
        for (std::size_t index = 16; index < 64; ++index) {
            const std::uint32_t early = schedule[index - 15];
            const std::uint32_t late = schedule[index - 2];
            const std::uint32_t sigma0 = std::rotr(early, 7) ^ std::rotr(early, 18) ^ early >> 3;
            const std::uint32_t sigma1 = std::rotr(late, 17) ^ std::rotr(late, 19) ^ late >> 10;
            schedule[index] = schedule[index - 16] + sigma0 + schedule[index - 7] + sigma1;
        }
        // The standard's working variables a to h.
        std::uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
        std::uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
        for (std::size_t index = 0; index < 64; ++index) {
            const std::uint32_t sum1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
            const std::uint32_t choice = (e & f) ^ (~e & g);
            const std::uint32_t first =
                h + sum1 + choice + round_constants[index] + schedule[index];
            const std::uint32_t sum0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
            const std::uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
            h = g, g = f, f = e, e = d + first;
            d = c, c = b, b = a, a = first + sum0 + majority;
        }
        const std::uint32_t added[8] = {a, b, c, d, e, f, g, h};
        for (std::size_t index = 0; index < 8; ++index) {
            state[index] += added[index];
        }
    }
}

#if defined(__x86_64__)

__m128i* as_vector(std::uint32_t* words) {
    return reinterpret_cast<__m128i*>(words);
}

const __m128i* as_vector(const void* bytes) {
    return static_cast<const __m128i*>(bytes);
}

// The instructions keep the state as two vectors, named after the standard's variables from the
// highest lane to the lowest, and do two rounds each. The schedule lives in four vectors, of
// which the oldest is replaced by the next four words.
[[gnu::target("sha,sse4.1,ssse3")]] void
compress_with_instructions(std::uint32_t* state, const std::byte* blocks, std::size_t block_count) {
    const __m128i byte_swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    const __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128(as_vector(state)), 0xb1);
    const __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128(as_vector(state + 4)), 0x1b);
    __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
    __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);
    for (; block_count > 0; --block_count, blocks += 64) {
        const __m128i abef_before = abef;
        const __m128i cdgh_before = cdgh;
        __m128i schedule[4];
#pragma GCC unroll 16
        for (std::size_t index = 0; index < 16; ++index) {
            __m128i& current = schedule[index % 4];
            if (index < 4) {
                current =
                    _mm_shuffle_epi8(_mm_loadu_si128(as_vector(blocks + 16 * index)), byte_swap);
            } else {
                const __m128i newest = schedule[(index + 3) % 4];
                const __m128i seven_back = _mm_alignr_epi8(newest, schedule[(index + 2) % 4], 4);
                current = _mm_sha256msg1_epu32(current, schedule[(index + 1) % 4]);
                current = _mm_sha256msg2_epu32(_mm_add_epi32(current, seven_back), newest);
            }
            const __m128i constants = _mm_load_si128(as_vector(&round_constants[4 * index]));
            const __m128i inputs = _mm_add_epi32(current, constants);
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, inputs);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(inputs, 0x0e));
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    const __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
    const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128(as_vector(state), _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128(as_vector(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

// Asked with cpuid, because g++ 12 does not know "sha" in __builtin_cpu_supports.
bool detect_instructions() noexcept {
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) == 0) {
        return false;
    }
    const bool has_vectors = (ecx & bit_SSSE3) != 0 && (ecx & bit_SSE4_1) != 0;
    if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) == 0) {
        return false;
    }
    return has_vectors && (ebx & bit_SHA) != 0;
}

#else

constexpr auto compress_with_instructions = compress_portable;

bool detect_instructions() noexcept {
    return false;
}

#endif

}  // namespace

bool has_sha256_instructions() noexcept {
    static const bool detected = detect_instructions();
    return detected;
}

Sha256::Sha256(Sha256Path path) noexcept
    : compress_blocks_(path == Sha256Path::Fastest && has_sha256_instructions()
                           ? compress_with_instructions
                           : compress_portable),
      state_(initial_state) {}

void Sha256::update(std::span<const std::byte> data) noexcept {
    ASSERT(!is_finished_);
    if (data.empty()) {
        return;  // An empty span may hold a null pointer, which memcpy must not see.
    }
    total_size_ += data.size();
    if (pending_size_ > 0) {
        const std::size_t taken = std::min(block_size - pending_size_, data.size());
        std::memcpy(pending_.data() + pending_size_, data.data(), taken);
        pending_size_ += taken;
        data = data.subspan(taken);
        if (pending_size_ < block_size) {
            return;
        }
        compress_blocks_(state_.data(), pending_.data(), 1);
        pending_size_ = 0;
    }
    const std::size_t block_count = data.size() / block_size;
    compress_blocks_(state_.data(), data.data(), block_count);
    data = data.subspan(block_count * block_size);
    if (!data.empty()) {
        std::memcpy(pending_.data(), data.data(), data.size());
        pending_size_ = data.size();
    }
}

Sha256Digest Sha256::finish() noexcept {
    const std::uint64_t total_bits = total_size_ * 8;
    // A one bit, zeros up to the last eight bytes of a block, then the length in bits.
    std::array<std::byte, block_size + 8> padding{std::byte{0x80}};
    const std::size_t zeros_end =
        pending_size_ < block_size - 8 ? block_size - 8 : 2 * block_size - 8;
    const std::size_t length_at = zeros_end - pending_size_;
    for (std::size_t index = 0; index < 8; ++index) {
        padding[length_at + index] = static_cast<std::byte>(total_bits >> (56 - 8 * index));
    }
    update(std::span(padding).first(length_at + 8));
    ASSERT(pending_size_ == 0);
    is_finished_ = true;
    Sha256Digest digest;
    for (std::size_t index = 0; index < digest.size(); ++index) {
        digest[index] = static_cast<std::byte>(state_[index / 4] >> (24 - 8 * (index % 4)));
    }
    return digest;
}

Sha256Digest sha256(std::span<const std::byte> data) noexcept {
    Sha256 hash;
    hash.update(data);
    return hash.finish();
}

std::string to_hex(std::span<const std::byte> data) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    text.reserve(2 * data.size());
    for (const std::byte byte : data) {
        text += digits[std::to_integer<std::size_t>(byte >> 4)];
        text += digits[std::to_integer<std::size_t>(byte & std::byte{0x0f})];
    }
    return text;
}

}  // namespace standby
