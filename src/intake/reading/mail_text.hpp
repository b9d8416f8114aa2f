// A mail as it came over the wire, and what of it is text: who sent it, about what, and what a
// reader would see. Attachments are only named here.
#pragma once

#include "base/time.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake {

inline constexpr std::size_t mail_bytes_max = 25 * 1024 * 1024;
inline constexpr std::size_t mail_text_bytes_max = 256 * 1024;
inline constexpr int mail_depth_max = 6;    // mails in mails
inline constexpr int mail_parts_max = 200;  // of all of them
inline constexpr std::size_t mail_results_max = 20;

struct MailText {
    std::string subject;
    std::string sender_name;
    std::string sender_address;  // lower case; empty where there is none that can be written to
    std::string message_id;      // without its brackets
    std::optional<Time> sent_at;
    std::string text;  // UTF-8, line feeds only
    // What was attached and is no text: names, or types where they have none.
    std::vector<std::string> not_read;
    // Of the mail itself, whoever wrote what it passes on: whose mailbox it came from.
    std::string came_from;
    // Its own Authentication-Results, the newest first: each is only as good as who wrote it.
    std::vector<std::string> authentication;
    bool has_attached_mail = false;  // sender and text are those of a mail that was attached to it
};

struct MailAttachment {
    std::string name;   // may be empty
    std::string type;   // "image/jpeg", in small letters
    std::string bytes;  // without their transfer encoding
    bool is_inline = false;
};

// Never fails: what is no mail is one without headers. Whoever attached a mail passed it on, so
// that sender, subject and text are those of the attached one.
// What is not text is put into `attachments`, where somebody wants it, instead of `not_read`.
MailText read_mail(std::string_view bytes, std::vector<MailAttachment>* attachments = nullptr);

}  // namespace standby::intake
