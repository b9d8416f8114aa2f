#include "core/audit/hash_chain.hpp"

namespace standby::core {

Sha256Digest next_link(const Sha256Digest& previous, std::span<const std::byte> encoded_event) {
    Sha256 hash;
    hash.update(previous);
    hash.update(encoded_event);
    return hash.finish();
}

}  // namespace standby::core
