// Calendars that a list follows: set up, tried out, looked at, and what staff say of appointments
// that have gone, perhaps.
#include "http/api/calendar_body.hpp"
#include "http/api/entry_body.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/wait_step.hpp"
#include "interchange/view/calendar.hpp"
#include "interchange/view/ids.hpp"

#include <fmt/core.h>

#include <utility>

namespace standby::http {
namespace {

using engine::CalendarError;
using engine::FollowedCalendar;

Result<engine::Calendars*, Problem> calendars_of(const Call& call) {
    if (call.shared.services.calendars == nullptr) {
        return std::unexpected(unavailable());
    }
    return call.shared.services.calendars;
}

Problem problem_of(CalendarError error) {
    switch (error) {
    case CalendarError::NoKey:
        return problem(ProblemType::SecretsKeyMissing,
                       "The key file couldn't be read or written. The server's log says why.");
    case CalendarError::KeyNotShared:
        return problem(ProblemType::SecretsKeyMissing,
                       "Several nodes share this database. Give each of them the same "
                       "--secrets-key-file first, so that all of them can read what you enter.");
    case CalendarError::TooMany:
        return invalid({{"url", "is one too many: a list follows at most 20 calendars"}});
    case CalendarError::Unavailable:
        break;
    }
    return unavailable();
}

// The one in the path, if it belongs to the list in the path.
Result<FollowedCalendar, Problem> found_calendar(engine::Calendars& calendars,
                                                 engine::Registry& registry, const Call& call) {
    auto found = TRY(or_unavailable(calendars.calendar(registry, call.about.number)));
    if (!found || found->resource != call.about.resource || found->account != call.about.account) {
        return std::unexpected(nothing_here());
    }
    return *std::move(found);
}

// Each calendar has looks of its own; those that nobody follows yet share the account's.
Result<void, Problem> take_look(Call& call) {
    const std::string whose = call.about.number != 0
                                  ? fmt::format("calendar {}", call.about.number)
                                  : fmt::format("account {}", call.about.account.value());
    if (const auto wait = call.shared.calendar_looks.try_take(whose, Shared::running_time())) {
        Problem later = problem(ProblemType::TooManyRequests,
                                "Calendars were looked at too often. Wait a moment.");
        later.retry_after_seconds = retry_after_seconds(*wait);
        return std::unexpected(std::move(later));
    }
    return {};
}

Problem too_busy() {
    Problem later = problem(ProblemType::TooManyRequests,
                            "Too many calendars are being looked at. Wait a moment.");
    later.retry_after_seconds = 5;
    return later;
}

Task<Answer> show_calendar(Call& call, std::uint16_t status) {
    engine::Calendars* calendars = CO_TRY(calendars_of(call));
    auto read = co_await call.read(
        [&](engine::Registry& registry) { return found_calendar(*calendars, registry, call); });
    const FollowedCalendar calendar = CO_TRY(std::move(read));
    co_return json_response(status, json_text(interchange::write_calendar, calendar));
}

}  // namespace

Task<Answer> list_calendars(Call& call) {
    engine::Calendars* calendars = CO_TRY(calendars_of(call));
    auto read = co_await call.read([&](engine::Registry& registry) {
        return calendars->calendars(registry, call.about.resource);
    });
    const std::vector<FollowedCalendar> found = CO_TRY(std::move(read));
    std::string body;
    JsonWriter writer{body};
    writer.begin_object();
    writer.array("items", found, [](JsonWriter& inner, const FollowedCalendar& one) {
        interchange::write_calendar(inner, one);
    });
    writer.end_object();
    co_return json_response(200, std::move(body));
}

Task<Answer> add_calendar(Call& call) {
    engine::Calendars* calendars = CO_TRY(calendars_of(call));
    const CalendarBody body = CO_TRY(parse_calendar(call.request.body));
    auto looked = co_await call.look([](const core::ResourceState& state, const std::string&) {
        return state.settings.kind == core::Kind::Slots;
    });
    if (!CO_TRY(std::move(looked))) {
        co_return std::unexpected(
            problem_of(core::Refusal{.code = core::RefusalCode::WrongKind,
                                     .field = {},
                                     .detail = "Only lists of slots follow calendars."}));
    }
    auto read =
        co_await call.read([&](engine::Registry& registry) -> Result<std::uint64_t, Problem> {
            const auto added = calendars->add(registry, call.about.account, call.about.resource,
                                              body.settings, body.secrets, call.now);
            if (!added) {
                return std::unexpected(problem_of(added.error()));
            }
            call.report_staff(registry, call.about.account,
                              {.act = "calendar_added",
                               .subject = core::format_id(call.about.resource),
                               .detail = std::string(name_of(body.settings.kind))});
            return *added;
        });
    call.about.number = CO_TRY(std::move(read));
    co_return co_await show_calendar(call, 201);
}

Task<Answer> test_calendar(Call& call) {
    engine::Calendars* calendars = CO_TRY(calendars_of(call));
    CalendarBody body = CO_TRY(parse_calendar(call.request.body));
    CO_TRY(take_look(call));
    const auto tested = co_await WaitStep<std::optional<engine::TestedCalendar>>(
        [&](std::function<void(std::optional<engine::TestedCalendar>)> done) {
            calendars->test(call.about.account, call.about.resource, std::move(body.settings),
                            std::move(body.secrets), std::move(done));
        });
    if (!tested) {
        co_return std::unexpected(too_busy());
    }
    co_return json_response(200, json_text(interchange::write_tested_calendar, *tested));
}

Task<Answer> get_followed_calendar(Call& call) {
    co_return co_await show_calendar(call, 200);
}

Task<Answer> remove_calendar(Call& call) {
    engine::Calendars* calendars = CO_TRY(calendars_of(call));
    CO_TRY(parse_nothing(call.request.body));
    auto read = co_await call.read([&](engine::Registry& registry) -> Result<void, Problem> {
        TRY(found_calendar(*calendars, registry, call));
        TRY(or_unavailable(
            calendars->remove(registry, call.about.account, call.about.number, call.now)));
        call.report_staff(
            registry, call.about.account,
            {.act = "calendar_removed", .subject = core::format_id(call.about.resource)});
        return {};
    });
    CO_TRY(std::move(read));
    co_return empty_response(204);
}

Task<Answer> look_at_calendar(Call& call) {
    engine::Calendars* calendars = CO_TRY(calendars_of(call));
    CO_TRY(parse_nothing(call.request.body));
    CO_TRY(take_look(call));
    auto read = co_await call.read(
        [&](engine::Registry& registry) { return found_calendar(*calendars, registry, call); });
    CO_TRY(std::move(read));
    const bool is_done = co_await WaitStep<bool>([&](std::function<void(bool)> done) {
        calendars->look(call.about.number, std::move(done));
    });
    if (!is_done) {
        co_return std::unexpected(unavailable());
    }
    co_return co_await show_calendar(call, 200);
}

Task<Answer> settle_calendar(Call& call) {
    engine::Calendars* calendars = CO_TRY(calendars_of(call));
    CO_TRY(parse_nothing(call.request.body));
    const bool is_free = call.route->path.ends_with(":free");
    auto read = co_await call.read(
        [&](engine::Registry& registry) { return found_calendar(*calendars, registry, call); });
    CO_TRY(std::move(read));
    const bool is_done = co_await WaitStep<bool>([&](std::function<void(bool)> done) {
        calendars->settle(call.about.number, is_free, std::move(done));
    });
    if (!is_done) {
        co_return std::unexpected(unavailable());
    }
    co_return co_await show_calendar(call, 200);
}

}  // namespace standby::http
