// Written as the ids of what a list has, with letters of its own in front.
#include "interchange/view/import_id.hpp"

namespace standby::interchange {
namespace {

constexpr std::string_view prefix = "imp_";
constexpr std::string_view form = "opn_";

}  // namespace

ImportId import_id(core::ResourceNumber resource, std::uint32_t number) {
    return ImportId{core::join_key(resource, number)};
}

std::string format_import_id(ImportId id) {
    return std::string(prefix) + core::format_id(core::OpeningId{id.value()}).substr(form.size());
}

std::optional<ImportId> parse_import_id(std::string_view text) {
    if (!text.starts_with(prefix)) {
        return std::nullopt;
    }
    const auto id =
        core::parse_opening_id(std::string(form) + std::string(text.substr(prefix.size())));
    return id ? std::optional(ImportId{id->value()}) : std::nullopt;
}

}  // namespace standby::interchange
