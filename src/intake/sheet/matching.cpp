// Every row collects its candidates; then the best pairs are taken first, so that a pasted copy
// never gets the place of the row that it was copied from.
#include "intake/sheet/matching.hpp"

#include "base/name_key.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace standby::intake::sheet {
namespace {

// What speaks for a pair. A mark that is proven by its check, or one contact, outweighs all the
// cells of a row; a mark in a row of somebody with another contact says little, because marks can
// be sorted alone like everything else.
constexpr int proven_mark_weight = 140;
constexpr int mark_weight = 30;
constexpr int contact_weight = 60;
constexpr int name_weight = 20;
constexpr int contact_alone_weight = 25;  // less than a mark and the name
// A house may write its own number behind everyone who left none.
constexpr std::size_t sharers_max = 50;

struct Pair {
    int weight = 0;
    std::size_t row = 0;
    std::size_t known = 0;
};

class Matcher {
public:
    Matcher(const SheetNow& sheet, const std::vector<Known>& known, const SheetKey& key, Time now)
        : sheet_(sheet), known_(known), key_(key), now_(now) {}

    std::vector<std::size_t> run() {
        fill_books();
        std::vector<Pair> pairs;
        for (std::size_t row = 0; row < sheet_.rows.size(); ++row) {
            collect(row, pairs);
        }
        std::vector<std::size_t> owner(sheet_.rows.size(), nobody);
        std::vector<bool> has_row(known_.size(), false);
        take(pairs, owner, has_row);
        pairs.clear();
        for (std::size_t row = 0; row < sheet_.rows.size(); ++row) {
            if (owner[row] == nobody) {
                collect_by_content(row, has_row, pairs);
            }
        }
        take(pairs, owner, has_row);
        return owner;
    }

private:
    using Book = std::unordered_multimap<Mark, std::size_t>;

    void fill_books() {
        for (std::size_t index = 0; index < known_.size(); ++index) {
            const Known& one = known_[index];
            by_ticket_.emplace(one.ticket, index);
            const auto add = [&](Book& book, Field field, Mark seen) {
                const Mark has = key_.contact(field, one.values[field]);
                if (has != 0) {
                    book.emplace(has, index);
                }
                if (seen != 0 && seen != has) {
                    book.emplace(seen, index);
                }
            };
            add(by_email_, Field::Email, one.seen ? one.seen->email : 0);
            add(by_phone_, Field::Phone, one.seen ? one.seen->phone : 0);
            if (one.seen && one.seen->cells[Field::Name]) {
                by_name_.emplace(*one.seen->cells[Field::Name], index);
            }
        }
    }

    bool has_contact(const Known& one, Field field, const Row& row) const {
        const std::string_view value = row.value_of(field);
        if (value.empty()) {
            return false;
        }
        if (one.values[field] == value) {
            return true;
        }
        const Mark seen = !one.seen ? 0 : field == Field::Email ? one.seen->email : one.seen->phone;
        return seen != 0 && seen == key_.contact(field, value);
    }

    bool has_name(const Known& one, const Row& row) const {
        const Cell& cell = row.cells[Field::Name];
        if (one.seen && one.seen->cells[Field::Name] == key_.cell(Field::Name, cell.text)) {
            return true;
        }
        return one.is_live() && name_key(one.values[Field::Name]) == name_key(cell.text);
    }

    // How many of the cells beside name and contact are as they were.
    int same_cells(const Known& one, const Row& row) const {
        int same = 0;
        for (const Field field : all_fields) {
            if (one.seen && one.seen->cells[field] &&
                *one.seen->cells[field] == key_.cell(field, row.cells[field].text)) {
                ++same;
            }
        }
        return same;
    }

    void collect(std::size_t index, std::vector<Pair>& pairs) const {
        const Row& row = sheet_.rows[index];
        if (row.is_blank()) {
            return;
        }
        std::map<std::size_t, bool> candidates;  // whether the mark in the row says so
        const auto id = parse_row_id(row.id);
        if (id) {
            if (const auto found = by_ticket_.find(id->ticket); found != by_ticket_.end()) {
                candidates[found->second] = true;
            }
        }
        const auto look_up = [&](const Book& book, Field field) {
            const auto [begin, end] = book.equal_range(key_.contact(field, row.value_of(field)));
            std::size_t looked_at = 0;
            for (auto found = begin; found != end && looked_at < sharers_max; ++found) {
                candidates.try_emplace(found->second, false);
                ++looked_at;
            }
        };
        look_up(by_email_, Field::Email);
        look_up(by_phone_, Field::Phone);
        for (const auto& [candidate, is_marked] : candidates) {
            const int weight = weigh(row, known_[candidate], is_marked ? &*id : nullptr);
            if (weight > 0) {
                pairs.push_back({weight, index, candidate});
            }
        }
    }

