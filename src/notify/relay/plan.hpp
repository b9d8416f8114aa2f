// What is to be done with a message that is due: to whom it goes and how, whether it still is true,
// whether it has to wait for the morning. Pure: the same facts give the same plan.
#pragma once

#include "base/time.hpp"
#include "base/zone.hpp"
#include "notify/relay/gathered.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace standby::notify {

// Which channels there are and work.
struct Ways {
    bool mail = false;
    bool sms = false;
    bool mail_works = true;  // false: its provider does not answer at present
    bool sms_works = true;
};

// Nothing is sent, and it is done: the note says why ("the offer has ended").
struct Drop {
    std::string note;
};
// It stays where the guest's page and staff see it; the note says why ("local").
struct KeepHere {
    std::string note = "local";
};
struct Postpone {
    Time until{};
};
struct SendBy {
    std::vector<engine::Channel> channels;  // never empty, each once
};
// The person cannot be reached; an offer rolls on.
struct NoWay {
    bool is_blocked = false;  // opted out of all that is left; otherwise bounced
};
using Plan = std::variant<Drop, KeepHere, Postpone, SendBy, NoWay>;

// `zone` is the recipient's.
Plan plan_message(const Gathered& gathered, const Ways& ways, const Zone& zone, Time now);

enum class Audience : std::uint8_t { Guest, Staff, Systems };
Audience audience_of(engine::MessageKind kind);

// Offers and what belongs to them go ahead of everything else.
bool is_urgent(engine::MessageKind kind);

}  // namespace standby::notify
