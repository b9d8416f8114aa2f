#include "http/api/booking_system_body.hpp"

#include "http/api/body.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

namespace standby::http {
namespace {

using engine::BookingSystemKind;

constexpr Choice<BookingSystemKind> kind_choices[] = {
    {"http", BookingSystemKind::Http},
    {"cal", BookingSystemKind::Cal},
};
constexpr std::int64_t event_type_max = 9'007'199'254'740'991;

// It is sent as it is, in a header.
bool is_header_text(std::string_view text) {
    return std::ranges::all_of(text, [](char one) { return one > ' ' && one <= '~'; });
}

}  // namespace

Result<engine::BookingSetup, Problem> parse_booking_system(std::string_view body) {
    return read_body<engine::BookingSetup>(body, [](FieldReader& reader,
                                                    engine::BookingSetup& setup) {
        reader.require("kind");
        setup.settings.kind = reader.choice("kind", kind_choices).value_or(BookingSystemKind::Http);
        const bool is_cal = setup.settings.kind == BookingSystemKind::Cal;
        if (!is_cal) {
            reader.require("url");
        }
        setup.settings.url = reader
                                 .text("url", {.length_max = engine::booking_url_bytes_max,
                                               .unit = TextLimit::Unit::Bytes})
                                 .value_or("");
        setup.token = reader
                          .text("token", {.length_max = engine::booking_token_bytes_max,
                                          .unit = TextLimit::Unit::Bytes})
                          .value_or("");
        if (!is_header_text(setup.token)) {
            reader.error("token", "must be printable ASCII without spaces");
        }
        setup.settings.event_type = reader.integer("event_type", 1, event_type_max).value_or(0);
        if (!is_cal && setup.settings.event_type != 0) {
            reader.error("event_type", "is of the kind cal alone");
        }
    });
}

}  // namespace standby::http
