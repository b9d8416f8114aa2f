// JSON answers, and the bodies of requests made out of a story's fields.
#pragma once

#include "base/json/reader.hpp"
#include "base/result.hpp"
#include "tests/scenarios/runner/driver.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace standby::scenarios {

// A JSON text with the values that were read from it.
class Json {
public:
    static Result<Json, std::string> read(std::string text);
    const JsonValue& root() const { return document_.root(); }

private:
    Json(std::unique_ptr<const std::string> text, JsonDocument document)
        : text_(std::move(text)), document_(std::move(document)) {}

    std::unique_ptr<const std::string> text_;  // the values point into it
    JsonDocument document_;
};

// A member of an object; null when it is not there, or is null.
const JsonValue* member(const JsonValue& object, std::string_view name);
// Of a member: its text, or its number or truth value as text; empty when it is not there.
std::string text_in(const JsonValue& object, std::string_view name);
// Of a member: its number; 0 when it is not there.
std::int64_t integer_in(const JsonValue& object, std::string_view name);
std::uint64_t natural_in(const JsonValue& object, std::string_view name);

// Dotted names become objects inside each other. Where a name has a value of its own and others
// below it, those below count: {"instant_yes": "true", "instant_yes.min_notice": "2h"}.
std::string json_of(const Fields& fields);

}  // namespace standby::scenarios
