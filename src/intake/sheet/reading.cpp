// Each kind of cell has a reader (intake/cells); here they become values that compare.
#include "intake/sheet/reading.hpp"

#include "base/text.hpp"
#include "intake/cells/cells.hpp"
#include "intake/cells/dates.hpp"
#include "intake/headings/mapping.hpp"
#include "intake/sheet/values.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace standby::intake::sheet {
namespace {

using TableField = intake::Field;
using TableCell = intake::Cell;

constexpr std::pair<Field, TableField> known_columns[] = {
    {Field::Name, TableField::Name},           {Field::Phone, TableField::Phone},
    {Field::Email, TableField::Email},         {Field::Service, TableField::Service},
    {Field::PartySize, TableField::PartySize}, {Field::Earliest, TableField::Earliest},
    {Field::Latest, TableField::Latest},       {Field::Staff, TableField::Staff},
    {Field::Priority, TableField::Priority},   {Field::Joined, TableField::Joined}};

bool is_of_sheets(TableField field) {
    return field == TableField::FirstName || field == TableField::LastName ||
           std::ranges::any_of(known_columns,
                               [&](const auto& known) { return known.second == field; });
}

bool is_own(std::string_view key) {
    return std::ranges::any_of(
        std::array{id_heading, status_heading, note_heading, place_heading, deadline_heading},
        [&](std::string_view own) { return heading_key(own) == key; });
}

// Where headings were named by hand, their row is the one that has most of them: nobody else may
// know any of its words.
std::optional<std::size_t> heading_row_of(const Table& table, const ByHand& by_hand) {
    constexpr std::size_t rows_max = 10;  // that are looked at
    std::optional<std::size_t> best;
    std::ptrdiff_t most = 0;
    for (std::size_t row = 0; row < std::min(table.rows.size(), rows_max); ++row) {
        const std::vector<std::string> texts = texts_of(table.rows[row]);
        const auto known = std::ranges::count_if(by_hand, [&](const auto& one) {
            return std::ranges::any_of(texts, [&](const std::string& text) {
                return heading_key(text) == heading_key(one.first);
            });
        });
        if (known > most) {
            most = known;
            best = row;
        }
    }
    return best ? best : find_heading_row(table);
}

// A heading that is gone leaves its field without a column: no other one takes its place.
Mapping mapping_of(const std::vector<std::string>& headings, const ByHand& by_hand) {
    Mapping mapping = recognise(headings);
    for (const auto& one : by_hand) {
        if (auto mapped = mapped_by_hand(mapping, headings, {one})) {
            mapping = *std::move(mapped);
        } else if (const auto before = one.second ? mapping.column_of(*one.second) : std::nullopt) {
            mapping.columns[*before].reset();
        }
    }
    return mapping;
}

std::vector<engine::SheetColumn> told_columns(const std::vector<std::string>& headings,
                                              const Mapping& mapping) {
    std::vector<engine::SheetColumn> told;
    for (std::size_t column = 0; column < headings.size(); ++column) {
        const std::string_view heading = trim(headings[column]);
        if (!heading.empty() && !is_own(heading_key(heading)) &&
            heading.size() <= engine::sheet_heading_bytes_max) {
            const auto& field = mapping.columns[column];
            told.push_back({.heading = std::string(heading),
                            .field = field && is_of_sheets(*field)
                                         ? std::string(intake::name_of(*field))
                                         : std::string()});
        }
    }
    return told;
}

class SheetReader {
public:
    SheetReader(const Table& table, const ReadingContext& context)
        : table_(table), context_(context) {}

    Result<ReadSheet, std::string> run() {
        TRY(find_columns());
        for (const Field field : {Field::Earliest, Field::Latest, Field::Joined}) {
            dates_[field] = {.order = order_of(field), .zone = context_.zone, .now = context_.now};
        }
        for (std::size_t index = read_.heading_row + 1; index < table_.rows.size(); ++index) {
            Row row = read_row(table_.rows[index]);
            if (!row.is_blank()) {
                read_.now.rows.push_back(std::move(row));
                read_.rows.push_back(index);
            }
        }
        return std::move(read_);
    }

private:
    Result<void, std::string> find_columns() {
        const auto heading_row = heading_row_of(table_, context_.by_hand);
        if (!heading_row) {
            return std::unexpected(std::string(
                "No row of headings was found: the first row should say Name, Mobile, E-mail, "
                "Service and so on."));
        }
        read_.heading_row = *heading_row;
        const std::vector<std::string> headings = texts_of(table_.rows[*heading_row]);
        read_.heading_line = table_.rows[*heading_row].number;
        read_.width = headings.size();
        const Mapping mapping = mapping_of(headings, context_.by_hand);
        read_.headings = told_columns(headings, mapping);
        find_twice(headings, mapping);
        for (const auto& [field, table_field] : known_columns) {
            columns_[field] = mapping.column_of(table_field);
            read_.columns[field] = columns_[field];
            if (columns_[field]) {
                read_.now.columns.add(field);
            }
        }
        if (!columns_[Field::Name] && mapping.has(TableField::FirstName)) {
            first_name_ = mapping.column_of(TableField::FirstName);
            last_name_ = mapping.column_of(TableField::LastName);
            read_.now.columns.add(Field::Name);
        }
        if (!columns_[Field::Phone] && !columns_[Field::Email]) {
            return std::unexpected(std::string(
                "No column says how to reach people: one of the headings should be Mobile or "
                "E-mail."));
        }
        for (std::size_t column = 0; column < headings.size(); ++column) {
            const std::string key = heading_key(headings[column]);
            const auto is = [&](std::string_view heading) { return key == heading_key(heading); };
            auto& own = is(id_heading)       ? read_.id_column
                        : is(status_heading) ? read_.status_column
                        : is(note_heading)   ? read_.note_column
                                             : none_;
            own = own ? own : std::optional(column);
        }
        return {};
    }

