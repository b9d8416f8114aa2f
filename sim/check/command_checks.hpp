// The checks made once a command is done, a file each. Those that copy the state or fold the whole
// history are made for a sample of the commands only.
#pragma once

#include "base/prng.hpp"
#include "base/sha256.hpp"
#include "core/state/rows_test_support.hpp"
#include "sim/check/report.hpp"
#include "sim/model/naive_resource.hpp"
#include "sim/world/target.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace standby::sim {

// One resource as the checks see it.
struct Scene {
    ResourceNumber resource{};
    const Target* target = nullptr;
    const NaiveResource* model = nullptr;
    const std::vector<Event>* history = nullptr;
    const ZoneBook* zones = nullptr;
    Report* report = nullptr;
    // The state's fingerprint once it was asked for; null: worked out each time.
    std::optional<std::uint64_t>* known_fingerprint = nullptr;

    std::uint64_t fingerprint() const;
};

// agreement.cpp: events, refusal and answer are those of the naive reference.
void check_agreement(const Outcome& actual, const NaiveOutcome& expected, Report& report);

// views.cpp: counts, ranks, positions and pages are those of the naive reference.
void check_counts(const Scene& scene);
void check_some_views(const Scene& scene, Prng& prng);

// fold.cpp: the recorded events give the same state.
void check_fold(const Scene& scene, const Context& context);

// restored.cpp: the rows that were told of give the same state, which goes on the same way.
void check_restored(const Scene& scene, const core::RowKeeper& rows, const Context& context);

// replay.cpp: on a copy of the state the same command gives the same; a refusal changes nothing.
void check_replay(const Scene& scene, ResourceState before, const Command& command,
                  const Context& context, const Outcome& actual);

// explained.cpp: the reason given for an entry is the check that fails in the naive reference.
void check_some_explanation(const Scene& scene, Prng& prng, const Context& context);

// recorded.cpp: events survive encoding and decoding, and the chain over them verifies.
void check_recorded(std::span<const Event> history, const Sha256Digest& last_link, Report& report);

// due.cpp: nothing is overdue after catching up, and nothing happens before it is due.
void check_due(const Scene& scene, Time now);
void check_nothing_before_due(const Scene& scene, Prng& prng, const Context& context);

// liveness.cpp: nobody eligible waits while a place could be given, nobody holds what is over, and
// at the end all is settled.
void check_quiescent(const Scene& scene, Time now);
void check_nobody_overstays(const Scene& scene, Time now);
void check_settled(const Scene& scene);

// unasked.cpp: whoever fits what is free has been asked, as soon as offers may go out.
void check_nobody_unasked(const Scene& scene, Time now);

}  // namespace standby::sim
