#include "engine/ports/mailboxes.hpp"

namespace standby::engine {

std::string_view name_of(MailboxSecurity security) {
    return security == MailboxSecurity::Tls        ? "tls"
           : security == MailboxSecurity::StartTls ? "starttls"
                                                   : "none";
}

std::optional<MailboxSecurity> mailbox_security_named(std::string_view name) {
    for (const auto one :
         {MailboxSecurity::Tls, MailboxSecurity::StartTls, MailboxSecurity::None}) {
        if (name_of(one) == name) {
            return one;
        }
    }
    return std::nullopt;
}

std::string_view name_of(MailboxLogin login) {
    return login == MailboxLogin::Password ? "password" : "oauth";
}

std::optional<MailboxLogin> mailbox_login_named(std::string_view name) {
    for (const auto one : {MailboxLogin::Password, MailboxLogin::OAuth}) {
        if (name_of(one) == name) {
            return one;
        }
    }
    return std::nullopt;
}

}  // namespace standby::engine
