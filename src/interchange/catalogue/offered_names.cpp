#include "interchange/catalogue/offered_names.hpp"

#include "base/name_key.hpp"
#include "core/model/limits.hpp"
#include "interchange/view/ids.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

namespace standby::interchange {
namespace {

constexpr std::size_t index_of(CatalogueKind kind) {
    return static_cast<std::size_t>(kind);
}

// So many letters of a name may be wrong for it still to be meant: one of three, three of ten.
std::size_t mistakes_in(std::string_view key) {
    return key.size() < 3 ? 0 : key.size() < 6 ? 1 : key.size() < 10 ? 2 : 3;
}

bool looks_like_id(CatalogueKind kind, std::string_view text) {
    return parse_catalogue_id(kind, text).has_value();
}

std::set<std::string> keys_of(const std::string& first, const std::vector<std::string>& further) {
    std::set<std::string> keys{name_key(first)};
    for (const std::string& name : further) {
        keys.insert(name_key(name));
    }
    return keys;
}

// The names of one kind in a wish or a slot.
struct NamesOf {
    CatalogueKind kind;
    std::string_view field;
    std::string& first;
    std::vector<std::string>& further;
};

// Each name once, the first one first.
void settle(NamesOf names, std::vector<std::string> resolved) {
    std::set<std::string> keys{std::string{}};
    std::erase_if(resolved,
                  [&](const std::string& name) { return !keys.insert(name_key(name)).second; });
    names.first = resolved.empty() ? std::string{} : std::move(resolved.front());
    if (!resolved.empty()) {
        resolved.erase(resolved.begin());
    }
    names.further = std::move(resolved);
}

// Gives those that are in the catalogue, in the order of the names.
std::vector<const CatalogueItem*> resolve_names(const OfferedNames& offered, NamesOf names,
                                                const std::set<std::string>& known_before,
                                                std::vector<UnlistedName>& unlisted) {
    std::vector<const CatalogueItem*> found;
    std::vector<std::string> resolved;
    const bool is_open = !offered.has(names.kind);  // any name will do
    const auto take = [&](const std::string& text) {
        if (text.empty() || (is_open && !looks_like_id(names.kind, text))) {
            return;
        }
        if (const CatalogueItem* item = offered.find(names.kind, text)) {
            found.push_back(item);
            resolved.push_back(item->name);
            return;
        }
        resolved.push_back(text);
        if (!known_before.contains(name_key(text))) {
            const CatalogueItem* close = offered.nearest(names.kind, text);
            unlisted.push_back({.field = std::string(names.field),
                                .text = text,
                                .suggestion = close != nullptr ? close->name : "",
                                .is_id = looks_like_id(names.kind, text)});
        }
    };
    take(names.first);
    for (const std::string& text : names.further) {
        take(text);
    }
    if (!is_open) {
        settle(names, std::move(resolved));
    }
    return found;
}

// Behind the names that were given, as many as there is room for.
void add_other_names(const std::vector<const CatalogueItem*>& items, const std::string& first,
                     std::vector<std::string>& further) {
    std::set<std::string> keys = keys_of(first, further);
    for (const CatalogueItem* item : items) {
        for (const std::string& name : item->other_names) {
            if (further.size() < core::limits::slot_names_max &&
                keys.insert(name_key(name)).second) {
                further.push_back(name);
            }
        }
    }
}

bool does(const CatalogueItem& person, const CatalogueItem& service) {
    return person.services.empty() ||
           std::ranges::find(person.services, service.number) != person.services.end();
}

// Whether one of these people does it; nobody named: somebody will.
bool is_done_by(const std::vector<const CatalogueItem*>& people, const CatalogueItem& service) {
    return people.empty() || std::ranges::any_of(people, [&](const CatalogueItem* person) {
               return does(*person, service);
           });
}

// A slot that names no service suits those services that fit into it. Where that is all of them it
// stays as it is, and suits whatever else is wanted as well.
void narrow_blank_service(const OfferedNames& offered,
                          const std::vector<const CatalogueItem*>& people, core::Slot& slot) {
    std::vector<const CatalogueItem*> suited;
    std::size_t count = 0;
    for (const CatalogueItem& service : offered.items()) {
        if (service.kind != CatalogueKind::Service) {
            continue;
        }
        ++count;
        const bool is_long_enough = !service.duration || *service.duration <= slot.duration;
        if (is_long_enough && is_done_by(people, service)) {
            suited.push_back(&service);
        }
    }
    if (suited.size() == count || suited.empty() || suited.size() > core::limits::slot_names_max) {
        return;
    }
    for (const CatalogueItem* service : suited) {
        slot.service_names.push_back(service->name);
    }
    add_other_names(suited, {}, slot.service_names);
}

// The people of a slot who are in the catalogue; so services.
std::vector<const CatalogueItem*> found_in(const OfferedNames& offered, CatalogueKind kind,
                                           const std::string& first,
                                           const std::vector<std::string>& further) {
    std::vector<const CatalogueItem*> found;
    const auto look = [&](const std::string& name) {
        const CatalogueItem* item = name.empty() ? nullptr : offered.find(kind, name);
        if (item != nullptr && std::ranges::find(found, item) == found.end()) {
            found.push_back(item);
        }
    };
    look(first);
    for (const std::string& name : further) {
        look(name);
    }
    return found;
}

}  // namespace

std::string_view field_of(CatalogueKind kind) {
    return kind == CatalogueKind::Service  ? "service"
           : kind == CatalogueKind::Person ? "staff"
                                           : "place";
}

OfferedNames::OfferedNames(std::vector<CatalogueItem> items) : items_(std::move(items)) {
    for (std::size_t index = 0; index < items_.size(); ++index) {
        const CatalogueItem& item = items_[index];
        auto& keys = by_key_[index_of(item.kind)];
        by_number_.emplace(item.number, index);
        keys.emplace(name_key(item.name), index);
        for (const std::string& name : item.other_names) {
            keys.emplace(name_key(name), index);
        }
    }
}

bool OfferedNames::has(CatalogueKind kind) const {
    return !by_key_[index_of(kind)].empty();
}

const CatalogueItem* OfferedNames::at(std::uint64_t number) const {
    const auto found = by_number_.find(number);
    return found == by_number_.end() ? nullptr : &items_[found->second];
}

const CatalogueItem* OfferedNames::find(CatalogueKind kind, std::string_view text) const {
    const auto& keys = by_key_[index_of(kind)];
    if (const auto named = keys.find(name_key(text)); named != keys.end()) {
        return &items_[named->second];
    }
    const auto number = parse_catalogue_id(kind, text);
    const CatalogueItem* item = number ? at(*number) : nullptr;
    return item != nullptr && item->kind == kind ? item : nullptr;
}

const CatalogueItem* OfferedNames::nearest(CatalogueKind kind, std::string_view text) const {
    if (looks_like_id(kind, text)) {
        return nullptr;
    }
    const std::string wanted = name_key(text);
    const CatalogueItem* best = nullptr;
    std::size_t least = mistakes_in(wanted) + 1;
    bool is_tie = false;
    for (const auto& [key, index] : by_key_[index_of(kind)]) {
        const std::size_t distance = key_distance(wanted, key, least);
        const CatalogueItem* item = &items_[index];
        if (distance < least) {
            best = item;
            least = distance;
            is_tie = false;
        } else if (distance == least && best != nullptr && item != best) {
            is_tie = true;
        }
    }
    if (best != nullptr) {
        return is_tie ? nullptr : best;
    }
    // "Cut" for "Ladies' cut": the only one that has it in it.
    for (const auto& [key, index] : by_key_[index_of(kind)]) {
        const bool has_it = wanted.size() >= 3 && key.contains(wanted);
        if (has_it && best != nullptr && best != &items_[index]) {
            return nullptr;
        }
        best = has_it ? &items_[index] : best;
    }
    return best;
}

std::string unlisted_words(const UnlistedName& unlisted) {
    if (unlisted.is_id) {
        return "is the id of nothing in the catalogue";
    }
    std::string words = "isn't in the catalogue.";
    if (!unlisted.suggestion.empty()) {
        words += " Did you mean " + unlisted.suggestion + "?";
    }
    return words + " To keep it as it is, send \"unlisted\": true";
}

std::vector<UnlistedName> resolve(const OfferedNames& offered, core::Wants& wants,
                                  const core::Wants& present) {
    std::vector<UnlistedName> unlisted;
    resolve_names(offered,
                  {CatalogueKind::Service, "wants.service", wants.service, wants.or_services},
                  keys_of(present.service, present.or_services), unlisted);
    resolve_names(offered, {CatalogueKind::Person, "wants.staff", wants.staff, wants.or_staff},
                  keys_of(present.staff, present.or_staff), unlisted);
    resolve_names(offered, {CatalogueKind::Place, "wants.place", wants.place, wants.or_places},
                  keys_of(present.place, present.or_places), unlisted);
    return unlisted;
}

std::vector<UnlistedName> resolve(const OfferedNames& offered, core::Slot& slot,
                                  const SlotGiven& given) {
    std::vector<UnlistedName> unlisted;
    const auto services = resolve_names(
        offered, {CatalogueKind::Service, "service", slot.service, slot.service_names}, {},
        unlisted);
    const auto people = resolve_names(
        offered, {CatalogueKind::Person, "staff", slot.staff, slot.staff_names}, {}, unlisted);
    const auto places = resolve_names(
        offered, {CatalogueKind::Place, "place", slot.place, slot.place_names}, {}, unlisted);
    if (!given.duration && !services.empty()) {
        slot.duration = services.front()->duration.value_or(slot.duration);
    }
    if (!given.price && !services.empty()) {
        slot.price = services.front()->price;
    }
    if (!given.size && !places.empty()) {
        slot.size_min = places.front()->size_min;
        slot.size_max = places.front()->size_max;
    }
    add_other_names(services, slot.service, slot.service_names);
    add_other_names(people, slot.staff, slot.staff_names);
    add_other_names(places, slot.place, slot.place_names);
    if (slot.service.empty() && slot.service_names.empty() && slot.duration > Duration{0}) {
        narrow_blank_service(offered, people, slot);
    }
    return unlisted;
}

std::string_view name_of(SlotDoubt::Kind kind) {
    return kind == SlotDoubt::Kind::NotTheirs  ? "not_theirs"
           : kind == SlotDoubt::Kind::OffHours ? "off_hours"
                                               : "too_short";
}

std::vector<SlotDoubt> doubts_about(const OfferedNames& offered, const core::Slot& slot,
                                    std::uint32_t start_minute_of_week) {
    std::vector<SlotDoubt> doubts;
    const CatalogueItem* service =
        slot.service.empty() ? nullptr : offered.find(CatalogueKind::Service, slot.service);
    const auto people = found_in(offered, CatalogueKind::Person, slot.staff, slot.staff_names);
    const auto minutes = std::chrono::ceil<std::chrono::minutes>(slot.duration).count();
    for (const CatalogueItem* person : people) {
        if (service != nullptr && !does(*person, *service)) {
            doubts.push_back({SlotDoubt::Kind::NotTheirs, person->name});
        }
        if (!core::weekly_covers(person->hours, start_minute_of_week,
                                 static_cast<std::uint32_t>(minutes))) {
            doubts.push_back({SlotDoubt::Kind::OffHours, person->name});
        }
    }
    if (service != nullptr && service->duration && *service->duration > slot.duration) {
        doubts.push_back({SlotDoubt::Kind::TooShort, service->name});
    }
    return doubts;
}

Duration buffer_after(const OfferedNames& offered, const core::Slot& slot) {
    Duration buffer{0};
    for (const CatalogueItem* service :
         found_in(offered, CatalogueKind::Service, slot.service, slot.service_names)) {
        buffer = std::max(buffer, service->buffer);
    }
    return buffer;
}

}  // namespace standby::interchange
