// The beginning of a catalogue: names that the lists of the business have already, from slots that
// were freed and from what guests wait for.
#include "base/name_key.hpp"
#include "core/model/limits.hpp"
#include "http/api/catalogue_body.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/lists_of_account.hpp"
#include "interchange/view/catalogue.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace standby::http {
namespace {

using engine::CatalogueItem;
using engine::CatalogueKind;
using interchange::FoundName;
using interchange::OfferedNames;

// Different names that are counted; guests may type what they like.
constexpr std::size_t names_counted_max = 20'000;
// What one guest alone wants is not worth a line of its own.
constexpr std::uint32_t wishes_min = 2;
// So many letters may differ for a guest's word to be one of the house's, misspelt.
constexpr std::size_t misspelt_letters_max = 2;
constexpr std::size_t misspelt_length_min = 5;

template <class Value>
using Tally = std::map<Value, std::uint32_t>;

// The one that is there most often.
template <class Value>
std::optional<Value> most_of(const Tally<Value>& tally) {
    const auto most =
        std::ranges::max_element(tally, {}, [](const auto& counted) { return counted.second; });
    return most == tally.end() ? std::nullopt : std::optional(most->first);
}

struct Seen {
    Tally<std::string> spellings;
    Tally<Duration> durations;
    Tally<std::pair<std::int64_t, std::array<char, 3>>> prices;
    std::uint32_t slots = 0;
    std::uint32_t wishes = 0;
};
using SeenNames = std::map<std::pair<CatalogueKind, std::string>, Seen>;

class Harvest {
public:
    explicit Harvest(const OfferedNames& offered) : offered_(offered) {}

    void add(const core::Slot& slot) {
        if (Seen* service = see(CatalogueKind::Service, slot.service)) {
            ++service->slots;
            ++service->durations[slot.duration];
            if (slot.price) {
                ++service->prices[{slot.price->amount, slot.price->currency}];
            }
        }
        for (const auto& [kind, name] : {std::pair{CatalogueKind::Person, &slot.staff},
                                         std::pair{CatalogueKind::Place, &slot.place}}) {
            if (Seen* seen = see(kind, *name)) {
                ++seen->slots;
            }
        }
    }

    void add(const core::Wants& wants) {
        add_wishes(CatalogueKind::Service, wants.service, wants.or_services);
        add_wishes(CatalogueKind::Person, wants.staff, wants.or_staff);
        add_wishes(CatalogueKind::Place, wants.place, wants.or_places);
    }

    // Those worth taking over, the most frequent first.
    std::vector<FoundName> found() const {
        std::vector<FoundName> found;
        for (const auto& [key, seen] : seen_) {
            if (seen.slots > 0 || (seen.wishes >= wishes_min && !is_misspelt(key))) {
                found.push_back(name_of(key, seen));
            }
        }
        std::ranges::sort(found, [](const FoundName& one, const FoundName& other) {
            return std::tuple(one.item.kind, other.slots, other.wishes,
                              std::string_view(one.item.name)) <
                   std::tuple(other.item.kind, one.slots, one.wishes,
                              std::string_view(other.item.name));
        });
        return found;
    }

private:
    using Key = SeenNames::key_type;

    // Null for what is in the catalogue already, or when there are too many.
    Seen* see(CatalogueKind kind, const std::string& name) {
        if (name.empty() || offered_.find(kind, name) != nullptr) {
            return nullptr;
        }
        const Key key{kind, name_key(name)};
        if (seen_.size() >= names_counted_max && !seen_.contains(key)) {
            return nullptr;
        }
        Seen& seen = seen_[key];
        ++seen.spellings[name];
        return &seen;
    }

    void add_wishes(CatalogueKind kind, const std::string& first,
                    const std::vector<std::string>& further) {
        if (Seen* seen = see(kind, first)) {
            ++seen->wishes;
        }
        for (const std::string& name : further) {
            if (Seen* seen = see(kind, name)) {
                ++seen->wishes;
            }
        }
    }

    // Whether a guest's word is a name on slots with a letter or two wrong.
    static bool is_close(const std::string& typed, const std::string& name) {
        return name.size() >= misspelt_length_min &&
               key_distance(typed, name, misspelt_letters_max) <= misspelt_letters_max;
    }

    const Key* name_meant(const Key& key) const {
        for (const auto& [other, seen] : seen_) {
            if (other.first == key.first && other.second != key.second && seen.slots > 0 &&
                is_close(key.second, other.second)) {
                return &other;
            }
        }
        return nullptr;
    }
    bool is_misspelt(const Key& key) const { return name_meant(key) != nullptr; }

