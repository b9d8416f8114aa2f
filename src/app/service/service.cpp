// Wiring. Members are declared in the order in which they depend on each other, and go in reverse.
#include "app/service/service.hpp"

#include "app/runtime/engine_host.hpp"
#include "app/service/bootstrap.hpp"
#include "app/service/clocks.hpp"
#include "app/service/documents.hpp"
#include "app/service/metrics.hpp"
#include "app/service/open_files.hpp"
#include "app/service/post.hpp"
#include "app/service/summaries.hpp"
#include "app/service/ticker.hpp"
#include "app/service/zones.hpp"
#include "http/auth/signed_links.hpp"
#include "http/routes/api.hpp"
#include "http/server/server.hpp"
#include "store/sqlite/sqlite_store.hpp"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <utility>

namespace standby::app {
namespace {

constexpr Duration drain_patience = std::chrono::seconds{10};
constexpr std::size_t resources_in_metrics = 20;
constexpr std::size_t resources_read_at_once = 500;

// Lets the server listen before the API exists, because the API tells its own address in links.
class Gate final : public http::Handler {
public:
    void open(http::Handler& handler) { handler_ = &handler; }

    void handle(http::Request request, std::unique_ptr<http::Responder> responder) override {
        if (http::Handler* handler = handler_) {
            handler->handle(std::move(request), std::move(responder));
            return;
        }
        http::Response response;
        response.status = 503;
        response.headers.emplace_back("Retry-After", "1");
        responder->send(std::move(response));
    }

private:
    std::atomic<http::Handler*> handler_ = nullptr;
};

class RunningService final : public Service {
public:
    RunningService(const ServeOptions& options, Log& log) : options_(options), log_(log) {}
    ~RunningService() override { stop(); }

    Result<void, std::string> start();

    const FirstStart& first_start() const override { return first_start_; }
    std::string url() const override { return url_; }
    std::uint16_t port() const override { return server_->port(); }
    void stop() override;

private:
    Result<void, std::string> open_store();
    Result<void, std::string> read_directory();
    void make_engine();
    Result<void, std::string> make_post();
    void make_api();
    Result<void, std::string> listen(const ListenAddress& address);
    void write_listen_file();
    void tick();
    void tick_second(std::uint64_t seconds);
    void advance_to(Time to);
    void settle();
    std::string metrics_text();

