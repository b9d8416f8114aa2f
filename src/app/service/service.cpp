#include "app/service/service.hpp"

#include "app/service/documents.hpp"
#include "app/service/open_files.hpp"
#include "app/service/running_service.hpp"
#include "app/service/zones.hpp"
#include "app/version.hpp"

#include <filesystem>
#include <utility>

namespace standby::app {
namespace {

constexpr Duration drain_patience = std::chrono::seconds{10};
constexpr std::chrono::seconds leave_patience{8};

}  // namespace

Result<void, std::string> RunningService::start() {
    const ListenAddress address = TRY(parse_listen(options_.listen));
    if (options_.manual_clock.empty()) {
        clock_ = std::make_unique<SystemClock>();
    } else {
        auto clock = std::make_unique<ManualClock>(TRY(parse_time(options_.manual_clock)));
        manual_clock_ = clock.get();
        clock_ = std::move(clock);
        TRY(check_manual_clock());
    }
    const std::uint64_t files_wanted = options_.connections_max + files_of_our_own;
    if (const auto allowed = raise_open_files_limit(); allowed && *allowed < files_wanted) {
        log_.write(LogLevel::Warning, "few_open_files",
                   {{"allowed", static_cast<std::int64_t>(*allowed)},
                    {"wanted", static_cast<std::int64_t>(files_wanted)}});
    }
    zones_ = read_zones();
    TRY(check_cluster_options());
    TRY(open_store());
    TRY(mark_as_test());
    make_engine();
    TRY(listen(address));
    TRY(listen_for_nodes());
    TRY(make_ready());
    TRY(make_post());
    make_outside();
    make_api();
    if (cluster_) {
        is_wired_ = true;
        on_control_changed();
        cluster_->begin_serving();
    } else {
        TRY(engine_->start(read_served_until()));
    }
    if (manual_clock_ == nullptr) {
        post_->start();
    }
    start_outside();
    gate_.open(*api_);
    TRY(listen_for_metrics());
    is_ready_ = true;
    constexpr std::chrono::milliseconds tick_interval{1000 / http::LiveHub::parts};
    ticker_ = std::make_unique<Ticker>(tick_interval, [this] { tick(); });
    write_listen_file();
    return {};
}

Result<void, std::string> RunningService::open_store() {
    TRY(make_data_directory(options_.data_dir));
    store_ = TRY(OpenStore::open(options_, [this](std::string_view text) {
        log_.write(LogLevel::Error, "store", {{"problem", text}});
    }));
    return {};
}

void RunningService::make_engine() {
    ShardObserver observer;
    observer.on_committed = [this](const engine::Committed& committed) {
        control_plane_.directory.on_committed(committed);
        hub_.on_committed(committed);
        has_news_.store(true, std::memory_order_relaxed);
        if (BusConnectors* buses = buses_seen_.load()) {
            buses->on_committed();
        }
        metrics_.count_committed(committed, clock_->now());
        if (intake::sheet::SheetLane* sheets = sheets_seen_.load()) {
            sheets->on_committed(committed.resource);
        }
        if (FollowedCalendars* calendars = calendars_seen_.load()) {
            calendars->on_committed(committed.resource);
        }
        if (PaymentKeeper* payments = payments_seen_.load()) {
            payments->on_committed(committed);
        }
        if (BookingKeeper* bookings = bookings_seen_.load()) {
            bookings->on_committed(committed.resource);
        }
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
    engine.shards = store_->shards();
    engine.limits.answer_window = [this](core::ResourceNumber list) {
        return answers_.window_of(list);
    };
    engine.limits.messages_stay_here = [this] { return post_->keeps_everything_here(); };
    engine_ = std::make_unique<EngineHost>(engine, zones_, *clock_, store_->store(),
                                           store_->registry(), observer);
    control_ = std::make_unique<WorkerPool>(1, 0);
}

Result<void, std::string> RunningService::make_post() {
    std::string public_url = options_.public_url.empty() ? url_ : options_.public_url;
    while (public_url.ends_with('/')) {
        public_url.pop_back();
    }
    links_.emplace(*control_plane_.tokens, std::move(public_url), [this] { return clock_->now(); });
    if (!setup_token_.empty()) {
        first_start_.setup_url = links_->at("/staff/setup#") + std::exchange(setup_token_, {});
    }
    post_ = TRY(Post::create(options_, {.store = store_->store(),
                                        .registry = store_->registry(),
                                        .gateway = *engine_,
                                        .clock = *clock_,
                                        .zones = zones_,
                                        .keys = *control_plane_.contacts,
                                        .links = *links_,
                                        .log = log_}));
    delivery_ = std::make_unique<Delivery>(
        options_,
        DeliveryServices{.use = [this](Outlets outlets) { post_->use(std::move(outlets)); },
                         .count_nodes = [this] { return cluster_ ? cluster_->nodes_up() : 1; },
                         .links = *links_,
                         .clock = *clock_,
                         .log = log_});
    if (!delivery_->reload(store_->registry())) {
        return std::unexpected("how mail and texts leave could not be read from the store");
    }
    return {};
}

void RunningService::make_api() {
    http::ApiOptions api;
    api.joins = {.rate_per_second = options_.join_rate, .burst = options_.join_burst};
    api.wrong_keys.rate_per_second = options_.wrong_key_rate;
    api.own_account = own_account_;
    api.are_figures_open = leads_to_loopback(url_) && options_.trusted_proxies.empty() &&
                           (options_.public_url.empty() || leads_to_loopback(options_.public_url));
    api.client_rate = options_.client_rate;
    api.openapi_yaml = openapi_yaml();
    api.version = version().number;
    api.has_manual_clock = manual_clock_ != nullptr;
    api.is_demo = options_.is_demo;
    api.public_url = links_->at("");
    api.has_local_links = leads_to_loopback(api.public_url);
    http::ApiServices services{.gateway = *engine_,
                               .zones = zones_,
                               .keys = control_plane_.keys,
                               .signing_keys = control_plane_.signing_keys,
                               .sessions = control_plane_.sessions,
                               .tokens = *control_plane_.tokens,
                               .contacts = *control_plane_.contacts,
                               .directory = control_plane_.directory,
                               .hub = hub_,
                               .messenger = post_->messaging()};
    captcha_ = std::make_unique<notify::CaptchaChecks>(
        notify::CaptchaOptions{.server = options_.captcha_url});
    services.captcha = captcha_.get();
    imports_ = std::make_unique<ImportDesk>(sandbox_, zones_, *control_plane_.contacts);
    services.imports = imports_.get();
    services.delivery = delivery_.get();
    services.calendars = calendars_.get();
    services.booking_systems = bookings_.get();
    services.sheets = sheets_.get();
    services.payment_setup = payment_accounts_.get();
    services.payment_callbacks = payment_accounts_.get();
    services.payment_desk = payments_.get();
    services.mails = mails_.get();
    services.mailboxes = mailboxes_.get();
    services.late_looks = &late_looks_;
    services.forwarder = forwarder_.get();
    services.placement = cluster_.get();
    services.metrics = [this] { return metrics_text(); };
    services.is_ready = [this] {
        return is_ready_ && !is_leaving_ && (!cluster_ || cluster_->is_in_touch());
    };
    services.set_clock = [this](Time to, std::function<void(const http::MovedClock&)> done) {
        (void)control_->post([this, to, done = std::move(done)] { done(advance_to(to)); });
    };
    services.set_relay = [this](bool is_on) { post_->switch_on(is_on); };
    services.on_staff = [this](std::string_view event, std::uint64_t member,
                               std::string_view client) {
        log_.write(LogLevel::Info, event,
                   {{"member", static_cast<std::int64_t>(member)}, {"client", client}});
    };
    services.on_wrong_key = [this](std::string_view client) {
        log_.write(LogLevel::Warning, "wrong_key", {{"client", client}});
    };
    services.on_answer = [this](std::string_view method, std::string_view route,
                                std::uint16_t status, Duration took) {
        metrics_.count_request(method, route, status, took);
        const LogLevel level = status >= 500 ? LogLevel::Warning : LogLevel::Debug;
        // An overload must not also fill the disk.
        if (status >= 500 && !failed_answers_.take(clock_->now())) {
            return;
        }
        log_.write(level, "answered",
                   {{"method", route == "other" ? "other" : method},
                    {"route", route},
                    {"status", std::int64_t{status}},
                    {"took_ms", std::int64_t{took.count()}}});
    };
    api_ = std::make_unique<http::Api>(api, services);
}

void RunningService::stop() {
    if (std::exchange(is_stopped_, true)) {
        return;
    }
    std::error_code ignored;
    std::filesystem::remove(options_.data_dir + "/listen", ignored);
    is_leaving_ = true;
    if (ticker_) {
        note_served();
    }
    if (cluster_) {
        // While it can still pass requests on to those who take over.
        cluster_->leave(leave_patience);
    }
    ticker_.reset();
    if (server_) {
        server_->stop(drain_patience);
    }
    if (metrics_server_) {
        metrics_server_->stop(Duration{0});
    }
    if (node_server_) {
        node_server_->stop(drain_patience);
    }
    if (forwarder_) {
        forwarder_->stop();
    }
    if (captcha_) {
        captcha_->stop();  // while what its answers set off still finds everything
    }
    if (delivery_) {
        delivery_->stop();  // likewise
    }
    stop_outside();
    if (post_) {
        post_->stop();
    }
    control_.reset();
    if (server_) {
        keep_late_looks();
    }
    if (cluster_) {
        cluster_->stop();
    }
    if (engine_) {
        engine_->stop();
    }
}

Result<std::unique_ptr<Service>, std::string> Service::start(const ServeOptions& options,
                                                             Log& log) {
    auto service = std::make_unique<RunningService>(options, log);
    TRY(service->start());
    return service;
}

}  // namespace standby::app
