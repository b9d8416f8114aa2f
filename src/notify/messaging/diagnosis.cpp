// Reads the notes that our own transport and judgements write, and the codes that stand in them.
#include "notify/messaging/diagnosis.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace standby::notify {
namespace {

using engine::TestResult;

bool has_any(std::string_view text, std::initializer_list<std::string_view> parts) {
    return std::ranges::any_of(parts, [&](std::string_view part) { return text.contains(part); });
}

bool begins_with_any(std::string_view text, std::initializer_list<std::string_view> parts) {
    return std::ranges::any_of(parts,
                               [&](std::string_view part) { return text.starts_with(part); });
}

// The way there, which is the same for both channels; Failed for what it does not tell.
TestResult diagnose_way(std::string_view note) {
    if (note.contains("private network")) {
        return TestResult::PrivateAddress;
    }
    if (note.contains("could not be resolved")) {
        return TestResult::HostNotFound;
    }
    if (note.contains("no connection could be made")) {
        return TestResult::NoConnection;
    }
    if (has_any(note, {"no answer in time", "no answer within"})) {
        return TestResult::NoAnswer;
    }
    return TestResult::Failed;
}

TestResult diagnose_security(std::string_view note) {
    if (has_any(note, {"certificate", "Certificate", "trusted"})) {
        return TestResult::BadCertificate;
    }
    if (has_any(note, {"encrypt", "TLS", "SSL"})) {
        return TestResult::NoEncryption;
    }
    if (has_any(note, {"makes no sense", "closed the connection", "cannot be used"})) {
        return TestResult::NotAServer;
    }
    return TestResult::Failed;
}

TestResult diagnose_mail(std::string_view note) {
    if (has_any(note, {"535", "534", "user and the password", "login"})) {
        return TestResult::WrongLogin;
    }
    if (begins_with_any(note, {"530", "454"})) {
        return TestResult::NoEncryption;
    }
    return diagnose_security(note);
}

TestResult diagnose_texts(std::string_view note) {
    if (begins_with_any(note,
                        {"20003", "190: ", "0: ", "10: ", "status 401", "status 403",
                         "InvalidClientTokenId", "SignatureDoesNotMatch", "AccessDenied",
                         "AuthorizationError", "ExpiredToken", "MissingAuthenticationToken",
                         "IncompleteSignature", "UnrecognizedClientException", "RequestExpired"})) {
        return TestResult::WrongLogin;
    }
    if (note.starts_with("status ")) {
        return TestResult::NotAServer;
    }
    return diagnose_security(note);
}

}  // namespace

TestResult diagnose(engine::Channel channel, const SendResult& result) {
    switch (result.outcome) {
    case SendOutcome::Sent:
        return TestResult::Sent;
    case SendOutcome::Later:
        return TestResult::Busy;
    case SendOutcome::Bounced:
        return TestResult::RecipientRefused;
    case SendOutcome::Blocked:
        return TestResult::OptedOut;
    case SendOutcome::Refused:
        return result.form.empty() || !result.note.starts_with("template ")
                   ? TestResult::SenderRefused
                   : TestResult::TemplateRefused;
    case SendOutcome::Unavailable:
        break;
    }
    const TestResult way = diagnose_way(result.note);
    if (way != TestResult::Failed) {
        return way;
    }
    return channel == engine::Channel::Mail ? diagnose_mail(result.note)
                                            : diagnose_texts(result.note);
}

}  // namespace standby::notify
