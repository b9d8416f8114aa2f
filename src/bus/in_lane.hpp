// Carries out what booking systems say over a bus. Releases of a list are under way side by side;
// a revocation waits for those before it, and whatever could not be carried out now stands in the
// way of what came later for the same list. A message is settled after our commit, so that it is
// carried out at least once, and by its event id at most once.
#pragma once

#include "base/guarded.hpp"
#include "bus/connection.hpp"
#include "bus/figures.hpp"
#include "engine/ports/gateway.hpp"
#include "engine/ports/registry.hpp"

#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::bus {

inline constexpr std::size_t under_way_max = 1'000;

struct InServices {
    engine::Gateway& gateway;
    // Whether this reader reads at all now, and whether it deals with this list; 0: with messages
    // that name none.
    std::function<bool()> is_active;
    std::function<bool(core::ResourceNumber)> is_ours;
    // Who sees that a message of this list was put aside; for one that does not exist, whoever runs
    // the server.
    std::function<engine::AccountNumber(core::ResourceNumber)> account_of;
    // False: not now.
    std::function<bool(const engine::RejectedMessage&)> keep_for_staff;
    std::function<void(std::string_view event, std::string_view what)> log;
};

class InLane {
public:
    using Instant = std::chrono::steady_clock::time_point;

    // The figures outlive the lane.
    InLane(Bus bus, std::string reader, InServices services, BusFigures& figures);
    ~InLane() { drop_connection(); }
    InLane(const InLane&) = delete;
    InLane& operator=(const InLane&) = delete;

    // Until it is true.
    void run(const std::atomic<bool>& is_stopping);
    // One round: takes, carries out, settles. How long to wait before the next.
    std::chrono::milliseconds step(Instant now);

    std::size_t under_way() const { return messages_.size(); }

private:
    struct Message {
        Delivery delivery;
        Incoming incoming;
        std::string objection;  // set: it is to be put aside for this reason
        bool is_submitted = false;
        bool is_carried_out = false;
        std::uint32_t missing = 0;  // places that could not be taken back
    };
    struct List {
        std::deque<std::uint64_t> waiting;  // tags, in order
        std::size_t under_way = 0;
        bool is_revoking = false;  // what is under way is a revocation
        Instant retry_at{};
    };
    struct Outcome {
        std::uint64_t generation = 0;
        std::uint64_t tag = 0;
        std::optional<engine::Failure> failure;
        std::string objection;
        bool is_repeated = false;
        bool has_offered = false;
        std::uint32_t missing = 0;
    };
    // Outlives the lane as long as the engine may still call.
    struct Results {
        Guarded<std::vector<Outcome>> come;
    };

    bool connect(Instant now);
    void drop_connection();
    void fail(const std::string& problem, Instant now);
    void take_in(Delivery&& delivery, Time now);
    void submit_what_may_go(Instant now);
    void submit(Message& message);
    void note(const Outcome& result, Instant now);
    Result<void, std::string> settle_what_is_done();
    Result<void, std::string> put_aside(Message& message);
    bool keep_for_staff(const Message& message, const std::string& reason);

    Bus bus_;
    std::string reader_;
    InServices services_;
    BusFigures& figures_;
    std::unique_ptr<Inlet> inlet_;
    std::uint64_t generation_ = 0;
    std::map<std::uint64_t, Message> messages_;
    std::map<core::ResourceNumber, List> lists_;
    std::shared_ptr<Results> results_ = std::make_shared<Results>();
    std::uint32_t failures_in_a_row_ = 0;
    Instant connect_at_{};
    Instant hold_at_{};
};

}  // namespace standby::bus
