// Strict, since these texts come from settings that a person typed.
#include "notify/transport/url_text.hpp"

#include "base/text.hpp"

#include <algorithm>

namespace standby::notify {
namespace {

bool is_host(std::string_view host) {
    return std::ranges::all_of(host, [](char character) {
        return is_letter_or_digit(character) ||
               std::string_view(".-:[]").find(character) != std::string_view::npos;
    });
}

std::optional<FormFields> parse_query(std::string_view text) {
    FormFields fields;
    while (!text.empty()) {
        const std::string_view field = text.substr(0, text.find('&'));
        text.remove_prefix(std::min(text.size(), field.size() + 1));
        const std::size_t equals = std::min(field.find('='), field.size());
        auto name = percent_decode(field.substr(0, equals));
        auto value = percent_decode(field.substr(std::min(equals + 1, field.size())));
        if (!name || !value) {
            return std::nullopt;
        }
        fields.emplace_back(std::move(*name), std::move(*value));
    }
    return fields;
}

}  // namespace

std::string encode_form(const FormFields& fields) {
    std::string body;
    for (const auto& [name, value] : fields) {
        body += body.empty() ? "" : "&";
        body += percent_encode(name) + "=" + percent_encode(value);
    }
    return body;
}

const std::string* ProviderUrl::find(std::string_view name) const {
    return find_field(query, name);
}

std::optional<ProviderUrl> parse_provider_url(std::string_view text, std::string_view scheme) {
    if (!text.starts_with(scheme) || !text.substr(scheme.size()).starts_with("://")) {
        return std::nullopt;
    }
    text.remove_prefix(scheme.size() + 3);
    const std::size_t query_begin = std::min(text.find('?'), text.size());
    auto query = parse_query(text.substr(std::min(query_begin + 1, text.size())));
    text = text.substr(0, query_begin);
    if (text.ends_with('/')) {
        text.remove_suffix(1);
    }
    const std::size_t at = text.rfind('@');
    const std::string_view login = at == std::string_view::npos ? "" : text.substr(0, at);
    const std::string_view host = at == std::string_view::npos ? text : text.substr(at + 1);
    const std::size_t colon = std::min(login.find(':'), login.size());
    auto user = percent_decode(login.substr(0, colon));
    auto password = percent_decode(login.substr(std::min(colon + 1, login.size())));
    if (!query || !user || !password || !is_host(host)) {
        return std::nullopt;
    }
    return ProviderUrl{std::move(*user), std::move(*password), std::string(host),
                       std::move(*query)};
}

bool is_loopback_host(std::string_view host) {
    if (host.starts_with('[')) {
        return host.substr(0, host.find(']') + 1) == "[::1]";
    }
    host = host.substr(0, host.find(':'));
    return host == "localhost" ||
           (host.starts_with("127.") && host.find_first_not_of("0123456789.") == host.npos);
}

}  // namespace standby::notify
