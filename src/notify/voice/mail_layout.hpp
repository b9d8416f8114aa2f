// What stands around the wording in every HTML mail: one layout, made from mail_layout.mjml when
// Standby is built (see cmake/mail_layout.cmake).
#pragma once

#include <string>
#include <string_view>

namespace standby::notify {

// All of it is HTML already: escaped by whoever fills it in. What is empty is left out.
struct MailParts {
    std::string lang;
    std::string title;
    std::string preheader;  // what lists of mails show beside the subject
    std::string house;
    std::string paragraphs;
    std::string button;
    std::string link;
    std::string add_to_calendar;
    std::string calendar;
    std::string address;
    std::string see_or_leave;
    std::string status_link;
    std::string stop_all;
    std::string unsubscribe_link;
};

std::string lay_out_mail(MailParts parts);

// As it is in the binary, with its marks.
std::string_view mail_layout();

}  // namespace standby::notify
