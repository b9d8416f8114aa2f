// One list and its sheet: a look reads it, finds out what staff did, carries it out, and writes
// back what Standby has to say.
#pragma once

#include "engine/ports/connections.hpp"
#include "engine/ports/sheets.hpp"
#include "intake/sheet/list_desk.hpp"
#include "intake/sheet/reading.hpp"
#include "intake/sheet/sheet_memory.hpp"
#include "intake/sheet/sheet_place.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace standby::intake::sheet {

struct KeeperServices {
    engine::Gateway& gateway;
    ListDesk& desk;
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
    SheetKeeper(KeeperServices services, engine::Connection connection,
                std::unique_ptr<SheetPlace> place, SheetKey key);

    [[nodiscard]] const engine::Connection& connection() const { return connection_; }
    [[nodiscard]] const engine::SheetReport& report() const { return report_; }
    // How long the place asks to be left alone, after the last look.
    [[nodiscard]] std::optional<Duration> wait() const { return wait_; }
    // The place itself could not be read; what stands in it may be put right at any moment.
    [[nodiscard]] bool is_out_of_reach() const { return is_out_of_reach_; }
    [[nodiscard]] bool was_unchanged() const { return place_->is_unchanged(); }

    // `accepts`: staff meant what they were asked about.
    After look(bool accepts);

private:
    Result<ReadSheet, After> understand(const OpenSheet& open, const ListNow& list);
    std::vector<Known> known(const ListNow& list) const;
    // Both tell whether anything was done on the list.
    bool carry_out(const ReadSheet& sheet, const ListNow& list, Plan& plan);
    void take_changes(const ReadSheet& sheet, const ListNow& list, const Plan& plan,
                      const std::vector<Outcome>& outcomes, std::size_t first);
    void take_joins(const ReadSheet& sheet, Plan& plan, const std::vector<Outcome>& outcomes);
    // False: somebody saved meanwhile.
    bool write_sheet(OpenSheet& open, const ReadSheet& sheet, const ListNow& list,
                     const Plan& plan);
    void say_beside(const ReadSheet& sheet, const ListNow& list, const Plan& plan);
    std::string mark_of(const ReadSheet& sheet, const ListNow& list, const Row& row,
                        Ticket ticket) const;
    static void write_headings(OpenSheet& open, ReadSheet& sheet);
    void append_people(OpenSheet& open, const ReadSheet& sheet, const ListNow& list,
                       const Plan& plan);
    void keep_appended(const ReadSheet& sheet, const ListNow& list, const Plan& plan);
    Row row_for(const ReadSheet& sheet, const ListNow& list, Ticket ticket) const;
    void report_on(const ReadSheet& sheet, const Plan& plan);
    std::vector<RowTrouble> troubles_in(const ReadSheet& sheet, const Plan& plan) const;
    After fail(const PlaceTrouble& trouble);
    void tell(const PlaceTrouble& trouble);
    engine::IdempotencyKey key_of_join(const Row& row, Ticket instead_of) const;

    KeeperServices services_;
    engine::Connection connection_;
    engine::SheetSettings settings_;
    std::unique_ptr<SheetPlace> place_;
    SheetKey key_;
    SheetMemory memory_;
    engine::SheetReport report_;
    std::optional<Time> counted_at_;
    std::optional<Duration> wait_;
    bool is_out_of_reach_ = false;
};

}  // namespace standby::intake::sheet
