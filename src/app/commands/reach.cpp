#include "app/commands/reach.hpp"

#include "notify/transport/curl_handle.hpp"

#include <curl/curl.h>
#include <fmt/core.h>
#include <poll.h>

#include <array>
#include <charconv>
#include <utility>

namespace standby::app {
namespace {

using Steady = std::chrono::steady_clock;

constexpr std::size_t greeting_bytes_max = 512;

std::uint16_t port_of(std::string_view scheme) {
    constexpr std::array<std::pair<std::string_view, std::uint16_t>, 4> ports = {
        {{"smtp", 587}, {"smtps", 465}, {"http", 80}, {"https", 443}}};
    for (const auto& [name, port] : ports) {
        if (name == scheme) {
            return port;
        }
    }
    return 0;
}

Result<std::string, std::string> read_line(void* easy, Steady::time_point until) {
    curl_socket_t socket = CURL_SOCKET_BAD;
    curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &socket);
    std::string line;
    std::array<char, greeting_bytes_max> buffer{};
    while (line.size() < greeting_bytes_max) {
        std::size_t received = 0;
        const CURLcode code = curl_easy_recv(easy, buffer.data(), buffer.size(), &received);
        if (code == CURLE_AGAIN) {
            const auto left =
                std::chrono::duration_cast<std::chrono::milliseconds>(until - Steady::now());
            pollfd watched{.fd = socket, .events = POLLIN, .revents = 0};
            if (left.count() <= 0 || ::poll(&watched, 1, static_cast<int>(left.count())) <= 0) {
                return std::unexpected("it accepted the connection but sent nothing in time");
            }
            continue;
        }
        if (code != CURLE_OK || received == 0) {
            return std::unexpected("the connection was closed at once");
        }
        line.append(buffer.data(), received);
        if (const std::size_t end = line.find('\n'); end != std::string::npos) {
            line.resize(end);
            break;
        }
    }
    // What a stranger says is shown on a terminal.
    std::erase_if(line, [](char letter) { return letter < ' ' || letter > '~'; });
    return line;
}

}  // namespace

Destination destination_of(std::string_view url) {
    const std::size_t scheme_end = url.find("://");
    const std::string_view scheme = url.substr(0, scheme_end);
    std::string_view rest = scheme_end == std::string_view::npos ? url : url.substr(scheme_end + 3);
    rest = rest.substr(0, rest.find_first_of("/?"));
    Destination destination{.host = std::string(rest), .port = port_of(scheme)};
    const std::size_t colon = rest.rfind(':');
    const bool is_in_brackets = rest.ends_with(']');
    if (colon != std::string_view::npos && !is_in_brackets) {
        destination.host = rest.substr(0, colon);
        std::from_chars(rest.data() + colon + 1, rest.data() + rest.size(), destination.port);
    }
    if (destination.host.starts_with('[') && destination.host.ends_with(']')) {
        destination.host = destination.host.substr(1, destination.host.size() - 2);
    }
    return destination;
}

std::string format_destination(const Destination& destination) {
    return destination.host.contains(':')
               ? fmt::format("[{}]:{}", destination.host, destination.port)
               : fmt::format("{}:{}", destination.host, destination.port);
}

Result<std::string, std::string> reach(const Destination& destination, Greeting greeting,
                                       Duration patience) {
    if (patience <= Duration{0}) {
        return std::unexpected("the connection timed out");
    }
    const auto until = Steady::now() + patience;
    notify::TransportOptions options;
    options.connect_timeout = patience;
    options.transfer_timeout = patience;
    const notify::EasyHandle easy = notify::make_easy_handle();
    notify::prepare_handle(easy.get(), options, "http://" + format_destination(destination),
                           "http");
    curl_easy_setopt(easy.get(), CURLOPT_CONNECT_ONLY, 1L);
    if (const CURLcode code = curl_easy_perform(easy.get()); code != CURLE_OK) {
        return std::unexpected(code == CURLE_OPERATION_TIMEDOUT ? "the connection timed out"
                                                                : notify::describe_failure(code));
    }
    return greeting == Greeting::Expected ? read_line(easy.get(), until) : std::string();
}

}  // namespace standby::app
