// What a business offers: services, people and places. Any of its staff may look and change it:
// whoever frees slots knows what they are called.
#include "interchange/view/catalogue.hpp"

#include "base/name_key.hpp"
#include "core/state/rows.hpp"
#include "http/api/catalogue_body.hpp"
#include "http/api/entry_body.hpp"
#include "http/routes/catalogue_names.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/lists_of_account.hpp"
#include "http/routes/paging.hpp"
#include "interchange/view/ids.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace standby::http {
namespace {

using engine::CatalogueItem;
using engine::CatalogueKind;
using interchange::OfferedNames;

Result<OfferedNames, Problem> offered_by(const Call& call, engine::Registry& registry) {
    return OfferedNames{TRY(or_unavailable(registry.catalogue(call.about.account)))};
}

// What was written counts from here on.
Result<OfferedNames, Problem> refreshed(const Call& call, engine::Registry& registry) {
    auto items = TRY(or_unavailable(registry.catalogue(call.about.account)));
    call.shared.catalogues.put(call.about.account, items, Shared::running_time());
    return OfferedNames{std::move(items)};
}

std::string item_text(const CatalogueItem& item, const OfferedNames& offered) {
    return json_text(interchange::write_catalogue_item, item, offered);
}

Result<CatalogueItem, Problem> present_item(const Call& call, CatalogueKind kind,
                                            const OfferedNames& offered) {
    const CatalogueItem* item = offered.at(call.about.number);
    if (item == nullptr || item->kind != kind) {
        return std::unexpected(nothing_here());
    }
    return *item;
}

void report(const Call& call, engine::Registry& registry, std::string act,
            const CatalogueItem& item) {
    call.report_staff(registry, call.about.account,
                      {.act = std::move(act),
                       .subject = interchange::format_catalogue_id(item.kind, item.number)});
}

Result<std::string, Problem> add(const Call& call, CatalogueKind kind, const CatalogueBody& body,
                                 engine::Registry& registry) {
    const OfferedNames offered = TRY(offered_by(call, registry));
    const auto count = std::ranges::count(offered.items(), kind, &CatalogueItem::kind);
    if (static_cast<std::size_t>(count) >= engine::catalogue_items_max) {
        return std::unexpected(problem_of(core::Refusal{
            core::RefusalCode::TooMany, {}, "There are five hundred of them already."}));
    }
    const CatalogueItem item = TRY(merged(
        body, {.account = call.about.account, .kind = kind, .created_at = call.now}, offered));
    const auto added = TRY(or_unavailable(registry.add_catalogue_item(item)));
    report(call, registry, "catalogue_item_added", added);
    return item_text(added, TRY(refreshed(call, registry)));
}

Result<std::string, Problem> change(const Call& call, CatalogueKind kind, const CatalogueBody& body,
                                    engine::Registry& registry) {
    const OfferedNames offered = TRY(offered_by(call, registry));
    const CatalogueItem present = TRY(present_item(call, kind, offered));
    const CatalogueItem next = TRY(merged(body, present, offered));
    if (next != present) {
        if (!TRY(or_unavailable(registry.change_catalogue_item(next)))) {
            return std::unexpected(nothing_here());
        }
        report(call, registry, "catalogue_item_changed", next);
    }
    return item_text(next, TRY(refreshed(call, registry)));
}

std::set<std::string> keys_of(const CatalogueItem& item) {
    std::set<std::string> keys{name_key(item.name)};
    for (const std::string& name : item.other_names) {
        keys.insert(name_key(name));
    }
    return keys;
}

// How many wait for it on all lists of the business. Nothing else waits while they are counted.
Result<std::uint64_t, Problem> count_waiting(const Call& call, CatalogueKind kind,
                                             engine::Store& store, engine::Registry& registry) {
    const CatalogueItem item = TRY(present_item(call, kind, TRY(offered_by(call, registry))));
    const std::set<std::string> keys = keys_of(item);
    const auto is_named = [&](const std::string& name) {
        return !name.empty() && keys.contains(name_key(name));
    };
    std::uint64_t waiting = 0;
    TRY(for_each_wish(store, call.about.account, [&](const core::Wants& wants) {
        const std::string& first = item.kind == CatalogueKind::Service  ? wants.service
                                   : item.kind == CatalogueKind::Person ? wants.staff
                                                                        : wants.place;
        const auto& further = item.kind == CatalogueKind::Service  ? wants.or_services
                              : item.kind == CatalogueKind::Person ? wants.or_staff
                                                                   : wants.or_places;
        waiting += is_named(first) || std::ranges::any_of(further, is_named) ? 1U : 0U;
    }));
    return waiting;
}

// Whoever waits for it keeps waiting for it, and staff know that they do.
Result<std::string, Problem> remove(const Call& call, CatalogueKind kind, bool is_forced,
                                    std::uint64_t waiting, engine::Registry& registry) {
    const OfferedNames offered = TRY(offered_by(call, registry));
    const CatalogueItem item = TRY(present_item(call, kind, offered));
    if (waiting > 0 && !is_forced) {
        return refuse(ProblemType::StillWanted,
                      (waiting == 1 ? "One guest waits for " + item.name + " and keeps"
                                    : std::to_string(waiting) + " guests wait for " + item.name +
                                          " and keep") +
                          " that wish. Send force=true to remove it all the same.");
    }
    if (!TRY(or_unavailable(
            registry.remove_catalogue_item(call.about.account, item.number, call.now)))) {
        return std::unexpected(nothing_here());
    }
    report(call, registry, "catalogue_item_removed", item);
    TRY(refreshed(call, registry));
    return json_object([&](JsonWriter& writer) {
        writer.text("id", interchange::format_catalogue_id(item.kind, item.number));
        writer.natural("waiting", waiting);
    });
}

Task<Answer> list_items(Call& call, CatalogueKind kind) {
    const engine::AccountNumber account = call.about.account;
    OfferedNames offered;
    co_return co_await answer_list(
        call,
        "catalogue " + std::to_string(static_cast<int>(kind)) + " of " +
            std::to_string(account.value()),
        [&offered, account,
         kind](engine::Store&, engine::Registry& registry, std::uint64_t after,
               std::size_t limit) -> Result<std::vector<CatalogueItem>, engine::StoreError> {
            offered = OfferedNames{TRY(registry.catalogue(account))};
            std::vector<CatalogueItem> items = offered.items();
            std::erase_if(items, [&](const CatalogueItem& item) {
                return item.kind != kind || item.number <= after;
            });
            items.erase(items.begin() + static_cast<std::ptrdiff_t>(std::min(items.size(), limit)),
                        items.end());
            return items;
        },
        [&offered](JsonWriter& writer, const CatalogueItem& item, engine::Store&) {
            interchange::write_catalogue_item(writer, item, offered);
            return item.number;
        });
}

Task<Answer> get_item(Call& call, CatalogueKind kind) {
    auto read = co_await call.read([&](engine::Registry& registry) -> Result<std::string, Problem> {
        const OfferedNames offered = TRY(offered_by(call, registry));
        return item_text(TRY(present_item(call, kind, offered)), offered);
    });
    co_return call.draft(200, CO_TRY(std::move(read)));
}

Task<Answer> add_item(Call& call, CatalogueKind kind) {
    const CatalogueBody body =
        CO_TRY(parse_catalogue_item(call.request.body, kind, CatalogueCall::Add));
    Answer answer = co_await answer_once(call, [&](engine::Store&, engine::Registry& registry) {
        return add(call, kind, body, registry);
    });
    if (answer && answer->status == 200) {
        answer->status = 201;
    }
    co_return answer;
}

Task<Answer> change_item(Call& call, CatalogueKind kind) {
    const CatalogueBody body =
        CO_TRY(parse_catalogue_item(call.request.body, kind, CatalogueCall::Change));
    co_return co_await answer_once(call, [&](engine::Store&, engine::Registry& registry) {
        return change(call, kind, body, registry);
    });
}

Task<Answer> remove_item(Call& call, CatalogueKind kind) {
    CO_TRY(parse_nothing(call.request.body));
    const std::string force = call.request.parameter("force").value_or("false");
    if (force != "true" && force != "false") {
        co_return refuse_field("force", "must be true or false");
    }
    auto counted = co_await call.read(
        [&](engine::Store& store, engine::Registry& registry) {
            return count_waiting(call, kind, store, registry);
        },
        engine::Effort::Long);
    const std::uint64_t waiting = CO_TRY(std::move(counted));
    co_return co_await answer_once(call, [&](engine::Store&, engine::Registry& registry) {
        return remove(call, kind, force == "true", waiting, registry);
    });
}

}  // namespace

