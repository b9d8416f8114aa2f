// Tells a story to the core and then to the real server, or to two nodes of a cluster: as it is
// told, and with a restart after every sentence, for which a cluster moves the list to the other
// node. It must come true each time, and the server's audit trail must be the core's, event by
// event.
#pragma once

#include "tests/scenarios/runner/driver.hpp"
#include "tests/scenarios/runner/run_story.hpp"
#include "tests/scenarios/runner/two_nodes.hpp"

#include <optional>
#include <string>
#include <vector>

namespace standby::scenarios {

// `binary` is the path of the server. The transcript is that of the first telling over HTTP.
Verdict run_story_over_http(const std::string& path, const std::string& binary);
// The same on two nodes, each telling in a database of its own.
Verdict run_story_on_two_nodes(const std::string& path, TwoNodesSettings settings);

// The first event that the server has otherwise than the core, in words; nothing when the two
// agree. Each list is compared by itself. Hashes are left out: they also cover who did it.
std::optional<std::string> first_difference(const std::vector<EventRecord>& core,
                                            const std::vector<EventRecord>& server);

}  // namespace standby::scenarios
