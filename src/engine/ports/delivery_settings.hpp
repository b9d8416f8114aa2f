// How mail, texts and WhatsApp messages leave, as owners set it up in the pages: what the store
// keeps of it, which is sealed, and what the API asks of whoever keeps it.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "engine/ports/messages.hpp"
#include "engine/ports/store.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace standby::engine {

// The settings of one channel, encrypted with a key that the store does not know.
struct SealedSettings {
    Channel channel = Channel::Mail;
    std::vector<std::byte> sealed;
    Time changed_at{};
    friend bool operator==(const SealedSettings&, const SealedSettings&) = default;
};

class DeliverySettings {
public:
    virtual ~DeliverySettings() = default;

    virtual Result<std::vector<SealedSettings>, StoreError> delivery_settings() = 0;  // by channel
    // In place of what the channel had.
    virtual Result<void, StoreError> save_delivery_settings(const SealedSettings& settings) = 0;
    // False when there were none.
    virtual Result<bool, StoreError> drop_delivery_settings(Channel channel) = 0;
};

// The numbers are stored.
enum class MailEncryption : std::uint8_t {
    None = 0,      // encrypted only where the server offers it
    StartTls = 1,  // encrypted after the first words, or not at all
    Tls = 2,       // from the first byte
};
struct MailSettings {
    std::string host;
    std::uint16_t port = 587;
    MailEncryption encryption = MailEncryption::StartTls;
    std::string user;      // empty: nobody logs in
    std::string password;  // write-only
    std::string from;      // "waitlist@example.com" or "Salon Aster <waitlist@example.com>"
    friend bool operator==(const MailSettings&, const MailSettings&) = default;
};

enum class TextService : std::uint8_t { Twilio = 1, Sns = 2 };
struct TextSettings {
    TextService service = TextService::Twilio;
    std::string account;            // Twilio: the account's SID; SNS: the id of the access key
    std::string secret;             // Twilio: the token; SNS: the secret access key; write-only
    std::vector<std::string> from;  // numbers or names
    std::string region;             // SNS alone
    std::string endpoint;           // instead of the service's own; empty: that
    friend bool operator==(const TextSettings&, const TextSettings&) = default;
};

enum class WhatsAppService : std::uint8_t { Meta = 1, Twilio = 2 };
struct WhatsAppSettings {
    WhatsAppService service = WhatsAppService::Meta;
    std::string account;     // Meta: the id of the phone number; Twilio: the account's SID
    std::string secret;      // Meta: the access token; Twilio: the token; write-only
    std::string app_secret;  // Meta: that signs what comes from there; write-only
    std::string from;        // Twilio: the number
    std::string prefix;      // Meta: of the templates' names; empty: "standby"
    // Twilio: "offer.en=HX…", a line for each template and language.
    std::vector<std::string> templates;
    std::string endpoint;  // instead of the service's own; empty: that
    friend bool operator==(const WhatsAppSettings&, const WhatsAppSettings&) = default;
};
using ChannelSettings = std::variant<MailSettings, TextSettings, WhatsAppSettings>;
Channel channel_of(const ChannelSettings& settings);

// How a channel is set up, as this server sees it.
struct ChannelSetup {
    enum class Source : std::uint8_t {
        None,
        Option,  // when the server was started: by a flag, the environment or standby.toml
        Pages,
        Locked,  // in the pages, but with a key that this server does not have
    };
    Source source = Source::None;
    std::optional<ChannelSettings> settings;  // without the secret; none while it is locked
    bool has_secret = false;
    std::optional<Time> changed_at;  // in the pages
    std::string verify_token;        // WhatsApp by Meta: what its set-up asks for
};

// What became of a test message. The names are the API's.
enum class TestResult : std::uint8_t {
    Sent,
    WrongLogin,
    HostNotFound,
    NoConnection,
    NoAnswer,
    PrivateAddress,  // of the server's own network, which the operator has not opened
    BadCertificate,
    NoEncryption,
    NotAServer,  // somebody else answers there
    SenderRefused,
    TemplateRefused,  // WhatsApp: not approved, paused, or of another form
    RecipientRefused,
    OptedOut,
    Busy,
    Failed,
};
std::string_view name_of(TestResult result);
struct TestedDelivery {
    TestResult result = TestResult::Failed;
    std::string said;  // by the other side, without personal data and secrets; may be empty
};

struct TestRecipient {
    std::string to;               // a mail address, or a number in E.164
    std::string language = "en";  // of the template, where there is one
};

// Why settings were not taken.
enum class SetupError : std::uint8_t {
    SetByOption,   // what the server was started with wins
    NoKey,         // sealed with another key than this server's: they must be removed first
    KeyNotShared,  // other nodes could not read what this one would seal
    KeyFile,       // the key cannot be read or written
    Unavailable,   // the store
};

// All calls may come from any thread; those that change something wait for the store.
class DeliverySetup {
public:
    virtual ~DeliverySetup() = default;

    virtual ChannelSetup setup(Channel channel) const = 0;
    // In force when this returns, on other nodes within seconds. An empty secret stands for the one
    // that is kept, if the settings lead to the same place.
    virtual Result<void, SetupError> save(DeliverySettings& store, ChannelSettings settings,
                                          Time now) = 0;
    // False when there were none.
    virtual Result<bool, SetupError> remove(DeliverySettings& store, Channel channel) = 0;
    // Whether the secret that is kept goes with these settings, which have none.
    virtual bool has_secret_for(const ChannelSettings& settings) const = 0;
    // Sends one message to the address by these settings, or by those in force. `done` is called
    // exactly once, inside this call or later on another thread, where it must be quick; with
    // nothing when too many tests are under way.
    virtual void test(Channel channel, std::optional<ChannelSettings> settings, TestRecipient to,
                      std::function<void(std::optional<TestedDelivery>)> done) = 0;
};

}  // namespace standby::engine
