// A page of a list: what the query asks for, the rows from the store, the items, the cursor.
#pragma once

#include "http/routes/call.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace standby::http {

// fetch(store, registry, after, limit) gives the rows, or an error of the store; write(writer, row,
// store) writes one and returns where the list goes on after it. Both run where the store is read.
template <class Fetch, class Write>
Task<Answer> answer_list(Call& call, std::string list, Fetch fetch, Write write) {
    static_assert(is_awaitable_function<Fetch> && is_awaitable_function<Write>);
    const PageRequest page = CO_TRY(call.page_of(list));
    auto read = co_await call.read(
        [&](engine::Store& store,
            engine::Registry& registry) -> Result<std::string, engine::StoreError> {
            // One more than is shown tells whether the list goes on.
            const auto rows = TRY(fetch(store, registry, page.after, page.limit + 1));
            std::string body;
            JsonWriter writer{body};
            begin_page(writer);
            std::optional<std::uint64_t> last;
            const std::size_t shown = std::min<std::size_t>(rows.size(), page.limit);
            for (std::size_t index = 0; index < shown; ++index) {
                last = write(writer, rows[index], store);
            }
            end_page(writer, list, rows.size() > page.limit ? last : std::nullopt);
            return body;
        });
    co_return call.draft(200, CO_TRY(std::move(read)));
}

}  // namespace standby::http
