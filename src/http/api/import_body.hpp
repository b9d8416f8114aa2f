// The bodies about tables that people come from.
#pragma once

#include "base/result.hpp"
#include "http/api/problem.hpp"
#include "http/routes/import_desk.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace standby::http {

// POST /v1/resources/{id}/imports
struct ImportBody {
    std::string file_name;
    std::uint64_t size = 0;
};
Result<ImportBody, Problem> parse_import(std::string_view body);

// POST /v1/imports/{id}:upload
struct ImportPiece {
    std::uint64_t offset = 0;
    std::string bytes;
};
Result<ImportPiece, Problem> parse_import_piece(std::string_view body);

// POST /v1/imports/{id}:preview
Result<ImportChoice, Problem> parse_import_choice(std::string_view body);
// POST /v1/imports/{id}:run
Result<ImportPermits, Problem> parse_import_permits(std::string_view body);

}  // namespace standby::http
