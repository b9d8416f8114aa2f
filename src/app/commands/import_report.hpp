// What `standby import` says: what the table is, in whose order people come, what is wrong with
// which row, and what became of everyone. The same for a file that is read here and for a server
// that reads it.
#pragma once

#include "app/commands/command.hpp"
#include "app/commands/console.hpp"
#include "app/imports/import_plan.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace standby::app {

struct ImportCounts {
    std::uint64_t good = 0;  // rows that can join
    std::uint64_t joined = 0;
    std::uint64_t already_there = 0;
    std::uint64_t refused = 0;
};

class ImportReport {
public:
    ImportReport(const ImportCommand& command, Console& console)
        : command_(command), console_(console) {}

    // What the table is taken for; in a dry run with its first rows.
    void tell_plan(const ImportPlan& plan);
    void tell(const intake::RowNote& note);
    void tell_progress(std::uint64_t done, std::uint64_t all);
    int conclude(const ImportPlan& plan, const ImportCounts& counts,
                 const std::vector<intake::RowNote>& refused, int exit_code);

private:
    const ImportCommand& command_;
    Console& console_;
    std::uint64_t told_ = 0;
    std::string_view row_word_ = "line";
};

// A server that has the data in use reads the file itself.
Outcome import_online(const ImportCommand& command, Console& console, const std::string& bytes,
                      const std::string& address);

}  // namespace standby::app
