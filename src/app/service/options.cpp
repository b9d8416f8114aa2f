#include "app/service/options.hpp"

#include "base/number.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace standby::app {

Result<ListenAddress, std::string> parse_listen(const std::string& text) {
    const std::string wanted =
        "the address to listen on must look like 127.0.0.1:8080 or [::1]:8080";
    const std::size_t colon = text.rfind(':');
    if (colon == std::string::npos || colon == 0) {
        return std::unexpected(wanted);
    }
    ListenAddress listen;
    listen.address = text.substr(0, colon);
    if (listen.address.front() == '[' && listen.address.back() == ']') {
        listen.address = listen.address.substr(1, listen.address.size() - 2);
    } else if (listen.address.find(':') != std::string::npos) {
        return std::unexpected(wanted);
    }
    const auto port = parse_number<decltype(listen.port)>(text.substr(colon + 1));
    if (!port) {
        return std::unexpected(wanted);
    }
    listen.port = *port;
    return listen;
}

bool is_loopback(std::string_view host) {
    if (host == "localhost" || host == "::1") {
        return true;
    }
    const bool has_digits_only =
        host.find_first_not_of("0123456789.") == std::string_view::npos;  // no name such as 127.a.b
    return host.starts_with("127.") && has_digits_only;
}

bool is_node_on_loopback(const ServeOptions& options) {
    const auto address =
        parse_listen(options.node_address.empty() ? options.listen : options.node_address);
    return address && is_loopback(address->address);
}

bool leads_to_loopback(std::string_view url) {
    const std::size_t scheme = url.find("://");
    url.remove_prefix(scheme == std::string_view::npos ? 0 : scheme + 3);
    url = url.substr(0, url.find_first_of("/?#"));
    if (url.starts_with('[')) {
        return is_loopback(url.substr(1, url.find(']') - 1));
    }
    return is_loopback(url.substr(0, url.find(':')));
}

bool is_postgres(const std::string& store) {
    return store.starts_with("postgres://") || store.starts_with("postgresql://");
}

std::size_t client_connections_of(const ServeOptions& options) {
    constexpr std::uint32_t clients_that_fill_the_server = 5;
    constexpr std::uint32_t least = 100;
    if (options.client_connections != 0) {
        return options.client_connections;
    }
    if (options.client_rate <= 0 || is_postgres(options.store)) {
        return 0;
    }
    return std::max(options.connections_max / clients_that_fill_the_server, least);
}

Result<std::string, std::string> sqlite_path(const std::string& store,
                                             const std::string& data_dir) {
    constexpr std::string_view scheme = "sqlite://";
    if (store.empty()) {
        return data_dir + "/standby.db";
    }
    if (!store.starts_with(scheme) || store.size() <= scheme.size()) {
        return std::unexpected("the store must look like sqlite:///path/to/standby.db");
    }
    return store.substr(scheme.size());
}

Result<void, std::string> make_data_directory(const std::string& data_dir) {
    namespace fs = std::filesystem;
    std::error_code error;
    const bool is_new = fs::create_directories(data_dir, error);
    if (!error && is_new) {
        fs::permissions(
            data_dir, fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec, error);
    }
    if (error) {
        return std::unexpected("the data directory " + data_dir +
                               " cannot be created: " + error.message());
    }
    return {};
}

}  // namespace standby::app
