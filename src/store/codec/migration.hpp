// The steps from an empty database to the tables of today. They are the files of schema/, which are
// part of the binary; cmake/embed_schema.cmake writes these functions.
#pragma once

#include <span>
#include <string_view>

namespace standby::store {

struct Migration {
    int number = 0;  // from 1, without gaps
    std::string_view name;
    std::string_view sql;
};

std::span<const Migration> sqlite_migrations();
std::span<const Migration> sqlite_archive_migrations();
std::span<const Migration> postgres_migrations();

}  // namespace standby::store
