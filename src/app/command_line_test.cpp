// What a person at a terminal, and a script that starts Standby, are told; and what each command
// line asks for. Nothing is started here.
#include "app/command_line.hpp"

#include "app/command_line_test_support.hpp"
#include "app/commands/reading.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace standby::app {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

TEST(CommandLine, PrintsHelpThatNamesEveryCommand) {
    for (const std::string_view spelling : {"--help", "-h", "help"}) {
        const auto answer = Desk{}.answer({spelling});
        EXPECT_EQ(answer.exit_code, 0);
        EXPECT_THAT(answer.standard_error, IsEmpty());
        for (const CommandRule& rule : command_rules()) {
            EXPECT_THAT(answer.standard_output, HasSubstr(rule.name));
        }
    }
}

TEST(CommandLine, GivesEveryCommandHelpWithAnExample) {
    for (const CommandRule& rule : command_rules()) {
        if (rule.name == "help") {
            continue;
        }
        std::vector<std::string_view> words;
        const std::size_t space = rule.name.find(' ');
        words.push_back(rule.name.substr(0, space));
        if (space != std::string_view::npos) {
            words.push_back(rule.name.substr(space + 1));
        }
        std::vector<std::string_view> asked{"help"};
        asked.insert(asked.end(), words.begin(), words.end());
        words.push_back("--help");
        const auto answer = Desk{}.answer(words);
        EXPECT_EQ(answer.exit_code, 0);
        EXPECT_THAT(answer.standard_output,
                    AllOf(HasSubstr("usage: standby " + std::string(rule.name)),
                          HasSubstr("example: standby "), HasSubstr("--help")));
        EXPECT_EQ(Desk{}.answer(asked).standard_output, answer.standard_output);
    }
}

TEST(CommandLine, ReadsTheExampleOfEveryCommand) {
    for (const CommandRule& rule : command_rules()) {
        std::vector<std::string> words;
        std::string_view rest = rule.example;
        while (!rest.empty()) {
            const bool quoted = rest.front() == '"';
            const std::size_t end = std::min(rest.find(quoted ? '"' : ' ', 1), rest.size());
            words.emplace_back(rest.substr(quoted ? 1 : 0, end - (quoted ? 1 : 0)));
            rest.remove_prefix(std::min(rest.size(), end + 1));
        }
        const std::vector<std::string_view> arguments(words.begin() + 1, words.end());
        const auto command = Desk{}.read(arguments);
        if (!command) {
            EXPECT_EQ(command.error().exit_code, 0)
                << rule.example << ": " << command.error().standard_error;
        }
    }
}

TEST(CommandLine, PrintsTheVersionOnOneLine) {
    const auto answer = Desk{}.answer({"version"});
    EXPECT_EQ(answer.exit_code, 0);
    EXPECT_THAT(answer.standard_output,
                MatchesRegex("standby [0-9]+\\.[0-9]+\\.[0-9]+( \\([0-9a-f]+, [0-9-]+\\))?\n"));
    EXPECT_EQ(Desk{}.answer({"--version"}).standard_output, answer.standard_output);
    EXPECT_THAT(Desk{}.answer({"version", "--json"}).standard_output,
                StartsWith("{\"version\":\""));
}

TEST(CommandLine, NamesTheUnknownCommandAndTheNearestOne) {
    EXPECT_THAT(Desk{}.mistake({"sreve"}), AllOf(HasSubstr("'sreve'"), HasSubstr("'serve'")));
    EXPECT_THAT(Desk{}.mistake({"frobnicate"}), HasSubstr("serve, demo, import"));
    EXPECT_THAT(Desk{}.mistake({"keys", "revok"}), HasSubstr("'revoke'"));
    EXPECT_THAT(Desk{}.mistake({"keys"}), HasSubstr("list, create, revoke and rotate-tokens"));
    EXPECT_THAT(Desk{}.mistake({"messages"}), HasSubstr("list, show, replay and templates"));
    EXPECT_THAT(Desk{}.mistake({"--data-dir", "x"}), HasSubstr("'--data-dir'"));
}

