// What goes over the socket between a server and its reader: frames of a kind, a size and as many
// bytes. The child says whether it is locked in, gets the options and the bytes, and answers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace standby::intake {

// The numbers are between two processes of one program; they may change with it.
enum class FrameKind : std::uint8_t {
    LockedIn = 1,
    NotLockedIn = 2,  // with what the system refuses to take away
    Options = 3,
    Bytes = 4,
    Answer = 5,
    Refusal = 6,
    OutOfMemory = 7,
};

inline constexpr std::size_t frame_head_size = 9;
using FrameHead = std::array<char, frame_head_size>;

inline FrameHead frame_head(FrameKind kind, std::uint64_t size) {
    FrameHead head{static_cast<char>(kind)};
    for (std::size_t at = 1; at < head.size(); ++at) {
        head[at] = static_cast<char>(size & 0xFF);
        size >>= 8;
    }
    return head;
}

inline FrameKind kind_of(const FrameHead& head) {
    return static_cast<FrameKind>(head[0]);
}

inline std::uint64_t size_of(const FrameHead& head) {
    std::uint64_t size = 0;
    for (std::size_t at = head.size() - 1; at > 0; --at) {
        size = size << 8 | static_cast<unsigned char>(head[at]);
    }
    return size;
}

}  // namespace standby::intake
