#include "http/auth/cookies.hpp"

#include <algorithm>

namespace standby::http {

std::optional<std::string_view> find_cookie(std::string_view header, std::string_view name) {
    while (!header.empty()) {
        const std::size_t end = std::min(header.find(';'), header.size());
        std::string_view pair = header.substr(0, end);
        header.remove_prefix(std::min(end + 1, header.size()));
        while (pair.starts_with(' ')) {
            pair.remove_prefix(1);
        }
        if (pair.starts_with(name) && pair.substr(name.size()).starts_with('=')) {
            return pair.substr(name.size() + 1);
        }
    }
    return std::nullopt;
}

std::string cookie_text(std::string_view name, std::string_view value, Duration lifetime) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(lifetime).count();
    return std::string(name) + "=" + std::string(value) +
           "; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=" + std::to_string(seconds);
}

}  // namespace standby::http
