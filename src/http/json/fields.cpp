// The getters: each checks the type first, then the value, and words what is wrong.
#include "http/json/fields.hpp"

#include "base/assert.hpp"
#include "base/characters.hpp"
#include "base/text.hpp"
#include "core/model/limits.hpp"

#include <algorithm>
#include <charconv>

namespace standby::http {
namespace {

// How much of an unknown field's name an error repeats.
constexpr std::size_t quoted_bytes_max = 100;

bool is_currency(std::string_view text) {
    return text.size() == 3 && std::ranges::all_of(text, is_upper);
}

std::string one_of(std::span<const std::string_view> names) {
    std::string text = "must be ";
    for (std::size_t index = 0; index < names.size(); ++index) {
        if (index > 0) {
            text += index + 1 == names.size() ? " or " : ", ";
        }
        text += names[index];
    }
    return text;
}

std::string range_text(std::int64_t low, std::int64_t high) {
    return "must be from " + std::to_string(low) + " to " + std::to_string(high);
}

}  // namespace

FieldReader::FieldReader(const JsonValue& object, std::string path, std::vector<FieldError>& errors)
    : object_(&object), path_(std::move(path)), errors_(&errors) {
    ASSERT(object.type == JsonType::Object);
    asked_.reserve(16);
}

FieldReader FieldReader::nested(const JsonValue& value, std::string path) {
    return FieldReader{value, std::move(path), *errors_};
}

std::string FieldReader::path_of(std::string_view name) const {
    return path_.empty() ? std::string{name} : path_ + '.' + std::string{name};
}

void FieldReader::add(std::string field, std::string message) {
    if (errors_->size() < field_errors_max) {
        errors_->push_back({std::move(field), std::move(message)});
    }
}

void FieldReader::error(std::string_view name, std::string message) {
    add(path_of(name), std::move(message));
}

void FieldReader::item_error(std::string_view name, std::size_t index, std::string message) {
    add(path_of(name) + '[' + std::to_string(index) + ']', std::move(message));
}

const JsonValue* FieldReader::given(std::string_view name) {
    asked_.push_back(name);
    const JsonValue* value = object_->find(name);
    return value == nullptr || value->type == JsonType::Null ? nullptr : value;
}

bool FieldReader::is_null(std::string_view name) {
    asked_.push_back(name);
    const JsonValue* value = object_->find(name);
    return value != nullptr && value->type == JsonType::Null;
}

void FieldReader::require(std::string_view name) {
    if (given(name) == nullptr) {
        error(name, "is required");
    }
}

const JsonValue* FieldReader::expect(std::string_view name, JsonType type,
                                     std::string_view message) {
    const JsonValue* value = given(name);
    if (value != nullptr && value->type != type) {
        error(name, std::string{message});
        return nullptr;
    }
    return value;
}

const JsonValue* FieldReader::array(std::string_view name, std::size_t count_max) {
    const JsonValue* value = expect(name, JsonType::Array, "must be an array");
    if (value != nullptr && value->items.size() > count_max) {
        error(name, "must have at most " + std::to_string(count_max) + " items");
        return nullptr;
    }
    return value;
}

Result<std::string, std::string> FieldReader::text_in(const JsonValue& value,
                                                      const TextLimit& limit) {
    if (value.type != JsonType::Text) {
        return std::unexpected("must be a string");
    }
    if (has_control_characters(value.text)) {
        return std::unexpected("must not contain line breaks or other control characters");
    }
    const std::string_view text = trim(value.text, " ");
    const bool in_bytes = limit.unit == TextLimit::Unit::Bytes;
    if ((in_bytes ? text.size() : count_characters(text)) > limit.length_max) {
        return std::unexpected("must be at most " + std::to_string(limit.length_max) +
                               (in_bytes ? " bytes" : " characters"));
    }
    if (text.empty() && !limit.may_be_blank) {
        return std::unexpected("must not be blank");
    }
    return std::string{text};
}

std::optional<std::string> FieldReader::text(std::string_view name, const TextLimit& limit) {
    const JsonValue* value = given(name);
    if (value == nullptr) {
        return std::nullopt;
    }
    auto text = text_in(*value, limit);
    if (!text) {
        error(name, std::move(text).error());
        return std::nullopt;
    }
    return *std::move(text);
}

std::optional<std::vector<std::string>>
FieldReader::texts(std::string_view name, std::size_t count_max, const TextLimit& limit) {
    const JsonValue* value = array(name, count_max);
    if (value == nullptr) {
        return std::nullopt;
    }
    TextLimit of_item = limit;
    of_item.may_be_blank = false;
    std::vector<std::string> texts;
    bool is_right = true;
    for (std::size_t index = 0; index < value->items.size(); ++index) {
        auto text = text_in(value->items[index], of_item);
        if (text) {
            texts.push_back(*std::move(text));
        } else {
            item_error(name, index, std::move(text).error());
            is_right = false;
        }
    }
    return is_right ? std::optional(std::move(texts)) : std::nullopt;
}

std::optional<std::int64_t> FieldReader::integer(std::string_view name, std::int64_t low,
                                                 std::int64_t high) {
    const JsonValue* value = given(name);
    if (value == nullptr) {
        return std::nullopt;
    }
    switch (value->type) {
    case JsonType::Integer:
        if (value->integer >= low && value->integer <= high) {
            return value->integer;
        }
        error(name, range_text(low, high));
        return std::nullopt;
    case JsonType::BigInteger:
        error(name, range_text(low, high));
        return std::nullopt;
    case JsonType::Fraction:
        error(name, "must be a whole number, without fraction and exponent");
        return std::nullopt;
    default:
        error(name, "must be a number");
        return std::nullopt;
    }
}

std::optional<double> FieldReader::number(std::string_view name, double low, double high) {
    const JsonValue* value = given(name);
    if (value == nullptr) {
        return std::nullopt;
    }
    double number = static_cast<double>(value->integer);
    bool is_number = value->type == JsonType::Integer;
    if (value->type == JsonType::Fraction) {
        const char* end = value->text.data() + value->text.size();
        is_number = std::from_chars(value->text.data(), end, number).ec == std::errc{};
    }
    if (!is_number || !(number >= low && number <= high)) {
        error(name, range_text(static_cast<std::int64_t>(low), static_cast<std::int64_t>(high)));
        return std::nullopt;
    }
    return number;
}

std::optional<std::string> FieldReader::lines(std::string_view name, std::size_t length_max) {
    const JsonValue* value = expect(name, JsonType::Text, "must be a string");
    if (value == nullptr) {
        return std::nullopt;
    }
    std::string text;
    for (std::string_view rest = value->text; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view line = rest.substr(0, end);
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        if (has_control_characters(line)) {
            error(name, "must not contain control characters other than line breaks");
            return std::nullopt;
        }
        text += line;
        text += end < rest.size() ? "\n" : "";
        rest.remove_prefix(std::min(rest.size(), end + 1));
    }
    if (count_characters(text) > length_max) {
        error(name, "must be at most " + std::to_string(length_max) + " characters");
        return std::nullopt;
    }
    return text;
}

std::optional<bool> FieldReader::boolean(std::string_view name) {
    const JsonValue* value = expect(name, JsonType::Boolean, "must be true or false");
    return value == nullptr ? std::nullopt : std::optional(value->boolean);
}

template <class Parse>
auto FieldReader::parsed(std::string_view name, const std::string& expected, Parse parse)
    -> std::optional<typename std::invoke_result_t<Parse, std::string_view>::value_type> {
    const JsonValue* value = expect(name, JsonType::Text, expected);
    if (value == nullptr) {
        return std::nullopt;
    }
    auto found = parse(value->text);
    if (found) {
        return *found;
    }
    if constexpr (requires { found.error(); }) {
        error(name, expected + ": " + found.error());
    } else {
        error(name, expected);
    }
    return std::nullopt;
}

std::optional<Time> FieldReader::time(std::string_view name) {
    return parsed(name, "must be a time in RFC 3339, such as 2026-11-15T14:00:00Z", parse_time);
}

std::optional<Duration> FieldReader::duration(std::string_view name, Duration low, Duration high) {
    const auto found = parsed(name, "must be a duration such as 10m, 6h or 2d", parse_duration);
    if (found && (*found < low || *found > high)) {
        error(name, "must be from " + format_duration(low) + " to " + format_duration(high));
        return std::nullopt;
    }
    return found;
}

std::optional<std::uint16_t> FieldReader::time_of_day(std::string_view name) {
    const auto found =
        parsed(name, "must be a time of day from 00:00 to 23:59", [](std::string_view text) {
            const auto time = parse_time_of_day(text);
            return time ? std::optional(*time) : std::nullopt;
        });
    return found ? std::optional(static_cast<std::uint16_t>(found->count())) : std::nullopt;
}

std::optional<core::Money> FieldReader::money(std::string_view name, std::int64_t amount_min) {
    std::optional<core::Money> result;
    object(name, [&](FieldReader& reader) {
        reader.require("amount");
        reader.require("currency");
        const auto amount = reader.integer("amount", amount_min, core::limits::money_amount_max);
        const JsonValue* currency = reader.given("currency");
        if (currency == nullptr) {
            return;
        }
        if (currency->type != JsonType::Text || !is_currency(currency->text)) {
            reader.error("currency", "must be three capital letters, such as EUR");
            return;
        }
        if (amount) {
            result = core::Money{.amount = *amount};
            std::ranges::copy(currency->text, result->currency.begin());
        }
    });
    return result;
}

std::optional<std::size_t> FieldReader::pick(std::string_view name, const JsonValue& value,
                                             std::optional<std::size_t> index,
                                             std::span<const std::string_view> names) {
    if (value.type == JsonType::Text) {
        const auto found = std::ranges::find(names, value.text);
        if (found != names.end()) {
            return static_cast<std::size_t>(found - names.begin());
        }
    }
    if (index) {
        item_error(name, *index, one_of(names));
    } else {
        error(name, one_of(names));
    }
    return std::nullopt;
}

void FieldReader::finish() {
    for (const JsonMember& member : object_->members) {
        if (errors_->size() == field_errors_max) {
            return;
        }
        if (std::ranges::find(asked_, member.name) == asked_.end()) {
            // A field without a name has to be called something.
            error(member.name.empty() ? "\"\"" : cut_at_character(member.name, quoted_bytes_max),
                  "is not a known field");
        }
    }
}

}  // namespace standby::http