    // With the words of guests who meant it, so that they are found.
    FoundName name_of(const Key& key, const Seen& seen) const {
        FoundName found{.slots = seen.slots, .wishes = seen.wishes};
        found.item.kind = key.first;
        found.item.name = most_of(seen.spellings).value_or("");
        if (key.first == CatalogueKind::Service) {
            found.item.duration = most_of(seen.durations);
            if (const auto price = most_of(seen.prices)) {
                found.item.price = core::Money{.amount = price->first, .currency = price->second};
            }
        }
        if (seen.slots == 0) {
            return found;
        }
        for (const auto& [other, typed] : seen_) {
            const bool is_meant = other.first == key.first && typed.slots == 0 &&
                                  name_meant(other) != nullptr && *name_meant(other) == key;
            if (is_meant && found.item.other_names.size() < engine::other_names_max) {
                found.item.other_names.push_back(most_of(typed.spellings).value_or(""));
                found.wishes += typed.wishes;
            }
        }
        return found;
    }

    const OfferedNames& offered_;
    SeenNames seen_;
};

bool is_chosen(const CatalogueImportBody& body, const FoundName& found) {
    if (!body.names) {
        return true;
    }
    const std::string key = name_key(found.item.name);
    return std::ranges::any_of(*body.names,
                               [&](const std::string& name) { return name_key(name) == key; });
}

// Somebody may have added it since it was found.
bool is_new(const OfferedNames& offered, CatalogueItem& item) {
    std::erase_if(item.other_names, [&](const std::string& name) {
        return offered.find(item.kind, name) != nullptr;
    });
    return offered.find(item.kind, item.name) == nullptr;
}

// Takes over what was chosen, as far as there is room; tells how many.
Result<std::size_t, Problem> take_over(const Call& call, const CatalogueImportBody& body,
                                       std::vector<FoundName>& found, engine::Registry& registry) {
    const OfferedNames offered{TRY(or_unavailable(registry.catalogue(call.about.account)))};
    std::map<CatalogueKind, std::size_t> counts;
    for (const CatalogueItem& item : offered.items()) {
        ++counts[item.kind];
    }
    std::size_t taken = 0;
    for (FoundName& name : found) {
        if (!is_chosen(body, name) || !is_new(offered, name.item) ||
            counts[name.item.kind] >= engine::catalogue_items_max) {
            continue;
        }
        name.item.account = call.about.account;
        name.item.created_at = call.now;
        name.item = TRY(or_unavailable(registry.add_catalogue_item(name.item)));
        ++counts[name.item.kind];
        ++taken;
    }
    call.shared.catalogues.put(call.about.account,
                               TRY(or_unavailable(registry.catalogue(call.about.account))),
                               Shared::running_time());
    if (taken > 0) {
        call.report_staff(registry, call.about.account,
                          {.act = "catalogue_imported", .detail = std::to_string(taken)});
    }
    return taken;
}

Result<std::vector<FoundName>, Problem> look_for_names(const Call& call, engine::Store& store,
                                                       engine::Registry& registry) {
    const OfferedNames offered{TRY(or_unavailable(registry.catalogue(call.about.account)))};
    Harvest harvest{offered};
    TRY(for_each_slot(store, call.about.account,
                      [&](const core::Slot& slot) { harvest.add(slot); }));
    TRY(for_each_wish(store, call.about.account,
                      [&](const core::Wants& wants) { harvest.add(wants); }));
    std::vector<FoundName> found = harvest.found();
    std::erase_if(found, [](const FoundName& name) {
        return name.item.name.size() > core::limits::name_length_max;
    });
    return found;
}

}  // namespace

// No other change of the control plane waits while the lists are looked through.
Task<Answer> import_catalogue(Call& call) {
    const CatalogueImportBody body = CO_TRY(parse_catalogue_import(call.request.body));
    auto read = co_await call.read(
        [&](engine::Store& store, engine::Registry& registry) {
            return look_for_names(call, store, registry);
        },
        engine::Effort::Long);
    std::vector<FoundName> found = CO_TRY(std::move(read));
    co_return co_await answer_once(
        call, [&](engine::Store&, engine::Registry& registry) -> Result<std::string, Problem> {
            const std::size_t taken =
                body.dry_run ? 0 : TRY(take_over(call, body, found, registry));
            return json_object([&](JsonWriter& writer) {
                writer.array("found", found, interchange::write_found_name);
                writer.natural("taken", taken);
            });
        });
}

}  // namespace standby::http
