// Slips of the hand are looked for before anything is taken, because one of them changes many rows
// at once and each of them looks like an honest change.
#include "intake/sheet/merge.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

namespace standby::intake::sheet {
namespace {

// A column sorted alone shows by so many cells that changed places, of so many kinds.
constexpr std::size_t moved_names_min = 2;
constexpr std::size_t moved_cells_min = 3;
constexpr std::size_t moved_kinds_min = 3;

bool is_about_who(Field field) {
    return field == Field::Name || field == Field::Phone || field == Field::Email;
}

// As the row has them: Standby's own are known anyway.
void remember_contacts(const Row& row, const SheetKey& key, Seen& seen) {
    const auto contact = [&](Field field) { return key.contact(field, row.value_of(field)); };
    seen.email = contact(Field::Email);
    seen.phone = contact(Field::Phone);
}

class Merger {
public:
    Merger(const SheetNow& sheet, const std::vector<Known>& known, const SheetKey& key,
           const MergeOptions& options)
        : sheet_(sheet), known_(known), key_(key), options_(options) {}

    Plan run() {
        owner_ = match(sheet_, known_, key_, options_.now);
        for (const Known& one : known_) {
            if (one.seen && (one.is_erased || one.seen->is_erased)) {
                erased_.insert({one.seen->email, one.seen->phone});
            }
        }
        erased_.erase(0);
        plan_.row_of.resize(sheet_.rows.size(), 0);
        for (const Field field : all_fields) {
            suspect(field);
        }
        if (plan_.are_people_mixed) {
            frozen_ = FieldSet::everything();
        }
        std::vector<bool> has_row(known_.size(), false);
        for (std::size_t row = 0; row < sheet_.rows.size(); ++row) {
            if (owner_[row] != nobody) {
                has_row[owner_[row]] = true;
                plan_.row_of[row] = known_[owner_[row]].ticket;
                look_at_row(row, known_[owner_[row]]);
            } else if (!sheet_.rows[row].is_blank()) {
                look_at_newcomer(row);
            }
        }
        look_at_missing(has_row);
        return std::move(plan_);
    }

private:
    bool has_changed(const Row& row, const Known& one, Field field) const {
        return one.seen && one.seen->cells[field] &&
               *one.seen->cells[field] != key_.cell(field, row.cells[field].text);
    }

    void ask(Question question, std::optional<Field> field, std::vector<Ticket> people) {
        plan_.slips.push_back({question, field, std::move(people)});
    }

    // Freezes a column in which nothing is to be taken before staff have had another look.
    void suspect(Field field) {
        std::size_t before = 0;
        std::size_t emptied = 0;
        std::vector<Mark> from;
        std::vector<Mark> to;
        std::vector<Ticket> people;
        for (const Known& one : known_) {
            before += one.is_live() && one.seen && one.seen->had_row && one.seen->cells[field];
        }
        if (!sheet_.columns.has(field)) {
            if (before > 0 && !options_.accepts_slips) {
                plan_.are_people_mixed = plan_.are_people_mixed || is_about_who(field);
                ask(Question::ColumnGone, field, {});
            }
            return;
        }
        for (std::size_t index = 0; index < sheet_.rows.size(); ++index) {
            const Row& row = sheet_.rows[index];
            if (owner_[index] == nobody || !has_changed(row, known_[owner_[index]], field)) {
                continue;
            }
            const Known& one = known_[owner_[index]];
            people.push_back(one.ticket);
            emptied += row.cells[field].text.empty();
            from.push_back(*one.seen->cells[field]);
            to.push_back(key_.cell(field, row.cells[field].text));
        }
        if (options_.accepts_slips) {
            return;
        }
        if (emptied > at_once_max(before)) {
            frozen_.add(field);
            plan_.are_people_mixed = plan_.are_people_mixed || is_about_who(field);
            ask(Question::ColumnEmptied, field, std::move(people));
        } else if (is_moved_about(field, std::move(from), std::move(to))) {
            frozen_.add(field);
            plan_.are_people_mixed = plan_.are_people_mixed || is_about_who(field);
            ask(Question::SortedAlone, field, std::move(people));
        }
    }

    // Whether nearly all that changed are the same texts in other rows. Of names and contacts those
    // of other people do, which may stand there twice.
    bool is_moved_about(Field field, std::vector<Mark> from, std::vector<Mark> to) const {
        if (!is_about_who(field)) {
            std::ranges::sort(from);
            std::ranges::sort(to);
            std::vector<Mark> both;
            std::ranges::set_intersection(from, to, std::back_inserter(both));
            const std::set<Mark> kinds(both.begin(), both.end());
            return from.size() >= moved_cells_min && kinds.size() >= moved_kinds_min &&
                   both.size() * 4 >= from.size() * 3;
        }
        const Mark blank = key_.cell(field, "");
        std::erase(to, blank);
        std::set<Mark> others;
        for (const Known& one : known_) {
            if (one.seen && one.seen->cells[field]) {
                others.insert(*one.seen->cells[field]);
            }
        }
        const auto count_in = [&](const std::set<Mark>& marks) {
            return static_cast<std::size_t>(
                std::ranges::count_if(to, [&](Mark mark) { return marks.contains(mark); }));
        };
        // A contact that went from one person to another is enough; a couple that shares one keeps
        // it in both rows. First names repeat.
        const std::set<Mark> given_up(from.begin(), from.end());
        const std::size_t moved = count_in(others);
        return (field != Field::Name && count_in(given_up) > 0) ||
               (moved >= moved_names_min && moved * 2 >= to.size());
    }

