// What a look writes: marks, states and what guests changed into the sheet, and places in line,
// deadlines and notes beside it, in a file of Standby's own. The sheet is only written where it
// says something else, so that it doesn't change under anybody's hands for nothing.
#include "base/csv.hpp"
#include "intake/sheet/sheet_keeper.hpp"
#include "intake/sheet/sheet_words.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace standby::intake::sheet {

namespace {

// What is said about each row.
std::vector<std::string> notes_by_row(const Plan& plan, std::size_t rows) {
    std::vector<std::string> texts(rows);
    for (const Note& note : plan.notes) {
        std::string& text = texts[note.row];
        text += (text.empty() ? "" : "; ") + note_text(note);
    }
    return texts;
}

}  // namespace

// Behind the last heading, where they are missing.
void SheetKeeper::write_headings(CsvSheet& csv, ReadSheet& sheet) const {
    const auto add = [&](std::optional<std::size_t>& column, std::string_view heading) {
        if (!column) {
            column = sheet.width++;
            csv.set(sheet.heading_row, *column, heading);
        }
    };
    add(sheet.id_column, id_heading);
    add(sheet.status_column, status_heading);
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

void SheetKeeper::append_people(CsvSheet& csv, const ReadSheet& sheet, const ListNow& list,
                                const Plan& plan) {
    for (const Ticket ticket : plan.without_row) {
        const auto entry = list.entries.find(ticket);
        // Whoever has not confirmed their address may be anybody.
        if (entry == list.entries.end() || entry->second.state == core::EntryState::Unverified ||
            !core::is_active(entry->second.state)) {
            continue;
        }
        const Row row = row_for(sheet, list, ticket);
        const std::size_t at = csv.append();
        for (const Field field : all_fields) {
            if (sheet.columns[field] && !row.cells[field].text.empty()) {
                csv.set(at, *sheet.columns[field], row.cells[field].text);
            }
        }
        const auto values = values_of(entry->second.view,
                                      entry->second.person.value_or(engine::Person{}), *list.zone);
        csv.set(at, *sheet.id_column,
                format_row_id({ticket, check_of(row, sheet.now.columns, values, key_)}));
        csv.set(at, *sheet.status_column, status_word(entry->second.state));
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

bool SheetKeeper::write_sheet(Read& read, const ReadSheet& found, const ListNow& list,
                              const Plan& plan) {
    ReadSheet sheet = found;
    CsvSheet& csv = *read.csv;
    write_headings(csv, sheet);
    const auto set = [&](std::size_t row, std::optional<std::size_t> column,
                         const std::string& text) {
        if (column && without_guard(read.table.rows[sheet.rows[row]].at(*column).text) != text) {
            csv.set(sheet.rows[row], *column, text);
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
    const std::vector<std::string> notes = notes_by_row(plan, after.size());
    for (std::size_t row = 0; row < sheet.now.rows.size(); ++row) {
        const auto entry = list.entries.find(plan.row_of[row]);
        const bool is_somebodys = entry != list.entries.end();
        set(row, sheet.status_column,
            is_somebodys ? std::string(status_word(entry->second.state)) : std::string());
        set(row, sheet.note_column, notes[row]);
        if (plan.are_people_mixed) {
            continue;
        }
        std::string id;
        if (is_somebodys) {
            const auto values = values_of(
                entry->second.view, entry->second.person.value_or(engine::Person{}), *list.zone);
            id = format_row_id(
                {entry->first, check_of(after[row], sheet.now.columns, values, key_)});
        }
        set(row, sheet.id_column, id);
    }
    for (const std::size_t row : plan.cleared) {
        csv.remove(sheet.rows[row]);
    }
    append_people(csv, sheet, list, plan);
    if (!csv.has_changed()) {
        return true;
    }
    const auto written = services_.folder.replace(file_, read.file.digest, csv.bytes());
    if (!written) {
        report_.trouble = name_of(written.error());
        report_.words = sentence_about(written.error());
        return written.error() != FileProblem::Changed;
    }
    keep_appended(sheet, list, plan);
    return true;
}

void SheetKeeper::write_sibling(const ReadSheet& sheet, const ListNow& list, const Plan& plan) {
    std::string text = csv_line({"Row", "Name", "Status", "Place in line", "Answer by", "Note"});
    const auto line = [&](const std::string& row, const ListEntry* entry, const std::string& name,
                          const std::string& note) {
        const bool has_rank = entry != nullptr && entry->view.rank;
        const bool has_deadline = entry != nullptr && entry->answer_by;
        text += csv_line(
            {row, name, entry == nullptr ? "" : std::string(status_word(entry->state)),
             has_rank ? std::to_string(*entry->view.rank) : "",
             has_deadline ? shown(Field::Joined, format_time(*entry->answer_by), *list.zone) : "",
             note});
    };
    const std::vector<std::string> notes = notes_by_row(plan, sheet.now.rows.size());
    for (std::size_t row = 0; row < sheet.now.rows.size(); ++row) {
        const auto entry = list.entries.find(plan.row_of[row]);
        line(std::to_string(sheet.now.rows[row].line),
             entry == list.entries.end() ? nullptr : &entry->second,
             sheet.now.rows[row].cells[Field::Name].text, notes[row]);
    }
    const std::set<Ticket> in_sheet(plan.row_of.begin(), plan.row_of.end());
    for (const auto& [ticket, entry] : list.entries) {
        if (core::is_active(entry.state) && !in_sheet.contains(ticket) && entry.person) {
            line("", &entry, entry.person->name, "");
        }
    }
    if (const auto written = services_.folder.write_beside(sibling_of(file_), text);
        !written && report_.trouble.empty()) {
        report_.trouble = name_of(written.error());
        report_.words = sentence_about(written.error());
    }
}

}  // namespace standby::intake::sheet
