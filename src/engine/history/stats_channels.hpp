// How offers were taken, by the channel that told the guest first. Messages are forgotten after a
// while, and so are the offers that they were about: these are left out.
#pragma once

#include "base/result.hpp"
#include "core/model/event.hpp"
#include "engine/history/stats.hpp"
#include "engine/ports/store.hpp"

#include <span>
#include <vector>

namespace standby::engine {

struct ChannelFigures {
    Taken mail;
    Taken sms;
    Taken page;  // no message left: the guest saw it, or had said yes before
    friend bool operator==(const ChannelFigures&, const ChannelFigures&) = default;
};

// Takes two bits for each offer there ever was.
class ChannelFold {
public:
    // Offers made before this state are not counted.
    void begin(const core::ResourceState& state) { first_ = state.offer_states.size(); }
    // First the events of one resource, in order, from there on.
    void add(const core::Event& event);
    // Then its messages, with all their deliveries.
    void add(const OutboxRow& message, std::span<const Delivery> deliveries);
    const ChannelFigures& result() const { return figures_; }

private:
    std::size_t first_ = 0;       // the number of the first offer that counts
    std::vector<bool> accepted_;  // by the number of the offer
    std::vector<bool> instant_;
    ChannelFigures figures_;
};

// All messages of the resource, a piece at a time.
Result<void, StoreError> add_messages(Store& store, core::ResourceNumber resource,
                                      ChannelFold& fold);

}  // namespace standby::engine
