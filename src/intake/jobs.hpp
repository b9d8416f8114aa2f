// All that is ever read in the sandbox, by name.
#pragma once

#include "intake/sandbox/reader.hpp"

#include <span>

namespace standby::intake {

std::span<const ReaderJob> reader_jobs();

}  // namespace standby::intake
