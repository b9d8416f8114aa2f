// The engine without threads: one shard over a store in memory, with a clock that is moved by hand.
// A call is carried out to its end before it returns, but for calls made from within another one,
// which wait until that one is done, as they would in the server.
#pragma once

#include "engine/ports/gateway.hpp"
#include "tests/memory_store/memory_store.hpp"

#include <deque>
#include <functional>

namespace standby::fuzz {

class SynchronousGateway final : public engine::Gateway {
public:
    // The store and the zones must outlive the gateway.
    SynchronousGateway(store::MemoryStore& store, const core::ZoneBook& zones, Time now,
                       std::function<void(const engine::Committed&)> publish);

    Time now() const override { return now_; }
    void submit(engine::Request&& request) override;
    void submit(engine::Query query) override;
    [[nodiscard]] bool
    read(engine::Effort effort,
         std::function<void(engine::Store&, engine::Registry&)> function) override;

    // Does all that is due now, messages included.
    void settle();
    // Lives through what falls due until then. Where that is very much, the rest of the time passes
    // at once, as if the server had been down.
    void advance_to(Time to);
    void switch_relay(bool is_on) { relay_is_on_ = is_on; }

private:
    void post(std::function<void()> function);
    void run();
    // False when there was nothing to do.
    bool carry_out_work();
    // Everything due counts as sent at once. False when nothing was due.
    bool send_messages();

    store::MemoryStore& store_;
    Time now_;
    engine::Shard shard_;
    bool relay_is_on_ = true;
    bool is_running_ = false;
    std::deque<std::function<void()>> inbox_;
};

}  // namespace standby::fuzz
