#include "http/api/preview_body.hpp"

#include "core/model/limits.hpp"
#include "http/api/body.hpp"
#include "http/api/rules_body.hpp"

namespace standby::http {
namespace {

constexpr Choice<Language> language_choices[] = {
    {"en", Language::English},
    {"de", Language::German},
    {"fr", Language::French},
    {"es", Language::Spanish},
};

std::optional<std::uint32_t> read_places(FieldReader& reader, std::string_view name,
                                         std::int64_t low) {
    const auto places = reader.integer(name, low, core::limits::capacity_max);
    return places ? std::optional(static_cast<std::uint32_t>(*places)) : std::nullopt;
}

}  // namespace

Result<PreviewBody, Problem> parse_preview(std::string_view body) {
    return read_body<PreviewBody>(
        body, EmptyBody::Refused, [](FieldReader& reader, PreviewBody& preview) {
            engine::PreviewedChange& change = preview.change;
            change.patch.capacity = read_places(reader, "capacity", 0);
            change.release = read_places(reader, "release", 1);
            const bool has_rules = reader.object(
                "rules", [&](FieldReader& rules) { read_rules(rules, change.patch.rules); });
            if (change.release && (change.patch.capacity || has_rules)) {
                reader.error("release", "cannot come together with capacity or rules");
            }
            preview.language =
                reader.choice("locale", language_choices).value_or(Language::English);
        });
}

}  // namespace standby::http
