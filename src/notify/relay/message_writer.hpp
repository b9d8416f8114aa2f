// From what is known about a message to what a provider can take: the wording, the layout, the
// calendar part, the links.
#pragma once

#include "base/guarded.hpp"
#include "base/json/writer.hpp"
#include "core/rules/zone_book.hpp"
#include "engine/ports/guest_links.hpp"
#include "engine/ports/messenger.hpp"
#include "interchange/calendar/calendar_entry.hpp"
#include "notify/relay/gathered.hpp"
#include "notify/relay/houses.hpp"
#include "notify/relay/provider.hpp"
#include "notify/voice/facts.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace standby::notify {

struct Senders {
    std::string mail_from;  // "waitlist@example.com"
    std::string mail_name;  // of whom mails come from, where a house has no name of its own
    std::vector<std::string> sms_from;  // numbers; a guest always hears from the same one
    bool reads_texts = false;           // answers to text messages reach us
    std::string whatsapp_from;          // a number; empty where the provider knows it
};

class MessageWriter {
public:
    // All but the senders must outlive the writer.
    MessageWriter(Houses& houses, const engine::GuestLinks& links, const core::ZoneBook& zones,
                  Senders senders)
        : houses_(houses), links_(links), zones_(zones) {
        set_senders(std::move(senders));
    }

    // From now on. Any thread may call.
    void set_senders(Senders senders) {
        senders_.exchange(std::make_shared<const Senders>(std::move(senders)));
    }
    std::shared_ptr<const Senders> senders() const { return senders_.copy(); }

    // The message must have a recipient on the channel.
    Result<OutgoingMessage, engine::StoreError> write(const Gathered& gathered,
                                                      engine::Channel channel, Time now) const;
    // What the message says, without an envelope.
    Result<engine::WrittenMessage, engine::StoreError> say(const Gathered& gathered,
                                                           engine::Channel channel, Time now) const;
    // What the message said when it was sent, with today's links.
    engine::WrittenMessage read_kept(const Gathered& gathered, const engine::KeptWords& kept,
                                     Time now) const;
    // What a text is answered with that could be about several offers, this being one of them.
    std::string say_several(const Gathered& gathered, Time now) const;

    const Zone& zone_of(const Gathered& gathered) const;
    // The number or address it is sent from.
    std::string sender_of(const Gathered& gathered, engine::Channel channel) const;

private:
    Facts facts_of(const Gathered& gathered, engine::Channel channel, Time now) const;
    void add_links(const Gathered& gathered, engine::Channel channel, Facts& facts) const;
    std::optional<interchange::CalendarEntry> invite_of(const Gathered& gathered,
                                                        const Facts& facts) const;
    std::string sender_name(const Gathered& gathered) const;
    engine::VoiceKey key_of(const Gathered& gathered, engine::Channel channel) const;
    Result<OutgoingMessage, engine::StoreError> write_mail(const Gathered& gathered,
                                                           Time now) const;
    Result<OutgoingMessage, engine::StoreError> write_whatsapp(const Gathered& gathered,
                                                               Time now) const;
    OutgoingMessage write_webhook(const Gathered& gathered, Time now) const;
    bool write_event(const Gathered& gathered, JsonWriter& writer) const;

    Houses& houses_;
    const engine::GuestLinks& links_;
    const core::ZoneBook& zones_;
    Guarded<std::shared_ptr<const Senders>> senders_;
};

}  // namespace standby::notify