    void note(std::size_t row, std::optional<Field> field, Trouble trouble) {
        plan_.notes.push_back({row, field, trouble, {}, {}});
    }

    void note_unreadable(std::size_t index) {
        for (const Field field : all_fields) {
            const Cell& cell = sheet_.rows[index].cells[field];
            if (sheet_.columns.has(field) && !cell.value) {
                plan_.notes.push_back(
                    {index, field, Trouble::Unreadable, cell.trouble, cell.trouble_at_home});
            }
        }
    }

    std::optional<Time> joined_in(const Row& row, std::size_t index) {
        const auto& value = row.cells[Field::Joined].value;
        if (!value || value->empty()) {
            return std::nullopt;
        }
        const auto time = parse_time(*value);
        if (!time) {
            return std::nullopt;
        }
        if (*time > options_.now) {
            note(index, Field::Joined, Trouble::InFuture);
            return std::nullopt;
        }
        return *time;
    }

    void look_at_newcomer(std::size_t index) {
        const Row& row = sheet_.rows[index];
        if (plan_.are_people_mixed) {
            return;
        }
        note_unreadable(index);
        if (!row.has_contact()) {
            note(index, std::nullopt, Trouble::NeedsContact);
            return;
        }
        if (erased_.contains(key_.contact(Field::Email, row.value_of(Field::Email))) ||
            erased_.contains(key_.contact(Field::Phone, row.value_of(Field::Phone)))) {
            clear(index);
            return;
        }
        plan_.joins.push_back({index, joined_in(row, index), 0});
    }

    void clear(std::size_t index) {
        if (options_.can_remove) {
            plan_.cleared.push_back(index);
        } else {
            note(index, std::nullopt, Trouble::Erased);
        }
    }

    void look_at_row(std::size_t index, const Known& one) {
        const Row& row = sheet_.rows[index];
        const bool is_erased = one.is_erased || (one.seen && one.seen->is_erased);
        if (is_erased) {
            look_at_erased(index, one);
            return;
        }
        if (!one.is_live()) {
            look_at_ended(index, one);
            return;
        }
        note_unreadable(index);
        PlannedChange change{index, one.ticket, {}};
        Seen seen = one.seen.value_or(Seen{});
        for (const Field field : all_fields) {
            if (!sheet_.columns.has(field)) {
                if (options_.accepts_slips) {
                    seen.cells[field].reset();  // nobody misses it any more
                }
            } else if (!frozen_.has(field)) {
                merge_field(index, one, field, change.fields, seen);
            }
        }
        if (!change.fields.empty() && !row.has_contact() && keeps_no_contact(row, one)) {
            note(index, std::nullopt, Trouble::NeedsContact);
        } else if (!change.fields.empty()) {
            plan_.changes.push_back(change);
        }
        if (!plan_.are_people_mixed) {
            remember_contacts(row, key_, seen);
        }
        seen.joined_at = one.joined_at;
        seen.missing = 0;
        seen.had_row = true;
        seen.left_at.reset();
        keep(one, seen);
    }

    // The change would leave nobody to be told.
    bool keeps_no_contact(const Row& row, const Known& one) const {
        return std::ranges::all_of(std::array{Field::Email, Field::Phone}, [&](Field field) {
            const Cell& cell = row.cells[field];
            const bool is_taken = sheet_.columns.has(field) && !frozen_.has(field) && cell.value;
            return is_taken ? cell.value->empty() : one.values[field].empty();
        });
    }

    void merge_field(std::size_t index, const Known& one, Field field, FieldSet& changes,
                     Seen& seen) {
        const Cell& cell = sheet_.rows[index].cells[field];
        const Mark cell_now = key_.cell(field, cell.text);
        const Mark value_now = key_.cell(field, one.values[field]);
        const bool was_seen = seen.cells[field].has_value();
        const bool has_sheet_changed = was_seen && *seen.cells[field] != cell_now;
        const bool has_ours_changed = !seen.values[field] || *seen.values[field] != value_now;
        if (!cell.value) {
            return;  // noted, and Standby keeps what it has
        }
        if (*cell.value == one.values[field]) {
            seen.cells[field] = cell_now;
            seen.values[field] = value_now;
        } else if (field == Field::Joined && !cell.text.empty()) {
            if (has_sheet_changed) {
                note(index, field, Trouble::JoinIsFixed);
            } else {
                seen.cells[field] = cell_now;
            }
        } else if (has_sheet_changed && field != Field::Joined) {
            changes.add(field);
        } else if (!was_seen && !cell.text.empty()) {
            changes.add(field);
        } else if (!was_seen || has_ours_changed || has_sheet_changed) {
            write(index, one, field, cell, seen);
        }
    }

