// The steps are those of AWS's description: canonical request, string to sign, derived key.
#include "notify/sms/sigv4.hpp"

#include "base/hmac.hpp"
#include "base/sha256.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <string_view>

namespace standby::notify {
namespace {

constexpr std::string_view algorithm = "AWS4-HMAC-SHA256";

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

std::string hex_hash(std::string_view text) {
    return to_hex(sha256(bytes_of(text)));
}

// 2015-08-30T12:36:00Z as 20150830T123600Z.
std::string amazon_time(Time at) {
    std::string text = format_time(std::chrono::floor<std::chrono::seconds>(at));
    std::erase_if(text, [](char character) { return character == '-' || character == ':'; });
    return text;
}

std::string lower_case(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](char character) {
        return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a')
                                                    : character;
    });
    return lower;
}

// Without space around it, and with one space where there were several.
std::string trimmed(std::string_view value) {
    std::string text;
    for (const char character : value) {
        if (character != ' ' || !text.ends_with(' ')) {
            text.push_back(character);
        }
    }
    const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
    const std::size_t end = text.find_last_not_of(' ') + 1;
    return text.substr(begin, end - std::min(begin, end));
}

std::string canonical_path(std::string_view path) {
    std::string encoded;
    while (!path.empty()) {
        const std::size_t slash = std::min(path.find('/'), path.size());
        encoded += percent_encode(path.substr(0, slash));
        encoded += slash < path.size() ? "/" : "";
        path.remove_prefix(std::min(slash + 1, path.size()));
    }
    return encoded;
}

std::string canonical_query(const FormFields& query) {
    std::vector<std::pair<std::string, std::string>> encoded;
    for (const auto& [name, value] : query) {
        encoded.emplace_back(percent_encode(name), percent_encode(value));
    }
    std::ranges::sort(encoded);
    std::string text;
    for (const auto& [name, value] : encoded) {
        text += (text.empty() ? "" : "&") + name + "=" + value;
    }
    return text;
}

struct CanonicalHeaders {
    std::string lines;
    std::string names;
};

CanonicalHeaders
canonical_headers(const std::vector<std::pair<std::string, std::string>>& headers) {
    std::map<std::string, std::string> sorted;
    for (const auto& [name, value] : headers) {
        const auto [entry, is_new] = sorted.try_emplace(lower_case(name), trimmed(value));
        if (!is_new) {
            entry->second += "," + trimmed(value);
        }
    }
    CanonicalHeaders canonical;
    for (const auto& [name, value] : sorted) {
        canonical.lines += name + ":" + value + "\n";
        canonical.names += (canonical.names.empty() ? "" : ";") + name;
    }
    return canonical;
}

std::string signature(std::string_view text, std::string_view date, const AwsScope& scope,
                      const AwsCredentials& credentials) {
    const std::string secret = "AWS4" + credentials.secret_access_key;
    HmacDigest key = HmacKey(bytes_of(secret)).sign(bytes_of(date));
    for (const std::string_view part :
         {std::string_view(scope.region), std::string_view(scope.service),
          std::string_view("aws4_request")}) {
        key = HmacKey(key).sign(bytes_of(part));
    }
    return to_hex(HmacKey(key).sign(bytes_of(text)));
}

}  // namespace

std::vector<std::string> sign_aws_request(const AwsRequest& request, const AwsScope& scope,
                                          const AwsCredentials& credentials, Time at) {
    const std::string time = amazon_time(at);
    const std::string date = time.substr(0, time.find('T'));
    auto headers = request.headers;
    headers.emplace_back("X-Amz-Date", time);
    if (!credentials.session_token.empty()) {
        headers.emplace_back("X-Amz-Security-Token", credentials.session_token);
    }
    const CanonicalHeaders canonical = canonical_headers(headers);
    const std::string canonical_request = request.method + "\n" + canonical_path(request.path) +
                                          "\n" + canonical_query(request.query) + "\n" +
                                          canonical.lines + "\n" + canonical.names + "\n" +
                                          hex_hash(request.body);
    const std::string scope_text =
        date + "/" + scope.region + "/" + scope.service + "/aws4_request";
    const std::string text_to_sign = std::string(algorithm) + "\n" + time + "\n" + scope_text +
                                     "\n" + hex_hash(canonical_request);

    std::vector<std::string> added = {"X-Amz-Date: " + time};
    if (!credentials.session_token.empty()) {
        added.push_back("X-Amz-Security-Token: " + credentials.session_token);
    }
    added.push_back("Authorization: " + std::string(algorithm) +
                    " Credential=" + credentials.access_key_id + "/" + scope_text +
                    ", SignedHeaders=" + canonical.names +
                    ", Signature=" + signature(text_to_sign, date, scope, credentials));
    return added;
}

}  // namespace standby::notify
