// What the command line can ask for, as values. Reading the arguments gives one of these; carrying
// it out is another matter, so that the first can be tested without the second.
#pragma once

#include "app/commands/console.hpp"
#include "app/commands/simulate_settings.hpp"
#include "app/imports/import_settings.hpp"
#include "app/service/options.hpp"
#include "base/time.hpp"
#include "core/model/ids.hpp"
#include "engine/ports/registry.hpp"
#include "engine/ports/store.hpp"
#include "interchange/wording/language.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace standby::app {

// Where the data is, for the commands that open it themselves.
struct DataPlace {
    std::string data_dir;
    std::string store;
    std::string cluster_secret;  // of a cluster whose operator keeps it
};
DataPlace place_of(const ServeOptions& options);

// What all of these have in common.
struct DataCommand {
    DataPlace place;
    Style style = Style::Text;
};

struct ServeCommand {
    ServeOptions options;
};
struct DemoCommand {
    std::string listen = "127.0.0.1:0";
    Duration length{0};  // 0: until somebody stops it
    double speed = 1;
    std::uint64_t seed = 1;
    Style style = Style::Text;
};
struct ImportCommand {
    ServeOptions options;  // where the data is, or the server that has it in use
    Style style = Style::Text;
    std::string file;
    core::ResourceNumber resource;
    bool dry_run = false;
    bool skip_bad = false;
    bool notify = false;  // the people are written to, as if they had joined themselves
    ImportSettings settings;
};
enum class ExportWhat : std::uint8_t { Entries, Offers, Openings, Audit, People };
enum class ExportFormat : std::uint8_t { Csv, JsonLines };
struct ExportCommand {
    DataPlace place;
    std::optional<core::ResourceNumber> resource;
    ExportWhat what = ExportWhat::Entries;
    ExportFormat format = ExportFormat::Csv;
    std::string output;  // empty: the standard output
};
struct VerifyCommand : DataCommand {
    std::optional<core::ResourceNumber> resource;
};
struct ReplayCommand : DataCommand {
    core::ResourceNumber resource;
    Time at{};
};
struct SimulateCommand : DataCommand {
    std::string list;  // an id or a name; empty: the only one there is
    std::string from;  // dates or times, as typed: what day it is depends on the list's zone
    std::string to;
    SimulateSettings settings;
    std::uint32_t seeds = 200;
    bool has_model = false;  // no history is read
};
struct ExplainCommand : DataCommand {
    core::EntryId entry;
};
struct BackupCommand : DataCommand {
    std::string file;
};
struct RestoreCommand : DataCommand {
    std::string file;
    bool replace = false;
};
struct EraseCommand {
    ServeOptions options;  // where the data is, or the server that has it in use
    std::string person;    // an entry id, an e-mail address, a phone number or a user id
    bool yes = false;
    Style style = Style::Text;
};
struct PersonExportCommand : DataCommand {
    std::string person;
};
struct RepairCommand : DataCommand {
    std::optional<core::ResourceNumber> resource;
    bool yes = false;
};
struct ArchiveCommand : DataCommand {
    Time before{};
};
struct KeysListCommand : DataCommand {};
struct KeysCreateCommand : DataCommand {
    engine::Role role = engine::Role::Staff;
    std::string label;
    std::string account_name;  // empty: the server's own account
};
struct KeysRevokeCommand : DataCommand {
    std::uint64_t key = 0;
};
struct RotateTokensCommand : DataCommand {
    bool ends_links = false;  // those that are out
};
struct StaffListCommand : DataCommand {};
struct StaffLinkCommand {
    ServeOptions options;  // where the data is, and the address that links begin with
    std::string email;     // empty: the only owner
    Style style = Style::Text;
};
struct StaffRemoveCommand : DataCommand {
    std::string email;
};
struct AuditStaffCommand : DataCommand {
    std::string account_name;  // empty: of all
    std::size_t limit = 100;   // of each account, the newest
};
struct MessagesListCommand : DataCommand {
    std::optional<engine::OutboxState> state;
    core::ResourceNumber resource;  // 0: of every resource
    std::size_t limit = 50;
};
struct MessagesShowCommand : DataCommand {
    std::uint64_t message = 0;
};
struct MessagesReplayCommand {
    ServeOptions options;           // where the data is, or the server that has it in use
    std::uint64_t message = 0;      // 0: all that are dead
    core::ResourceNumber resource;  // of these only those about it; 0: of every resource
    Style style = Style::Text;
};
struct MessagesTemplatesCommand {
    bool is_for_twilio = false;  // else as Meta wants them
    std::string prefix;          // of their names
    Style style = Style::Text;
};
struct IntakeTryCommand {
    std::vector<std::string> files;  // mails; none: plain text on the standard input
    bool is_lines = false;           // JSON lines in and out
    std::string time_zone = "UTC";
    std::string country;  // ISO 3166; empty: that of the time zone
    std::optional<interchange::Language> language;
    std::optional<Time> at;  // when it is read; else when it was sent
    std::vector<std::string> services;
    std::vector<std::string> staff;
    Style style = Style::Text;
};
struct DoctorCommand {
    ServeOptions options;
    // A mail address, a number in E.164, or one behind "whatsapp:"; empty: nothing is sent.
    std::string send_test;
    std::vector<std::string> patroni;  // addresses of Patroni's API; empty: the database's hosts
    Style style = Style::Text;
};

struct MigrateStoreCommand {
    std::string file;  // of SQLite
    DataPlace target;
    std::uint32_t shards = 16;
    bool check = false;  // only look whether it could be done
    Style style = Style::Text;
};
struct MigrateCommand : DataCommand {
    std::uint32_t shards = 16;  // when the database is new
};
struct ClusterCommand : DataCommand {};
struct ClusterCertsCommand : DataCommand {
    std::vector<std::string> nodes;  // hosts; none: only shows what there is
    std::string folder;              // empty: "cluster" in the data directory
    std::uint32_t days = 730;
    bool renew = false;
};
struct ClusterResumeCommand : DataCommand {
    engine::ShardNumber shard = 0;
    bool yes = false;
};

using Command =
    std::variant<ServeCommand, DemoCommand, ImportCommand, ExportCommand, VerifyCommand,
                 ReplayCommand, SimulateCommand, ExplainCommand, BackupCommand, RestoreCommand,
                 EraseCommand, PersonExportCommand, RepairCommand, ArchiveCommand, KeysListCommand,
                 KeysCreateCommand, KeysRevokeCommand, RotateTokensCommand, AuditStaffCommand,
                 StaffListCommand, StaffLinkCommand, StaffRemoveCommand, MessagesListCommand,
                 MessagesShowCommand, MessagesReplayCommand, MessagesTemplatesCommand,
                 IntakeTryCommand, DoctorCommand, MigrateStoreCommand, MigrateCommand,
                 ClusterCommand, ClusterCertsCommand, ClusterResumeCommand>;

}  // namespace standby::app
