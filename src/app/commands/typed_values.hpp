// What was typed behind the names of flags and arguments, as values. Errors say which one is wrong,
// what is wanted, and what was given instead.
#pragma once

#include "app/commands/reading.hpp"
#include "base/result.hpp"
#include "base/time.hpp"
#include "core/model/ids.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace standby::app {

// An instant, or the beginning of a day in UTC.
Result<Time, std::string> read_time(const Typed& typed, std::string_view name);
// A whole number.
Result<std::uint32_t, std::string> read_number(const Typed& typed, std::string_view name,
                                               std::uint32_t low, std::uint32_t high);
Result<core::ResourceNumber, std::string> read_resource(const Typed& typed, std::string_view name);
// Of --resource.
Result<std::optional<core::ResourceNumber>, std::string> read_optional_resource(const Typed& typed);
// Of MESSAGE.
Result<std::uint64_t, std::string> read_message(const Typed& typed);
// Of --email, normalised; empty when there is none.
Result<std::string, std::string> read_email(const Typed& typed);
// Of --shards, 16 when there is none, and of SHARD.
Result<std::uint32_t, std::string> read_shards(const Typed& typed);
Result<std::uint32_t, std::string> read_shard(const Typed& typed);

template <class Enum, std::size_t Size>
Result<Enum, std::string> read_choice(const Typed& typed, std::string_view name, Enum otherwise,
                                      const std::pair<std::string_view, Enum> (&choices)[Size]) {
    if (!typed.has(name)) {
        return otherwise;
    }
    std::string known;
    for (const auto& [text, value] : choices) {
        if (text == typed.value(name)) {
            return value;
        }
        known += fmt::format("{}{}", known.empty() ? "" : ", ", text);
    }
    return std::unexpected(
        fmt::format("{} must be one of {}, not '{}'", name, known, typed.value(name)));
}

}  // namespace standby::app
