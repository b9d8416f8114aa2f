// What is written down can be read back, and the chain over it shows any change.
#include "core/audit/event_codec.hpp"
#include "sim/check/command_checks.hpp"

#include <fmt/format.h>

namespace standby::sim {

void check_recorded(std::span<const Event> history, const Sha256Digest& last_link, Report& report) {
    // The chain is taken a second time by hand: each link is the hash of the one before it and of
    // the event's bytes.
    Sha256Digest link{};
    for (const Event& event : history) {
        const auto bytes = core::encode_event(event);
        const auto decoded = core::decode_event(bytes);
        if (!decoded) {
            report.fail("recorded",
                        fmt::format("event {} ({}) cannot be read back: {}", event.number,
                                    core::type_of(event), decoded.error()));
            return;
        }
        if (*decoded != event) {
            report.fail("recorded", fmt::format("event {} ({}) is another one when read back",
                                                event.number, core::type_of(event)));
        }
        Sha256 hash;
        hash.update(link);
        hash.update(bytes);
        link = hash.finish();
    }
    if (link != last_link) {
        report.fail("recorded", "the hash chain over the events does not verify");
    }
}

}  // namespace standby::sim
