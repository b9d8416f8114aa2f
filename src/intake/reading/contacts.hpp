// Addresses, numbers to call and links in a text: as values, and as places that nothing else is
// read from.
#pragma once

#include "intake/reading/span.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake {

struct FoundText {
    std::string value;
    Span span;
};

struct Contacts {
    std::vector<FoundText> emails;  // in the form in which they are kept
    std::vector<FoundText> phones;  // E.164; empty where the number is not one of the country
    std::vector<Span> opaque;       // all of these and links, in ascending order
};

// Numbers without a country code are of this country (ISO 3166); empty: nobody knows, and they are
// only passed over.
Contacts find_contacts(std::string_view text, std::string_view country);

// The only one that it can be; nothing where there are several.
std::optional<FoundText> only_one(const std::vector<FoundText>& found);

}  // namespace standby::intake
