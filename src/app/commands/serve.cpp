// `standby serve`: starts the service, waits for a signal, stops it.
#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "app/commands/signals.hpp"
#include "app/service/service.hpp"

#include <fmt/core.h>

#include <ostream>

namespace standby::app {
namespace {

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
    if (const std::string& key = (*service)->first_start().owner_key; !key.empty()) {
        announcer.say(fmt::format("Your API key (shown once): {}", key), "first_start", "api_key",
                      key);
    }
    const std::string url = (*service)->url();
    announcer.say(fmt::format("Standby listens on {}", url), "listening", "url", url);
    if (const std::string& setup = (*service)->first_start().setup_url; !setup.empty()) {
        announcer.say(fmt::format("Set up Standby in your browser: {}", setup), "set_up", "url",
                      setup);
    }
    signals.wait();
    signals.end_at_once_on_the_next();
    (*service)->stop();
    return exit_ok;
}

}  // namespace standby::app
