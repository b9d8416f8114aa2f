// What the queries of lists may ask for: states by their names, numbers, short texts.
#pragma once

#include "base/result.hpp"
#include "core/model/ids.hpp"
#include "engine/ports/store.hpp"
#include "http/api/problem.hpp"
#include "http/server/message.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace standby::http {

// A state of the table's rows by its name; nothing when it is not one of them.
std::optional<std::uint8_t> row_state(engine::RowTable table, std::string_view name);

// A parameter of 1 to 100 characters, or nothing when it is not there; else a 422.
Result<std::optional<std::string>, Problem> text_parameter(const Request& request,
                                                           std::string_view name);
// A parameter from `least` to `most`, or nothing when it is not there; else a 422.
Result<std::optional<std::uint64_t>, Problem> number_parameter(const Request& request,
                                                               std::string_view name,
                                                               std::uint64_t least,
                                                               std::uint64_t most);

// The number of what a parameter names by its id, of this resource; 0 when it is not there; else a
// 422.
template <class Id>
Result<std::uint32_t, Problem>
own_number(const Request& request, core::ResourceNumber resource, std::string_view parameter,
           std::optional<Id> (*parse)(std::string_view), std::string_view what) {
    const auto text = request.parameter(parameter);
    if (!text) {
        return 0;
    }
    const auto id = parse(*text);
    if (!id || core::resource_of(*id) != resource) {
        return std::unexpected(invalid(std::string(parameter),
                                       "is not an " + std::string(what) + " of this resource"));
    }
    return core::number_of(*id);
}

}  // namespace standby::http
