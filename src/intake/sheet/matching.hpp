// Which row is whose. Where a row stands says nothing: people sort, insert and paste. A row is
// somebody's by the mark in it, if who stands there agrees; else by contact; and else, where only
// the contact was corrected, by everything else.
#pragma once

#include "intake/sheet/seen.hpp"

#include <optional>
#include <vector>

namespace standby::intake::sheet {

enum class Standing : std::uint8_t {
    Waiting,
    Offered,  // something is held for them just now
    Booked,
    Ended,
};

// What Standby has of somebody.
struct Known {
    Ticket ticket = 0;
    Standing standing = Standing::Waiting;
    PerField<std::string> values;  // as Standby writes them; of the ended: none
    Time joined_at{};
    bool is_erased = false;
    std::optional<Seen> seen;  // nothing: never in this sheet, as far as is known

    [[nodiscard]] bool is_live() const { return standing != Standing::Ended; }
};

// A row that was deleted and comes back within this is an undo, whatever else changed in it.
inline constexpr Duration undo_within = std::chrono::hours{1};

inline constexpr std::size_t nobody = static_cast<std::size_t>(-1);

// For each row the index of whose it is, or nobody. Nobody has two rows.
std::vector<std::size_t> match(const SheetNow& sheet, const std::vector<Known>& known,
                               const SheetKey& key, Time now);

// Who stands in the row; where a column is missing, what Standby has of it.
std::string check_of(const Row& row, FieldSet columns, const PerField<std::string>& values,
                     const SheetKey& key);

// Whether every cell is as it was last seen.
[[nodiscard]] bool is_unchanged(const Row& row, FieldSet columns, const Seen& seen,
                                const SheetKey& key);

}  // namespace standby::intake::sheet
