// Wordings, their versions and previews as JSON.
#pragma once

#include "base/json/writer.hpp"
#include "engine/ports/correspondence.hpp"
#include "engine/ports/messenger.hpp"

#include <span>

namespace standby::interchange {

// One line of the list: null `own` when Standby's own words are in force.
void write_voice_item(JsonWriter& writer, const engine::VoiceKey& key,
                      const engine::VoiceVersion* own);

// Everything about one wording.
struct VoiceFacts {
    engine::VoiceKey key;
    const engine::VoiceVersion* own = nullptr;
    engine::VoiceDraft standard;  // Standby's own words
    std::span<const engine::VoiceVariable> variables;
};
void write_voice(JsonWriter& writer, const VoiceFacts& facts);

void write_voice_version(JsonWriter& writer, const engine::VoiceVersion& version);

// `channel` tells which members mean something.
void write_written_message(JsonWriter& writer, const engine::WrittenMessage& message,
                           engine::Channel channel);

}  // namespace standby::interchange
