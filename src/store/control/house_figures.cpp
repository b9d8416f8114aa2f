// Figures of a house that no event tells.
#include "store/control/control_plane.hpp"

namespace standby::store {

using engine::AccountNumber;
using engine::LateLookCount;
using engine::MonthSuggestion;
using engine::StoreError;

namespace {

// Stands for a month for which nothing was found. The numbers of changes are stored.
constexpr core::ResourceNumber no_list{0};

LateLookCount look_from(SqlRow& row) {
    return {.resource = row.id<core::ResourceNumber>(0),
            .day = row.number<std::int32_t>(1),
            .span = row.number<std::uint32_t>(2),
            .count = row.number<std::uint64_t>(3)};
}

std::optional<MonthSuggestion> suggestion_from(SqlRow& row) {
    const auto resource = row.id<core::ResourceNumber>(0);
    if (resource == no_list) {
        return std::nullopt;
    }
    return MonthSuggestion{.resource = resource,
                           .list = {},
                           .change = row.choice(1, engine::RuleChange::ShorterCutoff),
                           .filled_now = row.real(2),
                           .filled_then = row.real(3)};
}

}  // namespace

Result<void, StoreError> ControlPlane::add_late_looks(std::span<const LateLookCount> counts) {
    std::vector<SqlStatement> statements;
    statements.reserve(counts.size());
    for (const LateLookCount& one : counts) {
        statements.push_back(sql("INSERT INTO late_looks (resource, day, span, looks)"
                                 " VALUES ($1, $2, $3, $4) ON CONFLICT (resource, day, span)"
                                 " DO UPDATE SET looks = late_looks.looks + excluded.looks",
                                 one.resource, one.day, static_cast<std::uint32_t>(one.span),
                                 one.count));
    }
    if (!statements.empty()) {
        TRY(sql_.put(statements));
    }
    return {};
}

Result<std::vector<LateLookCount>, StoreError>
ControlPlane::late_looks(core::ResourceNumber resource, std::int32_t from, std::int32_t to) {
    return sql_.all(sql("SELECT resource, day, span, looks FROM late_looks WHERE resource = $1"
                        " AND day BETWEEN $2 AND $3 ORDER BY day, span",
                        resource, from, to),
                    look_from);
}

Result<void, StoreError>
ControlPlane::keep_suggestion(AccountNumber account, engine::MonthNumber month,
                              const std::optional<MonthSuggestion>& suggestion, Time now) {
    const MonthSuggestion found = suggestion.value_or(MonthSuggestion{.resource = no_list});
    const SqlStatement statement =
        sql("INSERT INTO month_suggestions (account, month, made_at, resource, rule_change,"
            " filled_now, filled_then) VALUES ($1, $2, $3, $4, $5, $6, $7)"
            " ON CONFLICT (account, month) DO NOTHING",
            account, month, now, found.resource, found.change, found.filled_now, found.filled_then);
    TRY(sql_.put(std::span(&statement, 1)));
    return {};
}

Result<std::optional<std::optional<MonthSuggestion>>, StoreError>
ControlPlane::kept_suggestion(AccountNumber account, engine::MonthNumber month) {
    using Kept = std::optional<std::optional<MonthSuggestion>>;
    const auto rows = TRY(sql_.all(sql("SELECT resource, rule_change, filled_now, filled_then"
                                       " FROM month_suggestions WHERE account = $1 AND month = $2",
                                       account, month),
                                   suggestion_from));
    return rows.empty() ? Kept{} : Kept{std::in_place, rows.front()};
}

}  // namespace standby::store
