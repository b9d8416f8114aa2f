// Metrics by name; the names are a promise to dashboards.
#include "app/service/metrics.hpp"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <map>
#include <mutex>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <variant>

namespace standby::app {
namespace {

using prometheus::Counter;
using prometheus::Family;
using prometheus::Gauge;
using prometheus::Histogram;

const Histogram::BucketBoundaries seconds_buckets{0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
                                                  0.1,    0.25,  0.5,    1,     2.5,  5};
const Histogram::BucketBoundaries size_buckets{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000};

// A metric of each label that it is given.
template <class Metric>
Family<Metric>& make_family(prometheus::Registry& registry, const char* name, const char* help) {
    if constexpr (std::is_same_v<Metric, Counter>) {
        return prometheus::BuildCounter().Name(name).Help(help).Register(registry);
    } else if constexpr (std::is_same_v<Metric, Gauge>) {
        return prometheus::BuildGauge().Name(name).Help(help).Register(registry);
    } else {
        return prometheus::BuildHistogram().Name(name).Help(help).Register(registry);
    }
}

double seconds(Duration duration) {
    return std::chrono::duration<double>(duration).count();
}

}  // namespace

struct Metrics::Impl {
    prometheus::Registry registry;
    Family<Counter>& requests = make_family<Counter>(registry, "standby_requests_total",
                                                     "Answered requests by route and status");
    Family<Histogram>& request_seconds = make_family<Histogram>(
        registry, "standby_request_seconds", "From the request to its answer, by route");
    Histogram& commit_seconds =
        make_family<Histogram>(registry, "standby_commit_seconds", "How long a commit took")
            .Add({}, seconds_buckets);
    Histogram& batch_resources =
        make_family<Histogram>(registry, "standby_batch_resources", "Resources per commit")
            .Add({}, size_buckets);
    Histogram& batch_events =
        make_family<Histogram>(registry, "standby_batch_events", "Events per resource and commit")
            .Add({}, size_buckets);
    Counter& commit_failures =
        make_family<Counter>(registry, "standby_commit_failures_total",
                             "Commits that failed or whose outcome was unknown")
            .Add({});
    Histogram& released_to_offered =
        make_family<Histogram>(
            registry, "standby_released_to_offered_seconds",
            "From the moment a place could be given away to its offer being durable")
            .Add({}, seconds_buckets);
    Family<Counter>& offers = make_family<Counter>(registry, "standby_offers_total",
                                                   "Offers by outcome; made counts them all");
    Family<Gauge>& gauges = make_family<Gauge>(registry, "standby_level",
                                               "Present levels: queues, connections, streams");
    // A limit that does its work is seen here, each by its own name.
    Family<Counter>& limits = make_family<Counter>(
        registry, "standby_limit_hits_total", "How often a limit turned someone away, by limit");
    Family<Counter>& messages = make_family<Counter>(
        registry, "standby_messages_total", "Attempts to send messages, by channel and outcome");
    Family<Gauge>& channels = make_family<Gauge>(registry, "standby_channel",
                                                 "Of each channel: messages waiting and in flight, "
                                                 "and whether its provider is left alone (open)");
    Family<Counter>& callbacks =
        make_family<Counter>(registry, "standby_callbacks_total",
                             "Reports of providers and texts of guests, by what became of them");
    Family<Counter>& late_looks = make_family<Counter>(
        registry, "standby_late_looks_total",
        "How often the page of an expired offer was opened, by how long after its end");
    Family<Counter>& bookings =
        make_family<Counter>(registry, "standby_bookings_total",
                             "Bookings in other systems after a guest's yes, by what came of them");
    Family<Counter>& booking_requests =
        make_family<Counter>(registry, "standby_booking_requests_total",
                             "What booking systems were asked, by whether they gave an answer");
    Family<Gauge>& booking_breakers = make_family<Gauge>(
        registry, "standby_booking_breaker",
        "Whether the booking system of a list is asked (0), tried once (1) or left alone (2)");
    Counter& wrong_keys =
        make_family<Counter>(registry, "standby_wrong_keys_total", "API keys that were none")
            .Add({});
    Family<Gauge>& memory = make_family<Gauge>(registry, "standby_resource_memory_bytes",
                                               "Memory of the largest resources in memory");

    // Finding a counter by its labels costs more than a request may; each is looked up once.
    struct RouteFigures {
        Histogram* seconds = nullptr;
        std::map<std::uint16_t, Counter*> answers;  // by status
    };
    std::mutex routes_mutex;
    std::unordered_map<std::string, RouteFigures> routes;  // protected by routes_mutex

