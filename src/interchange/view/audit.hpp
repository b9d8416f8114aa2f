// An event of the audit trail as JSON. Contacts are only hashes there and are not shown at all; a
// lottery's seed never is.
#pragma once

#include "base/json/writer.hpp"
#include "base/sha256.hpp"
#include "core/model/event.hpp"
#include "core/model/ids.hpp"

#include <cstdint>
#include <string>

namespace standby::interchange {

// What guests typed into their wishes, and why somebody did something. It goes when a person is
// erased, so it stays out of what leaves for places where nothing can be erased.
enum class FreeText : std::uint8_t { Shown, LeftOut };

// `link` is the event's link of the hash chain.
void write_audit_members(JsonWriter& writer, core::ResourceNumber resource,
                         const core::Event& event, const Sha256Digest& link, FreeText text);
// The same as an object.
void write_audit_item(JsonWriter& writer, core::ResourceNumber resource, const core::Event& event,
                      const Sha256Digest& link);

// "system", "guest", "staff:3", "integration:4".
std::string actor_text(const core::Actor& actor);

}  // namespace standby::interchange
