// The address of a mail server as it is written on the command line. What is said about a bad one
// repeats nothing of it: a slip in the writing can make a password look like a host.
#include "base/number.hpp"
#include "base/text.hpp"
#include "notify/mail/smtp_provider.hpp"
#include "notify/transport/url_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace standby::notify {
namespace {

constexpr std::size_t url_bytes_max = 2000;
constexpr std::uint16_t smtp_port = 587;
constexpr std::uint16_t smtps_port = 465;

std::unexpected<std::string> bad(std::string_view what) {
    return std::unexpected(fmt::format("the mail URL {}", what));
}

// Nothing for escapes that are none, and for control characters, which no server takes.
std::optional<std::string> decode_credential(std::string_view text) {
    auto decoded = percent_decode(text);
    const bool is_plain = decoded && std::ranges::none_of(*decoded, [](char one) {
                              return static_cast<unsigned char>(one) < ' ' || one == '\x7f';
                          });
    return is_plain ? std::move(decoded) : std::nullopt;
}

struct Host {
    std::string name;  // lower case; an IPv6 address has brackets
    std::optional<std::uint16_t> port;
};

bool is_host_name(std::string_view text) {
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789.-_";
    return !text.empty() && text.size() <= 253 && !text.starts_with('.') &&
           !text.starts_with('-') && !text.contains("..") &&
           text.find_first_not_of(allowed) == std::string_view::npos;
}

bool is_bracketed_address(std::string_view text) {
    return text.size() > 4 && text.starts_with('[') && text.ends_with(']') &&
           text.substr(1, text.size() - 2).find_first_not_of("0123456789abcdef:.") ==
               std::string_view::npos &&
           std::ranges::count(text, ':') >= 2;
}

Result<Host, std::string> parse_host(std::string_view text) {
    Host host;
    const std::size_t bracket = text.rfind(']');
    const std::size_t colon = text.find(':', bracket == std::string_view::npos ? 0 : bracket);
    host.name = to_lower(text.substr(0, colon));
    if (host.name.empty()) {
        return bad("names no host");
    }
    if (!is_host_name(host.name) && !is_bracketed_address(host.name)) {
        return bad("has a host that is neither a name nor an address (in user and password, write "
                   "@ as %40, / as %2F, ? as %3F and # as %23)");
    }
    if (colon == std::string_view::npos) {
        return host;
    }
    host.port = parse_number<std::uint16_t>(text.substr(colon + 1)).value_or(0);
    if (host.port == 0) {
        return bad("has a port that is not a number from 1 to 65535");
    }
    return host;
}

bool is_loopback(std::string_view host) {
    const bool is_dotted_number = host.find_first_not_of("0123456789.") == std::string_view::npos;
    return host == "localhost" || host == "[::1]" || (host.starts_with("127.") && is_dotted_number);
}

Result<void, std::string> parse_credentials(std::string_view text, SmtpOptions& options) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || colon + 1 == text.size()) {
        return bad("has a user without a password (smtp://user:password@host)");
    }
    if (colon == 0) {
        return bad("has a password without a user (smtp://user:password@host)");
    }
    const auto user = decode_credential(text.substr(0, colon));
    if (!user) {
        return bad("has a user with a % that begins no character (write % as %25)");
    }
    const auto password = decode_credential(text.substr(colon + 1));
    if (!password) {
        return bad("has a password with a % that begins no character (write % as %25)");
    }
    options.user = *user;
    options.password = *password;
    return {};
}

// Cuts off what stands behind the `?`. Nothing when it says nothing about TLS.
Result<std::optional<bool>, std::string> take_tls(std::string_view& rest) {
    const std::size_t question = rest.find('?');
    if (question == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view query = rest.substr(question + 1);
    rest = rest.substr(0, question);
    if (query == "tls=required") {
        return true;
    }
    if (query == "tls=optional") {
        return false;
    }
    return bad("has an option other than tls=required and tls=optional");
}

}  // namespace

Result<SmtpOptions, std::string> parse_mail_url(std::string_view text) {
    if (text.size() > url_bytes_max) {
        return bad("is too long");
    }
    const bool is_smtps = text.starts_with("smtps://");
    if (!is_smtps && !text.starts_with("smtp://")) {
        return bad("does not begin with smtp:// or smtps://");
    }
    if (!std::ranges::all_of(text, [](char one) { return one > ' ' && one <= '~'; })) {
        return bad("has a space or a character outside ASCII (write it as %20, and so on)");
    }
    if (text.contains('#')) {
        return bad("has a # (write it as %23)");
    }
    std::string_view rest = text.substr(text.find("//") + 2);
    const std::optional<bool> tls = TRY(take_tls(rest));
    if (rest.ends_with('/')) {
        rest.remove_suffix(1);
    }
    SmtpOptions options;
    if (const std::size_t at = rest.rfind('@'); at != std::string_view::npos) {
        TRY(parse_credentials(rest.substr(0, at), options));
        rest.remove_prefix(at + 1);
    }
    if (rest.contains('/')) {
        return bad("has something behind the host (in user and password, write / as %2F)");
    }
    const Host host = TRY(parse_host(rest));
    options.url = fmt::format("{}://{}:{}", is_smtps ? "smtps" : "smtp", host.name,
                              host.port.value_or(is_smtps ? smtps_port : smtp_port));
    const bool is_secret_at_risk = !options.user.empty() && !is_loopback(host.name);
    options.requires_tls = is_smtps || tls.value_or(is_secret_at_risk);
    return options;
}

}  // namespace standby::notify
