// What the outer world asks of whoever sends the messages: what wordings say, what a guest was
// told, and what providers report. All calls may come from any thread; some wait for the store.
#pragma once

#include "base/result.hpp"
#include "engine/ports/correspondence.hpp"
#include "engine/ports/messages.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::engine {

struct VoiceProblem {
    std::string field;    // "subject", "text", "button"
    std::string message;  // "line 2: there is no {{nmae}}; did you mean {{name}}?"
    friend bool operator==(const VoiceProblem&, const VoiceProblem&) = default;
};
struct VoiceVariable {
    std::string_view name;
    std::string_view meaning;
    std::string example;
};
// A message as its reader sees it.
struct WrittenMessage {
    std::string subject;  // empty for a text message
    std::string text;
    std::string html;            // mail only
    std::uint32_t segments = 0;  // text messages only: how many it is charged as
    bool is_unicode = false;     // text messages only: not in the GSM alphabet
};

// A message as an inbox shows it.
struct ReadMessage {
    WrittenMessage said;
    bool is_to_be_sent = true;  // if it has not been: it still is true, and its time has come
};

// A request of a provider, as it came in.
struct CallbackRequest {
    // The last parts of the path: "twilio/status", "twilio/inbound", "whatsapp", "mail".
    std::string source;
    bool is_get = false;  // it asks, and changes nothing
    std::string url;      // as the provider called it: public address, path and query
    std::vector<std::pair<std::string, std::string>> query;
    std::vector<std::pair<std::string, std::string>> headers;  // names in lower case
    std::string content_type;
    std::string body;
};
struct CallbackReply {
    std::uint16_t status = 204;
    std::string content_type;
    std::string body;
    // Set: nothing was done, because another node carries this resource out. It should be called
    // back there.
    std::optional<core::ResourceNumber> elsewhere;
};

// A channel by which nobody can be reached for now.
struct ChannelTrouble {
    Channel channel = Channel::Mail;
    Time since{};
    std::string note;  // what its provider said, without personal data
    friend bool operator==(const ChannelTrouble&, const ChannelTrouble&) = default;
};

class Messenger {
public:
    virtual ~Messenger() = default;

    // Voice. Drafts in a locale we have no words for, or for a kind that is never sent on the
    // channel, are problems too.
    virtual std::vector<VoiceProblem> check(const VoiceDraft& draft) const = 0;
    virtual VoiceDraft default_voice(const VoiceKey& key) const = 0;
    virtual std::vector<VoiceKey> voice_keys() const = 0;  // everything that can be worded
    virtual std::vector<VoiceVariable> variables(MessageKind kind) const = 0;
    // With made-up facts. The draft must have no problems. That of a StaffMessage is what staff
    // wrote, around which our words are put.
    virtual WrittenMessage preview(const VoiceDraft& draft, const House& house) const = 0;
    // The house or its wordings changed.
    virtual void on_house_changed(AccountNumber account) = 0;

    // What a message said when it was sent, or (null) would say now, for the guest's own page.
    // Waits for the engine.
    virtual std::optional<ReadMessage> read_out(const OutboxRow& row, const KeptWords* kept) = 0;

    // A message was put back by hand: it may be due.
    virtual void look_again() = 0;
    virtual bool has_provider(Channel channel) const = 0;
    // The address that mails come from; empty: none do.
    virtual std::string mail_from() const = 0;
    // As this process sees it.
    virtual std::vector<ChannelTrouble> troubles() const = 0;

    // Waits for the store and the engine.
    virtual CallbackReply on_callback(const CallbackRequest& request) = 0;
};

}  // namespace standby::engine
