// The audit trail has no holes and its clock never runs backwards.
#include "sim/check/event_checks.hpp"

#include <fmt/format.h>

namespace standby::sim {

void check_numbering(const Ledger& before, const Event& event, Report& report) {
    if (event.number != before.last_number + 1) {
        report.fail("numbering",
                    fmt::format("event {} follows event {}", event.number, before.last_number));
    }
    if (before.last_number > 0 && event.at < before.last_at) {
        report.fail("numbering",
                    fmt::format("event {} happens at {}, before its predecessor at {}",
                                event.number, format_time(event.at), format_time(before.last_at)));
    }
}

}  // namespace standby::sim
