// The mailbox of a business, as JSON. Secrets are never in it.
#pragma once

#include "base/json/writer.hpp"
#include "engine/ports/mailboxes.hpp"

#include <optional>

namespace standby::interchange {

// Without one, all of it is empty.
void write_mailbox(JsonWriter& writer, const std::optional<engine::Mailbox>& mailbox);
void write_tested_mailbox(JsonWriter& writer, const engine::TestedMailbox& tested);

}  // namespace standby::interchange
