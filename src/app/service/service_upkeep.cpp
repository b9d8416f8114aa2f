// What a running server does now and then.
#include "app/service/running_service.hpp"
#include "app/service/summaries.hpp"
#include "engine/outbox/notices.hpp"

namespace standby::app {
namespace {

constexpr std::size_t resources_in_metrics = 20;
// Rows may follow their commit by half a second.
constexpr int ticks_with_news_max = 10;
// How long it is known from where staff did something.
constexpr std::chrono::days origins_kept{365};
// For longer than anything lives that a text could answer: the longest link, and a year more.
constexpr std::chrono::days texts_remembered{825};
// Longer than what is known of a number counts.
constexpr std::chrono::days whatsapp_remembered{8};

}  // namespace

void RunningService::tick() {
    hub_.tick(ticks_ % http::LiveHub::parts);
    ticks_with_news_ = has_news_.exchange(false) ? ticks_with_news_max : ticks_with_news_ - 1;
    // What other nodes commit is looked for once a second.
    const bool may_be_elsewhere = cluster_ && ticks_ % http::LiveHub::parts == 0;
    api_->tick(ticks_with_news_ > 0 || may_be_elsewhere);
    if (++ticks_ % http::LiveHub::parts == 0) {
        tick_second(ticks_ / http::LiveHub::parts);
    }
}

void RunningService::tick_second(std::uint64_t seconds) {
    constexpr std::uint64_t memory_interval = 10;
    constexpr std::uint64_t hour = 3600;
    constexpr std::uint64_t serving_interval = 5;
    seconds_up_ = seconds;
    if (seconds % serving_interval == 1) {
        note_served();
    }
    if (!is_ready_) {
        // An empty commit tells whether the store takes writes again.
        is_ready_ = store_->store().commit(engine::Batch{}).has_value();
    }
    if (seconds % memory_interval == 1) {
        memory_.exchange(engine_->memory(resources_in_metrics));
    }
    post_->tick(cluster_ ? cluster_->nodes_up() : 1);
    constexpr std::size_t messages_at_once = 2'000;
    if (seconds % memory_interval == 0) {
        (void)store_->store().drop_messages(
            clock_->now() - std::chrono::days{options_.message_days}, messages_at_once);
    }
    if (seconds % memory_interval == 5 && !is_erasing_.exchange(true)) {
        const bool is_begun =
            engine_->read(engine::Effort::Long, [this](engine::Store&, engine::Registry&) {
                bring_up_figures();
                answers_.step(store_->store(), clock_->now());
                keep_late_looks();
                keep_no_longer();
                (void)store_->registry().forget_mails(clock_->now());
                is_erasing_ = false;
            });
        if (!is_begun) {
            is_erasing_ = false;
        }
    }
    constexpr std::uint64_t minute = 60;
    if (seconds % minute == 0) {
        queue_by_itself();
    }
    if (seconds % minute == minute / 4 && !is_suggesting_.exchange(true)) {
        const bool is_begun =
            engine_->read(engine::Effort::Long, [this](engine::Store&, engine::Registry&) {
                suggest_for_months();
                is_suggesting_ = false;
            });
        if (!is_begun) {
            is_suggesting_ = false;
        }
    }
    if (seconds % hour == 0) {
        (void)store_->registry().forget_origins(clock_->now() - origins_kept);
        (void)store_->registry().drop_heard_texts(clock_->now() - texts_remembered);
        (void)store_->registry().drop_staff_messages(
            clock_->now() - std::chrono::days{options_.message_days + 2}, engine::AccountNumber{});
        (void)store_->registry().drop_whatsapp_numbers(clock_->now() - whatsapp_remembered);
        (void)store_->store().drop_answers(clock_->now() - engine::ShardLimits{}.answers_kept);
    }
    if (is_control_stale_) {
        on_control_changed();
    }
    if (cluster_ && seconds % memory_interval == 5) {
        cluster_->refresh_replicas();
    }
    if (cluster_ && seconds % minute == 30) {
        post_->messaging().look_again();  // what another node put back may lie behind the last look
    }
}

// Messages that no event asks for. Those of a cluster are one node's business.
void RunningService::queue_by_itself() {
    if (cluster_ && !cluster_->owns(0)) {
        return;
    }
    const Time now = clock_->now();
    const std::size_t queued = queue_summaries(store_->store(), store_->registry(), zones_, now,
                                               std::chrono::days{options_.message_days}) +
                               engine::queue_notices(store_->store(), store_->registry(), now);
    if (queued > 0) {
        post_->wake();
    }
}

// One step of counting what happened on lists.
void RunningService::bring_up_figures() {
    const std::uint32_t shards = cluster_ ? cluster_->shards() : 1;
    const Rollups::Step step = rollups_.step(
        store_->store(), store_->registry(), clock_->now(), [&](core::ResourceNumber resource) {
            return !cluster_ || cluster_->owns(engine::shard_of(resource, shards));
        });
    if (step.failures > 0) {
        const std::string list = core::format_id(step.failed);
        log_.write(LogLevel::Warning, "figures_failed",
                   {{"failures", static_cast<std::int64_t>(step.failures)}, {"first_list", list}});
    }
}

// What guests did that no event tells.
void RunningService::keep_late_looks() {
    const auto taken = late_looks_.take();
    if (!store_->registry().add_late_looks(taken)) {
        late_looks_.put_back(taken);
    }
}

// What the month that is over speaks for; of a cluster, it is the business of whoever writes to the
// owners. A house at a time, and not for long.
void RunningService::suggest_for_months() {
    constexpr std::chrono::seconds enough{20};
    if (cluster_ && !cluster_->owns(0)) {
        return;
    }
    const auto since = std::chrono::steady_clock::now();
    while (suggestions_.step(store_->store(), store_->registry(), clock_->now()) &&
           std::chrono::steady_clock::now() - since < enough && !is_leaving_) {
    }
}

// One step of what businesses want to be forgotten.
void RunningService::keep_no_longer() {
    const std::uint32_t shards = cluster_ ? cluster_->shards() : 1;
    const Retention::Step step = retention_.step(
        store_->store(), store_->registry(), clock_->now(),
        [&](core::ResourceNumber resource) {
            return !cluster_ || cluster_->owns(engine::shard_of(resource, shards));
        },
        [this](const Retention::Done& done) {
            log_.write(LogLevel::Info, "retention",
                       {{"account", static_cast<std::int64_t>(done.account.value())},
                        {"people_erased", static_cast<std::int64_t>(done.people)},
                        {"messages_deleted", static_cast<std::int64_t>(done.messages)},
                        {"events_deleted", static_cast<std::int64_t>(done.events)}});
            (void)store_->registry().add_deed(
                done.account,
                {.act = "retention",
                 .is_operator = true,
                 .subject = done.events > 0 ? core::format_id(done.list) : std::string{},
                 .detail = std::to_string(done.people) + " people erased, " +
                           std::to_string(done.messages) + " messages deleted" +
                           (done.events > 0 ? ", " + std::to_string(done.events) + " events deleted"
                                            : std::string{})},
                {}, clock_->now());
        });
    if (step.failures > 0) {
        const std::string list = core::format_id(step.failed);
        log_.write(LogLevel::Warning, "retention_failed",
                   {{"failures", static_cast<std::int64_t>(step.failures)}, {"first_list", list}});
    }
}

std::string RunningService::metrics_text() {
    Metrics::Gauges gauges;
    gauges.shards = engine_->figures();
    gauges.server = server_ ? server_->figures() : http::ServerFigures{};
    gauges.api = api_ ? api_->figures() : http::ApiFigures{};
    gauges.relay = post_->relay_figures();
    gauges.callbacks = post_->callback_figures();
    gauges.late_looks = late_looks_.totals();
    if (bookings_) {
        const BookingFigures& figures = bookings_->figures();
        gauges.bookings = {.booked = figures.booked,
                           .taken = figures.taken,
                           .given_up = figures.given_up,
                           .asked = figures.asked,
                           .failed = figures.failed,
                           .systems = bookings_->watched()};
    }
    gauges.is_ready = is_ready_;
    gauges.watchers = hub_.size();
    gauges.memory = memory_.copy();
    gauges.now = clock_->now();
    if (cluster_) {
        gauges.cluster = {.nodes = cluster_->nodes_up(),
                          .own_shards = cluster_->count_own(),
                          .halted_shards = cluster_->count_halted(),
                          .is_in_touch = cluster_->is_in_touch(),
                          .forwarding = forwarder_->figures()};
    }
    return metrics_.text(gauges) + buses_->metrics_text();
}

}  // namespace standby::app
