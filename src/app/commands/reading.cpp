// Finds the command by its name and lets CLI11 read what follows by the command's own rules.
#include "app/commands/reading.hpp"

#include "base/text.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <deque>

namespace standby::app {
namespace {

using Takes = CommandRule::Takes;

constexpr std::string_view manual_clock_start = "2026-01-01T00:00:00Z";

bool takes(const CommandRule& rule, const Setting& setting) {
    switch (rule.settings) {
    case Takes::Nothing:
        return false;
    case Takes::ClusterSecret:
        return setting.flag == "--cluster-secret";
    case Takes::DataPlace:
        return setting.flag == "--data-dir" || setting.flag == "--store" ||
               setting.flag == "--cluster-secret";
    case Takes::AllSettings:
        return true;
    }
    return false;
}

const CommandRule* find_rule(std::string_view name) {
    const auto all = command_rules();
    const auto at = std::ranges::find(all, name, &CommandRule::name);
    return at == all.end() ? nullptr : &*at;
}

// The first words of all commands, or the second words of those that begin with `first`.
std::vector<std::string> words_after(std::string_view first) {
    std::vector<std::string> words;
    for (const CommandRule& rule : command_rules()) {
        std::string_view name = rule.name;
        if (!first.empty()) {
            if (!name.starts_with(std::string(first) + " ")) {
                continue;
            }
            name.remove_prefix(first.size() + 1);
        }
        const std::string word(name.substr(0, name.find(' ')));
        if (std::ranges::find(words, word) == words.end()) {
            words.push_back(word);
        }
    }
    return words;
}

std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t index = 0; index < words.size(); ++index) {
        text += index == 0 ? "" : index + 1 == words.size() ? " and " : ", ";
        text += words[index];
    }
    return text;
}

// The command that the first arguments name, and how many they are.
struct Named {
    const CommandRule* rule = nullptr;
    std::size_t words = 1;
};
Result<Named, std::string> find_command(std::span<const std::string_view> arguments) {
    const std::string_view first = arguments.front();
    if (arguments.size() > 1) {
        if (const CommandRule* rule = find_rule(fmt::format("{} {}", first, arguments[1]))) {
            return Named{rule, 2};
        }
    }
    if (const CommandRule* rule = find_rule(first)) {
        return Named{rule, 1};
    }
    const std::vector<std::string> seconds = words_after(first);
    if (seconds.empty()) {
        const auto known = words_after({});
        std::string close = suggestion(first, known);
        return std::unexpected(fmt::format(
            "unknown command '{}'{}", first,
            close.empty() ? fmt::format("; the commands are {}", listed(known)) : close));
    }
    if (arguments.size() < 2 || arguments[1].starts_with('-')) {
        return std::unexpected(fmt::format("'{}' needs one of {}", first, listed(seconds)));
    }
    std::string close = suggestion(arguments[1], seconds);
    return std::unexpected(
        fmt::format("unknown command '{} {}'{}", first, arguments[1],
                    close.empty() ? fmt::format("; there are {}", listed(seconds)) : close));
}

class Reader {
public:
    explicit Reader(const CommandRule& rule) : rule_(rule) {
        app_.set_help_flag();
        app_.allow_extras();
        app_.add_flag("-h,--help", help_);
        for (const Setting& setting : settings()) {
            if (takes(rule, setting)) {
                add_setting(setting);
            }
        }
        if (rule.settings != Takes::Nothing) {
            app_.add_option("--config", config_);
            known_.emplace_back("--config");
        }
        if (rule.name == "serve") {
            manual_clock_ = app_.add_option("--manual-clock", manual_clock_value_)->expected(0, 1);
        }
        for (const ArgumentRule& argument : rule.arguments) {
            add(argument);
        }
    }

    Result<Typed, std::string> read(std::span<const std::string_view> arguments) {
        std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
        try {
            app_.parse(std::move(reversed));
        } catch (const CLI::ParseError& error) {
            return std::unexpected(std::string(error.what()));
        }
        Typed typed{.rule = &rule_, .help = help_};
        if (help_) {
            return typed;
        }
        if (const auto extra = app_.remaining(); !extra.empty()) {
            const std::string what = extra.front().substr(0, extra.front().find('='));
            return std::unexpected(
                what.starts_with('-')
                    ? fmt::format("'{}' has no flag '{}'{}", rule_.name, what,
                                  suggestion(what, known_))
                    : fmt::format("'{}' takes no argument '{}'", rule_.name, extra.front()));
        }
        return collect(std::move(typed));
    }

private:
    void add_setting(const Setting& setting) {
        CLI::Option* option =
            app_.add_option(std::string(setting.flag), setting_values_[std::string(setting.flag)]);
        option->expected(1);
        setting.repeatable ? option->take_all() : option->take_last();
        known_.emplace_back(setting.flag);
    }

