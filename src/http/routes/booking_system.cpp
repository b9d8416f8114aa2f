// The booking system to which the places of a list belong: set up, tried out, and what staff have
// seen to.
#include "interchange/view/booking_system.hpp"

#include "http/api/booking_system_body.hpp"
#include "http/api/entry_body.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"

#include <fmt/core.h>

#include <coroutine>
#include <utility>

namespace standby::http {
namespace {

using engine::BookingSetupError;
using engine::TestedBookings;
using Found = std::optional<engine::ConnectedBookings>;

Result<engine::BookingSystems*, Problem> systems_of(const Call& call) {
    if (call.shared.services.booking_systems == nullptr) {
        return std::unexpected(unavailable());
    }
    return call.shared.services.booking_systems;
}

Problem problem_of(BookingSetupError error) {
    switch (error) {
    case BookingSetupError::NoKey:
        return problem(ProblemType::SecretsKeyMissing,
                       "The key file couldn't be read or written. The server's log says why.");
    case BookingSetupError::KeyNotShared:
        return problem(ProblemType::SecretsKeyMissing,
                       "Several nodes share this database. Give each of them the same "
                       "--secrets-key-file first, so that all of them can read what you enter.");
    case BookingSetupError::NoToken:
        return invalid({{"token", "is needed with a new address"}});
    case BookingSetupError::Unavailable:
        break;
    }
    return unavailable();
}

// Where its makers run it.
constexpr std::string_view cal_url = "https://api.cal.com";

Result<engine::BookingSetup, Problem> setup_of(const engine::BookingSystems& systems,
                                               std::string_view body) {
    engine::BookingSetup setup = TRY(parse_booking_system(body));
    if (setup.settings.url.empty()) {
        setup.settings.url = cal_url;
    }
    if (auto why = systems.problem_of_url(setup.settings.url)) {
        return std::unexpected(invalid({{"url", *std::move(why)}}));
    }
    return setup;
}

Result<void, Problem> take_look(Call& call) {
    const auto wait = call.shared.calendar_looks.try_take(
        fmt::format("bookings of account {}", call.about.account.value()), Shared::running_time());
    if (!wait) {
        return {};
    }
    Problem later = problem(ProblemType::TooManyRequests,
                            "Booking systems were tried out too often. Wait a moment.");
    later.retry_after_seconds = retry_after_seconds(*wait);
    return std::unexpected(std::move(later));
}

// Waits for the answer on another thread. The call goes on there.
class TestStep {
public:
    TestStep(engine::BookingSystems& systems, const Subject& about, engine::BookingSetup setup)
        : systems_(systems), about_(about), setup_(std::move(setup)) {}

    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> waiting) {
        systems_.test(about_.account, about_.resource, std::move(setup_),
                      [this, waiting](std::optional<TestedBookings> tested) {
                          tested_ = tested;
                          waiting.resume();
                      });
    }
    std::optional<TestedBookings> await_resume() const { return tested_; }

private:
    engine::BookingSystems& systems_;
    const Subject& about_;
    engine::BookingSetup setup_;
    std::optional<TestedBookings> tested_;
};

Task<Answer> show(Call& call, engine::BookingSystems& systems) {
    auto read = co_await call.read(
        [&](engine::Registry& registry) { return systems.find(registry, call.about.resource); });
    const Found found = CO_TRY(std::move(read));
    co_return json_response(200, json_text(interchange::write_booking_system, found));
}

engine::StaffDeed deed(const Call& call, std::string_view act, std::string_view detail = {}) {
    return {.act = std::string(act),
            .subject = core::format_id(call.about.resource),
            .detail = std::string(detail)};
}

}  // namespace

Task<Answer> get_booking_system(Call& call) {
    engine::BookingSystems* systems = CO_TRY(systems_of(call));
    co_return co_await show(call, *systems);
}

Task<Answer> put_booking_system(Call& call) {
    engine::BookingSystems* systems = CO_TRY(systems_of(call));
    const engine::BookingSetup setup = CO_TRY(setup_of(*systems, call.request.body));
    auto looked = co_await call.look([](const core::ResourceState& state, const std::string&) {
        return state.settings.inventory == core::Inventory::External;
    });
    if (!CO_TRY(std::move(looked))) {
        co_return std::unexpected(problem_of(core::Refusal{
            .code = core::RefusalCode::NotExternal,
            .field = {},
            .detail = "Only lists with the inventory external have a booking system. The "
                      "inventory is chosen when a list is made."}));
    }
    auto read = co_await call.read([&](engine::Registry& registry) -> Result<void, Problem> {
        const auto saved =
            systems->save(registry, call.about.account, call.about.resource, setup, call.now);
        if (!saved) {
            return std::unexpected(problem_of(saved.error()));
        }
        call.report_staff(registry, call.about.account,
                          deed(call, "booking_system_set", name_of(setup.settings.kind)));
        return {};
    });
    CO_TRY(std::move(read));
    co_return co_await show(call, *systems);
}

Task<Answer> delete_booking_system(Call& call) {
    engine::BookingSystems* systems = CO_TRY(systems_of(call));
    CO_TRY(parse_nothing(call.request.body));
    auto read = co_await call.read([&](engine::Registry& registry) -> Result<void, Problem> {
        const bool was_there = TRY(or_unavailable(
            systems->remove(registry, call.about.account, call.about.resource, call.now)));
        if (was_there) {
            call.report_staff(registry, call.about.account, deed(call, "booking_system_removed"));
        }
        return {};
    });
    CO_TRY(std::move(read));
    co_return empty_response(204);
}

Task<Answer> test_booking_system(Call& call) {
    engine::BookingSystems* systems = CO_TRY(systems_of(call));
    engine::BookingSetup setup = CO_TRY(setup_of(*systems, call.request.body));
    CO_TRY(take_look(call));
    const auto tested = co_await TestStep(*systems, call.about, std::move(setup));
    if (!tested) {
        Problem later = problem(ProblemType::TooManyRequests,
                                "Too many booking systems are being tried out. Wait a moment.");
        later.retry_after_seconds = 5;
        co_return std::unexpected(std::move(later));
    }
    co_return json_response(200, json_text(interchange::write_tested_bookings, *tested));
}

Task<Answer> settle_booking_system(Call& call) {
    engine::BookingSystems* systems = CO_TRY(systems_of(call));
    CO_TRY(parse_nothing(call.request.body));
    auto read = co_await call.read([&](engine::Registry& registry) -> Result<void, Problem> {
        TRY(or_unavailable(
            systems->settle(registry, call.about.account, call.about.resource, call.now)));
        return {};
    });
    CO_TRY(std::move(read));
    co_return co_await show(call, *systems);
}

}  // namespace standby::http
