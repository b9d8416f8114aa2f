#include "notify/voice/voice.hpp"

#include "base/assert.hpp"
#include "notify/voice/variables.hpp"

#include <algorithm>
#include <array>

namespace standby::notify {
namespace {

constexpr std::array<std::string_view, 4> locales{"en", "de", "fr", "es"};

const Wording* find_wording(const engine::VoiceKey& key) {
    const std::optional<Language> language = interchange::parse_language(key.locale);
    if (!language || tag_of(*language) != key.locale) {
        return nullptr;
    }
    for (const Wording& wording : words_of(*language).wordings) {
        if (wording.kind == key.kind && wording.channel == key.channel) {
            return &wording;
        }
    }
    return nullptr;
}

}  // namespace

std::span<const std::string_view> voice_locales() {
    return locales;
}

std::string_view best_locale(std::string_view wanted, std::string_view fallback) {
    const auto language = interchange::parse_language(wanted);
    return language ? tag_of(*language) : fallback;
}

bool can_be_reworded(engine::MessageKind kind) {
    return kind != engine::MessageKind::StaffNotice && kind != engine::MessageKind::StaffMessage;
}

bool is_worded(const engine::VoiceKey& key) {
    return find_wording(key) != nullptr;
}

std::vector<engine::VoiceKey> voice_keys() {
    std::vector<engine::VoiceKey> keys;
    for (const Wording& wording : english_words.wordings) {
        if (!can_be_reworded(wording.kind)) {
            continue;
        }
        for (const std::string_view locale : locales) {
            keys.push_back(
                {.kind = wording.kind, .channel = wording.channel, .locale = std::string(locale)});
        }
    }
    return keys;
}

engine::VoiceDraft default_voice(const engine::VoiceKey& key) {
    const Wording* wording = find_wording(key);
    ASSERT(wording != nullptr);
    return {.key = key,
            .subject = std::string(wording->subject),
            .text = std::string(wording->text),
            .button = std::string(wording->button)};
}

std::vector<engine::VoiceVariable> voice_variables(engine::MessageKind kind) {
    const Facts facts = sample_facts(kind, "Salon Lumi\u00e8re", "en");
    const Reader reader{.language = Language::English, .zone = facts.zone, .now = facts.now};
    const auto names = names_for(kind);
    std::vector<engine::VoiceVariable> variables;
    for (std::size_t index = 0; index < names.size(); ++index) {
        const auto variable = static_cast<Variable>(index);
        if (!names[index].empty()) {
            variables.push_back({.name = names[index],
                                 .meaning = entry_of(variable).meaning,
                                 .example = value_of(variable, facts, reader)});
        }
    }
    return variables;
}

}  // namespace standby::notify
