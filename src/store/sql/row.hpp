// A row that a database gave, read in one way wherever it came from. Columns are counted from 0.
// What does not fit the type asked for is zero or empty, and makes the row damaged.
#pragma once

#include "base/sha256.hpp"
#include "base/time.hpp"
#include "core/model/ids.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace standby::store {

class SqlRow {
public:
    virtual ~SqlRow() = default;

    virtual std::int64_t integer(std::size_t column) const = 0;  // of truths too
    virtual double real(std::size_t column) const = 0;
    virtual bool is_null(std::size_t column) const = 0;
    // Valid until the next row is asked for.
    virtual std::string_view view(std::size_t column) const = 0;
    virtual std::span<const std::byte> blob(std::size_t column) const = 0;
    virtual bool is_damaged() const { return is_damaged_; }

    template <class Number>
    Number number(std::size_t column) {
        const std::int64_t value = integer(column);
        if (!std::in_range<Number>(value)) {
            is_damaged_ = true;
            return 0;
        }
        return static_cast<Number>(value);
    }
    template <class Id>
    Id id(std::size_t column) {
        return Id{number<typename Id::Integer>(column)};
    }
    template <class Enum>
    Enum choice(std::size_t column, Enum last) {
        const auto value = number<std::underlying_type_t<Enum>>(column);
        if (value > static_cast<std::underlying_type_t<Enum>>(last)) {
            is_damaged_ = true;
            return last;
        }
        return static_cast<Enum>(value);
    }
    bool truth(std::size_t column) const { return integer(column) != 0; }
    // Of 64 bits, which are stored as signed integers.
    std::uint64_t hash(std::size_t column) const {
        return static_cast<std::uint64_t>(integer(column));
    }
    core::ContactKey contact(std::size_t column) const { return core::ContactKey{hash(column)}; }
    Duration duration(std::size_t column) const { return Duration{integer(column)}; }
    Time time(std::size_t column) const { return Time{duration(column)}; }
    std::optional<Time> optional_time(std::size_t column) const {
        return is_null(column) ? std::nullopt : std::optional(time(column));
    }
    std::string text(std::size_t column) const { return std::string(view(column)); }
    std::vector<std::byte> bytes(std::size_t column) const {
        const std::span<const std::byte> stored = blob(column);
        return {stored.begin(), stored.end()};
    }
    Sha256Digest digest(std::size_t column) {
        const std::span<const std::byte> stored = blob(column);
        Sha256Digest digest{};
        if (stored.size() == digest.size()) {
            std::ranges::copy(stored, digest.begin());
        } else {
            is_damaged_ = true;
        }
        return digest;
    }

private:
    bool is_damaged_ = false;
};

}  // namespace standby::store
