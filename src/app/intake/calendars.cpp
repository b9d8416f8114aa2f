#include "app/intake/calendars.hpp"

#include "app/delivery/secrets_key.hpp"
#include "intake/calendar/calendar_settings.hpp"

#include <algorithm>
#include <utility>

namespace standby::app {
namespace {

using engine::CalendarError;
using engine::Connection;
using engine::ConnectionKind;
using engine::FollowedCalendar;

constexpr std::size_t shown_max = 200;
constexpr std::size_t next_shown = 5;

Duration usual_pause(const engine::CalendarSettings& settings) {
    return settings.kind == engine::CalendarKind::Ics ? feed_every : caldav_every;
}

Duration pause_after(const CalendarProgress& progress, const engine::CalendarSettings& settings) {
    const Duration usual = usual_pause(settings);
    if (progress.failures > 0) {
        return std::min<Duration>(usual * (1U << std::min(progress.failures, 10U)),
                                  calendar_backoff_max);
    }
    return progress.wants_second_look ? intake::second_look_after + calendar_tick : usual;
}

std::vector<engine::GoneAppointment> gone_in(engine::Registry& registry, std::uint64_t number,
                                             const std::string& mark) {
    std::vector<engine::GoneAppointment> gone;
    const auto items = registry.connection_items(number, mark, shown_max);
    for (const engine::ConnectionItem& item :
         items ? *items : std::vector<engine::ConnectionItem>{}) {
        const auto slot = intake::read_stored_slot(item.data);
        if (!item.key.starts_with(mark)) {
            break;
        }
        if (slot) {
            gone.push_back({.id = item.key.substr(mark.size()), .slot = *slot});
        }
    }
    return gone;
}

}  // namespace

FollowedCalendars::FollowedCalendars(const ServeOptions& options, CalendarServices services,
                                     std::function<bool(core::ResourceNumber)> serves,
                                     std::function<std::size_t()> count_nodes)
    : options_(options),
      services_(services),
      serves_(std::move(serves)),
      count_nodes_(std::move(count_nodes)),
      web_{.private_places = interchange::PrivatePlaces(options.private_places), .ca_file = {}} {}

void FollowedCalendars::start() {
    workers_ = std::make_unique<WorkerPool>(calendar_threads, calendar_turns_waiting_max);
    thread_ = std::thread([this] { run(); });
}

void FollowedCalendars::stop() {
    {
        const std::scoped_lock lock(mutex_);
        is_stopping_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) {
        thread_.join();
    }
    for (const auto& [number, follower] : followers_.copy()) {
        follower->web.stop();
    }
    for (const auto& [which, web] : tests_.copy()) {
        web->stop();
    }
    workers_.reset();
}

void FollowedCalendars::run() {
    for (;;) {
        {
            std::unique_lock lock(mutex_);
            changed_.wait_for(lock, calendar_tick, [this] { return is_stopping_ || is_woken_; });
            if (is_stopping_) {
                return;
            }
            is_woken_ = false;
        }
        step();
    }
}

void FollowedCalendars::on_committed(core::ResourceNumber list) {
    const bool is_followed = followed_.with(
        [&](const std::set<core::ResourceNumber>& all) { return all.contains(list); });
    if (!is_followed) {
        return;
    }
    behind_.with([&](std::set<core::ResourceNumber>& all) { all.insert(list); });
    {
        const std::scoped_lock lock(mutex_);
        is_woken_ = true;
    }
    changed_.notify_all();
}

void FollowedCalendars::step() {
    const auto connections = services_.registry.connections(ConnectionKind::Calendar);
    if (!connections) {
        return;
    }
    const Time now = services_.clock.now();
    std::map<std::uint64_t, bool> there;
    std::set<core::ResourceNumber> lists;
    for (const Connection& connection : *connections) {
        lists.insert(connection.resource);
    }
    // What happened on a list before it was known to be followed has reached nobody.
    const std::set<core::ResourceNumber> before = followed_.exchange(std::move(lists));
    const std::set<core::ResourceNumber> behind = behind_.exchange({});
    for (const Connection& connection : *connections) {
        there[connection.number] = true;
        if (behind.contains(connection.resource) || !before.contains(connection.resource)) {
            follower_of(connection)->is_behind = true;
        }
        if (!serves_(connection.resource)) {
            continue;
        }
        const auto follower = follower_of(connection);
        const auto next = follower->next_look.copy();
        const bool is_due = !next || *next <= now;
        const bool has_work = follower->has_work || follower->is_behind;
        if ((!is_due && !has_work) || follower->is_waiting.exchange(true)) {
            continue;
        }
        const bool is_posted = workers_->post([this, connection, follower, is_due] {
            take_turn(connection, *follower, is_due ? What::Look : What::GoOn);
            follower->is_waiting = false;
        });
        if (!is_posted) {
            follower->is_waiting = false;
        }
    }
    followers_.with([&](Followers& all) {
        std::erase_if(all, [&](const auto& one) { return !there.contains(one.first); });
    });
}

std::shared_ptr<FollowedCalendars::Follower>
FollowedCalendars::follower_of(const Connection& connection) {
    return followers_.with([&](Followers& all) {
        auto& follower = all[connection.number];
        if (!follower) {
            follower = std::make_shared<Follower>(web_);
        }
        return follower;
    });
}

std::optional<engine::CalendarSecrets>
FollowedCalendars::open_secrets(const Connection& connection) const {
    if (connection.sealed.empty()) {
        return engine::CalendarSecrets{};
    }
    const auto key = SecretsKey::read(secrets_key_path(options_));
    const auto text = key && *key ? (*key)->open(connection.sealed) : std::nullopt;
    return text ? intake::read_calendar_secrets(*text) : std::nullopt;
}

bool FollowedCalendars::take_turn(const Connection& connection, Follower& follower, What what) {
    const std::scoped_lock lock(follower.turn);
    follower.is_behind = false;
    const auto settings = intake::read_calendar_settings(connection.settings);
    const auto secrets = open_secrets(connection);
    if (!settings || !secrets) {
        follower.next_look.exchange(services_.clock.now() + calendar_backoff_max);
        follower.has_work = false;
        return false;
    }
    CalendarTurn turn(services_, follower.web, connection, *settings, *secrets);
    const bool is_done = what == What::GoOn   ? turn.go_on()
                         : what == What::Look ? turn.look()
                                              : turn.settle(what == What::Free);
    follower.has_work = !is_done || turn.has_work();
    const Time now = services_.clock.now();
    if (what == What::Look) {
        follower.next_look.exchange(
            now + (is_done ? pause_after(turn.progress(), *settings) : usual_pause(*settings)));
    }
    if (what == What::Look && !turn.progress().problem.empty() && turn.progress().failures == 1) {
        services_.log.write(LogLevel::Warning, "calendar_not_read",
                            {{"calendar", static_cast<std::int64_t>(connection.number)},
                             {"problem", turn.progress().problem}});
    }
    return is_done;
}

void FollowedCalendars::ask_for(std::uint64_t number, What what, std::function<void(bool)> done) {
    const auto shared = std::make_shared<std::function<void(bool)>>(std::move(done));
    const bool is_posted = workers_ && workers_->post([this, number, what, shared] {
        const auto connections = services_.registry.connections(ConnectionKind::Calendar);
        bool is_done = false;
        if (connections) {
            const auto found = std::ranges::find(*connections, number, &Connection::number);
            is_done = found != connections->end() && take_turn(*found, *follower_of(*found), what);
        }
        (*shared)(is_done);
    });
    if (!is_posted) {
        (*shared)(false);
    }
}

void FollowedCalendars::look(std::uint64_t number, std::function<void(bool)> done) {
    ask_for(number, What::Look, std::move(done));
}

void FollowedCalendars::settle(std::uint64_t number, bool is_free, std::function<void(bool)> done) {
    ask_for(number, is_free ? What::Free : What::Keep, std::move(done));
}

Result<FollowedCalendar, engine::StoreError> FollowedCalendars::view_of(engine::Registry& registry,
                                                                        const Connection& one) {
    const engine::ConnectionState state = TRY(registry.connection_state(one.number));
    const CalendarProgress progress = read_progress(state.state);
    const auto secrets = open_secrets(one);
    FollowedCalendar view{
        .number = one.number,
        .resource = one.resource,
        .account = one.account,
        .settings =
            intake::read_calendar_settings(one.settings).value_or(engine::CalendarSettings{}),
        .has_secret = !one.sealed.empty(),
        .is_locked = !secrets,
        .created_at = one.created_at,
        .status = {}};
    view.status = {.looked_at = progress.looked_at,
                   .tried_at = progress.tried_at,
                   .changed_at = progress.changed_at,
                   .problem = progress.problem,
                   .sentence = {},
                   .appointments = progress.appointments,
                   .unreadable = progress.unreadable,
                   .offered = 0,
                   .question = progress.question,
                   .gone = gone_in(registry, one.number, "q:"),
                   .conflicts = gone_in(registry, one.number, "c:"),
                   .left = gone_in(registry, one.number, "l:")};
    if (const auto problem = interchange::web_problem_named(progress.problem)) {
        view.status.sentence = sentence_about(*problem);
    }
    const auto records = TRY(registry.connection_items(one.number, "f:", shown_max));
    for (const engine::ConnectionItem& item : records) {
        const auto record = item.key.starts_with("f:") ? read_record(item.data) : std::nullopt;
        view.status.offered += record && record->stage == FreedRecord::Stage::Offered ? 1 : 0;
    }
    return view;
}

Result<std::vector<FollowedCalendar>, engine::StoreError>
FollowedCalendars::calendars(engine::Registry& registry, core::ResourceNumber list) {
    std::vector<FollowedCalendar> found;
    for (const Connection& one : TRY(registry.connections(ConnectionKind::Calendar))) {
        if (one.resource == list) {
            found.push_back(TRY(view_of(registry, one)));
        }
    }
    return found;
}

Result<std::optional<FollowedCalendar>, engine::StoreError>
FollowedCalendars::calendar(engine::Registry& registry, std::uint64_t number) {
    for (const Connection& one : TRY(registry.connections(ConnectionKind::Calendar))) {
        if (one.number == number) {
            return std::optional(TRY(view_of(registry, one)));
        }
    }
    return std::optional<FollowedCalendar>{};
}

Result<std::uint64_t, CalendarError>
FollowedCalendars::add(engine::Registry& registry, engine::AccountNumber account,
                       core::ResourceNumber list, const engine::CalendarSettings& settings,
                       const engine::CalendarSecrets& secrets, Time now) {
    const auto there = registry.connections(ConnectionKind::Calendar);
    if (!there) {
        return std::unexpected(CalendarError::Unavailable);
    }
    if (std::ranges::count(*there, list, &Connection::resource) >=
        static_cast<std::ptrdiff_t>(engine::connections_per_list_max)) {
        return std::unexpected(CalendarError::TooMany);
    }
    Connection connection{.number = 0,
                          .account = account,
                          .resource = list,
                          .kind = ConnectionKind::Calendar,
                          .settings = intake::write_calendar_settings(settings),
                          .sealed = {},
                          .created_at = now,
                          .changed_at = now};
    if (!(secrets == engine::CalendarSecrets{})) {
        if (options_.secrets_key_file.empty() && count_nodes_() > 1) {
            return std::unexpected(CalendarError::KeyNotShared);
        }
        const auto key = SecretsKey::read_or_make(secrets_key_path(options_));
        if (!key) {
            services_.log.write(LogLevel::Error, "secrets_key_unusable",
                                {{"problem", key.error()}});
            return std::unexpected(CalendarError::NoKey);
        }
        connection.sealed = key->seal(intake::write_calendar_secrets(secrets));
    }
    const auto added = registry.add_connection(connection);
    if (!added) {
        return std::unexpected(CalendarError::Unavailable);
    }
    return added->number;
}

Result<bool, engine::StoreError> FollowedCalendars::remove(engine::Registry& registry,
                                                           engine::AccountNumber account,
                                                           std::uint64_t number, Time now) {
    return registry.remove_connection(account, number, now);
}

engine::TestedCalendar FollowedCalendars::try_out(engine::AccountNumber account,
                                                  core::ResourceNumber list,
                                                  const engine::CalendarSettings& settings,
                                                  const engine::CalendarSecrets& secrets) {
    engine::TestedCalendar tested;
    const auto fail = [&](interchange::WebProblem problem) {
        tested.problem = name_of(problem);
        tested.sentence = sentence_about(problem);
        return tested;
    };
    auto items = services_.registry.catalogue(account);
    const auto facts = followed_list(services_.gateway, list);
    const Zone* zone = facts ? services_.zones.find(facts->time_zone) : nullptr;
    if (!items || zone == nullptr) {
        return fail(interchange::WebProblem::Busy);
    }
    const auto web = std::make_shared<interchange::WebClient>(web_);
    tests_.with([&](Tests& all) { all[web.get()] = web; });
    const interchange::OfferedNames offered(*std::move(items));
    const Time now = services_.clock.now();
    const intake::CalendarReading reading{
        .from = now,
        .until = now + calendar_stretch,
        .own_zone = zone,
        .find_zone = [this](std::string_view name) { return services_.zones.find(name); },
        .sandbox = services_.sandbox};
    const auto sight = intake::look_at_calendar(
        *web, {.settings = settings,
               .secrets = secrets,
               .state = {},
               .memory = {},
               .reading = reading,
               .now = now,
               .slot_of =
                   [&](const intake::Occurrence& occurrence) {
                       return slot_in_words_of(offered, occurrence, settings);
                   },
               .wants_whole = true});
    tests_.with([&](Tests& all) { all.erase(web.get()); });
    if (!sight) {
        return fail(sight.error());
    }
    tested.events = sight->events;
    tested.unreadable = sight->unreadable;
    for (const auto& [key, object] : sight->look.changed) {
        for (const intake::CalendarTime& time : object.times) {
            if (time.appointment && time.starts_at >= now) {
                tested.next.push_back(*time.appointment);
            }
        }
    }
    tested.appointments = tested.next.size();
    std::ranges::sort(tested.next, {}, &core::Slot::starts_at);
    tested.next.resize(std::min(tested.next.size(), next_shown));
    return tested;
}

void FollowedCalendars::test(engine::AccountNumber account, core::ResourceNumber list,
                             engine::CalendarSettings settings, engine::CalendarSecrets secrets,
                             std::function<void(std::optional<engine::TestedCalendar>)> done) {
    const auto shared =
        std::make_shared<std::function<void(std::optional<engine::TestedCalendar>)>>(
            std::move(done));
    const bool is_posted =
        workers_ && workers_->post([this, account, list, settings = std::move(settings),
                                    secrets = std::move(secrets), shared] {
            (*shared)(try_out(account, list, settings, secrets));
        });
    if (!is_posted) {
        (*shared)(std::nullopt);
    }
}

}  // namespace standby::app
