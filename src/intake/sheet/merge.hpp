// What one look at a sheet calls for: who joins, changes or leaves, and what Standby has to write
// into it. Per field three texts decide: what the sheet says now, what was last seen of it, and
// what Standby has. Staff own wishes and contact, so their change wins; Standby owns states. What
// looks like a slip of the hand (a column sorted alone, half the rows gone) becomes a question.
#pragma once

#include "intake/sheet/matching.hpp"

#include <optional>
#include <string>
#include <vector>

namespace standby::intake::sheet {

// A vanished row counts when this many looks in a row were without it.
inline constexpr std::uint8_t looks_without_row = 2;
// A deleted row that comes back after this is somebody new.
inline constexpr Duration deleted_kept = std::chrono::days{30};
// Fewer vanished rows than this never are too many.
inline constexpr std::size_t vanished_at_once_max = 3;
// How many at once may vanish, or be emptied, before staff are asked.
constexpr std::size_t at_once_max(std::size_t people) {
    return people / 10 > vanished_at_once_max ? people / 10 : vanished_at_once_max;
}

enum class Trouble : std::uint8_t {
    Unreadable,    // the text of a cell
    NeedsContact,  // neither a number nor an address that can be read
    JoinIsFixed,   // a join time can't be changed later
    InFuture,      // a join time that has yet to come: the time of the look is taken
    SecondRow,     // of somebody who has one
    Erased,        // the person asked to be forgotten, the row can't be cleared by us
};
struct Note {
    std::size_t row = 0;  // index into the rows
    std::optional<Field> field;
    Trouble trouble = Trouble::Unreadable;
    std::string text;     // what the reader says about it
    std::string at_home;  // the same in the house's language
    friend bool operator==(const Note&, const Note&) = default;
};

enum class Question : std::uint8_t {
    ManyVanished,   // more rows than anybody deletes in one go
    OfferVanished,  // the row of somebody who has an offer
    SortedAlone,    // a column is in another order, the others are not
    ColumnEmptied,
    ColumnGone,  // or its heading is one that nobody knows
};
struct Slip {
    Question question = Question::ManyVanished;
    std::optional<Field> field;
    std::vector<Ticket> people;
    friend bool operator==(const Slip&, const Slip&) = default;
};

struct PlannedJoin {
    std::size_t row = 0;
    std::optional<Time> since;  // has waited since then
    Ticket instead_of = 0;      // of an entry whose row came back
};
struct PlannedChange {
    std::size_t row = 0;
    Ticket ticket = 0;
    FieldSet fields;  // to be taken from the row's values
};
struct PlannedCell {
    std::size_t row = 0;
    Field field = Field::Name;
    std::string text;
};

struct Plan {
    std::vector<PlannedJoin> joins;
    std::vector<PlannedChange> changes;
    std::vector<Ticket> leaves;
    std::vector<PlannedCell> cells;    // to be written
    std::vector<std::size_t> cleared;  // rows of whoever was erased
    std::vector<Ticket> without_row;   // live, and never in the sheet: to be added to it
    std::vector<Note> notes;
    std::vector<Slip> slips;
    std::vector<Ticket> row_of;  // for each row whose it is, 0: nobody's so far
    // Nobody can say who stands where: nobody comes, goes or changes, and marks stay as they are.
    bool are_people_mixed = false;
    // Those whose memory changes, and those who need none any more. What is planned above is not
    // in there yet: `remember` says what to keep once it is done.
    std::vector<std::pair<Ticket, Seen>> seen;
    std::vector<Ticket> forgotten;
};

struct MergeOptions {
    Time now{};
    // Looks that follow each other at once don't count twice.
    bool counts_missing = true;
    // What staff typed can be written over, and rows be taken out; XLSX and ODS are only read.
    bool can_write = true;
    bool can_remove = true;
    // Staff were asked and meant it: many rows gone, a column in another order or emptied.
    bool accepts_slips = false;
};

Plan merge(const SheetNow& sheet, const std::vector<Known>& known, const SheetKey& key,
           const MergeOptions& options);

// What to keep of somebody once the named fields of the row were taken, and Standby has them as
// these values: after a join all that there are, after a change those that changed.
Seen remember(const Row& row, FieldSet taken, const PerField<std::string>& values, Time joined_at,
              const SheetKey& key, const Seen& before = {});

}  // namespace standby::intake::sheet
