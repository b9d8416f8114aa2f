// Tells a story to the core and then to the real server: as it is told, and with a restart after
// every sentence. It must come true each time, and the server's audit trail must be the core's,
// event by event.
#pragma once

#include "tests/scenarios/runner/driver.hpp"
#include "tests/scenarios/runner/run_story.hpp"

#include <optional>
#include <string>
#include <vector>

namespace standby::scenarios {

// `binary` is the path of the server. The transcript is that of the first telling over HTTP.
Verdict run_story_over_http(const std::string& path, const std::string& binary);

// The first event that the server has otherwise than the core, in words; nothing when the two
// agree. Each list is compared by itself. Hashes are left out: they also cover who did it.
std::optional<std::string> first_difference(const std::vector<EventRecord>& core,
                                            const std::vector<EventRecord>& server);

}  // namespace standby::scenarios
