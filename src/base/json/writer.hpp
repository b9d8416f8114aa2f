// Writes JSON by appending to a string that the caller owns: no tree, no allocation per field.
// Commas come by themselves. What is written is always valid JSON in valid UTF-8.
#pragma once

#include "base/time.hpp"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

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
    void raw(std::initializer_list<std::string_view> parts_of_value);

    // Members in one call.
    void begin_object(std::string_view member) { name(member), begin_object(); }
    void begin_array(std::string_view member) { name(member), begin_array(); }
    void text(std::string_view member, std::string_view value) { name(member), text(value); }
    void integer(std::string_view member, std::int64_t value) { name(member), integer(value); }
    void natural(std::string_view member, std::uint64_t value) { name(member), natural(value); }
    void fraction(std::string_view member, double value) { name(member), fraction(value); }
    void boolean(std::string_view member, bool value) { name(member), boolean(value); }
    void null(std::string_view member) { name(member), null(); }
    void time(std::string_view member, Time value) { name(member), time(value); }
    void duration(std::string_view member, Duration value) { name(member), duration(value); }
    // Null when there is nothing.
    void time(std::string_view member, const std::optional<Time>& value);
    void text_or_null(std::string_view member, std::string_view value);
    void natural(std::string_view member, const std::optional<std::uint64_t>& value);
    void fraction(std::string_view member, const std::optional<double>& value);

    // An array with what write(item) or write(writer, item) writes for each of them.
    template <class Items, class Write>
    void array(const Items& items, Write&& write) {
        begin_array();
        for (const auto& item : items) {
            if constexpr (std::is_invocable_v<Write&, JsonWriter&, decltype(item)>) {
                write(*this, item);
            } else {
                write(item);
            }
        }
        end_array();
    }
    template <class Items, class Write>
    void array(std::string_view member, const Items& items, Write&& write) {
        name(member);
        array(items, write);
    }
    template <class Items>
    void texts(std::string_view member, const Items& items) {
        array(member, items, [this](std::string_view item) { text(item); });
    }

private:
    bool needs_comma() const;
    void comma();
    void open(char bracket) {
        comma();
        output_.push_back(bracket);
    }

    std::string& output_;
    std::size_t begin_;
};

// What write(writer, arguments...) writes, as a text of its own.
template <class Write, class... Arguments>
std::string json_text(Write&& write, const Arguments&... arguments) {
    std::string text;
    JsonWriter writer{text};
    write(writer, arguments...);
    return text;
}

// An object with the members that write(writer) writes.
template <class Write>
std::string json_object(Write&& write) {
    return json_text([&](JsonWriter& writer) {
        writer.begin_object();
        write(writer);
        writer.end_object();
    });
}

// The text in double quotes, escaped; bytes that are not UTF-8 become U+FFFD.
void append_json_text(std::string& output, std::string_view text);

}  // namespace standby
