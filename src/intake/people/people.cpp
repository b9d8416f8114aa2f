#include "intake/people/people.hpp"

#include "base/name_key.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "intake/cells/cells.hpp"
#include "intake/headings/exports.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace standby::intake {
namespace {

// One row at a time; what is wrong with it is noted.
class RowReader {
public:
    RowReader(const Table& table, std::size_t heading_row, const Mapping& mapping,
              const PeopleSettings& settings, TablePeople& found);

    void read(const Row& row);

private:
    const Cell& cell(Field field) const;
    bool has(Field field) const { return !typed_in(cell(field)).empty(); }
    void note(std::vector<RowNote>& notes, std::optional<Field> field, std::string words) const;
    // The value of a cell that is not empty; notes what is wrong with it.
    template <class Value, class Read>
    void take(Field field, Value& value, Read&& read);
    DateReader dates(Field field, Time now) const;
    bool is_passed_over() const;
    void take_name(TablePerson& person);
    void take_dates(TablePerson& person);
    void take_rank(TablePerson& person);

    const Mapping& mapping_;
    const PeopleSettings& settings_;
    TablePeople& found_;
    std::array<std::optional<std::size_t>, fields_count> columns_;
    std::array<DateOrder, fields_count> orders_{};
    const Row* headings_;
    const Row* row_ = nullptr;
    bool is_sound_ = true;
};

RowReader::RowReader(const Table& table, std::size_t heading_row, const Mapping& mapping,
                     const PeopleSettings& settings, TablePeople& found)
    : mapping_(mapping), settings_(settings), found_(found), headings_(&table.rows[heading_row]) {
    for (std::size_t index = 0; index < fields_count; ++index) {
        columns_[index] = mapping.column_of(static_cast<Field>(index));
    }
    for (const Field field : {Field::Earliest, Field::Latest, Field::Joined, Field::OptIn}) {
        const auto index = static_cast<std::size_t>(field);
        if (columns_[index]) {
            orders_[index] = date_order_of(table, heading_row, *columns_[index], settings);
        }
    }
}

const Cell& RowReader::cell(Field field) const {
    static const Cell none;
    const auto column = columns_[static_cast<std::size_t>(field)];
    return column ? row_->at(*column) : none;
}

void RowReader::note(std::vector<RowNote>& notes, std::optional<Field> field,
                     std::string words) const {
    RowNote made{.row = row_->number, .field = {}, .heading = {}, .words = std::move(words)};
    if (field) {
        made.field = name_of(*field);
        if (const auto column = columns_[static_cast<std::size_t>(*field)]) {
            made.heading = headings_->at(*column).text;
        }
    }
    notes.push_back(std::move(made));
}

template <class Value, class Read>
void RowReader::take(Field field, Value& value, Read&& read) {
    if (!has(field)) {
        return;
    }
    auto found = read(cell(field));
    if (found) {
        value = *std::move(found);
        return;
    }
    is_sound_ = false;
    note(found_.problems, field, found.error().words());
}

DateReader RowReader::dates(Field field, Time now) const {
    return {.order = orders_[static_cast<std::size_t>(field)], .zone = settings_.zone, .now = now};
}

bool RowReader::is_passed_over() const {
    if (says_yes(cell(Field::Left))) {
        note(found_.passed_over, Field::Left,
             mapping_.source == Source::Pretix ? "has been sent a voucher"
                                               : "no longer wants to be written to");
        return true;
    }
    const std::string_view state = typed_in(cell(Field::State));
    if (!state.empty() && standing_of(mapping_.source, state) == Standing::DoesNot) {
        note(found_.passed_over, Field::State,
             fmt::format("is {}, and so doesn't wait", in_quotes(state)));
        return true;
    }
    return false;
}

// "NAME" where it is there, else both halves.
void RowReader::take_name(TablePerson& person) {
    std::string first;
    std::string last;
    take(Field::Name, person.name, read_text);
    take(Field::FirstName, first, read_text);
    take(Field::LastName, last, read_text);
    if (person.name.empty()) {
        person.name = first + (first.empty() || last.empty() ? "" : " ") + last;
    }
}

void RowReader::take_dates(TablePerson& person) {
    take(Field::Joined, person.joined_at,
         [&](const Cell& one) { return read_past(one, dates(Field::Joined, settings_.now)); });
    take(Field::OptIn, person.opted_in_at,
         [&](const Cell& one) { return read_past(one, dates(Field::OptIn, settings_.now)); });
    // Where a date has no year, it is one after the row was written.
    const Time written = person.joined_at.value_or(settings_.now);
    take(Field::Earliest, person.earliest,
         [&](const Cell& one) { return read_earliest(one, dates(Field::Earliest, written)); });
    take(Field::Latest, person.latest,
         [&](const Cell& one) { return read_latest(one, dates(Field::Latest, written)); });
}

template <class Number>
auto number_reader(Say otherwise) {
    return [otherwise](const Cell& one) -> Result<Number, Doubt> {
        const auto number = parse_number<Number>(typed_in(one));
        if (!number) {
            return std::unexpected(
                Doubt{DoubtKind::NotUnderstood, otherwise, in_quotes(one.text), {}});
        }
        return *number;
    };
}

void RowReader::take_rank(TablePerson& person) {
    take(Field::Priority, person.tier, read_priority);
    take(Field::Tier, person.tier, read_priority);
    take(Field::Points, person.points, number_reader<std::int32_t>(Say::NoPoints));
    if (found_.order != TableOrder::Position) {
        return;
    }
    take(Field::Position, person.position, number_reader<std::uint64_t>(Say::NoPlaceInLine));
    if (!has(Field::Position)) {
        is_sound_ = false;
        note(found_.problems, Field::Position, "has no place in line, which decides here");
    }
}

void RowReader::read(const Row& row) {
    row_ = &row;
    is_sound_ = true;
    if (row.cells.size() > mapping_.columns.size()) {
        note(found_.problems, std::nullopt,
             fmt::format("has {} cells, and there are {} headings", row.cells.size(),
                         mapping_.columns.size()));
        return;
    }
    if (is_passed_over()) {
        return;
    }
    TablePerson person{.row = row.number};
    take_name(person);
    std::string region;
    take(Field::Region, region, read_text);
    take(Field::Phone, person.phone, [&](const Cell& one) {
        return read_phone(one, region.empty() ? settings_.region : to_upper(region));
    });
    take(Field::Email, person.email, read_email);
    take(Field::UserId, person.user_id, read_text);
    take(Field::Service, person.service, read_text);
    take(Field::Staff, person.staff, read_text);
    take(Field::PartySize, person.party_size, read_party_size);
    take(Field::TimeZone, person.time_zone, read_text);
    take(Field::Consent, person.consent, read_text);
    // A language that we don't write is none that anybody has to correct.
    if (const auto language = read_language(cell(Field::Language)); language) {
        person.language = *language;
    }
    take_dates(person);
    take_rank(person);
    if (is_sound_ && person.phone.empty() && person.email.empty() && person.user_id.empty()) {
        is_sound_ = false;
        note(found_.problems, mapping_.has(Field::Email) ? Field::Email : Field::Phone,
             "has no address and no number to write to");
    }
    if (is_sound_) {
        found_.people.push_back(std::move(person));
    }
}

// Several rows of one order are one party.
void merge_orders(const Table& table, std::size_t heading_row, const Mapping& mapping,
                  std::vector<TablePerson>& people) {
    const auto column = mapping.column_of(Field::OrderId);
    if (!column) {
        return;
    }
    std::map<std::uint32_t, std::string> order_of;  // by the number of a row
    for (std::size_t index = heading_row + 1; index < table.rows.size(); ++index) {
        order_of[table.rows[index].number] = typed_in(table.rows[index].at(*column));
    }
    std::map<std::pair<std::string, std::string>, std::size_t> first;
    std::vector<TablePerson> merged;
    for (TablePerson& person : people) {
        const std::string& order = order_of[person.row];
        const auto [known, is_new] =
            first.try_emplace(std::pair(order, person.email + person.phone), merged.size());
        if (is_new || order.empty()) {
            merged.push_back(std::move(person));
        } else {
            merged[known->second].party_size += person.party_size;
        }
    }
    people = std::move(merged);
}

std::string column_words(const Table& table, std::size_t heading_row, const Mapping& mapping,
                         Field field) {
    const auto column = mapping.column_of(field);
    return column ? fmt::format(", by the column {}",
                                in_quotes(table.rows[heading_row].at(*column).text))
                  : std::string();
}

// Whose order is used is never left to be found out.
void settle_order(const Table& table, std::size_t heading_row, const Mapping& mapping, Time now,
                  TablePeople& found) {
    std::string also;
    if (found.order == TableOrder::Position) {
        std::ranges::stable_sort(found.people, {}, &TablePerson::position);
        Time time = now - Duration(static_cast<std::int64_t>(found.people.size()));
        for (TablePerson& person : found.people) {
            person.joined_at = time;
            time += Duration{1};
        }
        found.order_words =
            "Order: their place in the line they come from" +
            column_words(table, heading_row, mapping, Field::Position) +
            ", behind everyone who is on the list already; when they joined isn't kept";
        return;
    }
    if (mapping.has(Field::Position)) {
        also = fmt::format(
            "; the places in {} are left alone",
            in_quotes(table.rows[heading_row].at(*mapping.column_of(Field::Position)).text));
    }
    if (found.order == TableOrder::Rows) {
        for (TablePerson& person : found.people) {
            person.joined_at.reset();
        }
        found.order_words = "Order: as the rows stand, behind everyone who is on the list "
                            "already" +
                            also;
        return;
    }
    const auto late = std::ranges::count_if(
        found.people, [](const TablePerson& person) { return !person.joined_at; });
    std::ranges::stable_sort(found.people, {}, [](const TablePerson& person) {
        return person.joined_at.value_or(Time::max());
    });
    found.order_words =
        "Order: when they joined" + column_words(table, heading_row, mapping, Field::Joined) + also;
    if (late > 0) {
        found.order_words += fmt::format("; {} without a time go behind everyone", late);
    }
}

}  // namespace

