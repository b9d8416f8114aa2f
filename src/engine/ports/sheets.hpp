// The sheets that staff edit: how each is set up, what came of the last look, and answers to what
// Standby asked about it. What a report says of rows may quote what staff typed, so it is kept in
// memory alone.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "core/model/ids.hpp"
#include "engine/ports/registry.hpp"
#include "engine/ports/store.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace standby::engine {

inline constexpr std::size_t sheet_url_bytes_max = 2'000;
inline constexpr std::size_t sheet_notes_max = 200;  // that a report has
inline constexpr std::size_t sheet_columns_max = 500;
inline constexpr std::size_t sheet_heading_bytes_max = 2'000;
inline constexpr std::size_t sheet_secret_bytes_max = 5'000;  // Google's key file

// A heading, and the field that its column is; none: the column is left alone.
struct SheetColumn {
    std::string heading;
    std::string field;  // "party_size"
    friend bool operator==(const SheetColumn&, const SheetColumn&) = default;
};

struct SheetSettings {
    std::string url;                   // file:///…, https://…, gsheet:<id>#<gid>
    std::string username;              // on a WebDAV server
    std::string api_url;               // where Google's API is; empty: at Google
    std::vector<SheetColumn> columns;  // given by hand; the others are recognised
    friend bool operator==(const SheetSettings&, const SheetSettings&) = default;
};

// What stays secret: a password, or Google's key file.
struct SheetSecrets {
    std::string password;
    std::string key_file;
    [[nodiscard]] bool empty() const { return password.empty() && key_file.empty(); }
    friend bool operator==(const SheetSecrets&, const SheetSecrets&) = default;
};

struct FollowedSheet {
    std::uint64_t number = 0;
    AccountNumber account;
    SheetSettings settings;
    bool has_secret = false;
};

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
    std::vector<SheetColumn> columns;  // its headings, and what each is taken for
};

// What one look without consequences found.
struct TestedSheet {
    std::string trouble;  // empty: it works
    std::string words;
    std::size_t rows = 0;  // below the headings
    std::vector<SheetColumn> columns;
};

enum class SheetError : std::uint8_t {
    NoKey,         // the key that seals passwords cannot be read or made
    KeyNotShared,  // other nodes could not read what this one would seal
    Unavailable,
};

// Calls may come from any thread. Those with a registry wait for the store.
class Sheets {
public:
    virtual ~Sheets() = default;

    // Nothing when the address can be that of a sheet, otherwise the end of a sentence that begins
    // with it. Asks nobody else's server; `is_operator`: whoever asks runs this server.
    virtual std::optional<std::string> check(const SheetSettings& settings, bool is_operator) = 0;
    // The one of a list.
    virtual Result<std::optional<FollowedSheet>, StoreError> sheet(Registry& registry,
                                                                   core::ResourceNumber list) = 0;
    // Without secrets, those it had stay, if it is still at the same place.
    virtual Result<void, SheetError> set(Registry& registry, AccountNumber account,
                                         core::ResourceNumber list, const SheetSettings& settings,
                                         const SheetSecrets& secrets, Time now) = 0;
    // False: there was none.
    virtual Result<bool, StoreError> remove(Registry& registry, AccountNumber account,
                                            core::ResourceNumber list, Time now) = 0;
    // Answers later, on a thread of its own, where `done` must be quick; or at once with nothing
    // when too much is under way. Without secrets, those of the list's own sheet are used, if that
    // is at the same place.
    virtual void test(AccountNumber account, core::ResourceNumber list, SheetSettings settings,
                      SheetSecrets secrets,
                      std::function<void(std::optional<TestedSheet>)> done) = 0;
    // A sheet was set up, changed or removed.
    virtual void changed(core::ResourceNumber list) = 0;
    // Nothing before the first look.
    virtual std::optional<SheetReport> report(core::ResourceNumber list) = 0;
    // Staff meant what Standby asked about. False: nothing is asked just now.
    virtual bool accept(core::ResourceNumber list) = 0;
};

}  // namespace standby::engine
