#include "http/routes/catalogue_names.hpp"

#include <utility>

namespace standby::http {
namespace {

using interchange::OfferedNames;
using interchange::UnlistedName;

Result<void, Problem> answer_unlisted(const std::vector<UnlistedName>& names, Unlisted unlisted) {
    std::vector<FieldError> errors;
    for (const UnlistedName& name : names) {
        if (name.is_id || unlisted == Unlisted::IsAsked) {
            errors.push_back({name.field, interchange::unlisted_words(name)});
        }
    }
    if (!errors.empty()) {
        return std::unexpected(invalid(std::move(errors)));
    }
    return {};
}

}  // namespace

Unlisted unlisted_of(const Call& call, bool is_meant) {
    return call.caller && !is_meant ? Unlisted::IsAsked : Unlisted::IsKept;
}

Task<Result<void, Problem>> learn_catalogue(Call& call) {
    CatalogueBook& book = call.shared.catalogues;
    const engine::AccountNumber account = call.about.account;
    if (!book.is_due(account, Shared::running_time())) {
        co_return Result<void, Problem>{};
    }
    auto read =
        co_await call.read([&](engine::Registry& registry) { return registry.catalogue(account); });
    if (!read) {
        book.give_up(account);
        co_return std::unexpected(std::move(read).error());
    }
    book.put(account, *std::move(read), Shared::running_time());
    co_return Result<void, Problem>{};
}

Result<void, Problem> take_names(const Call& call, core::Wants& wants, const core::Wants& present,
                                 Unlisted unlisted) {
    return answer_unlisted(call.shared.catalogues.with(call.about.account,
                                                       [&](const OfferedNames& offered) {
                                                           return interchange::resolve(
                                                               offered, wants, present);
                                                       }),
                           unlisted);
}

Result<core::OpenSlot, Problem> slot_of(const Call& call, OpeningBody body) {
    const interchange::SlotGiven given{
        .duration = body.has_duration, .price = body.has_price, .size = body.has_size};
    core::Slot& slot = body.open.slot;
    TRY(answer_unlisted(call.shared.catalogues.with(call.about.account,
                                                    [&](const OfferedNames& offered) {
                                                        return interchange::resolve(offered, slot,
                                                                                    given);
                                                    }),
                        unlisted_of(call, body.unlisted)));
    if (slot.duration == Duration{0}) {
        return refuse_field("duration", "is required: the catalogue has none for this service");
    }
    return std::move(body.open);
}

}  // namespace standby::http
