// The calendar of a list of slots: one look at the memory, the newest of those that have ended from
// the stored rows, and another look to see whose they still are.
#include "interchange/view/slot_calendar.hpp"

#include "base/time.hpp"
#include "core/state/resource_state.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/offer_deliveries.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace standby::http {
namespace {

constexpr std::size_t rows_at_once = 1'000;
constexpr std::chrono::days window_otherwise{7};

// Behind this there may be times without a form: years have four digits.
constexpr Time from_max =
    std::chrono::sys_days{std::chrono::year{9999} / 12 / 31} - interchange::calendar_limits::window;

struct CalendarQuery {
    Time from{};
    Time to{};
};

Result<std::optional<Time>, Problem> time_parameter(const Request& request,
                                                    const std::string& name) {
    const auto text = request.parameter(name);
    if (!text) {
        return std::nullopt;
    }
    const auto time = parse_time(*text);
    if (!time) {
        return std::unexpected(invalid(name, "must be a time such as 2026-11-21T14:00:00Z"));
    }
    return *time;
}

Result<CalendarQuery, Problem> parse_query(const Request& request, Time now) {
    CalendarQuery query;
    query.from = TRY(time_parameter(request, "from")).value_or(now);
    if (query.from > from_max) {
        return std::unexpected(invalid("from", "must be before " + format_time(from_max)));
    }
    query.to = TRY(time_parameter(request, "to")).value_or(query.from + window_otherwise);
    if (query.to <= query.from) {
        return std::unexpected(invalid("to", "must be after from"));
    }
    if (query.to - query.from > interchange::calendar_limits::window) {
        return std::unexpected(invalid("to", "must be at most 35 days after from"));
    }
    return query;
}

Result<void, engine::StoreError> add_stored(engine::Store& store,
                                            interchange::SlotCalendar& calendar) {
    for (std::uint32_t after = interchange::ended_after(calendar); after < calendar.last;) {
        const auto rows =
            TRY(store.rows(engine::RowTable::Openings, calendar.resource, after, rows_at_once, {}));
        for (const engine::StoredRow& row : rows) {
            after = row.number;
            interchange::add_ended(calendar, row);
        }
        if (rows.size() < rows_at_once) {
            break;
        }
    }
    return {};
}

Result<void, engine::StoreError> add_deliveries(engine::Store& store,
                                                interchange::SlotCalendar& calendar) {
    std::vector<core::Ticket> entries;
    for (const interchange::CalendarSlot& slot : calendar.slots) {
        if (slot.offer) {
            entries.push_back(slot.offer->entry);
        }
    }
    const auto found = TRY(offer_deliveries(store, calendar.resource, entries));
    for (interchange::CalendarSlot& slot : calendar.slots) {
        const auto own = slot.offer ? found.find(core::OfferNumber{core::number_of(slot.offer->id)})
                                    : found.end();
        if (own != found.end()) {
            slot.deliveries = own->second;
        }
    }
    return {};
}

}  // namespace

Task<Answer> get_calendar(Call& call) {
    const CalendarQuery query = CO_TRY(parse_query(call.request, call.shared.now()));
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string&) {
        return interchange::calendar_of(state, call.shared.now(), query.from, query.to);
    });
    interchange::SlotCalendar calendar = CO_TRY(std::move(seen));
    auto read =
        co_await call.read([&](engine::Store& store) { return add_stored(store, calendar); });
    CO_TRY(read);
    auto checked = co_await call.look([&](const core::ResourceState& state, const std::string&) {
        interchange::drop_given_back(calendar, state);
        return true;
    });
    CO_TRY(checked);
    interchange::cut(calendar);
    auto added =
        co_await call.read([&](engine::Store& store) { return add_deliveries(store, calendar); });
    CO_TRY(added);
    co_return call.draft(200, json_text(interchange::write_slot_calendar, calendar));
}

}  // namespace standby::http