TEST(CommandLine, NamesTheUnknownFlagAndTheNearestOne) {
    EXPECT_THAT(Desk{}.mistake({"serve", "--lisen", "1"}),
                AllOf(HasSubstr("'--lisen'"), HasSubstr("'--listen'")));
    EXPECT_THAT(Desk{}.mistake({"serve", "--nonsense=3"}), HasSubstr("'--nonsense'"));
    EXPECT_THAT(Desk{}.mistake({"verify", "res_1"}), HasSubstr("'res_1'"));
}

TEST(CommandLine, TreatsNoCommandAsAMistakeInUsage) {
    EXPECT_THAT(Desk{}.mistake({}), HasSubstr("usage: standby"));
}

TEST(CommandLine, ServesWithDefaultsWhenNothingIsSaid) {
    const ServeOptions options = Desk{}.expect<ServeCommand>({"serve"}).options;
    EXPECT_EQ(options.listen, "127.0.0.1:8080");
    EXPECT_EQ(options.data_dir, "standby-data");
    EXPECT_EQ(options.join_rate, 5);
    EXPECT_THAT(options.manual_clock, IsEmpty());
}

TEST(CommandLine, ReadsEveryFlagOfServe) {
    const ServeOptions options = Desk{}
                                     .expect<ServeCommand>({"serve",
                                                            "--listen",
                                                            "[::1]:0",
                                                            "--store",
                                                            "sqlite:///d/x",
                                                            "--public-url",
                                                            "https://w",
                                                            "--api-key",
                                                            "sk_1",
                                                            "--log-format",
                                                            "json",
                                                            "--log-level",
                                                            "debug",
                                                            "--tls-cert",
                                                            "c",
                                                            "--tls-key",
                                                            "k",
                                                            "--join-rate",
                                                            "0.5",
                                                            "--join-burst",
                                                            "7",
                                                            "--shards",
                                                            "3",
                                                            "--io-threads",
                                                            "4",
                                                            "--connections-max",
                                                            "5",
                                                            "--trusted-proxy",
                                                            "10.0.0.1",
                                                            "--trusted-proxy",
                                                            "10.0.0.2"})
                                     .options;
    EXPECT_EQ(options.listen, "[::1]:0");
    EXPECT_EQ(options.store, "sqlite:///d/x");
    EXPECT_EQ(options.public_url, "https://w");
    EXPECT_EQ(options.api_key, "sk_1");
    EXPECT_EQ(options.log_format, "json");
    EXPECT_EQ(options.log_level, "debug");
    EXPECT_EQ(options.tls_cert, "c");
    EXPECT_EQ(options.tls_key, "k");
    EXPECT_EQ(options.join_rate, 0.5);
    EXPECT_EQ(options.join_burst, 7);
    EXPECT_EQ(options.shards, 3u);
    EXPECT_EQ(options.io_threads, 4u);
    EXPECT_EQ(options.connections_max, 5u);
    EXPECT_THAT(options.trusted_proxies, ElementsAre("10.0.0.1", "10.0.0.2"));
}

TEST(CommandLine, StartsTheManualClockAtTheGivenTimeOrAtTheNewYear) {
    const Desk desk;
    EXPECT_EQ(desk.expect<ServeCommand>({"serve", "--manual-clock"}).options.manual_clock,
              "2026-01-01T00:00:00Z");
    EXPECT_EQ(desk.expect<ServeCommand>(
                      {"serve", "--manual-clock", "2026-05-01T10:00:00Z", "--shards", "1"})
                  .options.manual_clock,
              "2026-05-01T10:00:00Z");
    EXPECT_EQ(desk.expect<ServeCommand>({"serve", "--manual-clock", "--shards", "1"})
                  .options.manual_clock,
              "2026-01-01T00:00:00Z");
    EXPECT_THAT(desk.mistake({"serve", "--manual-clock", "noon"}), HasSubstr("'noon'"));
}

TEST(CommandLine, LetsAFlagBeatTheEnvironmentAndThatTheFile) {
    Desk desk;
    desk.files["standby.toml"] = "listen = \"127.0.0.1:1\"\nshards = 9\njoin_rate = 1.5\n"
                                 "trusted_proxy = [\"10.0.0.1\", \"10.0.0.2\"]\n";
    desk.environment = {{"STANDBY_LISTEN", "127.0.0.1:2"}, {"STANDBY_SHARDS", "8"}};
    const ServeOptions options =
        desk.expect<ServeCommand>({"serve", "--listen", "127.0.0.1:3"}).options;
    EXPECT_EQ(options.listen, "127.0.0.1:3");
    EXPECT_EQ(options.shards, 8u);
    EXPECT_EQ(options.join_rate, 1.5);
    EXPECT_THAT(options.trusted_proxies, ElementsAre("10.0.0.1", "10.0.0.2"));
    EXPECT_EQ(options.io_threads, 2u);
}

