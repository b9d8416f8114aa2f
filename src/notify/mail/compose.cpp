// A mail is a tree of parts, each of them its own header fields and a body; the outermost part's
// fields continue the mail's header. An invitation is there twice, as the large senders do it: as
// an alternative, which makes mail readers offer their buttons, and as a file for all others.
#include "notify/mail/compose.hpp"

#include "base/civil.hpp"
#include "base/clean_text.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "interchange/contact/contact.hpp"
#include "notify/mail/body_encoding.hpp"
#include "notify/mail/header_field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace standby::notify {
namespace {

constexpr std::size_t part_bytes_max = 1024 * 1024;
// With brackets around it, such a line is still within what RFC 5322 allows.
constexpr std::size_t url_bytes_max = 900;
constexpr std::size_t id_length_max = 64;
constexpr std::size_t language_length_max = 35;
// Stands where a mail must have a sender and ours is none; it reaches nobody (RFC 2606).
constexpr std::string_view nobody = "nobody@standby.invalid";
constexpr std::array<std::string_view, 3> calendar_methods = {"REQUEST", "CANCEL", "PUBLISH"};

bool is_token(std::string_view text, std::size_t length_max, std::string_view signs) {
    return !text.empty() && text.size() <= length_max && std::ranges::all_of(text, [&](char one) {
        return is_letter_or_digit(one) || signs.contains(one);
    });
}

std::string fingerprint(std::string_view text) {
    const Sha256Digest digest = sha256(std::as_bytes(std::span(text)));
    return to_hex(std::span(digest).first<16>());
}

// An id that could break a field gives way to its fingerprint, which is as stable.
std::string safe_id(const std::string& id) {
    return is_token(id, id_length_max, "_-") ? id : "msg_" + fingerprint(id);
}

std::string format_date(Time date) {
    constexpr std::array<std::string_view, 7> weekdays = {"Thu", "Fri", "Sat", "Sun",
                                                          "Mon", "Tue", "Wed"};
    constexpr std::array<std::string_view, 12> months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    constexpr std::int64_t seconds_max = 253'402'300'799;  // the end of the year 9999
    const std::int64_t seconds = std::clamp<std::int64_t>(
        floor_divide(date.time_since_epoch().count(), 1000), 0, seconds_max);
    const std::int64_t days = seconds / 86'400;
    const std::int64_t rest = seconds % 86'400;
    const CivilDate day = civil_from_days(days);
    return fmt::format("{}, {} {} {:04} {:02}:{:02}:{:02} +0000",
                       weekdays[static_cast<std::size_t>(days % 7)], day.day, months[day.month - 1],
                       day.year, rest / 3600, rest / 60 % 60, rest % 60);
}

std::string write_header(const MailDraft& draft, const std::string& id) {
    const std::string from = interchange::is_plain_address(draft.from.address)
                                 ? interchange::wire_address(draft.from.address)
                                 : std::string(nobody);
    const std::string to = interchange::wire_address(draft.to.address);
    std::string header;
    append_field(header, "Date", format_date(draft.date));
    append_person_field(header, "From", from, draft.from.name);
    if (!to.empty()) {
        append_person_field(header, "To", to, draft.to.name);
    } else {
        append_field(header, "To", "undisclosed-recipients:;");
    }
    if (interchange::is_plain_address(draft.reply_to)) {
        append_person_field(header, "Reply-To", interchange::wire_address(draft.reply_to), "");
    }
    append_text_field(header, "Subject", draft.subject);
    append_field(header, "Message-ID", fmt::format("<{}@{}>", id, interchange::domain_of(from)));
    append_field(header, "X-Standby-Message", id);
    append_field(header, "Auto-Submitted", "auto-generated");
    if (is_web_link(draft.unsubscribe_url, url_bytes_max)) {
        append_field(header, "List-Unsubscribe", fmt::format("<{}>", draft.unsubscribe_url));
        append_field(header, "List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
    }
    append_field(header, "MIME-Version", "1.0");
    if (is_token(draft.language, language_length_max, "-")) {
        append_field(header, "Content-Language", draft.language);
    }
    return header;
}

std::string text_part(std::string_view type, std::string_view clean) {
    const BodyEncoding encoding = suitable_encoding(clean);
    return fmt::format("Content-Type: {}\r\nContent-Transfer-Encoding: {}\r\n\r\n{}", type,
                       name_of(encoding), encode_body(clean, encoding));
}

std::string file_part(std::string_view type, std::string_view file_name, std::string_view clean) {
    return fmt::format("Content-Type: {0}; name=\"{1}\"\r\n"
                       "Content-Disposition: attachment; filename=\"{1}\"\r\n"
                       "Content-Transfer-Encoding: base64\r\n\r\n{2}",
                       type, file_name, encode_body(clean, BodyEncoding::Base64));
}

// No body holds "=_" (see encode_body), so none holds the boundary; the kind keeps apart the
// boundaries of parts within parts.
std::string multipart(std::string_view kind, const std::string& id,
                      const std::vector<std::string>& parts) {
    const std::string boundary = fmt::format("=_{}_{}", kind, fingerprint(id));
    std::string output =
        fmt::format("Content-Type: multipart/{};\r\n boundary=\"{}\"\r\n\r\n", kind, boundary);
    for (const std::string& part : parts) {
        output += fmt::format("--{}\r\n{}\r\n", boundary, part);
    }
    return output + fmt::format("--{}--\r\n", boundary);
}

std::string write_parts(const MailDraft& draft, const std::string& id) {
    std::vector<std::string> alternatives = {
        text_part("text/plain; charset=UTF-8", clean_lines(draft.text, part_bytes_max))};
    if (!draft.html.empty()) {
        alternatives.push_back(
            text_part("text/html; charset=UTF-8", clean_lines(draft.html, part_bytes_max)));
    }
    if (draft.calendar) {
        const std::string& method = draft.calendar->method;
        const bool is_known = std::ranges::find(calendar_methods, method) != calendar_methods.end();
        const std::string invite = clean_lines(draft.calendar->text, part_bytes_max);
        alternatives.push_back(text_part(
            fmt::format("text/calendar; charset=UTF-8; method={}", is_known ? method : "PUBLISH"),
            invite));
        return multipart("mixed", id,
                         {multipart("alternative", id, alternatives),
                          file_part("application/ics", "invite.ics", invite)});
    }
    if (alternatives.size() > 1) {
        return multipart("alternative", id, alternatives);
    }
    std::string& only = alternatives.front();
    return only.ends_with("\r\n") ? only : only + "\r\n";
}

}  // namespace

std::string compose_mail(const MailDraft& draft) {
    const std::string id = safe_id(draft.id);
    return write_header(draft, id) + write_parts(draft, id);
}

}  // namespace standby::notify
