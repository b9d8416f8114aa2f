// How long it takes to tell an entry its rank in a long line: on a whole resource built by real
// joins, from the ticket to the number, which is what the server does between a request and its
// answer. Prints one JSON object, for scenarios that compare it with what a database does.
#include "base/assert.hpp"
#include "base/prng.hpp"
#include "bench/harness.hpp"
#include "bench/opening_day.hpp"
#include "core/run.hpp"
#include "core/state/resource_state.hpp"
#include "core/state/views.hpp"

#include <fmt/core.h>

#include <cstdint>
#include <vector>

namespace standby::bench {
namespace {

// Someone in sixteen has points, as in the anchors.
core::ResourceState line_of(core::Order order, core::Ticket waiting) {
    core::ResourceState state{core::ResourceNumber{1}};
    core::CreateResource create;
    create.settings = {.kind = core::Kind::Seats, .capacity = 0};
    create.rules.set(&core::Rules::order, order);
    ASSERT(!core::run(state, create, at(opening_day)).refusal);
    for (core::Ticket person = 1; person <= waiting; ++person) {
        core::Join join;
        join.contacts = {core::ContactKey{mix64(person)}};
        join.points = person % 16 == 0 ? static_cast<std::int32_t>(person % 10) * 5 : 0;
        ASSERT(!core::run(state, join, at(opening_day + Duration{person})).refusal);
    }
    return state;
}

// The median over runs, each of which asks for the ranks of entries taken at random.
double rank_nanoseconds(core::Order order, core::Ticket waiting) {
    constexpr int runs = 5;
    constexpr std::size_t batch_size = 1'000;
    constexpr std::size_t batches = 25;
    const core::ResourceState state = line_of(order, waiting);
    Prng prng(1);
    std::vector<double> taken;
    for (int run = 0; run < runs; ++run) {
        std::vector<core::Ticket> asked;
        for (std::size_t index = 0; index < batch_size * batches; ++index) {
            asked.push_back(static_cast<core::Ticket>(1 + prng.below(waiting)));
        }
        taken.push_back(nanoseconds_per_operation(asked, batch_size, [&](core::Ticket ticket) {
            const auto view = core::view_entry(state, ticket);
            ASSERT(view && view->rank);
            keep(*view->rank);
        }));
    }
    return median(taken);
}

void run(const Options& options) {
    const core::Ticket waiting = options.quick ? 100'000 : 1'000'000;
    publish(options, fmt::format("{{\"waiting\": {}, \"fifo_ns\": {:.1f}, \"score_ns\": {:.1f}}}\n",
                                 waiting, rank_nanoseconds(core::Order::Fifo, waiting),
                                 rank_nanoseconds(core::Order::Score, waiting)));
}

}  // namespace
}  // namespace standby::bench

int main(int argument_count, char** arguments) {
    standby::bench::run(standby::bench::parse_options(argument_count, arguments));
}
