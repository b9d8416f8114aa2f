// A resource as bytes, as it stood at the start of its kept history: the rows of what was under way
// then, the bare states of everything else, and the facts. What is kept is enough to go on folding
// from there exactly as from the first event.
#pragma once

#include "base/result.hpp"
#include "core/state/resource_state.hpp"
#include "core/state/rows.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace standby::engine {

struct KeptRow {
    std::vector<std::byte> data;
    std::vector<core::ContactKey> contacts;  // of entries only, ascending
    friend bool operator==(const KeptRow&, const KeptRow&) = default;
};
struct KeptTable {
    std::vector<std::uint8_t> states;       // of the numbers from 1 on; 0: there is no row
    std::map<std::uint32_t, KeptRow> rows;  // of what was under way
    friend bool operator==(const KeptTable&, const KeptTable&) = default;
};
// The facts so far; a later one of the same kind and key replaces an earlier one.
using KeptFacts = std::map<std::pair<core::FactKind, std::uint64_t>, std::uint64_t>;

struct KeptState {
    std::vector<std::byte> resource;
    KeptTable entries;
    KeptTable offers;
    KeptTable openings;
    KeptFacts facts;
    friend bool operator==(const KeptState&, const KeptState&) = default;
};

// Nothing of a command that is still being carried out can be kept: the state must be one that a
// commit could have left.
KeptState keep(const core::ResourceState& state, KeptFacts facts);
// The state again, or why these rows cannot have been one.
Result<std::unique_ptr<core::ResourceState>, std::string> restore(const KeptState& kept,
                                                                  core::ResourceNumber number);

std::vector<std::byte> encode_kept(const KeptState& kept);
Result<KeptState, std::string> decode_kept(std::span<const std::byte> bytes);

// Takes out what people typed, and by what they are known. True: there was something.
bool forget_person(KeptState& kept, core::Ticket entry);
bool forget_people(KeptState& kept);

}  // namespace standby::engine
