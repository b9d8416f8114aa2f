// What the API asks of messages: wordings are checked and shown here, inboxes are read out, and
// what providers report about deliveries, or guests answer by text, comes in here. Safe to use from
// several threads.
#pragma once

#include "base/form.hpp"
#include "base/guarded.hpp"
#include "core/rules/zone_book.hpp"
#include "engine/ports/gateway.hpp"
#include "engine/ports/guest_links.hpp"
#include "engine/ports/messenger.hpp"
#include "notify/relay/budgets.hpp"
#include "notify/relay/gather.hpp"
#include "notify/relay/houses.hpp"
#include "notify/relay/message_writer.hpp"
#include "notify/relay/relay.hpp"
#include "notify/whatsapp/meta_webhook.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace standby::notify {

struct MessagingServices {
    engine::Store& store;
    engine::Registry& registry;
    engine::Gateway& gateway;
    const engine::ContactKeys& keys;
    Houses& houses;
    Gatherer& gatherer;
    const MessageWriter& writer;
    std::function<void()> on_house_changed;
    // Something in the outbox may be due again.
    std::function<void()> look_again;
    std::function<void(std::string_view event, std::string_view note)> report;
    std::function<RelayFigures()> relay_figures;
    // Sends an answer on WhatsApp where the callback's own answer cannot carry it. Does not wait.
    std::function<void(OutgoingMessage)> send_whatsapp = {};
};

// What may change while the server runs.
struct MessagingWays {
    std::set<engine::Channel> channels;   // that have a provider
    std::set<std::string> twilio_tokens;  // none: nobody may call back as Twilio
    std::string meta_secret;              // of the app; empty: nobody may call back as Meta
    std::string meta_number;              // the id of the number that Meta writes about
};
struct MessagingOptions {
    MessagingWays ways;
    std::string mail_secret;  // raw bytes; empty: nobody may report on mails
};

struct CallbackFigures {
    std::uint64_t taken = 0;    // reports and answers that changed something
    std::uint64_t ignored = 0;  // repeated, late, out of order, or about nothing we know
    std::uint64_t refused = 0;  // not signed as they should be, or not readable
};

class Messaging final : public engine::Messenger {
public:
    // Everything named must outlive it.
    Messaging(MessagingServices services, MessagingOptions options)
        : services_(std::move(services)),
          mail_secret_(std::move(options.mail_secret)),
          ways_(std::move(options.ways)) {}

    void set_ways(MessagingWays ways) { ways_.exchange(std::move(ways)); }

    std::vector<engine::VoiceProblem> check(const engine::VoiceDraft& draft) const override;
    engine::VoiceDraft default_voice(const engine::VoiceKey& key) const override;
    std::vector<engine::VoiceKey> voice_keys() const override;
    std::vector<engine::VoiceVariable> variables(engine::MessageKind kind) const override;
    engine::WrittenMessage preview(const engine::VoiceDraft& draft,
                                   const engine::House& house) const override;
    void on_house_changed(engine::AccountNumber account) override;
    std::optional<engine::ReadMessage> read_out(const engine::OutboxRow& row,
                                                const engine::KeptWords* kept) override;
    void look_again() override { services_.look_again(); }
    bool has_provider(engine::Channel channel) const override {
        return ways_.with(
            [&](const MessagingWays& ways) { return ways.channels.contains(channel); });
    }
    std::string mail_from() const override { return services_.writer.senders()->mail_from; }
    std::vector<engine::ChannelTrouble> troubles() const override;
    engine::CallbackReply on_callback(const engine::CallbackRequest& request) override;

