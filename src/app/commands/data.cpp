#include "app/commands/data.hpp"

#include "app/service/clocks.hpp"
#include "app/service/options.hpp"
#include "core/audit/event_codec.hpp"
#include "engine/history/objection.hpp"
#include "engine/history/rollup/rollup.hpp"

#include <fmt/core.h>

#include <filesystem>

namespace standby::app {
namespace {

constexpr std::size_t page_rows = 2'000;

template <class Rows>
Result<Rows, std::string> readable(Result<Rows, engine::StoreError> rows, std::string_view what) {
    if (!rows) {
        return std::unexpected(fmt::format("{} cannot be read; run standby doctor", what));
    }
    return *std::move(rows);
}

}  // namespace

Result<std::string, std::string> database_path(const DataPlace& place) {
    return sqlite_path(place.store, place.data_dir);
}

DataPlace place_of(const ServeOptions& options) {
    return {.data_dir = options.data_dir,
            .store = options.store,
            .cluster_secret = options.cluster_secret};
}

bool is_cluster(const DataPlace& place) {
    return is_postgres(place.store);
}

OpenData::OpenData(std::unique_ptr<store::SqliteStore> file) : file_(std::move(file)) {}
OpenData::OpenData(std::unique_ptr<store::PostgresStore> cluster) : cluster_(std::move(cluster)) {}

engine::Store& OpenData::store() const {
    return file_ != nullptr ? static_cast<engine::Store&>(*file_) : *cluster_;
}

std::optional<Time> OpenData::served_until() const {
    return file_ ? file_->served_until().value_or(std::nullopt) : std::nullopt;
}

engine::Registry& OpenData::registry() const {
    return file_ != nullptr ? static_cast<engine::Registry&>(*file_) : *cluster_;
}

store::PostgresOptions command_options(const DataPlace& place) {
    // A command has time, and does one thing after the other.
    store::PostgresOptions options;
    options.cluster_secret = place.cluster_secret;
    options.founds = false;
    options.connections_max = 4;
    options.read_deadline = std::chrono::minutes{2};
    options.write_deadline = std::chrono::seconds{30};
    options.lease_deadline = std::chrono::seconds{10};
    return options;
}

Result<OpenData, Complaint> open_to_read(const DataPlace& place) {
    if (is_cluster(place)) {
        return OpenData(TRY(or_exit(
            exit_unavailable, store::PostgresStore::open(place.store, command_options(place)))));
    }
    store::SqliteOptions options;
    options.mode = store::OpenMode::ReadOnly;
    const std::string path = TRY(or_exit(exit_unavailable, database_path(place)));
    return OpenData(TRY(or_exit(exit_unavailable, store::SqliteStore::open(path, options))));
}

Result<OpenData, Complaint> open_to_write(const DataPlace& place, Missing missing) {
    if (is_cluster(place)) {
        return open_to_read(place);
    }
    const std::string path = TRY(or_exit(exit_unavailable, database_path(place)));
    std::error_code error;
    if (missing == Missing::IsAnError && !std::filesystem::exists(path, error)) {
        return fail(fmt::format("There is no {}", path), exit_unavailable);
    }
    if (missing == Missing::IsMade && place.store.empty()) {
        TRY(or_exit(exit_unavailable, make_data_directory(place.data_dir)));
    }
    auto opened = store::SqliteStore::open(path, {});
    if (!opened) {
        return fail(is_in_use(opened.error()) ? opened.error() + ": stop the server first"
                                              : opened.error(),
                    exit_unavailable);
    }
    return OpenData(*std::move(opened));
}

bool is_in_use(std::string_view error) {
    return error.find("in use by another") != std::string_view::npos;
}

Pages::Pages(engine::Store& store)
    : resources([&store](core::ResourceNumber after, std::size_t limit) {
          return readable(store.resources({}, after, limit), "the list of resources");
      }),
      events([&store](core::ResourceNumber resource, std::uint64_t after, std::size_t limit) {
          return readable(store.events(resource, after, limit),
                          "the events of " + core::format_id(resource));
      }),
      rows([&store](engine::RowTable table, core::ResourceNumber resource, std::uint32_t after,
                    std::size_t limit) {
          return readable(store.rows(table, resource, after, limit, {}),
                          "the rows of " + core::format_id(resource));
      }),
      starts([&store](core::ResourceNumber resource) {
          return readable(store.history_starts(resource),
                          "where the history of " + core::format_id(resource) + " begins");
      }),
      rollup([&store](core::ResourceNumber resource) {
          return readable(store.rollup(resource, engine::first_day_ever, engine::last_day_ever),
                          "the figures of " + core::format_id(resource));
      }) {}

Pages::Pages(store::PgReading& reading)
    : resources(std::bind_front(&store::PgReading::resources, &reading)),
      events(std::bind_front(&store::PgReading::events, &reading)),
      rows(std::bind_front(&store::PgReading::rows, &reading)),
      starts(std::bind_front(&store::PgReading::history_starts, &reading)),
      rollup(std::bind_front(&store::PgReading::rollup, &reading)) {}

Result<void, std::string> for_each_resource(const Pages& pages,
                                            std::optional<core::ResourceNumber> only,
                                            const ResourceFunction& function) {
    core::ResourceNumber after{only ? only->value() - 1 : 0};
    const std::size_t page = only ? 1 : page_rows;
    while (true) {
        const auto listings = TRY(pages.resources(after, page));
        for (const engine::ResourceListing& listing : listings) {
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
        if (listings.size() < page) {
            return {};
        }
    }
}

Result<engine::Beginning, std::string> history_of(const Pages& pages,
                                                  core::ResourceNumber resource) {
    auto beginning = engine::beginning_of(resource, TRY(pages.starts(resource)));
    if (!beginning) {
        return std::unexpected(fmt::format("the start of the history of {} cannot be used ({}); "
                                           "run standby verify",
                                           core::format_id(resource), beginning.error()));
    }
    return *std::move(beginning);
}

std::string kept_since_text(core::ResourceNumber resource, Time since) {
    return fmt::format("the history of {} is kept since {}", core::format_id(resource),
                       in_seconds(since));
}

Result<void, std::string> for_each_event(const Pages& pages, core::ResourceNumber resource,
                                         std::uint64_t after, const EventFunction& function) {
    while (true) {
        const auto rows = TRY(pages.events(resource, after, page_rows));
        for (const engine::EventRow& row : rows) {
            after = row.number;
            if (!TRY(function(row))) {
                return {};
            }
        }
        if (rows.size() < page_rows) {
            return {};
        }
    }
}

Result<void, std::string> for_each_row(const Pages& pages, engine::RowTable table,
                                       core::ResourceNumber resource, const RowFunction& function) {
    std::uint32_t after = 0;
    while (true) {
        const auto rows = TRY(pages.rows(table, resource, after, page_rows));
        for (const engine::StoredRow& row : rows) {
            after = row.number;
            TRY(function(row));
        }
        if (rows.size() < page_rows) {
            return {};
        }
    }
}

Result<core::Event, std::string> trusted_event(const core::ResourceState& state,
                                               const engine::EventRow& row) {
    const auto damaged = [&](std::string_view why) {
        return std::unexpected(fmt::format("event {} of {} cannot be used ({}); run standby verify",
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

std::string in_seconds(Time time) {
    return format_time(std::chrono::floor<std::chrono::seconds>(time));
}

}  // namespace standby::app
