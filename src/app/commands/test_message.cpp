// `standby doctor --send-test`: one message through the provider, and what came of it in words.
#include "app/commands/channels.hpp"
#include "app/commands/data.hpp"
#include "app/commands/doctor.hpp"
#include "app/delivery/test_messages.hpp"
#include "base/json/writer.hpp"
#include "notify/transport/transport.hpp"

#include <fmt/core.h>

#include <ostream>
#include <utility>

namespace standby::app {
namespace {

using engine::Channel;
using notify::SendOutcome;

constexpr std::string_view whatsapp_prefix = "whatsapp:";
constexpr Duration patience = std::chrono::seconds{30};
constexpr Duration look_every = std::chrono::milliseconds{200};

notify::SendResult send_and_wait(notify::Provider& provider,
                                 const notify::OutgoingMessage& message) {
    notify::TransportOptions options;
    options.transfer_timeout = patience;
    notify::Transport transport(options);
    std::optional<notify::SendResult> result;
    provider.send(message, transport, [&](notify::SendResult given) { result = std::move(given); });
    const auto until = std::chrono::steady_clock::now() + patience;
    while (!result && std::chrono::steady_clock::now() < until) {
        transport.poll(look_every);
    }
    if (!result) {
        return {.note = fmt::format(
                    "no answer within {} seconds",
                    std::chrono::duration_cast<std::chrono::seconds>(patience).count())};
    }
    return *std::move(result);
}

std::string_view word_for(SendOutcome outcome) {
    switch (outcome) {
    case SendOutcome::Sent:
        return "Accepted";
    case SendOutcome::Later:
        return "Not accepted right now";
    case SendOutcome::Unavailable:
        return "Not sent";
    case SendOutcome::Bounced:
    case SendOutcome::Blocked:
    case SendOutcome::Refused:
        return "Refused";
    }
    return "";
}

void tell_as_text(Console& console, Channel channel, const notify::SendResult& result,
                  const std::string& advice) {
    const bool is_sent = result.outcome == SendOutcome::Sent;
    std::string line(word_for(result.outcome));
    if (is_sent) {
        line += result.provider_id.empty() ? " by the provider"
                                           : " by the provider as " + result.provider_id;
    }
    if (!result.note.empty()) {
        line += ": " + result.note;
    }
    console.output << line << (line.ends_with('.') ? "\n" : ".\n");
    if (!is_sent) {
        console.output << advice << '\n';
    } else if (channel == Channel::Mail) {
        console.output << "Check your inbox and your spam folder.\n";
    } else {
        console.output << "It should arrive on the phone in a moment.\n";
    }
}

void tell_as_json(Console& console, Channel channel, const ChannelSetup& setup,
                  const notify::SendResult& result, const std::string& advice) {
    print_object(console.output, [&](JsonWriter& writer) {
        writer.boolean("ok", result.outcome == SendOutcome::Sent);
        writer.text("channel", engine::name_of(channel));
        writer.text("provider", setup.url);
        writer.text_or_null("from", setup.from);
        writer.text("outcome", notify::name_of(result.outcome));
        writer.text_or_null("provider_id", result.provider_id);
        writer.text_or_null("note", result.note);
        writer.text_or_null("advice", advice);
    });
}

}  // namespace

Outcome send_test_message(const DoctorCommand& command, Console& console) {
    const bool is_whatsapp = command.send_test.starts_with(whatsapp_prefix);
    const std::string to = command.send_test.substr(is_whatsapp ? whatsapp_prefix.size() : 0);
    const Channel channel = is_whatsapp           ? Channel::WhatsApp
                            : to.starts_with('+') ? Channel::Sms
                                                  : Channel::Mail;
    const std::string_view what = channel == Channel::Mail  ? "mail"
                                  : channel == Channel::Sms ? "text message"
                                                            : "WhatsApp message";
    const auto setup = TRY(set_up_channel(command.options, channel));
    if (!setup) {
        return fail(fmt::format("no provider for {}s is set up: {}", what, how_to_set_up(channel)));
    }
    const ChannelSetup& chosen = *setup;
    if (command.style == Style::Text) {
        console.output << fmt::format("Sending a {} to {}{}{} through {} ...\n", what, to,
                                      chosen.from.empty() ? "" : " from ", chosen.from, chosen.url)
                       << std::flush;
    }
    const notify::SendResult result = send_and_wait(
        *chosen.provider, write_test_message(channel, chosen.from, {.to = to}, system_now()));
    const std::string advice = advice_on(channel, result);
    if (command.style == Style::Text) {
        tell_as_text(console, channel, result, advice);
    } else {
        tell_as_json(console, channel, chosen, result, advice);
    }
    return result.outcome == SendOutcome::Sent ? exit_ok : exit_failed;
}

}  // namespace standby::app
