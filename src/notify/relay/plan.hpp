// What is to be done with a message that is due: to whom it goes and how, whether it still is true,
// whether it has to wait for the morning. Pure: the same facts give the same plan.
#pragma once

#include "base/time.hpp"
#include "base/zone.hpp"
#include "notify/relay/gathered.hpp"
#include "notify/relay/ways.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace standby::notify {

// Nothing is sent, and it is done: the note says why ("the offer has ended").
struct Drop {
    std::string note;
};
// It stays where the guest's page and staff see it; the note says why ("local").
struct KeepHere {
    std::string note = std::string(engine::note_local);
};
struct Postpone {
    Time until{};
    std::string note = {};  // why, where staff should know
};
// The person cannot be reached for now, and why.
struct NoWay {
    core::Undeliverable cause = core::Undeliverable::Bounced;
    std::string note = {};  // for staff, where the cause alone does not tell
};
struct SendBy {
    std::vector<engine::Channel> channels;  // never empty, each once
    bool guest_waits = false;               // only programs hear of it now, the guest later
    std::string note = "sent";              // of the message, when all of them have it
    std::optional<NoWay> no_way = {};       // or perhaps never
};

// How the note of a delivery begins that a budget or a setting kept from being tried.
inline constexpr std::string_view held_mark = "held back: ";
using Plan = std::variant<Drop, KeepHere, Postpone, SendBy, NoWay>;

// `zone` is the recipient's.
Plan plan_message(const Gathered& gathered, const Ways& ways, const Zone& zone, Time now);

// Whether the message is still true and its time has come: if not, nobody sends it any more, or
// yet.
bool is_to_be_sent(const Gathered& gathered, Time now);

enum class Audience : std::uint8_t { Guest, Staff, Member, Systems };
Audience audience_of(engine::MessageKind kind);

// Whether the guest got or lost a place without doing anything: whoever doesn't hear of it stays
// away, or comes for nothing. Staff call whom no message reaches.
bool has_to_know(const Gathered& gathered);

// Whether some channel has taken it to the guest, as far as is known.
bool has_reached_guest(const Gathered& gathered);

// Offers and what belongs to them go ahead of everything else.
bool is_urgent(engine::MessageKind kind);

}  // namespace standby::notify
