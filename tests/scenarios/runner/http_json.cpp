// Which field has which type is known by its last name; most are texts.
#include "tests/scenarios/runner/http_json.hpp"

#include "base/json/writer.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace standby::scenarios {
namespace {

// Numbers, truth values and null stand in the text as they are in JSON.
bool is_literal(std::string_view name) {
    static constexpr auto names =
        std::to_array<std::string_view>({"capacity",    "party_size", "tier",
                                         "points",      "cap",        "quantity",
                                         "min",         "max",        "minutes_per_point",
                                         "max_waiting", "max_offers", "max_misses",
                                         "max_passes",  "wave_size",  "verify_email",
                                         "tell_ends",   "transfer",   "urgent",
                                         "instant_yes", "move_up",    "late_yes",
                                         "wanted"});
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_money(std::string_view name) {
    return name == "payment" || name == "price" || name == "max_price";
}

// "4500 EUR"
void write_money(JsonWriter& writer, std::string_view text) {
    const std::size_t space = std::min(text.find(' '), text.size());
    writer.begin_object();
    writer.name("amount");
    writer.raw(text.substr(0, space));
    writer.text("currency", text.substr(std::min(space + 1, text.size())));
    writer.end_object();
}

// "Tue 09:00-12:00;Wed 09:00-12:00"
void write_weekly(JsonWriter& writer, std::string_view text) {
    writer.begin_array();
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(';'), text.size());
        const std::string_view window = text.substr(0, end);
        std::string day(window.substr(0, 3));
        day[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(day[0])));
        writer.begin_object();
        writer.name("days");
        writer.begin_array();
        writer.text(day);
        writer.end_array();
        writer.text("from", window.substr(4, 5));
        writer.text("to", window.substr(10));
        writer.end_object();
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    writer.end_array();
}

void write_value(JsonWriter& writer, std::string_view name, std::string_view text) {
    if (text == "null" || is_literal(name)) {
        writer.raw(text);
    } else if (is_money(name)) {
        write_money(writer, text);
    } else if (name == "weekly") {
        write_weekly(writer, text);
    } else {
        writer.text(text);
    }
}

using Place = Fields::const_iterator;

// The fields from `at` on whose names begin with the prefix, as one object. In the order of their
// names those below a name come right after it.
Place write_object(JsonWriter& writer, Place at, Place end, const std::string& prefix) {
    writer.begin_object();
    while (at != end && at->first.starts_with(prefix)) {
        const std::string_view rest = std::string_view(at->first).substr(prefix.size());
        const std::string name(rest.substr(0, rest.find('.')));
        const std::string below = prefix + name + '.';
        const Place next = std::next(at);
        writer.name(name);
        if (at->first.starts_with(below)) {
            at = write_object(writer, at, end, below);
        } else if (next != end && next->first.starts_with(below)) {
            at = write_object(writer, next, end, below);
        } else {
            write_value(writer, name, at->second);
            at = next;
        }
    }
    writer.end_object();
    return at;
}

}  // namespace

Result<Json, std::string> Json::read(std::string text) {
    auto kept = std::make_unique<const std::string>(std::move(text));
    auto document = read_json(*kept);
    if (!document) {
        return std::unexpected("the answer is no JSON: " + document.error().text());
    }
    return Json(std::move(kept), *std::move(document));
}

const JsonValue* member(const JsonValue& object, std::string_view name) {
    const JsonValue* value = object.find(name);
    return value != nullptr && value->type != JsonType::Null ? value : nullptr;
}

std::string text_in(const JsonValue& object, std::string_view name) {
    const JsonValue* value = member(object, name);
    if (value == nullptr) {
        return {};
    }
    switch (value->type) {
    case JsonType::Boolean:
        return value->boolean ? "true" : "false";
    case JsonType::Integer:
        return std::to_string(value->integer);
    default:
        return std::string(value->text);
    }
}

std::int64_t integer_in(const JsonValue& object, std::string_view name) {
    const JsonValue* value = member(object, name);
    return value == nullptr ? 0 : value->integer;
}

std::uint64_t natural_in(const JsonValue& object, std::string_view name) {
    return static_cast<std::uint64_t>(integer_in(object, name));
}

std::string json_of(const Fields& fields) {
    std::string text;
    JsonWriter writer(text);
    write_object(writer, fields.begin(), fields.end(), "");
    return text;
}

}  // namespace standby::scenarios
