// One look at a sheet: rows of cells under headings that mean something to Standby. Each cell keeps
// what staff wrote and what it was read as, because the two change for different reasons.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake::sheet {

enum class Field : std::uint8_t {
    Name,
    Phone,
    Email,
    Service,
    PartySize,
    Earliest,
    Latest,
    Staff,
    Priority,
    Joined,
};
inline constexpr std::size_t fields = 10;
inline constexpr std::array<Field, fields> all_fields{
    Field::Name,     Field::Phone,  Field::Email, Field::Service,  Field::PartySize,
    Field::Earliest, Field::Latest, Field::Staff, Field::Priority, Field::Joined};
std::string_view name_of(Field field);  // "party_size", as the API names it

constexpr std::size_t index_of(Field field) {
    return static_cast<std::size_t>(field);
}

template <class Value>
class PerField {
public:
    Value& operator[](Field field) { return values_[index_of(field)]; }
    const Value& operator[](Field field) const { return values_[index_of(field)]; }
    friend bool operator==(const PerField&, const PerField&) = default;

private:
    std::array<Value, fields> values_{};
};

class FieldSet {
public:
    FieldSet& add(Field field) {
        bits_.set(index_of(field));
        return *this;
    }
    [[nodiscard]] bool has(Field field) const { return bits_.test(index_of(field)); }
    [[nodiscard]] bool empty() const { return bits_.none(); }
    static FieldSet everything() {
        FieldSet set;
        set.bits_.set();
        return set;
    }
    friend bool operator==(const FieldSet&, const FieldSet&) = default;

private:
    std::bitset<fields> bits_;
};

struct Cell {
    std::string text;                  // as it stands there, without blanks around it
    std::optional<std::string> value;  // as Standby writes it, blank: none; nothing: unreadable
    std::string trouble;               // why not, where it is unreadable
    std::string trouble_at_home;       // the same in the house's language
};

struct Row {
    std::size_t line = 0;  // what staff know it by
    std::string id;        // the cell under Standby's own heading
    PerField<Cell> cells;

    [[nodiscard]] bool is_blank() const;
    // Blank where nothing can be read.
    [[nodiscard]] std::string_view value_of(Field field) const;
    // A person can be told of an offer.
    [[nodiscard]] bool has_contact() const;
};

struct SheetNow {
    FieldSet columns;  // the headings that are there
    std::vector<Row> rows;
};

}  // namespace standby::intake::sheet
