// Mails, calendar entries and the answers of mail servers: whatever their texts hold, a mail is
// ASCII with our header fields only, an entry has our properties only, and a note is one line
// without an address.
#include "base/utf8.hpp"
#include "interchange/calendar/calendar_entry.hpp"
#include "interchange/contact/contact.hpp"
#include "notify/mail/compose.hpp"
#include "notify/mail/smtp_provider.hpp"
#include "tests/fuzz/support/check.hpp"
#include "tests/fuzz/support/input.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace standby::fuzz {
namespace {

// Between the fields of the input: a control character that nothing else needs.
constexpr char separator = '\x1e';

std::string take_field(Input& input) {
    return std::string(input.take_until(separator));
}

Time take_time(Input& input) {
    return Time{Duration{static_cast<std::int64_t>(input.take_number())}};
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find("\r\n");
        expect(end != std::string_view::npos, "every line ends with CRLF");
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end + 2);
    }
    return lines;
}

// Each of these at most once, in this order.
void check_header(const std::vector<std::string_view>& lines) {
    constexpr std::array<std::string_view, 14> names = {"Date",
                                                        "From",
                                                        "To",
                                                        "Reply-To",
                                                        "Subject",
                                                        "Message-ID",
                                                        "X-Standby-Message",
                                                        "Auto-Submitted",
                                                        "List-Unsubscribe",
                                                        "List-Unsubscribe-Post",
                                                        "MIME-Version",
                                                        "Content-Language",
                                                        "Content-Type",
                                                        "Content-Transfer-Encoding"};
    const auto* next = names.begin();
    for (const std::string_view line : lines) {
        if (line.empty()) {
            return;
        }
        if (line.starts_with(' ')) {
            expect(line.find_first_not_of(' ') != std::string_view::npos, "no blank line", line);
            continue;
        }
        next = std::find(next, names.end(), line.substr(0, line.find(':')));
        expect(next != names.end(), "a header field is one of ours", line);
        ++next;
    }
    expect(false, "a header ends with an empty line");
}

void check_mail(const notify::MailDraft& draft) {
    const std::string mail = notify::compose_mail(draft);
    const std::vector<std::string_view> lines = lines_of(mail);
    const bool needs_utf8 = !interchange::is_plain_address(draft.to.address);
    for (const std::string_view line : lines) {
        expect(line.size() <= 998, "a line is not too long", line);
        const bool is_ascii = std::ranges::all_of(
            line, [](char one) { return (one >= ' ' && one <= '~') || one == '\t'; });
        // RFC 6532: the recipient's own address as it is, when it has letters of other scripts.
        expect(is_ascii || (needs_utf8 && is_utf8(line) && line.contains('@')), "a mail is ASCII",
               line);
    }
    check_header(lines);
    // A line for each part and one at the end of each multipart; no text can look like one.
    const auto boundaries = std::ranges::count_if(
        lines, [](std::string_view line) { return line.starts_with("--=_"); });
    const int alternatives = 1 + (draft.html.empty() ? 0 : 1) + (draft.calendar ? 1 : 0);
    const int expected = (alternatives > 1 ? alternatives + 1 : 0) + (draft.calendar ? 3 : 0);
    expect(boundaries == expected, "a mail has exactly its parts", mail);
    expect(mail == notify::compose_mail(draft), "the same draft gives the same mail");
}

void check_invite(const interchange::CalendarEntry& invite) {
    constexpr std::array<std::string_view, 19> names = {
        "BEGIN",   "VERSION", "PRODID",   "CALSCALE",  "METHOD",   "UID", "SEQUENCE",
        "DTSTAMP", "DTSTART", "DTEND",    "SUMMARY",   "LOCATION", "URL", "DESCRIPTION",
        "STATUS",  "TRANSP",  "ATTENDEE", "ORGANIZER", "END"};
    const std::string text = interchange::write_calendar(invite);
    std::size_t events = 0;
    for (const std::string_view line : lines_of(text)) {
        expect(line.size() <= 75 && is_utf8(line), "a line is short and UTF-8", text);
        events += line == "BEGIN:VEVENT" ? 1 : 0;
        const std::string_view name = line.substr(0, line.find_first_of(":;"));
        expect(line.starts_with(' ') || std::ranges::find(names, name) != names.end(),
               "a property is one of ours", text);
    }
    expect(events == 1, "there is one event", text);
    for (const std::string& link :
         {interchange::google_calendar_link(invite), interchange::outlook_calendar_link(invite)}) {
        expect(std::ranges::all_of(link, [](char one) { return one > ' ' && one <= '~'; }),
               "a link is ASCII without spaces", link);
    }
}

void check_server(std::uint16_t status, const std::string& text, const std::string& error) {
    const notify::SendResult result = notify::judge_smtp_reply(
        {.status = status, .text = text, .error = error, .retry_after = {}}, text);
    expect(result.note.size() <= 200 && is_utf8(result.note), "a note is short", result.note);
    expect(result.note.find_first_of("\r\n@") == std::string::npos, "a note is one line without @",
           result.note);
    expect(result.outcome != notify::SendOutcome::Sent || status / 100 == 2, "sent is 2xx");
    for (const std::string& url : {text, "smtp://" + text, "smtps://user:" + text + "@host"}) {
        const auto options = notify::parse_mail_url(url);
        expect(options || !options.error().empty(), "a refusal says why");
        expect(!options || options->url.starts_with("smtp"), "a URL has a scheme", url);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const std::uint8_t steer = input.take_byte();
    const auto status = static_cast<std::uint16_t>(input.take_byte() * 3 + steer / 16 % 3);
    const Time at = take_time(input);
    std::array<std::string, 10> fields;
    std::ranges::generate(fields, [&input] { return take_field(input); });
    auto& [id, from, from_name, to, to_name, subject, text, html, url, other] = fields;
    notify::MailDraft draft{.id = id,
                            .date = at,
                            .from = {from, from_name},
                            .to = {to, to_name},
                            .reply_to = other,
                            .subject = subject,
                            .text = text,
                            .html = html,
                            .unsubscribe_url = url,
                            .language = other,
                            .calendar = {}};
    const interchange::CalendarEntry invite{.method = (steer & 1) != 0
                                                          ? interchange::CalendarMethod::Cancel
                                                          : interchange::CalendarMethod::Request,
                                            .uid = id,
                                            .sequence = status,
                                            .stamp = at,
                                            .starts_at = at,
                                            .ends_at = take_time(input),
                                            .summary = subject,
                                            .description = text,
                                            .location = other,
                                            .url = url,
                                            .organizer = from,
                                            .organizer_name = from_name,
                                            .attendee = to,
                                            .attendee_name = to_name};
    if ((steer & 2) != 0) {
        draft.calendar =
            notify::CalendarPart{(steer & 4) != 0 ? interchange::write_calendar(invite) : html,
                                 (steer & 8) != 0 ? "REQUEST" : other};
    }
    check_mail(draft);
    check_invite(invite);
    check_server(status, text, subject);
    return 0;
}

}  // namespace standby::fuzz
