// Message buses that the server is connected to: a thread sends the events of all accounts, others
// carry out what comes in. Of several nodes the owner of the first shard sends; what comes in is
// read once for each shard by its owner, so that a message is settled after a commit of the node
// that it was read on, and moves with the shard.
#pragma once

#include "app/service/log.hpp"
#include "app/service/options.hpp"
#include "bus/in_lane.hpp"
#include "bus/out_lane.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace standby::app {

struct BusServices {
    engine::Store& store;
    engine::Registry& registry;
    engine::Gateway& gateway;
    Log& log;
    engine::AccountNumber own_account;
    std::uint32_t shards = 1;  // of a server alone: one reader is enough for all
    std::function<bool(engine::ShardNumber)> owns;
    std::function<std::string()> home;  // where the server is found, without a slash at the end
};

class BusConnectors {
public:
    BusConnectors(const ServeOptions& options, const BusServices& services);
    ~BusConnectors() { stop(); }
    BusConnectors(const BusConnectors&) = delete;
    BusConnectors& operator=(const BusConnectors&) = delete;

    void start();
    // While the engine still answers.
    void stop();
    // From any thread, and quick.
    void on_committed() { news_.fetch_add(1, std::memory_order_relaxed); }
    // What is counted, as lines of /metrics; empty without a bus.
    std::string metrics_text() const;

private:
    struct Connector {
        bus::Bus bus;
        bus::BusFigures figures;
        std::unique_ptr<bus::OutLane> out;
        std::vector<std::unique_ptr<bus::InLane>> in;
        std::uint64_t news_seen = 0;  // by the sending thread
    };

    void add(bus::Bus bus);
    bus::OutServices out_services(Connector& connector);
    bus::InServices in_services(engine::ShardNumber shard);
    engine::AccountNumber account_of(core::ResourceNumber list);
    void tell(std::string_view event, std::string_view bus, std::string_view what);

    BusServices services_;
    std::vector<std::unique_ptr<Connector>> connectors_;
    std::atomic<std::uint64_t> news_ = 1;
    std::atomic<bool> is_stopping_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace standby::app
