// The four kinds of run. Each takes its time and returns the JSON object to print, or the sentence
// that says why it could not begin.
#pragma once

#include "base/result.hpp"
#include "bench/load/arguments.hpp"

#include <string>

namespace standby::bench::load {

using RunResult = Result<std::string, std::string>;

// Each connection sends its next request when its answer is there. Ends when the time is over or
// all requests were made, and then waits for the answers that are still to come.
RunResult run(const ClosedOptions& options);

// Requests are due at random moments, at the given rate; see open.cpp for what is measured.
RunResult run(const OpenOptions& options);

// Opens one event stream for each line and counts what arrives. The time begins when all streams
// have answered.
RunResult run(const WatchOptions& options);

// Opens sockets that send a request so slowly that it never ends. The time begins when all are
// open.
RunResult run(const LorisOptions& options);

}  // namespace standby::bench::load
