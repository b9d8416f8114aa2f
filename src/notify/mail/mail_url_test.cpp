// Tests of addresses of mail servers as they are written on the command line.
#include "notify/mail/smtp_provider.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace standby::notify {
namespace {

struct Good {
    std::string text;
    std::string url;
    std::string user = {};
    std::string password = {};
    bool requires_tls = false;
};

TEST(MailUrl, IsRead) {
    const Good table[] = {
        {"smtp://mail.example", "smtp://mail.example:587"},
        {"smtp://Mail.Example/", "smtp://mail.example:587"},
        {"smtps://mail.example", "smtps://mail.example:465", "", "", true},
        {"smtp://127.0.0.1:2525", "smtp://127.0.0.1:2525"},
        {"smtp://[::1]:2525", "smtp://[::1]:2525"},
        {"smtp://[2001:db8::1]", "smtp://[2001:db8::1]:587"},
        {"smtp://mail.example:25?tls=required", "smtp://mail.example:25", "", "", true},
        {"smtp://mail.example/?tls=optional", "smtp://mail.example:587"},
        {"smtp://u:p@mail.example", "smtp://mail.example:587", "u", "p", true},
        {"smtp://u:p@mail.example?tls=optional", "smtp://mail.example:587", "u", "p", false},
        {"smtp://u:p@localhost:25", "smtp://localhost:25", "u", "p", false},
        {"smtp://u:p@[::1]", "smtp://[::1]:587", "u", "p", false},
        {"smtp://u:p@127.0.0.1?tls=required", "smtp://127.0.0.1:587", "u", "p", true},
        {"smtp://u:p@127.evil.example", "smtp://127.evil.example:587", "u", "p", true},
        {"smtps://me%40mail.example:a%3Ab%2F%25@mail.example:4650", "smtps://mail.example:4650",
         "me@mail.example", "a:b/%", true},
        {"smtp://me@mail.example:a:b@mail.example", "smtp://mail.example:587", "me@mail.example",
         "a:b", true},
        {"smtp://u:p%c3%a4@mail.example", "smtp://mail.example:587", "u", "p\u00e4", true},
    };
    for (const Good& one : table) {
        const auto options = parse_mail_url(one.text);
        ASSERT_TRUE(options) << one.text << ": " << options.error();
        EXPECT_EQ(options->url, one.url) << one.text;
        EXPECT_EQ(options->user, one.user) << one.text;
        EXPECT_EQ(options->password, one.password) << one.text;
        EXPECT_EQ(options->requires_tls, one.requires_tls) << one.text;
    }
}

TEST(MailUrl, IsRefusedWithWhatIsWrong) {
    const std::pair<std::string, std::string> table[] = {
        {"", "begin with smtp://"},
        {"mail.example", "begin with smtp://"},
        {"http://mail.example", "begin with smtp://"},
        {"SMTP://mail.example", "begin with smtp://"},
        {"smtp://", "no host"},
        {"smtp://:25", "no host"},
        {"smtp://u:hunter2@", "no host"},
        {"smtp://mail..example", "host"},
        {"smtp://-mail.example", "host"},
        {"smtp://mail_\x01.example", "outside ASCII"},
        {"smtp://ma il.example", "space"},
        {"smtp://m\u00e4il.example", "outside ASCII"},
        {"smtp://[::1", "host"},
        {"smtp://[mail]", "host"},
        {"smtp://mail.example:", "port"},
        {"smtp://mail.example:0", "port"},
        {"smtp://mail.example:65536", "port"},
        {"smtp://mail.example:25x", "port"},
        {"smtp://mail.example:-1", "port"},
        {"smtp://mail.example/inbox", "behind the host"},
        {"smtp://u@mail.example", "without a password"},
        {"smtp://u:@mail.example", "without a password"},
        {"smtp://:hunter2@mail.example", "without a user"},
        {"smtp://u%:hunter2@mail.example", "has a user with"},
        {"smtp://u:hunter2%@mail.example", "has a password with"},
        {"smtp://u:hunter2%zz@mail.example", "has a password with"},
        {"smtp://u:hunter2%0a@mail.example", "has a password with"},
        {"smtp://u:hunter2%00@mail.example", "has a password with"},
        {"smtp://u:hunter2#x@mail.example", "%23"},
        {"smtp://u:hunter2/x@mail.example:x", "port"},
        {"smtp://u:hunter2?x@mail.example", "option"},
        {"smtp://u:x/hunter2", "%2F"},
        {"smtp://mail.example?tls=yes", "tls=required"},
        {"smtp://mail.example?tls=required&tls=optional", "tls=required"},
        {"smtp://mail.example?password=hunter2", "tls=required"},
        {fmt::format("smtp://{:a>3000}", ""), "too long"},
    };
    for (const auto& [text, what] : table) {
        const auto options = parse_mail_url(text);
        ASSERT_FALSE(options) << text;
        EXPECT_TRUE(options.error().contains(what)) << text << ": " << options.error();
        EXPECT_FALSE(options.error().contains("hunter2")) << text << ": " << options.error();
    }
}

RC_GTEST_PROP(MailUrl, NeverRepeatsThePassword, (const std::string& noise, std::uint8_t cut)) {
    const std::string secret = "c0rrect-h0rse";
    std::string text = "smtp://user:" + secret + noise + "@mail.example:25?tls=required";
    text.resize(text.size() - std::min<std::size_t>(cut % 32, text.size()));
    const auto options = parse_mail_url(text);
    RC_ASSERT(options || !options.error().contains(secret));
    RC_ASSERT(!options || !options->url.contains(secret));
}

}  // namespace
}  // namespace standby::notify
