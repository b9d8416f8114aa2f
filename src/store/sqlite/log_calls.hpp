// The calls of the system by which the log of commits is made durable, so that tests can let them
// fail.
#pragma once

#include <sys/types.h>
#include <unistd.h>

namespace standby::store {

struct LogCalls {
    int (*sync)(int descriptor) = ::fdatasync;
    int (*cut)(int descriptor, off_t size) = ::ftruncate;
};

}  // namespace standby::store