    ServeOptions options_;
    Log& log_;
    FirstStart first_start_;
    std::string setup_token_;
    std::string url_;
    std::unique_ptr<engine::Clock> clock_;
    ManualClock* manual_clock_ = nullptr;  // the clock, if it is one
    core::ZoneBook zones_;
    std::unique_ptr<store::SqliteStore> store_;
    http::KeyRing keys_;
    http::SessionRing sessions_;
    std::optional<http::TokenSigner> tokens_;
    std::optional<http::ContactHasher> contacts_;
    http::Directory directory_;
    http::LiveHub hub_{&http::Api::format_live_event};
    Metrics metrics_;
    Guarded<std::vector<std::pair<core::ResourceNumber, std::size_t>>> memory_;
    std::atomic<bool> is_ready_ = false;
    std::uint64_t ticks_ = 0;
    std::unique_ptr<EngineHost> engine_;
    std::optional<http::SignedLinks> links_;
    std::unique_ptr<Post> post_;
    std::unique_ptr<WorkerPool> control_;  // moves a manual clock
    std::unique_ptr<http::Api> api_;
    Gate gate_;
    std::unique_ptr<Ticker> ticker_;
    std::unique_ptr<http::Server> server_;
    bool is_stopped_ = false;
};

Result<void, std::string> RunningService::start() {
    const ListenAddress address = TRY(parse_listen(options_.listen));
    if (options_.manual_clock.empty()) {
        clock_ = std::make_unique<SystemClock>();
    } else {
        auto clock = std::make_unique<ManualClock>(TRY(parse_time(options_.manual_clock)));
        manual_clock_ = clock.get();
        clock_ = std::move(clock);
    }
    const std::uint64_t files_wanted = options_.connections_max + files_of_our_own;
    if (const auto allowed = raise_open_files_limit(); allowed && *allowed < files_wanted) {
        log_.write(LogLevel::Warning, "few_open_files",
                   {{"allowed", static_cast<std::int64_t>(*allowed)},
                    {"wanted", static_cast<std::int64_t>(files_wanted)}});
    }
    zones_ = read_zones();
    TRY(open_store());
    make_engine();
    TRY(read_directory());
    TRY(listen(address));
    TRY(make_post());
    make_api();
    TRY(engine_->start());
    if (manual_clock_ == nullptr) {
        post_->start();
    }
    gate_.open(*api_);
    is_ready_ = true;
    constexpr std::chrono::milliseconds tick_interval{1000 / http::LiveHub::parts};
    ticker_ = std::make_unique<Ticker>(tick_interval, [this] { tick(); });
    write_listen_file();
    return {};
}

Result<void, std::string> RunningService::open_store() {
    const std::string path = TRY(sqlite_path(options_.store, options_.data_dir));
    TRY(make_data_directory(options_.data_dir));
    store::SqliteOptions sqlite;
    sqlite.report = [this](std::string_view text) {
        log_.write(LogLevel::Error, "store", {{"problem", text}});
    };
    store_ = TRY(store::SqliteStore::open(path, sqlite));
    const Bootstrapped made = TRY(bootstrap(*store_, options_.api_key, clock_->now()));
    first_start_.owner_key = made.new_owner_key;
    setup_token_ = made.setup_token;
    const auto keys = store_->keys();
    const auto secrets = store_->secrets();
    const auto members = store_->members();
    const auto sessions = store_->sessions();
    if (!keys || !secrets || !members || !sessions) {
        return std::unexpected("the database could not be read");
    }
    keys_.replace(*keys);
    sessions_.replace(*members, *sessions);
    tokens_ = TRY(http::TokenSigner::create(*secrets));
    for (const engine::Secret& secret : *secrets) {
        if (secret.purpose == engine::SecretPurpose::Contacts && !secret.retired_at) {
            contacts_.emplace(secret);
        }
    }
    return {};
}

Result<void, std::string> RunningService::read_directory() {
    core::ResourceNumber after;
    while (true) {
        const auto rows = store_->resources(engine::AccountNumber{}, after, resources_read_at_once);
        if (!rows) {
            return std::unexpected("the database could not be read: the list of resources");
        }
        for (const engine::ResourceListing& row : *rows) {
            after = row.number;
            const auto decoded = core::decode_resource_row(row.data);
            directory_.add(row.number, row.account,
                           decoded ? decoded->settings.time_zone : std::string("UTC"));
        }
        if (rows->size() < resources_read_at_once) {
            return {};
        }
    }
}

void RunningService::make_engine() {
    ShardObserver observer;
    observer.on_committed = [this](const engine::Committed& committed) {
        directory_.on_committed(committed);
        hub_.on_committed(committed);
        metrics_.count_committed(committed, clock_->now());
        if (committed.has_messages) {
            post_->wake();
        }
    };
    observer.on_commit = [this](std::size_t resources, std::chrono::nanoseconds took, bool ok) {
        metrics_.count_commit(resources, took, ok);
        is_ready_ = ok;
        if (!ok) {
            log_.write(LogLevel::Error, "commit_failed",
                       {{"resources", static_cast<std::int64_t>(resources)}});
        }
    };
    EngineOptions engine;
    engine.shards = options_.shards;
    engine.limits.messages_stay_here = [this] { return post_->keeps_everything_here(); };
    engine_ = std::make_unique<EngineHost>(engine, zones_, *clock_, *store_, *store_, observer);
    control_ = std::make_unique<WorkerPool>(1, 0);
}

Result<void, std::string> RunningService::make_post() {
    std::string public_url = options_.public_url.empty() ? url_ : options_.public_url;
    while (public_url.ends_with('/')) {
        public_url.pop_back();
    }
    links_.emplace(*tokens_, std::move(public_url), [this] { return clock_->now(); });
    if (!setup_token_.empty()) {
        first_start_.setup_url = links_->at("/staff/setup#") + std::exchange(setup_token_, {});
    }
    post_ = TRY(Post::create(options_, {.store = *store_,
                                        .registry = *store_,
                                        .gateway = *engine_,
                                        .clock = *clock_,
                                        .zones = zones_,
                                        .keys = *contacts_,
                                        .links = *links_,
                                        .log = log_}));
    return {};
}

void RunningService::make_api() {
    http::ApiOptions api;
    api.joins = {.rate_per_second = options_.join_rate, .burst = options_.join_burst};
    api.openapi_yaml = openapi_yaml();
    api.version = STANDBY_VERSION;
    api.has_manual_clock = manual_clock_ != nullptr;
    api.public_url = links_->at("");
    http::ApiServices services{.gateway = *engine_,
                               .zones = zones_,
                               .keys = keys_,
                               .sessions = sessions_,
                               .tokens = *tokens_,
                               .contacts = *contacts_,
                               .directory = directory_,
                               .hub = hub_,
                               .post_office = post_->office()};
    services.metrics = [this] { return metrics_text(); };
    services.is_ready = [this] { return is_ready_.load(); };
    services.set_clock = [this](Time to, std::function<void()> done) {
        (void)control_->post([this, to, done = std::move(done)] {
            advance_to(to);
            done();
        });
    };
    services.set_relay = [this](bool is_on) { post_->switch_on(is_on); };
    services.on_staff = [this](std::string_view event, std::uint64_t member) {
        log_.write(LogLevel::Info, event, {{"member", static_cast<std::int64_t>(member)}});
    };
    services.on_answer = [this](std::string_view method, std::string_view route,
                                std::uint16_t status, Duration took) {
        metrics_.count_request(method, route, status, took);
        const LogLevel level = status >= 500 ? LogLevel::Warning : LogLevel::Debug;
        log_.write(level, "answered",
                   {{"method", route == "other" ? "other" : method},
                    {"route", route},
                    {"status", std::int64_t{status}},
                    {"took_ms", std::int64_t{took.count()}}});
    };
    api_ = std::make_unique<http::Api>(api, services);
}

Result<void, std::string> RunningService::listen(const ListenAddress& address) {
    http::ServerOptions server;
    server.address = address.address;
    server.port = address.port;
    server.threads = options_.io_threads;
    server.connections_max = options_.connections_max;
    server.tls_certificate_file = options_.tls_cert;
    server.tls_key_file = options_.tls_key;
    server.trusted_proxies = options_.trusted_proxies;
    server_ = TRY(http::Server::start(server, gate_));
    const bool is_ipv6 = address.address.find(':') != std::string::npos;
    const std::string host = is_ipv6 ? "[" + address.address + "]" : address.address;
    url_ = (options_.tls_cert.empty() ? "http://" : "https://") + host + ":" +
           std::to_string(server_->port());
    return {};
}

// For scripts and tests: where it listens, also when the port was chosen by the system.
void RunningService::write_listen_file() {
    std::ofstream file(options_.data_dir + "/listen", std::ios::trunc);
    file << url_.substr(url_.find("//") + 2) << '\n';
}

void RunningService::stop() {
    if (std::exchange(is_stopped_, true)) {
        return;
    }
    std::error_code ignored;
    std::filesystem::remove(options_.data_dir + "/listen", ignored);
    ticker_.reset();
    if (server_) {
        server_->stop(drain_patience);
    }
    if (post_) {
        post_->stop();
    }
    control_.reset();
    if (engine_) {
        engine_->stop();
    }
}

void RunningService::tick() {
    hub_.tick(ticks_ % http::LiveHub::parts);
    if (++ticks_ % http::LiveHub::parts == 0) {
        tick_second(ticks_ / http::LiveHub::parts);
    }
}

void RunningService::tick_second(std::uint64_t seconds) {
    constexpr std::uint64_t memory_interval = 10;
    constexpr std::uint64_t hour = 3600;
    if (!is_ready_) {
        // An empty commit tells whether the store takes writes again.
        is_ready_ = store_->commit(engine::Batch{}).has_value();
    }
    if (seconds % memory_interval == 1) {
        memory_.exchange(engine_->memory(resources_in_metrics));
    }
    post_->tick();
    constexpr std::size_t messages_at_once = 2'000;
    if (seconds % memory_interval == 0) {
        (void)store_->drop_messages(clock_->now() - std::chrono::days{options_.message_days},
                                    messages_at_once);
    }
    constexpr std::uint64_t minute = 60;
    if (seconds % minute == 0 && queue_summaries(*store_, *store_, zones_, clock_->now()) > 0) {
        post_->wake();
    }
    if (seconds % hour == 0) {
        (void)store_->drop_answers(clock_->now() - engine::ShardLimits{}.answers_kept);
    }
}

void RunningService::settle() {
    do {
        engine_->nudge();
        engine_->wait_until_idle();
    } while (post_->run_once());
}

// Lives through each moment at which something is due, as if time had passed by itself.
void RunningService::advance_to(Time to) {
    while (true) {
        settle();
        std::optional<Time> next = engine_->next_wake();
        const auto message = post_->next_due();
        if (message && (!next || *message < *next)) {
            next = message;
        }
        if (!next || *next > to) {
            break;
        }
        manual_clock_->advance_to(*next);
    }
    manual_clock_->advance_to(to);
    settle();
}

std::string RunningService::metrics_text() {
    Metrics::Gauges gauges;
    gauges.shards = engine_->figures();
    gauges.server = server_ ? server_->figures() : http::ServerFigures{};
    gauges.api = api_ ? api_->figures() : http::ApiFigures{};
    gauges.relay = post_->relay_figures();
    gauges.office = post_->office_figures();
    gauges.is_ready = is_ready_;
    gauges.watchers = hub_.size();
    gauges.memory = memory_.copy();
    gauges.now = clock_->now();
    return metrics_.text(gauges);
}

}  // namespace

Result<std::unique_ptr<Service>, std::string> Service::start(const ServeOptions& options,
                                                             Log& log) {
    auto service = std::make_unique<RunningService>(options, log);
    TRY(service->start());
    return service;
}

}  // namespace standby::app
