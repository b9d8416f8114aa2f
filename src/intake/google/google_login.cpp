#include "intake/google/google_login.hpp"

#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "base/text_coding.hpp"
#include "intake/calendar/stored_json.hpp"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <memory>
#include <span>
#include <vector>

namespace standby::intake {
namespace {

constexpr Duration token_margin = std::chrono::minutes{5};

struct FreeKey {
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};
struct FreeBio {
    void operator()(BIO* bio) const { BIO_free(bio); }
};
struct FreeDigest {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

std::string coded(std::string_view text) {
    return encode_base64url(std::as_bytes(std::span(text)));
}

std::optional<std::string> signature_of(std::string_view text, const std::string& private_key) {
    const std::unique_ptr<BIO, FreeBio> bio(
        BIO_new_mem_buf(private_key.data(), static_cast<int>(private_key.size())));
    const std::unique_ptr<EVP_PKEY, FreeKey> key(
        bio ? PEM_read_bio_PrivateKey(bio.get(), nullptr, nullptr, nullptr) : nullptr);
    const std::unique_ptr<EVP_MD_CTX, FreeDigest> context(EVP_MD_CTX_new());
    if (key == nullptr || context == nullptr || EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_RSA ||
        EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, key.get()) != 1) {
        return std::nullopt;
    }
    const std::string bytes(text);
    const auto* data = static_cast<const unsigned char*>(static_cast<const void*>(bytes.data()));
    std::size_t size = 0;
    if (EVP_DigestSign(context.get(), nullptr, &size, data, bytes.size()) != 1) {
        return std::nullopt;
    }
    std::vector<unsigned char> signature(size);
    if (EVP_DigestSign(context.get(), signature.data(), &size, data, bytes.size()) != 1) {
        return std::nullopt;
    }
    signature.resize(size);
    return encode_base64url(std::as_bytes(std::span(signature)));
}

}  // namespace

std::optional<GoogleKey> read_google_key(std::string_view text) {
    const auto document = read_json(text);
    if (!document) {
        return std::nullopt;
    }
    GoogleKey key{.email = text_in(document->root(), "client_email"),
                  .id = text_in(document->root(), "private_key_id"),
                  .private_key = text_in(document->root(), "private_key"),
                  .token_url = text_in(document->root(), "token_uri")};
    if (key.email.empty() || key.private_key.empty() || key.token_url.empty()) {
        return std::nullopt;
    }
    return key;
}

std::optional<std::string> sign_for_google(const GoogleKey& key, std::string_view scope, Time now) {
    const std::int64_t seconds = now.time_since_epoch() / std::chrono::seconds{1};
    const std::string header = json_text([&](JsonWriter& writer) {
        writer.begin_object();
        writer.text("alg", "RS256");
        writer.text("typ", "JWT");
        writer.text("kid", key.id);
        writer.end_object();
    });
    const std::string claims = json_text([&](JsonWriter& writer) {
        writer.begin_object();
        writer.text("iss", key.email);
        writer.text("scope", scope);
        writer.text("aud", key.token_url);
        writer.integer("iat", seconds);
        writer.integer("exp", seconds + 3600);
        writer.end_object();
    });
    const std::string signed_text = coded(header) + "." + coded(claims);
    const auto signature = signature_of(signed_text, key.private_key);
    return signature ? std::optional(signed_text + "." + *signature) : std::nullopt;
}

Result<std::string, interchange::WebProblem> google_token(interchange::WebClient& web,
                                                          const std::string& key_file,
                                                          std::string_view scope, Time now) {
    interchange::KeptToken& kept = web.kept_token();
    const std::string of = std::string(scope) + '\n' + key_file;
    if (!kept.token.empty() && kept.of == of && now + token_margin < kept.until) {
        return kept.token;
    }
    const auto key = read_google_key(key_file);
    const auto assertion = key ? sign_for_google(*key, scope, now) : std::nullopt;
    if (!assertion) {
        return std::unexpected(interchange::WebProblem::WrongLogin);
    }
    const interchange::WebAnswer answer =
        TRY(web.ask({.method = "POST",
                     .url = key->token_url,
                     .body = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer"
                             "&assertion=" +
                             *assertion,
                     .content_type = "application/x-www-form-urlencoded"}));
    if (answer.status == 400) {  // invalid_grant: a key that was revoked, or a clock that is off
        const bool is_about_time = answer.body.find("reasonable timeframe") != std::string::npos;
        return std::unexpected(is_about_time ? interchange::WebProblem::ClockOff
                                             : interchange::WebProblem::WrongLogin);
    }
    if (const auto problem = problem_of_google(answer)) {
        return std::unexpected(*problem);
    }
    const auto document = read_json(answer.body);
    kept = {.of = of,
            .token = document ? text_in(document->root(), "access_token") : std::string(),
            .until = now + std::chrono::seconds{
                               document ? integer_in(document->root(), "expires_in") : 0}};
    if (kept.token.empty()) {
        return std::unexpected(interchange::WebProblem::NotUnderstood);
    }
    return kept.token;
}

std::optional<interchange::WebProblem> problem_of_google(const interchange::WebAnswer& answer) {
    const auto problem = interchange::problem_of_status(answer.status);
    // Too many questions are a 403 in some of its APIs, with the reason in the answer.
    const bool is_about_pace =
        answer.status == 403 && (answer.body.find("ateLimitExceeded") != std::string::npos ||
                                 answer.body.find("quotaExceeded") != std::string::npos);
    return is_about_pace ? std::optional(interchange::WebProblem::Busy) : problem;
}

void forget_refused_token(interchange::WebClient& web, interchange::WebProblem problem) {
    if (problem == interchange::WebProblem::WrongLogin) {
        web.kept_token() = {};
    }
}

}  // namespace standby::intake
