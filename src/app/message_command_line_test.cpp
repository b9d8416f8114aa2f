// What the command lines about messages ask for, and that no mistake in them repeats a secret.
#include "app/command_line_test_support.hpp"

namespace standby::app {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(MessageCommandLine, ReadsWhatServeIsToldAboutProviders) {
    const auto options = Desk{}
                             .expect<ServeCommand>({"serve",
                                                    "--mail-url",
                                                    "smtp://h",
                                                    "--mail-from",
                                                    "w@example.com",
                                                    "--mail-rate",
                                                    "20",
                                                    "--mail-callback-secret",
                                                    "whsec_x",
                                                    "--sms-url",
                                                    "sns://eu-west-1",
                                                    "--sms-from",
                                                    "+1",
                                                    "--sms-from",
                                                    "+2",
                                                    "--sms-rate",
                                                    "3",
                                                    "--sms-sender-rate",
                                                    "0.5",
                                                    "--message-days",
                                                    "7",
                                                    "--private-webhooks",
                                                    "yes"})
                             .options;
    EXPECT_EQ(options.mail_url, "smtp://h");
    EXPECT_EQ(options.mail_from, "w@example.com");
    EXPECT_EQ(options.mail_rate, 20);
    EXPECT_EQ(options.mail_callback_secret, "whsec_x");
    EXPECT_EQ(options.sms_url, "sns://eu-west-1");
    EXPECT_THAT(options.sms_from, ElementsAre("+1", "+2"));
    EXPECT_EQ(options.sms_rate, 3);
    EXPECT_EQ(options.sms_sender_rate, 0.5);
    EXPECT_EQ(options.message_days, 7u);
    EXPECT_TRUE(options.private_webhooks);
}

TEST(MessageCommandLine, ReadsTheSameFromTheFileAndTheEnvironment) {
    Desk desk;
    desk.files["standby.toml"] = "mail_url = \"smtp://h\"\nmail_from = \"w@example.com\"\n"
                                 "sms_from = [\"+1\", \"+2\"]\nprivate_webhooks = true\n";
    desk.environment["STANDBY_SMS_URL"] = "sns://eu-west-1";
    desk.environment["STANDBY_MESSAGE_DAYS"] = "30";
    const ServeOptions options = desk.expect<ServeCommand>({"serve"}).options;
    EXPECT_EQ(options.mail_url, "smtp://h");
    EXPECT_EQ(options.mail_from, "w@example.com");
    EXPECT_THAT(options.sms_from, ElementsAre("+1", "+2"));
    EXPECT_EQ(options.sms_url, "sns://eu-west-1");
    EXPECT_EQ(options.message_days, 30u);
    EXPECT_TRUE(options.private_webhooks);
    desk.environment["STANDBY_PRIVATE_WEBHOOKS"] = "maybe";
    EXPECT_THAT(desk.mistake({"serve"}), AllOf(HasSubstr("yes or no"), HasSubstr("'maybe'")));
}

TEST(MessageCommandLine, RepeatsNoSecretWhenAFileIsWrong) {
    Desk desk;
    for (const std::string text :
         {"mail_url = smtp://user:s3cret@host\n", "mail_url = \"smtp://user:s3cret@host\nx = 1\n",
          "mail_url = [\"smtp://user:s3cret@host\", \"s3cret\"]\n", "api_key = s3cret\n",
          "mail_callback_secret = \"s3cret\" s3cret\n", "sms_url \"twilio://AC:s3cret@\"\n",
          "sms_ulr = \"twilio://AC:s3cret@\"\n", "[mail_url]\nurl = \"s3cret\"\n"}) {
        desk.files["standby.toml"] = text;
        EXPECT_THAT(desk.mistake({"serve"}),
                    AllOf(HasSubstr("standby.toml"), Not(HasSubstr("s3cret"))))
            << text;
    }
}

TEST(MessageCommandLine, RepeatsNoSecretWhenAFlagIsMisspelt) {
    const Desk desk;
    EXPECT_THAT(desk.mistake({"serve", "--mail-ulr", "smtp://user:s3cret@host"}),
                AllOf(HasSubstr("'--mail-url'"), Not(HasSubstr("s3cret"))));
    EXPECT_THAT(desk.mistake({"serve", "--sms-ulr=twilio://AC:s3cret@"}),
                AllOf(HasSubstr("'--sms-url'"), Not(HasSubstr("s3cret"))));
}

TEST(MessageCommandLine, ListsAndShowsMessages) {
    const Desk desk;
    const auto all = desk.expect<MessagesListCommand>({"messages", "list"});
    EXPECT_FALSE(all.state);
    EXPECT_EQ(all.resource, core::ResourceNumber{});
    EXPECT_EQ(all.limit, 50u);
    const auto some = desk.expect<MessagesListCommand>(
        {"messages", "list", "--state", "dead", "--resource", "res_1", "--limit", "7", "--json"});
    EXPECT_EQ(some.state, engine::OutboxState::Dead);
    EXPECT_EQ(some.resource, core::ResourceNumber{1});
    EXPECT_EQ(some.limit, 7u);
    EXPECT_EQ(some.style, Style::Json);
    EXPECT_EQ(desk.expect<MessagesShowCommand>({"messages", "show", "msg_2f"}).message,
              engine::parse_message_id("msg_2F"));
}

TEST(MessageCommandLine, ReplaysOneOrAllThatAreDead) {
    Desk desk;
    desk.environment["STANDBY_API_KEY"] = "sk_environment";
    const auto one = desk.expect<MessagesReplayCommand>({"messages", "replay", "msg_2F"});
    EXPECT_EQ(one.message, engine::parse_message_id("msg_2F"));
    EXPECT_EQ(one.options.api_key, "sk_environment");
    const auto all = desk.expect<MessagesReplayCommand>({"messages", "replay", "--all-dead",
                                                         "--resource", "res_1", "--api-key",
                                                         "sk_flag", "--data-dir", "/there"});
    EXPECT_EQ(all.message, 0u);
    EXPECT_EQ(all.resource, core::ResourceNumber{1});
    EXPECT_EQ(all.options.api_key, "sk_flag");
    EXPECT_EQ(all.options.data_dir, "/there");
}

TEST(MessageCommandLine, SaysWhatIsWrong) {
    const Desk desk;
    EXPECT_THAT(desk.mistake({"messages", "list", "--state", "lost"}),
                AllOf(HasSubstr("'lost'"), HasSubstr("pending, done or dead")));
    EXPECT_THAT(desk.mistake({"messages", "list", "--limit", "0"}), HasSubstr("'0'"));
    EXPECT_THAT(desk.mistake({"messages", "list", "--limit", "all"}), HasSubstr("'all'"));
    EXPECT_THAT(desk.mistake({"messages", "show"}), HasSubstr("needs MESSAGE"));
    EXPECT_THAT(desk.mistake({"messages", "show", "ent_1"}), HasSubstr("'ent_1'"));
    EXPECT_THAT(desk.mistake({"messages", "replay"}), HasSubstr("--all-dead"));
    EXPECT_THAT(desk.mistake({"messages", "replay", "msg_1", "--all-dead"}),
                HasSubstr("--all-dead"));
    EXPECT_THAT(desk.mistake({"messages", "replay", "msg_1", "--resource", "res_1"}),
                HasSubstr("--resource"));
    EXPECT_THAT(desk.mistake({"messages", "replya"}), HasSubstr("'replay'"));
}

TEST(MessageCommandLine, OpensNamedPlacesOfTheOwnNetwork) {
    Desk desk;
    EXPECT_THAT(desk.expect<ServeCommand>({"serve", "--allow-private", "calendar.lan:5232",
                                           "--allow-private", "[fd00::5]:80"})
                    .options.private_places,
                ElementsAre("calendar.lan:5232", "[fd00::5]:80"));
    EXPECT_THAT(desk.mistake({"serve", "--allow-private", "10.0.0.0/8"}),
                AllOf(HasSubstr("--allow-private"), HasSubstr("calendar.lan:5232")));
    desk.files["standby.toml"] = "allow_private = [\"10.0.0.5:8008\"]\n";
    EXPECT_THAT(desk.expect<ServeCommand>({"serve"}).options.private_places,
                ElementsAre("10.0.0.5:8008"));
}

TEST(MessageCommandLine, ReadsWhereATestIsSent) {
    const Desk desk;
    EXPECT_THAT(desk.expect<DoctorCommand>({"doctor"}).send_test, IsEmpty());
    EXPECT_EQ(desk.expect<DoctorCommand>({"doctor", "--send-test", "Me@example.com"}).send_test,
              "Me@example.com");
    EXPECT_EQ(desk.expect<DoctorCommand>({"doctor", "--send-test", "+49 (0)30 123-4567"}).send_test,
              "+49301234567");
    EXPECT_THAT(desk.mistake({"doctor", "--send-test", "030 1234567"}), HasSubstr("'030 1234567'"));
    EXPECT_THAT(desk.mistake({"doctor", "--send-test", "me"}), HasSubstr("mail address"));
}

TEST(MessageCommandLine, ImportsInSilenceUnlessToldOtherwise) {
    const Desk desk;
    EXPECT_FALSE(desk.expect<ImportCommand>({"import", "f", "--resource", "res_1"}).notify);
    EXPECT_TRUE(
        desk.expect<ImportCommand>({"import", "f", "--resource", "res_1", "--notify"}).notify);
}

}  // namespace
}  // namespace standby::app
