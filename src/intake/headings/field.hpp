// What a column of someone's table may tell about a person who waits.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace standby::intake {

enum class Field : std::uint8_t {
    Name,
    FirstName,
    LastName,
    Phone,
    Email,
    Service,
    PartySize,
    Earliest,
    Latest,
    Staff,
    Priority,  // theirs; becomes our tier
    Joined,
    Position,  // their place in the line that the file was made from
    State,     // as the program that made the file calls it
    OrderId,   // several rows with the same one are one party
    OptIn,     // when they agreed to be written to
    Left,      // when they no longer wanted to be; such a row is never taken
    Language,
    TimeZone,
    Region,  // the country of a phone number without its code
    UserId,
    Tier,
    Points,
    Consent,  // what they agreed to, in words
};

inline constexpr std::size_t fields_count = static_cast<std::size_t>(Field::Consent) + 1;

// "party_size": what it is called in the API and on the command line.
std::string_view name_of(Field field);
std::optional<Field> parse_field(std::string_view name);

}  // namespace standby::intake
