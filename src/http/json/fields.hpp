// Reads the fields of an object by name and type. Every error is collected with the path of its
// field, so that a caller is told all of them at once; what nobody asked for is an unknown field
// and an error too. A field that is absent or null counts as not given, unless a getter says
// otherwise.
#pragma once

#include "base/json/value.hpp"
#include "base/result.hpp"
#include "base/time.hpp"
#include "core/model/wants.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace standby::http {

struct FieldError {
    std::string field;    // `party_size`, `rules.claim_window`, `wants.weekly[2].from`
    std::string message;  // "must be from 1 to 200": what follows the field's name
    friend bool operator==(const FieldError&, const FieldError&) = default;
};
// More errors than this are not collected.
inline constexpr std::size_t field_errors_max = 50;

// How long a text may be: in characters, or in bytes where the core counts those.
struct TextLimit {
    enum class Unit : std::uint8_t { Characters, Bytes };
    std::size_t length_max = 200;
    Unit unit = Unit::Characters;
    bool may_be_blank = true;
};

// An enumerator and its written name.
template <class Enum>
struct Choice {
    std::string_view name;
    Enum value;
};

class FieldReader {
public:
    // The value must be an object; all arguments must outlive the reader. `path` is empty for the
    // whole body.
    FieldReader(const JsonValue& object, std::string path, std::vector<FieldError>& errors);

    // The getters return nothing when the field is not given, or when it is wrong: then there is
    // an error. Texts come without white space around them, and never hold control characters.
    std::optional<std::string> text(std::string_view name, const TextLimit& limit = {});
    // An array of such texts, none of them blank.
    std::optional<std::vector<std::string>> texts(std::string_view name, std::size_t count_max,
                                                  const TextLimit& limit = {});
    std::optional<std::int64_t> integer(std::string_view name, std::int64_t low, std::int64_t high);
    // With or without a fraction.
    std::optional<double> number(std::string_view name, double low, double high);
    // A text of several lines, which end in "\n"; no other control characters.
    std::optional<std::string> lines(std::string_view name, std::size_t length_max);
    std::optional<bool> boolean(std::string_view name);
    std::optional<Time> time(std::string_view name);
    std::optional<Duration> duration(std::string_view name, Duration low, Duration high);
    // Minutes after midnight.
    std::optional<std::uint16_t> time_of_day(std::string_view name);
    std::optional<core::Money> money(std::string_view name, std::int64_t amount_min);
    template <class Enum, std::size_t Size>
    std::optional<Enum> choice(std::string_view name, const Choice<Enum> (&choices)[Size]);

    // Calls read(FieldReader&) on a nested object, and reports what it left unread. True when there
    // is such an object, whatever is wrong inside it.
    template <class Read>
    bool object(std::string_view name, Read&& read);
    // The same on each item of an array of objects.
    template <class Read>
    bool objects(std::string_view name, std::size_t count_max, Read&& read);
    // An array of names out of a table.
    template <class Enum, std::size_t Size>
    std::optional<std::vector<Enum>> choices(std::string_view name, std::size_t count_max,
                                             const Choice<Enum> (&table)[Size]);

    // The value as it is, for fields that take more than one type; null when not given.
    const JsonValue* given(std::string_view name);
    // Whether the field is there and null, for fields in which null means something.
    bool is_null(std::string_view name);

    // Adds an error unless the field is given.
    void require(std::string_view name);
    void error(std::string_view name, std::string message);
    std::string path_of(std::string_view name) const;

    // Adds an error for each field that was not asked for. Once, last; nested readers are finished
    // by whoever made them.
    void finish();

private:
    const JsonValue* expect(std::string_view name, JsonType type, std::string_view message);
    const JsonValue* array(std::string_view name, std::size_t count_max);
    // A text that `parse` reads; its error, if it has words for one, follows what was expected.
    template <class Parse>
    auto parsed(std::string_view name, const std::string& expected, Parse parse)
        -> std::optional<typename std::invoke_result_t<Parse, std::string_view>::value_type>;
    void item_error(std::string_view name, std::size_t index, std::string message);
    // The text of a value within its limit, or what is wrong with it.
    static Result<std::string, std::string> text_in(const JsonValue& value, const TextLimit& limit);
    FieldReader nested(const JsonValue& value, std::string path);
    std::optional<std::size_t> pick(std::string_view name, const JsonValue& value,
                                    std::optional<std::size_t> index,
                                    std::span<const std::string_view> names);
    void add(std::string field, std::string message);

    const JsonValue* object_;
    std::string path_;
    std::vector<FieldError>* errors_;
    std::vector<std::string_view> asked_;
};

template <class Enum, std::size_t Size>
std::optional<Enum> FieldReader::choice(std::string_view name,
                                        const Choice<Enum> (&choices)[Size]) {
    std::string_view names[Size];
    for (std::size_t index = 0; index < Size; ++index) {
        names[index] = choices[index].name;
    }
    const JsonValue* value = given(name);
    if (value == nullptr) {
        return std::nullopt;
    }
    const auto picked = pick(name, *value, std::nullopt, names);
    return picked ? std::optional(choices[*picked].value) : std::nullopt;
}

template <class Read>
bool FieldReader::object(std::string_view name, Read&& read) {
    const JsonValue* value = expect(name, JsonType::Object, "must be an object");
    if (value == nullptr) {
        return false;
    }
    FieldReader inner = nested(*value, path_of(name));
    read(inner);
    inner.finish();
    return true;
}

template <class Read>
bool FieldReader::objects(std::string_view name, std::size_t count_max, Read&& read) {
    const JsonValue* value = array(name, count_max);
    if (value == nullptr) {
        return false;
    }
    for (std::size_t index = 0; index < value->items.size(); ++index) {
        const JsonValue& item = value->items[index];
        if (item.type != JsonType::Object) {
            item_error(name, index, "must be an object");
            continue;
        }
        FieldReader inner = nested(item, path_of(name) + '[' + std::to_string(index) + ']');
        read(inner);
        inner.finish();
    }
    return true;
}

template <class Enum, std::size_t Size>
std::optional<std::vector<Enum>> FieldReader::choices(std::string_view name, std::size_t count_max,
                                                      const Choice<Enum> (&table)[Size]) {
    std::string_view names[Size];
    for (std::size_t index = 0; index < Size; ++index) {
        names[index] = table[index].name;
    }
    const JsonValue* value = array(name, count_max);
    if (value == nullptr) {
        return std::nullopt;
    }
    std::vector<Enum> picked_values;
    for (std::size_t index = 0; index < value->items.size(); ++index) {
        if (const auto picked = pick(name, value->items[index], index, names)) {
            picked_values.push_back(table[*picked].value);
        }
    }
    return picked_values.size() == value->items.size() ? std::optional(std::move(picked_values))
                                                       : std::nullopt;
}

}  // namespace standby::http
