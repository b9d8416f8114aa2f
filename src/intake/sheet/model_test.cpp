// Thousands of sheets that are edited at random, by people who sort, paste, copy, cut, rename, undo
// and type over, while guests join, leave and change things elsewhere. The test knows who each row
// really is about; the merge doesn't. Nobody may be lost, nobody may get another's place, and the
// fair order stays as it was.
#include "base/prng.hpp"
#include "intake/sheet/merge.hpp"
#include "intake/sheet/sheet_test_support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace standby::intake::sheet {
namespace {

using test::cell_of;
using test::List;
using test::row_of;

enum class Marks { Written, None };

class World {
public:
    World(std::uint64_t seed, Marks marks)
        : random_(seed), has_marks_(marks == Marks::Written), list_(has_marks_) {
        sheet_.columns = FieldSet::everything();
        const std::size_t people = 3 + random_.below(30);
        for (std::size_t index = 0; index < people; ++index) {
            insert();
        }
        look();
    }

    void run() {
        for (int step = 0; step < 30 && !testing::Test::HasFailure(); ++step) {
            for (std::uint64_t edits = 1 + random_.below(3); edits > 0; --edits) {
                edit();
            }
            act_elsewhere();
            look();
        }
        settle();
    }

private:
    // The sheet with, for each row, who it is about.
    struct Copy {
        SheetNow sheet;
        std::vector<std::size_t> tags;
    };

    std::string fresh(const char* prefix) { return prefix + std::to_string(++texts_); }
    std::size_t any_row() { return random_.below(sheet_.rows.size()); }
    bool is_empty() const { return sheet_.rows.empty(); }

    Row person() {
        static constexpr std::array names{"Anna", "Ben", "Cleo", "Dora", "Emil"};
        static constexpr std::array services{"", "Cut", "Colour", "Perm"};
        // First names repeat, as they do.
        Row row = row_of({{Field::Name, random_.chance(1, 3) ? names[random_.below(names.size())]
                                                             : fresh("Name ")},
                          {Field::Service, services[random_.below(services.size())]}});
        const std::uint64_t contacts = 1 + random_.below(3);
        if ((contacts & 1) != 0) {
            row.cells[Field::Phone] = cell_of(fresh("+4915"));
        }
        if ((contacts & 2) != 0) {
            row.cells[Field::Email] = cell_of(fresh("guest") + "@example.com");
        }
        return row;
    }

    void insert() {
        const auto at = static_cast<std::ptrdiff_t>(random_.below(sheet_.rows.size() + 1));
        sheet_.rows.insert(sheet_.rows.begin() + at, person());
        tags_.insert(tags_.begin() + at, ++people_);
    }

    void save_for_undo() { undo_.push_back({sheet_, tags_}); }

    // Whose identity changes twice between two looks is another person for all that anybody can
    // tell; without marks already when contact and anything else changes.
    bool may_touch(std::size_t row) { return touched_.insert(tags_[row]).second; }

    void edit() {
        if (has_slip_ || has_renamed_) {
            return;  // whatever happens now is lost when it is set right
        }
        save_for_undo();
        switch (is_empty() ? 0 : random_.below(13)) {
        case 0:
            insert();
            break;
        case 1:
            sort();
            break;
        case 2:
            cut_and_paste();
            break;
        case 3:
            duplicate();
            break;
        case 4:
            if (sheet_.rows.size() > 2) {
                remove(any_row());
            }
            break;
        case 5:
            change(Field::Service, fresh("Service "));
            break;
        case 6:
            correct_contact();
            break;
        case 7:
            change(Field::Name, fresh("Name "));
            break;
        case 8:
            sort_alone();
            break;
        case 9:
            rename_heading();
            break;
        case 10:
            undo();
            break;
        case 11:
            type_over();
            break;
        default:
            spoil_marks();
            break;
        }
    }

