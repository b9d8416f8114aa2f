// Whether what a message says is still true, and when its time is. Pure, as the plan is.
#pragma once

#include "base/time.hpp"
#include "notify/relay/gathered.hpp"

#include <optional>
#include <string>

namespace standby::notify {

// Whether it is about an offer that can be claimed.
bool is_live(const Gathered& gathered);

// Why the message must not be sent any more; nothing when it still is true.
std::optional<std::string> falsehood(const Gathered& gathered, Time now);

// Those that nobody waits for do not wake anybody. What answers something the guest just did goes
// at once; an offer's own time was chosen when it was made.
bool waits_for_the_morning(const Gathered& gathered);

// When a reminder of the event is to be sent; nothing when it came too late for one.
std::optional<Time> event_reminder_time(const Gathered& gathered);

}  // namespace standby::notify
