// How a house writes to its guests: its settings, its own wordings, and who must not be written to.
// A part of the control plane; nothing here holds up a claim.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "core/model/ids.hpp"
#include "engine/ports/captcha.hpp"
#include "engine/ports/messages.hpp"
#include "engine/ports/store.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standby::engine {

// Which channel a guest with both a number and an address is written to.
enum class ChannelRule : std::uint8_t { SmsFirst = 1, MailFirst, Both };
std::string_view name_of(ChannelRule rule);  // "sms_first"

// How a phone number is written to. Until WhatsApp is set up, it is by text, whatever this says.
enum class PhoneRule : std::uint8_t {
    WhatsAppFirst = 1,  // and by text where that does not get there
    TextsOnly,
    WhatsAppOnly,
};
std::string_view name_of(PhoneRule rule);  // "whatsapp_first"

// In which form webhooks are written.
enum class WebhookFormat : std::uint8_t {
    Plain = 1,
    CloudEvents,  // each is the event itself, as the feed has it
};
std::string_view name_of(WebhookFormat format);  // "plain", "cloudevents"

struct House {
    AccountNumber account;
    std::string name;           // who writes; empty: the account's name
    std::string reply_to;       // a mail address; empty: none
    std::string staff_email;    // who hears of places that are handed back; empty: nobody
    std::string staff_phone;    // who hears of it by text where a mail can't; empty: nobody
    std::string address;        // postal, under every mail
    std::string locale = "en";  // for guests who named none
    std::string consent_text;   // what guests agree to when they join
    ChannelRule channels = ChannelRule::SmsFirst;
    PhoneRule phone_messages = PhoneRule::WhatsAppFirst;
    bool open_tracking = false;  // whether a provider's word that a mail was opened counts
    bool monthly_summary = true;
    Duration event_reminder = std::chrono::hours{24};  // before the start; 0: none
    double rate = 0;                                   // messages per second; 0: no limit
    std::string webhook_url;                           // empty: none
    std::vector<std::byte> webhook_secret;
    WebhookFormat webhook_format = WebhookFormat::Plain;
    std::string time_zone = "UTC";            // of new lists, unless they say otherwise
    std::vector<std::string> widget_origins;  // who may show the join form in a frame
    // Where texts may go: ISO codes, or "*" alone for everywhere. None: to its own countries.
    std::vector<std::string> text_countries;
    // The country of phone numbers that have no country code: an ISO code; empty: that of the time
    // zone.
    std::string phone_region;
    CaptchaKind captcha = CaptchaKind::None;  // that joins pass while a list is crowded
    std::string captcha_site_key;
    std::string captcha_secret;
    Duration keep_people{0};     // after their entry ended; 0: for ever
    Duration keep_messages{0};   // after they fell due; 0: as long as the server keeps them
    Duration keep_histories{0};  // of lists: after it happened; 0: for ever
    friend bool operator==(const House&, const House&) = default;
};

struct VoiceKey {
    MessageKind kind = MessageKind::Waitlisted;
    Channel channel = Channel::Mail;
    std::string locale = "en";
    friend auto operator<=>(const VoiceKey&, const VoiceKey&) = default;
};
struct VoiceDraft {
    VoiceKey key;
    std::string subject;  // mail only
    std::string text;     // paragraphs with {{variables}}
    std::string button;   // mail only: what the link says; empty: no link of its own
    friend bool operator==(const VoiceDraft&, const VoiceDraft&) = default;
};
// A wording of the house, or the word that Standby's own counts again.
struct VoiceVersion {
    VoiceDraft draft;
    std::uint32_t version = 0;  // counts from 1 for each key
    bool is_default = false;    // the house went back to Standby's own; the draft is empty
    Time made_at{};
    std::uint64_t made_by = 0;         // the number of the API key; 0: none
    std::uint64_t made_by_member = 0;  // of the member of the staff; 0: none
    friend bool operator==(const VoiceVersion&, const VoiceVersion&) = default;
};

