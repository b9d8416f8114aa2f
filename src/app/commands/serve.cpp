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

    // Returns the file's path.
    Result<std::string, std::string> write(std::string_view name, std::string_view secret) const {
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
    SecretFiles files(options.data_dir);
    if (made.setup_url.empty()) {
        files.remove(setup_file);
    }
    if (!made.owner_key.empty() && console.is_seen) {
        announcer.say(fmt::format("Your API key (shown once): {}", made.owner_key), "first_start",
                      "api_key", made.owner_key);
    } else if (!made.owner_key.empty()) {
        const std::string file =
            TRY(or_exit(exit_unavailable, files.write(key_file, made.owner_key)));
        announcer.say(fmt::format("Your API key is in {}", file), "first_start", "api_key_file",
                      file);
    }
    const std::string url = (*service)->url();
    announcer.say(fmt::format("Standby listens on {}", url), "listening", "url", url);
    if (!made.setup_url.empty() && console.is_seen) {
        announcer.say(fmt::format("Set up Standby in your browser: {}", made.setup_url), "set_up",
                      "url", made.setup_url);
    } else if (!made.setup_url.empty()) {
        const std::string file =
            TRY(or_exit(exit_unavailable, files.write(setup_file, made.setup_url)));
        announcer.say(fmt::format("Set up Standby in your browser: the link is in {}", file),
                      "set_up", "url_file", file);
    }
    signals.wait();
    signals.end_at_once_on_the_next();
    (*service)->stop();
    return exit_ok;
}

}  // namespace standby::app
