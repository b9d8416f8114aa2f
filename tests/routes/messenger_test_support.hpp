// For tests only: a messenger that sends nothing, knows two wordings, and believes no provider.
#pragma once

#include "engine/ports/messenger.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace standby::http {

class NullMessenger final : public engine::Messenger {
public:
    std::vector<engine::VoiceProblem> check(const engine::VoiceDraft& draft) const override {
        std::vector<engine::VoiceProblem> problems;
        if (draft.text.contains("{{unknown}}")) {
            problems.push_back({"text", "line 1: there is no {{unknown}}"});
        }
        return problems;
    }
    engine::VoiceDraft default_voice(const engine::VoiceKey& key) const override {
        return {.key = key, .subject = "A place", .text = "Hello {{name}}.", .button = "See it"};
    }
    std::vector<engine::VoiceKey> voice_keys() const override {
        return {
            {.kind = engine::MessageKind::Offer, .channel = engine::Channel::Mail, .locale = "en"},
            {.kind = engine::MessageKind::Offer, .channel = engine::Channel::Sms, .locale = "en"}};
    }
    std::vector<engine::VoiceVariable> variables(engine::MessageKind) const override {
        return {{.name = "name", .meaning = "the guest's name", .example = "Mia"}};
    }
    engine::WrittenMessage preview(const engine::VoiceDraft& draft,
                                   const engine::House& house) const override {
        previewed_for = house.name;
        previewed_in = draft.key.locale;
        return {.subject = draft.subject, .text = draft.text, .segments = 1};
    }
    void on_house_changed(engine::AccountNumber) override {}
    std::optional<engine::ReadMessage> read_out(const engine::OutboxRow& row,
                                                const engine::KeptWords* kept) override {
        if (kept != nullptr) {
            return engine::ReadMessage{.said = {.subject = kept->subject, .text = kept->text}};
        }
        return engine::ReadMessage{
            .said = {.subject = std::string(engine::name_of(row.kind)), .text = "Hello."}};
    }
    void look_again() override {}
    bool has_provider(engine::Channel channel) const override {
        return providers.contains(channel);
    }
    std::string mail_from() const override { return {}; }
    std::vector<engine::ChannelTrouble> troubles() const override { return trouble; }
    engine::CallbackReply on_callback(const engine::CallbackRequest&) override {
        return {.status = 404};
    }

    mutable std::string previewed_for;  // the name of the house
    mutable std::string previewed_in;   // which language
    std::set<engine::Channel> providers;
    std::vector<engine::ChannelTrouble> trouble;
};

}  // namespace standby::http
