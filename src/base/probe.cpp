// The global list of probes. Sites push themselves onto it without a lock; the list only grows,
// so it can be walked at any time.
#include "base/probe.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

namespace standby {
namespace {

constinit std::atomic<detail::ProbeSite*> first_site = nullptr;

struct Row {
    std::string_view file;
    unsigned line;
    std::string_view name;
    std::uint64_t hits;

    [[nodiscard]] auto place() const { return std::tie(file, line, name); }
};

}  // namespace

detail::ProbeRegistration::ProbeRegistration(ProbeSite& site) noexcept {
    site.next = first_site.load(std::memory_order_relaxed);
    while (!first_site.compare_exchange_weak(site.next, &site, std::memory_order_release,
                                             std::memory_order_relaxed)) {
    }
}

void for_each_probe(const ProbeVisitor& visitor) {
    std::vector<Row> rows;
    for (const detail::ProbeSite* site = first_site.load(std::memory_order_acquire);
         site != nullptr; site = site->next) {
        rows.push_back({.file = site->file,
                        .line = site->line,
                        .name = site->name,
                        .hits = site->hits.load(std::memory_order_relaxed)});
    }
    std::ranges::sort(rows, {}, &Row::place);
    for (std::size_t index = 0; index < rows.size();) {
        Row merged = rows[index];
        for (++index; index < rows.size() && rows[index].place() == merged.place(); ++index) {
            merged.hits += rows[index].hits;
        }
        visitor(merged.name, merged.file, merged.line, merged.hits);
    }
}

void reset_probes() noexcept {
    for (detail::ProbeSite* site = first_site.load(std::memory_order_acquire); site != nullptr;
         site = site->next) {
        site->hits.store(0, std::memory_order_relaxed);
    }
}

}  // namespace standby
