// Which country a phone number or a time zone belongs to, so that a business can say where its
// texts may go. Countries are ISO 3166 codes: "DE".
#pragma once

#include <string_view>

namespace standby::interchange {

// Of a number in E.164. Empty for numbers of no country: satellites, premium services.
std::string_view country_of_phone(std::string_view phone);
// Of an IANA zone, old names included. Empty for zones of no country, such as UTC.
std::string_view country_of_zone(std::string_view zone);
// Whether numbers of such a country can be told.
[[nodiscard]] bool is_country(std::string_view code);

}  // namespace standby::interchange
