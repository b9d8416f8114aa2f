// The signals that ask a process to end. They are held back while this lives and taken one by one,
// so that they never interrupt anything.
#pragma once

#include "base/time.hpp"

#include <csignal>

namespace standby::app {

// To be made before any thread is started: threads inherit what is held back.
class StopSignals {
public:
    StopSignals();
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

    // Returns when one has come.
    void wait();
    // The same, but no longer than this. False: none came.
    bool wait_for(Duration duration);
    // From here on a further signal ends the process at once, with exit code 1.
    void end_at_once_on_the_next();

private:
    sigset_t held_back_{};
    sigset_t before_{};
};

}  // namespace standby::app
