// Every command with its flags and an example: what help shows is what is read.
#include "app/commands/reading.hpp"

namespace standby::app {
namespace {

using Takes = CommandRule::Takes;

constexpr ArgumentRule json{"--json", "", "answer in JSON"};
constexpr ArgumentRule person{"PERSON", "PERSON",
                              "an entry id, an e-mail address, a phone number or a user id", true};
constexpr ArgumentRule api_key{"--api-key", "KEY", "an API key for the running server"};
constexpr ArgumentRule resource{"--resource", "ID", "only this resource, such as res_1"};

const std::vector<CommandRule> rules{
    {"serve",
     "run the server",
     "Every setting can also be an environment variable (STANDBY_LISTEN) or a line in\n"
     "standby.toml (listen = \"127.0.0.1:8080\"), which is looked up in the current directory\n"
     "and in the data directory. Flags override the environment, which overrides the file.",
     "standby serve --data-dir /var/lib/standby --listen 0.0.0.0:8080",
     Takes::AllSettings,
     {}},
    {"demo",
     "run three live examples on throw-away data",
     "A salon, a concert and a beta list with simulated guests. Press Ctrl-C to stop it.",
     "standby demo --for 1m",
     Takes::Nothing,
     {{"--listen", "ADDRESS:PORT", "where to listen (default: any free port)"},
      {"--for", "DURATION", "stop after this time, such as 20s"},
      {"--speed", "NUMBER", "how fast guests act (default 1)"},
      {"--seed", "NUMBER", "a different seed gives different guests (default 1)"},
      json}},
    {"import",
     "add everyone in a table to a list",
     "CSV, XLSX or ODS. Columns are known by their headings: your own in English, German, French\n"
     "or Spanish, and exports of Waitwhile, pretix, Luma, Eventbrite, Mailchimp, Square and\n"
     "getwaitlist; others are left alone. Whose order is used is said. Nothing is imported unless\n"
     "every row is valid or --skip-bad is given, and never who no longer wants to be written to.\n"
     "Nobody is notified unless --notify is given. Beside a running server, or for a cluster, "
     "give\n"
     "a staff API key (--api-key, STANDBY_API_KEY or api_key in standby.toml).",
     "standby import guests.xlsx --resource res_1 --dry-run",
     Takes::DataPlace,
     {{"FILE", "FILE", "the table", true},
      {"--resource", "ID", "the list to join, such as res_1", true},
      {"--dry-run", "", "show columns and first rows, check every row, and import nothing"},
      {"--sheet", "NAME", "the tab of an XLSX or ODS file (default: the first)"},
      {"--map", "HEADING=FIELD", "what a column is, such as 'Handy 2=phone'", false, true},
      {"--order", "ORDER", "joined (when people joined), position (their place there) or rows"},
      {"--skip-bad", "", "import the valid rows and skip the others"},
      {"--notify", "", "tell everyone their place in line"},
      api_key,
      json}},
    {"export",
     "write entries, offers, openings, the audit trail or people",
     "Works while the server is running and shows one moment; with a cluster, one moment per "
     "page.\n"
     "Only the table people contains personal data.",
     "standby export --what audit --format jsonl --output audit.jsonl",
     Takes::DataPlace,
     {resource,
      {"--what", "TABLE", "entries (default), offers, openings, audit or people"},
      {"--format", "FORMAT", "csv (default) or jsonl"},
      {"--output", "FILE", "write to a new file instead of standard output"},
      {"--json", "", "the same as --format jsonl"}}},
    {"verify",
     "prove that the stored data matches its history",
     "Checks the file, every event, the hash chain, every row, and that no place was given\n"
     "twice. Works while the server is running. Exits with 1 if anything is wrong.",
     "standby verify --resource res_1",
     Takes::DataPlace,
     {resource, json}},
    {"replay",
     "show a list as it was at some time",
     "Works while the server is running.",
     "standby replay res_1 --at 2026-11-15T14:00:00Z",
     Takes::DataPlace,
     {{"RESOURCE", "RESOURCE", "its id, such as res_1", true},
      {"--at", "TIME", "a time, or a date in UTC", true},
      json}},
    {"explain",
     "show why an entry was or wasn't offered a place",
     "Works while the server is running.",
     "standby explain ent_4000002",
     Takes::DataPlace,
     {{"ENTRY", "ENTRY", "its id, such as ent_4000002", true}, json}},
    {"simulate",
     "show what last month would have been with other rules",
     "The deciding code itself runs over the recorded openings, joins and answers. Guests who "
     "were\n"
     "asked answer as they did; the others as the list's guests usually do. Nothing is changed.\n"
     "Works while the server is running. With --model salon no history is read: --set then also\n"
     "takes people_who_fit, yes_share, no_share, answer_median, answer_sigma, instant_yes_share,\n"
     "notice_min, notice_max and openings.",
     "standby simulate --list res_1 --set claim_window=auto --set late_yes=true",
     Takes::DataPlace,
     {{"--list", "ID", "the list, by its id or name (default: the only one)"},
      {"--from", "TIME", "a time, or a date where the list is (default: the last whole month)"},
      {"--to", "TIME", "the end: a time, or the start of a date (default: now, after --from)"},
      {.name = "--set",
       .value = "RULE=VALUE",
       .help = "a rule to try, as in the API, such as claim_window=10m (repeatable)",
       .repeatable = true},
      {"--seeds", "COUNT", "how often it is played (default 200)"},
      {"--model", "NAME", "salon: published figures instead of a history"},
      json}},
    {"backup",
     "copy the data to a new file",
     "Works while the server is running and copies one moment. The file must not exist yet. Back "
     "up\n"
     "a cluster with PostgreSQL's own tools: see docs/operating/backup.md.",
     "standby backup /backups/standby-monday.db",
     Takes::DataPlace,
     {{"FILE", "FILE", "the file to write", true}, json}},
    {"restore",
     "restore a backup",
     "Checks the backup first. The server must be stopped. Not for a cluster.",
     "standby restore /backups/standby-monday.db --replace",
     Takes::DataPlace,
     {{"FILE", "FILE", "the backup", true},
      {"--replace", "", "keep the current data as standby.db.before-restore-<n>"},
      json}},
    {"person erase",
     "delete everything about a person",
     "What they wait for or hold ends; the history stays, without them. For a running server, or\n"
     "a cluster, give a staff API key (--api-key, STANDBY_API_KEY or api_key in standby.toml).\n"
     "Older backups still contain the person.",
     "standby person erase ada@example.org --yes",
     Takes::DataPlace,
     {person, {"--yes", "", "don't ask"}, api_key, json}},
    {"person export",
     "write everything about a person, as JSON",
     "Entries, history, messages, consent and opt-outs. Works while the server is running.",
     "standby person export ada@example.org",
     Takes::DataPlace,
     {person, json}},
    {"erase",
     "the same as person erase",
     "",
     "standby erase ada@example.org --yes",
     Takes::DataPlace,
     {person, {"--yes", "", "don't ask"}, api_key, json}},
    {"repair",
     "mend lists whose stored rows are damaged",
     "Says what is wrong and what it would do; nothing is changed without --yes. Then it writes\n"
     "damaged rows anew from the list's history. A file is copied first, and its server must be\n"
     "stopped; the nodes of a cluster go on, and read the list anew.",
     "standby repair --yes",
     Takes::DataPlace,
     {resource, {"--yes", "", "do it"}, json}},
    {"archive",
     "move old, ended rows to a separate file",
     "Each row's state stays, so that figures and checks still add up. The server must be "
     "stopped.\n"
     "Not for a cluster.",
     "standby archive --before 2026-01-01",
     Takes::DataPlace,
     {{"--before", "TIME", "a time, or a date in UTC", true}, json}},
    {"keys list",
     "list the API keys",
     "Works while the server is running.",
     "standby keys list --json",
     Takes::DataPlace,
     {json}},
    {"keys create",
     "create an API key and show it once",
     "Works before the server's first start; after that, the server must be stopped. A cluster\n"
     "keeps running and knows the key within seconds.",
     "standby keys create --role staff --label \"front desk\"",
     Takes::DataPlace,
     {{"--role", "ROLE", "owner, staff or read-only (default staff)"},
      {"--label", "TEXT", "a name for people to recognise it by"},
      {"--account-name", "NAME", "the account, created if it doesn't exist"},
      json}},
    {"keys revoke",
     "revoke an API key",
     "The server must be stopped; while it runs, use DELETE /v1/keys/{key_id}. A cluster keeps\n"
     "running and refuses the key within seconds.",
     "standby keys revoke key_3",
     Takes::DataPlace,
     {{"KEY", "KEY", "its id, such as key_3", true}, json}},
    {"keys rotate-tokens",
     "sign guests' links with a new secret",
     "Existing links keep working, unless --now ends them all: guests then join again with the\n"
     "same address to get a new one. The server must be stopped; a cluster keeps running, and a\n"
     "node takes the new secret when it is restarted.",
     "standby keys rotate-tokens --now",
     Takes::DataPlace,
     {{"--now", "", "end every link that is out, in mails, texts and calendars"}, json}},
    {"staff list",
     "list the people who sign in to the staff pages",
     "Works while the server is running.",
     "standby staff list --json",
     Takes::DataPlace,
     {json}},
    {"staff link",
     "create a one-time link that lets someone back in",
     "It lets them set a new password and removes their authenticator app. While nobody can sign "
     "in,\n"
     "it is a link to set up the server. The server must be stopped; while it runs, use\n"
     "POST /v1/staff/{member_id}:reset. A cluster keeps running.",
     "standby staff link --email noor@aster.example",
     Takes::AllSettings,
     {{"--email", "ADDRESS", "whose (default: the only owner's)"}, json}},
    {"staff remove",
     "remove someone's access",
     "They are signed out everywhere. The server must be stopped; while it runs, use\n"
     "DELETE /v1/staff/{member_id}. A cluster keeps running.",
     "standby staff remove --email tess@aster.example",
     Takes::DataPlace,
     {{"--email", "ADDRESS", "whose", true}, json}},
    {"audit staff",
     "show what staff did: sign-ins, keys, invitations, settings",
     "Oldest first. standby verify proves that nothing in it was changed or removed. Works while "
     "the\n"
     "server is running.",
     "standby audit staff --limit 500",
     Takes::DataPlace,
     {{"--account-name", "NAME", "only of this account"},
      {"--limit", "COUNT", "how many, of each account (default 100)"},
      json}},
    {"messages list",
     "list messages to guests and staff, and their results",
     "Works while the server is running. Shows the newest ones, without text and addresses.",
     "standby messages list --state dead",
     Takes::DataPlace,
     {{"--state", "STATE", "only those that are pending, done or dead"},
      resource,
      {"--limit", "COUNT", "how many to show (default 50)"},
      json}},
    {"messages show",
     "show one message and its result on each channel",
     "Works while the server is running.",
     "standby messages show msg_2F",
     Takes::DataPlace,
     {{"MESSAGE", "MESSAGE", "its id, such as msg_2F", true}, json}},
    {"messages replay",
     "resend failed messages",
     "They keep their ids. A stopped server sends them when it starts; for a running one, or a\n"
     "cluster, give a staff API key (--api-key, STANDBY_API_KEY or api_key in standby.toml).",
     "standby messages replay --all-dead --resource res_1",
     Takes::DataPlace,
     {{"MESSAGE", "MESSAGE", "the id of a dead message, such as msg_2F"},
      {"--all-dead", "", "all dead messages"},
      resource,
      api_key,
      json}},
    {"messages templates",
     "print the WhatsApp templates that have to be approved",
     "Each in four languages, with examples for what its numbers stand for. With --json as the\n"
     "bodies of the requests that submit them: Meta's message_templates, Twilio's Content.",
     "standby messages templates --for meta --json",
     Takes::DataPlace,
     {{"--for", "SERVICE", "meta (default) or twilio"},
      {"--prefix", "TEXT", "of the templates' names (default standby)"},
      json}},
    {"doctor",
     "check the machine, the data and the settings",
     "Each line says ok, warn or fail, and what to do. Exits with 1 if anything fails. With\n"
     "--send-test it sends one message instead and reports the provider's answer. With --store\n"
     "postgres://… it checks the database, the nodes, Patroni and the clocks.",
     "standby doctor --data-dir /var/lib/standby",
     Takes::AllSettings,
     {{"--send-test", "ADDRESS",
       "send a test to an e-mail address, +49301234567, or whatsapp:+49301234567"},
      {.name = "--patroni",
       .value = "URL",
       .help = "Patroni's API (repeatable; default: port 8008 of the database's hosts)",
       .repeatable = true},
      json}},
    {"migrate-store",
     "move everything from an SQLite file to a PostgreSQL database",
     "The server must be stopped. The file is verified and only read; the database must be empty.\n"
     "All rows are copied in one transaction, read back and compared, and the history is verified\n"
     "once more before the commit: a failure leaves nothing behind. Keys, links, sessions and\n"
     "numbers stay valid.",
     "standby migrate-store sqlite:///var/lib/standby/standby.db postgres://standby@db/standby",
     Takes::ClusterSecret,
     {{"FILE", "FILE", "sqlite:///path/to/standby.db", true},
      {"DATABASE", "DATABASE", "postgres://user:password@host/name", true},
      {"--check", "", "check whether it would work, and change nothing"},
      {"--shards", "COUNT",
       "how many shards the nodes divide among themselves, for good (default 16)"},
      json}},
    {"migrate",
     "create or update the schema of a cluster's database",
     "Needs a role that may change the schema; the nodes' own role then only needs to read and\n"
     "write rows. Nodes of the previous version keep running.",
     "standby migrate --store postgres://standby_owner@db/standby",
     Takes::DataPlace,
     {{"--shards", "COUNT", "how many shards a new database gets (default 16)"}, json}},
    {"cluster",
     "list the nodes and shards of a cluster",
     "Reads the database; no node has to be running.",
     "standby cluster --store postgres://standby@db/standby",
     Takes::DataPlace,
     {json}},
    {"cluster certs",
     "make certificates with which nodes know each other",
     "Makes an authority (ca.crt, ca.key) unless there is one, and a certificate and key for each\n"
     "node. Give a node its own two files and ca.crt as --cluster-cert, --cluster-key and\n"
     "--cluster-ca; keep ca.key elsewhere. Without --node it says when each certificate ends.",
     "standby cluster certs --node 10.0.0.11,10.0.0.12 --output /etc/standby/cluster",
     Takes::DataPlace,
     {{"--node", "HOST", "a node's host, as in --node-address (repeatable)", false, true},
      {"--output", "FOLDER", "where the files are (default: cluster in the data directory)"},
      {"--days", "COUNT", "how long a node's certificate is good for (default 730)"},
      {"--renew", "", "replace the certificates of these nodes"},
      json}},
    {"cluster resume",
     "resume a halted shard after checking what was lost",
     "A shard is halted when the database has lost acknowledged commits. Resuming accepts the\n"
     "loss: docs/operating/failures.md says what to check first.",
     "standby cluster resume 3 --store postgres://standby@db/standby",
     Takes::DataPlace,
     {{"SHARD", "SHARD", "its number", true}, {"--yes", "", "don't ask"}, json}},
    {"version",
     "print the version, its commit and the commit's date",
     "",
     "standby version --json",
     Takes::Nothing,
     {json}},
    {"help",
     "print this text, or help on a command",
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
