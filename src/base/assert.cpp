// The cold half of ASSERT: report and abort. It allocates nothing, because the heap may be what
// is broken.
#include "base/assert.hpp"

#include <cstdio>
#include <cstdlib>

namespace standby {

void assertion_failed(const char* expression, const char* file, int line) noexcept {
    std::fprintf(stderr, "assertion failed: %s at %s:%d\n", expression, file, line);
    std::fflush(stderr);
    std::abort();
}

}  // namespace standby
