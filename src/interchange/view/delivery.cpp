#include "interchange/view/delivery.hpp"

#include <algorithm>
#include <string_view>
#include <variant>

namespace standby::interchange {
namespace {

using engine::Channel;
using engine::ChannelSetup;
using engine::TestResult;

std::string_view name_of(ChannelSetup::Source source) {
    switch (source) {
    case ChannelSetup::Source::None:
        return "none";
    case ChannelSetup::Source::Option:
        return "option";
    case ChannelSetup::Source::Pages:
        return "pages";
    case ChannelSetup::Source::Locked:
        return "locked";
    }
    return "";
}

std::string_view name_of(engine::MailEncryption encryption) {
    switch (encryption) {
    case engine::MailEncryption::Tls:
        return "tls";
    case engine::MailEncryption::StartTls:
        return "starttls";
    case engine::MailEncryption::None:
        break;
    }
    return "none";
}

void write_reach_by(JsonWriter& writer, const Reach& reach, Channel channel) {
    const Reach::OfChannel& set_up = channel == Channel::Mail  ? reach.mail
                                     : channel == Channel::Sms ? reach.sms
                                                               : reach.whatsapp;
    const auto trouble =
        std::ranges::find(reach.troubles, channel, &engine::ChannelTrouble::channel);
    const bool is_down = set_up.is_set_up && trouble != reach.troubles.end();
    writer.begin_object(engine::name_of(channel));
    writer.text("state", is_down            ? "down"
                         : set_up.is_set_up ? "working"
                         : set_up.is_locked ? "locked"
                                            : "none");
    writer.time("since", is_down ? std::optional(trouble->since) : std::nullopt);
    writer.text_or_null("note", is_down ? std::string_view(trouble->note) : std::string_view{});
    writer.end_object();
}

void write_mail(JsonWriter& writer, const engine::MailSettings* mail) {
    writer.text_or_null("host", mail == nullptr ? "" : mail->host);
    if (mail == nullptr) {
        writer.null("port");
        writer.null("encryption");
    } else {
        writer.natural("port", mail->port);
        writer.text("encryption", name_of(mail->encryption));
    }
    writer.text_or_null("user", mail == nullptr ? "" : mail->user);
    writer.text_or_null("from", mail == nullptr ? "" : mail->from);
}

void write_texts(JsonWriter& writer, const engine::TextSettings* texts) {
    if (texts == nullptr) {
        writer.null("service");
    } else {
        writer.text("service", texts->service == engine::TextService::Sns ? "sns" : "twilio");
    }
    writer.text_or_null("account", texts == nullptr ? "" : texts->account);
    writer.texts("from", texts == nullptr ? std::vector<std::string>{} : texts->from);
    writer.text_or_null("region", texts == nullptr ? "" : texts->region);
    writer.text_or_null("endpoint", texts == nullptr ? "" : texts->endpoint);
}

void write_whatsapp(JsonWriter& writer, const engine::WhatsAppSettings* whatsapp,
                    std::string_view verify_token) {
    if (whatsapp == nullptr) {
        writer.null("service");
    } else {
        writer.text("service",
                    whatsapp->service == engine::WhatsAppService::Meta ? "meta" : "twilio");
    }
    writer.text_or_null("account", whatsapp == nullptr ? "" : whatsapp->account);
    writer.text_or_null("from", whatsapp == nullptr ? "" : whatsapp->from);
    writer.text_or_null("prefix", whatsapp == nullptr ? "" : whatsapp->prefix);
    writer.texts("templates",
                 whatsapp == nullptr ? std::vector<std::string>{} : whatsapp->templates);
    writer.text_or_null("endpoint", whatsapp == nullptr ? "" : whatsapp->endpoint);
    writer.text_or_null("verify_token", verify_token);
}

std::string_view set_by(Channel channel) {
    switch (channel) {
    case Channel::Mail:
        return "--mail-url";
    case Channel::Sms:
        return "--sms-url";
    case Channel::WhatsApp:
        return "--whatsapp-url";
    case Channel::Webhook:
        break;
    }
    return "";
}

std::string_view words_on_mail(TestResult result) {
    switch (result) {
    case TestResult::Sent:
        return "The mail server took the message. Check the inbox, and the spam folder.";
    case TestResult::WrongLogin:
        return "The mail server doesn't accept the user name or the password.";
    case TestResult::HostNotFound:
        return "There is no mail server of this name. Check the spelling.";
    case TestResult::NoConnection:
        return "Nobody answers at this host and port. Check both; many networks block port 25.";
    case TestResult::NoAnswer:
        return "The mail server didn't answer in time. Check the port and the encryption.";
    case TestResult::PrivateAddress:
        return "This address belongs to the server's own network. Whoever runs the server can "
               "allow that with --private-delivery yes.";
    case TestResult::BadCertificate:
        return "The mail server's certificate isn't valid for this name. Use the name in the "
               "certificate.";
    case TestResult::NoEncryption:
        return "No encrypted connection could be made. Try the other kind of encryption.";
    case TestResult::NotAServer:
        return "Something answers there, but not as a mail server. Check the port and the "
               "encryption.";
    case TestResult::SenderRefused:
        return "The mail server refuses this sender. It must be an address that the account may "
               "send from.";
    case TestResult::TemplateRefused:
        break;  // mail has none
    case TestResult::RecipientRefused:
        return "The mail server says that there is nobody at this address. Check the spelling.";
    case TestResult::OptedOut:
        return "The recipient doesn't want messages.";
    case TestResult::Busy:
        return "The mail server asks to try again later. Some make new senders wait: try again in "
               "a few minutes.";
    case TestResult::Failed:
        break;
    }
    return "The message couldn't be sent.";
}

std::string_view words_on_texts(TestResult result) {
    switch (result) {
    case TestResult::Sent:
        return "The service took the message. It should arrive on the phone in a moment.";
    case TestResult::WrongLogin:
        return "The service doesn't accept the account or the secret.";
    case TestResult::HostNotFound:
        return "There is no service of this name. Check the region or the address.";
    case TestResult::NoConnection:
        return "Nobody answers there. Check whether this server can connect to the service.";
    case TestResult::NoAnswer:
        return "The service didn't answer in time.";
    case TestResult::BadCertificate:
        return "The service's certificate isn't valid for this name.";
    case TestResult::NotAServer:
        return "Something answers there, but not as the service. Check the address.";
    case TestResult::SenderRefused:
        return "The service refuses this sender. It must be one of the account's numbers or "
               "messaging services.";
    case TestResult::RecipientRefused:
        return "This number can't be reached. It must be a mobile number in a country that the "
               "account may send to.";
    case TestResult::OptedOut:
        return "This number has replied STOP. It must text START to the sender first.";
    case TestResult::Busy:
        return "The service is busy, or the account has sent too many messages. Try again in a few "
               "minutes.";
    default:
        return words_on_mail(result);
    }
}

std::string_view words_on_whatsapp(TestResult result) {
    switch (result) {
    case TestResult::WrongLogin:
        return "The service doesn't accept the account or the token. Tokens of Meta expire unless "
               "they are of a system user.";
    case TestResult::SenderRefused:
        return "The service refuses this sender. It must be a number that the account has "
               "registered for WhatsApp.";
    case TestResult::TemplateRefused:
        return "The service refuses the template. It must be approved under this name, in this "
               "language and with this text.";
    case TestResult::RecipientRefused:
        return "This number can't be reached on WhatsApp. Guests like this get a text instead, if "
               "texts are set up.";
    case TestResult::OptedOut:
        return "This number has replied STOP. It must write START to the sender first.";
    default:
        return words_on_texts(result);
    }
}

std::string_view words_on(Channel channel, TestResult result) {
    switch (channel) {
    case Channel::Mail:
        return words_on_mail(result);
    case Channel::WhatsApp:
        return words_on_whatsapp(result);
    case Channel::Sms:
    case Channel::Webhook:
        break;
    }
    return words_on_texts(result);
}

}  // namespace

void write_reach(JsonWriter& writer, const Reach& reach) {
    writer.begin_object();
    write_reach_by(writer, reach, Channel::Mail);
    write_reach_by(writer, reach, Channel::Sms);
    write_reach_by(writer, reach, Channel::WhatsApp);
    writer.text("links", reach.has_local_links ? "local" : "public");
    writer.boolean("is_demo", reach.is_demo);
    writer.boolean("may_set_up", reach.may_set_up);
    writer.end_object();
}

void write_channel_setup(JsonWriter& writer, Channel channel, const ChannelSetup& setup) {
    const bool is_mail = channel == Channel::Mail;
    writer.begin_object();
    writer.text("source", name_of(setup.source));
    writer.text_or_null("set_by",
                        setup.source == ChannelSetup::Source::Option ? set_by(channel) : "");
    if (is_mail) {
        write_mail(writer,
                   setup.settings ? std::get_if<engine::MailSettings>(&*setup.settings) : nullptr);
    } else if (channel == Channel::WhatsApp) {
        write_whatsapp(writer,
                       setup.settings ? std::get_if<engine::WhatsAppSettings>(&*setup.settings)
                                      : nullptr,
                       setup.verify_token);
    } else {
        write_texts(writer,
                    setup.settings ? std::get_if<engine::TextSettings>(&*setup.settings) : nullptr);
    }
    writer.boolean(is_mail ? "has_password" : "has_secret", setup.has_secret);
    writer.time("changed_at", setup.changed_at);
    writer.end_object();
}

void write_delivery_settings(JsonWriter& writer, const ChannelSetup& mail, const ChannelSetup& sms,
                             const ChannelSetup& whatsapp) {
    writer.begin_object();
    writer.name("mail");
    write_channel_setup(writer, Channel::Mail, mail);
    writer.name("sms");
    write_channel_setup(writer, Channel::Sms, sms);
    writer.name("whatsapp");
    write_channel_setup(writer, Channel::WhatsApp, whatsapp);
    writer.end_object();
}

void write_tested(JsonWriter& writer, Channel channel, const engine::TestedDelivery& tested) {
    writer.begin_object();
    writer.boolean("ok", tested.result == TestResult::Sent);
    writer.text("result", engine::name_of(tested.result));
    writer.text("words", words_on(channel, tested.result));
    writer.text_or_null("said", tested.said);
    writer.end_object();
}

}  // namespace standby::interchange