TEST(CommandLine, LooksForTheFileHereThenInTheDataDirectoryOrWhereItIsTold) {
    Desk desk;
    desk.files["/data/standby.toml"] = "shards = 5";
    EXPECT_EQ(desk.expect<ServeCommand>({"serve", "--data-dir", "/data"}).options.shards, 5u);
    desk.files["standby.toml"] = "shards = 6";
    EXPECT_EQ(desk.expect<ServeCommand>({"serve", "--data-dir", "/data"}).options.shards, 6u);
    desk.files["mine.toml"] = "shards = 7";
    EXPECT_EQ(desk.expect<ServeCommand>({"serve", "--config", "mine.toml"}).options.shards, 7u);
    desk.environment["STANDBY_CONFIG"] = "mine.toml";
    EXPECT_EQ(desk.expect<ServeCommand>({"serve"}).options.shards, 7u);
    EXPECT_THAT(desk.mistake({"serve", "--config", "absent.toml"}), HasSubstr("absent.toml"));
}

TEST(CommandLine, NamesWhatIsWrongInTheFile) {
    Desk desk;
    const auto mistake_in = [&](const std::string& text) {
        desk.files["standby.toml"] = text;
        return desk.mistake({"serve"});
    };
    EXPECT_THAT(
        mistake_in("# first\nlisen = \"x\""),
        AllOf(HasSubstr("standby.toml, line 2"), HasSubstr("'lisen'"), HasSubstr("'listen'")));
    EXPECT_THAT(mistake_in("[server]\nlisten = \"x\""), HasSubstr("'server'"));
    EXPECT_THAT(mistake_in("listen = "), HasSubstr("standby.toml, line 1"));
    EXPECT_THAT(mistake_in("shards = \"many\""),
                AllOf(HasSubstr("shards in standby.toml"), HasSubstr("'many'")));
    EXPECT_THAT(mistake_in("shards = [1, 2]"), HasSubstr("shards must be"));
    EXPECT_THAT(mistake_in("shards = true"), HasSubstr("shards must be"));
}

TEST(CommandLine, NamesBadValuesAndWhereTheyStand) {
    Desk desk;
    EXPECT_THAT(desk.mistake({"serve", "--listen", "nonsense"}),
                AllOf(HasSubstr("--listen"), HasSubstr("'nonsense'")));
    EXPECT_THAT(desk.mistake({"serve", "--join-rate", "x"}), HasSubstr("'x'"));
    EXPECT_THAT(desk.mistake({"serve", "--join-rate", "nan"}), HasSubstr("'nan'"));
    EXPECT_THAT(desk.mistake({"serve", "--log-format", "xml"}), HasSubstr("'xml'"));
    EXPECT_THAT(desk.mistake({"serve", "--log-level", "loud"}), HasSubstr("'loud'"));
    EXPECT_THAT(desk.mistake({"serve", "--shards", "0"}), HasSubstr("from 1 to 256"));
    EXPECT_THAT(desk.mistake({"serve", "--store", "mysql://h"}), HasSubstr("postgres://"));
    EXPECT_THAT(desk.mistake({"serve", "--tls-cert", "c"}), HasSubstr("--tls-key"));
    EXPECT_THAT(desk.mistake({"serve", "--listen"}), HasSubstr("--listen"));
    desk.environment["STANDBY_SHARDS"] = "none";
    EXPECT_THAT(desk.mistake({"serve"}), HasSubstr("STANDBY_SHARDS"));
}

TEST(CommandLine, FindsTheDataOfOfflineCommandsAsTheServerDoes) {
    Desk desk;
    desk.environment["STANDBY_DATA_DIR"] = "/there";
    EXPECT_EQ(desk.expect<VerifyCommand>({"verify"}).place.data_dir, "/there");
    EXPECT_EQ(desk.expect<VerifyCommand>({"verify", "--data-dir", "/here"}).place.data_dir,
              "/here");
    desk.files["/there/standby.toml"] = "store = \"sqlite:///elsewhere/s.db\"";
    EXPECT_EQ(desk.expect<VerifyCommand>({"verify"}).place.store, "sqlite:///elsewhere/s.db");
}

