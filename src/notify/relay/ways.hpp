// By which ways a message goes: those that there are, that lead to its reader, that the business
// wants, and that were not tried in vain. Pure, as the plan is.
#pragma once

#include "base/time.hpp"
#include "notify/relay/gathered.hpp"

#include <cstdint>
#include <vector>

namespace standby::notify {

// Which channels there are and work.
// Auto: a business whose staff have never signed in is served by programs alone.
enum class ToldElsewhere : std::uint8_t { Auto, Yes, No };

struct Ways {
    bool mail = false;
    bool sms = false;
    bool mail_works = true;  // false: its provider does not answer at present
    bool sms_works = true;
    bool whatsapp = false;
    bool whatsapp_works = true;
    // Where nobody carries messages: whether the operator's own software tells guests, so that what
    // is written down here counts as told.
    ToldElsewhere told_elsewhere = ToldElsewhere::Auto;
};

// The way to the guest that is to be tried, or all that the house wants. Empty: there is none.
struct Choice {
    std::vector<engine::Channel> channels;
    bool is_blocked = false;       // all that there is has been closed by the guest
    bool has_arrived = false;      // nothing is left to do
    bool has_no_provider = false;  // there is an address, but nobody who would take it there
    const Held* wait = nullptr;    // it will be possible then; the first of these
};

Choice choose_ways(const Gathered& gathered, const Ways& ways, Time now);
// By mail, or by text where a mail does not get there.
Choice choose_for_staff(const Gathered& gathered, const Ways& ways);

// Whether the channel leads to the staff, and is not done with this message.
bool leads_to_staff(const Gathered& gathered, const Ways& ways, engine::Channel channel);
bool wants_webhook(const Gathered& gathered);

// What became of it on this channel; nullptr: it was not tried.
const engine::Delivery* find_delivery(const std::vector<engine::Delivery>& deliveries,
                                      engine::Channel channel);
bool has_arrived(const engine::Delivery& delivery);

}  // namespace standby::notify
