// The id of a table that people come from: which list they join, and the number of the import.
#pragma once

#include "core/model/ids.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace standby::interchange {

using ImportId = StrongId<struct ImportIdTag, std::uint64_t>;

ImportId import_id(core::ResourceNumber resource, std::uint32_t number);
std::string format_import_id(ImportId id);
// Nothing for what is not such an id.
std::optional<ImportId> parse_import_id(std::string_view text);

}  // namespace standby::interchange
