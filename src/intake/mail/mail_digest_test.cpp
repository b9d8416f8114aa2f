// The same mail is known by whatever way it comes, and no other is taken for it.
#include "intake/mail/mail_digest.hpp"

#include <gtest/gtest.h>

namespace standby::intake {
namespace {

constexpr std::string_view mail = "Received: by mx.aster.example\r\nMessage-ID: <1@aster>\r\n"
                                  "Subject: Table\r\n\r\nFor two.\r\nMia\r\n";

TEST(MailDigest, IsThatOfTheMailWhateverServersAddToIt) {
    const Sha256Digest digest = mail_digest(mail);
    EXPECT_EQ(mail_digest("Delivered-To: desk@aster.example\nMessage-Id:\n <1@aster>\n"
                          "Subject: Table\n\nFor two.\nMia\n\n"),
              digest);
    EXPECT_EQ(mail_digest("From noor@aster.example Wed Mar  4 10:00:00 2026\nMessage-ID: "
                          "<1@aster>\n\nFor two.\nMia"),
              digest);
    EXPECT_NE(mail_digest("Message-ID: <2@aster>\n\nFor two.\nMia"), digest);
    EXPECT_NE(mail_digest("Message-ID: <1@aster>\n\nFor three.\nMia"), digest);
}

TEST(MailDigest, GoesByWhoWroteWhenWithoutAnId) {
    EXPECT_EQ(mail_digest("From: a@example.com\nDate: today\n\nx"),
              mail_digest("Received: here\nFrom: a@example.com\nDate: today\n\nx"));
    EXPECT_NE(mail_digest("From: a@example.com\nDate: today\n\nx"),
              mail_digest("From: b@example.com\nDate: today\n\nx"));
}

TEST(MailDigest, AMailBeginsWithAHeader) {
    EXPECT_TRUE(looks_like_mail(mail));
    EXPECT_TRUE(looks_like_mail("From noor@aster.example Wed\nSubject: x\n\n"));
    for (const std::string_view other : {"", "hello", "{\"a\": 1}", "\n\nSubject: x", ": x"}) {
        EXPECT_FALSE(looks_like_mail(other)) << other;
    }
}

}  // namespace
}  // namespace standby::intake
