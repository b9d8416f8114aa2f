#include "http/api/key_body.hpp"

#include "http/api/body.hpp"
#include "http/api/choices.hpp"

namespace standby::http {

Result<KeyBody, Problem> parse_key(std::string_view body) {
    return read_body<KeyBody>(body, EmptyBody::Refused, [](FieldReader& reader, KeyBody& key) {
        reader.require("role");
        key.role = reader.choice("role", role_choices).value_or(key.role);
        key.label = reader.text("label", {.length_max = key_label_length_max}).value_or("");
    });
}

Result<ClockBody, Problem> parse_clock(std::string_view body) {
    return read_body<ClockBody>(body, EmptyBody::Refused,
                                [](FieldReader& reader, ClockBody& clock) {
                                    reader.require("to");
                                    clock.to = reader.time("to").value_or(Time{});
                                });
}

}  // namespace standby::http
