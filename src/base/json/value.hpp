// A JSON text as a small tree of our own. Whole numbers are exact, and those that do not fit are
// told apart from fractions, so that a field can say what is wrong with its value.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace standby {

enum class JsonType : std::uint8_t {
    Null,
    Boolean,
    Integer,     // fits 64 bits, written without fraction and exponent
    BigInteger,  // a whole number that does not fit
    Fraction,    // written with a fraction or an exponent
    Text,
    Array,
    Object,
};

struct JsonMember;

// Texts are views into the body that was read, or into the document that owns the value.
struct JsonValue {
    JsonType type = JsonType::Null;
    bool boolean = false;
    std::int64_t integer = 0;
    std::string_view text;  // of a fraction too: as it was written
    std::vector<JsonValue> items;
    std::vector<JsonMember> members;  // in the order of the text; no name twice

    // The member of that name, or null when there is none.
    const JsonValue* find(std::string_view name) const;
};

struct JsonMember {
    std::string_view name;
    JsonValue value;
};

}  // namespace standby
