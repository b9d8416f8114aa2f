// A small waitlist in memory and a sheet beside it, for tests of the merge: carries a plan out as
// the engine would, and shows what became of everybody.
#pragma once

#include "intake/sheet/merge.hpp"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace standby::intake::sheet::test {

inline SheetKey test_key() {
    static constexpr std::string_view secret = "a secret that nobody else knows!";
    return {std::as_bytes(std::span(secret)), core::ResourceNumber{7}};
}

// What begins with a question mark can't be read; everything else is its own value.
inline Cell cell_of(std::string text) {
    Cell cell{.text = text, .value = text, .trouble = {}};
    if (text.starts_with("?")) {
        cell.value.reset();
        cell.trouble = "can't be read";
    }
    return cell;
}

inline Row row_of(std::initializer_list<std::pair<Field, std::string>> texts, std::string id = {}) {
    Row row;
    row.id = std::move(id);
    for (const Field field : all_fields) {
        row.cells[field] = cell_of("");
    }
    for (const auto& [field, text] : texts) {
        row.cells[field] = cell_of(text);
    }
    return row;
}

struct Entry {
    Ticket ticket = 0;
    Standing standing = Standing::Waiting;
    PerField<std::string> values;
    Time joined_at{};
    bool is_erased = false;
    std::size_t tag = 0;  // who it really is, where a test knows
};

// Standby's side of it.
class List {
public:
    explicit List(bool can_write = true) : can_write_(can_write) {}

    Ticket join(const PerField<std::string>& values, Time joined_at) {
        const Ticket ticket = static_cast<Ticket>(entries.size() + 1);
        entries[ticket] = {ticket, Standing::Waiting, values, joined_at, false, 0};
        entries[ticket].values[Field::Joined] = format_time(joined_at);
        return ticket;
    }

    std::vector<Known> known() const {
        std::vector<Known> all;
        for (const auto& [ticket, entry] : entries) {
            const auto found = memory.find(ticket);
            if (entry.standing == Standing::Ended && found == memory.end()) {
                continue;
            }
            Known one{ticket, entry.standing, {}, entry.joined_at, entry.is_erased, std::nullopt};
            if (one.is_live()) {
                one.values = entry.values;
            }
            if (found != memory.end()) {
                one.seen = found->second;
            }
            all.push_back(std::move(one));
        }
        return all;
    }

    // One look, with all that follows from it. Gives the plan that was carried out.
    Plan look(SheetNow& sheet, Time now, bool accepts_slips = false) {
        const SheetKey key = test_key();
        Plan plan = merge(sheet, known(), key,
                          {.now = now,
                           .counts_missing = true,
                           .can_write = can_write_,
                           .can_remove = can_write_,
                           .accepts_slips = accepts_slips});
        for (const auto& [ticket, seen] : plan.seen) {
            memory[ticket] = seen;
        }
        for (const Ticket ticket : plan.forgotten) {
            memory.erase(ticket);
        }
        carry_out(plan, sheet, now);
        if (can_write_) {
            write(plan, sheet);
        }
        return plan;
    }

    // In the order in which they are served.
    std::vector<Ticket> line() const {
        std::vector<Ticket> tickets;
        for (const auto& [ticket, entry] : entries) {
            if (entry.standing != Standing::Ended) {
                tickets.push_back(ticket);
            }
        }
        std::ranges::stable_sort(tickets, {},
                                 [&](Ticket ticket) { return entries.at(ticket).joined_at; });
        return tickets;
    }

    std::map<Ticket, Entry> entries;
    std::map<Ticket, Seen> memory;

private:
    Ticket holder_of(const Row& row) const {
        for (const auto& [ticket, entry] : entries) {
            for (const Field field : {Field::Email, Field::Phone}) {
                if (entry.standing != Standing::Ended && !row.value_of(field).empty() &&
                    entry.values[field] == row.value_of(field)) {
                    return ticket;
                }
            }
        }
        return 0;
    }

    void carry_out(Plan& plan, const SheetNow& sheet, Time now) {
        const SheetKey key = test_key();
        for (const PlannedChange& change : plan.changes) {
            Entry& entry = entries.at(change.ticket);
            for (const Field field : all_fields) {
                if (change.fields.has(field)) {
                    entry.values[field] = sheet.rows[change.row].value_of(field);
                }
            }
            memory[change.ticket] = remember(sheet.rows[change.row], change.fields, entry.values,
                                             entry.joined_at, key, memory[change.ticket]);
        }
        for (const Ticket ticket : plan.leaves) {
            entries.at(ticket).standing = Standing::Ended;
            memory[ticket].left_at = now;
        }
        for (const PlannedJoin& planned : plan.joins) {
            const Row& row = sheet.rows[planned.row];
            if (holder_of(row) != 0) {
                plan.notes.push_back({planned.row, std::nullopt, Trouble::SecondRow, ""});
                continue;
            }
            PerField<std::string> values;
            for (const Field field : all_fields) {
                values[field] = row.value_of(field);
            }
            const Ticket ticket = join(values, planned.since.value_or(now));
            const Entry& entry = entries.at(ticket);
            memory[ticket] = remember(row, sheet.columns, entry.values, entry.joined_at, key);
            memory.erase(planned.instead_of);
            plan.row_of[planned.row] = ticket;
        }
    }

    void write(const Plan& plan, SheetNow& sheet) {
        const SheetKey key = test_key();
        for (const PlannedCell& cell : plan.cells) {
            sheet.rows[cell.row].cells[cell.field] = cell_of(cell.text);
        }
        for (std::size_t index = 0; !plan.are_people_mixed && index < sheet.rows.size(); ++index) {
            Row& row = sheet.rows[index];
            row.id = plan.row_of[index] == 0
                         ? ""
                         : format_row_id({plan.row_of[index],
                                          check_of(row, sheet.columns,
                                                   entries.at(plan.row_of[index]).values, key)});
        }
        for (const Ticket ticket : plan.without_row) {
            Row row = row_of({});
            for (const Field field : all_fields) {
                if (sheet.columns.has(field)) {
                    row.cells[field] = cell_of(entries.at(ticket).values[field]);
                }
            }
            row.id = format_row_id(
                {ticket, check_of(row, sheet.columns, entries.at(ticket).values, key)});
            const Entry& entry = entries.at(ticket);
            memory[ticket] = remember(row, sheet.columns, entry.values, entry.joined_at, key);
            sheet.rows.push_back(std::move(row));
        }
        for (auto index = plan.cleared.rbegin(); index != plan.cleared.rend(); ++index) {
            sheet.rows.erase(sheet.rows.begin() + static_cast<std::ptrdiff_t>(*index));
        }
    }

    bool can_write_;
};

}  // namespace standby::intake::sheet::test
