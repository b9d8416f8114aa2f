// `standby archive`: what ended long ago moves to a file of its own.
#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "base/json/writer.hpp"
#include "store/sqlite/maintenance.hpp"

#include <fmt/core.h>

#include <ostream>

namespace standby::app {

Outcome carry_out(const ArchiveCommand& command, Console& console) {
    if (command.before > system_now()) {
        return fail("--before must not be in the future", exit_usage);
    }
    if (is_cluster(command.place)) {
        return fail(
            "archive works on the file of a single server; rows in PostgreSQL stay where they are");
    }
    const auto store = TRY(open_to_write(command.place, Missing::IsAnError));
    const auto moved = TRY(store::archive(store.file()->database(), command.before));
    const std::string path = store::archive_path(store.file()->database());
    if (command.style == Style::Text) {
        console.output << fmt::format(
            "Moved {} entries, {} offers and {} openings with {} people to {}.\n", moved.entries,
            moved.offers, moved.openings, moved.people, path);
        return exit_ok;
    }
    print_object(console.output, [&](JsonWriter& writer) {
        writer.natural("entries", moved.entries);
        writer.natural("offers", moved.offers);
        writer.natural("openings", moved.openings);
        writer.natural("people", moved.people);
        writer.text("archive", path);
    });
    return exit_ok;
}

}  // namespace standby::app
