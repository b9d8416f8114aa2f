// Where a sheet is: a file of this server, one on a WebDAV server, or one at Google. A place is
// read and written; what has changed in it is not its business.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "intake/sandbox/sandbox.hpp"
#include "intake/table/table.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake::sheet {

// Why a place could not be read or written: a name, and a sentence for whoever can do something
// about it.
struct PlaceTrouble {
    std::string name;
    std::string words;
    bool is_race = false;            // somebody wrote at the same moment: another look will do
    std::optional<Duration> wait{};  // it asks to be left alone for so long
    friend bool operator==(const PlaceTrouble&, const PlaceTrouble&) = default;
};

// The name of the trouble with a place that has something else in it.
inline constexpr std::string_view not_a_table = "not_a_table";

// What Standby writes into the sheet itself.
enum class Writes : std::uint8_t {
    Nothing,
    All,
    // Marks and new rows alone, because nobody can tell whether a row is still where it was read.
    // States, notes and all else are shown from beside.
    Marks,
};

// A sheet as it was read, and what is to be changed in it. Rows are counted as in the table.
class OpenSheet {
public:
    virtual ~OpenSheet() = default;

    [[nodiscard]] virtual const Table& table() const = 0;
    [[nodiscard]] virtual Writes writes() const = 0;
    virtual void set(std::size_t row, std::size_t column, std::string_view text) = 0;
    virtual void remove(std::size_t row) = 0;
    // Behind the last one; gives its number.
    virtual std::size_t append() = 0;
    [[nodiscard]] virtual bool has_changed() const = 0;
};

// What is said about a row beside the sheet.
struct Said {
    std::optional<std::size_t> line;  // nothing: it has no row in the sheet
    std::string mark;                 // empty: it is nobody's
    std::string name;
    std::string status;
    std::string place_in_line;
    std::string answer_by;
    std::string note;
};

class SheetPlace {
public:
    virtual ~SheetPlace() = default;

    virtual Result<std::unique_ptr<OpenSheet>, PlaceTrouble> read() = 0;
    // Whether the last reading found what the one before did.
    [[nodiscard]] virtual bool is_unchanged() const = 0;
    // Writes what has changed in what `read` gave last, unless somebody has changed it meanwhile;
    // and what is said beside it, where that is not said there already. The first trouble counts.
    virtual std::optional<PlaceTrouble> write(const OpenSheet& sheet, std::size_t id_column,
                                              std::size_t heading_row) = 0;
    virtual std::optional<PlaceTrouble> say(const std::vector<Said>& lines) = 0;
    // What the place beside is called; for people.
    [[nodiscard]] virtual std::string beside() const = 0;
};

// A sheet that is bytes: CSV is written back, whatever else there is is only read.
class SheetBytes : public SheetPlace {
public:
    explicit SheetBytes(Sandbox& sandbox) : sandbox_(sandbox) {}

    Result<std::unique_ptr<OpenSheet>, PlaceTrouble> read() final;
    [[nodiscard]] bool is_unchanged() const final { return is_unchanged_; }
    std::optional<PlaceTrouble> write(const OpenSheet& sheet, std::size_t id_column,
                                      std::size_t heading_row) final;
    std::optional<PlaceTrouble> say(const std::vector<Said>& lines) final;

protected:
    // Kept until the next reading.
    virtual Result<std::string_view, PlaceTrouble> read_bytes() = 0;
    // Only if it is still what was read.
    virtual Result<void, PlaceTrouble> replace(std::string_view bytes) = 0;
    virtual Result<void, PlaceTrouble> write_beside(std::string_view bytes) = 0;

private:
    Sandbox& sandbox_;
    std::optional<std::size_t> digest_;  // of what was read last; only to tell news from none
    bool is_unchanged_ = false;
};

}  // namespace standby::intake::sheet
