// `standby migrate`, `standby cluster` and `standby cluster resume`: the database that nodes share.
#include "interchange/view/cluster.hpp"

#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "store/codec/migration.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <istream>
#include <ostream>

namespace standby::app {
namespace {

constexpr std::string_view wants_postgres = "this command works on a cluster: name its database "
                                            "with --store postgres://user:password@host/name";

std::string_view name_of(engine::NodeState state) {
    return state == engine::NodeState::Leaving ? "leaving" : "up";
}

std::string or_dash(Time time) {
    return time == Time{} ? "-" : in_seconds(time);
}

// How the owner of a shard is called: by its address while it is known.
std::string owner_text(const engine::ClusterView& view, const std::string& owner) {
    if (owner.empty()) {
        return "nobody";
    }
    const auto at = std::ranges::find(view.nodes, owner, &engine::NodeRow::id);
    return at == view.nodes.end() ? "gone (" + owner + ")" : at->address;
}

std::string_view state_of(const engine::ClusterView& view, const engine::ShardRow& shard) {
    if (shard.is_halted) {
        return "HALTED";
    }
    const bool has_owner =
        std::ranges::find(view.nodes, shard.owner, &engine::NodeRow::id) != view.nodes.end();
    return has_owner ? "owned" : "waiting for an owner";
}

void print(const engine::ClusterView& view, std::ostream& output) {
    output << fmt::format("{:<26} {:<24} {:<8} {:<10} {:>10}  {}\n", "NODE", "ADDRESS", "STATE",
                          "VERSION", "HEARTBEAT", "SEEN");
    for (const engine::NodeRow& node : view.nodes) {
        output << fmt::format("{:<26} {:<24} {:<8} {:<10} {:>10}  {}\n", node.id, node.address,
                              name_of(node.state), node.version, node.heartbeat,
                              or_dash(node.seen_at));
    }
    output << fmt::format("\n{:>5} {:<24} {:>8} {:>10}  {:<21} {}\n", "SHARD", "OWNER", "EPOCH",
                          "COMMITS", "SERVED UNTIL", "STATE");
    for (const engine::ShardRow& shard : view.shards) {
        output << fmt::format("{:>5} {:<24} {:>8} {:>10}  {:<21} {}\n", shard.shard,
                              owner_text(view, shard.owner), shard.epoch, shard.commit_seq,
                              or_dash(shard.served_at), state_of(view, shard));
    }
}

constexpr std::string_view what_a_halt_means =
    "Shard {0} is halted because the database has fewer commits than the nodes had acknowledged, "
    "as after a failover to a replica that lagged behind, or after a restore. What is missing was "
    "confirmed to clients and is lost; guests may hold confirmations for it. Resuming accepts that "
    "loss and serves what is there. First find out what was lost: the nodes' logs say how many "
    "commits, and docs/operating/failures.md says how to go on.\n";

Outcome resume(const ClusterResumeCommand& command, engine::Leases& leases, Console& console) {
    const auto resumed = leases.resume(command.shard);
    if (!resumed) {
        return fail("it is unclear whether the shard was resumed; check with standby cluster");
    }
    if (!*resumed) {
        return fail(fmt::format("shard {} is not halted", command.shard));
    }
    console.output << (command.style == Style::Json
                           ? fmt::format("{{\"shard\":{},\"resumed\":true}}\n", command.shard)
                           : fmt::format(
                                 "Shard {} is resumed; a node will serve it within seconds.\n",
                                 command.shard));
    return exit_ok;
}

}  // namespace

Outcome carry_out(const MigrateCommand& command, Console& console) {
    if (!is_cluster(command.place)) {
        return fail(wants_postgres, exit_usage);
    }
    store::PostgresOptions options = command_options(command.place);
    options.founds = true;
    options.shards = command.shards;
    const auto store =
        TRY(or_exit(exit_unavailable, store::PostgresStore::open(command.place.store, options)));
    const std::size_t version = store::postgres_migrations().size();
    const std::uint32_t shards = store->shards();
    console.output << (command.style == Style::Json
                           ? fmt::format("{{\"schema\":{},\"shards\":{}}}\n", version, shards)
                           : fmt::format("{}: schema {} with {} shards is ready.\n",
                                         store->database().place(), version, shards));
    return exit_ok;
}

Outcome carry_out(const ClusterCommand& command, Console& console) {
    if (!is_cluster(command.place)) {
        return fail(wants_postgres, exit_usage);
    }
    const auto data = TRY(open_to_read(command.place));
    const auto view = data.cluster()->view();
    if (!view) {
        return fail("the nodes and shards cannot be read", exit_unavailable);
    }
    if (command.style == Style::Json) {
        print_json(console.output,
                   [&](JsonWriter& writer) { interchange::write_cluster(writer, *view); });
    } else {
        print(*view, console.output);
    }
    return exit_ok;
}

Outcome carry_out(const ClusterResumeCommand& command, Console& console) {
    if (!is_cluster(command.place)) {
        return fail(wants_postgres, exit_usage);
    }
    const auto data = TRY(open_to_write(command.place, Missing::IsAnError));
    const auto view = data.cluster()->view();
    if (!view) {
        return fail("the shards cannot be read", exit_unavailable);
    }
    const auto shard = std::ranges::find(view->shards, command.shard, &engine::ShardRow::shard);
    if (shard == view->shards.end()) {
        return fail(fmt::format("there is no shard {}: there are 0 to {}", command.shard,
                                data.cluster()->shards() - 1));
    }
    if (!shard->is_halted) {
        return fail(fmt::format("shard {} is not halted", command.shard));
    }
    if (command.style == Style::Text) {
        console.output << fmt::format(what_a_halt_means, command.shard);
    }
    if (!command.yes) {
        TRY(confirm(console, command.style,
                    fmt::format("Resume shard {} with the data as it is now?", command.shard),
                    "nothing was changed"));
    }
    return resume(command, *data.cluster(), console);
}

}  // namespace standby::app
