#include "app/service/log.hpp"

#include "app/service/clocks.hpp"
#include "base/json/writer.hpp"

#include <cstdio>

namespace standby::app {
namespace {

std::string_view name_of(LogLevel level) {
    switch (level) {
    case LogLevel::Debug:
        return "debug";
    case LogLevel::Info:
        return "info";
    case LogLevel::Warning:
        return "warning";
    case LogLevel::Error:
        return "error";
    }
    return "";
}

bool needs_quotes(std::string_view text) {
    return text.empty() || text.find_first_of(" \"=\\\n\r\t") != std::string_view::npos;
}

std::string text_line(std::string_view time, LogLevel level, std::string_view event,
                      std::initializer_list<LogField> fields) {
    std::string line{time};
    line += ' ';
    line += name_of(level);
    line += ' ';
    line += event;
    for (const LogField& field : fields) {
        line += ' ';
        line += field.name;
        line += '=';
        if (const auto* number = std::get_if<std::int64_t>(&field.value)) {
            line += std::to_string(*number);
        } else if (const auto text = std::get<std::string_view>(field.value); needs_quotes(text)) {
            append_json_text(line, text);
        } else {
            line += text;
        }
    }
    return line;
}

std::string json_line(std::string_view time, LogLevel level, std::string_view event,
                      std::initializer_list<LogField> fields) {
    return json_object([&](JsonWriter& writer) {
        writer.text("time", time);
        writer.text("level", name_of(level));
        writer.text("event", event);
        for (const LogField& field : fields) {
            if (const auto* number = std::get_if<std::int64_t>(&field.value)) {
                writer.integer(field.name, *number);
            } else {
                writer.text(field.name, std::get<std::string_view>(field.value));
            }
        }
    });
}

}  // namespace

std::optional<LogLevel> parse_log_level(std::string_view text) {
    for (const LogLevel level :
         {LogLevel::Debug, LogLevel::Info, LogLevel::Warning, LogLevel::Error}) {
        if (text == name_of(level)) {
            return level;
        }
    }
    return std::nullopt;
}

std::string Log::line(LogFormat format, std::string_view time, LogLevel level,
                      std::string_view event, std::initializer_list<LogField> fields) {
    return format == LogFormat::Json ? json_line(time, level, event, fields)
                                     : text_line(time, level, event, fields);
}

void Log::write(LogLevel level, std::string_view event, std::initializer_list<LogField> fields) {
    if (!is_on(level)) {
        return;
    }
    std::string text = line(format_, format_time(SystemClock{}.now()), level, event, fields);
    text += '\n';
    const std::scoped_lock lock(mutex_);
    std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace standby::app
