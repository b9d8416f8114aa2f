// Tests of mails whose texts are chosen by somebody who means harm, and of texts of every shape.
#include "base/clean_text.hpp"
#include "base/prng.hpp"
#include "base/utf8.hpp"
#include "interchange/contact/contact.hpp"
#include "notify/mail/compose.hpp"
#include "notify/mail/mail_test_support.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace standby::notify {
namespace {

using std::string_literals::operator""s;

TEST(HostileMail, NeverNamesHalfAnAddress) {
    MailDraft one = sample_draft();
    one.from.address = "desk@salon.example\r\nBcc: eve@x.example";
    one.to.address = "ada@guest.example>, <eve@x.example";
    one.reply_to = "j\u00f6rg@guest.example";
    const ReadMail mail = read_mail(compose_mail(one));
    EXPECT_EQ(mail.from, (std::vector<ReadPerson>{{"nobody@standby.invalid", "Salon Nord"}}));
    EXPECT_EQ(mail.to, (std::vector<ReadPerson>{{"group", "undisclosed-recipients"}}));
    EXPECT_TRUE(mail.reply_to.empty());
    EXPECT_EQ(mail.message_id, "msg_0123456789abcdef@standby.invalid");
}

TEST(HostileMail, TurnsControlCharactersIntoSpacesAndRepairsUtf8) {
    MailDraft one = sample_draft();
    one.subject = "  A\r\nBcc: eve@x.example\x01\x7f \u2028 B\xff  ";
    one.to.name = "Ada\0\tL"s;
    one.text = "a\0b\xf0\x9f\rc\x1b[31m\r\nd\te"s;
    const ReadMail mail = read_mail(compose_mail(one));
    EXPECT_EQ(mail.subject, "A Bcc: eve@x.example B\ufffd");
    EXPECT_EQ(mail.to.at(0).name, "Ada L");
    EXPECT_EQ(mail.part("text/plain").content, "ab\ufffd\ufffd\r\nc[31m\r\nd\te");
}

TEST(HostileMail, BearsTenMegabytesInEveryField) {
    const std::string huge(10'000'000, 'x');
    std::string huge_unicode;
    while (huge_unicode.size() < 10'000'000) {
        huge_unicode += "\U0001f600";
    }
    MailDraft one = sample_draft();
    one.id = one.from.address = one.to.address = one.reply_to = one.language = huge;
    one.unsubscribe_url = "https://x.y/" + huge;
    one.from.name = one.to.name = one.subject = huge_unicode;
    one.text = huge;
    one.html = huge_unicode;
    one.calendar = CalendarPart{huge, huge};
    const std::string composed = compose_mail(one);
    EXPECT_EQ(what_is_wrong(composed), "");
    EXPECT_LT(composed.size(), 8'000'000U);
    const ReadMail mail = read_mail(composed);
    EXPECT_TRUE(is_utf8(mail.subject));
    EXPECT_EQ(mail.subject, huge_unicode.substr(0, 1000));
    EXPECT_EQ(mail.to.at(0).name, "undisclosed-recipients");
    EXPECT_EQ(mail.from.at(0).name, huge_unicode.substr(0, 248));
    EXPECT_EQ(mail.part("text/html").content, huge_unicode.substr(0, 1024 * 1024));
}

TEST(HostileMail, CannotBeSplitByItsOwnBoundary) {
    MailDraft one = sample_draft();
    const std::string first = compose_mail(one);
    const std::size_t at = first.find("boundary=\"") + 10;
    const std::string boundary = first.substr(at, first.find('"', at) - at);
    ASSERT_GT(boundary.size(), 20U);
    one.text = "a\n--" + boundary + "\nContent-Type: text/html\n\nb\n--" + boundary + "--\nc\n";
    one.html = one.text;
    const ReadMail mail = read_mail(compose_mail(one));
    ASSERT_EQ(mail.parts.size(), 3U);
    EXPECT_EQ(with_line_feeds(mail.parts[1].content), one.text);
    EXPECT_EQ(with_line_feeds(mail.parts[2].content), one.html);
}

// Bytes as an attacker would choose them: line breaks and what looks like a header, often.
std::string hostile_text(Prng& prng) {
    static const std::vector<std::string> pieces = {"\r\n",
                                                    "\n",
                                                    "\r",
                                                    "\r\n\r\n",
                                                    "Bcc: eve@x.example",
                                                    "\r\n ",
                                                    "=?",
                                                    "?=",
                                                    "=?UTF-8?Q?=0D=0ABcc:?=",
                                                    "\"",
                                                    "\\",
                                                    "<",
                                                    ">",
                                                    ",",
                                                    ";",
                                                    "@",
                                                    "a@b.example",
                                                    "--",
                                                    "=_",
                                                    "\xff",
                                                    "\xc3",
                                                    "\u00e4",
                                                    "\U0001f600",
                                                    "\u2028",
                                                    " ",
                                                    "\t",
                                                    "(",
                                                    ")",
                                                    "Content-Type: text/html\r\n\r\n",
                                                    "https://x.example/",
                                                    ".",
                                                    "x"};
    std::string text;
    const std::uint64_t count = prng.below(12);
    for (std::uint64_t index = 0; index < count; ++index) {
        text += prng.below(3) == 0 ? std::string(1, static_cast<char>(prng.below(256)))
                                   : pieces[prng.below(pieces.size())];
    }
    return text;
}

MailDraft hostile_draft(Prng& prng) {
    MailDraft one = sample_draft();
    for (std::string* field :
         {&one.id, &one.from.address, &one.from.name, &one.to.address, &one.to.name, &one.reply_to,
          &one.subject, &one.text, &one.html, &one.unsubscribe_url, &one.language}) {
        if (prng.below(4) != 0) {
            *field = hostile_text(prng);
        }
    }
    if (prng.below(2) == 0) {
        one.calendar = CalendarPart{hostile_text(prng), hostile_text(prng)};
    }
    return one;
}

// Whether there is each of our fields at most once, in our order, and no other.
bool has_only_our_fields(const ReadMail& mail) {
    static const std::vector<std::string> known = {"Date",
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
    auto next = known.begin();
    for (const std::string& name : mail.field_names()) {
        next = std::find(next, known.end(), name);
        if (next == known.end()) {
            return false;
        }
        ++next;
    }
    return true;
}

RC_GTEST_PROP(HostileMail, KeepsEveryFieldInItsPlace, (std::uint64_t seed)) {
    Prng prng(seed);
    for (int count = 0; count < 20; ++count) {
        const MailDraft one = hostile_draft(prng);
        const std::string composed = compose_mail(one);
        // A recipient's address stands there as it is (RFC 6532).
        const bool is_ascii = what_is_wrong(composed) != "a character outside ASCII";
        const std::string wrong = is_ascii ? what_is_wrong(composed) : "";
        RC_ASSERT(wrong == "");
        RC_ASSERT(is_ascii || !interchange::is_plain_address(one.to.address));
        RC_ASSERT(composed == compose_mail(one));
        const ReadMail mail = read_mail(composed);
        RC_ASSERT(has_only_our_fields(mail));
        RC_ASSERT(mail.from.size() == 1U && mail.to.size() == 1U && mail.reply_to.size() <= 1U);
        RC_ASSERT(mail.subject == clean_line(one.subject, 1000));
        RC_ASSERT(mail.from[0].name == clean_line(one.from.name, 250));
        RC_ASSERT(mail.to[0].address == "group" || mail.to[0].name == clean_line(one.to.name, 250));
        const std::size_t leaves = 1U + (one.html.empty() ? 0 : 1) + (one.calendar ? 2 : 0);
        const std::size_t multiparts = one.calendar ? 2 : leaves > 1 ? 1 : 0;
        RC_ASSERT(mail.parts.size() == leaves + multiparts);
    }
}

RC_GTEST_PROP(HostileMail, GivesEveryTextBack, (std::uint64_t seed)) {
    Prng prng(seed);
    static const std::vector<std::string> pieces = {"word",
                                                    " ",
                                                    "  ",
                                                    "\n",
                                                    "\n\n",
                                                    ".",
                                                    "=",
                                                    "=3D",
                                                    "From ",
                                                    "\t",
                                                    "\u00e9",
                                                    "\u4e2d",
                                                    "\U0001f600",
                                                    "--",
                                                    "<p>",
                                                    "\"",
                                                    "https://standby.example/x"};
    std::string text;
    const std::uint64_t count = prng.below(200);
    for (std::uint64_t index = 0; index < count; ++index) {
        text += pieces[prng.below(prng.below(2) == 0 ? pieces.size() : 3)];
    }
    MailDraft one = sample_draft();
    one.text = text;
    one.html = text + ".";
    const std::string composed = compose_mail(one);
    RC_ASSERT(what_is_wrong(composed) == "");
    const std::string body = composed.substr(composed.find("\r\n\r\n"));
    for (std::size_t begin = 0; begin < body.size();) {
        const std::size_t end = std::min(body.find("\r\n", begin), body.size());
        RC_ASSERT(end - begin <= 76U);
        RC_ASSERT(body[begin] != '.');
        begin = end + 2;
    }
    const ReadMail mail = read_mail(composed);
    RC_ASSERT(with_line_feeds(mail.part("text/plain").content) == text);
    RC_ASSERT(with_line_feeds(mail.part("text/html").content) == text + ".");
}

}  // namespace
}  // namespace standby::notify
