// The settings of the server and where they come from: a flag beats the environment, which beats
// the file, which beats the default. One table says the name of each in all three places, so that
// they cannot drift apart.
#pragma once

#include "app/service/options.hpp"
#include "base/result.hpp"

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standby::app {

// The values given for a setting, in order; more than one only where it is repeatable.
using GivenValues = std::map<std::string, std::vector<std::string>, std::less<>>;  // by flag

struct Setting {
    std::string_view flag;  // "--data-dir"; STANDBY_DATA_DIR; data_dir in the file
    std::string_view value;
    std::string_view help;
    bool repeatable = false;
    // The error says what is wanted, without naming the setting.
    Result<void, std::string> (*apply)(ServeOptions& options,
                                       const std::vector<std::string>& values);
    bool is_secret = false;  // never repeated in an error
};
std::span<const Setting> settings();

std::string environment_name(const Setting& setting);
std::string file_key(const Setting& setting);

// What is outside of the arguments, so that tests can bring their own.
struct Surroundings {
    std::function<std::optional<std::string>(const std::string& name)> environment;
    // The content of a file; nothing when there is none.
    std::function<std::optional<std::string>(const std::string& path)> file;
};
Surroundings real_surroundings();

// What the file says, by flag. `name` is what errors call it; unknown keys are errors.
Result<GivenValues, std::string> read_settings_file(const std::string& text,
                                                    const std::string& name);

// Everything put together. Without `config_path`, standby.toml is looked for in the current
// directory and then in the data directory. The error names the setting and where it stands.
Result<ServeOptions, std::string> resolve_settings(const GivenValues& flags,
                                                   const std::string& config_path,
                                                   const Surroundings& surroundings);

}  // namespace standby::app
