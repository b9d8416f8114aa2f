// Writes JSON by appending to a string that the caller owns: no tree, no allocation per field.
// Commas come by themselves. What is written is always valid JSON in valid UTF-8.
#pragma once

#include "base/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace standby {

class JsonWriter {
public:
    // The string may already hold something (the start of an event-stream line, say); one value is
    // written behind it.
    explicit JsonWriter(std::string& output) : output_(output), begin_(output.size()) {}

    void begin_object() { open('{'); }
    void end_object() { output_.push_back('}'); }
    void begin_array() { open('['); }
    void end_array() { output_.push_back(']'); }

    // The name of a member; its value must follow. Names are ours: they need no escaping.
    void name(std::string_view name);

    void text(std::string_view value);
    void integer(std::int64_t value);
    void natural(std::uint64_t value);
    // Finite; written with as many digits as it takes to read the same number back.
    void fraction(double value);
    void boolean(bool value);
    void null();
    void time(Time value);
    void duration(Duration value);
    // One complete JSON value, or a mark that stands for one (interchange/view/placeholders.hpp).
    void raw(std::string_view value);

    // Members in one call.
    void text(std::string_view member, std::string_view value) { name(member), text(value); }
    void integer(std::string_view member, std::int64_t value) { name(member), integer(value); }
    void natural(std::string_view member, std::uint64_t value) { name(member), natural(value); }
    void boolean(std::string_view member, bool value) { name(member), boolean(value); }
    void null(std::string_view member) { name(member), null(); }
    void time(std::string_view member, Time value) { name(member), time(value); }
    void duration(std::string_view member, Duration value) { name(member), duration(value); }
    // Null when there is nothing.
    void time(std::string_view member, const std::optional<Time>& value);
    void text_or_null(std::string_view member, std::string_view value);
    void natural(std::string_view member, const std::optional<std::uint64_t>& value);

private:
    void comma();
    void open(char bracket) {
        comma();
        output_.push_back(bracket);
    }

    std::string& output_;
    std::size_t begin_;
};

// The text in double quotes, escaped; bytes that are not UTF-8 become U+FFFD.
void append_json_text(std::string& output, std::string_view text);

}  // namespace standby
