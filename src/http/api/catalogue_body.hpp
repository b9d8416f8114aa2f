// The bodies about what a business offers.
#pragma once

#include "base/result.hpp"
#include "engine/ports/catalogue.hpp"
#include "http/api/problem.hpp"
#include "interchange/catalogue/offered_names.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http {

// POST and PATCH /v1/catalogue/services, people and places. What is not given stays as it is; an
// inner nothing (null in the body) takes the value away.
struct CatalogueBody {
    std::optional<std::string> name;
    std::optional<std::vector<std::string>> other_names;
    std::optional<std::optional<Duration>> duration;
    std::optional<std::optional<core::Money>> price;
    std::optional<Duration> buffer;
    std::optional<std::vector<std::string>> services;  // ids or names
    std::optional<std::vector<core::WeeklyWindow>> hours;
    std::optional<std::pair<std::uint32_t, std::uint32_t>> size;  // from, to
};
enum class CatalogueCall : std::uint8_t { Add, Change };
Result<CatalogueBody, Problem> parse_catalogue_item(std::string_view body,
                                                    engine::CatalogueKind kind, CatalogueCall call);

// What the item becomes. Refused where a name is another item's (the error names it), or a service
// is none.
Result<engine::CatalogueItem, Problem> merged(const CatalogueBody& body,
                                              engine::CatalogueItem present,
                                              const interchange::OfferedNames& offered);

// POST /v1/catalogue:import; the body may be missing.
struct CatalogueImportBody {
    bool dry_run = false;
    std::optional<std::vector<std::string>> names;  // nothing: all that are worth it
};
Result<CatalogueImportBody, Problem> parse_catalogue_import(std::string_view body);

}  // namespace standby::http
