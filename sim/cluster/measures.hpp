// What users of a cluster feel of its hand-overs: for how long nobody served a shard, and why; and
// how evenly the shards lie on the nodes. It watches, and decides nothing.
#pragma once

#include "base/time.hpp"
#include "engine/ports/leases.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::sim {

// Why a shard was not served for a while.
enum class PauseKind : std::uint8_t {
    Planned,    // its node left, or another one came
    Crash,      // its process was gone at once
    Partition,  // its node was cut off from the database
    Zombie,     // its process stood still, and went on later
    Database,   // the database failed over
    Other,      // calls to the database were lost
};
inline constexpr std::size_t pause_kinds = 6;
std::string_view name_of(PauseKind kind);

class Measures {
public:
    explicit Measures(std::uint32_t shards) : shards_(shards) {}

    // The process (a node from start to crash) serves the shard; whoever did so before does not.
    void on_served(engine::ShardNumber shard, std::uint64_t process, Duration now);
    // The process that served the shard cannot any more. A pause that has begun goes on.
    void on_stopped(engine::ShardNumber shard, std::uint64_t process, PauseKind kind, Duration now);
    bool is_last_server(engine::ShardNumber shard, std::uint64_t process) const {
        return shards_[shard].process == process;
    }
    // How the shards lie on the nodes that are up.
    void sample(const std::vector<engine::ShardRow>& shards,
                const std::vector<std::string>& nodes_up, Duration now);

    std::size_t hand_overs() const;
    // For people: a line for each kind of pause, and one for each day.
    std::vector<std::string> lines() const;

private:
    struct Watched {
        std::uint64_t process = 0;  // the last that served it; 0: none yet
        std::optional<Duration> paused_since;
        PauseKind kind = PauseKind::Other;
    };
    struct Sample {
        Duration at{};
        std::size_t nodes = 0;
        std::size_t fewest = 0;
        std::size_t most = 0;
        double mean = 0;
    };
    static std::string day_line(std::int64_t day, const std::vector<Sample>& samples);

    std::vector<Watched> shards_;
    std::array<std::vector<Duration>, pause_kinds> pauses_;
    std::array<std::size_t, pause_kinds> moved_{};  // to another process
    std::vector<Sample> samples_;
};

}  // namespace standby::sim
