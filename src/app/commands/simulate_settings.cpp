// Rules are read by what reads them in a request, so that names, spellings and limits are the same.
#include "app/commands/simulate_settings.hpp"

#include "base/json/writer.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "base/time.hpp"
#include "http/api/resource_body.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <type_traits>
#include <utility>

namespace standby::app {
namespace {

using engine::whatif::Lognormal;
using engine::whatif::Salon;

struct Setting {
    std::string name;
    std::string value;
};

// Where the next `name=` begins after a comma that is in no object.
std::size_t end_of_setting(std::string_view text) {
    int depth = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
        if (text[at] != ',' || depth > 0) {
            continue;
        }
        const std::string_view rest = text.substr(at + 1);
        const std::size_t equals = rest.find('=');
        const bool is_name = equals != std::string_view::npos && equals > 0 &&
                             std::ranges::all_of(rest.substr(0, equals), [](unsigned char letter) {
                                 return std::isalnum(letter) != 0 || letter == '_';
                             });
        if (is_name) {
            return at;
        }
    }
    return text.size();
}

Result<std::vector<Setting>, std::string> split(std::string_view typed) {
    std::vector<Setting> settings;
    while (!typed.empty()) {
        const std::size_t end = end_of_setting(typed);
        const std::string_view one = typed.substr(0, end);
        const std::size_t equals = one.find('=');
        if (equals == std::string_view::npos || equals == 0) {
            return std::unexpected(
                fmt::format("--set must be a rule and its value, such as claim_window=10m, not "
                            "'{}'",
                            one));
        }
        settings.push_back(
            {std::string(one.substr(0, equals)), std::string(one.substr(equals + 1))});
        typed.remove_prefix(std::min(end + 1, typed.size()));
    }
    return settings;
}

bool is_whole_number(std::string_view text) {
    return parse_number<std::uint64_t>(text).has_value();
}

std::string json_text_of(std::string_view text) {
    std::string json;
    JsonWriter(json).text(text);
    return json;
}

// "21:00-08:00" as the API has it.
std::optional<std::string> quiet_hours_json(std::string_view text) {
    const std::size_t dash = text.find('-');
    if (dash == std::string_view::npos) {
        return std::nullopt;
    }
    return fmt::format(R"({{"from":{},"to":{}}})", json_text_of(text.substr(0, dash)),
                       json_text_of(text.substr(dash + 1)));
}

template <class Value>
struct IsOptional : std::false_type {};
template <class Value>
struct IsOptional<std::optional<Value>> : std::true_type {};

// The value as it would stand in a request; nothing when there is no such rule.
std::optional<std::string> json_of(const Setting& setting) {
    std::optional<std::string> json;
    const std::string& text = setting.value;
    core::for_each_rule([&]<class Value>(std::string_view name, Value core::Rules::*) {
        if (name != setting.name || name.empty()) {
            return;
        }
        const bool is_truth = text == "true" || text == "false";
        if (std::is_same_v<Value, bool>
                ? is_truth
                : std::is_same_v<Value, std::uint32_t> && is_whole_number(text)) {
            json = text;
        } else if (IsOptional<Value>::value && (text == "none" || text == "null")) {
            json = "null";
        } else if (text.starts_with('{')) {
            json = text;
        } else if (std::is_same_v<Value, std::optional<core::QuietHours>>) {
            json = quiet_hours_json(text).value_or(json_text_of(text));
        } else {
            json = json_text_of(text);
        }
    });
    return json;
}

std::vector<std::string> rule_names() {
    std::vector<std::string> names;
    core::for_each_rule([&](std::string_view name, auto) {
        if (!name.empty() && name != "auto_window") {
            names.emplace_back(name);
        }
    });
    return names;
}

std::string wrong(const Setting& setting, std::string_view message) {
    return fmt::format("--set {} {}, not '{}'", setting.name, message, setting.value);
}

Result<void, std::string> read_share(const Setting& setting, double& share) {
    const auto number = parse_number<double>(setting.value);
    if (!number || !(*number >= 0 && *number <= 1)) {
        return std::unexpected(wrong(setting, "must be a share from 0 to 1, such as 0.05"));
    }
    share = *number;
    return {};
}

Result<void, std::string> read_count(const Setting& setting, std::uint32_t& count,
                                     std::uint32_t most) {
    const auto number = parse_number<std::uint32_t>(setting.value);
    if (!number || *number < 1 || *number > most) {
        return std::unexpected(
            wrong(setting, fmt::format("must be a whole number from 1 to {}", most)));
    }
    count = *number;
    return {};
}

Result<void, std::string> read_length(const Setting& setting, Duration& length) {
    const auto duration = parse_duration(setting.value);
    if (!duration || *duration < std::chrono::minutes{1} || *duration > std::chrono::days{60}) {
        return std::unexpected(wrong(setting, "must be a time from 1m to 60d, such as 12m"));
    }
    length = *duration;
    return {};
}

constexpr std::string_view assumptions[] = {"people_who_fit", "yes_share",    "no_share",
                                            "answer_median",  "answer_sigma", "instant_yes_share",
                                            "notice_min",     "notice_max",   "openings"};

Result<void, std::string> read_assumption(const Setting& setting, Salon& salon,
                                          Lognormal& answers) {
    constexpr std::uint32_t people_max = 1'000;
    constexpr std::uint32_t openings_max = 1'000'000;
    const std::string& name = setting.name;
    if (name == "people_who_fit") {
        return read_count(setting, salon.people_who_fit, people_max);
    }
    if (name == "openings") {
        return read_count(setting, salon.openings, openings_max);
    }
    if (name == "yes_share") {
        return read_share(setting, answers.yes_share);
    }
    if (name == "no_share") {
        return read_share(setting, answers.no_share);
    }
    if (name == "instant_yes_share") {
        return read_share(setting, salon.instant_yes_share);
    }
    if (name == "answer_median") {
        return read_length(setting, answers.median);
    }
    if (name == "notice_min") {
        return read_length(setting, salon.notices.shortest);
    }
    if (name == "notice_max") {
        return read_length(setting, salon.notices.longest);
    }
    const auto sigma = parse_number<double>(setting.value);
    if (!sigma || !(*sigma >= 0.1 && *sigma <= 5)) {
        return std::unexpected(wrong(setting, "must be a number from 0.1 to 5"));
    }
    answers.sigma = *sigma;
    return {};
}

Result<void, std::string> check_together(const SimulateSettings& settings) {
    if (settings.answers.yes_share + settings.answers.no_share > 1) {
        return std::unexpected("--set yes_share and no_share must not be more than 1 together");
    }
    if (settings.salon.notices.shortest > settings.salon.notices.longest) {
        return std::unexpected("--set notice_min must not be longer than notice_max");
    }
    return {};
}

Result<void, std::string> read_rule(const Setting& setting, const std::string& json,
                                    std::string& rules) {
    auto alone = http::parse_trial(fmt::format(R"({{"rules":{{"{}":{}}}}})", setting.name, json));
    if (!alone) {
        const auto& errors = alone.error().errors;
        return std::unexpected(wrong(setting, errors.empty() ? "must be written as in the API"
                                                             : errors.front().message));
    }
    rules += fmt::format(R"({}"{}":{})", rules.empty() ? "" : ",", setting.name, json);
    return {};
}

}  // namespace

