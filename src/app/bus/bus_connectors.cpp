#include "app/bus/bus_connectors.hpp"

#include "bus/kafka/kafka_bus.hpp"
#include "bus/nats/nats_bus.hpp"
#include "engine/ports/listings.hpp"
#include "http/auth/crypto.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace standby::app {
namespace {

struct Counted {
    std::string_view name;
    std::string_view kind;
    std::string_view help;
    std::uint64_t (*value)(const bus::BusFigures&);
};
constexpr Counted counted[] = {
    {"connections", "gauge", "Connections to a message bus that are up",
     [](const bus::BusFigures& all) {
         return static_cast<std::uint64_t>(std::max(all.connections.load(), 0));
     }},
    {"sent_total", "counter", "Events that a message bus has taken",
     [](const bus::BusFigures& all) { return all.sent.load(); }},
    {"behind", "gauge", "Events that are not on a message bus yet",
     [](const bus::BusFigures& all) { return all.behind.load(); }},
    {"received_total", "counter", "Messages that came in over a message bus",
     [](const bus::BusFigures& all) { return all.received.load(); }},
    {"repeated_total", "counter", "Of these, those that had been carried out before",
     [](const bus::BusFigures& all) { return all.repeated.load(); }},
    {"put_aside_total", "counter", "Of these, those that made no sense",
     [](const bus::BusFigures& all) { return all.put_aside.load(); }},
    {"failures_total", "counter", "Connections to a message bus that failed or broke",
     [](const bus::BusFigures& all) { return all.failures.load(); }},
};

void write_lag(std::string& text, std::string_view bus, const bus::LagHistogram& lag) {
    constexpr std::string_view name = "standby_released_to_offered_seconds";
    const auto out = std::back_inserter(text);
    std::uint64_t count = 0;
    for (std::size_t index = 0; index < bus::LagHistogram::bounds_s.size(); ++index) {
        count += lag.count(index);
        fmt::format_to(out, "{}_bucket{{bus=\"{}\",le=\"{}\"}} {}\n", name, bus,
                       bus::LagHistogram::bounds_s[index], count);
    }
    count += lag.count(bus::LagHistogram::bounds_s.size());
    fmt::format_to(out, "{}_bucket{{bus=\"{}\",le=\"+Inf\"}} {}\n", name, bus, count);
    fmt::format_to(out, "{}_sum{{bus=\"{}\"}} {}\n", name, bus, lag.sum_s());
    fmt::format_to(out, "{}_count{{bus=\"{}\"}} {}\n", name, bus, count);
}

}  // namespace

BusConnectors::BusConnectors(const ServeOptions& options, const BusServices& services)
    : services_(services) {
    if (!options.nats_url.empty()) {
        add(bus::nats_bus({.url = options.nats_url,
                           .credentials_file = options.nats_credentials,
                           .ca_file = options.nats_ca}));
    }
    if (!options.kafka_url.empty()) {
        add(bus::kafka_bus({.url = options.kafka_url, .settings = options.kafka_settings}));
    }
}

void BusConnectors::tell(std::string_view event, std::string_view bus, std::string_view what) {
    services_.log.write(event == "bus_reached" ? LogLevel::Info : LogLevel::Warning, event,
                        {{"bus", bus}, {"what", what}});
}

engine::AccountNumber BusConnectors::account_of(core::ResourceNumber list) {
    const auto found = engine::listing_of(services_.store, list);
    return found && *found ? (*found)->account : services_.own_account;
}

bus::OutServices BusConnectors::out_services(Connector& connector) {
    return {.store = services_.store,
            .registry = services_.registry,
            .is_active = [this] { return services_.owns(0); },
            .has_news =
                [this, &connector] {
                    return std::exchange(connector.news_seen, news_.load()) != news_.load();
                },
            .draw = http::draw_number,
            .home = services_.home,
            .log = [this, name = connector.bus.name](
                       std::string_view event, std::string_view what) { tell(event, name, what); }};
}

bus::InServices BusConnectors::in_services(engine::ShardNumber shard) {
    return {.gateway = services_.gateway,
            .is_active = [this, shard] { return services_.owns(shard); },
            .is_ours =
                [this, shard](core::ResourceNumber list) {
                    return services_.shards == 1 ||
                           engine::shard_of(list, services_.shards) == shard;
                },
            .account_of = [this](core::ResourceNumber list) { return account_of(list); },
            .keep_for_staff =
                [this](const engine::RejectedMessage& message) {
                    return services_.registry.add_rejected(message).has_value();
                },
            .log = {}};
}

void BusConnectors::add(bus::Bus bus) {
    auto& connector = *connectors_.emplace_back(std::make_unique<Connector>());
    connector.bus = std::move(bus);
    connector.out =
        std::make_unique<bus::OutLane>(connector.bus, out_services(connector), connector.figures);
    for (engine::ShardNumber shard = 0; shard < services_.shards; ++shard) {
        bus::InServices in = in_services(shard);
        in.log = [this, name = connector.bus.name](std::string_view event, std::string_view what) {
            tell(event, name, what);
        };
        // A server alone has one reader, and so has each shard of a cluster.
        const std::string reader =
            services_.shards == 1 ? "standby" : fmt::format("standby-shard-{}", shard);
        connector.in.push_back(
            std::make_unique<bus::InLane>(connector.bus, reader, std::move(in), connector.figures));
    }
}

void BusConnectors::start() {
    for (const auto& connector : connectors_) {
        threads_.emplace_back([this, out = connector->out.get()] { out->run(is_stopping_); });
        for (const auto& in : connector->in) {
            threads_.emplace_back([this, lane = in.get()] { lane->run(is_stopping_); });
        }
    }
}

void BusConnectors::stop() {
    is_stopping_ = true;
    for (std::thread& thread : threads_) {
        thread.join();
    }
    threads_.clear();
}

std::string BusConnectors::metrics_text() const {
    std::string text;
    if (connectors_.empty()) {
        return text;
    }
    for (const Counted& one : counted) {
        fmt::format_to(std::back_inserter(text),
                       "# HELP standby_bus_{0} {1}\n# TYPE standby_bus_{0} {2}\n", one.name,
                       one.help, one.kind);
        for (const auto& connector : connectors_) {
            fmt::format_to(std::back_inserter(text), "standby_bus_{}{{bus=\"{}\"}} {}\n", one.name,
                           connector->bus.name, one.value(connector->figures));
        }
    }
    text += "# HELP standby_released_to_offered_seconds From the arrival of a release on the bus "
            "until its offer was durable\n"
            "# TYPE standby_released_to_offered_seconds histogram\n";
    for (const auto& connector : connectors_) {
        write_lag(text, connector->bus.name, connector->figures.released_to_offered);
    }
    return text;
}

}  // namespace standby::app
