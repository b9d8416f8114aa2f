// One list and its sheet: a look reads the file, finds out what staff did, carries it out, and
// writes back what Standby has to say.
#pragma once

#include "engine/ports/connections.hpp"
#include "engine/ports/sheets.hpp"
#include "intake/sandbox/sandbox.hpp"
#include "intake/sheet/csv_sheet.hpp"
#include "intake/sheet/list_desk.hpp"
#include "intake/sheet/reading.hpp"
#include "intake/sheet/sheet_file.hpp"
#include "intake/sheet/sheet_memory.hpp"

#include <optional>
#include <string>
#include <vector>

namespace standby::intake::sheet {

struct KeeperServices {
    engine::Gateway& gateway;
    ListDesk& desk;
    Sandbox& sandbox;
    const SheetFolder& folder;
};

// What is to happen next.
enum class After : std::uint8_t {
    Nothing,
    LookAgain,  // soon: something is missing, or somebody saved meanwhile
    NotOurs,    // another node has the list
    ListIsGone,
};

class SheetKeeper {
public:
    SheetKeeper(KeeperServices services, engine::Connection connection, std::string file,
                SheetKey key);

    [[nodiscard]] const engine::Connection& connection() const { return connection_; }
    [[nodiscard]] const std::string& file() const { return file_; }
    [[nodiscard]] const engine::SheetReport& report() const { return report_; }

    // `accepts`: staff meant what they were asked about.
    After look(bool accepts);

private:
    struct Read {
        FileNow file;
        std::optional<CsvSheet> csv;  // nothing: it is only read
        Table table;
    };
    Result<Read, After> read_file();
    Result<ReadSheet, After> understand(const Read& read, const ListNow& list);
    std::vector<Known> known(const ListNow& list) const;
    // Both tell whether anything was done on the list.
    bool carry_out(const ReadSheet& sheet, const ListNow& list, Plan& plan);
    void take_changes(const ReadSheet& sheet, const ListNow& list, const Plan& plan,
                      const std::vector<Outcome>& outcomes, std::size_t first);
    void take_joins(const ReadSheet& sheet, Plan& plan, const std::vector<Outcome>& outcomes);
    // False: somebody saved meanwhile, or has it open.
    bool write_sheet(Read& read, const ReadSheet& sheet, const ListNow& list, const Plan& plan);
    void write_sibling(const ReadSheet& sheet, const ListNow& list, const Plan& plan);
    void write_headings(CsvSheet& csv, ReadSheet& sheet) const;
    void append_people(CsvSheet& csv, const ReadSheet& sheet, const ListNow& list,
                       const Plan& plan);
    void keep_appended(const ReadSheet& sheet, const ListNow& list, const Plan& plan);
    Row row_for(const ReadSheet& sheet, const ListNow& list, Ticket ticket) const;
    void report_on(const ReadSheet& sheet, const Plan& plan);
    After fail(std::string trouble, std::string words);
    engine::IdempotencyKey key_of_join(const Row& row, Ticket instead_of) const;

    KeeperServices services_;
    engine::Connection connection_;
    std::string file_;
    SheetKey key_;
    SheetMemory memory_;
    engine::SheetReport report_;
    std::optional<Time> counted_at_;
};

}  // namespace standby::intake::sheet
