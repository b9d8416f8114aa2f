// The trail of what staff did, for commands.
#pragma once

#include "app/commands/console.hpp"
#include "app/commands/data.hpp"
#include "engine/ports/registry.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace standby::app {

// A deed of whoever runs the command. The error is a sentence: what was done stays done.
Result<void, std::string> record_deed(engine::Registry& registry, engine::AccountNumber account,
                                      engine::StaffDeed deed);

// The same for what concerns every account.
Result<void, std::string> record_everywhere(engine::Registry& registry,
                                            const engine::StaffDeed& deed);

// What is handed out is recorded first, beside a server that uses the data too: nobody gets what
// isn't in the trail. `record` leaves the deeds.
Result<void, Complaint>
record_export(const DataPlace& place,
              const std::function<Result<void, std::string>(engine::Registry&)>& record);

struct VerifiedTrail {
    engine::AccountNumber account;
    std::uint64_t deeds = 0;
    std::vector<std::string> findings;
};
// The chain of every account.
Result<std::vector<VerifiedTrail>, std::string> verify_trails(engine::Registry& registry);

}  // namespace standby::app
