// What booking systems say over a message bus: places have come free, or have been sold elsewhere.
// A message that makes no sense is told apart from one that can be tried again, for it never will.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "core/model/command.hpp"
#include "core/model/ids.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace standby::bus {

// The numbers are those of the subjects below.
enum class IncomingKind : std::uint8_t { CapacityReleased, CapacityRevoked };

// Where they come in, and where those go that make no sense. On Kafka these are topics.
inline constexpr std::string_view subject_released = "standby.in.capacity_released";
inline constexpr std::string_view subject_revoked = "standby.in.capacity_revoked";
inline constexpr std::string_view subject_dead = "standby.dead";
std::string_view subject_of(IncomingKind kind);

inline constexpr std::size_t incoming_bytes_max = 64 * 1024;
// The clocks of others may be ahead of ours by so much.
inline constexpr Duration future_max = std::chrono::minutes{5};

struct Incoming {
    std::string event_id;
    core::ResourceNumber resource;
    core::Command command;
};

// As far as they can be found, for those who look after it.
struct BadIncoming {
    std::string reason;  // a sentence
    std::string event_id;
    core::ResourceNumber resource;
};

// The body may be an event by itself, or the data of a CloudEvent whose id it then has.
Result<Incoming, BadIncoming> parse_incoming(IncomingKind kind, std::string_view body, Time now);

}  // namespace standby::bus
