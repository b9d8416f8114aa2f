#include "interchange/web/web_address.hpp"

#include "base/number.hpp"
#include "base/text.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace standby::interchange {
namespace {

constexpr std::string_view wanted = "must be an address that starts with https:// or http://";

struct CloseUrl {
    void operator()(CURLU* url) const { curl_url_cleanup(url); }
};
using Url = std::unique_ptr<CURLU, CloseUrl>;

std::string part_of(CURLU* url, CURLUPart part, unsigned flags = 0) {
    char* text = nullptr;
    if (curl_url_get(url, part, &text, flags) != CURLUE_OK || text == nullptr) {
        return {};
    }
    std::string copy = text;
    curl_free(text);
    return copy;
}

bool is_plain(std::string_view text) {
    return std::ranges::all_of(
        text, [](unsigned char one) { return one > ' ' && one != 0x7f && one != '\\'; });
}

Result<WebAddress, std::string> read(CURLU* url) {
    curl_url_set(url, CURLUPART_FRAGMENT, nullptr, 0);
    if (!part_of(url, CURLUPART_USER).empty() || !part_of(url, CURLUPART_PASSWORD).empty()) {
        return std::unexpected("must not have a user name or a password in it");
    }
    WebAddress address;
    address.scheme = part_of(url, CURLUPART_SCHEME);
    address.host = to_lower(part_of(url, CURLUPART_HOST));
    const auto port =
        parse_number<decltype(address.port)>(part_of(url, CURLUPART_PORT, CURLU_DEFAULT_PORT));
    if ((address.scheme != "https" && address.scheme != "http") || address.host.empty() || !port ||
        *port == 0) {
        return std::unexpected(std::string(wanted));
    }
    address.port = *port;
    address.path = part_of(url, CURLUPART_PATH);
    if (const std::string query = part_of(url, CURLUPART_QUERY); !query.empty()) {
        address.path += "?" + query;
    }
    address.url = part_of(url, CURLUPART_URL);
    if (address.url.size() > web_address_max) {
        return std::unexpected("must have at most " + std::to_string(web_address_max) +
                               " characters");
    }
    return address;
}

// "host:port" out of either kind of text, in the form that they are compared in.
std::optional<std::string> normal_host_port(const std::string& text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string::npos || !is_plain(text)) {
        return std::nullopt;
    }
    const auto port = parse_number<std::uint16_t>(text.substr(colon + 1));
    const auto address = parse_web_address("http://" + text + "/");
    if (!port || *port == 0 || !address || address->path != "/" || address->port != *port) {
        return std::nullopt;
    }
    return address->host + ":" + std::to_string(address->port);
}

}  // namespace

std::string WebAddress::origin() const {
    return scheme + "://" + host + ":" + std::to_string(port);
}

Result<WebAddress, std::string> parse_web_address(const std::string& text) {
    if (text.size() > web_address_max || !is_plain(text) || text.find("://") == text.npos) {
        return std::unexpected(std::string(wanted));
    }
    const Url url(curl_url());
    if (url == nullptr || curl_url_set(url.get(), CURLUPART_URL, text.c_str(),
                                       CURLU_NON_SUPPORT_SCHEME) != CURLUE_OK) {
        return std::unexpected(std::string(wanted));
    }
    return read(url.get());
}

Result<WebAddress, std::string> resolve_web_address(const WebAddress& base,
                                                    const std::string& reference) {
    const Url url(curl_url());
    if (url == nullptr || reference.size() > web_address_max || !is_plain(reference) ||
        curl_url_set(url.get(), CURLUPART_URL, base.url.c_str(), 0) != CURLUE_OK ||
        curl_url_set(url.get(), CURLUPART_URL, reference.c_str(), 0) != CURLUE_OK) {
        return std::unexpected(std::string(wanted));
    }
    return read(url.get());
}

PrivatePlaces::PrivatePlaces(const std::vector<std::string>& host_ports) {
    for (const std::string& given : host_ports) {
        if (auto normal = normal_host_port(given)) {
            host_ports_.push_back(*std::move(normal));
        }
    }
}

Result<void, std::string> PrivatePlaces::check(const std::string& host_port) {
    if (!normal_host_port(host_port)) {
        return std::unexpected("must look like calendar.lan:5232, 10.0.0.5:80 or [fd00::5]:80");
    }
    return {};
}

bool PrivatePlaces::names(const WebAddress& address) const {
    const std::string host_port = address.host + ":" + std::to_string(address.port);
    return std::ranges::find(host_ports_, host_port) != host_ports_.end();
}

}  // namespace standby::interchange
