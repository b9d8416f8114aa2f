#include "http/api/resource_body.hpp"

#include "core/model/limits.hpp"
#include "http/api/body.hpp"
#include "http/api/choices.hpp"
#include "http/api/rules_body.hpp"
#include "http/api/wants_body.hpp"

namespace standby::http {
namespace {

constexpr TextLimit resource_name{.length_max = resource_name_length_max, .may_be_blank = false};

std::optional<std::uint32_t> read_capacity(FieldReader& reader) {
    const auto capacity = reader.integer("capacity", 0, core::limits::capacity_max);
    return capacity ? std::optional(static_cast<std::uint32_t>(*capacity)) : std::nullopt;
}

std::optional<std::string> read_own_zone(FieldReader& reader) {
    auto zone = read_time_zone(reader, "time_zone");
    if (zone && zone->empty()) {
        reader.error("time_zone", "must not be blank");
    }
    return zone;
}

void read_rules_field(FieldReader& reader, core::RulesPatch& patch) {
    reader.object("rules", [&patch](FieldReader& rules) { read_rules(rules, patch); });
}

void refuse_change(FieldReader& reader, std::string_view name) {
    if (reader.given(name) != nullptr) {
        reader.error(name, "cannot be changed");
    }
}

}  // namespace

Result<CreateBody, Problem> parse_create(std::string_view body) {
    return read_body<CreateBody>(
        body, EmptyBody::Refused, [](FieldReader& reader, CreateBody& create) {
            core::Settings& settings = create.command.settings;
            reader.require("name");
            reader.require("kind");
            create.name = reader.text("name", resource_name).value_or("");
            settings.kind = reader.choice("kind", kind_choices).value_or(settings.kind);
            settings.capacity = read_capacity(reader).value_or(settings.capacity);
            settings.starts_at = reader.time("starts_at");
            create.names_time_zone = reader.given("time_zone") != nullptr;
            settings.time_zone = read_own_zone(reader).value_or(settings.time_zone);
            settings.inventory =
                reader.choice("inventory", inventory_choices).value_or(settings.inventory);
            read_rules_field(reader, create.command.rules);
        });
}

Result<PatchBody, Problem> parse_patch(std::string_view body) {
    return read_body<PatchBody>(body, EmptyBody::Refused,
                                [](FieldReader& reader, PatchBody& patch) {
                                    patch.name = reader.text("name", resource_name);
                                    patch.command.capacity = read_capacity(reader);
                                    const auto starts_at = reader.time("starts_at");
                                    if (starts_at || reader.is_null("starts_at")) {
                                        patch.command.starts_at = starts_at;
                                    }
                                    patch.command.time_zone = read_time_zone(reader, "time_zone");
                                    refuse_change(reader, "kind");
                                    refuse_change(reader, "inventory");
                                    read_rules_field(reader, patch.command.rules);
                                });
}

}  // namespace standby::http