TEST(CommandLine, ReadsTheArgumentsOfOfflineCommands) {
    const Desk desk;
    const auto import = desk.expect<ImportCommand>(
        {"import", "guests.csv", "--resource", "res_1", "--skip-bad", "--json"});
    EXPECT_EQ(import.file, "guests.csv");
    EXPECT_EQ(import.resource, core::ResourceNumber{1});
    EXPECT_TRUE(import.skip_bad);
    EXPECT_FALSE(import.dry_run);
    EXPECT_EQ(import.style, Style::Json);

    const auto exported = desk.expect<ExportCommand>({"export", "--what", "people", "--json"});
    EXPECT_EQ(exported.what, ExportWhat::People);
    EXPECT_EQ(exported.format, ExportFormat::JsonLines);
    EXPECT_FALSE(exported.resource);

    const auto replay = desk.expect<ReplayCommand>({"replay", "res_1", "--at", "2026-11-15"});
    EXPECT_EQ(format_time(replay.at), "2026-11-15T00:00:00Z");

    const auto key =
        desk.expect<KeysCreateCommand>({"keys", "create", "--role", "owner", "--label", "till 2"});
    EXPECT_EQ(key.role, engine::Role::Owner);
    EXPECT_EQ(key.label, "till 2");

    const auto attempt = desk.expect<IntakeTryCommand>(
        {"intake", "try", "a, b.eml", "c.eml", "--service", "Cut", "--service", "Colour",
         "--language", "de-AT", "--country", "AT", "--at", "2026-11-15"});
    EXPECT_EQ(attempt.files, (std::vector<std::string>{"a, b.eml", "c.eml"}));
    EXPECT_EQ(attempt.services, (std::vector<std::string>{"Cut", "Colour"}));
    EXPECT_EQ(attempt.language, interchange::Language::German);
    EXPECT_EQ(attempt.time_zone, "UTC");

    const auto demo = desk.expect<DemoCommand>({"demo", "--for", "20s", "--speed", "2"});
    EXPECT_EQ(demo.length, std::chrono::seconds{20});
    EXPECT_EQ(demo.speed, 2);
}

TEST(CommandLine, SaysWhichArgumentIsMissingOrWrong) {
    const Desk desk;
    EXPECT_THAT(desk.mistake({"import", "guests.csv"}), HasSubstr("needs --resource"));
    EXPECT_THAT(desk.mistake({"import", "--resource", "res_1"}), HasSubstr("needs FILE"));
    EXPECT_THAT(desk.mistake({"import", "f", "--resource", "ent_1"}), HasSubstr("'ent_1'"));
    EXPECT_THAT(desk.mistake({"export", "--what", "cats"}),
                AllOf(HasSubstr("'cats'"), HasSubstr("entries, offers, openings")));
    EXPECT_THAT(desk.mistake({"replay", "res_1"}), HasSubstr("needs --at"));
    EXPECT_THAT(desk.mistake({"replay", "res_1", "--at", "noon"}), HasSubstr("'noon'"));
    EXPECT_THAT(desk.mistake({"explain", "off_1"}), HasSubstr("'off_1'"));
    EXPECT_THAT(desk.mistake({"keys", "revoke", "3"}), HasSubstr("'3'"));
    EXPECT_THAT(desk.mistake({"keys", "create", "--role", "king"}), HasSubstr("'king'"));
    EXPECT_THAT(desk.mistake({"demo", "--for", "ever"}), HasSubstr("'ever'"));
    EXPECT_THAT(desk.mistake({"intake", "try", "--language", "it"}), HasSubstr("'it'"));
    EXPECT_THAT(desk.mistake({"intake", "try", "--country", "Bavaria"}), HasSubstr("'Bavaria'"));
    EXPECT_THAT(desk.mistake({"intake", "try", "--jsonl", "a.eml"}), HasSubstr("not files"));
    EXPECT_THAT(desk.mistake({"demo", "--speed", "0"}), HasSubstr("from 0.1 to 100"));
    EXPECT_THAT(desk.mistake({"demo", "--speed", "fast"}), HasSubstr("'fast'"));
}

}  // namespace
}  // namespace standby::app
