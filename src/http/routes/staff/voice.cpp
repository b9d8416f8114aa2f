// The wordings of a house: what is in force, what was, and how a new one would look.
#include "http/api/entry_body.hpp"
#include "http/api/voice_body.hpp"
#include "http/api/voice_json.hpp"
#include "http/routes/paging.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

Problem unavailable() {
    return problem(ProblemType::Unavailable, "The database did not answer. Try again in a moment.");
}

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

engine::VoiceDraft draft_of(const engine::VoiceKey& key, const VoiceBody& body) {
    return {.key = key, .subject = body.subject, .text = body.text, .button = body.button};
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
std::optional<Problem> problem_of(const VoiceFilter& filter,
                                  const std::vector<engine::VoiceKey>& keys) {
    const auto is_known = [&](const VoiceFilter& one) {
        return std::ranges::any_of(keys,
                                   [&](const engine::VoiceKey& key) { return one.fits(key); });
    };
    if (!is_known({.kind = filter.kind, .channel = {}, .locale = {}})) {
        return invalid("kind", "is not a kind of message that can be worded");
    }
    if (!is_known({.kind = {}, .channel = filter.channel, .locale = {}})) {
        return invalid("channel", "must be mail or sms");
    }
    if (!is_known({.kind = {}, .channel = {}, .locale = filter.locale})) {
        return invalid("locale", "is not a language that there are words in");
    }
    return std::nullopt;
}

}  // namespace

void ApiRoutes::list_voice(const CallPtr& call) {
    const VoiceFilter filter{.kind = call->request.parameter("kind"),
                             .channel = call->request.parameter("channel"),
                             .locale = call->request.parameter("locale")};
    const std::vector<engine::VoiceKey> keys = services_.post_office.voice_keys();
    if (const auto refused = problem_of(filter, keys); refused && !keys.empty()) {
        call->send_problem(*refused);
        return;
    }
    const std::string list = "voice of " + std::to_string(call->account.value()) + " " +
                             filter.kind.value_or("") + "." + filter.channel.value_or("") + "." +
                             filter.locale.value_or("");
    send_list(
        call, list,
        [keys, filter, account = call->account](
            engine::Store&, engine::Registry& registry, std::uint64_t after,
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
            write_voice_item(writer, listed.key, listed.own ? &*listed.own : nullptr);
            return listed.number;
        });
}

Result<std::string, Problem> ApiRoutes::voice_text(const Call& call,
                                                   engine::Registry& registry) const {
    const auto own = registry.voice(call.account);
    if (!own) {
        return std::unexpected(unavailable());
    }
    const auto variables = services_.post_office.variables(call.voice.kind);
    std::string body;
    JsonWriter writer{body};
    write_voice(writer, {.key = call.voice,
                         .own = find_own(*own, call.voice),
                         .standard = services_.post_office.default_voice(call.voice),
                         .variables = variables});
    return body;
}

void ApiRoutes::get_voice(const CallPtr& call) {
    read(call, [this, call](engine::Store&, engine::Registry& registry) {
        auto text = voice_text(*call, registry);
        if (!text) {
            call->send_problem(text.error());
            return;
        }
        finish(call, 200, *std::move(text));
    });
}

void ApiRoutes::put_voice(const CallPtr& call) {
    const auto body = parse_voice(call->request.body);
    if (!body) {
        call->send_problem(body.error());
        return;
    }
    const engine::VoiceDraft draft = draft_of(call->voice, *body);
    if (const auto problems = services_.post_office.check(draft); !problems.empty()) {
        call->send_problem(http::problem_of(problems));
        return;
    }
    answer_once(
        call,
        [this, call, draft](engine::Store&,
                            engine::Registry& registry) -> Result<std::string, Problem> {
            if (!registry.save_voice(call->account, {.draft = draft,
                                                     .made_at = call->now,
                                                     .made_by = call->caller->key_number,
                                                     .made_by_member = call->caller->member})) {
                return std::unexpected(unavailable());
            }
            services_.post_office.on_house_changed(call->account);
            return voice_text(*call, registry);
        });
}

// Going back twice is going back once.
void ApiRoutes::reset_voice(const CallPtr& call) {
    if (const auto nothing = parse_nothing(call->request.body); !nothing) {
        call->send_problem(nothing.error());
        return;
    }
    answer_once(
        call,
        [this, call](engine::Store&, engine::Registry& registry) -> Result<std::string, Problem> {
            const auto own = registry.voice(call->account);
            if (!own) {
                return std::unexpected(unavailable());
            }
            if (find_own(*own, call->voice) == nullptr) {
                return voice_text(*call, registry);
            }
            if (!registry.save_voice(call->account, {.draft = {.key = call->voice},
                                                     .is_default = true,
                                                     .made_at = call->now,
                                                     .made_by = call->caller->key_number,
                                                     .made_by_member = call->caller->member})) {
                return std::unexpected(unavailable());
            }
            services_.post_office.on_house_changed(call->account);
            return voice_text(*call, registry);
        });
}

void ApiRoutes::list_voice_versions(const CallPtr& call) {
    send_list(
        call,
        "versions of " + format_voice_id(call->voice) + " of " +
            std::to_string(call->account.value()),
        [account = call->account, key = call->voice](
            engine::Store&, engine::Registry& registry, std::uint64_t after,
            std::size_t limit) -> Result<std::vector<engine::VoiceVersion>, engine::StoreError> {
            std::vector<engine::VoiceVersion> all = TRY(registry.voice_versions(account, key));
            std::erase_if(all,
                          [&](const engine::VoiceVersion& one) { return one.version <= after; });
            all.resize(std::min(all.size(), limit));
            return all;
        },
        [](JsonWriter& writer, const engine::VoiceVersion& version, engine::Store&) {
            write_voice_version(writer, version);
            return std::uint64_t{version.version};
        });
}

void ApiRoutes::preview_voice(const CallPtr& call) {
    const auto body = parse_voice(call->request.body);
    if (!body) {
        call->send_problem(body.error());
        return;
    }
    const engine::VoiceDraft draft = draft_of(call->voice, *body);
    if (const auto problems = services_.post_office.check(draft); !problems.empty()) {
        call->send_problem(http::problem_of(problems));
        return;
    }
    answer_once(call,
                [this, call, draft](engine::Store&,
                                    engine::Registry& registry) -> Result<std::string, Problem> {
                    auto house = registry.house(call->account);
                    const auto name = business_name(call->account, registry);
                    if (!house || !name) {
                        return std::unexpected(unavailable());
                    }
                    house->name = *name;
                    std::string text;
                    JsonWriter writer{text};
                    write_written_message(writer, services_.post_office.preview(draft, *house),
                                          draft.key.channel);
                    return text;
                });
}

}  // namespace standby::http
