// The parts of a guest's own page that are about a yes: one that was given in advance, and one that
// came too late.
#pragma once

#include "http/pages/guest_pages.hpp"
#include "http/pages/parts.hpp"

namespace standby::http {

// Why they have a place without having been asked, and how to undo it; nothing for other bookings.
void add_booked_by(Html& content, const EntryPage& page, const Reader& reader);

// What they would still take if it came free, each with a button to take that back.
void add_standing_yes(Html& content, const EntryPage& page, const Reader& reader);

// Whether they still want it, if they were asked; one tap says so.
void add_presence(Html& content, const EntryPage& page);

// Being booked without being asked: its terms and how to stop it, or how to start it.
void add_instant(Html& content, const EntryPage& page);

}  // namespace standby::http
