// What a look writes: marks, states and what guests changed into the sheet, and places in line,
// deadlines and notes beside it. The sheet is only written where it says something else, so that it
// doesn't change under anybody's hands for nothing.
#include "base/csv.hpp"
#include "intake/sheet/sheet_keeper.hpp"
#include "intake/sheet/sheet_words.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace standby::intake::sheet {

namespace {

// What is said about each row.
std::vector<std::string> notes_by_row(const Plan& plan, std::size_t rows, Language language) {
    std::vector<std::string> texts(rows);
    for (const Note& note : plan.notes) {
        std::string& text = texts[note.row];
        text += (text.empty() ? "" : "; ") + note_text(note, language);
    }
    return texts;
}

}  // namespace

// Behind the last heading, where they are missing.
void SheetKeeper::write_headings(OpenSheet& open, ReadSheet& sheet) {
    const auto add = [&](std::optional<std::size_t>& column, std::string_view heading) {
        if (!column) {
            column = sheet.width++;
            open.set(sheet.heading_row, *column, heading);
        }
    };
    add(sheet.id_column, id_heading);
    const bool had_status = sheet.status_column.has_value();
    add(sheet.status_column, status_heading);
    if (open.writes() == Writes::Marks && !had_status) {
        std::optional<std::size_t> place;
        std::optional<std::size_t> deadline;
        add(place, place_heading);
        add(deadline, deadline_heading);
        add(sheet.note_column, note_heading);
    }
}

Row SheetKeeper::row_for(const ReadSheet& sheet, const ListNow& list, Ticket ticket) const {
    const ListEntry& entry = list.entries.at(ticket);
    const PerField<std::string> values =
        values_of(entry.view, entry.person.value_or(engine::Person{}), *list.zone);
    Row row;
    for (const Field field : all_fields) {
        if (sheet.columns[field]) {
            row.cells[field].text = shown(field, values[field], *list.zone);
            row.cells[field].value = values[field];
        } else {
            row.cells[field].value.emplace();
        }
    }
    return row;
}

std::string SheetKeeper::mark_of(const ReadSheet& sheet, const ListNow& list, const Row& row,
                                 Ticket ticket) const {
    const ListEntry& entry = list.entries.at(ticket);
    const auto values = values_of(entry.view, entry.person.value_or(engine::Person{}), *list.zone);
    return format_row_id({ticket, check_of(row, sheet.now.columns, values, key_)});
}

void SheetKeeper::append_people(OpenSheet& open, const ReadSheet& sheet, const ListNow& list,
                                const Plan& plan) {
    for (const Ticket ticket : plan.without_row) {
        const auto entry = list.entries.find(ticket);
        // Whoever has not confirmed their address may be anybody.
        if (entry == list.entries.end() || entry->second.state == core::EntryState::Unverified ||
            !core::is_active(entry->second.state)) {
            continue;
        }
        const Row row = row_for(sheet, list, ticket);
        const std::size_t at = open.append();
        for (const Field field : all_fields) {
            if (sheet.columns[field] && !row.cells[field].text.empty()) {
                open.set(at, *sheet.columns[field], row.cells[field].text);
            }
        }
        open.set(at, *sheet.id_column, mark_of(sheet, list, row, ticket));
        if (open.writes() == Writes::All) {
            open.set(at, *sheet.status_column, status_word(entry->second.state, list.language));
        }
    }
}

void SheetKeeper::keep_appended(const ReadSheet& sheet, const ListNow& list, const Plan& plan) {
    for (const Ticket ticket : plan.without_row) {
        const auto entry = list.entries.find(ticket);
        if (entry == list.entries.end() || entry->second.state == core::EntryState::Unverified ||
            !core::is_active(entry->second.state)) {
            continue;
        }
        const auto values = values_of(entry->second.view,
                                      entry->second.person.value_or(engine::Person{}), *list.zone);
        memory_.keep(ticket, remember(row_for(sheet, list, ticket), sheet.now.columns, values,
                                      entry->second.view.joined_at, key_));
    }
}

