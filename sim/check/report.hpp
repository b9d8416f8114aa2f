// Collects what was found wrong in one seed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::sim {

struct Violation {
    std::string check;  // the name of the check's file
    std::string what;   // one sentence
};

class Report {
public:
    void fail(std::string_view check, std::string what) {
        violations_.push_back({std::string{check}, std::move(what)});
    }
    bool ok() const { return violations_.empty(); }
    const std::vector<Violation>& violations() const { return violations_; }

private:
    std::vector<Violation> violations_;
};

}  // namespace standby::sim
