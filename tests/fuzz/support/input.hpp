// The bytes of one run, taken apart from the front: first what steers the target, then the rest,
// which is what it is about.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace standby::fuzz {

class Input {
public:
    Input(const std::uint8_t* data, std::size_t size)
        : rest_(std::as_bytes(std::span(data, size))) {}

    bool empty() const { return rest_.empty(); }

    // 0 when nothing is left.
    std::uint8_t take_byte() {
        if (rest_.empty()) {
            return 0;
        }
        const auto byte = std::to_integer<std::uint8_t>(rest_.front());
        rest_ = rest_.subspan(1);
        return byte;
    }

    // Eight bytes, little endian; what is missing counts as zeros.
    std::uint64_t take_number() {
        std::uint64_t number = 0;
        for (unsigned shift = 0; shift < 64; shift += 8) {
            number |= std::uint64_t{take_byte()} << shift;
        }
        return number;
    }

    // Up to and without the next byte of that value, which goes too.
    std::string_view take_until(char end) {
        const std::string_view all = text();
        const std::size_t size = all.find(end);
        rest_ = rest_.subspan(size == std::string_view::npos ? rest_.size() : size + 1);
        return all.substr(0, size);
    }

    // All that is left; it stays.
    std::span<const std::byte> bytes() const { return rest_; }
    std::string_view text() const {
        return {reinterpret_cast<const char*>(rest_.data()), rest_.size()};
    }

private:
    std::span<const std::byte> rest_;
};

}  // namespace standby::fuzz
