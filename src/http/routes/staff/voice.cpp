// The wordings of a house: what is in force, what was, and how a new one would look.
#include "interchange/view/voice.hpp"

#include "http/api/entry_body.hpp"
#include "http/api/voice_body.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/paging.hpp"
#include "http/routes/staff/session_steps.hpp"
#include "interchange/view/ids.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

struct ListedVoice {
    std::uint64_t number = 0;  // in the whole list, from 1
    engine::VoiceKey key;
    std::optional<engine::VoiceVersion> own;
};

const engine::VoiceVersion* find_own(const std::vector<engine::VoiceVersion>& own,
                                     const engine::VoiceKey& key) {
    const auto found = std::ranges::find_if(
        own, [&](const engine::VoiceVersion& one) { return one.draft.key == key; });
    return found == own.end() ? nullptr : &*found;
}

// What ?kind=, ?channel= and ?locale= narrow the list to.
struct VoiceFilter {
    std::optional<std::string> kind;
    std::optional<std::string> channel;
    std::optional<std::string> locale;

    bool fits(const engine::VoiceKey& key) const {
        return (!kind || engine::name_of(key.kind) == *kind) &&
               (!channel || engine::name_of(key.channel) == *channel) &&
               (!locale || key.locale == *locale);
    }
};

// Nothing when all of it names something that can be worded.
std::optional<Problem> problem_with(const VoiceFilter& filter,
                                    const std::vector<engine::VoiceKey>& keys) {
    const auto is_known = [&](const VoiceFilter& one) {
        return std::ranges::any_of(keys,
                                   [&](const engine::VoiceKey& key) { return one.fits(key); });
    };
    if (!is_known({.kind = filter.kind, .channel = {}, .locale = {}})) {
        return invalid("kind", "is not a kind of message with a template");
    }
    if (!is_known({.kind = {}, .channel = filter.channel, .locale = {}})) {
        return invalid("channel", "must be mail or sms");
    }
    if (!is_known({.kind = {}, .channel = {}, .locale = filter.locale})) {
        return invalid("locale", "is not a language with templates");
    }
    return std::nullopt;
}

Result<engine::VoiceDraft, Problem> checked_draft(const Call& call) {
    engine::VoiceDraft draft = TRY(parse_voice(call.request.body));
    draft.key = call.about.voice;
    if (const auto problems = call.shared.services.messenger.check(draft); !problems.empty()) {
        return std::unexpected(problem_of(problems));
    }
    return draft;
}

Result<std::string, Problem> voice_text(const Call& call, engine::Registry& registry) {
    const auto own = TRY(or_unavailable(registry.voice(call.about.account)));
    engine::Messenger& messenger = call.shared.services.messenger;
    const auto variables = messenger.variables(call.about.voice.kind);
    return json_text([&](JsonWriter& writer) {
        interchange::write_voice(writer, {.key = call.about.voice,
                                          .own = find_own(own, call.about.voice),
                                          .standard = messenger.default_voice(call.about.voice),
                                          .variables = variables});
    });
}

Result<std::string, Problem> save(const Call& call, engine::Registry& registry,
                                  engine::VoiceVersion version) {
    version.made_at = call.now;
    version.made_by = call.caller->key_number;
    version.made_by_member = call.caller->member;
    if (!registry.save_voice(call.about.account, version)) {
        return std::unexpected(unavailable());
    }
    call.shared.services.messenger.on_house_changed(call.about.account);
    return voice_text(call, registry);
}

}  // namespace

