// Wordings and what stands in them: any wording is refused with a reason that can be shown, or it
// is written, and then nothing that a guest typed leaves its place.
#include "base/characters.hpp"
#include "base/clean_text.hpp"
#include "base/utf8.hpp"
#include "notify/voice/segments.hpp"
#include "notify/voice/voice.hpp"
#include "notify/voice/voice_limits.hpp"
#include "tests/fuzz/support/check.hpp"
#include "tests/fuzz/support/input.hpp"
#include "tests/fuzz/support/zones.hpp"

#include <algorithm>
#include <string>

namespace standby::fuzz {
namespace {

using engine::VoiceDraft;
using notify::Facts;

Time take_time(Input& input) {
    return Time(Duration(static_cast<std::int64_t>(input.take_number())));
}

// Half of the runs have plausible times, the others any.
void add_times(Facts& facts, Input& input) {
    if (input.take_byte() % 2 == 0) {
        return;
    }
    facts.now = take_time(input);
    facts.starts_at = take_time(input);
    facts.expires_at = take_time(input);
    facts.duration = Duration(static_cast<std::int64_t>(input.take_number()));
    facts.price = {.amount = static_cast<std::int64_t>(input.take_number()),
                   .currency = {'J', 'P', static_cast<char>(input.take_byte())}};
}

void check_problems(const std::vector<engine::VoiceProblem>& problems) {
    for (const engine::VoiceProblem& problem : problems) {
        expect(!problem.field.empty() && !problem.message.empty(), "a problem says what it is");
        expect(is_utf8(problem.message) && !has_control_characters(problem.message),
               "a problem can be shown", problem.message);
    }
}

// As many tags as with values that are only letters.
void check_html(const notify::PreparedVoice& voice, const Facts& facts,
                const engine::WrittenMessage& message) {
    Facts harmless = facts;
    for (std::string* text : {&harmless.name, &harmless.service, &harmless.staff, &harmless.place,
                              &harmless.house, &harmless.resource, &harmless.address}) {
        // What is cleaned away must stay away, since sections ask for it.
        *text = clean_text(*text, notify::value_characters_max).empty() ? "" : "x";
    }
    const engine::WrittenMessage other = voice.write(harmless);
    expect(std::ranges::count(message.html, '<') == std::ranges::count(other.html, '<'),
           "values add no tags", message.html);
    expect(!message.html.contains("<script"), "there are no scripts", message.html);
}

void check_message(const VoiceDraft& draft, const Facts& facts) {
    const notify::PreparedVoice voice(draft);
    const engine::WrittenMessage message = voice.write(facts);
    for (const std::string* text : {&message.subject, &message.text, &message.html}) {
        expect(is_utf8(*text), "a message is UTF-8");
    }
    expect(!has_control_characters(message.subject), "a subject is one line", message.subject);
    if (draft.key.channel == engine::Channel::Sms) {
        const notify::SmsSize size = notify::sms_segments(message.text);
        expect(message.segments == size.segments && size.segments > 0, "segments are counted");
    } else {
        check_html(voice, facts, message);
    }
}

}  // namespace

// The key, the times, then subject, button, name, service and text, divided by zero bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::vector<engine::VoiceKey> keys = notify::voice_keys();
    Input input(data, size);
    const engine::VoiceKey& key = keys[input.take_byte() % keys.size()];
    Facts facts = notify::sample_facts(key.kind, "House", key.locale);
    facts.zone = &berlin();
    add_times(facts, input);
    VoiceDraft draft;
    draft.key = key;
    draft.subject = input.take_until('\0');
    draft.button = input.take_until('\0');
    facts.name = input.take_until('\0');
    facts.service = input.take_until('\0');
    facts.staff = facts.name;
    facts.reason = facts.service;
    facts.link = facts.service.starts_with("http") ? facts.service : facts.link;
    draft.text = input.text();
    const auto problems = notify::check_voice(draft);
    check_problems(problems);
    if (problems.empty()) {
        check_message(draft, facts);
    }
    check_message(notify::default_voice(key), facts);
    return 0;
}

}  // namespace standby::fuzz
