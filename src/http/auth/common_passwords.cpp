// tools/passwords/make_filter.mjs makes the file and says how it is written; the assembler puts it
// into the binary.
#include "http/auth/common_passwords.hpp"

#include "base/assert.hpp"
#include "base/sha256.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

asm(R"(
    .section .rodata
    .global standby_common_passwords_begin
    .global standby_common_passwords_end
standby_common_passwords_begin:
    .incbin ")" STANDBY_COMMON_PASSWORDS_FILE R"("
standby_common_passwords_end:
    .previous
)");

extern "C" {
extern const unsigned char standby_common_passwords_begin[];
extern const unsigned char standby_common_passwords_end[];
}

namespace standby::http {
namespace {

constexpr unsigned remainder_bits = 15;

class BitReader {
public:
    explicit BitReader(std::span<const unsigned char> bytes) : bytes_(bytes) {}

    bool bit() {
        ASSERT(at_ / 8 < bytes_.size());
        const bool is_set = (bytes_[at_ / 8] >> (7 - at_ % 8) & 1U) != 0;
        ++at_;
        return is_set;
    }
    std::uint64_t number(unsigned count) {
        std::uint64_t value = 0;
        for (; count > 0; --count) {
            value = value << 1 | (bit() ? 1U : 0U);
        }
        return value;
    }

private:
    std::span<const unsigned char> bytes_;
    std::size_t at_ = 0;
};

std::vector<std::uint64_t> read_filter() {
    const std::span file(standby_common_passwords_begin, standby_common_passwords_end);
    ASSERT(file.size() > 4);
    std::size_t count = 0;
    for (std::size_t index = 4; index > 0; --index) {
        count = count << 8 | file[index - 1];
    }
    BitReader reader(file.subspan(4));
    std::vector<std::uint64_t> values;
    values.reserve(count);
    for (std::uint64_t last = 0; values.size() < count; values.push_back(last)) {
        std::uint64_t quotient = 0;
        while (reader.bit()) {
            ++quotient;
        }
        last += quotient << remainder_bits | reader.number(remainder_bits);
    }
    return values;
}

// Few people set a password, so it is unpacked when the first one does.
const std::vector<std::uint64_t>& filter() {
    static const std::vector<std::uint64_t> values = read_filter();
    return values;
}

std::uint64_t value_of(std::string_view text, std::size_t entries) {
    const Sha256Digest digest = sha256(std::as_bytes(std::span(text.data(), text.size())));
    std::uint64_t hash = 0;
    for (std::size_t index = 0; index < 8; ++index) {
        hash = hash << 8 | std::to_integer<std::uint64_t>(digest[index]);
    }
    // The upper half of the product of the hash and the range.
    const std::uint64_t range = static_cast<std::uint64_t>(entries) << remainder_bits;
    const std::uint64_t low = (hash & 0xffffffffU) * range;
    const std::uint64_t high = (hash >> 32) * range + (low >> 32);
    return high >> 32;
}

}  // namespace

bool is_common_password(std::string_view lower) {
    return std::ranges::binary_search(filter(), value_of(lower, filter().size()));
}

std::size_t common_password_count() {
    return filter().size();
}

}  // namespace standby::http
