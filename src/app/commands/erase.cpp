// `standby erase` and `standby archive`: what becomes of people and of what ended long ago.
#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "app/commands/trail.hpp"
#include "base/json/writer.hpp"
#include "http/auth/contacts.hpp"
#include "interchange/contact/contact.hpp"
#include "store/postgres/postgres_people.hpp"
#include "store/sqlite/maintenance.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <istream>
#include <map>
#include <ostream>

namespace standby::app {
namespace {

// The spellings under which the person may be kept.
std::vector<std::string> spellings(const std::string& person) {
    std::vector<std::string> texts{person};
    if (auto email = interchange::normalise_email(person)) {
        texts.push_back(*std::move(email));
    }
    if (auto phone = interchange::normalise_phone(person)) {
        texts.push_back(*std::move(phone));
    }
    return texts;
}

Result<std::vector<core::EntryId>, std::string> find_people(const OpenData& data,
                                                            const std::string& text) {
    return data.cluster() != nullptr ? store::find_people(data.cluster()->database(), text)
                                     : store::find_people(data.file()->database(), text);
}

Result<std::uint64_t, std::string> erase_people(const OpenData& data,
                                                std::span<const core::EntryId> entries) {
    return data.cluster() != nullptr ? store::erase_people(data.cluster()->database(), entries)
                                     : store::erase_people(data.file()->database(), entries);
}

Result<std::vector<core::EntryId>, std::string> entries_of(const OpenData& data,
                                                           const std::string& person) {
    if (const auto entry = core::parse_entry_id(person)) {
        const auto row = data.store().row(engine::RowTable::Entries, core::resource_of(*entry),
                                          core::number_of(*entry));
        if (!row) {
            return std::unexpected("the database could not be read");
        }
        return *row ? std::vector{*entry} : std::vector<core::EntryId>{};
    }
    std::vector<core::EntryId> entries;
    for (const std::string& text : spellings(person)) {
        const auto found = TRY(find_people(data, text));
        entries.insert(entries.end(), found.begin(), found.end());
    }
    std::ranges::sort(entries);
    const auto repeated = std::ranges::unique(entries);
    entries.erase(repeated.begin(), repeated.end());
    return entries;
}

std::string state_of(engine::Store& store, core::EntryId entry) {
    const auto row =
        store.row(engine::RowTable::Entries, core::resource_of(entry), core::number_of(entry));
    if (!row || !*row) {
        return "unknown";
    }
    return std::string(core::name_of(static_cast<core::EntryState>((*row)->state)));
}

void list_entries(engine::Store& store, const std::vector<core::EntryId>& entries,
                  std::ostream& output) {
    for (const core::EntryId entry : entries) {
        output << fmt::format("{}  of {}  {}\n", core::format_id(entry),
                              core::format_id(core::resource_of(entry)), state_of(store, entry));
    }
}

void tell_erased(Console& console, const EraseCommand& command,
                 const std::vector<core::EntryId>& entries, std::uint64_t people) {
    if (command.style == Style::Text) {
        console.output << fmt::format(
            "{} {} erased. The entries keep their place in line without a name, and standby verify "
            "still proves the history. Older backups{} still contain this person.\n",
            people, people == 1 ? "person row was" : "person rows were",
            is_cluster(command.place) ? " and archived logs" : "");
        return;
    }
    print_object(console.output, [&](JsonWriter& writer) {
        writer.array("entries", entries,
                     [&](const core::EntryId entry) { writer.text(core::format_id(entry)); });
        writer.natural("erased", people);
    });
}

// In the trail of each account that had something of the person.
Result<void, std::string> record_erasure(engine::Registry& registry,
                                         const std::vector<core::EntryId>& entries) {
    std::map<engine::AccountNumber, std::size_t> counts;
    for (const core::EntryId entry : entries) {
        const auto account = registry.account_of(core::resource_of(entry));
        if (account && *account) {
            ++counts[**account];
        }
    }
    for (const auto& [account, count] : counts) {
        TRY(record_deed(registry, account,
                        {.act = "person_erased",
                         .detail = fmt::format("{} {}", count, count == 1 ? "entry" : "entries")}));
    }
    return {};
}

}  // namespace

Outcome carry_out(const EraseCommand& command, Console& console) {
    const auto store = TRY(open_to_write(command.place, Missing::IsAnError));
    const auto entries = TRY(entries_of(store, command.person));
    if (entries.empty()) {
        return fail("no such person was found");
    }
    if (command.style == Style::Text) {
        list_entries(store.store(), entries, console.output);
    }
    if (!command.yes) {
        TRY(confirm(console, command.style,
                    fmt::format("Erase this person from {} {}? This cannot be undone.",
                                entries.size(), entries.size() == 1 ? "entry" : "entries"),
                    "nothing was erased"));
    }
    const auto erased = TRY(erase_people(store, entries));
    TRY(record_erasure(store.registry(), entries));
    tell_erased(console, command, entries, erased);
    return exit_ok;
}

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