Result<SimulateSettings, std::string> read_simulate_settings(std::string_view typed,
                                                             Assumed assumed) {
    SimulateSettings settings;
    std::string rules;
    std::vector<std::string> known = rule_names();
    if (assumed == Assumed::ASalon) {
        known.insert(known.end(), std::begin(assumptions), std::end(assumptions));
    }
    std::vector<std::string> seen;
    for (const Setting& setting : TRY(split(typed))) {
        if (std::ranges::find(known, setting.name) == known.end()) {
            const bool is_assumption =
                std::ranges::find(assumptions, setting.name) != std::end(assumptions);
            const std::string close = suggestion(setting.name, known);
            return std::unexpected(
                is_assumption
                    ? fmt::format("--set {} goes with --model salon", setting.name)
                    : fmt::format("--set has no rule '{}'{}", setting.name,
                                  close.empty() ? "; the API lists them under rules" : close));
        }
        if (std::ranges::find(seen, setting.name) != seen.end()) {
            return std::unexpected(fmt::format("--set names {} twice", setting.name));
        }
        seen.push_back(setting.name);
        if (const auto json = json_of(setting)) {
            TRY(read_rule(setting, *json, rules));
            settings.text += fmt::format("{}{}={}", settings.text.empty() ? "" : " ", setting.name,
                                         setting.value);
        } else {
            TRY(read_assumption(setting, settings.salon, settings.answers));
        }
    }
    if (!rules.empty()) {
        settings.rules = http::parse_trial(fmt::format(R"({{"rules":{{{}}}}})", rules))->rules;
    }
    TRY(check_together(settings));
    return settings;
}

}  // namespace standby::app