Task<Answer> list_services(Call& call) {
    return list_items(call, CatalogueKind::Service);
}
Task<Answer> get_service(Call& call) {
    return get_item(call, CatalogueKind::Service);
}
Task<Answer> add_service(Call& call) {
    return add_item(call, CatalogueKind::Service);
}
Task<Answer> change_service(Call& call) {
    return change_item(call, CatalogueKind::Service);
}
Task<Answer> remove_service(Call& call) {
    return remove_item(call, CatalogueKind::Service);
}

Task<Answer> list_offered_people(Call& call) {
    return list_items(call, CatalogueKind::Person);
}
Task<Answer> get_offered_person(Call& call) {
    return get_item(call, CatalogueKind::Person);
}
Task<Answer> add_offered_person(Call& call) {
    return add_item(call, CatalogueKind::Person);
}
Task<Answer> change_offered_person(Call& call) {
    return change_item(call, CatalogueKind::Person);
}
Task<Answer> remove_offered_person(Call& call) {
    return remove_item(call, CatalogueKind::Person);
}

Task<Answer> list_places(Call& call) {
    return list_items(call, CatalogueKind::Place);
}
Task<Answer> get_place(Call& call) {
    return get_item(call, CatalogueKind::Place);
}
Task<Answer> add_place(Call& call) {
    return add_item(call, CatalogueKind::Place);
}
Task<Answer> change_place(Call& call) {
    return change_item(call, CatalogueKind::Place);
}
Task<Answer> remove_place(Call& call) {
    return remove_item(call, CatalogueKind::Place);
}

}  // namespace standby::http
