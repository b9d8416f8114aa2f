// Every command with its flags and an example: what help shows is what is read.
#include "app/commands/reading.hpp"

namespace standby::app {
namespace {

using Takes = CommandRule::Takes;

constexpr ArgumentRule json{"--json", "", "answer in JSON"};
constexpr ArgumentRule resource{"--resource", "ID", "only this resource, such as res_1"};

const std::vector<CommandRule> rules{
    {"serve",
     "run the server",
     "Every setting can also be an environment variable (STANDBY_LISTEN) or a line in\n"
     "standby.toml (listen = \"127.0.0.1:8080\"), which is looked for in the current "
     "directory\n"
     "and in the data directory. A flag beats the environment, which beats the file.",
     "standby serve --data-dir /var/lib/standby --listen 0.0.0.0:8080",
     Takes::AllSettings,
     {}},
    {"demo",
     "run three living examples on throw-away data",
     "A salon, a concert and a beta list, with guests who act by themselves. Ctrl-C ends it.",
     "standby demo --for 1m",
     Takes::Nothing,
     {{"--listen", "ADDRESS:PORT", "where to listen (default: any free port)"},
      {"--for", "DURATION", "end after this time, such as 20s"},
      {"--speed", "NUMBER", "how fast guests act (default 1)"},
      {"--seed", "NUMBER", "another seed, other guests (default 1)"},
      json}},
    {"import",
     "let everybody in a CSV file join a resource",
     "The first line names the columns, in any order: name, email, phone, user_id,\n"
     "party_size, service, staff, earliest, latest, tier, points, time_zone, locale, consent\n"
     "(the text that was agreed to). Nothing is imported unless every line is good, or\n"
     "--skip-bad is given. Nobody is told, unless --notify is given. The server must be stopped. "
     "A\n"
     "cluster takes guests through the API of its nodes only; --dry-run checks the file there too.",
     "standby import guests.csv --resource res_1 --dry-run",
     Takes::DataPlace,
     {{"FILE", "FILE", "the CSV file", true},
      {"--resource", "ID", "the resource to join, such as res_1", true},
      {"--dry-run", "", "check the file and import nothing"},
      {"--skip-bad", "", "import the good lines and leave out the others"},
      {"--notify", "", "everybody is told of the place in line when the server starts"},
      json}},
    {"export",
     "write entries, offers, openings, the audit trail or people",
     "Works beside a running server and shows one moment; of a cluster, one moment for each page.\n"
     "Only people has personal data.",
     "standby export --what audit --format jsonl --output audit.jsonl",
     Takes::DataPlace,
     {resource,
      {"--what", "TABLE", "entries (default), offers, openings, audit or people"},
      {"--format", "FORMAT", "csv (default) or jsonl"},
      {"--output", "FILE", "a new file instead of the standard output"},
      {"--json", "", "the same as --format jsonl"}}},
    {"verify",
     "prove that the stored data is what the events say",
     "Checks the file, every event, the hash chain, every row, and that no place was given\n"
     "twice. Works beside a running server. Ends with 1 when anything is wrong.",
     "standby verify --resource res_1",
     Takes::DataPlace,
     {resource, json}},
    {"replay",
     "show the line of a resource as it was at some time",
     "Works beside a running server.",
     "standby replay res_1 --at 2026-11-15T14:00:00Z",
     Takes::DataPlace,
     {{"RESOURCE", "RESOURCE", "its id, such as res_1", true},
      {"--at", "TIME", "an instant, or a date in UTC", true},
      json}},
    {"explain",
     "show why an entry was, or was not, offered a place",
     "Works beside a running server.",
     "standby explain ent_4000002",
     Takes::DataPlace,
     {{"ENTRY", "ENTRY", "its id, such as ent_4000002", true}, json}},
    {"backup",
     "copy the data to a new file",
     "Works beside a running server and copies one moment. The file must not exist. The database\n"
     "of a cluster is copied by PostgreSQL's own tools: see docs/operating/backup.md.",
     "standby backup /backups/standby-monday.db",
     Takes::DataPlace,
     {{"FILE", "FILE", "the file to write", true}, json}},
    {"restore",
     "put a backup in place",
     "Checks the backup first. The server must be stopped. Not for the database of a cluster.",
     "standby restore /backups/standby-monday.db --replace",
     Takes::DataPlace,
     {{"FILE", "FILE", "the backup", true},
      {"--replace", "", "keep the present data as standby.db.before-restore-<n>"},
      json}},
    {"erase",
     "delete what is known of a person",
     "Entries keep their place in line under no name. The server must be stopped; the nodes of a\n"
     "cluster go on. Backups made before still hold the person.",
     "standby erase ada@example.org --yes",
     Takes::DataPlace,
     {{"PERSON", "PERSON", "an entry's id, an e-mail address, a phone number or a user id", true},
      {"--yes", "", "do not ask"},
      json}},
    {"archive",
     "move what ended long ago to a file of its own",
     "The rows stay with their state, so that everything still counts. The server must be\n"
     "stopped. A cluster has no archive.",
     "standby archive --before 2026-01-01",
     Takes::DataPlace,
     {{"--before", "TIME", "an instant, or a date in UTC", true}, json}},
    {"keys list",
     "list the API keys",
     "Works beside a running server.",
     "standby keys list --json",
     Takes::DataPlace,
     {json}},
    {"keys create",
     "make an API key and show it once",
     "Works before the first start of the server; otherwise the server must be stopped. The nodes\n"
     "of a cluster go on, and know the key within seconds.",
     "standby keys create --role staff --label \"front desk\"",
     Takes::DataPlace,
     {{"--role", "ROLE", "owner, staff or read-only (default staff)"},
      {"--label", "TEXT", "what people call it"},
      {"--account-name", "NAME", "of this account, which is made if it is missing"},
      json}},
    {"keys revoke",
     "make an API key useless",
     "The server must be stopped; a running one has DELETE /v1/keys/{key_id}. The nodes of a\n"
     "cluster go on, and refuse the key within seconds.",
     "standby keys revoke key_3",
     Takes::DataPlace,
     {{"KEY", "KEY", "its id, such as key_3", true}, json}},
    {"keys rotate-tokens",
     "sign guests' links with a new secret",
     "Links that are out go on working. The server must be stopped; the nodes of a cluster go on.",
     "standby keys rotate-tokens",
     Takes::DataPlace,
     {json}},
    {"staff list",
     "list the people who sign in to the staff pages",
     "Works beside a running server.",
     "standby staff list --json",
     Takes::DataPlace,
     {json}},
    {"staff link",
     "make a one-time link that lets somebody back in",
     "They set a new password with it, and their authenticator app is asked no more. While nobody\n"
     "can sign in, it is a link to set the server up. The server must be stopped; a running one "
     "has\n"
     "POST /v1/staff/{member_id}:reset. The nodes of a cluster go on.",
     "standby staff link --email noor@aster.example",
     Takes::AllSettings,
     {{"--email", "ADDRESS", "whose (default: the only owner's)"}, json}},
    {"staff remove",
     "take somebody's access away",
     "They are signed out everywhere. The server must be stopped; a running one has\n"
     "DELETE /v1/staff/{member_id}. The nodes of a cluster go on.",
     "standby staff remove --email tess@aster.example",
     Takes::DataPlace,
     {{"--email", "ADDRESS", "whose", true}, json}},
    {"messages list",
     "list messages to guests and staff, and what became of them",
     "Works beside a running server. Shows the newest ones, without texts and addresses.",
     "standby messages list --state dead",
     Takes::DataPlace,
     {{"--state", "STATE", "only those that are pending, done or dead"},
      resource,
      {"--limit", "COUNT", "at most so many (default 50)"},
      json}},
    {"messages show",
     "show one message, and what became of it on each channel",
     "Works beside a running server.",
     "standby messages show msg_2F",
     Takes::DataPlace,
     {{"MESSAGE", "MESSAGE", "its id, such as msg_2F", true}, json}},
    {"messages replay",
     "send messages again that were given up",
     "They keep their ids. A stopped server sends them when it starts; a running one, or a node "
     "of\n"
     "the cluster, is asked to, with an API key of staff (--api-key, STANDBY_API_KEY or api_key\n"
     "in standby.toml).",
     "standby messages replay --all-dead --resource res_1",
     Takes::DataPlace,
     {{"MESSAGE", "MESSAGE", "the id of one that is dead, such as msg_2F"},
      {"--all-dead", "", "all that are dead"},
      resource,
      {"--api-key", "KEY", "for a server that runs"},
      json}},
    {"doctor",
     "check the machine, the data and the settings",
     "Each line says ok, warn or fail, and what to do. Ends with 1 when anything fails. With\n"
     "--send-test it sends one message instead, and tells what the provider said. With --store\n"
     "postgres://… it looks at the database, the nodes and Patroni, and at the clocks' rates.",
     "standby doctor --data-dir /var/lib/standby",
     Takes::AllSettings,
     {{"--send-test", "ADDRESS", "send a test to a mail address or a number such as +49301234567"},
      {.name = "--patroni",
       .value = "URL",
       .help = "Patroni's API (repeatable; default: port 8008 of the database's hosts)",
       .repeatable = true},
      json}},
    {"migrate-store",
     "move everything from an SQLite file to a PostgreSQL database",
     "The server must be stopped. The file is verified and only read; the database must be empty.\n"
     "All rows are copied in one transaction, read back and compared, and the history is verified\n"
     "once more before the commit: what fails leaves nothing behind. Keys, links, sessions and\n"
     "numbers stay good.",
     "standby migrate-store sqlite:///var/lib/standby/standby.db postgres://standby@db/standby",
     Takes::ClusterSecret,
     {{"FILE", "FILE", "sqlite:///path/to/standby.db", true},
      {"DATABASE", "DATABASE", "postgres://user:password@host/name", true},
      {"--check", "", "look whether it could be done, and change nothing"},
      {"--shards", "COUNT", "parts that the nodes will share, for good (default 16)"},
      json}},
    {"migrate",
     "make the schema of a cluster's database, or bring it up to date",
     "For a role that may; the nodes' own role then needs to read and write rows only. Nodes of\n"
     "the version before go on beside it.",
     "standby migrate --store postgres://standby_owner@db/standby",
     Takes::DataPlace,
     {{"--shards", "COUNT", "parts that the nodes share, when the database is new (default 16)"},
      json}},
    {"cluster",
     "list the nodes and shards of a cluster",
     "Reads the database; no node needs to run.",
     "standby cluster --store postgres://standby@db/standby",
     Takes::DataPlace,
     {json}},
    {"cluster resume",
     "let a halted shard go on after a person has looked",
     "A shard is halted when the database has lost commits that were acknowledged. To resume\n"
     "accepts the loss: docs/operating/failures.md tells what to look at first.",
     "standby cluster resume 3 --store postgres://standby@db/standby",
     Takes::DataPlace,
     {{"SHARD", "SHARD", "its number", true}, {"--yes", "", "do not ask"}, json}},
    {"version", "print the version", "", "standby version --json", Takes::Nothing, {json}},
    {"help",
     "print this text, or the help of a command",
     "",
     "standby help import",
     Takes::Nothing,
     {}},
};

}  // namespace

std::span<const CommandRule> command_rules() {
    return rules;
}

}  // namespace standby::app
