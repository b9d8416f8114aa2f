// Cursors: where the next page of a list begins. Opaque and url-safe; one that was changed, or that
// belongs to another list, is refused instead of showing something else.
#pragma once

#include "base/json/writer.hpp"
#include "base/result.hpp"
#include "http/api/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace standby::http {

// The list's name should say everything that makes it another list: "offers of res_1, live".
std::string make_cursor(std::string_view list, std::uint64_t after);
Result<std::uint64_t, Problem> parse_cursor(std::string_view list, std::string_view text);

inline constexpr std::size_t page_limit_default = 50;
inline constexpr std::size_t page_limit_max = 200;

// What ?limit= and ?cursor= ask for.
struct PageRequest {
    std::size_t limit = page_limit_default;
    std::uint64_t after = 0;  // the number in the cursor; 0: from the beginning
};
Result<PageRequest, Problem> parse_page(std::string_view list,
                                        const std::optional<std::string>& limit,
                                        const std::optional<std::string>& cursor);

// A page is an object with `items` and `next_cursor`; the items are written between the two calls.
void begin_page(JsonWriter& writer);
// `next`: the number after which the next page begins; nothing when this one is the last.
void end_page(JsonWriter& writer, std::string_view list, std::optional<std::uint64_t> next);

}  // namespace standby::http
