// `standby serve`: starts the service, waits for a signal, stops it.
#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "app/commands/secret_file.hpp"
#include "app/commands/signals.hpp"
#include "app/service/service.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <ostream>

namespace standby::app {
namespace {

constexpr std::string_view key_file = "first-key";
constexpr std::string_view setup_file = "setup-link";

// Where secrets go that nobody sits there to read: logs are kept and collected, and more people
// read them than may come in.
class SecretFiles {
public:
    explicit SecretFiles(std::string folder) : folder_(std::move(folder)) {}

    // Returns the file's path; nothing is written, and it is empty, when somebody sees the secret
    // on the screen or there is none.
    Result<std::string, std::string> write_unless(bool is_seen, std::string_view name,
                                                  std::string_view secret) const {
        if (is_seen || secret.empty()) {
            return std::string{};
        }
        std::string path = folder_ + "/" + std::string(name);
        TRY(write_secret_file(path, std::string(secret) + '\n'));
        return path;
    }
    void remove(std::string_view name) const {
        ::unlink((folder_ + "/" + std::string(name)).c_str());
    }

private:
    std::string folder_;
};

class Announcer {
public:
    Announcer(Console& console, LogFormat format) : console_(console), format_(format) {}

    // `text` for people; as JSON the event with one field.
    void say(std::string_view text, std::string_view event, std::string_view field,
             std::string_view value) {
        console_.output << (format_ == LogFormat::Text ? std::string(text)
                                                       : json(LogLevel::Info, event, field, value))
                        << std::endl;
    }
    Outcome complaint(const std::string& sentence) {
        if (format_ == LogFormat::Text) {
            return fail(sentence, exit_unavailable);
        }
        console_.errors << json(LogLevel::Error, "not_started", "problem", sentence) << std::endl;
        return exit_unavailable;
    }

private:
    static std::string json(LogLevel level, std::string_view event, std::string_view field,
                            std::string_view value) {
        return Log::line(LogFormat::Json, format_time(system_now()), level, event,
                         {{field, value}});
    }

    Console& console_;
    LogFormat format_;
};

}  // namespace

Outcome carry_out(const ServeCommand& command, Console& console) {
    const ServeOptions& options = command.options;
    const LogFormat format = options.log_format == "json" ? LogFormat::Json : LogFormat::Text;
    Announcer announcer(console, format);
    Log log(format, parse_log_level(options.log_level).value_or(LogLevel::Info));

    StopSignals signals;
    auto service = Service::start(options, log);
    if (!service) {
        return announcer.complaint(service.error());
    }
    const FirstStart& made = (*service)->first_start();
    const SecretFiles files(options.data_dir);
    if (made.setup_url.empty()) {
        files.remove(setup_file);
    }
    // Written before anything is said: whoever waits for a line finds them.
    const std::string key_path = TRY(
        or_exit(exit_unavailable, files.write_unless(console.is_seen, key_file, made.owner_key)));
    const std::string setup_path = TRY(
        or_exit(exit_unavailable, files.write_unless(console.is_seen, setup_file, made.setup_url)));
    if (!key_path.empty()) {
        announcer.say(fmt::format("Your API key is in {}", key_path), "first_start", "api_key_file",
                      key_path);
    } else if (!made.owner_key.empty()) {
        announcer.say(fmt::format("Your API key (shown once): {}", made.owner_key), "first_start",
                      "api_key", made.owner_key);
    }
    const std::string url = (*service)->url();
    announcer.say(fmt::format("Standby listens on {}", url), "listening", "url", url);
    if (!setup_path.empty()) {
        announcer.say(fmt::format("Set up Standby in your browser: the link is in {}", setup_path),
                      "set_up", "url_file", setup_path);
    } else if (!made.setup_url.empty()) {
        announcer.say(fmt::format("Set up Standby in your browser: {}", made.setup_url), "set_up",
                      "url", made.setup_url);
    }
    signals.wait();
    signals.end_at_once_on_the_next();
    (*service)->stop();
    return exit_ok;
}

}  // namespace standby::app
