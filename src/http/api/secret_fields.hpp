// Passwords and key files in the bodies of requests.
#pragma once

#include "http/json/fields.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace standby::http {

// As it was typed, white space included; a key file has several lines. Empty where there is none.
std::string read_secret(FieldReader& reader, std::string_view name, std::size_t bytes_max);

// Whether it is a key as Google hands it out; whether Google still takes it, Google says.
bool is_google_key(std::string_view text);

}  // namespace standby::http