std::string_view name_of(TableOrder order) {
    constexpr std::string_view names[] = {"auto", "joined", "position", "rows"};
    return names[static_cast<std::size_t>(order)];
}

std::optional<TableOrder> parse_table_order(std::string_view name) {
    for (const TableOrder order :
         {TableOrder::Chosen, TableOrder::Joined, TableOrder::Position, TableOrder::Rows}) {
        if (name_of(order) == name) {
            return order;
        }
    }
    return std::nullopt;
}

DateOrder date_order_of(const Table& table, std::size_t heading_row, std::size_t column,
                        const PeopleSettings& settings) {
    std::vector<const Cell*> cells;
    cells.reserve(table.rows.size());
    for (std::size_t index = heading_row + 1; index < table.rows.size(); ++index) {
        cells.push_back(&table.rows[index].at(column));
    }
    return chosen_order(settings.sheet_locale, cells, settings.region);
}

Result<TablePeople, std::string> read_people(const Table& table, std::size_t heading_row,
                                             const Mapping& mapping,
                                             const PeopleSettings& settings) {
    TablePeople found;
    found.order = settings.order;
    if (found.order == TableOrder::Chosen) {
        found.order = mapping.has(Field::Joined) ? TableOrder::Joined : TableOrder::Rows;
    }
    if (!mapping.names_people()) {
        return std::unexpected("no column has the addresses or phone numbers of people: say which "
                               "one does");
    }
    for (const auto& [order, field] : {std::pair(TableOrder::Joined, Field::Joined),
                                       std::pair(TableOrder::Position, Field::Position)}) {
        if (found.order == order && !mapping.has(field)) {
            return std::unexpected(
                fmt::format("no column says {}: say which one does",
                            field == Field::Joined ? "when people joined" : "their place in line"));
        }
    }
    RowReader reader(table, heading_row, mapping, settings, found);
    for (std::size_t index = heading_row + 1; index < table.rows.size(); ++index) {
        reader.read(table.rows[index]);
    }
    merge_orders(table, heading_row, mapping, found.people);
    settle_order(table, heading_row, mapping, settings.now, found);
    return found;
}

}  // namespace standby::intake
