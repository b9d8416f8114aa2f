// Whoever takes a message off our hands: a mail server, an SMS service, WhatsApp, a webhook's
// receiver.
#pragma once

#include "base/time.hpp"
#include "engine/ports/correspondence.hpp"
#include "engine/ports/messages.hpp"
#include "notify/transport/transport.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace standby::notify {

// A message on WhatsApp in words that were approved: only what the marks stand for is its own.
struct FilledTemplate {
    std::string name;                   // "offer": ours, not the provider's
    std::string language;               // "en"
    std::vector<std::string> values;    // of the marks, in their order
    std::vector<std::string> payloads;  // what its buttons answer, in their order
};

// A message that is written and addressed.
struct OutgoingMessage {
    std::string id;       // "msg_…": the same at every attempt
    std::string to;       // a mail address, a number in E.164, or a URL
    std::string from;     // the envelope's sender, or the number it is sent from
    std::string content;  // mail: all of it (RFC 5322); SMS, WhatsApp: the text; webhook: the body
    std::string secret;   // webhook: the key that signs it, raw bytes
    Time at{};            // when it is sent
    std::optional<FilledTemplate> form = std::nullopt;  // WhatsApp: it says what `content` says
    // What is kept of it when it went to a guest; nothing for providers.
    std::optional<engine::KeptWords> kept = std::nullopt;
};

enum class SendOutcome : std::uint8_t {
    Sent,         // the provider has it
    Later,        // this one was not taken now; the next may be
    Unavailable,  // the provider does not answer, or refuses everybody
    Bounced,      // nobody is reached at this address
    Blocked,      // the recipient has opted out of messages
    Refused,      // never will be taken: our settings or the message are wrong
};
std::string_view name_of(SendOutcome outcome);

struct SendResult {
    SendOutcome outcome = SendOutcome::Unavailable;
    std::string provider_id;  // when sent
    std::string note;         // what was said, without personal data and credentials; one line
    std::optional<Duration> retry_after;
    bool address_is_dead = false;  // bounced for good: do not try this address again
    std::string form = {};         // of the template that it was sent by; empty: by none
    std::optional<engine::WhatsAppNews> news = {};  // of the number
};

class Provider {
public:
    virtual ~Provider() = default;
    // `done` is called once: from the transport's poll, or before this returns when nobody has to
    // be asked. It need not outlive what it has sent.
    virtual void send(const OutgoingMessage& message, Transport& transport,
                      std::function<void(SendResult)> done) = 0;
};

}  // namespace standby::notify
