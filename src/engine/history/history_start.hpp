// Where a kept history begins: the starts of a history as a chain of their own, and what folding
// goes on from. A business that keeps histories for a year lets go of what is older; what is left
// is proven from its start on.
#pragma once

#include "base/result.hpp"
#include "engine/history/kept_state.hpp"
#include "engine/ports/store.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace standby::engine {

// What the first event that is kept follows.
struct Beginning {
    std::uint64_t event = 0;    // the last one before it; 0: the whole history is kept
    std::optional<Time> since;  // when the first one that is kept happened; nothing: all are
    Sha256Digest link{};
    std::unique_ptr<core::ResourceState> state;
    KeptFacts facts;
    // Whoever joined later has all of their events in what is kept.
    core::Ticket last_ticket = 0;
};

// The next start, after the state of this event has been reached.
HistoryStart make_start(core::ResourceNumber resource, const HistoryStart* previous,
                        const KeptState& kept, std::uint64_t event, const Sha256Digest& link,
                        Time since, Time now);

// What is wrong with the starts of a history, a sentence; nothing when each follows from the one
// before and the state is the one that was kept.
std::optional<std::string> objection_to(core::ResourceNumber resource,
                                        std::span<const HistoryStart> starts);

// From the last of the starts on, or from nothing if there is none.
Result<Beginning, std::string> beginning_of(core::ResourceNumber resource,
                                            std::span<const HistoryStart> starts);

// The same as the store has it now. One that cannot be used is Damaged.
Result<Beginning, StoreError> read_beginning(Store& store, core::ResourceNumber resource);
// Only from when on it is kept; nothing: all of it is.
Result<std::optional<Time>, StoreError> kept_since(Store& store, core::ResourceNumber resource);

// Calls `read(beginning)`, and once more if the history was made to begin later meanwhile: what it
// read may then have had a gap.
template <class Read>
Result<void, StoreError> read_from_beginning(Store& store, core::ResourceNumber resource,
                                             Read&& read) {
    constexpr int tries_max = 3;
    for (int tries = 0; tries < tries_max; ++tries) {
        Beginning beginning = TRY(read_beginning(store, resource));
        const std::uint64_t event = beginning.event;
        TRY(read(beginning));
        const auto starts = TRY(store.history_starts(resource));
        if ((starts.empty() ? 0 : starts.back().event) == event) {
            break;
        }
    }
    return {};
}

// Takes a person out of the state at the start of the history.
Result<void, StoreError> forget_in_start(Store& store, core::ResourceNumber resource,
                                         core::Ticket entry);

}  // namespace standby::engine
