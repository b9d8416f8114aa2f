// What the writer calls themselves, where they say it, and the names of the house's own catalogue
// where they name them.
#pragma once

#include "intake/reading/contacts.hpp"
#include "intake/reading/line.hpp"
#include "interchange/catalogue/offered_names.hpp"

#include <optional>
#include <string_view>

namespace standby::intake {

// "My name is Ada Lovelace", "au nom de Martin", "Name: Ada".
std::optional<FoundText> read_stated_name(std::string_view text, const Line& line);

struct FoundItem {
    const interchange::CatalogueItem* item = nullptr;
    Span span;
};
// The only one of its kind that is named, by any of its names, perhaps misspelt. Nothing where two
// are, unless one of them has the other's name in its own ("Cut and colour").
std::optional<FoundItem> read_offered(const interchange::OfferedNames& offered,
                                      interchange::CatalogueKind kind, std::string_view text,
                                      const Line& line);

}  // namespace standby::intake