    void sort() {
        const Field by = all_fields[random_.below(fields)];
        std::vector<std::size_t> order(sheet_.rows.size());
        for (std::size_t index = 0; index < order.size(); ++index) {
            order[index] = index;
        }
        std::ranges::stable_sort(
            order, {}, [&](std::size_t index) { return sheet_.rows[index].cells[by].text; });
        const Copy before{sheet_, tags_};
        for (std::size_t index = 0; index < order.size(); ++index) {
            sheet_.rows[index] = before.sheet.rows[order[index]];
            tags_[index] = before.tags[order[index]];
        }
    }

    void cut_and_paste() {
        const std::size_t from = any_row();
        Row row = sheet_.rows[from];
        const std::size_t tag = tags_[from];
        remove(from);
        const auto to = static_cast<std::ptrdiff_t>(random_.below(sheet_.rows.size() + 1));
        sheet_.rows.insert(sheet_.rows.begin() + to, std::move(row));
        tags_.insert(tags_.begin() + to, tag);
    }

    void duplicate() {
        const std::size_t from = any_row();
        sheet_.rows.push_back(sheet_.rows[from]);
        tags_.push_back(tags_[from]);
        if (random_.chance(1, 2)) {  // as a form to fill in
            Row other = person();
            other.cells[Field::Name] = cell_of(fresh("Name "));
            other.id = sheet_.rows.back().id;
            sheet_.rows.back() = std::move(other);
            tags_.back() = ++people_;
        }
    }

    void remove(std::size_t row) {
        sheet_.rows.erase(sheet_.rows.begin() + static_cast<std::ptrdiff_t>(row));
        tags_.erase(tags_.begin() + static_cast<std::ptrdiff_t>(row));
    }

    void change(Field field, const std::string& text) {
        const std::size_t row = any_row();
        if (sheet_.columns.has(field) && is_only_row(row) && may_touch(row)) {
            sheet_.rows[row].cells[field] = cell_of(text);
        }
    }

    // What is changed in one of two copies is another wish, and not this test's affair.
    bool is_only_row(std::size_t row) const { return std::ranges::count(tags_, tags_[row]) == 1; }

    void correct_contact() {
        const std::size_t row = any_row();
        const Field field =
            sheet_.rows[row].cells[Field::Phone].text.empty() ? Field::Email : Field::Phone;
        if (!sheet_.columns.has(field) || !is_only_row(row) || !can_tell(row) || !may_touch(row)) {
            return;
        }
        sheet_.rows[row].cells[field] =
            cell_of(field == Field::Phone ? fresh("+4917") : fresh("new") + "@example.com");
    }

    // The mark has to say whose row it is, or else the full name.
    bool can_tell(std::size_t row) const {
        const auto id = parse_row_id(sheet_.rows[row].id);
        return has_marks_ ? id && list_.entries.at(id->ticket).tag == tags_[row]
                          : sheet_.rows[row].cells[Field::Name].text.starts_with("Name ");
    }

    // A column in another order than the rest, until somebody notices. Without marks, or of a few
    // rows, half of them copies of others, nobody could tell.
    void sort_alone() {
        constexpr std::size_t rows_min = 8;
        const std::set<std::size_t> different(tags_.begin(), tags_.end());
        const auto waiting =
            std::ranges::count_if(tags_, [&](std::size_t tag) { return !gone_.contains(tag); });
        if (!has_marks_ || different.size() < tags_.size() || waiting * 2 < std::ssize(tags_) ||
            tags_.size() < rows_min) {
            return;
        }
        constexpr std::array columns{Field::Name, Field::Phone, Field::Email};
        const Field field = columns[random_.below(columns.size())];
        if (!touched_.empty() || has_slip_ || has_renamed_) {
            return;
        }
        has_slip_ = true;
        before_slip_ = {sheet_, tags_};
        std::vector<Cell> cells;
        for (const Row& row : sheet_.rows) {
            cells.push_back(row.cells[field]);
        }
        std::ranges::stable_sort(cells, std::greater{}, &Cell::text);
        for (std::size_t index = 0; index < cells.size(); ++index) {
            sheet_.rows[index].cells[field] = cells[index];
        }
    }

