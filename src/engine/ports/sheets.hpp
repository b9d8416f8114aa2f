// The sheets that staff edit, as the API asks about them: whether an address may be one, what came
// of the last look, and answers to what Standby asked about it. What a report says of rows may
// quote what staff typed, so it is kept in memory alone.
#pragma once

#include "base/time.hpp"
#include "core/model/ids.hpp"
#include "engine/ports/store.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace standby::engine {

inline constexpr std::size_t sheet_url_bytes_max = 2'000;
inline constexpr std::size_t sheet_notes_max = 200;  // that a report has

struct SheetNote {
    std::size_t row = 0;  // as the program that staff use counts, from 1
    std::string field;    // empty: the row as a whole
    std::string kind;     // "unreadable", "needs_contact", …
    std::string words;    // for whoever typed it
};

struct SheetQuestion {
    std::string kind;   // "many_vanished", "offer_vanished", …
    std::string field;  // of a column
    std::vector<core::EntryId> entries;
};

struct SheetReport {
    bool is_fine = false;
    std::string trouble;  // "not_found"; empty: none
    std::string words;    // a sentence about the trouble
    Time looked_at{};
    std::size_t people = 0;   // rows that are somebody's
    bool is_written = false;  // what Standby has to say goes into the sheet itself
    std::string sibling;      // where else it goes; empty: nowhere
    std::size_t notes_in_all = 0;
    std::vector<SheetNote> notes;
    std::vector<SheetQuestion> questions;
};

// Calls may come from any thread.
class Sheets {
public:
    virtual ~Sheets() = default;

    // Nothing when the address can be that of a sheet, otherwise a sentence that says why not.
    // Looks at the place; `is_operator`: whoever asks runs this server.
    virtual std::optional<std::string> check(const std::string& url, bool is_operator) = 0;
    // A sheet was set up, changed or removed.
    virtual void changed(core::ResourceNumber list) = 0;
    // Nothing before the first look.
    virtual std::optional<SheetReport> report(core::ResourceNumber list) = 0;
    // Staff meant what Standby asked about. False: nothing is asked just now.
    virtual bool accept(core::ResourceNumber list) = 0;
};

}  // namespace standby::engine
