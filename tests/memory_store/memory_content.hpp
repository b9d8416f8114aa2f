// Everything a MemoryStore holds, as a value: a copy is what a crash would leave behind.
#pragma once

#include "engine/ports/leases.hpp"
#include "engine/ports/store.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace standby::store {

struct MemoryRow {
    std::uint8_t state = 0;
    Time changed_at{};
    std::vector<std::byte> data;
    std::vector<core::ContactKey> contacts;  // of entries only
    friend bool operator==(const MemoryRow&, const MemoryRow&) = default;
};
using MemoryTable = std::map<std::uint32_t, MemoryRow>;

struct MemoryResource {
    engine::AccountNumber account;
    std::string name;
    core::ResourceStatus status = core::ResourceStatus::None;
    std::optional<Time> next_due;
    std::uint64_t last_event = 0;
    Sha256Digest last_link{};
    std::vector<std::byte> data;  // empty until it is created
    MemoryTable entries;
    MemoryTable offers;
    MemoryTable openings;
    std::map<std::pair<core::FactKind, std::uint64_t>, std::uint64_t> facts;
    std::vector<engine::EventRow> events;  // without gaps; event 1 first, unless dropped
    std::vector<engine::HistoryStart> starts;
    std::optional<engine::RollupHead> rollup;
    std::map<std::int32_t, std::vector<std::byte>> rollup_days;
    std::map<std::uint64_t, engine::AnswerRow> answers;
    std::map<core::Ticket, engine::Person> people;
    friend bool operator==(const MemoryResource&, const MemoryResource&) = default;
};

struct MemoryMessage {
    engine::OutboxListing listing;
    friend bool operator==(const MemoryMessage&, const MemoryMessage&) = default;
};

struct MemoryCreation {
    core::ResourceNumber resource;
    Time made_at{};
    friend bool operator==(const MemoryCreation&, const MemoryCreation&) = default;
};

// A statement that changed the control plane. Its text is a literal.
struct ControlWrite {
    using Value = std::variant<std::monostate, std::int64_t, double, bool, std::string,
                               std::vector<std::byte>>;
    std::string_view text;
    std::vector<Value> values;
    friend bool operator==(const ControlWrite&, const ControlWrite&) = default;
};

struct MemoryContent {
    std::map<std::uint32_t, MemoryResource> resources;
    std::vector<MemoryMessage> outbox;                 // by id, ascending
    std::set<std::pair<Time, std::uint64_t>> waiting;  // due times and ids of the pending ones
    std::map<std::pair<std::uint64_t, engine::Channel>, engine::Delivery> deliveries;
    std::map<std::pair<std::uint64_t, engine::Channel>, engine::KeptWords> words;
    std::map<engine::RequestKey, MemoryCreation> creations;
    std::vector<ControlWrite> control;  // the oldest first
    std::map<std::string, engine::NodeRow, std::less<>> nodes;
    std::vector<engine::ShardRow> shards;  // shard 0 first
    friend bool operator==(const MemoryContent&, const MemoryContent&) = default;
};

}  // namespace standby::store
