// The house's voice: from a wording and facts to what the reader sees. Wordings are checked before
// they are used; what a wording can name is fixed, and nothing a guest typed is ever a wording.
#pragma once

#include "engine/ports/correspondence.hpp"
#include "engine/ports/messenger.hpp"
#include "notify/voice/facts.hpp"

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace standby::notify {

// The languages we have words in: "en", "de", "fr", "es".
std::span<const std::string_view> voice_locales();
// The one of them that suits a locale such as "de-AT" or "pt_BR", or `fallback` (itself one of
// them).
std::string_view best_locale(std::string_view wanted, std::string_view fallback);

// Whether a house may say it in its own words. What members are told about how they sign in is not
// to be talked away, and what staff write to guests is in their own words already.
bool can_be_reworded(engine::MessageKind kind);
// Everything that a house can word: each kind on each channel it is sent on, in each language.
std::vector<engine::VoiceKey> voice_keys();
bool is_worded(const engine::VoiceKey& key);  // whether we have words for it
// Standby's own words. There must be some.
engine::VoiceDraft default_voice(const engine::VoiceKey& key);
// What a wording of this kind may name.
std::vector<engine::VoiceVariable> voice_variables(engine::MessageKind kind);
// Everything wrong with a wording; empty: it can be used.
std::vector<engine::VoiceProblem> check_voice(const engine::VoiceDraft& draft);

// A wording made ready: parsed once, written many times. May be used from several threads.
class PreparedVoice {
public:
    // There must be words for the key. Where the draft has marks that cannot be read, which
    // check_voice would have told, Standby's own words stand in.
    explicit PreparedVoice(const engine::VoiceDraft& draft);
    PreparedVoice(PreparedVoice&&) noexcept;
    PreparedVoice& operator=(PreparedVoice&&) noexcept;
    ~PreparedVoice();

    // Mail: subject, plain text and HTML with the layout, a footer with the house's address and how
    // to stop. SMS: the text and its segments. Never fails, whatever the facts contain.
    [[nodiscard]] engine::WrittenMessage write(const Facts& facts) const;

private:
    struct Parts;
    static std::unique_ptr<const Parts> prepare(const engine::VoiceDraft& draft);

    std::unique_ptr<const Parts> parts_;
};

// The same for a draft that is used once.
engine::WrittenMessage write_message(const engine::VoiceDraft& draft, const Facts& facts);
// Made-up but plausible facts of this kind, for previews.
Facts sample_facts(engine::MessageKind kind, std::string_view house, std::string_view locale);

}  // namespace standby::notify
