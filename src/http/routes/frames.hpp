// Memory for the frames of coroutines. A frame is larger than what malloc hands out quickly, and is
// mostly freed on another thread than it came from; so the frames of a call lie one behind the
// other in one block, and blocks are used again.
#pragma once

#include "base/guarded.hpp"

#include <array>
#include <cstddef>
#include <new>
#include <vector>

namespace standby::http {

// Blocks of one size for the outermost frames. Larger ones, and those that too many would be kept
// of, come from and go to the heap.
class FrameBlocks {
public:
    static constexpr std::size_t block_bytes = 16 * 1024;
    static constexpr std::size_t kept_max = 512;

    static void* take(std::size_t bytes) {
        if (bytes > block_bytes) {
            return ::operator new(bytes);
        }
        if (void* kept = free_blocks().with([](std::vector<void*>& blocks) -> void* {
                if (blocks.empty()) {
                    return nullptr;
                }
                void* last = blocks.back();
                blocks.pop_back();
                return last;
            })) {
            return kept;
        }
        return ::operator new(block_bytes);
    }
    static void give_back(void* block, std::size_t bytes) {
        const bool is_kept =
            bytes <= block_bytes && free_blocks().with([block](std::vector<void*>& blocks) {
                if (blocks.size() == kept_max) {
                    return false;
                }
                blocks.push_back(block);
                return true;
            });
        if (!is_kept) {
            ::operator delete(block);
        }
    }

private:
    static Guarded<std::vector<void*>>& free_blocks() {
        // tidy: allow raw_new because it outlives all threads and is never deleted
        static auto& blocks = *new Guarded<std::vector<void*>>;
        return blocks;
    }
};

// The frames of one call's handlers. They end in the reverse order of their beginning; one that
// finds no room is on the heap. Used by one thread at a time, as the call is.
class FrameSpace {
public:
    void* take(std::size_t bytes) {
        const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
        if (rounded > bytes_.size() - used_) {
            return nullptr;
        }
        void* frame = bytes_.data() + used_;
        used_ += rounded;
        return frame;
    }
    // The last one that was taken and is still there. What ends out of turn stays until the end.
    void give_back(void* frame, std::size_t bytes) {
        const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
        if (static_cast<std::byte*>(frame) + rounded == bytes_.data() + used_) {
            used_ -= rounded;
        }
    }

private:
    static constexpr std::size_t alignment = alignof(std::max_align_t);
    alignas(std::max_align_t) std::array<std::byte, 14 * 1024> bytes_;  // not set: frames begin so
    std::size_t used_ = 0;
};

}  // namespace standby::http
