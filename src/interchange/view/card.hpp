// Cards of forwarded mails, as JSON. What they say came from strangers: it is never looked through
// for marks.
#pragma once

#include "base/json/writer.hpp"
#include "engine/ports/intake_mails.hpp"

namespace standby::interchange {

// Nothing of a mail that nobody has read yet: it has no card.
bool has_card(const engine::IntakeMail& mail);
void write_card(JsonWriter& writer, const engine::IntakeMail& mail);

}  // namespace standby::interchange