    // Once it is written, the next look finds both the same.
    void write(std::size_t index, const Known& one, Field field, const Cell& cell, Seen& seen) {
        if (options_.can_write) {
            plan_.cells.push_back({index, field, one.values[field]});
            return;
        }
        seen.cells[field] = key_.cell(field, cell.text);
        seen.values[field] = key_.cell(field, one.values[field]);
    }

    void look_at_erased(std::size_t index, const Known& one) {
        clear(index);
        Seen seen = one.seen.value_or(Seen{});
        seen.is_erased = true;
        seen.missing = 0;
        keep(one, seen);
    }

    // A deleted row that is back is an undo: they go on where they were.
    void look_at_ended(std::size_t index, const Known& one) {
        const Row& row = sheet_.rows[index];
        Seen seen = *one.seen;
        if (seen.left_at) {
            plan_.row_of[index] = 0;
            if (plan_.are_people_mixed) {
                return;
            }
            note_unreadable(index);
            if (row.has_contact()) {
                plan_.joins.push_back({index, seen.joined_at, one.ticket});
            }
            return;
        }
        if (!plan_.are_people_mixed) {
            remember_contacts(row, key_, seen);
            for (const Field field : all_fields) {
                if (sheet_.columns.has(field)) {
                    seen.cells[field] = key_.cell(field, row.cells[field].text);
                }
            }
        }
        seen.missing = 0;
        keep(one, seen);
    }

    void look_at_missing(const std::vector<bool>& has_row) {
        if (plan_.are_people_mixed) {
            return;
        }
        std::size_t people = 0;
        std::vector<const Known*> missing;
        for (std::size_t index = 0; index < known_.size(); ++index) {
            const Known& one = known_[index];
            const bool had_row = one.seen && one.seen->had_row;
            if (!one.is_live()) {
                if (!has_row[index]) {
                    forget_ended(one);
                }
                continue;
            }
            people += had_row;
            if (has_row[index]) {
                continue;
            }
            if (had_row) {
                missing.push_back(&one);
            } else {
                plan_.without_row.push_back(one.ticket);
            }
        }
        const auto waits = [](const Known* one) { return one->standing == Standing::Waiting; };
        const auto waiting = static_cast<std::size_t>(std::ranges::count_if(missing, waits));
        const bool are_too_many = waiting > at_once_max(people) && !options_.accepts_slips;
        std::vector<Ticket> vanished;
        std::vector<Ticket> offered;
        for (const Known* one : missing) {
            Seen seen = *one->seen;
            if (options_.counts_missing && seen.missing < looks_without_row) {
                ++seen.missing;
            }
            const bool counts = seen.missing >= looks_without_row;
            if (one->standing == Standing::Offered && counts) {
                offered.push_back(one->ticket);
            } else if (one->standing == Standing::Waiting && counts) {
                vanished.push_back(one->ticket);
            }
            keep(*one, seen);
        }
        if (!offered.empty()) {
            ask(Question::OfferVanished, std::nullopt, std::move(offered));
        }
        if (!are_too_many) {
            plan_.leaves = std::move(vanished);
        } else if (!vanished.empty()) {
            ask(Question::ManyVanished, std::nullopt, std::move(vanished));
        }
    }

    void forget_ended(const Known& one) {
        if (!one.seen) {
            return;
        }
        if (one.seen->left_at) {
            if (options_.now - *one.seen->left_at > deleted_kept) {
                plan_.forgotten.push_back(one.ticket);
            }
            return;  // until then the row may come back
        }
        Seen seen = *one.seen;
        if (options_.counts_missing && ++seen.missing > looks_without_row) {
            plan_.forgotten.push_back(one.ticket);
            return;
        }
        keep(one, seen);
    }

    void keep(const Known& one, const Seen& seen) {
        if (one.seen != seen) {
            plan_.seen.emplace_back(one.ticket, seen);
        }
    }

    const SheetNow& sheet_;
    const std::vector<Known>& known_;
    const SheetKey& key_;
    const MergeOptions& options_;
    std::vector<std::size_t> owner_;
    FieldSet frozen_;
    std::set<Mark> erased_;  // by what they were known
    Plan plan_;
};

}  // namespace

Plan merge(const SheetNow& sheet, const std::vector<Known>& known, const SheetKey& key,
           const MergeOptions& options) {
    return Merger(sheet, known, key, options).run();
}

Seen remember(const Row& row, FieldSet taken, const PerField<std::string>& values, Time joined_at,
              const SheetKey& key, const Seen& before) {
    Seen seen = before;
    for (const Field field : all_fields) {
        if (taken.has(field)) {
            seen.cells[field] = key.cell(field, row.cells[field].text);
            seen.values[field] = key.cell(field, values[field]);
        }
    }
    remember_contacts(row, key, seen);
    seen.joined_at = joined_at;
    seen.missing = 0;
    seen.had_row = true;
    seen.left_at.reset();
    return seen;
}

}  // namespace standby::intake::sheet
