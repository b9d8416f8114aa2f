// The frame of every body: JSON that is an object, read field by field, with all errors at once.
#pragma once

#include "base/json/reader.hpp"
#include "base/result.hpp"
#include "http/api/problem.hpp"
#include "http/json/fields.hpp"

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::http {

enum class EmptyBody : std::uint8_t {
    Refused,
    IsAnObject,  // no body at all stands for {}
};

// 400 for what is not JSON, 422 for what is not an object.
Result<JsonDocument, Problem> read_object(std::string_view text, EmptyBody empty);

// Calls read(FieldReader&, Body&). What it did not ask for is an unknown field.
template <class Body, class Read>
Result<Body, Problem> read_fields(const JsonValue& object, Read&& read) {
    std::vector<FieldError> errors;
    FieldReader reader{object, {}, errors};
    Body body{};
    read(reader, body);
    reader.finish();
    if (!errors.empty()) {
        return std::unexpected(invalid(std::move(errors)));
    }
    return body;
}

template <class Body, class Read>
Result<Body, Problem> read_body(std::string_view text, Read&& read,
                                EmptyBody empty = EmptyBody::Refused) {
    const JsonDocument document = TRY(read_object(text, empty));
    return read_fields<Body>(document.root(), std::forward<Read>(read));
}
// Where everything is optional, so that there need not be a body.
template <class Body, class Read>
Result<Body, Problem> read_optional_body(std::string_view text, Read&& read) {
    return read_body<Body>(text, std::forward<Read>(read), EmptyBody::IsAnObject);
}

}  // namespace standby::http
