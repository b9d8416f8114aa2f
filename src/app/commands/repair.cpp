// `standby repair`: a list whose rows are damaged is written anew from its history, as long as the
// history itself is whole. It says what it would do; --yes does it, in a file after a copy was
// made, in a cluster as the owner of the list's shard.
#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "app/commands/verification.hpp"
#include "app/service/zones.hpp"
#include "base/json/writer.hpp"
#include "core/audit/event_codec.hpp"
#include "core/audit/hash_chain.hpp"
#include "core/run.hpp"
#include "core/state/rows.hpp"
#include "engine/history/ended_links.hpp"
#include "engine/history/fold.hpp"
#include "engine/history/history_start.hpp"
#include "store/sqlite/maintenance.hpp"

#include <fmt/core.h>

#include <algorithm>
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

    // As the history begins. Of what had ended before, only the state is known.
    Result<void, std::string> begin(std::span<const engine::HistoryStart> starts) {
        if (const auto objection = engine::objection_to(state.number, starts)) {
            return std::unexpected(*objection);
        }
        engine::Beginning beginning = TRY(engine::beginning_of(state.number, starts));
        link = beginning.link;
        state = std::move(*beginning.state);
        for (const auto& [name, value] : beginning.facts) {
            facts.push_back({.kind = name.first, .key = name.second, .value = value});
        }
        if (!starts.empty()) {
            const engine::KeptState kept = TRY(engine::decode_kept(starts.back().state));
            add(entries, kept.entries);
            add(offers, kept.offers);
            add(openings, kept.openings);
            resource = kept.resource;
        }
        return {};
    }
    static void add(Rows& rows, const engine::KeptTable& kept) {
        for (std::uint32_t number = 1; number <= kept.states.size(); ++number) {
            if (kept.states[number - 1] != 0) {
                rows[number] = {.number = number, .state = kept.states[number - 1], .data = {}};
            }
        }
        for (const auto& [number, row] : kept.rows) {
            rows[number].data = row.data;
        }
    }

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
Result<void, std::string> fold_history(const Pages& pages, const engine::ResourceListing& listing,
                                       Told& told) {
    constexpr std::uint64_t take_every = 1'000;
    TRY(told.begin(TRY(pages.starts(told.state.number))));
    std::uint64_t last = told.state.last_event;
    TRY(for_each_event(pages, told.state.number, last,
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
    // Rows made from a part would take back what was decided since.
    if (last != listing.last_event) {
        return std::unexpected(fmt::format("it ends with event {}, and the list knows of {}", last,
                                           listing.last_event));
    }
    if (told.link != listing.last_link) {
        return std::unexpected(fmt::format("event {} is not the one that the list knows", last));
    }
    return {};
}

struct Mending {
    VerifiedResource found;
    std::string cannot;  // why nothing can be done; empty: it can
    engine::ResourceChange change;
    bool has_rows = true;                       // false: only the figures are wrong
    std::optional<engine::RollupHead> figures;  // those that are kept, to be counted anew
    std::size_t rows() const {
        return change.rows.entries.size() + change.rows.offers.size() + change.rows.openings.size();
    }
};

// Links that staff ended after the entry stay ended.
bool has_ended_links(engine::RowTable table, const engine::StoredRow& stored,
                     const core::RowChange& told) {
    return table == engine::RowTable::Entries &&
           core::is_terminal(static_cast<core::EntryState>(told.state)) &&
           engine::is_told_but_for_links(stored.data, [&](std::span<const std::byte> row) {
               return std::ranges::equal(row, told.data);
           });
}

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
                              (is_archived || row.data.empty() || found->second.data == row.data ||
                               has_ended_links(table, found->second, row));
        if (!is_right) {
            row.is_new = found == stored.end();
            wrong.push_back(std::move(row));
        }
    }
    return wrong;
}