    void set(const std::string& what, auto value) {
        gauges.Add({{"what", what}}).Set(static_cast<double>(value));
    }
    void set_hits(const std::string& limit, std::uint64_t total) {
        set_total(limits.Add({{"limit", limit}}), total);
    }

    // Counted elsewhere; only ever grows.
    static void set_total(Counter& counter, std::uint64_t total) {
        counter.Increment(static_cast<double>(total) - counter.Value());
    }
    void set_messages(const notify::RelayFigures& relay, const notify::CallbackFigures& received) {
        for (const auto& [channel, figures] : relay.channels) {
            const std::string name{engine::name_of(channel)};
            const auto count = [&](const char* outcome, std::uint64_t total) {
                set_total(messages.Add({{"channel", name}, {"outcome", outcome}}), total);
            };
            count("sent", figures.sent);
            count("later", figures.later);
            count("failed", figures.bounced);
            const auto level = [&](const char* what, double value) {
                channels.Add({{"channel", name}, {"what", what}}).Set(value);
            };
            level("waiting", static_cast<double>(figures.waiting));
            level("in_flight", static_cast<double>(figures.in_flight));
            level("set_up", figures.is_set_up ? 1 : 0);
            level("open", figures.is_open ? 1 : 0);
        }
        set_total(callbacks.Add({{"outcome", "taken"}}), received.taken);
        set_total(callbacks.Add({{"outcome", "ignored"}}), received.ignored);
        set_total(callbacks.Add({{"outcome", "refused"}}), received.refused);
        for (std::size_t index = 0; index < relay.held.size(); ++index) {
            set_hits(std::string(notify::name_of(static_cast<notify::Budget>(index))),
                     relay.held[index]);
        }
        set_hits("text_country", relay.held_by_country);
        set("messages_in_hand", relay.known);
        set("messages_done", relay.done);
        set("messages_dead", relay.dead);
        set("messages_put_back", relay.put_back);
        set("last_offer_lag_seconds", seconds(relay.last_lag));
    }

    void set_cluster(const Metrics::Gauges::Cluster& cluster) {
        set("cluster_nodes", cluster.nodes);
        set("cluster_own_shards", cluster.own_shards);
        set("cluster_halted_shards", cluster.halted_shards);
        set("cluster_in_touch", cluster.is_in_touch ? 1 : 0);
        set("forwards_sent", cluster.forwarding.sent);
        set("forwards_held", cluster.forwarding.held);
        set("forwards_given_up", cluster.forwarding.given_up);
        set("forwards_broken", cluster.forwarding.broken);
        set("forged_proofs", cluster.forwarding.forged);
        set("stale_proofs", cluster.forwarding.stale);
    }

    void set_bookings(const Metrics::Gauges::Bookings& figures) {
        set_total(bookings.Add({{"outcome", "booked"}}), figures.booked);
        set_total(bookings.Add({{"outcome", "taken"}}), figures.taken);
        set_total(bookings.Add({{"outcome", "given_up"}}), figures.given_up);
        set_total(booking_requests.Add({{"outcome", "answered"}}), figures.asked - figures.failed);
        set_total(booking_requests.Add({{"outcome", "failed"}}), figures.failed);
        for (Gauge* gauge : breaker_gauges) {
            booking_breakers.Remove(gauge);
        }
        breaker_gauges.clear();
        for (const engine::WatchedBookings& one : figures.systems) {
            Gauge& gauge = booking_breakers.Add({{"resource", core::format_id(one.resource)},
                                                 {"kind", std::string(name_of(one.kind))}});
            gauge.Set(static_cast<double>(one.breaker));
            breaker_gauges.push_back(&gauge);
        }
    }

