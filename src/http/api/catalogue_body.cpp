#include "http/api/catalogue_body.hpp"

#include "base/name_key.hpp"
#include "core/model/limits.hpp"
#include "http/api/body.hpp"
#include "http/api/wants_body.hpp"
#include "interchange/view/ids.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace standby::http {
namespace {

using engine::CatalogueItem;
using engine::CatalogueKind;
using interchange::OfferedNames;

constexpr TextLimit item_name{.length_max = core::limits::name_length_max,
                              .unit = TextLimit::Unit::Bytes,
                              .may_be_blank = false};
constexpr std::size_t import_names_max = 3 * engine::catalogue_items_max;

// "svc_7" as a name could not be told from the id.
bool looks_like_id(std::string_view text) {
    return std::ranges::any_of(
        std::to_array({CatalogueKind::Service, CatalogueKind::Person, CatalogueKind::Place}),
        [&](CatalogueKind kind) {
            return interchange::parse_catalogue_id(kind, text).has_value();
        });
}

void read_service(FieldReader& reader, CatalogueBody& body) {
    if (reader.is_null("duration")) {
        body.duration.emplace(std::nullopt);
    } else if (const auto duration =
                   reader.duration("duration", Duration{1}, core::limits::slot_duration_max)) {
        body.duration.emplace(*duration);
    }
    if (reader.is_null("price")) {
        body.price.emplace(std::nullopt);
    } else if (const auto price = reader.money("price", 0)) {
        body.price.emplace(*price);
    }
    body.buffer = reader.duration("buffer", Duration{0}, engine::buffer_max);
}

void read_size(FieldReader& reader, CatalogueBody& body) {
    reader.object("size", [&](FieldReader& size) {
        const auto min = size.integer("min", 1, core::limits::party_size_max);
        const auto max = size.integer("max", 1, core::limits::party_size_max);
        const auto from = static_cast<std::uint32_t>(min.value_or(1));
        const auto to = static_cast<std::uint32_t>(max.value_or(core::limits::party_size_max));
        if (from > to) {
            size.error("min", "must not be above max");
        }
        body.size.emplace(from, to);
    });
}

// Whose name it is already: another item's, of the same kind.
const CatalogueItem* owner_of(const OfferedNames& offered, const CatalogueItem& item,
                              const std::string& name) {
    const CatalogueItem* owner = offered.find(item.kind, name);
    return owner != nullptr && owner->number != item.number ? owner : nullptr;
}

std::string taken_words(const CatalogueItem& owner) {
    return "is a name of " + owner.name + " (" +
           interchange::format_catalogue_id(owner.kind, owner.number) + ") already";
}

// Other names that say the same as the name or as one before them add nothing.
void drop_repeated(CatalogueItem& item) {
    std::set<std::string> keys{name_key(item.name)};
    std::erase_if(item.other_names,
                  [&](const std::string& name) { return !keys.insert(name_key(name)).second; });
}

void check_names(const CatalogueItem& item, const OfferedNames& offered,
                 std::vector<FieldError>& errors) {
    if (looks_like_id(item.name)) {
        errors.push_back({"name", "must not look like an id"});
    } else if (const CatalogueItem* owner = owner_of(offered, item, item.name)) {
        errors.push_back({"name", taken_words(*owner)});
    }
    for (std::size_t index = 0; index < item.other_names.size(); ++index) {
        const std::string& name = item.other_names[index];
        const std::string field = "other_names[" + std::to_string(index) + "]";
        if (looks_like_id(name)) {
            errors.push_back({field, "must not look like an id"});
        } else if (const CatalogueItem* owner = owner_of(offered, item, name)) {
            errors.push_back({field, taken_words(*owner)});
        }
    }
}

std::vector<std::uint64_t> service_numbers(const std::vector<std::string>& texts,
                                           const OfferedNames& offered,
                                           std::vector<FieldError>& errors) {
    std::vector<std::uint64_t> numbers;
    for (std::size_t index = 0; index < texts.size(); ++index) {
        const CatalogueItem* service = offered.find(CatalogueKind::Service, texts[index]);
        if (service == nullptr) {
            const CatalogueItem* close = offered.nearest(CatalogueKind::Service, texts[index]);
            errors.push_back({"services[" + std::to_string(index) + "]",
                              close == nullptr
                                  ? "is none of the services"
                                  : "is none of the services. Did you mean " + close->name + "?"});
        } else if (std::ranges::find(numbers, service->number) == numbers.end()) {
            numbers.push_back(service->number);
        }
    }
    return numbers;
}

}  // namespace

Result<CatalogueBody, Problem> parse_catalogue_item(std::string_view body, CatalogueKind kind,
                                                    CatalogueCall call) {
    return read_body<CatalogueBody>(body, [&](FieldReader& reader, CatalogueBody& item) {
        if (call == CatalogueCall::Add) {
            reader.require("name");
        }
        item.name = reader.text("name", item_name);
        item.other_names = reader.texts("other_names", engine::other_names_max, item_name);
        switch (kind) {
        case CatalogueKind::Service:
            read_service(reader, item);
            break;
        case CatalogueKind::Person:
            item.services = reader.texts("services", engine::catalogue_items_max, item_name);
            item.hours = read_weekly(reader, "hours");
            break;
        case CatalogueKind::Place:
            read_size(reader, item);
            break;
        }
    });
}

Result<CatalogueItem, Problem> merged(const CatalogueBody& body, CatalogueItem present,
                                      const OfferedNames& offered) {
    std::vector<FieldError> errors;
    present.name = body.name.value_or(present.name);
    present.other_names = body.other_names.value_or(present.other_names);
    drop_repeated(present);
    check_names(present, offered, errors);
    present.duration = body.duration.value_or(present.duration);
    present.price = body.price.value_or(present.price);
    present.buffer = body.buffer.value_or(present.buffer);
    if (body.services) {
        present.services = service_numbers(*body.services, offered, errors);
    }
    present.hours = body.hours.value_or(present.hours);
    if (body.size) {
        present.size_min = body.size->first;
        present.size_max = body.size->second;
    }
    if (!errors.empty()) {
        return std::unexpected(invalid(std::move(errors)));
    }
    return present;
}

Result<CatalogueImportBody, Problem> parse_catalogue_import(std::string_view body) {
    return read_optional_body<CatalogueImportBody>(
        body, [](FieldReader& reader, CatalogueImportBody& import) {
            import.dry_run = reader.boolean("dry_run").value_or(false);
            import.names = reader.texts("names", import_names_max, item_name);
        });
}

}  // namespace standby::http