Result<Mending, std::string>
plan_mending(const Pages& pages, const engine::ResourceListing& listing, VerifiedResource found) {
    Mending mending{.found = std::move(found)};
    Told told{listing.number};
    if (const auto folded = fold_history(pages, listing, told); !folded) {
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

Result<std::vector<Mending>, std::string> plan_from(const Pages& pages, engine::Store& store,
                                                    std::optional<core::ResourceNumber> only) {
    const LoadResource load = [&](core::ResourceNumber resource) {
        return store.load(resource, system_now());
    };
    const core::ZoneBook zones = read_zones();
    const engine::FindZone find_zone = [&](std::string_view name) { return zones.find(name); };
    std::vector<Mending> all;
    TRY(for_each_resource(
        pages, only, [&](const engine::ResourceListing& listing) -> Result<void, std::string> {
            VerifiedResource found = TRY(verify_resource(pages, listing, load, find_zone));
            if (found.findings.empty()) {
                return {};
            }
            const bool has_rows = found.findings.size() > found.of_figures;
            Mending mending{.found = found};
            if (has_rows) {
                mending = TRY(plan_mending(pages, listing, found));
            }
            mending.has_rows = has_rows;
            if (found.of_figures > 0) {
                mending.figures = TRY(pages.rollup(listing.number)).head;
            }
            all.push_back(std::move(mending));
            return {};
        }));
    return all;
}

// A file as it is; the database of a cluster in one snapshot, because its nodes go on.
Result<std::vector<Mending>, std::string> plan_all(const OpenData& data,
                                                   const RepairCommand& command,
                                                   std::optional<core::ResourceNumber> only) {
    if (data.file() != nullptr) {
        return plan_from(data.store(), data.store(), only);
    }
    auto reading = TRY(
        store::PgReading::open(command.place.store, data.cluster()->database().options().schema));
    return plan_from(reading, data.store(), only);
}

std::string what_is_done(const Mending& mending) {
    if (!mending.cannot.empty()) {
        return fmt::format("its history is not whole ({}), so it cannot be mended: restore a "
                           "backup from before",
                           mending.cannot);
    }
    const std::string figures = "its figures are counted anew the next time they are asked for";
    if (!mending.has_rows) {
        return figures;
    }
    return fmt::format("{} {} and the list's own are written anew from {} events{}", mending.rows(),
                       mending.rows() == 1 ? "row" : "rows", mending.change.last_event,
                       mending.figures ? ", and " + figures : std::string{});
}

// Figures of no version are made anew; those of days that the history no longer tells of stay.
Result<void, std::string> give_up_figures(engine::Store& store, const Mending& mending) {
    if (!mending.figures) {
        return {};
    }
    engine::RollupWrite write{
        .replaces = engine::RollupMark{mending.figures->version, mending.figures->event},
        .head = *mending.figures,
        .days = {},
        .drops_from = std::nullopt};
    write.head.version = 0;
    if (!store.save_rollup(mending.found.resource, write)) {
        return std::unexpected("the figures of " + core::format_id(mending.found.resource) +
                               " could not be written");
    }
    return {};
}

enum class Place : std::uint8_t { File, Cluster };

void print(const std::vector<Mending>& all, Console& console, Style style, Place place,
           bool is_done, const std::string& copy) {
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
    } else if (is_done && !copy.empty()) {
        console.output << fmt::format("The data as it was is in {}.\n", copy);
    } else if (!is_done) {
        console.output << (place == Place::File
                               ? "Nothing was changed. Add --yes to do it; a copy is made first.\n"
                               : "Nothing was changed. Make a copy with pg_dump, then add --yes to "
                                 "do it.\n");
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

// A cluster's nodes go on meanwhile. Whoever serves the list may have it in memory as it was, so
// its shard is taken from them for as long as it takes: what they still want to write is refused,
// and the next owner reads the list anew.
class Tenure {
public:
    Tenure(store::PostgresStore& cluster, engine::ShardNumber shard)
        : cluster_(cluster), shard_(shard) {}
    Tenure(const Tenure&) = delete;
    Tenure& operator=(const Tenure&) = delete;
    ~Tenure() {
        if (row_) {
            (void)cluster_.hand_over(shard_, row_->epoch, owner, "", system_now());
        }
    }

    // False: a node was faster.
    Result<bool, std::string> begin() {
        const auto view = cluster_.view();
        if (!view || shard_ >= view->shards.size()) {
            return std::unexpected("the nodes and shards cannot be read");
        }
        if (view->shards[shard_].is_halted) {
            return std::unexpected(fmt::format(
                "shard {0} is halted, because the database has lost commits: see standby cluster "
                "resume {0}",
                shard_));
        }
        auto claimed = cluster_.claim(shard_, view->shards[shard_].epoch, owner, system_now());
        if (!claimed) {
            return std::unexpected(fmt::format("shard {} could not be claimed", shard_));
        }
        row_ = *std::move(claimed);
        return row_.has_value();
    }
    engine::Fence fence() const {
        return {.shard = shard_, .epoch = row_->epoch, .commit_seq = row_->commit_seq};
    }

private:
    // No node has it, so that those that look take the shard for one without an owner.
    static constexpr std::string_view owner = "standby-repair";

    store::PostgresStore& cluster_;
    engine::ShardNumber shard_;
    std::optional<engine::ShardRow> row_;
};

// Looks again once the shard is ours: until then a node may have written.
Result<void, std::string> mend_in_cluster(const OpenData& data, const RepairCommand& command,
                                          Mending& mending) {
    constexpr int tries_max = 5;
    store::PostgresStore& cluster = *data.cluster();
    const core::ResourceNumber resource = mending.found.resource;
    for (int tries = 0; tries < tries_max; ++tries) {
        Tenure tenure(cluster, engine::shard_of(resource, cluster.shards()));
        if (!TRY(tenure.begin())) {
            continue;
        }
        std::vector<Mending> now = TRY(plan_all(data, command, resource));
        if (now.empty()) {
            return {};
        }
        mending = std::move(now.front());
        if (!mending.cannot.empty() || !mending.has_rows) {
            return {};
        }
        engine::Batch batch;
        batch.resources.push_back(mending.change);
        batch.fence = tenure.fence();
        const auto committed = cluster.commit(batch);
        if (committed) {
            return {};
        }
        if (committed.error() != engine::StoreError::Fenced) {
            return std::unexpected(core::format_id(resource) + " could not be written");
        }
    }
    return std::unexpected(
        fmt::format("the nodes took the shard of {} back too soon, so it is as it was: stop them, "
                    "and run it again",
                    core::format_id(resource)));
}

Result<void, std::string> mend_in_file(const OpenData& data, const Mending& mending) {
    if (!mending.has_rows) {
        return {};
    }
    engine::Batch batch;
    batch.resources.push_back(mending.change);
    if (!data.store().commit(batch)) {
        return std::unexpected(core::format_id(mending.found.resource) + " could not be written");
    }
    return {};
}

}  // namespace

Outcome carry_out(const RepairCommand& command, Console& console) {
    const Place place = is_cluster(command.place) ? Place::Cluster : Place::File;
    const auto data = TRY(open_to_write(command.place, Missing::IsAnError));
    auto all = TRY(plan_all(data, command, command.resource));
    const auto can_be_mended = [](const Mending& mending) { return mending.cannot.empty(); };
    if (!command.yes || std::ranges::none_of(all, can_be_mended)) {
        print(all, console, command.style, place, false, "");
        return all.empty() ? exit_ok : exit_failed;
    }
    std::string copy;
    if (place == Place::File) {
        copy = TRY(make_copy(*data.file()));
    }
    for (Mending& mending : all) {
        if (!mending.cannot.empty()) {
            continue;
        }
        auto mended = place == Place::File ? mend_in_file(data, mending)
                                           : mend_in_cluster(data, command, mending);
        if (mended) {
            mended = give_up_figures(data.store(), mending);
        }
        if (!mended) {
            return fail(copy.empty() ? mended.error()
                                     : mended.error() + "; the data as it was is in " + copy);
        }
    }
    print(all, console, command.style, place, true, copy);
    return std::ranges::all_of(all, can_be_mended) ? exit_ok : exit_failed;
}

}  // namespace standby::app
