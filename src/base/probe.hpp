// PROBE("name") marks a branch that the simulator has to reach. Every mark counts its hits and is
// known from program start, so a run can also report the branches that it never took; a test that
// misses the interesting cases then shows, instead of passing quietly.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string_view>

namespace standby {

namespace detail {

struct ProbeSite {
    const char* name;
    const char* file;
    unsigned line;
    std::atomic<std::uint64_t> hits = 0;
    ProbeSite* next = nullptr;
};

// Links a site into the global list. Constructed during static initialization, once per site.
struct ProbeRegistration {
    explicit ProbeRegistration(ProbeSite& site) noexcept;
};

// One instance per mark, because every mark has a local `Where` type of its own. Static members
// of a template are initialized at program start whether or not the marked branch ever runs.
template <class Where>
struct ProbeAt {
    static inline constinit ProbeSite site{Where::name(), Where::file(), Where::line()};
    static inline const ProbeRegistration registration{site};

    static void hit() noexcept {
        static_cast<void>(&registration);  // Naming it is what makes the compiler emit it.
        site.hits.fetch_add(1, std::memory_order_relaxed);
    }
};

}  // namespace detail

using ProbeVisitor = std::function<void(std::string_view name, std::string_view file, unsigned line,
                                        std::uint64_t hits)>;

// Calls the visitor for every mark in the program, reached or not, in the order of file and line.
// A mark inside a template is reported once, with the hits of all instances together.
void for_each_probe(const ProbeVisitor& visitor);

// Sets every count to zero. Hits that other threads make meanwhile may or may not survive.
void reset_probes() noexcept;

}  // namespace standby

// Counts that this place was reached. The name is a string literal, unique by convention.
#define PROBE(probe_name)                                                                          \
    do {                                                                                           \
        struct ProbeWhere {                                                                        \
            static constexpr const char* name() noexcept {                                         \
                return probe_name;                                                                 \
            }                                                                                      \
            static constexpr const char* file() noexcept {                                         \
                return __FILE__;                                                                   \
            }                                                                                      \
            static constexpr unsigned line() noexcept {                                            \
                return __LINE__;                                                                   \
            }                                                                                      \
        };                                                                                         \
        ::standby::detail::ProbeAt<ProbeWhere>::hit();                                             \
    } while (false)
