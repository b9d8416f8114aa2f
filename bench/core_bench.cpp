// How long decisions take and what an entry costs in memory, on whole resources built by real
// joins: the figures that "within minutes, exactly once" rests on when a million people wait.
#include "base/assert.hpp"
#include "base/prng.hpp"
#include "bench/harness.hpp"
#include "bench/opening_day.hpp"
#include "core/audit/event_codec.hpp"
#include "core/audit/hash_chain.hpp"
#include "core/decide/decide.hpp"
#include "core/run.hpp"
#include "core/state/resource_state.hpp"
#include "core/state/rows.hpp"

#include <malloc.h>

#include <cstdint>
#include <string>
#include <vector>

namespace standby::bench {
namespace {

using namespace std::chrono_literals;

core::Join join_of(std::uint64_t person) {
    core::Join join;
    join.contacts = {core::ContactKey{mix64(person)}};
    return join;
}

core::ResourceState resource(core::Kind kind, core::Order order, std::uint32_t capacity) {
    core::ResourceState state{core::ResourceNumber{1}};
    core::CreateResource create;
    create.settings = {.kind = kind, .capacity = capacity};
    create.rules.set(&core::Rules::order, order);
    create.rules.set(&core::Rules::draw_at, opening_day + std::chrono::days{1});
    create.rules.set(&core::Rules::draw_seed, "a seed that was published as its hash");
    ASSERT(!core::run(state, create, at(opening_day)).refusal);
    return state;
}

// Everyone joins a millisecond after the one before.
template <class Adjust>
void join_many(core::ResourceState& state, std::uint64_t count, Adjust&& adjust) {
    for (std::uint64_t person = 1; person <= count; ++person) {
        core::Join join = join_of(person);
        adjust(join, person);
        const Time now = opening_day + Duration{static_cast<std::int64_t>(person)};
        ASSERT(!core::run(state, join, at(now)).refusal);
    }
}

// What the allocator has handed out and not got back.
double bytes_in_use() {
    const struct mallinfo2 info = mallinfo2();
    return static_cast<double>(info.uordblks + info.hblkhd);
}

class Report {
public:
    explicit Report(const Options& options) : options_(options) {}

    void time(const std::string& figure, std::vector<double> runs, double target_nanoseconds) {
        const double taken = median(std::move(runs));
        row(figure, format_duration(taken), target_nanoseconds,
            target_nanoseconds > 0 ? format_duration(target_nanoseconds) : "", taken);
    }
    void bytes(const std::string& figure, double value, double target) {
        row(figure, format_number(value), target, target > 0 ? format_number(target) : "", value);
    }
    void publish() const { bench::publish(options_, table_.markdown()); }

private:
    void row(const std::string& figure, const std::string& value, double target,
             const std::string& target_text, double measured) {
        // A quick run is a smoke test on a busy machine: its figures are judged by nobody.
        const bool judged = target > 0 && !options_.quick;
        table_.add_row({figure, value, target > 0 ? target_text : "-",
                        judged ? (measured <= target ? "yes" : "NO") : "-"});
    }