bool SheetKeeper::write_sheet(OpenSheet& open, const ReadSheet& found, const ListNow& list,
                              const Plan& plan) {
    ReadSheet sheet = found;
    write_headings(open, sheet);
    const bool writes_all = open.writes() == Writes::All;
    const auto set = [&](std::size_t row, std::optional<std::size_t> column,
                         const std::string& text) {
        const std::size_t at = sheet.rows[row];
        if (column && without_guard(open.table().rows[at].at(*column).text) != text) {
            open.set(at, *column, text);
        }
    };
    for (const PlannedCell& cell : plan.cells) {
        set(cell.row, sheet.columns[cell.field], shown(cell.field, cell.text, *list.zone));
    }
    // Marks are of rows as they will be read, with what is written into them just now.
    std::vector<Row> after = sheet.now.rows;
    for (const PlannedCell& cell : plan.cells) {
        after[cell.row].cells[cell.field].value = cell.text;
    }
    const std::vector<std::string> notes = notes_by_row(plan, after.size(), list.language);
    for (std::size_t row = 0; row < sheet.now.rows.size(); ++row) {
        const auto entry = list.entries.find(plan.row_of[row]);
        const bool is_somebodys = entry != list.entries.end();
        if (writes_all) {
            set(row, sheet.status_column,
                is_somebodys ? std::string(status_word(entry->second.state, list.language))
                             : std::string());
            set(row, sheet.note_column, notes[row]);
        }
        if (!plan.are_people_mixed) {
            set(row, sheet.id_column,
                is_somebodys ? mark_of(sheet, list, after[row], entry->first) : std::string());
        }
    }
    for (const std::size_t row : plan.cleared) {
        open.remove(sheet.rows[row]);
    }
    append_people(open, sheet, list, plan);
    if (!open.has_changed()) {
        return true;
    }
    if (const auto trouble = place_->write(open, *sheet.id_column, sheet.heading_row)) {
        tell(*trouble);
        return !trouble->is_race;
    }
    keep_appended(sheet, list, plan);
    return true;
}

void SheetKeeper::say_beside(const ReadSheet& sheet, const ListNow& list, const Plan& plan) {
    std::vector<Said> lines;
    const auto line = [&](const ListEntry* entry) -> Said& {
        Said& said = lines.emplace_back();
        if (entry != nullptr) {
            said.status = status_word(entry->state, list.language);
            said.place_in_line = entry->view.rank ? std::to_string(*entry->view.rank) : "";
            said.answer_by = entry->answer_by
                                 ? shown(Field::Joined, format_time(*entry->answer_by), *list.zone)
                                 : "";
        }
        return said;
    };
    const std::vector<std::string> notes = notes_by_row(plan, sheet.now.rows.size(), list.language);
    for (std::size_t row = 0; row < sheet.now.rows.size(); ++row) {
        const Row& there = sheet.now.rows[row];
        const auto entry = list.entries.find(plan.row_of[row]);
        const bool is_somebodys = entry != list.entries.end();
        Said& said = line(is_somebodys ? &entry->second : nullptr);
        said.line = there.line;
        said.name = there.cells[Field::Name].text;
        said.note = notes[row];
        if (is_somebodys && !plan.are_people_mixed) {
            said.mark = mark_of(sheet, list, there, entry->first);
        }
    }
    const std::set<Ticket> in_sheet(plan.row_of.begin(), plan.row_of.end());
    for (const auto& [ticket, entry] : list.entries) {
        if (core::is_active(entry.state) && !in_sheet.contains(ticket) && entry.person) {
            Said& said = line(&entry);
            said.name = entry.person->name;
            said.mark = mark_of(sheet, list, row_for(sheet, list, ticket), ticket);
        }
    }
    if (const auto trouble = place_->say(lines); trouble && report_.trouble.empty()) {
        tell(*trouble);
    }
}

}  // namespace standby::intake::sheet
