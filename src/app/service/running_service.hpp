// The wiring of a server. Members are declared in the order in which they depend on each other, and
// go in reverse.
#pragma once

#include "app/bookings/booking_keeper.hpp"
#include "app/bus/bus_connectors.hpp"
#include "app/cluster/cluster_node.hpp"
#include "app/delivery/delivery.hpp"
#include "app/imports/import_desk.hpp"
#include "app/intake/calendars.hpp"
#include "app/intake/forwarded_mails.hpp"
#include "app/intake/mailboxes.hpp"
#include "app/payments/payment_accounts.hpp"
#include "app/payments/payment_keeper.hpp"
#include "app/runtime/engine_host.hpp"
#include "app/runtime/worker.hpp"
#include "app/service/answer_book.hpp"
#include "app/service/clocks.hpp"
#include "app/service/control_plane.hpp"
#include "app/service/metrics.hpp"
#include "app/service/open_store.hpp"
#include "app/service/post.hpp"
#include "app/service/retention.hpp"
#include "app/service/rollups.hpp"
#include "app/service/seldom.hpp"
#include "app/service/service.hpp"
#include "app/service/suggestions.hpp"
#include "app/service/ticker.hpp"
#include "base/guarded.hpp"
#include "http/auth/signed_links.hpp"
#include "http/forward/forwarder.hpp"
#include "http/routes/api.hpp"
#include "http/server/server.hpp"
#include "intake/sandbox/sandbox.hpp"
#include "intake/sheet/sheet_lane.hpp"
#include "notify/captcha/captcha_checks.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace standby::app {

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
    std::size_t body_bytes_max(const http::Request& request) const override {
        const http::Handler* handler = handler_;
        return handler == nullptr ? 0 : handler->body_bytes_max(request);
    }

private:
    std::atomic<http::Handler*> handler_ = nullptr;
};

// The figures on a listener of their own, which needs no key.
class MetricsHandler final : public http::Handler {
public:
    explicit MetricsHandler(std::function<std::string()> text) : text_(std::move(text)) {}
    void handle(http::Request request, std::unique_ptr<http::Responder> responder) override;

private:
    std::function<std::string()> text_;
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
    Result<void, std::string> check_cluster_options() const;
    void make_engine();
    Result<void, std::string> make_ready();
    Result<void, std::string> join_cluster();
    void make_cluster();
    void read_shard(engine::ShardNumber shard);
    void on_control_changed();
    Result<void, std::string> make_post();
    bool is_ours(core::ResourceNumber list);
    void make_outside();
    void start_outside();
    void stop_outside();
    void make_payments();
    void make_buses();
    void make_calendars();
    void make_bookings();
    void make_sheets();
    Result<std::vector<std::byte>, engine::SheetError> seal_for_sheets(std::string_view text);
    void make_mails();
    void make_api();
    Result<void, std::string> listen(const ListenAddress& address);
    Result<void, std::string> listen_for_metrics();
    Result<void, std::string> listen_for_nodes();
    bool has_node_tls() const { return !options_.cluster_cert.empty(); }
    bool takes_plain_nodes() const { return !has_node_tls() || options_.cluster_plain; }
    std::string node_address() const;
    Result<void, std::string> check_manual_clock() const;
    Result<void, std::string> mark_as_test();
    Result<void, std::string> mark_file_as_test(const std::string& database);
    Result<void, std::string> mark_cluster_as_test();
    void write_listen_file();
    void tick();
    void tick_second(std::uint64_t seconds);
    std::optional<Time> read_served_until();
    void note_served();
    void queue_by_itself();
    void keep_no_longer();
    void bring_up_figures();
    void keep_late_looks();
    void suggest_for_months();
    http::MovedClock advance_to(Time to);
    std::optional<Time> next_due();
    void settle();
    void settle_outside();
    void look_at_payments(Time until);
    std::string metrics_text();

