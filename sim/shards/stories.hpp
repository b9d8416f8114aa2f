// A handful of short stories, small enough to be run once for every place where a store call can
// fail, and rich enough that each kind of change is written by one of them.
#pragma once

#include "sim/model/vocabulary.hpp"

#include <string>
#include <vector>

namespace standby::sim {

// Requests that arrive together.
struct StoryStep {
    Time at{};
    struct Request {
        ResourceNumber resource{};
        Command command;
    };
    std::vector<Request> requests;
};

struct Story {
    std::string name;
    std::size_t resources = 1;
    std::vector<StoryStep> steps;  // in the order of time
};

std::vector<Story> small_stories();

}  // namespace standby::sim