    // Takes up reports that came before their message was recorded. To be called now and then.
    void take_early_reports();
    CallbackFigures figures() const { return {taken_, ignored_, refused_}; }

private:
    // delivery_reports.cpp
    engine::CallbackReply on_twilio_status(const engine::CallbackRequest& request,
                                           const FormFields& form);
    // meta_callbacks.cpp
    engine::CallbackReply on_meta(const engine::CallbackRequest& request);
    bool take_meta_status(const MetaStatus& status);
    engine::CallbackReply on_mail_report(const engine::CallbackRequest& request);
    // What a provider says about a delivery of ours.
    struct Report {
        engine::Delivery delivery;
        bool is_complaint = false;     // the reader called it spam
        bool address_is_dead = false;  // nobody is there
        std::optional<engine::WhatsAppNews> news = {};
    };
    // What Twilio or Meta say of a message that goes to a phone. False: the store does not answer.
    bool take_or_keep(const Report& report);
    // False: it is not known yet and may be later.
    Result<bool, engine::StoreError> take(const Report& report);
    Result<void, engine::StoreError> follow_up(const Report& report,
                                               const engine::Delivery& stored);

    // text_answers.cpp: texts from guests.
    struct Incoming {
        engine::Channel channel = engine::Channel::Sms;
        std::string id;    // the provider's
        std::string from;  // in E.164
        std::string body;
        std::string replies_to;    // the provider's id of the message that it answers, if it says
        bool is_answered = false;  // the provider has answered by itself
        std::optional<Time> at = {};
    };
    // What is answered; with another status than 200, why nothing came of it.
    struct Answered {
        std::uint16_t status = 200;
        std::string text = {};
        std::optional<core::ResourceNumber> elsewhere = {};
    };
    engine::CallbackReply on_text(const FormFields& form);
    Answered hear(const Incoming& incoming);
    Answered take_text(const Incoming& incoming);
    struct Told;
    struct Sent;
    struct Correspondent;
    enum class Search : std::uint8_t { GoesOn, Over };
    static Search add_offer(Correspondent& who, Sent sent);
    Result<Correspondent, engine::StoreError> find_correspondent(core::ContactKey phone,
                                                                 const std::string& replies_to);
    Result<std::vector<engine::Delivery>, engine::StoreError>
    deliveries_to_phone(core::ContactKey phone, std::size_t limit);
    // Whether the message that was answered says what was meant.
    Result<bool, engine::StoreError> pin(Correspondent& who, const engine::Delivery& answered);
    // The account that wrote to the number; 0: none did, or several.
    Result<engine::AccountNumber, engine::StoreError> account_of_texts(core::ContactKey phone);
    Result<void, engine::StoreError> stop_texts(core::ContactKey phone, Time now);
    Result<void, engine::StoreError> start_texts(core::ContactKey phone);
    Result<Sent, engine::StoreError> look_at(const engine::OutboxRow& row);
    Result<Told, engine::Failure> tell(const engine::OutboxRow& about, core::Command command);
    Result<engine::MessageKind, engine::Failure> answer_late(const engine::OutboxRow& about,
                                                             bool accepts);
    Result<engine::MessageKind, engine::Failure> say_yes(const Correspondent& who);
    Result<engine::MessageKind, engine::Failure> answer_yes(const Correspondent& who);
    static bool was_asked_presence(const Correspondent& who);
    Result<engine::MessageKind, engine::Failure> answer_presence(const Correspondent& who);
    Result<engine::MessageKind, engine::Failure> answer_offer(const Correspondent& who,
                                                              bool accepts);
    std::string tell_of_several(const Correspondent& who, core::ContactKey phone, Time now);
    std::string word(const Correspondent& who, engine::MessageKind kind);

    engine::CallbackReply refuse(std::uint16_t status, std::string_view why);

    MessagingServices services_;
    const std::string mail_secret_;
    Guarded<MessagingWays> ways_;
    std::atomic<std::uint64_t> taken_ = 0;
    std::atomic<std::uint64_t> ignored_ = 0;
    std::atomic<std::uint64_t> refused_ = 0;
    struct Early {
        Report report;
        Time until{};
    };
    Guarded<std::vector<Early>> early_;
    Guarded<Budgets> told_of_several_{Budgets{usual_budgets(0, 0)}};
};

}  // namespace standby::notify
