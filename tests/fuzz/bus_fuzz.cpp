// What comes in over message buses, from whoever may write there: whatever it is, it becomes a
// command that makes sense or is refused with a sentence, and an address or an answer of JetStream
// is read or it is not.
#include "bus/incoming.hpp"
#include "bus/kafka/kafka_bus.hpp"
#include "bus/nats/jetstream.hpp"
#include "core/model/limits.hpp"
#include "tests/fuzz/support/check.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace standby::fuzz {
namespace {

constexpr Time now{std::chrono::seconds{1'800'000'000}};

void check_command(const bus::Incoming& incoming) {
    expect(!incoming.event_id.empty(), "an event has an id");
    expect(incoming.event_id.size() <= core::limits::event_id_length_max, "which is not too long");
    expect(incoming.resource != core::ResourceNumber{}, "it is about a list");
    if (const auto* release = std::get_if<core::ReleasePlaces>(&incoming.command)) {
        expect(release->quantity > 0 && release->quantity <= core::limits::capacity_max,
               "somebody gets something");
        expect(release->event_id == incoming.event_id, "under its id");
    } else if (const auto* revoke = std::get_if<core::RevokePlaces>(&incoming.command)) {
        expect(revoke->quantity > 0 && revoke->quantity <= core::limits::capacity_max,
               "something is taken back");
        expect(revoke->event_id == incoming.event_id, "under its id");
    } else if (const auto* open = std::get_if<core::OpenSlot>(&incoming.command)) {
        expect(open->slot.size_min >= 1 && open->slot.size_min <= open->slot.size_max,
               "a slot has a size");
        expect(open->slot.duration > Duration{0}, "and lasts");
    } else {
        const auto* withdraw = std::get_if<core::WithdrawOpening>(&incoming.command);
        expect(withdraw != nullptr, "there are no other commands");
        expect(withdraw->opening != core::OpeningNumber{} || !withdraw->event_id.empty(),
               "it is known which slot is meant");
    }
}

void check(std::string_view text) {
    for (const auto kind :
         {bus::IncomingKind::CapacityReleased, bus::IncomingKind::CapacityRevoked}) {
        const auto parsed = bus::parse_incoming(kind, text, now);
        if (parsed) {
            check_command(*parsed);
        } else {
            expect(parsed.error().reason.ends_with('.'), "a refusal is a sentence");
        }
    }
    (void)bus::read_settle_address(text);
    (void)bus::read_publish_answer({.data = std::string(text)});
    (void)bus::nats_url_problem(text);
    (void)bus::kafka_url_problem(text);
    (void)bus::parse_kafka_setting(text);
    const std::string header = bus::header_text(text);
    expect(header.find('\n') == header.npos && header.find('\r') == header.npos,
           "a header has one line");
}

}  // namespace
}  // namespace standby::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    standby::fuzz::check({reinterpret_cast<const char*>(data), size});
    return 0;
}
