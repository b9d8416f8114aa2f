// The chain over a resource's events: each link is the SHA-256 of the link before and the encoded
// event. Whoever knows the last link knows whether any event was changed, dropped or put in.
#pragma once

#include "base/sha256.hpp"
#include "core/model/event.hpp"

#include <cstddef>
#include <span>

namespace standby::core {

// The link before the first event.
inline constexpr Sha256Digest chain_origin{};

Sha256Digest next_link(const Sha256Digest& previous, std::span<const std::byte> encoded_event);

// Keeps the last link while events go by.
class HashChain {
public:
    HashChain() = default;
    explicit HashChain(const Sha256Digest& last) : last_(last) {}

    // Takes one more event in and returns its link.
    const Sha256Digest& extend(std::span<const std::byte> encoded_event) {
        last_ = next_link(last_, encoded_event);
        return last_;
    }
    const Sha256Digest& last() const { return last_; }

private:
    Sha256Digest last_ = chain_origin;
};

}  // namespace standby::core