    const Options& options_;
    Table table_{"Decisions, on " + machine(), {"figure", "measured", "target", "met"}};
};

void measure_joins(Report& report, std::uint64_t waiting, std::size_t runs, core::Order order,
                   const std::string& name) {
    core::ResourceState state = resource(core::Kind::Seats, order, 0);
    join_many(state, waiting, [](core::Join&, std::uint64_t) {});
    const std::size_t joins = std::min<std::size_t>(20'000, waiting);
    std::uint64_t person = waiting;
    std::vector<double> plain;
    std::vector<double> chained;
    std::vector<std::byte> encoded;
    core::HashChain chain;
    for (std::size_t run = 0; run < runs; ++run) {
        std::vector<core::Join> commands;
        for (std::size_t index = 0; index < 2 * joins; ++index) {
            commands.push_back(join_of(++person));
        }
        const core::Context now = at(opening_day + 12h);
        const double both = nanoseconds_of([&] {
            for (std::size_t index = 0; index < joins; ++index) {
                keep(core::run(state, commands[index], now).answer.entry);
            }
        });
        const double with_chain = nanoseconds_of([&] {
            for (std::size_t index = joins; index < 2 * joins; ++index) {
                for (const core::Event& event : core::run(state, commands[index], now).events) {
                    encoded.clear();
                    core::encode_event(event, encoded);
                    keep(chain.extend(encoded));
                }
            }
        });
        plain.push_back(both / static_cast<double>(joins));
        chained.push_back(with_chain / static_cast<double>(joins));
    }
    report.time(name + ": join, decided and applied", plain, 2'000);
    report.time(name + ": join, encoded and chained too", chained, 0);
}

void measure_release(Report& report, std::uint64_t waiting, std::uint32_t seats, std::size_t runs) {
    const core::ResourceState full = [&] {
        core::ResourceState state = resource(core::Kind::Seats, core::Order::Fifo, 0);
        join_many(state, waiting, [](core::Join&, std::uint64_t) {});
        return state;
    }();
    std::vector<double> taken;
    for (std::size_t run = 0; run < runs; ++run) {
        core::ResourceState state = full;
        core::PatchResource raise;
        raise.capacity = seats;
        std::size_t offers = 0;
        taken.push_back(nanoseconds_of(
            [&] { offers = core::run(state, raise, at(opening_day + 1h)).events.size(); }));
        ASSERT(offers == seats + 1);
    }
    report.time(std::to_string(seats) + " seats freed on a list of " + std::to_string(waiting) +
                    ": all offers",
                taken, 2e6);
}

core::OpenSlot colour() {
    core::OpenSlot open;
    open.slot = {.starts_at = opening_day + 30h, .duration = 1h, .service = "colour"};
    return open;
}

// The time of finding who is next; the state is only read, so it can be asked again and again.
std::vector<double> time_next(core::ResourceState& state, std::size_t runs, core::Ticket expected) {
    const core::Context now = at(opening_day + 1h);
    const auto decided = core::decide(state, colour(), now);
    core::apply(state, decided->events.front());
    std::vector<double> taken;
    for (std::size_t run = 0; run < runs; ++run) {
        core::Ticket next = 0;
        taken.push_back(nanoseconds_of([&] {
            const auto events = core::next_step(state, now);
            next = events.front().entry;
        }));
        ASSERT(next == expected);
    }
    return taken;
}

void measure_eligibility(Report& report, std::uint64_t waiting, std::size_t runs) {
    const std::string of = " of " + std::to_string(waiting);
    {
        core::ResourceState state = resource(core::Kind::Slots, core::Order::Fifo, 0);
        join_many(state, waiting, [&](core::Join& join, std::uint64_t person) {
            join.wants.service = "colour";
            join.wants.earliest = opening_day + std::chrono::days{person == waiting ? 0 : 2} +
                                  std::chrono::hours{person % 50};
        });
        const auto last = static_cast<core::Ticket>(waiting);
        report.time("first eligible" + of + ", only the last fits", time_next(state, runs, last),
                    1e6);
    }
    {
        core::ResourceState state = resource(core::Kind::Slots, core::Order::Fifo, 0);
        join_many(state, waiting, [&](core::Join& join, std::uint64_t person) {
            join.wants.service =
                person % 20 == 0 ? "colour" : "service " + std::to_string(person % 20);
            join.wants.earliest = opening_day + std::chrono::days{person == waiting ? 0 : 2};
        });
        const auto last = static_cast<core::Ticket>(waiting);
        report.time("first eligible" + of + ", twenty services wait, the last of one fits",
                    time_next(state, runs, last), 0.2e6);
    }
    {
        // Nobody shares a wish with anybody: the worst case for comparing wishes once each.
        core::ResourceState state = resource(core::Kind::Slots, core::Order::Fifo, 0);
        join_many(state, waiting, [&](core::Join& join, std::uint64_t person) {
            join.wants.service = "colour";
            join.wants.earliest =
                opening_day + (person == waiting ? 0h : 48h) + std::chrono::milliseconds{person};
        });
        const auto last = static_cast<core::Ticket>(waiting);
        report.time("first eligible" + of + ", only the last fits, all wishes differ",
                    time_next(state, runs, last), 0);
    }
}

void measure_memory(Report& report, std::uint64_t waiting, core::Order order,
                    const std::string& name) {
    const double before = bytes_in_use();
    core::ResourceState state = resource(core::Kind::Access, order, 100);
    Prng prng{7};
    join_many(state, waiting, [&](core::Join& join, std::uint64_t) {
        join.points = static_cast<std::int32_t>(5 * prng.below(11));
        join.party_size = 1 + static_cast<std::uint32_t>(prng.below(4));
    });
    ASSERT(state.lines.whole.size() == waiting);
    core::forget_changes(state);  // what is noted for the store is not kept
    const double each = (bytes_in_use() - before) / static_cast<double>(waiting);
    report.bytes(name + ": bytes per waiting entry" + " at " + std::to_string(waiting), each, 64);
}

void run(const Options& options) {
    const std::size_t runs = options.quick ? 1 : 7;
    const std::uint64_t million = options.quick ? 20'000 : 1'000'000;
    Report report{options};
    measure_joins(report, million, runs, core::Order::Fifo, "fifo");
    measure_joins(report, million, runs, core::Order::HeadStart, "head_start");
    measure_release(report, million / 5, 500, runs);
    measure_eligibility(report, million, options.quick ? 1 : 21);
    measure_memory(report, million * 10, core::Order::Fifo, "fifo");
    measure_memory(report, million * 10, core::Order::Score, "score");
    measure_memory(report, million * 10, core::Order::HeadStart, "head_start");
    report.publish();
}

}  // namespace
}  // namespace standby::bench

int main(int argument_count, char** arguments) {
    standby::bench::run(standby::bench::parse_options(argument_count, arguments));
}
