// The line against its targets and against two anchors, measured in the same run: the order
// statistics tree of libstdc++ and a skip list with spans (what Redis does). The anchors are given
// the whole place packed into one 64-bit key, the cheapest order they could have.
#include "base/prng.hpp"
#include "bench/anchors/order_tree.hpp"
#include "bench/anchors/skip_list.hpp"
#include "bench/harness.hpp"
#include "core/order/line.hpp"

#include <array>
#include <string>
#include <unordered_set>
#include <vector>

namespace standby::bench {
namespace {

using core::Line;
using core::LinePlace;
using core::Ticket;

struct Size {
    std::string name;
    Ticket entries = 0;
    int runs = 5;
    std::size_t batch_size = 1000;
    std::size_t batches = 25;
    double sequence_target_ns = 0;
    double keyed_target_ns = 0;
};

// An order of the rules, as the places its entries get.
struct Order {
    std::string name;
    Line::Layout layout = Line::Layout::Sequence;
    LinePlace (*place)(Ticket ticket) = nullptr;
    double bytes_target = 0;
};

std::int32_t points_of(Ticket ticket) {
    return static_cast<std::int32_t>(mix64(ticket) % 11 * 5);
}

LinePlace fifo_place(Ticket ticket) {
    return {.lane = {}, .key = ticket};
}

LinePlace score_place(Ticket ticket) {
    return {.lane = {.tier = 0, .score = points_of(ticket)}, .key = ticket};
}

// Fifty joins a minute; a point is worth ten minutes, so an entry passes up to 25,000 others.
LinePlace head_start_place(Ticket ticket) {
    const std::uint64_t minute = 1000 + ticket / 50 - 10 * static_cast<unsigned>(points_of(ticket));
    return {.lane = {}, .key = minute << 32 | ticket};
}

LinePlace lottery_place(Ticket ticket) {
    return {.lane = {}, .key = mix64(ticket) >> 32 << 32 | ticket};
}

const std::array<Order, 4> orders{{
    {"fifo", Line::Layout::Sequence, fifo_place, 3},
    {"score", Line::Layout::Sequence, score_place, 3},
    {"head_start", Line::Layout::Keyed, head_start_place, 12},
    {"lottery", Line::Layout::Keyed, lottery_place, 12},
}};

class OurLine {
public:
    using Item = LinePlace;
    explicit OurLine(const Order& order) : line_(order.layout) {}
    static Item item_of(const LinePlace& place) { return place; }
    void insert(const Item& item) { line_.insert(item); }
    void erase(const Item& item) { line_.erase(item); }
    std::uint64_t rank(const Item& item) const { return line_.ahead_of(item); }
    std::size_t memory_bytes() const { return line_.memory_bytes(); }
    template <class Predicate>
    Ticket find_first(Predicate&& predicate) const {
        return line_.find_first(predicate)->ticket();
    }

private:
    Line line_;
};

template <class Tree>
class Anchor {
public:
    using Item = std::uint64_t;
    explicit Anchor(const Order&) {}
    static Item item_of(const LinePlace& place) {
        return static_cast<std::uint64_t>(50 - place.lane.score) << 32 | place.key;
    }
    void insert(Item item) { tree_.insert(item); }
    void erase(Item item) { tree_.erase(item); }
    std::uint64_t rank(Item item) const { return tree_.count_below(item); }
    std::size_t memory_bytes() const { return tree_.memory_bytes(); }
    template <class Predicate>
    Ticket find_first(Predicate&& predicate) const {
        Ticket found = 0;
        tree_.for_each([&](std::uint64_t key) {
            found = static_cast<Ticket>(key);
            return !predicate(found);
        });
        return found;
    }

private:
    Tree tree_;
};

struct Figures {
    double insert_ns = 0;
    double rank_ns = 0;
    double erase_ns = 0;
    double bytes = 0;
    double find_first_ns = 0;  // measured for fifo only
};

// The places of distinct random members, at most as many as asked for.
template <class Subject>
std::vector<typename Subject::Item> random_members(const Order& order, Ticket entries,
                                                   std::size_t count, Prng& prng) {
    std::unordered_set<Ticket> drawn;
    std::vector<typename Subject::Item> members;
    for (std::size_t i = 0; i < count; ++i) {
        const auto ticket = static_cast<Ticket>(prng.below(entries));
        if (drawn.insert(ticket).second) {
            members.push_back(Subject::item_of(order.place(ticket)));
        }
    }
    return members;
}

// Only the last entry matches, so every entry is looked at: a column of attributes by ticket, and
// a table that says which attributes an opening accepts.
template <class Subject>
double find_last_ns(const Subject& subject, const Size& size) {
    std::vector<std::uint32_t> attributes(size.entries);
    for (Ticket ticket = 0; ticket < size.entries; ++ticket) {
        attributes[ticket] = static_cast<std::uint32_t>(mix64(ticket) % 63);
    }
    attributes.back() = 63;
    std::array<std::uint8_t, 64> accepted{};
    accepted[63] = 1;
    Ticket found = 0;
    const double taken = nanoseconds_of([&] {
        found =
            subject.find_first([&](Ticket ticket) { return accepted[attributes[ticket]] != 0; });
    });
    ASSERT(found == size.entries - 1);
    return taken;
}

// Every run joins new entries, asks for ranks and erases members, then puts the line back as it
// was, so that all runs measure the same line.
template <class Subject>
Figures measure(const Order& order, const Size& size) {
    Subject subject(order);
    for (Ticket ticket = 0; ticket < size.entries; ++ticket) {
        subject.insert(Subject::item_of(order.place(ticket)));
    }
    const std::size_t operations = size.batch_size * size.batches;
    std::vector<typename Subject::Item> joiners;
    for (Ticket ticket = size.entries; joiners.size() < operations; ++ticket) {
        joiners.push_back(Subject::item_of(order.place(ticket)));
    }

    Figures figures;
    figures.bytes = static_cast<double>(subject.memory_bytes()) / size.entries;
    std::vector<double> inserts, ranks, erases, finds;
    Prng prng(1);
    for (int run = 0; run < size.runs; ++run) {
        if (order.name == "fifo") {
            finds.push_back(find_last_ns(subject, size));
        }
        inserts.push_back(nanoseconds_per_operation(
            joiners, size.batch_size, [&](const auto& item) { subject.insert(item); }));
        const auto asked = random_members<Subject>(order, size.entries, operations, prng);
        ranks.push_back(nanoseconds_per_operation(
            asked, size.batch_size, [&](const auto& item) { keep(subject.rank(item)); }));
        const auto erased = random_members<Subject>(order, size.entries, operations, prng);
        erases.push_back(nanoseconds_per_operation(erased, size.batch_size,
                                                   [&](const auto& item) { subject.erase(item); }));
        for (const auto& item : erased) {
            subject.insert(item);
        }
        for (const auto& item : joiners) {
            subject.erase(item);
        }
    }
    figures.insert_ns = median(inserts);
    figures.rank_ns = median(ranks);
    figures.erase_ns = median(erases);
    figures.find_first_ns = finds.empty() ? 0 : median(finds);
    return figures;
}

struct Comparison {
    Figures ours;
    Figures tree;
    Figures skip_list;
};

void add_duration(Table& table, const std::string& figure, const Comparison& compared,
                  double Figures::* field, double target_ns) {
    table.add_row({figure, format_duration(compared.ours.*field),
                   format_duration(compared.tree.*field),
                   format_duration(compared.skip_list.*field), "<= " + format_duration(target_ns),
                   compared.ours.*field <= target_ns ? "yes" : "NO"});
}

void add_order(Table& table, const Order& order, const Size& size) {
    const Comparison compared{.ours = measure<OurLine>(order, size),
                              .tree = measure<Anchor<OrderTree>>(order, size),
                              .skip_list = measure<Anchor<SkipList>>(order, size)};
    const double target_ns =
        order.layout == Line::Layout::Sequence ? size.sequence_target_ns : size.keyed_target_ns;
    add_duration(table, order.name + " insert", compared, &Figures::insert_ns, target_ns);
    add_duration(table, order.name + " rank", compared, &Figures::rank_ns, target_ns);
    add_duration(table, order.name + " erase", compared, &Figures::erase_ns, target_ns);
    table.add_row({order.name + " bytes per entry", format_number(compared.ours.bytes),
                   format_number(compared.tree.bytes), format_number(compared.skip_list.bytes),
                   "<= " + format_number(order.bytes_target),
                   compared.ours.bytes <= order.bytes_target ? "yes" : "NO"});
    if (order.name == "fifo") {
        constexpr double target_ns_per_entry = 1;
        add_duration(table, "fifo find_first, last matches", compared, &Figures::find_first_ns,
                     target_ns_per_entry * size.entries);
    }
}

void run(const Options& options) {
    const Size quick{"100k", 100'000, 1, 500, 10, 200, 1500};
    const Size million{"1M", 1'000'000, 5, 1000, 25, 200, 1500};
    const Size ten_million{"10M", 10'000'000, 5, 1000, 10, 300, 2500};
    publish(options, "## The line, on " + machine() + "\n\n");
    for (const Size& size :
         options.quick ? std::vector{quick} : std::vector{million, ten_million}) {
        Table table(size.name + " entries, median of " + std::to_string(size.runs) + " runs",
                    {"figure", "ours", "pbds", "skip list", "target", "met"});
        for (const Order& order : orders) {
            add_order(table, order, size);
        }
        publish(options, table.markdown());
    }
}

}  // namespace
}  // namespace standby::bench

int main(int argument_count, char** arguments) {
    standby::bench::run(standby::bench::parse_options(argument_count, arguments));
}
