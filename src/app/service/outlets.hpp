// Whatever mail, texts and WhatsApp messages leave by, ready to be used: what the server was
// started with wins, channel by channel, over what owners set up in the pages.
#pragma once

#include "app/service/options.hpp"
#include "base/result.hpp"
#include "engine/ports/delivery_settings.hpp"
#include "engine/ports/guest_links.hpp"
#include "notify/relay/message_writer.hpp"
#include "notify/relay/provider.hpp"

#include <memory>
#include <optional>
#include <set>
#include <string>

namespace standby::app {

// Any provider may be null.
struct Outlets {
    std::unique_ptr<notify::Provider> mail;
    std::unique_ptr<notify::Provider> sms;
    std::unique_ptr<notify::Provider> whatsapp;
    std::set<std::string> twilio_tokens;
    std::string meta_secret;  // of the app that tells what guests write on WhatsApp
    std::string meta_number;  // the id of the number
    notify::Senders senders;
};

// With their secrets.
struct InThePages {
    std::optional<engine::MailSettings> mail;
    std::optional<engine::TextSettings> texts;
    std::optional<engine::WhatsAppSettings> whatsapp;

    void set(const engine::ChannelSettings& settings);
};

// The error is a sentence that names the setting. `links` tells where providers may report, and
// outlives them; null: nowhere.
Result<Outlets, std::string> make_outlets(const ServeOptions& options, const InThePages& pages,
                                          const engine::GuestLinks* links);

std::unique_ptr<notify::Provider> make_provider(const engine::MailSettings& mail,
                                                const ServeOptions& options);
std::unique_ptr<notify::Provider> make_provider(const engine::TextSettings& texts,
                                                const ServeOptions& options,
                                                const engine::GuestLinks* links);

}  // namespace standby::app
