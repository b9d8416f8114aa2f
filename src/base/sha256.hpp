// SHA-256 (FIPS 180-4), which chains the records of the log and names states by their content.
// Our own so that the inner layers need no cryptography library; it uses the processor's SHA
// instructions where they exist.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace standby {

using Sha256Digest = std::array<std::byte, 32>;

// Which code computes the digest. Portable is for tests and comparisons; the digest is the same.
enum class Sha256Path { Fastest, Portable };

// Hashes data that arrives in pieces.
class Sha256 {
public:
    explicit Sha256(Sha256Path path = Sha256Path::Fastest) noexcept;

    // Appends data. Must not be called after finish().
    void update(std::span<const std::byte> data) noexcept;

    // The digest of everything appended. Call it once, last.
    [[nodiscard]] Sha256Digest finish() noexcept;

private:
    static constexpr std::size_t block_size = 64;
    using CompressBlocks = void (*)(std::uint32_t* state, const std::byte* blocks,
                                    std::size_t block_count);

    CompressBlocks compress_blocks_;
    std::array<std::uint32_t, 8> state_;
    std::array<std::byte, block_size> pending_;
    std::size_t pending_size_ = 0;
    std::uint64_t total_size_ = 0;
    bool is_finished_ = false;
};

// The digest of data that is in one piece.
[[nodiscard]] Sha256Digest sha256(std::span<const std::byte> data) noexcept;

// Whether this processor has the instructions that Sha256Path::Fastest prefers.
[[nodiscard]] bool has_sha256_instructions() noexcept;

// Two lower-case hexadecimal digits per byte.
[[nodiscard]] std::string to_hex(std::span<const std::byte> data);

}  // namespace standby