    std::mutex memory_mutex;
    std::vector<Gauge*> memory_gauges;   // protected by memory_mutex
    std::vector<Gauge*> breaker_gauges;  // likewise
};

Metrics::Metrics() : impl_(std::make_unique<Impl>()) {}
Metrics::~Metrics() = default;

void Metrics::count_request(std::string_view method, std::string_view route, std::uint16_t status,
                            Duration took) {
    // Unknown paths share one name, whatever method a stranger makes up.
    const std::string name =
        route == "other" ? "other" : std::string(method) + " " + std::string(route);
    const std::scoped_lock lock(impl_->routes_mutex);
    Impl::RouteFigures& figures = impl_->routes[name];
    if (figures.seconds == nullptr) {
        figures.seconds = &impl_->request_seconds.Add({{"route", name}}, seconds_buckets);
    }
    Counter*& answers = figures.answers[status];
    if (answers == nullptr) {
        answers = &impl_->requests.Add({{"route", name}, {"status", std::to_string(status)}});
    }
    answers->Increment();
    figures.seconds->Observe(seconds(took));
}

void Metrics::count_commit(std::size_t resources, std::chrono::nanoseconds took, bool ok) {
    impl_->commit_seconds.Observe(std::chrono::duration<double>(took).count());
    impl_->batch_resources.Observe(static_cast<double>(resources));
    if (!ok) {
        impl_->commit_failures.Increment();
    }
}

void Metrics::count_committed(const engine::Committed& committed, Time now) {
    impl_->batch_events.Observe(static_cast<double>(committed.events.size()));
    for (const core::Event& event : committed.events) {
        if (std::holds_alternative<core::OfferMade>(event.body)) {
            impl_->offers.Add({{"outcome", "made"}}).Increment();
            impl_->released_to_offered.Observe(seconds(now - event.at));
        } else if (const auto* ended = std::get_if<core::OfferEnded>(&event.body)) {
            impl_->offers.Add({{"outcome", std::string(core::name_of(ended->outcome))}})
                .Increment();
        } else if (std::holds_alternative<core::OfferAccepted>(event.body)) {
            impl_->offers.Add({{"outcome", "accepted"}}).Increment();
        }
    }
}

std::string Metrics::text(const Gauges& gauges) {
    const engine::ShardFigures& shards = gauges.shards;
    impl_->set("requests_queued", shards.queued);
    impl_->set("queue_age_seconds",
               shards.oldest_queued ? seconds(gauges.now - *shards.oldest_queued) : 0);
    for (std::size_t span = 0; span < gauges.late_looks.size(); ++span) {
        Impl::set_total(
            impl_->late_looks.Add({{"within", std::string(engine::late_look_spans[span].first)}}),
            gauges.late_looks[span]);
    }
    impl_->set("resources_in_memory", shards.resident);
    impl_->set("resources_with_timers", shards.timers);
    impl_->set("batches", shards.batches);
    impl_->set("requests_decided", shards.requests);
    impl_->set("resources_reloaded", shards.reloads);
    impl_->set("connections_open", gauges.server.connections_open);
    impl_->set("streams_open", gauges.server.streams_open);
    impl_->set("compressions", gauges.server.compressions);
    impl_->set("requests_malformed", gauges.server.requests_malformed);
    impl_->set_messages(gauges.relay, gauges.callbacks);
    impl_->set("ready", gauges.is_ready ? 1 : 0);
    if (gauges.cluster) {
        impl_->set_cluster(*gauges.cluster);
    }
    impl_->set("watchers", gauges.watchers);
    impl_->set_hits("connections", gauges.server.connections_refused);
    impl_->set_hits("client_connections", gauges.server.clients_refused);
    for (const auto& [budget, refused] : gauges.api.over_budget) {
        impl_->set_hits(std::string(budget), refused);
    }
    impl_->set_hits("header_size", gauges.server.headers_too_large);
    impl_->set_hits("body_size", gauges.server.bodies_too_large);
    impl_->set_hits("request_time", gauges.server.requests_timed_out);
    impl_->set_hits("stream_backlog", gauges.server.streams_too_slow);
    impl_->set_hits("join_rate", gauges.api.joins_refused);
    impl_->set_hits("join_proof", gauges.api.proofs_asked);
    impl_->set_hits("join_proof_rate", gauges.api.proofs_refused);
    impl_->set_hits("reads_waiting", gauges.api.reads_refused);
    impl_->set_hits("names", gauges.api.names_refused);
    impl_->set_hits("wrong_keys", gauges.api.wrong_keys_refused);
    impl_->set_total(impl_->wrong_keys, gauges.api.wrong_keys);
    impl_->set_hits("sign_in", gauges.api.sign_ins_refused);
    impl_->set_hits("one_time_links", gauges.api.one_time_links_refused);
    impl_->set_hits("taken_addresses", gauges.api.taken_addresses_refused);
    impl_->set_hits("passwords", gauges.api.passwords_refused);
    impl_->set_hits("queue_full", shards.shed_full);
    impl_->set_hits("queue_wait", shards.shed_slow);
    impl_->set_hits("queue_age", shards.shed_old);
    const std::scoped_lock lock(impl_->memory_mutex);
    for (Gauge* gauge : impl_->memory_gauges) {
        impl_->memory.Remove(gauge);
    }
    impl_->memory_gauges.clear();
    for (const auto& [resource, bytes] : gauges.memory) {
        Gauge& gauge = impl_->memory.Add({{"resource", core::format_id(resource)}});
        gauge.Set(static_cast<double>(bytes));
        impl_->memory_gauges.push_back(&gauge);
    }
    impl_->set_bookings(gauges.bookings);
    return prometheus::TextSerializer{}.Serialize(impl_->registry.Collect());
}

}  // namespace standby::app
