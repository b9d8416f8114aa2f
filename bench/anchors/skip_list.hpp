// An anchor to measure against: a skip list whose links know how many entries they pass over, the
// structure behind Redis's sorted sets. Levels are drawn with a chance of one in four, as there.
#pragma once

#include "base/assert.hpp"
#include "base/prng.hpp"
#include "core/order/footprint.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace standby::bench {

class SkipList {
public:
    SkipList() : head_(make_node(0, level_max)) {}

    SkipList(const SkipList&) = delete;
    SkipList& operator=(const SkipList&) = delete;

    ~SkipList() {
        for (Node* node = head_; node != nullptr;) {
            Node* next = node->links[0].next;
            std::free(node);
            node = next;
        }
    }

    // The key must be absent.
    void insert(std::uint64_t key) {
        Trail trail;
        follow(key, trail);
        const std::size_t levels = draw_levels();
        while (levels_ < levels) {
            trail[levels_] = {.node = head_, .rank = 0};
            head_->links[levels_].span = size_;
            ++levels_;
        }
        Node* added = make_node(key, levels);
        for (std::size_t level = 0; level < levels; ++level) {
            Link& link = trail[level].node->links[level];
            const std::uint64_t passed = trail[0].rank - trail[level].rank;
            added->links[level] = {.next = link.next, .span = link.span - passed};
            link = {.next = added, .span = passed + 1};
        }
        for (std::size_t level = levels; level < levels_; ++level) {
            ++trail[level].node->links[level].span;
        }
        ++size_;
    }

    // The key must be present.
    void erase(std::uint64_t key) {
        Trail trail;
        follow(key, trail);
        Node* erased = trail[0].node->links[0].next;
        ASSERT(erased != nullptr && erased->key == key);
        for (std::size_t level = 0; level < levels_; ++level) {
            Link& link = trail[level].node->links[level];
            if (link.next == erased) {
                link.span += erased->links[level].span - 1;
                link.next = erased->links[level].next;
            } else {
                --link.span;
            }
        }
        bytes_ -= core::heap_bytes(node_bytes(erased->levels));
        std::free(erased);
        --size_;
    }

    // How many keys are smaller.
    std::uint64_t count_below(std::uint64_t key) const {
        const Node* node = head_;
        std::uint64_t rank = 0;
        for (std::size_t level = levels_; level-- > 0;) {
            const Link* link = &node->links[level];
            while (link->next != nullptr && link->next->key < key) {
                rank += link->span;
                node = link->next;
                link = &node->links[level];
            }
        }
        return rank;
    }

    // Calls `visit(key) -> bool` in ascending order until it returns false.
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (const Node* node = head_->links[0].next; node != nullptr; node = node->links[0].next) {
            if (!visit(node->key)) {
                return;
            }
        }
    }

    std::size_t memory_bytes() const { return bytes_; }

private:
    static constexpr std::size_t level_max = 32;

    struct Node;
    struct Link {
        Node* next = nullptr;
        std::uint64_t span = 0;  // entries from here to next, next included
    };
    struct Node {
        std::uint64_t key;
        std::size_t levels;
        Link links[1];  // as many as levels: the block is allocated that long
    };
    struct Mark {
        Node* node = nullptr;
        std::uint64_t rank = 0;  // entries before and including the node
    };
    using Trail = std::array<Mark, level_max>;

    static constexpr std::size_t node_bytes(std::size_t levels) {
        return sizeof(Node) + (levels - 1) * sizeof(Link);
    }

    Node* make_node(std::uint64_t key, std::size_t levels) {
        void* block = std::malloc(node_bytes(levels));
        ASSERT(block != nullptr);
        Node* node = std::construct_at(static_cast<Node*>(block), key, levels);
        for (std::size_t level = 1; level < levels; ++level) {
            std::construct_at(node->links + level);
        }
        bytes_ += core::heap_bytes(node_bytes(levels));
        return node;
    }

    // Marks, on every level, the last node before the key.
    void follow(std::uint64_t key, Trail& trail) {
        Mark mark{.node = head_, .rank = 0};
        for (std::size_t level = levels_; level-- > 0;) {
            const Link* link = &mark.node->links[level];
            while (link->next != nullptr && link->next->key < key) {
                mark.rank += link->span;
                mark.node = link->next;
                link = &mark.node->links[level];
            }
            trail[level] = mark;
        }
    }

    std::size_t draw_levels() {
        std::size_t levels = 1;
        for (std::uint64_t bits = prng_.next(); levels < level_max && bits % 4 == 0; bits /= 4) {
            ++levels;
        }
        return levels;
    }

    Prng prng_{42};
    std::size_t bytes_ = 0;
    std::size_t levels_ = 1;
    std::uint64_t size_ = 0;
    Node* head_;
};

}  // namespace standby::bench
