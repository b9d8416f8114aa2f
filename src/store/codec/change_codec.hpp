// A batch as one piece of bytes, for stores that append what was committed to a log and bring it
// into their tables later. Unlike events these bytes don't last: they are gone once the rows are
// there. They hold personal data, so whoever keeps them erases them with the person.
#pragma once

#include "engine/ports/store.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace standby::store {

// What `encode_changes` writes. A later version can read the ones before it.
inline constexpr std::uint8_t change_format = 1;

std::vector<std::byte> encode_changes(std::span<const engine::ResourceChange> changes);

// Nothing when the bytes are damaged or of a format that this version doesn't know.
std::optional<std::vector<engine::ResourceChange>> decode_changes(std::span<const std::byte> bytes);

}  // namespace standby::store
