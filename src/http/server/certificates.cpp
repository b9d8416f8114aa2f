// OpenSSL's calls, each object in an owner that frees it.
#include "http/server/certificates.hpp"

#include "base/characters.hpp"
#include "base/text.hpp"

#include <arpa/inet.h>
#include <openssl/bn.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <memory>

namespace standby::http {
namespace {

template <auto Free>
struct FreeWith {
    template <class Object>
    void operator()(Object* object) const {
        Free(object);
    }
};
using Key = std::unique_ptr<EVP_PKEY, FreeWith<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, FreeWith<X509_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, FreeWith<X509_EXTENSION_free>>;
using Memory = std::unique_ptr<BIO, FreeWith<BIO_vfree>>;

constexpr std::size_t host_length_max = 253;
constexpr std::chrono::hours clocks_differ_by{1};

std::unexpected<std::string> failed() {
    return std::unexpected<std::string>("the certificate could not be made");
}

std::time_t seconds_of(Time time) {
    return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
}

std::string text_of(BIO* memory) {
    char* data = nullptr;
    const long size = BIO_get_mem_data(memory, &data);
    return {data, static_cast<std::size_t>(size)};
}

Memory memory_of(std::string_view text) {
    return Memory(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

std::string pem_of(X509* certificate) {
    const Memory memory(BIO_new(BIO_s_mem()));
    return PEM_write_bio_X509(memory.get(), certificate) == 1 ? text_of(memory.get()) : "";
}

std::string pem_of(EVP_PKEY* key) {
    const Memory memory(BIO_new(BIO_s_mem()));
    const bool is_written =
        PEM_write_bio_PrivateKey(memory.get(), key, nullptr, nullptr, 0, nullptr, nullptr) == 1;
    return is_written ? text_of(memory.get()) : "";
}

bool add_extension(X509* certificate, X509* issuer, int kind, const std::string& value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    const Extension extension(X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str()));
    return extension != nullptr && X509_add_ext(certificate, extension.get(), -1) == 1;
}

// Everything but the names and the extensions.
Certificate begin(EVP_PKEY* key, Time from, Time until) {
    Certificate certificate(X509_new());
    std::array<unsigned char, 16> random{};
    std::unique_ptr<BIGNUM, FreeWith<BN_free>> number(BN_new());
    const bool is_begun =
        certificate != nullptr && number != nullptr &&
        RAND_bytes(random.data(), static_cast<int>(random.size())) == 1 &&
        BN_bin2bn(random.data(), static_cast<int>(random.size()), number.get()) != nullptr &&
        BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(certificate.get())) != nullptr &&
        X509_set_version(certificate.get(), X509_VERSION_3) == 1 &&
        ASN1_TIME_set(X509_getm_notBefore(certificate.get()), seconds_of(from)) != nullptr &&
        ASN1_TIME_set(X509_getm_notAfter(certificate.get()), seconds_of(until)) != nullptr &&
        X509_set_pubkey(certificate.get(), key) == 1;
    return is_begun ? std::move(certificate) : nullptr;
}

bool set_name(X509_NAME* name, const std::string& text) {
    return X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8,
                                      reinterpret_cast<const unsigned char*>(text.data()),
                                      static_cast<int>(text.size()), -1, 0) == 1;
}

bool is_address(const std::string& host) {
    std::array<unsigned char, 16> ignored{};
    return inet_pton(AF_INET, host.c_str(), ignored.data()) == 1 ||
           inet_pton(AF_INET6, host.c_str(), ignored.data()) == 1;
}

Time whole_seconds(Time time) {
    return std::chrono::floor<std::chrono::seconds>(time);
}

}  // namespace

bool is_certifiable_host(std::string_view host) {
    return !host.empty() && host.size() <= host_length_max && host.front() != '-' &&
           std::ranges::all_of(host,
                               [](char one) {
                                   return is_letter_or_digit(one) || one == '.' || one == '-' ||
                                          one == ':';
                               }) &&
           (!host.contains(':') || is_address(std::string(host)));
}

