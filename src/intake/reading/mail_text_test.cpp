// Mails as they come over the wire.
#include "intake/reading/mail_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::intake {
namespace {

TEST(MailText, ReadsHeadersAndPlainText) {
    const MailText mail = read_mail("From: =?UTF-8?Q?J=C3=B6rg_Wei=C3=9F?= <Joerg@Example.com>\r\n"
                                    "Subject: =?ISO-8859-1?Q?Tisch_f=FCr_vier?=\r\n"
                                    "Date: Tue, 3 Mar 2026 09:31:00 +0100\r\n"
                                    "Message-ID: <a.b@example.com>\r\n"
                                    "Content-Type: text/plain; charset=iso-8859-1\r\n"
                                    "Content-Transfer-Encoding: quoted-printable\r\n\r\n"
                                    "Geht es am Freitag f=FCr vier?\r\nGr=FC=DFe\r\n");
    EXPECT_EQ(mail.sender_name, "Jörg Weiß");
    EXPECT_EQ(mail.sender_address, "joerg@example.com");
    EXPECT_EQ(mail.subject, "Tisch für vier");
    EXPECT_EQ(mail.message_id, "a.b@example.com");
    EXPECT_EQ(mail.text, "Geht es am Freitag für vier?\nGrüße\n");
    EXPECT_EQ(format_time(mail.sent_at.value()), "2026-03-03T08:31:00Z");
}

TEST(MailText, PrefersPlainTextAndReadsHtmlWithoutIt) {
    const std::string head = "From: a@example.com\r\nMIME-Version: 1.0\r\n";
    const std::string both = head +
                             "Content-Type: multipart/alternative; boundary=b\r\n\r\n"
                             "--b\r\nContent-Type: text/plain\r\n\r\nFriday?\r\n"
                             "--b\r\nContent-Type: text/html\r\n\r\n<p>Monday?</p>\r\n--b--\r\n";
    EXPECT_EQ(read_mail(both).text, "Friday?");
    EXPECT_EQ(read_mail(head + "Content-Type: text/html\r\n\r\n<p>Friday<br>at 5?</p>").text,
              "Friday\nat 5?");
}

TEST(MailText, NamesWhatItDoesNotRead) {
    const MailText mail =
        read_mail("From: a@example.com\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; "
                  "boundary=b\r\n\r\n"
                  "--b\r\nContent-Type: text/plain\r\n\r\nSee the note.\r\n"
                  "--b\r\nContent-Type: image/jpeg; name=\"note.jpg\"\r\n"
                  "Content-Disposition: attachment; filename=\"note.jpg\"\r\n\r\nxx\r\n"
                  "--b\r\nContent-Type: application/pdf\r\n\r\nxx\r\n--b--\r\n");
    EXPECT_EQ(mail.text, "See the note.");
    EXPECT_EQ(mail.not_read, (std::vector<std::string>{"note.jpg", "application/pdf"}));
}

TEST(MailText, IsAboutAMailThatIsAttached) {
    const MailText mail = read_mail(
        "From: marta@example.org\r\nSubject: look\r\nMIME-Version: 1.0\r\n"
        "Content-Type: multipart/mixed; boundary=b\r\n\r\n"
        "--b\r\nContent-Type: text/plain\r\n\r\nPlease add.\r\n"
        "--b\r\nContent-Type: message/rfc822\r\n\r\n"
        "From: Mia <mia@example.com>\r\nSubject: Friday\r\n\r\nIs Friday free?\r\n--b--\r\n");
    EXPECT_TRUE(mail.has_attached_mail);
    EXPECT_EQ(mail.sender_address, "mia@example.com");
    EXPECT_EQ(mail.subject, "Friday");
    EXPECT_EQ(mail.text, "Is Friday free?");
}

TEST(MailText, TakesAnything) {
    EXPECT_EQ(read_mail("").text, "");
    EXPECT_EQ(read_mail("\xff\xfe garbage").sender_address, "");
    std::string nested = "From: a@example.com\r\nContent-Type: message/rfc822\r\n\r\n";
    for (int i = 0; i < 8; ++i) {
        nested += nested;
    }
    read_mail(nested);
}

}  // namespace
}  // namespace standby::intake
