// `standby cluster certs`: the certificates with which nodes know each other.
#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "app/commands/secret_file.hpp"
#include "base/json/writer.hpp"
#include "http/server/certificates.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <ostream>

namespace standby::app {
namespace {

namespace files = std::filesystem;

constexpr std::chrono::days authority_lifetime{3650};

std::optional<std::string> read_file(const files::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return std::nullopt;
    }
    return std::string(std::istreambuf_iterator<char>(file), {});
}

// An IPv6 address has colons, which not every system takes in a file's name.
std::string file_name(std::string host) {
    std::ranges::replace(host, ':', '_');
    return host;
}

Result<void, std::string> write_pair(const files::path& folder, const std::string& name,
                                     const http::CertificatePair& pair) {
    TRY(write_secret_file((folder / (name + ".key")).string(), pair.key));
    TRY(write_secret_file((folder / (name + ".crt")).string(), pair.certificate));
    return {};
}

Result<http::CertificatePair, std::string> authority_in(const files::path& folder, Time now) {
    const auto certificate = read_file(folder / "ca.crt");
    const auto key = read_file(folder / "ca.key");
    if (certificate && !key) {
        return std::unexpected(
            fmt::format("{} is there, but the key beside it is not: put ca.key back, or begin anew "
                        "in another folder",
                        (folder / "ca.crt").string()));
    }
    if (certificate) {
        return http::CertificatePair{.certificate = *certificate,
                                     .key = *key,
                                     .ends_at = TRY(http::end_of_certificate(*certificate))};
    }
    const http::CertificatePair made = TRY(http::make_authority(now, authority_lifetime));
    TRY(write_pair(folder, "ca", made));
    return made;
}

Result<void, std::string> make_certificates(const ClusterCertsCommand& command,
                                            const files::path& folder, Time now) {
    std::error_code error;
    files::create_directories(folder, error);
    if (!error) {
        files::permissions(folder, files::perms::owner_all, error);
    }
    if (error) {
        return std::unexpected(
            fmt::format("the folder {} cannot be made: {}", folder.string(), error.message()));
    }
    const http::CertificatePair authority = TRY(authority_in(folder, now));
    for (const std::string& node : command.nodes) {
        const std::string name = file_name(node);
        if (!command.renew && files::exists(folder / (name + ".crt"), error)) {
            return std::unexpected(
                fmt::format("{} has a certificate: add --renew to replace it", node));
        }
        TRY(write_pair(folder, name,
                       TRY(http::make_node_certificate(authority, node, now,
                                                       std::chrono::days{command.days}))));
    }
    return {};
}

struct Listed {
    std::string file;
    std::optional<Time> ends_at;
};

std::vector<Listed> list_certificates(const files::path& folder) {
    std::vector<Listed> found;
    std::error_code error;
    for (const auto& entry : files::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".crt") {
            const auto text = read_file(entry.path());
            const auto ends = http::end_of_certificate(text.value_or(""));
            found.push_back({.file = entry.path().string(),
                             .ends_at = ends ? std::optional(*ends) : std::nullopt});
        }
    }
    std::ranges::sort(found, {}, &Listed::file);
    return found;
}

}  // namespace

Outcome carry_out(const ClusterCertsCommand& command, Console& console) {
    const files::path folder = command.folder.empty()
                                   ? files::path(command.place.data_dir) / "cluster"
                                   : files::path(command.folder);
    if (!command.nodes.empty()) {
        TRY(make_certificates(command, folder, system_now()));
    }
    const std::vector<Listed> all = list_certificates(folder);
    if (all.empty()) {
        return fail(fmt::format("there is no certificate in {}: name the nodes with --node",
                                folder.string()));
    }
    if (command.style == Style::Json) {
        print_json(console.output, [&](JsonWriter& writer) {
            writer.array(all, [&](const Listed& one) {
                writer.begin_object();
                writer.text("file", one.file);
                writer.time("ends_at", one.ends_at);
                writer.end_object();
            });
        });
        return exit_ok;
    }
    for (const Listed& one : all) {
        console.output << fmt::format("{}  ends {}\n", one.file,
                                      one.ends_at ? in_seconds(*one.ends_at) : "unknown");
    }
    return exit_ok;
}

}  // namespace standby::app
