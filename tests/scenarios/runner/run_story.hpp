// Runs one story file: once as it is told, and once more with a restart after every sentence and
// every instant. Both must come true, with the same events.
#pragma once

#include "tests/scenarios/runner/driver.hpp"
#include "tests/scenarios/runner/teller.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace standby::scenarios {

// Makes a fresh thing to tell stories to.
using DriverMaker =
    std::function<std::unique_ptr<Driver>(const core::ZoneBook& zones, Restarts restarts)>;

struct Verdict {
    std::string title;
    std::vector<std::string> findings;  // "path:line: what is wrong"; empty: passed
    std::string transcript;             // of the first telling
};

// Reads the file and runs it.
Verdict run_story(const std::string& path, const DriverMaker& make_driver);

// The same for a text that is at hand; the path is for messages only.
Verdict run_text(const std::string& path, std::string_view text, const DriverMaker& make_driver);

}  // namespace standby::scenarios