    void rename_heading() {
        if (has_renamed_ || has_slip_ || !touched_.empty()) {
            return;
        }
        const Field field = all_fields[random_.below(fields)];
        FieldSet others;
        for (const Field other : all_fields) {
            if (other != field) {
                others.add(other);
            }
        }
        renamed_ = {sheet_, tags_};
        sheet_.columns = others;
        for (Row& row : sheet_.rows) {
            row.cells[field] = cell_of("");
        }
        has_renamed_ = true;
    }

    // Nobody leaves it like that for long.
    void repair() {
        if (has_renamed_) {
            sheet_ = renamed_.sheet;
            tags_ = renamed_.tags;
            has_renamed_ = false;
            undo_.clear();
        }
        if (has_slip_) {
            sheet_ = before_slip_.sheet;
            tags_ = before_slip_.tags;
            has_slip_ = false;
            undo_.clear();
        }
    }

    void undo() {
        undo_.pop_back();  // of the undo itself
        if (undo_.empty() || has_slip_ || has_renamed_ || !touched_.empty()) {
            return;
        }
        const Copy& before = undo_.back();
        sheet_ = before.sheet;
        tags_ = before.tags;
        undo_.pop_back();
        for (const std::size_t tag : tags_) {
            touched_.insert(tag);
        }
    }

    void type_over() {
        const std::size_t row = any_row();
        if (!is_only_row(row) || !may_touch(row)) {
            return;
        }
        Row other = person();
        other.cells[Field::Name] = cell_of(fresh("Name "));
        other.id = sheet_.rows[row].id;
        sheet_.rows[row] = std::move(other);
        tags_[row] = ++people_;
    }

    void spoil_marks() {
        if (!touched_.empty() || random_.chance(1, 2)) {
            return;
        }
        std::vector<std::string> ids;
        for (const Row& row : sheet_.rows) {
            ids.push_back(random_.chance(1, 4) ? std::string() : row.id);
        }
        std::ranges::sort(ids);
        for (std::size_t index = 0; index < ids.size(); ++index) {
            sheet_.rows[index].id = ids[index];
            touched_.insert(tags_[index]);
        }
    }

    void act_elsewhere() {
        auto line = list_.line();
        if (line.empty()) {
            return;
        }
        test::Entry& entry = list_.entries.at(line[random_.below(line.size())]);
        switch (random_.below(8)) {
        case 0:
            entry.standing = Standing::Ended;
            gone_.insert(entry.tag);
            break;
        case 1: {
            const Row row = person();
            PerField<std::string> values;
            for (const Field field : all_fields) {
                values[field] = row.cells[field].text;
            }
            if (has_marks_) {
                const Ticket ticket = list_.join(values, now_);
                list_.entries.at(ticket).tag = ++people_;
                first_joined_[people_] = now_;
            }
            break;
        }
        case 2:
            entry.values[Field::Service] = fresh("Service ");
            break;
        default:
            break;
        }
    }

    bool is_in_sheet(std::size_t tag) const { return std::ranges::find(tags_, tag) != tags_.end(); }

    void look() {
        if (testing::Test::HasFailure()) {
            return;  // the first one tells the story
        }
        now_ += std::chrono::seconds{10};
        const std::size_t rows_before = sheet_.rows.size();
        const Plan plan = list_.look(sheet_, now_);
        const bool is_readable = !has_slip_ && !plan.are_people_mixed;
        for (std::size_t row = 0; row < plan.row_of.size(); ++row) {
            if (plan.row_of[row] != 0 && is_readable) {
                check_owner(row, list_.entries.at(plan.row_of[row]));
            }
        }
        for (const Ticket ticket : plan.leaves) {
            const std::size_t tag = list_.entries.at(ticket).tag;
            EXPECT_FALSE(is_in_sheet(tag) && !gone_.contains(tag)) << "left: " << ticket;
        }
        for (std::size_t row = rows_before; row < sheet_.rows.size(); ++row) {
            tags_.push_back(list_.entries.at(parse_row_id(sheet_.rows[row].id)->ticket).tag);
        }
        touched_.clear();
        if (has_slip_ || has_renamed_) {
            repair();
        }
    }

