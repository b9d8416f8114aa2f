// What the program that reads mails can do.
#pragma once

#include "intake/sandbox/reader.hpp"

#include <span>

namespace standby::scans {

std::span<const intake::ReaderJob> scan_jobs();

}  // namespace standby::scans
