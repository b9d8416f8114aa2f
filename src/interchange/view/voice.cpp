#include "interchange/view/voice.hpp"

#include "interchange/view/ids.hpp"

namespace standby::interchange {
namespace {

void write_key_members(JsonWriter& writer, const engine::VoiceKey& key,
                       const engine::VoiceVersion* own) {
    writer.text("id", format_voice_id(key));
    writer.text("kind", engine::name_of(key.kind));
    writer.text("channel", engine::name_of(key.channel));
    writer.text("locale", key.locale);
    writer.boolean("is_own", own != nullptr);
    writer.natural("version",
                   own != nullptr ? std::optional(std::uint64_t{own->version}) : std::nullopt);
    writer.time("made_at", own != nullptr ? std::optional(own->made_at) : std::nullopt);
}

void write_words(JsonWriter& writer, const engine::VoiceDraft& draft) {
    writer.text_or_null("subject", draft.subject);
    writer.text("text", draft.text);
    writer.text_or_null("button", draft.button);
}

}  // namespace

void write_voice_item(JsonWriter& writer, const engine::VoiceKey& key,
                      const engine::VoiceVersion* own) {
    writer.begin_object();
    write_key_members(writer, key, own);
    writer.end_object();
}

void write_voice(JsonWriter& writer, const VoiceFacts& facts) {
    writer.begin_object();
    write_key_members(writer, facts.key, facts.own);
    write_words(writer, facts.own != nullptr ? facts.own->draft : facts.standard);
    writer.begin_object("default");
    write_words(writer, facts.standard);
    writer.end_object();
    writer.array("variables", facts.variables, [&](const engine::VoiceVariable& variable) {
        writer.begin_object();
        writer.text("name", variable.name);
        writer.text("meaning", variable.meaning);
        writer.text("example", variable.example);
        writer.end_object();
    });
    writer.end_object();
}

void write_voice_version(JsonWriter& writer, const engine::VoiceVersion& version) {
    writer.begin_object();
    writer.natural("version", version.version);
    writer.boolean("is_default", version.is_default);
    writer.time("made_at", version.made_at);
    writer.text_or_null("made_by", version.made_by_member != 0
                                       ? format_member_id(version.made_by_member)
                                   : version.made_by != 0 ? format_key_id(version.made_by)
                                                          : std::string{});
    writer.text_or_null("subject", version.draft.subject);
    writer.text_or_null("text", version.draft.text);
    writer.text_or_null("button", version.draft.button);
    writer.end_object();
}

void write_written_message(JsonWriter& writer, const engine::WrittenMessage& message,
                           engine::Channel channel) {
    const bool is_sms = channel == engine::Channel::Sms;
    writer.begin_object();
    writer.text_or_null("subject", message.subject);
    writer.text("text", message.text);
    writer.text_or_null("html", message.html);
    writer.natural("segments",
                   is_sms ? std::optional(std::uint64_t{message.segments}) : std::nullopt);
    writer.name("unicode");
    if (is_sms) {
        writer.boolean(message.is_unicode);
    } else {
        writer.null();
    }
    writer.end_object();
}

}  // namespace standby::interchange
