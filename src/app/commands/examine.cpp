// The checks themselves.
#include "app/commands/data.hpp"
#include "app/commands/doctor.hpp"
#include "app/commands/running_server.hpp"
#include "app/delivery/secrets_key.hpp"
#include "app/service/open_files.hpp"
#include "app/service/zones.hpp"
#include "http/server/certificates.hpp"
#include "intake/sandbox/sandbox.hpp"
#include "store/sqlite/migrations.hpp"

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace standby::app {
namespace {

namespace files = std::filesystem;

constexpr std::uintmax_t gibibyte = std::uintmax_t{1} << 30;
constexpr std::uintmax_t space_needed = gibibyte / 10;

Diagnosis examine_folder(const std::string& folder) {
    struct stat found{};
    if (::stat(folder.c_str(), &found) != 0) {
        return warning("data directory",
                       fmt::format("{} does not exist; standby serve creates it", folder));
    }
    if (!S_ISDIR(found.st_mode)) {
        return failure("data directory", fmt::format("{} is not a directory", folder));
    }
    if (::access(folder.c_str(), R_OK | W_OK | X_OK) != 0) {
        return failure("data directory",
                       fmt::format("this user can't write to {}; change its owner", folder));
    }
    if ((found.st_mode & S_IRWXO) != 0) {
        return warning("data directory",
                       fmt::format("{0} is open to every user; run chmod o-rwx {0}", folder));
    }
    return ok("data directory", folder);
}

// Whoever reads a secret through the group of a file that is another's, was meant to.
Diagnosis examine_settings_file(const ServeOptions& options) {
    const std::string& file = options.settings_file;
    struct stat found{};
    if (::stat(file.c_str(), &found) != 0) {
        return warning("settings file", fmt::format("{} cannot be looked at", file));
    }
    const bool is_ours = found.st_uid == ::geteuid();
    const mode_t wrong = S_IRWXO | S_IWGRP | (is_ours ? S_IRGRP : 0);
    if (options.has_secrets_in_file && (found.st_mode & wrong) != 0) {
        return failure("settings file",
                       fmt::format("{0} holds secrets, and others can read or change it; run chmod "
                                   "{1} {0}",
                                   file, is_ours ? "600" : "640"));
    }
    return ok("settings file", file);
}

// Files that hold guests' data, keys and secrets, where others can get at them.
Diagnosis examine_modes(const ServeOptions& options, const std::string& database) {
    const files::path folder = files::path(database).parent_path();
    struct stat found{};
    if (::stat(folder.empty() ? "." : folder.c_str(), &found) != 0) {
        return warning("file modes", fmt::format("{} cannot be looked at", folder.string()));
    }
    const bool is_closed = (found.st_mode & S_IXOTH) == 0;
    const std::string secrets_key = secrets_key_path(options);
    for (const std::string& file :
         {database, database + "-wal", database + "-shm", database + "-log-a", database + "-log-b",
          options.data_dir + "/first-key", options.data_dir + "/setup-link", secrets_key,
          options.tls_key}) {
        if (file.empty() || ::stat(file.c_str(), &found) != 0) {
            continue;
        }
        const bool is_open_to_all = (found.st_mode & S_IRWXO) != 0;
        const bool is_elsewhere = file == options.tls_key || file == options.secrets_key_file;
        if (is_open_to_all && (!is_closed || is_elsewhere)) {
            return failure("file modes",
                           fmt::format("{0} is open to every user; run chmod o-rwx {0}", file));
        }
    }
    return ok("file modes", "closed to other users");
}

Diagnosis examine_space(const std::string& folder) {
    std::error_code error;
    const files::path place = files::exists(folder, error) ? files::path(folder) : files::path(".");
    const files::space_info space = files::space(place, error);
    if (error) {
        return warning("free disk", fmt::format("unknown: {}", error.message()));
    }
    const std::string text = fmt::format("{} MiB free", space.available >> 20);
    if (space.available < space_needed) {
        return failure("free disk",
                       text + "; free up space, or the server will stop accepting changes");
    }
    return space.available < gibibyte ? warning("free disk", text + "; free up space soon")
                                      : ok("free disk", text);
}

Diagnosis examine_clock() {
    constexpr std::chrono::sys_days earliest{std::chrono::year{2026} / 1 / 1};
    constexpr std::chrono::sys_days latest{std::chrono::year{2100} / 1 / 1};
    const Time now = system_now();
    return now >= earliest && now < latest
               ? ok("clock", format_time(now))
               : failure("clock", format_time(now) + " cannot be right; set the machine's clock");
}

Diagnosis examine_zones() {
    const core::ZoneBook zones = read_zones();
    return zones.find("Europe/Berlin") != nullptr && zones.find("America/New_York") != nullptr
               ? ok("time zones", "/usr/share/zoneinfo")
               : failure("time zones",
                         "none found in /usr/share/zoneinfo; install the package tzdata");
}

// The server raises its own limit as far as it may, so the far end is what counts.
Diagnosis examine_open_files(const ServeOptions& options) {
    const std::optional<std::uint64_t> limit = open_files_max();
    if (!limit) {
        return warning("open files", "the limit is unknown");
    }
    const std::string text = fmt::format("at most {}", *limit);
    return *limit >= options.connections_max + files_of_our_own
               ? ok("open files", text)
               : warning("open files", text + "; raise it with ulimit -Hn or LimitNOFILE=, because "
                                              "every connection needs one");
}

Diagnosis examine_tls(const ServeOptions& options) {
    for (const std::string& file : {options.tls_cert, options.tls_key}) {
        if (!std::ifstream(file)) {
            return failure("TLS files", file + " cannot be read; check its name and its owner");
        }
    }
    return ok("TLS files", options.tls_cert);
}

Diagnosis examine_node_certificate(const ServeOptions& options) {
    constexpr std::chrono::days soon{30};
    std::ifstream file(options.cluster_cert, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    const auto ends = http::end_of_certificate(text);
    if (!ends) {
        return failure("node TLS", options.cluster_cert + ": " + ends.error());
    }
    const std::string when = fmt::format("{} ends {}", options.cluster_cert, in_seconds(*ends));
    const std::string renew = "; renew it with standby cluster certs --renew";
    if (*ends <= system_now()) {
        return failure("node TLS", when + renew);
    }
    return *ends < system_now() + soon ? warning("node TLS", when + renew) : ok("node TLS", when);
}

Diagnosis examine_integrity(store::Database& database) {
    std::optional<std::string> found;
    const auto read =
        database.read([&](store::Connection& connection) -> Result<void, std::string> {
            found = connection.text_of("PRAGMA quick_check(1)");
            return {};
        });
    if (!read || !found) {
        return failure("integrity", "the file cannot be read to the end; restore a backup");
    }
    return *found == "ok" ? ok("integrity", "ok (quick check)")
                          : failure("integrity", *found + "; restore a backup");
}

Diagnosis examine_journal(store::Database& database) {
    std::optional<std::string> mode;
    const auto read =
        database.read([&](store::Connection& connection) -> Result<void, std::string> {
            mode = connection.text_of("PRAGMA journal_mode");
            return {};
        });
    if (!read || !mode) {
        return failure("journal", "unknown");
    }
    // How far the writer waits for the disk is set when it opens the file: always to the end.
    return *mode == "wal"
               ? ok("journal", "wal, synchronous=full")
               : warning("journal",
                         *mode + " instead of wal; the server sets it at its next start");
}

}  // namespace

std::vector<Diagnosis> examine_machine(const ServeOptions& options) {
    std::vector<Diagnosis> diagnoses{examine_folder(options.data_dir),
                                     examine_space(options.data_dir), examine_clock(),
                                     examine_zones(), examine_open_files(options)};
    if (!options.settings_file.empty()) {
        diagnoses.push_back(examine_settings_file(options));
    }
    if (!options.tls_cert.empty()) {
        diagnoses.push_back(examine_tls(options));
    }
    if (!options.cluster_cert.empty()) {
        diagnoses.push_back(examine_node_certificate(options));
    }
    return diagnoses;
}

std::vector<Diagnosis> examine_data(const ServeOptions& options) {
    const DataPlace place = place_of(options);
    const auto path = database_path(place);
    if (!path) {
        return {failure("database", path.error())};
    }
    std::error_code error;
    if (!files::exists(*path, error)) {
        return {warning("database", *path + " does not exist; standby serve creates it")};
    }
    const auto store = open_to_read(place);
    if (!store) {
        return {failure("database", store.error().sentence)};
    }
    store::Database& database = store->file()->database();
    return {ok("database", fmt::format("{}, schema {}", *path, store::sqlite_migrations().size())),
            examine_modes(options, *path), examine_journal(database), examine_integrity(database)};
}

Diagnosis examine_sandbox() {
    intake::Sandbox sandbox;
    auto found = sandbox.examine();
    if (!found) {
        return warning(
            "files of others",
            fmt::format("tables can't be imported here, nor sheets be read: {}", found.error()));
    }
    return ok("files of others", *std::move(found));
}

Diagnosis examine_server(const ServeOptions& options) {
    const std::string address = listen_address(options);
    auto client = client_of(options, address);
    if (!client) {
        return failure("server", client.error());
    }
    const auto answer = client->call({.method = "GET", .path = "/readyz"});
    if (!answer) {
        return warning("server",
                       fmt::format("no answer on {}; start it with standby serve", address));
    }
    return answer->status == 200
               ? ok("server", fmt::format("ready on {}", address))
               : failure("server", fmt::format("{} answers {} to /readyz; check its log", address,
                                               answer->status));
}

}  // namespace standby::app
