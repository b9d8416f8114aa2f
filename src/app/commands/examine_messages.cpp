// Whether messages can leave: the providers' settings, and whether anybody answers there.
#include "app/commands/channels.hpp"
#include "app/commands/doctor.hpp"
#include "app/commands/reach.hpp"
#include "notify/webhook/signature.hpp"

#include <fmt/core.h>

#include <utility>

namespace standby::app {
namespace {

using engine::Channel;

constexpr Duration patience = std::chrono::seconds{5};

Diagnosis examine_reach(std::string check, Channel channel, const ChannelSetup& setup) {
    const Destination destination = destination_of(setup.url);
    // Behind smtps:// the other side is silent until the encryption stands.
    const bool is_greeted = setup.url.starts_with("smtp://");
    const auto reached =
        reach(destination, is_greeted ? Greeting::Expected : Greeting::None, patience);
    const std::string name = format_destination(destination);
    if (!reached) {
        return {std::move(check), Verdict::Failure,
                fmt::format("{}: {}; check {} and the network", name, reached.error(),
                            channel == Channel::Mail  ? "--mail-url"
                            : channel == Channel::Sms ? "--sms-url"
                                                      : "--whatsapp-url")};
    }
    if (is_greeted && !reached->starts_with("220")) {
        return {std::move(check), Verdict::Failure,
                fmt::format("{} is not a mail server, or not ready: it says '{}'", name, *reached)};
    }
    return {std::move(check), Verdict::Ok,
            fmt::format("{} answers; try it with standby doctor --send-test {}", name,
                        channel == Channel::Mail  ? "ADDRESS"
                        : channel == Channel::Sms ? "NUMBER"
                                                  : "whatsapp:NUMBER")};
}

Diagnosis examine_callback_secret(const ServeOptions& options) {
    return notify::parse_secret(options.mail_callback_secret)
               ? Diagnosis{"mail reports", Verdict::Ok, "signed delivery reports are accepted"}
               : Diagnosis{"mail reports", Verdict::Failure,
                           "--mail-callback-secret must be whsec_ and 24 to 64 bytes in base64"};
}

Diagnosis examine_links(const ServeOptions& options) {
    if (options.public_url.empty()) {
        return {"public URL", Verdict::Warning,
                fmt::format("not set: links in messages point to {}; set --public-url",
                            options.listen)};
    }
    return {"public URL", Verdict::Ok, options.public_url};
}

}  // namespace

std::vector<Diagnosis> examine_messages(const ServeOptions& options) {
    std::vector<Diagnosis> diagnoses;
    bool has_any = false;
    for (const Channel channel : {Channel::Mail, Channel::Sms, Channel::WhatsApp}) {
        const std::string check{engine::name_of(channel)};
        const auto setup = set_up_channel(options, channel);
        has_any |= !setup || *setup;
        // Most do without it, and need not read of it.
        if (channel == Channel::WhatsApp && setup && !*setup) {
            continue;
        }
        if (!setup) {
            diagnoses.push_back({check, Verdict::Failure, setup.error()});
        } else if (!*setup) {
            diagnoses.push_back({check, Verdict::Ok, "no provider is set up"});
        } else {
            diagnoses.push_back(examine_reach(check, channel, **setup));
        }
    }
    if (!has_any) {
        diagnoses.front() = {
            "mail", Verdict::Warning,
            fmt::format("no provider is set up, so guests only see messages on their own pages; {}",
                        how_to_set_up(Channel::Mail))};
        return diagnoses;
    }
    if (!options.mail_callback_secret.empty()) {
        diagnoses.push_back(examine_callback_secret(options));
    }
    diagnoses.push_back(examine_links(options));
    return diagnoses;
}

}  // namespace standby::app
