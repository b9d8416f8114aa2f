// Whether what is stored of a resource is what its events say: every event can be read, the chain
// over them holds, each follows from the ones before, and folding them gives the stored rows.
#pragma once

#include "base/sha256.hpp"
#include "core/state/resource_state.hpp"
#include "core/state/rows.hpp"
#include "engine/history/kept_state.hpp"
#include "engine/ports/store.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standby::engine {

// Events first, then rows, then the loaded resource, then the findings.
class Verifier {
public:
    // No more findings than this are listed.
    static constexpr std::size_t findings_max = 100;

    explicit Verifier(core::ResourceNumber resource);

    // Where the history begins, before its first event; not called: with event 1. False as for
    // events.
    bool begin(std::span<const HistoryStart> starts);
    // All events in order. False: something is wrong, and what follows says nothing. Behind an
    // event that only a newer version understands, the chain alone is checked.
    bool add(const EventRow& row);
    // All rows of a table, ascending, after the last event. An archived row is compared by its
    // state alone.
    void add(RowTable table, const StoredRow& row);
    // The head and the state as they were loaded.
    void compare(const LoadedResource& loaded);
    // The row of the resource itself.
    void compare(const ResourceListing& listing);

    // What is wrong, a sentence each; empty when all is well. Rows that did not come are missed.
    std::vector<std::string> finish();

    // The number of the last event, and of the last one before the kept ones.
    std::uint64_t events() const { return last_; }
    std::uint64_t start() const { return start_; }
    // From when on the history is kept; nothing: all of it is.
    std::optional<Time> kept_since() const { return kept_since_; }
    // So many of them had personal data that was erased: the chain no longer proves what they say.
    std::uint64_t erased() const { return erased_; }
    const core::ResourceState& state() const { return state_; }

private:
    // What a row should be. Its data is known by a digest, so that long histories fit the memory.
    struct Expected {
        std::uint64_t digest = 0;
        std::uint8_t state = 0;  // 0: there is no such row
        bool is_bare = false;    // it had ended before the history begins: only its state is known
    };
    struct Table {
        std::vector<Expected> rows;  // by number
        std::uint32_t seen = 0;      // the last number that came
    };

    void complain(std::string what);
    bool stop(std::uint64_t event, std::string_view why);
    bool meet_unknown(std::uint64_t event, const std::string& why);
    void compare_content(RowTable table, const StoredRow& row, std::uint64_t digest);
    void take_rows();
    void expect(RowTable table, const std::vector<core::RowChange>& changes);
    void miss_rows(RowTable table, std::uint32_t until);

    void expect(RowTable table, const KeptTable& kept);

    core::ResourceState state_;
    Sha256Digest link_{};
    std::uint64_t start_ = 0;
    std::optional<Time> kept_since_;
    std::uint64_t not_taken_ = 0;  // events since rows were last taken
    std::uint64_t last_ = 0;       // the event that came last
    std::uint64_t erased_ = 0;
    bool broken_ = false;
    bool is_newer_ = false;  // a newer version wrote events that this one cannot fold
    std::array<Table, 3> tables_;
    std::vector<std::string> findings_;
    std::uint64_t unlisted_ = 0;
};

}  // namespace standby::engine
