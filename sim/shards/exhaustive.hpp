// Each story once without faults, then once for every store call and every way in which that call
// can fail, and once for every reply that can get lost. The client asks again; whatever failed, the
// story must end as it does without faults.
#pragma once

#include "sim/check/report.hpp"
#include "sim/shards/disk.hpp"
#include "sim/shards/shard_host.hpp"
#include "sim/shards/stories.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace standby::sim {

// What goes wrong in one telling of a story: `length` store calls from `first` on (counted from 1),
// or the first reply to one request (counted from 1). Nothing by default.
struct Mishap {
    CallFault fault = CallFault::None;
    std::uint64_t first = 0;
    std::uint64_t length = 0;
    std::uint64_t lost_reply = 0;
};
std::string describe(const Mishap& mishap);

// How a story ended.
struct Ending {
    std::vector<engine::Answer> answers;      // one per request
    std::vector<std::vector<Event>> history;  // by resource
    std::vector<std::uint64_t> fingerprints;  // by resource, of the rows
    std::uint64_t calls = 0;                  // store calls made
};

// Tells the story on a fresh disk. What is wrong by itself goes into the report.
Ending tell(const Story& story, const Mishap& mishap, Disk& disk, const ZoneBook& zones,
            Report& report);

// Whether the story ended as it should. Only the times of events may differ: what could not be read
// is tried again a second later.
void compare(const Ending& should, const Ending& is, Report& report);

struct ExhaustiveResult {
    std::vector<std::string> summary;     // a line per story
    std::vector<std::string> violations;  // each with the mishap that leads to it
    std::uint64_t tellings = 0;
};
using DiskMaker = std::function<std::unique_ptr<Disk>()>;
ExhaustiveResult tell_all(const std::vector<Story>& stories, const DiskMaker& make_disk,
                          const ZoneBook& zones);

}  // namespace standby::sim
