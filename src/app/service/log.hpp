// The log: one line per event, a name and fields, as text or as JSON. Nothing personal and no token
// is ever handed to it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace standby::app {

enum class LogLevel : std::uint8_t { Debug, Info, Warning, Error };
enum class LogFormat : std::uint8_t { Text, Json };

std::optional<LogLevel> parse_log_level(std::string_view text);

struct LogField {
    std::string_view name;
    std::variant<std::string_view, std::int64_t> value;
};

// Writes to the standard error stream. Calls may come from any thread; a line is written whole.
class Log {
public:
    Log(LogFormat format, LogLevel level) : format_(format), level_(level) {}

    bool is_on(LogLevel level) const { return level >= level_; }
    void write(LogLevel level, std::string_view event, std::initializer_list<LogField> fields);

    // A line as it would be written, without the time.
    static std::string line(LogFormat format, std::string_view time, LogLevel level,
                            std::string_view event, std::initializer_list<LogField> fields);

private:
    LogFormat format_;
    LogLevel level_;
    std::mutex mutex_;
};

}  // namespace standby::app