    ServeOptions options_;
    Log& log_;
    FirstStart first_start_;
    std::string setup_token_;
    std::string url_;
    std::unique_ptr<engine::Clock> clock_;
    ManualClock* manual_clock_ = nullptr;  // the clock, if it is one
    core::ZoneBook zones_;
    std::optional<OpenStore> store_;
    ControlPlane control_plane_;
    http::LiveHub hub_{&http::Api::format_live_event};
    Metrics metrics_;
    LateLookBook late_looks_;
    AnswerBook answers_;
    Suggestions suggestions_{zones_, [this] { return is_leaving_.load(); }};
    Retention retention_{[this](std::string_view name) { return zones_.find(name); }};
    Rollups rollups_{[this](std::string_view name) { return zones_.find(name); }};
    std::atomic<bool> is_erasing_ = false;     // a step of it is under way
    std::atomic<bool> is_suggesting_ = false;  // likewise
    Guarded<std::vector<std::pair<core::ResourceNumber, std::size_t>>> memory_;
    std::atomic<bool> is_ready_ = false;
    std::uint64_t ticks_ = 0;
    std::atomic<bool> has_news_ = false;  // something was committed here since the last tick
    int ticks_with_news_ = 0;             // what was committed may take as long to be readable
    std::atomic<std::uint64_t> seconds_up_ = 0;
    std::unique_ptr<EngineHost> engine_;
    std::unique_ptr<ClusterNode> cluster_;        // null: the store is this server's own
    std::unique_ptr<http::Forwarder> forwarder_;  // null: the same
    std::optional<http::SignedLinks> links_;
    std::unique_ptr<Post> post_;
    std::unique_ptr<Delivery> delivery_;
    std::unique_ptr<PaymentAccounts> payment_accounts_;
    std::unique_ptr<PaymentKeeper> payments_;
    std::atomic<PaymentKeeper*> payments_seen_ = nullptr;  // by the shards' threads
    intake::Sandbox calendar_sandbox_;                     // in which strangers' calendars are read
    std::unique_ptr<FollowedCalendars> calendars_;
    std::atomic<FollowedCalendars*> calendars_seen_ = nullptr;  // by the shards' threads
    std::unique_ptr<BookingKeeper> bookings_;
    std::atomic<BookingKeeper*> bookings_seen_ = nullptr;  // by the shards' threads
    std::unique_ptr<BusConnectors> buses_;
    std::atomic<BusConnectors*> buses_seen_ = nullptr;  // by the shards' threads
    std::unique_ptr<intake::sheet::SheetLane> sheets_;
    std::unique_ptr<WorkerPool> sheet_tests_;  // tries that wait for other people's servers
    std::atomic<intake::sheet::SheetLane*> sheets_seen_ = nullptr;  // by the shards' threads
    std::unique_ptr<ForwardedMails> mails_;
    std::unique_ptr<ReadMailboxes> mailboxes_;
    std::unique_ptr<WorkerPool> control_;  // moves a manual clock
    std::unique_ptr<notify::CaptchaChecks> captcha_;
    intake::Sandbox sandbox_;  // in which strangers' files are read
    std::unique_ptr<ImportDesk> imports_;
    std::unique_ptr<http::Api> api_;
    Gate gate_;
    Seldom failed_answers_{600};
    std::unique_ptr<Ticker> ticker_;
    std::unique_ptr<http::Server> server_;
    std::unique_ptr<MetricsHandler> metrics_handler_;
    std::unique_ptr<http::Server> metrics_server_;
    std::unique_ptr<http::Server> node_server_;  // null: nodes come where clients do
    engine::AccountNumber own_account_;
    std::atomic<bool> is_wired_ = false;          // in a cluster: everything is there
    std::atomic<bool> is_control_stale_ = false;  // keys and sessions could not be read anew
    std::atomic<bool> is_leaving_ = false;
    bool is_stopped_ = false;
};

}  // namespace standby::app
