// The numbers that the registry hands out.
#include "sim/shards/disk.hpp"

#include "base/assert.hpp"

namespace standby::sim {

void Disk::allocate(std::size_t count) {
    for (std::size_t number = 1; number <= count; ++number) {
        const auto given = store_.allocate_resource(engine::AccountNumber{1}, std::nullopt, {});
        ASSERT(given && given->value() == number);
    }
}

}  // namespace standby::sim
