// What a page tells about the button that was pressed just now.
#pragma once

#include "core/model/refusal.hpp"
#include "http/pages/language.hpp"

#include <cstdint>
#include <string>

namespace standby::http {

struct Notice {
    enum class Kind : std::uint8_t {
        None,
        Busy,        // nothing was done; trying again may help
        Refused,     // for the reason of `code`
        Changed,     // wishes
        ToBeProven,  // a new address, before it counts
        SentAgain,   // the confirmation that it waits for
        Left,
        Undone,         // a booking that was made without asking
        LateTakenBack,  // a yes that came after its window
        InstantOn,      // is booked without being asked
        InstantOff,
        Here,     // still wants it
        Stopped,  // messages
        Started,
    };
    Kind kind = Kind::None;
    core::RefusalCode code = core::RefusalCode::InvalidField;
};

// One sentence; empty when there is nothing to tell.
std::string notice_text(const Notice& notice, Language language);

}  // namespace standby::http
