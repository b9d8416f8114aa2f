// Opening the file, and walking through it page by page so that any size fits the memory.
#include "app/commands/data.hpp"

#include "app/service/clocks.hpp"
#include "app/service/options.hpp"
#include "core/audit/event_codec.hpp"
#include "engine/history/objection.hpp"

#include <fmt/core.h>

#include <filesystem>

namespace standby::app {
namespace {

constexpr std::size_t page_rows = 2'000;

std::string unreadable(std::string_view what) {
    return fmt::format("{} cannot be read; run standby doctor", what);
}

}  // namespace

Result<std::string, std::string> database_path(const DataPlace& place) {
    return sqlite_path(place.store, place.data_dir);
}

Result<std::unique_ptr<store::SqliteStore>, std::string> open_to_read(const DataPlace& place) {
    store::SqliteOptions options;
    options.mode = store::OpenMode::ReadOnly;
    return store::SqliteStore::open(TRY(database_path(place)), options);
}

Result<std::unique_ptr<store::SqliteStore>, std::string> open_to_write(const DataPlace& place,
                                                                       Missing missing) {
    const std::string path = TRY(database_path(place));
    std::error_code error;
    if (missing == Missing::IsAnError && !std::filesystem::exists(path, error)) {
        return std::unexpected(fmt::format("There is no {}", path));
    }
    if (missing == Missing::IsMade && place.store.empty()) {
        TRY(make_data_directory(place.data_dir));
    }
    auto opened = store::SqliteStore::open(path, {});
    if (!opened && is_in_use(opened.error())) {
        return std::unexpected(opened.error() + ": stop the server first");
    }
    return opened;
}

bool is_in_use(std::string_view error) {
    return error.find("in use by another") != std::string_view::npos;
}

Result<void, std::string> for_each_resource(
    engine::Store& store, std::optional<core::ResourceNumber> only,
    const std::function<Result<void, std::string>(const engine::ResourceListing&)>& function) {
    core::ResourceNumber after{only ? only->value() - 1 : 0};
    const std::size_t page = only ? 1 : page_rows;
    while (true) {
        const auto listings = store.resources(engine::AccountNumber{}, after, page);
        if (!listings) {
            return std::unexpected(unreadable("the list of resources"));
        }
        for (const engine::ResourceListing& listing : *listings) {
            after = listing.number;
            if (only && listing.number != *only) {
                break;
            }
            TRY(function(listing));
            if (only) {
                return {};
            }
        }
        if (only) {
            return std::unexpected(fmt::format("there is no resource {}", core::format_id(*only)));
        }
        if (listings->size() < page) {
            return {};
        }
    }
}

Result<void, std::string>
for_each_event(engine::Store& store, core::ResourceNumber resource,
               const std::function<Result<bool, std::string>(const engine::EventRow&)>& function) {
    std::uint64_t after = 0;
    while (true) {
        const auto rows = store.events(resource, after, page_rows);
        if (!rows) {
            return std::unexpected(
                unreadable(fmt::format("the events of {}", core::format_id(resource))));
        }
        for (const engine::EventRow& row : *rows) {
            after = row.number;
            if (!TRY(function(row))) {
                return {};
            }
        }
        if (rows->size() < page_rows) {
            return {};
        }
    }
}

Result<void, std::string>
for_each_row(engine::Store& store, engine::RowTable table, core::ResourceNumber resource,
             const std::function<Result<void, std::string>(const engine::StoredRow&)>& function) {
    std::uint32_t after = 0;
    while (true) {
        const auto rows = store.rows(table, resource, after, page_rows, {});
        if (!rows) {
            return std::unexpected(
                unreadable(fmt::format("the rows of {}", core::format_id(resource))));
        }
        for (const engine::StoredRow& row : *rows) {
            after = row.number;
            TRY(function(row));
        }
        if (rows->size() < page_rows) {
            return {};
        }
    }
}

Result<core::Event, std::string> trusted_event(const core::ResourceState& state,
                                               const engine::EventRow& row) {
    const auto damaged = [&](std::string_view why) {
        return std::unexpected(fmt::format("event {} of {} is damaged ({}); run standby verify",
                                           row.number, core::format_id(state.number), why));
    };
    auto event = core::decode_event(row.data);
    if (!event) {
        return damaged(event.error());
    }
    if (event->number != state.last_event + 1) {
        return damaged("the one before it is missing");
    }
    if (const auto objection = engine::objection_to(state, *event)) {
        return damaged(*objection);
    }
    return *std::move(event);
}

Time system_now() {
    return SystemClock{}.now();
}

}  // namespace standby::app