Task<Answer> list_voice(Call& call) {
    const VoiceFilter filter{.kind = call.request.parameter("kind"),
                             .channel = call.request.parameter("channel"),
                             .locale = call.request.parameter("locale")};
    const std::vector<engine::VoiceKey> keys = call.shared.services.messenger.voice_keys();
    if (auto refused = problem_with(filter, keys); refused && !keys.empty()) {
        co_return std::unexpected(*std::move(refused));
    }
    const engine::AccountNumber account = call.about.account;
    const std::string list = "voice of " + std::to_string(account.value()) + " " +
                             filter.kind.value_or("") + "." + filter.channel.value_or("") + "." +
                             filter.locale.value_or("");
    co_return co_await answer_list(
        call, list,
        [&](engine::Store&, engine::Registry& registry, std::uint64_t after,
            std::size_t limit) -> Result<std::vector<ListedVoice>, engine::StoreError> {
            const std::vector<engine::VoiceVersion> own = TRY(registry.voice(account));
            std::vector<ListedVoice> listed;
            for (std::uint64_t index = after; index < keys.size() && listed.size() < limit;
                 ++index) {
                if (!filter.fits(keys[index])) {
                    continue;
                }
                const engine::VoiceVersion* version = find_own(own, keys[index]);
                listed.push_back(
                    {.number = index + 1,
                     .key = keys[index],
                     .own = version != nullptr ? std::optional(*version) : std::nullopt});
            }
            return listed;
        },
        [](JsonWriter& writer, const ListedVoice& listed, engine::Store&) {
            interchange::write_voice_item(writer, listed.key, listed.own ? &*listed.own : nullptr);
            return listed.number;
        });
}

Task<Answer> get_voice(Call& call) {
    auto read =
        co_await call.read([&](engine::Registry& registry) { return voice_text(call, registry); });
    co_return call.draft(200, CO_TRY(std::move(read)));
}

Task<Answer> put_voice(Call& call) {
    const engine::VoiceDraft draft = CO_TRY(checked_draft(call));
    co_return co_await answer_once(call, [&](engine::Store&, engine::Registry& registry) {
        return save(call, registry, {.draft = draft});
    });
}

// Going back twice is going back once.
Task<Answer> reset_voice(Call& call) {
    CO_TRY(parse_nothing(call.request.body));
    co_return co_await answer_once(
        call, [&](engine::Store&, engine::Registry& registry) -> Result<std::string, Problem> {
            const auto own = TRY(or_unavailable(registry.voice(call.about.account)));
            if (find_own(own, call.about.voice) == nullptr) {
                return voice_text(call, registry);
            }
            return save(call, registry, {.draft = {.key = call.about.voice}, .is_default = true});
        });
}

Task<Answer> list_voice_versions(Call& call) {
    const engine::AccountNumber account = call.about.account;
    const engine::VoiceKey key = call.about.voice;
    const std::string list = "versions of " + interchange::format_voice_id(key) + " of " +
                             std::to_string(account.value());
    co_return co_await answer_list(
        call, list,
        [&](engine::Store&, engine::Registry& registry, std::uint64_t after,
            std::size_t limit) -> Result<std::vector<engine::VoiceVersion>, engine::StoreError> {
            std::vector<engine::VoiceVersion> all = TRY(registry.voice_versions(account, key));
            std::erase_if(all,
                          [&](const engine::VoiceVersion& one) { return one.version <= after; });
            all.resize(std::min(all.size(), limit));
            return all;
        },
        [](JsonWriter& writer, const engine::VoiceVersion& version, engine::Store&) {
            interchange::write_voice_version(writer, version);
            return std::uint64_t{version.version};
        });
}

Task<Answer> preview_voice(Call& call) {
    const engine::VoiceDraft draft = CO_TRY(checked_draft(call));
    co_return co_await answer_once(
        call, [&](engine::Store&, engine::Registry& registry) -> Result<std::string, Problem> {
            engine::House house = TRY(or_unavailable(registry.house(call.about.account)));
            house.name = TRY(or_unavailable(business_name(call.about.account, registry)));
            std::string text;
            JsonWriter writer{text};
            interchange::write_written_message(
                writer, call.shared.services.messenger.preview(draft, house), draft.key.channel);
            return text;
        });
}

}  // namespace standby::http
