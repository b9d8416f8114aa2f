// What a heap block really costs, so that memory figures include the allocator's share and sets
// made of many small blocks do not look better than they are.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace standby::core {

// The bytes a 64-bit malloc takes for a block of `requested_bytes`: an 8-byte header, multiples of
// 16, at least 32. Nothing is taken for an empty request.
constexpr std::size_t heap_bytes(std::size_t requested_bytes) {
    if (requested_bytes == 0) {
        return 0;
    }
    return std::max<std::size_t>(32, (requested_bytes + 8 + 15) / 16 * 16);
}

template <class Element>
std::size_t heap_bytes(const std::vector<Element>& elements) {
    return heap_bytes(elements.capacity() * sizeof(Element));
}

}  // namespace standby::core
