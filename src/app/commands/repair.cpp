// `standby repair`: a list whose rows are damaged is written anew from its history, as long as the
// history itself is whole. It says what it would do; --yes does it, after a copy was made.
#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "app/commands/verification.hpp"
#include "base/json/writer.hpp"
#include "core/audit/event_codec.hpp"
#include "core/audit/hash_chain.hpp"
#include "core/run.hpp"
#include "core/state/rows.hpp"
#include "engine/history/fold.hpp"
#include "store/sqlite/maintenance.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <map>
#include <ostream>

namespace standby::app {
namespace {

using Rows = std::map<std::uint32_t, core::RowChange>;

// What the events say that should be stored.
struct Told {
    core::ResourceState state;
    Sha256Digest link{};
    Rows entries;
    Rows offers;
    Rows openings;
    std::vector<core::Fact> facts;
    std::vector<std::byte> resource;

    explicit Told(core::ResourceNumber number) : state(number) {}

    void take() {
        core::StateChanges changes = core::take_changes(state);
        const auto keep = [](Rows& rows, std::vector<core::RowChange>& changed) {
            for (core::RowChange& row : changed) {
                core::RowChange& kept = rows[row.number];
                if (row.data.empty()) {
                    row.data = std::move(kept.data);
                }
                kept = std::move(row);
            }
        };
        keep(entries, changes.entries);
        keep(offers, changes.offers);
        keep(openings, changes.openings);
        facts.insert(facts.end(), changes.facts.begin(), changes.facts.end());
        if (!changes.resource.empty()) {
            resource = std::move(changes.resource);
        }
    }
};

// Folds the whole history; the error says at which event it is not whole.
Result<void, std::string> fold_history(const Pages& pages, Told& told) {
    constexpr std::uint64_t take_every = 1'000;
    std::uint64_t last = 0;
    TRY(for_each_event(pages, told.state.number,
                       [&](const engine::EventRow& row) -> Result<bool, std::string> {
                           const std::string at = "event " + std::to_string(last + 1);
                           if (row.number != ++last) {
                               return std::unexpected(at + " is missing");
                           }
                           const bool is_erased = core::is_erased_event(row.data);
                           if (!is_erased && core::next_link(told.link, row.data) != row.link) {
                               return std::unexpected("the hash chain breaks at " + at);
                           }
                           told.link = row.link;
                           const auto event = core::decode_event(row.data);
                           if (!event) {
                               return std::unexpected(at + " cannot be read: " + event.error());
                           }
                           TRY(engine::fold(told.state, *event));
                           if (last % take_every == 0) {
                               told.take();
                           }
                           return true;
                       }));
    told.take();
    return {};
}

struct Mending {
    VerifiedResource found;
    std::string cannot;  // why nothing can be done; empty: it can
    engine::ResourceChange change;
    std::size_t rows() const {
        return change.rows.entries.size() + change.rows.offers.size() + change.rows.openings.size();
    }
};

// Only rows that are not what they should be are written.
Result<std::vector<core::RowChange>, std::string>
wrong_rows(const Pages& pages, engine::RowTable table, core::ResourceNumber resource, Rows& told) {
    std::map<std::uint32_t, engine::StoredRow> stored;
    TRY(for_each_row(pages, table, resource,
                     [&](const engine::StoredRow& row) -> Result<void, std::string> {
                         stored.emplace(row.number, row);
                         return {};
                     }));
    std::vector<core::RowChange> wrong;
    for (auto& [number, row] : told) {
        const auto found = stored.find(number);
        const bool is_archived = found != stored.end() && found->second.data.empty();
        const bool is_right = found != stored.end() && found->second.state == row.state &&
                              (is_archived || found->second.data == row.data);
        if (!is_right) {
            wrong.push_back(std::move(row));
        }
    }
    return wrong;
}

Result<Mending, std::string>
plan_mending(const OpenData& data, const engine::ResourceListing& listing, VerifiedResource found) {
    Mending mending{.found = std::move(found)};
    const Pages pages{data.store()};
    Told told{listing.number};
    if (const auto folded = fold_history(pages, told); !folded) {
        mending.cannot = folded.error();
        return mending;
    }
    engine::ResourceChange& change = mending.change;
    change.resource = listing.number;
    change.at = told.state.last_at;
    change.status = told.state.status;
    change.next_due = core::next_due(told.state);
    change.last_event = told.state.last_event;
    change.last_link = told.link;
    change.rows.resource = std::move(told.resource);
    change.rows.entries =
        TRY(wrong_rows(pages, engine::RowTable::Entries, listing.number, told.entries));
    change.rows.offers =
        TRY(wrong_rows(pages, engine::RowTable::Offers, listing.number, told.offers));
    change.rows.openings =
        TRY(wrong_rows(pages, engine::RowTable::Openings, listing.number, told.openings));
    change.rows.facts = std::move(told.facts);
    return mending;
}

Result<std::vector<Mending>, std::string> plan_all(const OpenData& data,
                                                   std::optional<core::ResourceNumber> only) {
    const LoadResource load = [&](core::ResourceNumber resource) {
        return data.store().load(resource, system_now());
    };
    const Pages pages{data.store()};
    std::vector<Mending> all;
    TRY(for_each_resource(pages, only,
                          [&](const engine::ResourceListing& listing) -> Result<void, std::string> {
                              VerifiedResource found = TRY(verify_resource(pages, listing, load));
                              if (!found.findings.empty()) {
                                  all.push_back(TRY(plan_mending(data, listing, std::move(found))));
                              }
                              return {};
                          }));
    return all;
}

std::string what_is_done(const Mending& mending) {
    if (!mending.cannot.empty()) {
        return fmt::format("its history is not whole ({}), so it cannot be mended: restore a "
                           "backup from before",
                           mending.cannot);
    }
    return fmt::format("{} {} and the list's own are written anew from {} events", mending.rows(),
                       mending.rows() == 1 ? "row" : "rows", mending.change.last_event);
}

void print(const std::vector<Mending>& all, Console& console, Style style, bool is_done,
           const std::string& copy) {
    if (style == Style::Json) {
        print_object(console.output, [&](JsonWriter& writer) {
            writer.boolean("done", is_done);
            writer.text_or_null("copy", copy);
            writer.array("resources", all, [&](const Mending& mending) {
                writer.begin_object();
                writer.text("resource_id", core::format_id(mending.found.resource));
                writer.texts("findings", mending.found.findings);
                writer.boolean("can_be_mended", mending.cannot.empty());
                writer.text("action", what_is_done(mending));
                writer.end_object();
            });
        });
        return;
    }
    for (const Mending& mending : all) {
        console.output << core::format_id(mending.found.resource) << '\n';
        for (const std::string& finding : mending.found.findings) {
            console.output << "  found: " << finding << '\n';
        }
        console.output << "  " << (is_done ? "done: " : "would do: ") << what_is_done(mending)
                       << '\n';
    }
    if (all.empty()) {
        console.output << "Nothing is damaged.\n";
    } else if (is_done) {
        console.output << fmt::format("The data as it was is in {}.\n", copy);
    } else {
        console.output << "Nothing was changed. Add --yes to do it; a copy is made first.\n";
    }
}

// A name beside the file that is not taken yet.
Result<std::string, std::string> make_copy(store::SqliteStore& file) {
    const std::string path = file.database().path();
    std::error_code error;
    for (int number = 1;; ++number) {
        std::string copy = fmt::format("{}.before-repair-{}", path, number);
        if (!std::filesystem::exists(copy, error)) {
            TRY(store::backup_to(file.database(), copy));
            return copy;
        }
    }
}

}  // namespace

Outcome carry_out(const RepairCommand& command, Console& console) {
    if (is_cluster(command.place)) {
        return fail("repair works on the file of a single server; for PostgreSQL, restore a backup "
                    "from before the damage");
    }
    const auto data = TRY(open_to_write(command.place, Missing::IsAnError));
    const auto all = TRY(plan_all(data, command.resource));
    const bool can_do =
        std::ranges::any_of(all, [](const Mending& mending) { return mending.cannot.empty(); });
    if (!command.yes || !can_do) {
        print(all, console, command.style, false, "");
        return all.empty() ? exit_ok : exit_failed;
    }
    const std::string copy = TRY(make_copy(*data.file()));
    bool is_whole = true;
    for (const Mending& mending : all) {
        if (!mending.cannot.empty()) {
            is_whole = false;
            continue;
        }
        engine::Batch batch;
        batch.resources.push_back(mending.change);
        if (!data.store().commit(batch)) {
            return fail(fmt::format("{} could not be written; the data as it was is in {}",
                                    core::format_id(mending.found.resource), copy));
        }
    }
    print(all, console, command.style, true, copy);
    return is_whole ? exit_ok : exit_failed;
}

}  // namespace standby::app