    void check_owner(std::size_t row, test::Entry& entry) {
        const std::size_t tag = tags_[row];
        if (entry.tag == 0) {  // has joined just now
            entry.tag = tag;
            const auto [first, is_new] = first_joined_.try_emplace(tag, entry.joined_at);
            // A second wish, or one after an end of their own making, is new.
            if (!is_new && !gone_.contains(tag)) {
                EXPECT_EQ(entry.joined_at, first->second) << "lost its place: row " << row;
            }
            return;
        }
        EXPECT_EQ(entry.tag, tag) << "row " << row << " is taken for somebody else's: "
                                  << sheet_.rows[row].cells[Field::Name].text;
    }

    // Everybody who stands in the sheet waits, but for those who ended it themselves; and nobody
    // else does.
    void settle() {
        repair();
        touched_.clear();
        for (int times = 0; times < 4; ++times) {
            look();
        }
        if (testing::Test::HasFailure()) {
            return;
        }
        list_.look(sheet_, now_ + std::chrono::minutes{1}, true);
        list_.look(sheet_, now_ + std::chrono::minutes{2}, true);
        std::map<std::size_t, int> live;
        for (const auto& [ticket, entry] : list_.entries) {
            live[entry.tag] += entry.standing != Standing::Ended ? 1 : 0;
        }
        for (std::size_t row = 0; row < tags_.size(); ++row) {
            const int count = live[tags_[row]];
            EXPECT_TRUE(count == 1 || (count == 0 && gone_.contains(tags_[row])))
                << "row " << row << " stands for " << count;
        }
        for (const auto& [tag, count] : live) {
            EXPECT_TRUE(count == 0 || is_in_sheet(tag)) << tag << " waits without a row";
        }
        for (std::size_t row = 0; has_marks_ && row < sheet_.rows.size(); ++row) {
            const auto id = parse_row_id(sheet_.rows[row].id);
            if (id && list_.entries.at(id->ticket).standing != Standing::Ended) {
                const test::Entry& entry = list_.entries.at(id->ticket);
                for (const Field field :
                     {Field::Name, Field::Phone, Field::Email, Field::Service}) {
                    EXPECT_EQ(entry.values[field], sheet_.rows[row].cells[field].text);
                }
            }
        }
    }

    Prng random_;
    bool has_marks_;
    List list_;
    SheetNow sheet_;
    std::vector<std::size_t> tags_;
    std::vector<Copy> undo_;
    Copy renamed_;
    Copy before_slip_;
    bool has_renamed_ = false;
    bool has_slip_ = false;
    std::set<std::size_t> touched_;
    std::set<std::size_t> gone_;  // have ended it themselves
    std::map<std::size_t, Time> first_joined_;
    std::size_t people_ = 0;
    std::uint64_t texts_ = 0;
    Time now_ = std::chrono::sys_days{std::chrono::year{2026} / 11 / 2};
};

// In several parts, so that they run beside each other.
constexpr std::uint64_t seeds_per_part = 150;
constexpr std::uint64_t parts = 10;

class SheetModel : public testing::TestWithParam<std::uint64_t> {
protected:
    void run(Marks marks) {
        for (std::uint64_t seed = GetParam() * seeds_per_part;
             seed < (GetParam() + 1) * seeds_per_part; ++seed) {
            SCOPED_TRACE("seed " + std::to_string(seed));
            World(seed, marks).run();
            ASSERT_FALSE(HasFailure());
        }
    }
};

TEST_P(SheetModel, LosesNobodyAndKeepsTheOrderHoweverASheetIsEdited) {
    run(Marks::Written);
}

TEST_P(SheetModel, LosesNobodyInASheetThatIsOnlyRead) {
    run(Marks::None);
}

INSTANTIATE_TEST_SUITE_P(Part, SheetModel, testing::Range(std::uint64_t{0}, parts));

}  // namespace
}  // namespace standby::intake::sheet
