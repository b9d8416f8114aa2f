// What `standby serve` can be told, by flags, by the environment (STANDBY_…) or by standby.toml.
#pragma once

#include "app/service/log.hpp"
#include "base/result.hpp"
#include "base/time.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace standby::app {

struct ServeOptions {
    std::string listen = "127.0.0.1:8080";
    std::string data_dir = "standby-data";
    std::string store;       // empty: sqlite, standby.db in the data directory; or postgres://…
    std::string public_url;  // empty: the address it listens on
    std::string api_key;     // an owner key for automation
    std::string log_format = "text";
    std::string log_level = "info";
    std::string tls_cert;
    std::string tls_key;
    std::vector<std::string> trusted_proxies;
    std::string metrics_listen;  // where /metrics is answered without a key; empty: nowhere
    double wrong_key_rate = 1;   // per second and client; 0: no limit
    double join_rate = 5;
    double join_burst = 20;
    double client_rate = 200;          // requests per second of a client without a key
    std::uint32_t shards = 0;          // 0: 2, or 16 where several nodes share a PostgreSQL
    std::string node_address;          // where other nodes reach this one; empty: where it listens
    std::string cluster_secret;        // empty: kept in the database
    std::uint32_t lease_seconds = 10;  // a node that is silent for so long is dead
    std::string cluster_cert;          // nodes show it to each other; all three or none
    std::string cluster_key;
    std::string cluster_ca;
    std::string cluster_listen;    // where nodes come with it; empty: the port after --listen's
    bool cluster_plain = false;    // nodes may talk in plain HTTP beyond this machine
    std::string commits = "auto";  // of one file: to its tables, or to the log beside it
    std::uint32_t io_threads = 2;
    std::uint32_t connections_max = 10'000;
    std::uint32_t client_connections = 0;  // of one client; 0: a fifth of all
    std::string mail_url;                  // smtp[s]://[user:password@]host[:port]; empty: no mail
    std::string mail_from;                 // the sender's address
    double mail_rate = 20;                 // per second; 0: no limit
    std::uint32_t mail_day = 200'000;      // e-mails a day; 0: no limit
    std::string mail_callback_secret;      // whsec_…, for reports on mails
    std::string sms_url;                   // twilio://SID:TOKEN@host or sns://REGION; empty: no SMS
    std::vector<std::string> sms_from;     // the numbers or names that texts are sent from
    double sms_rate = 10;                  // per second, all numbers together; 0: no limit
    std::uint32_t sms_day = 10'000;        // texts a day; 0: no limit
    double sms_sender_rate = 1;            // per second and number
    std::string whatsapp_url;   // meta://ID:TOKEN@host?app_secret=… or twilio://…; empty: none
    std::string whatsapp_from;  // Twilio: the number
    std::vector<std::string> whatsapp_templates;  // Twilio: offer.en=HX…; Meta: their prefix
    // Without a provider: the operator's own software tells guests; "auto": where no staff are.
    std::string told_elsewhere = "auto";
    std::uint32_t message_days = 90;  // how long messages are kept after they were sent
    bool private_webhooks = false;    // receivers may be on the server's own network
    bool private_delivery = false;    // what owners set up in the pages may be there, too
    // HOST:PORT of calendar and sheet servers on the own network that lists may follow.
    std::vector<std::string> private_places;
    std::string sheets_dir;        // the folder of sheets that lists may follow; empty: none
    std::string secrets_key_file;  // empty: secrets.key in the data directory
    // How money is taken for every account, instead of what its owners set up in the pages.
    std::string stripe_secret_key;
    std::vector<std::string> stripe_webhook_secrets;  // several while one takes over from another
    std::string stripe_api_base;                      // instead of Stripe's own; for tests
    std::string mollie_api_key;
    std::string mollie_api_base;
    // Message buses that all accounts' events go to, and that booking systems speak on.
    std::string nats_url;          // nats://[user:password@]host:port; empty: none
    std::string nats_credentials;  // a file; empty: none
    std::string nats_ca;           // a file; empty: the system's
    std::string kafka_url;         // kafka://host:port; empty: none
    std::vector<std::pair<std::string, std::string>> kafka_settings;  // of librdkafka, by name
    std::string captcha_url;    // instead of the captcha providers' own
    std::string manual_clock;   // for tests: the time to start at
    bool is_demo = false;       // of standby demo alone; no setting
    std::string settings_file;  // where they were read from; empty: from no file
    bool has_secrets_in_file = false;
};

struct ListenAddress {
    std::string address;
    std::uint16_t port = 0;
};
// "127.0.0.1:8080", "[::1]:8080". The error says what is wanted.
Result<ListenAddress, std::string> parse_listen(const std::string& text);

// Whether only this machine can reach the address; a name other than localhost is none of these.
bool is_loopback(std::string_view host);
// Whether only this machine reaches the node: where other nodes are told that it is.
bool is_node_on_loopback(const ServeOptions& options);
// The same of where a URL leads.
bool leads_to_loopback(std::string_view url);

// Whether several nodes may share the store.
bool is_postgres(const std::string& store);

// How many connections one client may have; 0: no limit. The nodes of a cluster are each other's
// clients, with a connection for each stream they pass on, so a cluster has a limit only when
// asked.
std::size_t client_connections_of(const ServeOptions& options);

// The file of the SQLite store: from `--store sqlite:///path`, or in the data directory.
Result<std::string, std::string> sqlite_path(const std::string& store, const std::string& data_dir);

// Makes the data directory where there is none, readable by its owner and group only.
Result<void, std::string> make_data_directory(const std::string& data_dir);

}  // namespace standby::app