Result<CertificatePair, std::string> make_authority(Time now, Duration lifetime) {
    const Key key(EVP_EC_gen("P-256"));
    const Time until = whole_seconds(now + lifetime);
    const Certificate made = key ? begin(key.get(), now - clocks_differ_by, until) : nullptr;
    if (made == nullptr) {
        return failed();
    }
    X509* const one = made.get();
    const bool is_signed =
        set_name(X509_get_subject_name(one), "Standby cluster") &&
        set_name(X509_get_issuer_name(one), "Standby cluster") &&
        add_extension(one, one, NID_basic_constraints, "critical,CA:TRUE,pathlen:0") &&
        add_extension(one, one, NID_key_usage, "critical,keyCertSign") &&
        add_extension(one, one, NID_subject_key_identifier, "hash") &&
        X509_sign(one, key.get(), EVP_sha256()) > 0;
    if (!is_signed) {
        return failed();
    }
    return CertificatePair{.certificate = pem_of(one), .key = pem_of(key.get()), .ends_at = until};
}

Result<CertificatePair, std::string> make_node_certificate(const CertificatePair& authority,
                                                           const std::string& host, Time now,
                                                           Duration lifetime) {
    const Memory certificate_text = memory_of(authority.certificate);
    const Memory key_text = memory_of(authority.key);
    const Certificate issuer(PEM_read_bio_X509(certificate_text.get(), nullptr, nullptr, nullptr));
    const Key issuer_key(PEM_read_bio_PrivateKey(key_text.get(), nullptr, nullptr, nullptr));
    if (issuer == nullptr || issuer_key == nullptr ||
        X509_check_private_key(issuer.get(), issuer_key.get()) != 1) {
        return std::unexpected("the authority's certificate and key cannot be used");
    }
    if (!is_certifiable_host(host)) {
        return std::unexpected("'" + host + "' is neither a host's name nor an address");
    }
    const Time last = TRY(end_of_certificate(authority.certificate));
    const Time until = std::min(whole_seconds(now + lifetime), last);
    const Key key(EVP_EC_gen("P-256"));
    const Certificate made = key ? begin(key.get(), now - clocks_differ_by, until) : nullptr;
    if (made == nullptr) {
        return failed();
    }
    X509* const one = made.get();
    const std::string name = (is_address(host) ? "IP:" : "DNS:") + host;
    const bool is_signed =
        set_name(X509_get_subject_name(one), "Standby node") &&
        X509_set_issuer_name(one, X509_get_subject_name(issuer.get())) == 1 &&
        add_extension(one, issuer.get(), NID_basic_constraints, "critical,CA:FALSE") &&
        add_extension(one, issuer.get(), NID_key_usage, "critical,digitalSignature") &&
        add_extension(one, issuer.get(), NID_ext_key_usage, "serverAuth,clientAuth") &&
        add_extension(one, issuer.get(), NID_subject_alt_name, name) &&
        add_extension(one, issuer.get(), NID_authority_key_identifier, "keyid") &&
        X509_sign(one, issuer_key.get(), EVP_sha256()) > 0;
    if (!is_signed) {
        return failed();
    }
    return CertificatePair{.certificate = pem_of(one), .key = pem_of(key.get()), .ends_at = until};
}

Result<Time, std::string> end_of_certificate(std::string_view pem) {
    const Memory memory = memory_of(pem);
    const Certificate certificate(PEM_read_bio_X509(memory.get(), nullptr, nullptr, nullptr));
    std::tm parts{};
    if (certificate == nullptr ||
        ASN1_TIME_to_tm(X509_get0_notAfter(certificate.get()), &parts) != 1) {
        return std::unexpected("it holds no certificate in PEM form");
    }
    return Time{std::chrono::seconds{::timegm(&parts)}};
}

}  // namespace standby::http