enum class OptOutSource : std::uint8_t { Stop = 1, Unsubscribed, Complained, Unreachable, Staff };
std::string_view name_of(OptOutSource source);  // "stop"
struct OptOut {
    core::ContactKey address;
    OptOutSource source = OptOutSource::Stop;
    Time at{};
    AccountNumber account{};  // whose messages are not wanted; 0: nobody's
    friend bool operator==(const OptOut&, const OptOut&) = default;
};
// Whether the account must not write to the address.
constexpr bool counts_for(const OptOut& opt_out, AccountNumber account) {
    return opt_out.account == AccountNumber{} || opt_out.account == account;
}

// Whoever wrote on WhatsApp may be answered in any words for a day, less what a message may take to
// get there; after that only in approved ones.
inline constexpr Duration any_words_on_whatsapp = std::chrono::hours{24} - std::chrono::minutes{5};

// What is known of a number on WhatsApp. The time is 0 where nothing is.
struct WhatsAppNumber {
    core::ContactKey address;
    Time heard_at{};   // its owner wrote last: for a day they may be written to in any words
    Time absent_at{};  // WhatsApp said that it does not know the number
    friend bool operator==(const WhatsAppNumber&, const WhatsAppNumber&) = default;
};
enum class WhatsAppNews : std::uint8_t {
    Heard,   // its owner wrote
    Absent,  // nobody is there
    Closed,  // only templates are taken, whatever was thought
};

class Correspondence {
public:
    virtual ~Correspondence() = default;

    // Every account has a house; until somebody changes it, it is the default one.
    virtual Result<House, StoreError> house(AccountNumber account) = 0;
    virtual Result<std::vector<House>, StoreError> houses() = 0;
    virtual Result<void, StoreError> save_house(const House& house, Time now) = 0;

    // The wordings in force that are not Standby's own.
    virtual Result<std::vector<VoiceVersion>, StoreError> voice(AccountNumber account) = 0;
    // All versions of one wording, oldest first.
    virtual Result<std::vector<VoiceVersion>, StoreError> voice_versions(AccountNumber account,
                                                                         const VoiceKey& key) = 0;
    // Adds a version; its number is given by the store.
    virtual Result<VoiceVersion, StoreError> save_voice(AccountNumber account,
                                                        const VoiceVersion& version) = 0;

    // Those of the addresses that somebody must not write to, by address and account.
    virtual Result<std::vector<OptOut>, StoreError>
    opt_outs(std::span<const core::ContactKey> addresses) = 0;
    // The first reason stays (for each account), except that somebody's own word replaces that they
    // were unreachable.
    // False: nothing changed.
    virtual Result<bool, StoreError> opt_out(const OptOut& opt_out) = 0;
    // Takes one back: the one for this account, or with 0 the one for all of them, not both. False:
    // there was none.
    virtual Result<bool, StoreError> opt_in(core::ContactKey address, AccountNumber account) = 0;

    // Takes a text of a guest, known by a hash of the provider's id. False: it was taken before.
    virtual Result<bool, StoreError> hear_text(const Sha256Digest& id, Time now) = 0;
    // Nothing came of it: it may be taken again.
    virtual Result<void, StoreError> unhear_text(const Sha256Digest& id) = 0;
    // Forgets those that were taken before then, and returns how many.
    virtual Result<std::uint64_t, StoreError> drop_heard_texts(Time before) = 0;

    // Those of the numbers that something is known of, by address.
    virtual Result<std::vector<WhatsAppNumber>, StoreError>
    whatsapp_numbers(std::span<const core::ContactKey> addresses) = 0;
    virtual Result<void, StoreError> note_whatsapp(core::ContactKey address, WhatsAppNews news,
                                                   Time now) = 0;
    // Forgets those of which there was no news since then, and returns how many.
    virtual Result<std::uint64_t, StoreError> drop_whatsapp_numbers(Time before) = 0;
};

}  // namespace standby::engine
