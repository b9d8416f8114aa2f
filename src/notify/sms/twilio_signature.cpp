// HMAC-SHA-1 of the URL and the sorted parameters, as Twilio documents it under "Validating
// requests". SHA-1 is theirs to choose; as a keyed hash it still holds.
#include "notify/sms/twilio_signature.hpp"

#include "base/hmac.hpp"
#include "base/text_coding.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace standby::notify {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

struct UrlParts {
    std::string before_port;  // scheme, user, host
    std::string port;         // with its colon, or empty
    std::string rest;
};

UrlParts split(std::string_view url) {
    const std::size_t scheme_end = url.find("://");
    const std::size_t begin = scheme_end == std::string_view::npos ? 0 : scheme_end + 3;
    const std::size_t end = std::min(url.find_first_of("/?#", begin), url.size());
    const std::string_view authority = url.substr(begin, end - begin);
    const std::size_t at = authority.rfind('@');
    const std::size_t host = at == std::string_view::npos ? 0 : at + 1;
    // The colons of an IPv6 address are inside brackets.
    const std::size_t bracket = authority.rfind(']');
    const std::size_t colon = std::min(
        authority.find(':', bracket == std::string_view::npos ? host : bracket), authority.size());
    return {std::string(url.substr(0, begin + colon)), std::string(authority.substr(colon)),
            std::string(url.substr(end))};
}

}  // namespace

std::string twilio_signature(std::string_view auth_token, std::string_view url, FormParams params) {
    std::ranges::sort(params);
    const auto repeated = std::ranges::unique(params);
    params.erase(repeated.begin(), repeated.end());
    std::string text(url);
    for (const auto& [name, value] : params) {
        text += name + value;
    }
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    HMAC(EVP_sha1(), auth_token.data(), static_cast<int>(auth_token.size()),
         static_cast<const unsigned char*>(static_cast<const void*>(text.data())), text.size(),
         digest.data(), &size);
    return encode_base64(std::as_bytes(std::span(digest).first(size)));
}

bool is_signed_by_twilio(std::string_view auth_token, std::string_view url,
                         const FormParams& params, std::string_view signature) {
    // Without a token anybody could sign.
    if (auth_token.empty()) {
        return false;
    }
    const UrlParts parts = split(url);
    const std::string default_port = url.starts_with("https:") ? ":443" : ":80";
    const std::string& port = parts.port.empty() ? default_port : parts.port;
    const std::array candidates = {parts.before_port + parts.rest,
                                   parts.before_port + port + parts.rest};
    bool is_signed = false;
    for (const std::string& candidate : candidates) {
        const std::string expected = twilio_signature(auth_token, candidate, params);
        is_signed = equal_in_constant_time(bytes_of(expected), bytes_of(signature)) || is_signed;
    }
    return is_signed;
}

}  // namespace standby::notify