    // 0: not theirs.
    int weigh(const Row& row, const Known& one, const RowId* mark) const {
        const bool email = has_contact(one, Field::Email, row);
        const bool phone = has_contact(one, Field::Phone, row);
        const bool name = has_name(one, row);
        const bool check = mark != nullptr && row.has_contact() &&
                           mark->check == check_of(row, sheet_.columns, one.values, key_);
        const bool is_same_row = one.seen && is_unchanged(row, sheet_.columns, *one.seen, key_);
        if (mark == nullptr && !is_same_row && !is_found_by_contact(one)) {
            return 0;  // who ended is known by the mark, or by the very same row
        }
        const bool was_marked = one.seen && mark != nullptr;
        if (!email && !phone && !check && !(was_marked && name)) {
            return 0;
        }
        if (mark == nullptr && !name && has_other_contact(row, one)) {
            return 0;  // one line of a couple: another name, another address, the same phone
        }
        if (mark == nullptr && !name) {
            return contact_alone_weight + same_cells(one, row);
        }
        const bool is_proven = check || (mark != nullptr && (email || phone));
        return (is_proven         ? proven_mark_weight
                : mark != nullptr ? mark_weight
                                  : 0) +
               (email ? contact_weight : 0) + (phone ? contact_weight : 0) +
               (name ? name_weight : 0) + same_cells(one, row);
    }

    bool is_found_by_contact(const Known& one) const {
        return one.is_live() || one.is_erased ||
               (one.seen && (one.seen->is_erased ||
                             (one.seen->left_at && now_ - *one.seen->left_at <= undo_within)));
    }

    bool has_other_contact(const Row& row, const Known& one) const {
        return std::ranges::any_of(std::array{Field::Email, Field::Phone}, [&](Field field) {
            return !row.value_of(field).empty() && !one.values[field].empty() &&
                   !has_contact(one, field, row);
        });
    }

    // Rows without a mark whose contact alone was corrected: everything else is as it was. Of first
    // names there are many.
    void collect_by_content(std::size_t index, const std::vector<bool>& has_row,
                            std::vector<Pair>& pairs) const {
        const Row& row = sheet_.rows[index];
        const std::string& name = row.cells[Field::Name].text;
        const bool is_full_name = name.find(' ') != std::string::npos;
        if (!is_full_name || !row.id.empty() || is_somebodys(row)) {
            return;
        }
        std::optional<std::size_t> only;
        const auto [begin, end] = by_name_.equal_range(key_.cell(Field::Name, name));
        std::size_t looked_at = 0;
        for (auto found = begin; found != end; ++found) {
            if (++looked_at > sharers_max) {
                return;
            }
            const Known& one = known_[found->second];
            if (has_row[found->second] || !one.is_live() || !is_same_but_contact(row, *one.seen)) {
                continue;
            }
            if (only) {
                return;  // two of that name: nobody can know
            }
            only = found->second;
        }
        if (only) {
            pairs.push_back({1, index, *only});
        }
    }

    bool is_somebodys(const Row& row) const {
        return by_email_.contains(key_.contact(Field::Email, row.value_of(Field::Email))) ||
               by_phone_.contains(key_.contact(Field::Phone, row.value_of(Field::Phone)));
    }

    bool is_same_but_contact(const Row& row, const Seen& seen) const {
        return seen.had_row && std::ranges::all_of(all_fields, [&](Field field) {
                   return field == Field::Email || field == Field::Phone ||
                          !sheet_.columns.has(field) || !seen.cells[field] ||
                          *seen.cells[field] == key_.cell(field, row.cells[field].text);
               });
    }

    static void take(std::vector<Pair>& pairs, std::vector<std::size_t>& owner,
                     std::vector<bool>& has_row) {
        std::ranges::sort(pairs, [](const Pair& one, const Pair& other) {
            return std::tuple(-one.weight, one.row, one.known) <
                   std::tuple(-other.weight, other.row, other.known);
        });
        for (const Pair& pair : pairs) {
            if (owner[pair.row] == nobody && !has_row[pair.known]) {
                owner[pair.row] = pair.known;
                has_row[pair.known] = true;
            }
        }
    }

    const SheetNow& sheet_;
    const std::vector<Known>& known_;
    const SheetKey& key_;
    Time now_;
    std::unordered_map<Ticket, std::size_t> by_ticket_;
    Book by_email_;
    Book by_phone_;
    Book by_name_;
};

}  // namespace

std::string check_of(const Row& row, FieldSet columns, const PerField<std::string>& values,
                     const SheetKey& key) {
    const auto contact = [&](Field field) {
        return columns.has(field) ? row.value_of(field) : std::string_view(values[field]);
    };
    return key.check(contact(Field::Email), contact(Field::Phone));
}

bool is_unchanged(const Row& row, FieldSet columns, const Seen& seen, const SheetKey& key) {
    return std::ranges::all_of(all_fields, [&](Field field) {
        return !columns.has(field) || !seen.cells[field] ||
               *seen.cells[field] == key.cell(field, row.cells[field].text);
    });
}

std::vector<std::size_t> match(const SheetNow& sheet, const std::vector<Known>& known,
                               const SheetKey& key, Time now) {
    return Matcher(sheet, known, key, now).run();
}

}  // namespace standby::intake::sheet
