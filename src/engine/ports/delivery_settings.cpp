#include "engine/ports/delivery_settings.hpp"

namespace standby::engine {

Channel channel_of(const ChannelSettings& settings) {
    if (std::holds_alternative<MailSettings>(settings)) {
        return Channel::Mail;
    }
    return std::holds_alternative<TextSettings>(settings) ? Channel::Sms : Channel::WhatsApp;
}

std::string_view name_of(TestResult result) {
    switch (result) {
    case TestResult::Sent:
        return "sent";
    case TestResult::WrongLogin:
        return "wrong_login";
    case TestResult::HostNotFound:
        return "host_not_found";
    case TestResult::NoConnection:
        return "no_connection";
    case TestResult::NoAnswer:
        return "no_answer";
    case TestResult::PrivateAddress:
        return "private_address";
    case TestResult::BadCertificate:
        return "bad_certificate";
    case TestResult::NoEncryption:
        return "no_encryption";
    case TestResult::NotAServer:
        return "not_a_server";
    case TestResult::SenderRefused:
        return "sender_refused";
    case TestResult::TemplateRefused:
        return "template_refused";
    case TestResult::RecipientRefused:
        return "recipient_refused";
    case TestResult::OptedOut:
        return "opted_out";
    case TestResult::Busy:
        return "busy";
    case TestResult::Failed:
        return "failed";
    }
    return "";
}

}  // namespace standby::engine