    void add(const ArgumentRule& argument) {
        const std::string name(argument.name);
        const bool is_file_list = argument.repeatable && !name.starts_with('-');
        CLI::Option* option = argument.value.empty() ? app_.add_flag(name)
                              : is_file_list         ? app_.add_option(name, files_[name])
                                                     : app_.add_option(name, texts_[name]);
        if (is_file_list) {
            constexpr int files_max = 1000;
            option->expected(1, files_max);
        } else if (!argument.value.empty()) {
            argument.repeatable ? option->join(',') : option->take_last();
        }
        options_.emplace_back(&argument, option);
        known_.push_back(name);
    }

    Result<Typed, std::string> collect(Typed typed) {
        typed.config = config_;
        for (auto& [flag, values] : setting_values_) {
            if (!values.empty()) {
                typed.settings.emplace(flag, std::move(values));
            }
        }
        for (const auto& [argument, option] : options_) {
            if (option->count() > 0) {
                const std::string name(argument->name);
                // Names of files may have commas in them.
                typed.values.emplace(name, argument->value.empty() ? ""
                                           : files_.contains(name)
                                               ? fmt::format("{}", fmt::join(files_[name], "\n"))
                                               : texts_[name]);
            } else if (argument->required) {
                return std::unexpected(
                    fmt::format("'{}' needs {}: {}", rule_.name, argument->name, argument->help));
            }
        }
        if (manual_clock_ != nullptr && manual_clock_->count() > 0) {
            typed.values.emplace("--manual-clock", manual_clock_value_.empty()
                                                       ? std::string(manual_clock_start)
                                                       : manual_clock_value_);
        }
        return typed;
    }

    const CommandRule& rule_;
    CLI::App app_;
    bool help_ = false;
    std::string config_;
    std::string manual_clock_value_;
    CLI::Option* manual_clock_ = nullptr;
    std::map<std::string, std::vector<std::string>> setting_values_;
    std::map<std::string, std::string> texts_;
    std::map<std::string, std::vector<std::string>> files_;
    std::vector<std::pair<const ArgumentRule*, CLI::Option*>> options_;
    std::vector<std::string> known_{"--help"};
};

std::string help_line(std::string_view name, std::string_view value, std::string_view help) {
    const std::string left =
        value.empty() || value == name ? std::string(name) : fmt::format("{} {}", name, value);
    return fmt::format("  {:<26} {}\n", left, help);
}

}  // namespace

Result<Typed, std::string> read_arguments(std::span<const std::string_view> arguments) {
    const Named named = TRY(find_command(arguments));
    if (named.rule->name == "help") {
        if (arguments.size() == 1) {
            return Typed{.rule = named.rule, .help = false};
        }
        const Named about = TRY(find_command(arguments.subspan(1)));
        return Typed{.rule = about.rule, .help = true};
    }
    return Reader(*named.rule).read(arguments.subspan(named.words));
}

std::string help_on(const CommandRule& rule) {
    std::string usage = fmt::format("usage: standby {}", rule.name);
    std::string lines;
    for (const ArgumentRule& argument : rule.arguments) {
        if (argument.required) {
            usage += argument.name == argument.value
                         ? fmt::format(" {}", argument.name)
                         : fmt::format(" {} {}", argument.name, argument.value);
        }
        lines += help_line(argument.name, argument.value, argument.help);
    }
    for (const Setting& setting : settings()) {
        if (takes(rule, setting)) {
            lines += help_line(setting.flag, setting.value, setting.help);
        }
    }
    if (rule.settings != Takes::Nothing) {
        lines += help_line("--config", "FILE", "the settings file instead of standby.toml");
    }
    lines += help_line("--help", "", "print this text");
    return fmt::format("{} [flags]\n\n{}{}.{}{}\n\n{}\nexample: {}\n", usage,
                       static_cast<char>(rule.brief.front() - 'a' + 'A'), rule.brief.substr(1),
                       rule.text.empty() ? "" : "\n", rule.text, lines, rule.example);
}

std::string help_on_all() {
    std::string text =
        "Standby keeps a waitlist and offers each freed place to the right person, exactly once.\n"
        "\n"
        "usage: standby <command> [flags]\n"
        "\n";
    for (const CommandRule& rule : command_rules()) {
        text += fmt::format("  {:<20} {}\n", rule.name, rule.brief);
    }
    text +=
        "\n"
        "`standby <command> --help` says more, with an example.\n"
        "example: standby serve --data-dir /var/lib/standby\n"
        "\n"
        "Exit codes: 0 success; 1 failed or found problems; 2 could not start or open the data;\n"
        "64 usage error.\n";
    return text;
}

}  // namespace standby::app
