// A page of a list: what the query asks for, the rows from the store, the items, the cursor.
#pragma once

#include "http/routes/api_routes.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace standby::http {

template <class Fetch, class Write>
void ApiRoutes::send_list(const CallPtr& call, std::string list, Fetch fetch, Write write) {
    const auto asked = page_of(*call, list);
    if (!asked) {
        return;
    }
    read(call, [this, call, list = std::move(list), page = *asked, fetch = std::move(fetch),
                write = std::move(write)](engine::Store& store, engine::Registry& registry) {
        // One more than is shown tells whether the list goes on.
        const auto rows = fetch(store, registry, page.after, page.limit + 1);
        if (!rows) {
            call->send_problem(problem(ProblemType::Unavailable,
                                       "The database did not answer. Try again in a moment."));
            return;
        }
        std::string body;
        JsonWriter writer{body};
        begin_page(writer);
        std::optional<std::uint64_t> last;
        const std::size_t shown = std::min<std::size_t>(rows->size(), page.limit);
        for (std::size_t index = 0; index < shown; ++index) {
            last = write(writer, (*rows)[index], store);
        }
        end_page(writer, list, rows->size() > page.limit ? last : std::nullopt);
        finish(call, 200, std::move(body));
    });
}

}  // namespace standby::http