    // The first one counts, and somebody should say so.
    void find_twice(const std::vector<std::string>& headings, const Mapping& mapping) {
        for (std::size_t column = 0; column < headings.size(); ++column) {
            const auto is_same = [&](const std::string& other) {
                return heading_key(other) == heading_key(headings[column]);
            };
            if (mapping.columns[column] && std::ranges::count_if(headings, is_same) > 1) {
                read_.twice.emplace_back(trim(headings[column]));
            }
        }
    }

    DateOrder order_of(Field field) const {
        std::vector<const TableCell*> cells;
        if (columns_[field]) {
            for (std::size_t row = read_.heading_row + 1; row < table_.rows.size(); ++row) {
                cells.push_back(&table_.rows[row].at(*columns_[field]));
            }
        }
        return chosen_order({}, cells, context_.country);
    }

    Row read_row(const intake::Row& from) const {
        Row row;
        row.line = from.number;
        if (read_.id_column) {
            row.id = typed_in(from.at(*read_.id_column));
        }
        for (const Field field : all_fields) {
            Cell& cell = row.cells[field];
            if (field == Field::Name && first_name_) {
                cell = full_name(from);
            } else if (columns_[field]) {
                read_cell(field, from.at(*columns_[field]), cell);
            } else {
                cell.value.emplace();
            }
        }
        return row;
    }

    Cell full_name(const intake::Row& from) const {
        std::string text(typed_in(from.at(*first_name_)));
        if (last_name_) {
            text += " " + std::string(typed_in(from.at(*last_name_)));
        }
        Cell cell;
        read_cell(Field::Name, text_cell(std::string(trim(text))), cell);
        return cell;
    }

    void read_cell(Field field, const TableCell& from, Cell& cell) const {
        cell.text = typed_in(from);
        if (cell.text.empty()) {
            cell.value.emplace();
            return;
        }
        auto value = value_of(field, from);
        if (value) {
            cell.value = *std::move(value);
        } else {
            cell.trouble = value.error().words();
            cell.trouble_at_home = value.error().words(context_.language);
        }
    }

    Result<std::string, Doubt> value_of(Field field, const TableCell& from) const {
        switch (field) {
        case Field::Name:
            return read_text(from);
        case Field::Phone:
            return read_phone(from, context_.country);
        case Field::Email:
            return read_email(from);
        case Field::Service:
        case Field::Staff:
            return read_names(field, from);
        case Field::PartySize:
            return party_text(TRY(read_party_size(from)));
        case Field::Priority:
            return priority_text(TRY(read_priority(from)));
        case Field::Earliest: {
            const auto time = TRY(read_earliest(from, dates_[field]));
            return time ? earliest_text(*time, *context_.zone) : std::string();
        }
        case Field::Latest: {
            const auto time = TRY(read_latest(from, dates_[field]));
            return time ? latest_text(*time, *context_.zone) : std::string();
        }
        case Field::Joined:
            return joined_text(TRY(read_past(from, dates_[field])));
        }
        return std::string();
    }

    // In the catalogue's words; what is in there for nobody is asked about.
    Result<std::string, Doubt> read_names(Field field, const TableCell& from) const {
        const std::vector<std::string> names = names_in(TRY(read_text(from)));
        core::Wants wants;
        std::string& first = field == Field::Service ? wants.service : wants.staff;
        std::vector<std::string>& others =
            field == Field::Service ? wants.or_services : wants.or_staff;
        if (!names.empty()) {
            first = names.front();
            others.assign(names.begin() + 1, names.end());
        }
        const auto unlisted = interchange::resolve(*context_.offered, wants);
        if (!unlisted.empty()) {
            const interchange::UnlistedName& name = unlisted.front();
            const Say say = name.suggestion.empty() ? Say::NotInCatalogue : Say::NotInCatalogueBut;
            return std::unexpected(Doubt{DoubtKind::NotUnderstood, say, in_quotes(name.text),
                                         std::string(name.suggestion)});
        }
        return names_text(first, others);
    }

    const Table& table_;
    const ReadingContext& context_;
    ReadSheet read_;
    PerField<std::optional<std::size_t>> columns_;
    PerField<DateReader> dates_;
    std::optional<std::size_t> first_name_;
    std::optional<std::size_t> last_name_;
    std::optional<std::size_t> none_;
};

}  // namespace

std::vector<engine::SheetColumn> columns_of(const Table& table, const ByHand& by_hand) {
    if (table.rows.empty()) {
        return {};
    }
    const std::size_t row = heading_row_of(table, by_hand).value_or(0);
    const std::vector<std::string> headings = texts_of(table.rows[row]);
    return told_columns(headings, mapping_of(headings, by_hand));
}

Result<ReadSheet, std::string> read_sheet(const Table& table, const ReadingContext& context) {
    return SheetReader(table, context).run();
}

}  // namespace standby::intake::sheet
