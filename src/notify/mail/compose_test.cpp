// Tests of whole mails, each read back with GMime and compared field by field.
#include "notify/mail/compose.hpp"

#include "notify/mail/mail_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace standby::notify {
namespace {

using testing::ElementsAre;

TEST(ComposeMail, HasExactlyItsHeaderFields) {
    const ReadMail mail = read_mail(compose_mail(sample_draft()));
    EXPECT_THAT(mail.field_names(),
                ElementsAre("Date", "From", "To", "Reply-To", "Subject", "Message-ID",
                            "X-Standby-Message", "Auto-Submitted", "List-Unsubscribe",
                            "List-Unsubscribe-Post", "MIME-Version", "Content-Language",
                            "Content-Type"));
    EXPECT_EQ(mail.date, "2026-11-15T14:03:09Z");
    EXPECT_EQ(mail.field("Date"), "Sun, 15 Nov 2026 14:03:09 +0000");
    EXPECT_EQ(mail.from, (std::vector<ReadPerson>{{"desk@salon.example", "Salon Nord"}}));
    EXPECT_EQ(mail.to, (std::vector<ReadPerson>{{"ada@guest.example", "Ada Lovelace"}}));
    EXPECT_EQ(mail.reply_to, (std::vector<ReadPerson>{{"answers@salon.example", ""}}));
    EXPECT_EQ(mail.subject, "A place is free");
    EXPECT_EQ(mail.message_id, "msg_0123456789abcdef@salon.example");
    EXPECT_EQ(mail.field("X-Standby-Message"), "msg_0123456789abcdef");
    EXPECT_EQ(mail.field("Auto-Submitted"), "auto-generated");
    EXPECT_EQ(mail.field("List-Unsubscribe"), "<https://standby.example/u/abcdef>");
    EXPECT_EQ(mail.field("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    EXPECT_EQ(mail.field("Content-Language"), "en");
    EXPECT_EQ(mail.field("MIME-Version"), "1.0");
}

TEST(ComposeMail, HasPlainTextAndHtmlSideBySide) {
    const ReadMail mail = read_mail(compose_mail(sample_draft()));
    ASSERT_EQ(mail.parts.size(), 3U);
    EXPECT_EQ(mail.parts[0].type, "multipart/alternative");
    EXPECT_EQ(mail.parts[1].type, "text/plain");
    EXPECT_EQ(mail.parts[1].charset, "UTF-8");
    EXPECT_EQ(with_line_feeds(mail.parts[1].content), sample_draft().text);
    EXPECT_EQ(mail.parts[2].type, "text/html");
    EXPECT_EQ(mail.parts[2].charset, "UTF-8");
    EXPECT_EQ(with_line_feeds(mail.parts[2].content), sample_draft().html);
}

TEST(ComposeMail, WithoutHtmlIsASinglePart) {
    MailDraft plain = sample_draft();
    plain.html.clear();
    const ReadMail mail = read_mail(compose_mail(plain));
    ASSERT_EQ(mail.parts.size(), 1U);
    EXPECT_EQ(mail.parts[0].type, "text/plain");
    EXPECT_EQ(with_line_feeds(mail.parts[0].content), plain.text);
    plain.text = "no line end";
    EXPECT_EQ(read_mail(compose_mail(plain)).part("text/plain").content, "no line end\r\n");
}

TEST(ComposeMail, CarriesTheInvitationAsAlternativeAndAsFile) {
    MailDraft invited = sample_draft();
    invited.calendar =
        CalendarPart{"BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n", "CANCEL"};
    const std::string text = compose_mail(invited);
    EXPECT_EQ(what_is_wrong(text), "");
    const ReadMail mail = read_mail(text);
    std::vector<std::string> types;
    for (const ReadPart& part : mail.parts) {
        types.push_back(part.type);
    }
    EXPECT_THAT(types, ElementsAre("multipart/mixed", "multipart/alternative", "text/plain",
                                   "text/html", "text/calendar", "application/ics"));
    const ReadPart calendar = mail.part("text/calendar");
    EXPECT_EQ(calendar.method, "CANCEL");
    EXPECT_EQ(calendar.charset, "UTF-8");
    EXPECT_EQ(calendar.content, invited.calendar->text);
    const ReadPart file = mail.part("application/ics");
    EXPECT_EQ(file.disposition, "attachment");
    EXPECT_EQ(file.file_name, "invite.ics");
    EXPECT_EQ(file.encoding, "base64");
    EXPECT_EQ(file.content, invited.calendar->text);
}

TEST(ComposeMail, TakesNoUnknownCalendarMethod) {
    MailDraft invited = sample_draft();
    invited.calendar = CalendarPart{"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", "X\r\nBcc: a@b.c"};
    EXPECT_EQ(read_mail(compose_mail(invited)).part("text/calendar").method, "PUBLISH");
}

TEST(ComposeMail, KeepsNamesAndSubjectsOfEveryScript) {
    std::string long_name;
    for (int count = 0; count < 12; ++count) {
        long_name += "Grüße aus Köln ";
    }
    long_name.pop_back();
    const std::vector<std::string> texts = {
        "Zoë", "Jürgen Müller-Lüdenscheidt", "Мария Ивановна", "שלום עולם", "محمد بن سلمان",
        "山田太郎", "👩‍👩‍👧‍👦 Familie 🎉", "a\"b\\c",
        "O'Neil, J. (desk) <x@y.z>", "=?UTF-8?Q?trick?=", "J. R. R. Tolkien", "comma, dot.", "@",
        ";:", "plain", "50% off & more!", "_", "a=b?c", long_name, std::string(200, 'w'),
        std::string(61, 'w') + " " + std::string(60, 'v'), "e\u0301 combining",
        // A padded word in the middle: some readers stop there.
        "a\u5c71\u7530\u592a\u90ce\u5c71\u7530\u592a\u90ce\u5c71\u7530\u592a\u90ce\u5c71\u7530"
        "\u592a\u90ce"
        "\u5c71\u7530\u592a\u90ce\u5c71\u7530\u592a\u90ce\u5c71\u7530\u592a\u90ce\u5c71\u7530\u592a"
        "\u90ce",
        "tab_and=?half"};
    for (const std::string& text : texts) {
        MailDraft one = sample_draft();
        one.from.name = text;
        one.to.name = text;
        one.subject = text;
        const std::string composed = compose_mail(one);
        EXPECT_EQ(what_is_wrong(composed), "") << text;
        const ReadMail mail = read_mail(composed);
        EXPECT_EQ(mail.from, (std::vector<ReadPerson>{{one.from.address, text}}));
        EXPECT_EQ(mail.to, (std::vector<ReadPerson>{{one.to.address, text}}));
        EXPECT_EQ(mail.subject, text);
    }
}

TEST(ComposeMail, FoldsItsHeader) {
    MailDraft one = sample_draft();
    one.subject.clear();
    for (int count = 0; count < 100; ++count) {
        one.subject += "words ";
    }
    one.to.name = std::string(60, 'w') + " " + std::string(60, 'v');
    for (const std::string_view subject : {std::string_view(one.subject), std::string_view("ß")}) {
        one.subject = std::string(subject) + one.subject;
        const std::string mail = compose_mail(one);
        const std::string header = mail.substr(0, mail.find("\r\n\r\n"));
        std::size_t begin = 0;
        while (begin < header.size()) {
            const std::size_t end = std::min(header.find("\r\n", begin), header.size());
            EXPECT_LE(end - begin, 78U) << header.substr(begin, end - begin);
            begin = end + 2;
        }
    }
}

TEST(ComposeMail, LeavesOutWhatIsEmptyOrUnusable) {
    MailDraft bare;
    bare.id = "msg_1";
    bare.from.address = "desk@salon.example";
    bare.to.address = "ada@guest.example";
    EXPECT_THAT(read_mail(compose_mail(bare)).field_names(),
                ElementsAre("Date", "From", "To", "Subject", "Message-ID", "X-Standby-Message",
                            "Auto-Submitted", "MIME-Version", "Content-Type",
                            "Content-Transfer-Encoding"));
    for (const char* url :
         {"ftp://x.y/z", "javascript:x", "https://", "https://x.y/ z",
          "https://x.y/>,<mailto:a@b.c", "https://x.y/\r\nBcc: a@b.c", "https://x.y/\u00e4"}) {
        bare.unsubscribe_url = url;
        EXPECT_EQ(read_mail(compose_mail(bare)).field("List-Unsubscribe"), "") << url;
        EXPECT_EQ(read_mail(compose_mail(bare)).field("List-Unsubscribe-Post"), "") << url;
    }
    bare.unsubscribe_url = "http://127.0.0.1:8080/u/abc";
    EXPECT_EQ(read_mail(compose_mail(bare)).field("List-Unsubscribe"),
              "<http://127.0.0.1:8080/u/abc>");
}

TEST(ComposeMail, HasTheSameMessageIdForTheSameId) {
    MailDraft first = sample_draft();
    MailDraft second = sample_draft();
    second.subject = "Another";
    second.date += std::chrono::hours{1};
    EXPECT_EQ(read_mail(compose_mail(first)).message_id,
              read_mail(compose_mail(second)).message_id);
    EXPECT_EQ(compose_mail(first), compose_mail(sample_draft()));
    first.id = "bad id>\r\n";
    second.id = "bad id>\n";
    const std::string unusual = read_mail(compose_mail(first)).message_id;
    EXPECT_TRUE(unusual.starts_with("msg_") && unusual.ends_with("@salon.example")) << unusual;
    EXPECT_EQ(read_mail(compose_mail(first)).message_id, unusual);
    EXPECT_NE(read_mail(compose_mail(second)).message_id, unusual);
}

TEST(ComposeMail, HasADateEvenForTimesBeyondTheCalendar) {
    MailDraft one = sample_draft();
    one.date = Time::max();
    EXPECT_EQ(read_mail(compose_mail(one)).field("Date"), "Fri, 31 Dec 9999 23:59:59 +0000");
    one.date = Time::min();
    EXPECT_EQ(read_mail(compose_mail(one)).field("Date"), "Thu, 1 Jan 1970 00:00:00 +0000");
}

TEST(ComposeMail, NamesARecipientOfAnyScript) {
    MailDraft one = sample_draft();
    one.to = {"用户@例子.广告", "李"};
    EXPECT_TRUE(compose_mail(one).contains("<用户@xn--fsqu00a.xn--4rr70v>\r\n"));
    one.to = {"ada@bücher.example", "Ada"};
    const std::string mail = compose_mail(one);
    EXPECT_EQ(what_is_wrong(mail), "");
    EXPECT_TRUE(mail.contains("To: Ada <ada@xn--bcher-kva.example>\r\n"));
}

}  // namespace
}  // namespace standby::notify
