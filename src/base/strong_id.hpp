// An integer with a type of its own, so that an entry's number cannot be passed where a person's
// is wanted. It converts neither from nor to its integer by itself.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <functional>

namespace standby {

// Declare one with a tag that exists for nothing else:
// `using EntryId = StrongId<struct EntryIdTag, std::uint64_t>;`
// The default value is zero. Ordering and equality are those of the integer.
template <class Tag, std::integral Int>
struct StrongId {
public:
    using Integer = Int;

    constexpr StrongId() noexcept = default;
    constexpr explicit StrongId(Int value) noexcept : value_(value) {}

    [[nodiscard]] constexpr Int value() const noexcept { return value_; }

    friend constexpr auto operator<=>(StrongId, StrongId) noexcept = default;

private:
    Int value_ = 0;
};

}  // namespace standby

template <class Tag, class Int>
struct std::hash<standby::StrongId<Tag, Int>> {
    std::size_t operator()(standby::StrongId<Tag, Int> id) const noexcept {
        return std::hash<Int>{}(id.value());
    }
};
