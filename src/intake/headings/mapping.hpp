// Which column of a table is what. Nobody has to name their columns as we do: a business's own
// headings are known in four languages, and the exports of other programs by the set of theirs.
// Columns that mean nothing to us are left alone.
#pragma once

#include "base/result.hpp"
#include "intake/headings/field.hpp"
#include "intake/table/table.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake {

// Who made the table.
enum class Source : std::uint8_t {
    House,
    Waitwhile,
    Pretix,
    Luma,
    Eventbrite,
    Mailchimp,
    Square,
    Getwaitlist,
};
std::string_view name_of(Source source);  // "pretix"
// As it is written in a sentence: "Mailchimp"; of the house's own, "a table of your own".
std::string_view shown_name_of(Source source);

struct Mapping {
    Source source = Source::House;
    std::vector<std::optional<Field>> columns;  // one for each of the headings

    [[nodiscard]] std::optional<std::size_t> column_of(Field field) const;
    [[nodiscard]] bool has(Field field) const { return column_of(field).has_value(); }
    // Whether it says whom a row is about.
    [[nodiscard]] bool names_people() const;

    friend bool operator==(const Mapping&, const Mapping&) = default;
};

// The headings as they compare: without case, accents, blanks and signs.
std::string heading_key(std::string_view heading);

Mapping recognise(const std::vector<std::string>& headings);

// By hand, over what was recognised: the heading and the field that it is, or nothing where it is
// to be left alone. A field that is given by hand is taken from the column that had it. The error
// is a sentence about a heading that is not there.
using ByHand = std::vector<std::pair<std::string, std::optional<Field>>>;
Result<Mapping, std::string>
mapped_by_hand(Mapping mapping, const std::vector<std::string>& headings, const ByHand& by_hand);

// Which of the first rows has the headings; people put titles and notes above them. Nothing when no
// row names anything we know.
std::optional<std::size_t> find_heading_row(const Table& table);
std::vector<std::string> texts_of(const Row& row);

}  // namespace standby::intake
