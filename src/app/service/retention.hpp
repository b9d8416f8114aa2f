// How long a business keeps what it knows: whoever ended longer ago than it says is erased, old
// messages are deleted, and histories begin later. A little at a time, so that nothing else waits.
#pragma once

#include "base/time.hpp"
#include "engine/history/rollup/rollup.hpp"
#include "engine/history/trim.hpp"
#include "engine/ports/registry.hpp"
#include "engine/ports/store.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace standby::app {

struct RetentionLimits {
    std::size_t looked_at_max = 2'000;  // entries in one step
    std::size_t erased_max = 50;
    std::size_t messages_max = 1'000;
    engine::TrimLimits history = {};
};

class Retention {
public:
    struct Done {
        engine::AccountNumber account;
        std::uint64_t people = 0;
        std::uint64_t messages = 0;
        std::uint64_t events = 0;
        core::ResourceNumber list = {};  // that they are of
    };
    struct Step {
        bool is_at_end = false;       // of the last list
        std::uint64_t failures = 0;   // lists and accounts whose turn came to nothing
        core::ResourceNumber failed;  // the first of the lists
    };
    // Which resources are this process's to look after, and who hears what was done.
    using IsOwn = std::function<bool(core::ResourceNumber)>;
    using Tell = std::function<void(const Done&)>;

    // Zones that lists count their days in.
    explicit Retention(engine::FindZone find_zone, const RetentionLimits& limits = {})
        : limits_(limits), context_{.find_zone = std::move(find_zone)} {}

    // Goes on where the last step ended, from the first list to the last and then again from the
    // first. A list that can't be read or written is passed over until the next time round, and
    // holds up no other.
    Step step(engine::Store& store, engine::Registry& registry, Time now, const IsOwn& is_own,
              const Tell& tell);

private:
    // Those of a list that ended before `before`. True: the list is done with; false: the step has
    // taken as much as it may.
    Result<bool, engine::StoreError> erase_ended(engine::Store& store,
                                                 core::ResourceNumber resource, Time before,
                                                 std::size_t& looked_at, Done& done);

    // Everything of one list. True and false as below.
    Result<bool, engine::StoreError> keep_no_longer(engine::Store& store,
                                                    const engine::ResourceListing& list,
                                                    const engine::House& house, Time now,
                                                    std::size_t& looked_at, Done& done);
    // One portion of what happened in the list. True: there is nothing more to let go of.
    Result<bool, engine::StoreError> let_go(engine::Store& store,
                                            const engine::ResourceListing& list, Time before,
                                            Time now, Done& done) const;

    RetentionLimits limits_;
    engine::RollupContext context_;
    core::ResourceNumber list_;  // the last one that is done with
    core::Ticket entry_ = 0;     // of the next one, the last entry that is
    bool people_done_ = false;   // of that one, everybody is
};

}  // namespace standby::app
