// OpenSSL through Asio's context, with the settings that Asio has no words for made directly.
#include "http/server/tls.hpp"

#include <boost/asio/ssl/context.hpp>
#include <openssl/ssl.h>

#include <array>
#include <fstream>
#include <string_view>

namespace standby::http::wire {
namespace {

namespace ssl = boost::asio::ssl;

// Forward secrecy and authenticated encryption only. TLS 1.3 has nothing else anyway.
constexpr const char* tls_1_2_ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20";

// Picks http/1.1 from what the client offers (ALPN), and ends the handshake when it offers only
// protocols that are not spoken here.
int select_protocol(SSL*, const unsigned char** chosen, unsigned char* chosen_size,
                    const unsigned char* offered, unsigned int offered_size, void*) {
    static constexpr std::array<unsigned char, 9> spoken = {8,   'h', 't', 't', 'p',
                                                            '/', '1', '.', '1'};
    unsigned char* selected = nullptr;
    if (SSL_select_next_proto(&selected, chosen_size, spoken.data(), spoken.size(), offered,
                              offered_size) != OPENSSL_NPN_NEGOTIATED) {
        return SSL_TLSEXT_ERR_ALERT_FATAL;
    }
    *chosen = selected;
    return SSL_TLSEXT_ERR_OK;
}

bool configure(ssl::context& context) {
    SSL_CTX* const native = context.native_handle();
    SSL_CTX_set_options(native, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
    SSL_CTX_set_mode(native, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_alpn_select_cb(native, select_protocol, nullptr);
    static constexpr std::string_view session_context = "standby";
    return SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION) == 1 &&
           SSL_CTX_set_cipher_list(native, tls_1_2_ciphers) == 1 &&
           SSL_CTX_set_session_id_context(
               native, reinterpret_cast<const unsigned char*>(session_context.data()),
               static_cast<unsigned>(session_context.size())) == 1;
}

bool is_readable(const std::string& file) {
    return std::ifstream(file).get() != std::ifstream::traits_type::eof();
}

std::unexpected<std::string> refuse(std::string_view what, const std::string& file,
                                    std::string_view why) {
    return std::unexpected("The TLS " + std::string(what) + " file \"" + file + "\" " +
                           std::string(why) + ".");
}

}  // namespace

TlsContext::TlsContext(std::unique_ptr<ssl::context> context) : context_(std::move(context)) {}
TlsContext::~TlsContext() = default;

namespace {

Result<std::unique_ptr<TlsContext>, std::string> load_pair(const std::string& certificate_file,
                                                           const std::string& key_file,
                                                           ssl::context::method method) {
    if (!is_readable(certificate_file)) {
        return refuse("certificate", certificate_file, "cannot be read");
    }
    if (!is_readable(key_file)) {
        return refuse("key", key_file, "cannot be read");
    }
    auto context = std::make_unique<ssl::context>(method);
    boost::system::error_code error;
    // Without this, OpenSSL would ask for the password of an encrypted key on the terminal.
    context->set_password_callback(
        [](std::size_t, ssl::context::password_purpose) { return std::string{}; }, error);
    if (error || !configure(*context)) {
        return std::unexpected("The TLS library rejects the server's settings.");
    }
    context->use_certificate_chain_file(certificate_file, error);
    if (error) {
        return refuse("certificate", certificate_file, "holds no certificate in PEM form");
    }
    context->use_private_key_file(key_file, ssl::context::pem, error);
    if (error) {
        return refuse("key", key_file,
                      "holds no key in PEM form without a password that fits the certificate");
    }
    if (SSL_CTX_check_private_key(context->native_handle()) != 1) {
        return refuse("key", key_file, "does not belong to the certificate");
    }
    return std::make_unique<TlsContext>(std::move(context));
}

// Nodes are of one kind and newer than TLS 1.2; sessions are not resumed, so that each connection
// shows its certificate.
Result<std::unique_ptr<TlsContext>, std::string> load_mutual(const MutualTlsFiles& files,
                                                             ssl::context::method method) {
    auto loaded = TRY(load_pair(files.certificate, files.key, method));
    SSL_CTX* const native = loaded->context().native_handle();
    if (!is_readable(files.authority)) {
        return refuse("authority", files.authority, "cannot be read");
    }
    if (SSL_CTX_load_verify_locations(native, files.authority.c_str(), nullptr) != 1) {
        return refuse("authority", files.authority, "holds no certificate in PEM form");
    }
    SSL_CTX_set_verify(native, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
    SSL_CTX_set_session_cache_mode(native, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_num_tickets(native, 0);
    if (SSL_CTX_set_min_proto_version(native, TLS1_3_VERSION) != 1) {
        return std::unexpected("The TLS library rejects the nodes' settings.");
    }
    return loaded;
}

}  // namespace

Result<std::unique_ptr<TlsContext>, std::string>
TlsContext::load(const std::string& certificate_file, const std::string& key_file) {
    return load_pair(certificate_file, key_file, ssl::context::tls_server);
}

Result<std::unique_ptr<TlsContext>, std::string>
TlsContext::load_mutual_server(const MutualTlsFiles& files) {
    return load_mutual(files, ssl::context::tls_server);
}

Result<std::unique_ptr<TlsContext>, std::string>
TlsContext::load_mutual_client(const MutualTlsFiles& files) {
    return load_mutual(files, ssl::context::tls_client);
}

}  // namespace standby::http::wire
