#include "app/bookings/booking_keeper.hpp"

#include "app/bookings/booking_settings.hpp"
#include "app/delivery/secrets_key.hpp"
#include "base/json/reader.hpp"
#include "bookings/make_booking_system.hpp"
#include "intake/calendar/stored_json.hpp"

#include <algorithm>
#include <utility>

namespace standby::app {

using engine::BookingProblem;
using engine::BookingSettings;
using engine::BookingSetupError;
using engine::ConnectedBookings;
using engine::Connection;
using engine::ConnectionKind;
using engine::StoreError;

namespace {

using Stage = BookingRecord::Stage;

constexpr std::size_t cards_at_once = 500;
constexpr std::size_t cards_shown = 100;
constexpr std::string_view card_mark = "booking_";

std::optional<Connection> connection_of(const std::vector<Connection>& all,
                                        core::ResourceNumber list) {
    const auto found = std::ranges::find(all, list, &Connection::resource);
    return found == all.end() ? std::nullopt : std::optional(*found);
}

Result<std::vector<engine::ConnectionCard>, StoreError> cards_of(engine::Registry& registry,
                                                                 const Connection& connection) {
    std::vector<engine::ConnectionCard> cards;
    for (std::uint64_t after = 0;;) {
        const auto open = TRY(registry.open_cards(connection.account, after, cards_at_once));
        for (const engine::ConnectionCard& card : open) {
            after = card.number;
            if (card.connection == connection.number && card.kind.starts_with(card_mark)) {
                cards.push_back(card);
            }
        }
        if (open.size() < cards_at_once) {
            return cards;
        }
    }
}

engine::BookingCard view_of(const engine::ConnectionCard& card) {
    engine::BookingCard view{.number = card.number,
                             .kind = card.kind.substr(card_mark.size()),
                             .entry = {},
                             .offer = {},
                             .problem = std::nullopt,
                             .made_at = card.made_at};
    if (const auto document = read_json(card.data)) {
        const JsonValue& root = document->root();
        view.entry = core::entry_id(card.resource,
                                    static_cast<core::Ticket>(intake::integer_in(root, "entry")));
        view.offer = core::offer_id(card.resource, core::OfferNumber{static_cast<std::uint32_t>(
                                                       intake::integer_in(root, "offer"))});
        view.problem = engine::booking_problem_named(intake::text_in(root, "problem"));
    }
    return view;
}

std::string origin_of(const std::string& url) {
    const auto address = interchange::parse_web_address(url);
    return address ? address->origin() : std::string();
}

bool is_same_place(const BookingSettings& one, const BookingSettings& other) {
    return one.kind == other.kind && origin_of(one.url) == origin_of(other.url);
}

}  // namespace

BookingKeeper::BookingKeeper(const ServeOptions& options, BookingServices services,
                             std::function<bool(core::ResourceNumber)> serves,
                             std::function<std::size_t()> count_nodes)
    : options_(options),
      services_(services),
      serves_(std::move(serves)),
      count_nodes_(std::move(count_nodes)),
      web_{.private_places = interchange::PrivatePlaces(options.private_places), .ca_file = {}} {}

void BookingKeeper::start() {
    workers_ = std::make_unique<WorkerPool>(booking_threads, booking_turns_waiting_max);
    testers_ = std::make_unique<WorkerPool>(2, booking_tests_max);
    thread_ = std::thread([this] { run(); });
}

void BookingKeeper::stop() {
    {
        const std::scoped_lock lock(mutex_);
        is_stopping_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) {
        thread_.join();
    }
    for (const auto& [number, follower] : followers_.copy()) {
        if (const auto system = follower->to_stop.copy()) {
            system->stop();
        }
    }
    for (const auto& [which, system] : tests_.copy()) {
        system->stop();
    }
    workers_.reset();
    testers_.reset();
}

void BookingKeeper::run() {
    for (Time read_at = Time::min();;) {
        {
            std::unique_lock lock(mutex_);
            changed_.wait_for(lock, booking_tick, [this] { return is_stopping_ || is_woken_; });
            if (is_stopping_) {
                return;
            }
            is_woken_ = false;
        }
        const Time wall{
            std::chrono::floor<Duration>(std::chrono::steady_clock::now().time_since_epoch())};
        if (is_stale_.exchange(false) || wall >= read_at + booking_systems_read_every) {
            read_connections();
            read_at = wall;
        }
        step();
    }
}

void BookingKeeper::on_committed(core::ResourceNumber list) {
    const bool has_one =
        lists_.with([&](const std::set<core::ResourceNumber>& all) { return all.contains(list); });
    if (!has_one) {
        return;
    }
    behind_.with([&](std::set<core::ResourceNumber>& all) { all.insert(list); });
    {
        const std::scoped_lock lock(mutex_);
        is_woken_ = true;
    }
    changed_.notify_all();
}

void BookingKeeper::read_connections() {
    auto connections = services_.registry.connections(ConnectionKind::BookingSystem);
    if (!connections) {
        return;
    }
    std::set<core::ResourceNumber> lists;
    std::set<std::uint64_t> there;
    for (const Connection& connection : *connections) {
        lists.insert(connection.resource);
        there.insert(connection.number);
    }
    lists_.exchange(std::move(lists));
    connections_.exchange(*std::move(connections));
    followers_.with([&](Followers& all) {
        std::erase_if(all, [&](const auto& one) { return !there.contains(one.first); });
    });
}

void BookingKeeper::step() {
    const Time now = services_.clock.now();
    const std::set<core::ResourceNumber> behind = behind_.exchange({});
    for (const Connection& connection : connections_.copy()) {
        if (!serves_(connection.resource)) {
            // Whatever is known here is old by the time the list comes back.
            if (const auto away = known_follower(connection.number)) {
                away->is_stale = away->is_behind = true;
            }
            continue;
        }
        const auto follower = follower_of(connection.number);
        if (behind.contains(connection.resource)) {
            follower->is_behind = true;
        }
        const auto next = follower->next.copy();
        const bool has_work = follower->is_behind || (next && *next <= now);
        if (!has_work || follower->is_waiting.exchange(true)) {
            continue;
        }
        const bool is_posted = workers_->post([this, connection, follower] {
            take_turn(connection, *follower);
            follower->is_waiting = false;
        });
        if (!is_posted) {
            follower->is_waiting = false;
        }
    }
}

std::shared_ptr<BookingKeeper::Follower> BookingKeeper::follower_of(std::uint64_t connection) {
    return followers_.with([&](Followers& all) {
        auto& follower = all[connection];
        if (!follower) {
            follower = std::make_shared<Follower>();
        }
        return follower;
    });
}

std::shared_ptr<BookingKeeper::Follower>
BookingKeeper::known_follower(std::uint64_t connection) const {
    return followers_.with([&](const Followers& all) {
        const auto found = all.find(connection);
        return found == all.end() ? std::shared_ptr<Follower>() : found->second;
    });
}

std::optional<std::string> BookingKeeper::open_token(const Connection& connection) const {
    if (connection.sealed.empty()) {
        return std::string();
    }
    const auto key = SecretsKey::read(secrets_key_path(options_));
    return key && *key ? (*key)->open(connection.sealed) : std::nullopt;
}

bool BookingKeeper::is_ready(const Connection& connection, const BookingSettings& settings,
                             Follower& follower) {
    std::string made_of = connection.settings;
    made_of.append(reinterpret_cast<const char*>(connection.sealed.data()),
                   connection.sealed.size());
    if (follower.system && follower.made_of == made_of) {
        return true;
    }
    const auto token = open_token(connection);
    if (!token) {
        return false;
    }
    follower.system = bookings::make_booking_system(settings, *token, web_);
    follower.made_of = std::move(made_of);
    follower.to_stop.exchange(follower.system);
    follower.breaker.exchange({});
    follower.memory.is_loaded = false;
    follower.is_new = true;
    if (is_stopping_) {
        follower.system->stop();
    }
    return true;
}

void BookingKeeper::take_turn(const Connection& connection, Follower& follower) {
    const std::scoped_lock lock(follower.turn);
    follower.is_behind = false;
    const auto settings = read_booking_settings(connection.settings);
    if (!settings || !is_ready(connection, *settings, follower)) {
        follower.next.exchange(services_.clock.now() + booking_setup_backoff_max);
        return;
    }
    if (follower.is_stale.exchange(false)) {
        follower.memory.is_loaded = false;
    }
    BookingTurn turn(services_, *follower.system, connection, settings->kind, follower.memory,
                     follower.breaker, figures_, is_stopping_);
    // Staff see at once whether it was set up as it should be.
    follower.is_new = follower.is_new && !turn.check();
    const bool is_done = turn.go_on();
    if (is_done) {
        follower.next.exchange(turn.next());
    } else {
        follower.next.exchange(services_.clock.now());
    }
    follower.under_way = static_cast<std::size_t>(
        std::ranges::count_if(follower.memory.records, [](const auto& one) {
            const Stage stage = one.second.stage;
            return stage == Stage::Booking || stage == Stage::Releasing || one.second.is_unclear;
        }));
}

std::vector<engine::WatchedBookings> BookingKeeper::watched() const {
    std::vector<engine::WatchedBookings> all;
    for (const Connection& connection : connections_.copy()) {
        const auto settings = read_booking_settings(connection.settings);
        const auto follower = known_follower(connection.number);
        if (settings && follower && serves_(connection.resource)) {
            all.push_back({.resource = connection.resource,
                           .kind = settings->kind,
                           .breaker = follower->breaker.copy().state(services_.clock.now())});
        }
    }
    return all;
}

Result<std::optional<ConnectedBookings>, StoreError>
BookingKeeper::find(engine::Registry& registry, core::ResourceNumber list) {
    const auto one = connection_of(TRY(registry.connections(ConnectionKind::BookingSystem)), list);
    if (!one) {
        return std::optional<ConnectedBookings>{};
    }
    const engine::ConnectionState state = TRY(registry.connection_state(one->number));
    const BookingProgress progress = read_booking_progress(state.state);
    const BookingTally tally = tally_in_all(progress, services_.clock.now());
    ConnectedBookings view{.resource = one->resource,
                           .account = one->account,
                           .settings =
                               read_booking_settings(one->settings).value_or(BookingSettings{}),
                           .is_locked = !open_token(*one),
                           .created_at = one->created_at,
                           .changed_at = one->changed_at,
                           .status = {}};
    view.status.problem = engine::booking_problem_named(progress.problem);
    view.status.answered_at = progress.answered_at;
    view.status.failed_at = progress.failed_at;
    view.status.booked = tally.booked;
    view.status.taken = tally.taken;
    view.status.given_up = tally.given_up;
    if (const auto follower = known_follower(one->number)) {
        const Breaker breaker = follower->breaker.copy();
        view.status.breaker = breaker.state(services_.clock.now());
        view.status.asked_again_at = breaker.open_until();
        view.status.under_way = follower->under_way;
    }
    for (const engine::ConnectionCard& card : TRY(cards_of(registry, *one))) {
        if (view.status.cards.size() < cards_shown) {
            view.status.cards.push_back(view_of(card));
        }
    }
    std::ranges::sort(view.status.cards, {}, [](const engine::BookingCard& card) {
        return std::pair(card.made_at, card.number);
    });
    return std::optional(std::move(view));
}

Result<std::vector<std::byte>, BookingSetupError> BookingKeeper::seal(const std::string& token) {
    if (options_.secrets_key_file.empty() && count_nodes_() > 1) {
        return std::unexpected(BookingSetupError::KeyNotShared);
    }
    const auto key = SecretsKey::read_or_make(secrets_key_path(options_));
    if (!key) {
        services_.log.write(LogLevel::Error, "secrets_key_unusable", {{"problem", key.error()}});
        return std::unexpected(BookingSetupError::NoKey);
    }
    return key->seal(token);
}

Result<void, BookingSetupError> BookingKeeper::save(engine::Registry& registry,
                                                    engine::AccountNumber account,
                                                    core::ResourceNumber list,
                                                    const engine::BookingSetup& setup, Time now) {
    const auto all = registry.connections(ConnectionKind::BookingSystem);
    if (!all) {
        return std::unexpected(BookingSetupError::Unavailable);
    }
    const auto before = connection_of(*all, list);
    const auto settings_before = before ? read_booking_settings(before->settings) : std::nullopt;
    Connection connection{.number = before ? before->number : 0,
                          .account = account,
                          .resource = list,
                          .kind = ConnectionKind::BookingSystem,
                          .settings = write_booking_settings(setup.settings),
                          .sealed = {},
                          .created_at = before ? before->created_at : now,
                          .changed_at = now};
    if (!setup.token.empty()) {
        connection.sealed = TRY(seal(setup.token));
    } else if (settings_before && settings_before->kind == setup.settings.kind &&
               settings_before->url == setup.settings.url) {
        connection.sealed = before->sealed;
    } else {
        // A kept token goes nowhere but where it was entered for.
        return std::unexpected(BookingSetupError::NoToken);
    }
    // What is known of one system says nothing about another.
    const bool goes_on = settings_before && is_same_place(*settings_before, setup.settings);
    if (before && !goes_on && !registry.remove_connection(before->account, before->number, now)) {
        return std::unexpected(BookingSetupError::Unavailable);
    }
    if (goes_on) {
        const auto changed = registry.change_connection(connection);
        if (!changed || !*changed) {
            return std::unexpected(BookingSetupError::Unavailable);
        }
    } else {
        connection.created_at = now;
        if (!registry.add_connection(connection)) {
            return std::unexpected(BookingSetupError::Unavailable);
        }
    }
    is_stale_ = true;
    return {};
}

Result<bool, StoreError> BookingKeeper::remove(engine::Registry& registry,
                                               engine::AccountNumber account,
                                               core::ResourceNumber list, Time now) {
    const auto one = connection_of(TRY(registry.connections(ConnectionKind::BookingSystem)), list);
    is_stale_ = true;
    return one ? registry.remove_connection(account, one->number, now)
               : Result<bool, StoreError>(false);
}

Result<void, StoreError> BookingKeeper::settle(engine::Registry& registry,
                                               engine::AccountNumber account,
                                               core::ResourceNumber list, Time now) {
    const auto one = connection_of(TRY(registry.connections(ConnectionKind::BookingSystem)), list);
    if (one && one->account == account) {
        for (const engine::ConnectionCard& card : TRY(cards_of(registry, *one))) {
            TRY(registry.settle_card(account, card.number, "seen", now));
        }
    }
    return {};
}

std::optional<std::string> BookingKeeper::problem_of_url(const std::string& url) const {
    const auto address = interchange::parse_web_address(url);
    if (!address) {
        return address.error();
    }
    return url.contains('?') || url.contains('#')
               ? std::optional<std::string>("must not have ? or # in it: /bookings is appended")
               : std::nullopt;
}

std::optional<BookingProblem> BookingKeeper::try_out(const BookingSettings& settings,
                                                     const std::string& token) {
    const std::shared_ptr<engine::BookingSystem> system =
        bookings::make_booking_system(settings, token, web_);
    tests_.with([&](Tests& all) { all[system.get()] = system; });
    if (is_stopping_) {
        system->stop();
    }
    const auto checked = system->check();
    tests_.with([&](Tests& all) { all.erase(system.get()); });
    return checked ? std::nullopt : std::optional(checked.error());
}

void BookingKeeper::test(engine::AccountNumber account, core::ResourceNumber list,
                         engine::BookingSetup setup,
                         std::function<void(std::optional<engine::TestedBookings>)> done) {
    const auto shared = std::make_shared<decltype(done)>(std::move(done));
    const bool is_posted =
        testers_ && testers_->post([this, account, list, setup = std::move(setup), shared] {
            std::string token = setup.token;
            if (token.empty()) {
                const auto all = services_.registry.connections(ConnectionKind::BookingSystem);
                const auto kept = all ? connection_of(*all, list) : std::nullopt;
                const auto settings = kept ? read_booking_settings(kept->settings) : std::nullopt;
                const bool is_it = settings && kept->account == account &&
                                   settings->kind == setup.settings.kind &&
                                   settings->url == setup.settings.url;
                token = is_it ? open_token(*kept).value_or("") : std::string();
                if (token.empty()) {
                    (*shared)(engine::TestedBookings{.problem = BookingProblem::WrongToken});
                    return;
                }
            }
            (*shared)(engine::TestedBookings{.problem = try_out(setup.settings, token)});
        });
    if (!is_posted) {
        (*shared)(std::nullopt);
    }
}

}  // namespace standby::app
