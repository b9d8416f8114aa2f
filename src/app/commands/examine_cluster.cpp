// Whether a PostgreSQL server is fit for a cluster: each check asks it one thing.
#include "app/commands/data.hpp"
#include "app/commands/doctor.hpp"
#include "app/commands/patroni.hpp"
#include "store/codec/migration.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <thread>

namespace standby::app {
namespace {

using Clock = std::chrono::steady_clock;
using store::PgConnection;
using store::PgRows;

constexpr std::chrono::seconds patience{5};
// Longer than a node's pause between two heartbeats, with the default of --lease-seconds.
constexpr std::chrono::milliseconds between_looks{2'500};
constexpr std::uint32_t version_needed = 130000;
constexpr std::uint32_t version_recommended = 150000;
// What a node opens at most: its pool, and a few connections for leases.
constexpr std::int64_t connections_per_node = 28;

store::Deadline soon() {
    return Clock::now() + patience;
}

// The server's settings by name.
class Settings {
public:
    static Result<Settings, std::string> read(PgConnection& connection) {
        const auto rows =
            connection.run({"SELECT name::text, setting::text FROM pg_settings", {}}, soon());
        if (!rows) {
            return std::unexpected(rows.error().message);
        }
        Settings settings;
        for (std::size_t row = 0; row < rows->size(); ++row) {
            settings.values_[rows->text(row, 0)] = rows->text(row, 1);
        }
        return settings;
    }
    std::string text(const std::string& name) const {
        const auto at = values_.find(name);
        return at == values_.end() ? std::string() : at->second;
    }
    std::int64_t number(const std::string& name) const {
        return std::strtoll(text(name).c_str(), nullptr, 10);
    }

private:
    std::map<std::string, std::string> values_;
};

Diagnosis examine_version(const std::string& place, std::uint32_t version) {
    const std::string text =
        fmt::format("{}, PostgreSQL {}.{}", place, version / 10000, version % 10000);
    if (version < version_needed) {
        return failure("database", text + "; Standby needs 13 or newer");
    }
    return version < version_recommended
               ? warning("database", text + "; 15 or newer is recommended")
               : ok("database", text);
}

Diagnosis examine_encoding(const Settings& settings) {
    const std::string encoding = settings.text("server_encoding");
    return encoding == "UTF8" ? ok("encoding", encoding)
                              : failure("encoding", encoding + "; make a database with CREATE "
                                                               "DATABASE … ENCODING 'UTF8' "
                                                               "TEMPLATE template0");
}

// Nothing when there is no schema yet.
Result<std::optional<std::int64_t>, std::string> schema_version(PgConnection& connection,
                                                                const std::string& schema) {
    const std::string table = schema + ".schema_version";
    const auto there = connection.run(
        {"SELECT to_regclass($1) IS NOT NULL", store::PgParams().add(std::string_view(table))},
        soon());
    if (!there) {
        return std::unexpected(there.error().message);
    }
    if (!there->truth(0, 0)) {
        return std::nullopt;
    }
    const auto version =
        connection.run({"SELECT coalesce(max(number), 0)::bigint FROM schema_version", {}}, soon());
    if (!version) {
        return std::unexpected(version.error().message);
    }
    return version->integer(0, 0);
}

Diagnosis examine_schema(const std::optional<std::int64_t>& version) {
    const auto known = static_cast<std::int64_t>(store::postgres_migrations().size());
    if (!version) {
        return warning("schema", "none yet; standby migrate or the first standby serve creates it");
    }
    const std::string text = fmt::format("version {}", *version);
    if (*version > known) {
        return failure(
            "schema",
            fmt::format("{}, but this Standby only knows up to {}; use a newer one", text, known));
    }
    return *version < known ? warning("schema", fmt::format("{} of {}; standby migrate brings it "
                                                            "up to date",
                                                            text, known))
                            : ok("schema", text);
}

Diagnosis examine_rights(PgConnection& connection) {
    const auto role = connection.run(
        {"SELECT current_user::text, rolsuper, has_schema_privilege(current_schema(), 'CREATE')"
         " FROM pg_roles WHERE rolname = current_user",
         {}},
        soon());
    const auto missing = connection.run(
        {"SELECT coalesce(string_agg(tablename || ' ' || right_name, ', '), '')"
         " FROM pg_tables, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS right_name"
         " WHERE schemaname = current_schema() AND NOT has_table_privilege("
         "quote_ident(schemaname) || '.' || quote_ident(tablename), right_name)"
         " AND NOT (tablename IN ('events', 'staff_trail') AND right_name IN ('UPDATE', 'DELETE'))"
         " AND NOT (tablename IN ('schema_version', 'cluster', 'shard') AND right_name <> 'SELECT'"
         " AND NOT (tablename <> 'schema_version' AND right_name = 'UPDATE'))",
         {}},
        soon());
    if (!role || role->size() != 1 || !missing || missing->size() != 1) {
        return warning("role", "its privileges are unknown");
    }
    const std::string name = role->text(0, 0);
    if (!missing->text(0, 0).empty()) {
        return failure("role", fmt::format("{} lacks {}; grant it as docs/operating/postgres.md "
                                           "says",
                                           name, missing->text(0, 0)));
    }
    if (role->truth(0, 1)) {
        return warning("role", fmt::format("{} is a superuser; nodes only need to read and write "
                                           "rows: see docs/operating/postgres.md",
                                           name));
    }
    return ok(
        "role",
        fmt::format("{} may read and write rows{}", name,
                    !role->is_null(0, 2) && role->truth(0, 2) ? ", and change the schema" : ""));
}

Diagnosis examine_durability(const Settings& settings) {
    for (const char* const name : {"fsync", "full_page_writes"}) {
        if (settings.text(name) != "on") {
            return failure(
                "durability",
                fmt::format("{} is off: a power cut can destroy the database; turn it on", name));
        }
    }
    const std::string commit = settings.text("synchronous_commit");
    if (commit == "on" || commit == "remote_apply") {
        return ok("durability",
                  fmt::format("fsync, full_page_writes, synchronous_commit={}", commit));
    }
    // "off" lets nobody in at all.
    return warning(
        "durability",
        fmt::format(
            "synchronous_commit is {}: a failover may lose acknowledged commits; turn it on",
            commit));
}

Diagnosis examine_replicas(PgConnection& connection, const Settings& settings) {
    const auto rows =
        connection.run({"SELECT count(*), count(*) FILTER (WHERE sync_state IN ('sync', 'quorum')),"
                        " count(*) FILTER (WHERE sync_state IS NULL) FROM pg_stat_replication",
                        {}},
                       soon());
    if (!rows || rows->size() != 1) {
        return warning("replicas", "unknown");
    }
    const std::int64_t all = rows->integer(0, 0);
    const std::int64_t synchronous = rows->integer(0, 1);
    const bool waits = !settings.text("synchronous_standby_names").empty();
    if (rows->integer(0, 2) > 0) {
        return waits ? ok("replicas", fmt::format("{}, and commits wait for some of them; GRANT "
                                                  "pg_monitor to this role for details",
                                                  all))
                     : warning("replicas",
                               fmt::format("{}, and commits wait for none of them "
                                           "(synchronous_standby_names is empty): a failover may "
                                           "lose acknowledged commits, and Standby then halts the "
                                           "shards",
                                           all));
    }
    if (all == 0) {
        return waits ? failure(
                           "replicas",
                           "none is connected, but commits wait for one "
                           "(synchronous_standby_names): nothing can be committed until it is back")
                     : ok("replicas", "none: the database is on one machine");
    }
    if (synchronous == 0) {
        return warning("replicas", fmt::format("{}, all asynchronous: a failover may lose "
                                               "acknowledged commits, and Standby then halts the "
                                               "shards; set synchronous_standby_names, or "
                                               "synchronous_mode in Patroni",
                                               all));
    }
    return ok("replicas", fmt::format("{}, {} synchronous", all, synchronous));
}

Diagnosis examine_sessions(PgConnection& connection, const Settings& settings) {
    const auto peer = connection.run({"SELECT inet_server_addr() IS NULL", {}}, soon());
    const bool is_local = peer && peer->size() == 1 && peer->truth(0, 0);
    const std::int64_t idle = settings.number("idle_in_transaction_session_timeout");
    const std::int64_t keepalive = settings.number("tcp_keepalives_idle");
    const std::string text =
        fmt::format("idle_in_transaction_session_timeout {} ms{}", idle,
                    is_local ? "" : fmt::format(", tcp_keepalives_idle {} s", keepalive));
    if (idle == 0) {
        return warning("sessions", text + "; a node that is cut off keeps its locks until TCP "
                                          "gives up: set it to 10s for this role");
    }
    constexpr std::int64_t keepalive_max = 60;
    if (!is_local && (keepalive == 0 || keepalive > keepalive_max)) {
        return warning("sessions", text +
                                       "; a lost node is noticed late: set tcp_keepalives_idle=2, "
                                       "tcp_keepalives_interval=1, tcp_keepalives_count=3");
    }
    return ok("sessions", text);
}

Diagnosis examine_connections(const Settings& settings, std::size_t nodes) {
    const std::int64_t all = settings.number("max_connections");
    const std::int64_t free = all - settings.number("superuser_reserved_connections");
    const auto count = static_cast<std::int64_t>(std::max<std::size_t>(nodes, 1));
    const std::string text = fmt::format("max_connections {}, {} node{} can use {}", all, count,
                                         count == 1 ? "" : "s", count * connections_per_node);
    return count * connections_per_node <= free
               ? ok("connections", text)
               : warning("connections", text + "; raise max_connections");
}

// Both clocks at nearly the same moment, and how far apart the two readings may lie.
struct ClockSample {
    double here = 0;      // since the machine started
    double wall = 0;      // this machine's time of day
    double there = 0;     // the database's
    double distance = 0;  // of the round trip
};

double now_of(clockid_t clock) {
    timespec time{};
    ::clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

Result<ClockSample, std::string> sample_clocks(PgConnection& connection) {
    const double before = now_of(CLOCK_BOOTTIME);
    const double wall = now_of(CLOCK_REALTIME);
    const auto rows = connection.run(
        {"SELECT extract(epoch FROM clock_timestamp())::double precision", {}}, soon());
    const double after = now_of(CLOCK_BOOTTIME);
    if (!rows) {
        return std::unexpected(rows.error().message);
    }
    return ClockSample{.here = (before + after) / 2,
                       .wall = wall + (after - before) / 2,
                       .there = rows->real(0, 0),
                       .distance = after - before};
}

Diagnosis examine_clocks(const ClockSample& first, const ClockSample& second) {
    const double here = second.here - first.here;
    const double error = (first.distance + second.distance) / 2 / here;
    const double there = (second.there - first.there) / here - 1;
    const double wall = (second.wall - first.wall) / here - 1;
    const std::string text = fmt::format("the database's runs {:+.2f} % against this machine's "
                                         "(read to {:.2f} %), {:+.3f} s apart",
                                         there * 100, error * 100, second.there - second.wall);
    constexpr double jump = 0.2;
    if (std::abs(wall) > jump || std::abs(there) > jump + error) {
        return failure(
            "clock rate",
            fmt::format("{}: {} clock was set during the check; let chrony or ntpd slew it instead",
                        text, std::abs(wall) > jump ? "this machine's" : "the database's"));
    }
    constexpr double drift = 0.01;
    return std::abs(there) > drift + error
               ? warning("clock rate", text + "; one of them is off: check chrony or ntpd")
               : ok("clock rate", text);
}

Diagnosis examine_nodes(const engine::ClusterView& before, const engine::ClusterView& after) {
    if (after.nodes.empty()) {
        return warning("nodes", "none is registered; start one with standby serve");
    }
    std::string silent;
    for (const engine::NodeRow& node : after.nodes) {
        const auto same = std::ranges::find(before.nodes, node.id, &engine::NodeRow::id);
        if (same != before.nodes.end() && same->heartbeat == node.heartbeat) {
            silent += fmt::format("{}{}", silent.empty() ? "" : ", ", node.address);
        }
    }
    const std::string text = fmt::format("{} registered", after.nodes.size());
    return silent.empty()
               ? ok("nodes", text + ", all alive")
               : warning("nodes", fmt::format("{}; {} has been silent for {:.1f} s: the others "
                                              "take over after --lease-seconds",
                                              text, silent,
                                              static_cast<double>(between_looks.count()) / 1000));
}

Diagnosis examine_shards(const engine::ClusterView& view) {
    std::string halted;
    std::size_t orphans = 0;
    for (const engine::ShardRow& shard : view.shards) {
        if (shard.is_halted) {
            halted += fmt::format("{}{}", halted.empty() ? "" : ", ", shard.shard);
        }
        orphans +=
            std::ranges::find(view.nodes, shard.owner, &engine::NodeRow::id) == view.nodes.end()
                ? 1
                : 0;
    }
    if (!halted.empty()) {
        return failure("shards", fmt::format("{} halted: the database has lost acknowledged "
                                             "commits; see docs/operating/failures.md, then "
                                             "standby cluster resume",
                                             halted));
    }
    const std::string text = fmt::format("{}", view.shards.size());
    return orphans > 0 && !view.nodes.empty()
               ? warning("shards", fmt::format("{}, {} without an owner; nodes claim them within "
                                               "seconds",
                                               text, orphans))
               : ok("shards", text);
}

// The hosts of postgres://user:password@host:5432,[::1]/name, for Patroni's API beside them.
std::vector<std::string> hosts_of(std::string_view address) {
    address.remove_prefix(std::min(address.size(), address.find("://") + 3));
    address = address.substr(0, address.find_first_of("/?"));
    if (const std::size_t at = address.rfind('@'); at != std::string_view::npos) {
        address.remove_prefix(at + 1);
    }
    std::vector<std::string> hosts;
    while (!address.empty()) {
        const std::size_t comma = std::min(address.find(','), address.size());
        std::string_view host = address.substr(0, comma);
        address.remove_prefix(std::min(address.size(), comma + 1));
        host = host.substr(0, host.starts_with('[') ? host.find(']') + 1 : host.find(':'));
        if (!host.empty()) {
            hosts.emplace_back(host);
        }
    }
    return hosts;
}

// What needs two looks with a pause between them.
void examine_twice(PgConnection& connection, const DataPlace& place, const Settings& settings,
                   bool has_schema, std::vector<Diagnosis>& diagnoses) {
    const auto opened =
        has_schema ? open_to_read(place) : Result<OpenData, std::string>(std::unexpected(""));
    if (has_schema && !opened) {
        diagnoses.push_back(failure("cluster", opened.error().sentence));
    }
    const auto before =
        opened ? opened->cluster()->view() : Result<engine::ClusterView, engine::StoreError>{};
    const auto first = sample_clocks(connection);
    std::this_thread::sleep_for(between_looks);
    const auto second = sample_clocks(connection);
    const auto after =
        opened ? opened->cluster()->view() : Result<engine::ClusterView, engine::StoreError>{};
    diagnoses.push_back(first && second ? examine_clocks(*first, *second)
                                        : warning("clock rate", "unknown"));
    diagnoses.push_back(examine_connections(settings, after ? after->nodes.size() : 0));
    if (opened && before && after) {
        diagnoses.push_back(examine_nodes(*before, *after));
        diagnoses.push_back(examine_shards(*after));
    }
}

}  // namespace

std::vector<Diagnosis> examine_cluster(const DoctorCommand& command) {
    const DataPlace place = place_of(command.options);
    const std::string name = PgConnection::place(place.store);
    const std::string schema = command_options(place).schema;
    const auto connection = PgConnection::open(place.store, schema, soon());
    std::vector<Diagnosis> diagnoses;
    if (!connection) {
        diagnoses.push_back(
            failure("database", fmt::format("{}: {}", name, connection.error().message)));
    } else {
        diagnoses.push_back(examine_version(name, (*connection)->version()));
        const auto settings = Settings::read(**connection);
        const auto version = schema_version(**connection, schema);
        if (!settings || !version) {
            diagnoses.push_back(failure("settings", settings ? version.error() : settings.error()));
        } else {
            diagnoses.push_back(examine_encoding(*settings));
            diagnoses.push_back(examine_schema(*version));
            if (*version) {
                diagnoses.push_back(examine_rights(**connection));
            }
            diagnoses.push_back(examine_durability(*settings));
            diagnoses.push_back(examine_replicas(**connection, *settings));
            diagnoses.push_back(examine_sessions(**connection, *settings));
            examine_twice(**connection, place, *settings, version->has_value(), diagnoses);
        }
    }
    const bool are_given = !command.patroni.empty();
    for (Diagnosis& found :
         examine_patroni({.addresses = are_given ? command.patroni : hosts_of(place.store),
                          .are_given = are_given})) {
        diagnoses.push_back(std::move(found));
    }
    return diagnoses;
}

}  // namespace standby::app
