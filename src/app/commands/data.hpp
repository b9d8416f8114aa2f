// The data directory as the offline commands use it.
#pragma once

#include "app/commands/command.hpp"
#include "base/result.hpp"
#include "core/model/event.hpp"
#include "engine/ports/store.hpp"
#include "store/sqlite/sqlite_store.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace standby::app {

Result<std::string, std::string> database_path(const DataPlace& place);

// For reading: beside a running server, as the file is at this moment. The error is a sentence.
Result<std::unique_ptr<store::SqliteStore>, std::string> open_to_read(const DataPlace& place);

enum class Missing : std::uint8_t {
    IsAnError,
    IsMade,  // the directory and the file
};
// For writing: alone. That the server must be stopped is part of the error, which is_in_use
// recognises.
Result<std::unique_ptr<store::SqliteStore>, std::string> open_to_write(const DataPlace& place,
                                                                       Missing missing);

bool is_in_use(std::string_view error);

// Calls the function for every resource, or for the one given, ascending. An error of the function
// ends it.
Result<void, std::string> for_each_resource(
    engine::Store& store, std::optional<core::ResourceNumber> only,
    const std::function<Result<void, std::string>(const engine::ResourceListing&)>& function);

// Calls the function for every stored event of a resource, in order, until it returns false.
Result<void, std::string>
for_each_event(engine::Store& store, core::ResourceNumber resource,
               const std::function<Result<bool, std::string>(const engine::EventRow&)>& function);

// Rows of a table, in order.
Result<void, std::string>
for_each_row(engine::Store& store, engine::RowTable table, core::ResourceNumber resource,
             const std::function<Result<void, std::string>(const engine::StoredRow&)>& function);

// An event that can be taken for genuine after the ones in `state`, or a sentence that names it.
Result<core::Event, std::string> trusted_event(const core::ResourceState& state,
                                               const engine::EventRow& row);

Time system_now();

}  // namespace standby::app
