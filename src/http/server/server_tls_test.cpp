// TLS on a real socket, with a certificate made for the test.
#include "http/server/server.hpp"
#include "http/server/server_test_support.hpp"

#include <gtest/gtest.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace standby::http {
namespace {

// A key and a certificate that it signs itself, as PEM files in a folder of their own.
class Certificate {
public:
    Certificate() {
        char pattern[] = "/tmp/standby_tls_test_XXXXXX";
        folder_ = ::mkdtemp(pattern);
        EVP_PKEY* const key = EVP_EC_gen("P-256");
        X509* const certificate = X509_new();
        X509_set_version(certificate, 2);
        X509_gmtime_adj(X509_getm_notBefore(certificate), 0);
        X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
        X509_set_pubkey(certificate, key);
        X509_sign(certificate, key, EVP_sha256());
        BIO* const key_output = BIO_new_file(key_file().c_str(), "w");
        PEM_write_bio_PrivateKey(key_output, key, nullptr, nullptr, 0, nullptr, nullptr);
        BIO_free(key_output);
        BIO* const output = BIO_new_file(certificate_file().c_str(), "w");
        PEM_write_bio_X509(output, certificate);
        BIO_free(output);
        X509_free(certificate);
        EVP_PKEY_free(key);
    }
    ~Certificate() { std::filesystem::remove_all(folder_); }
    Certificate(const Certificate&) = delete;
    Certificate& operator=(const Certificate&) = delete;

    std::string key_file() const { return folder_ + "/key.pem"; }
    std::string certificate_file() const { return folder_ + "/certificate.pem"; }
    ServerOptions options() const {
        return {.tls_certificate_file = certificate_file(), .tls_key_file = key_file()};
    }

private:
    std::string folder_;
};

class TlsClient {
public:
    explicit TlsClient(Server& server, int version_max = TLS1_3_VERSION,
                       std::string_view protocols = "\x02h2\x08http/1.1")
        : client_(server), context_(SSL_CTX_new(TLS_client_method())) {
        SSL_CTX_set_max_proto_version(context_, version_max);
        SSL_CTX_set_security_level(context_, 0);
        ssl_ = SSL_new(context_);
        SSL_set_alpn_protos(ssl_, reinterpret_cast<const unsigned char*>(protocols.data()),
                            static_cast<unsigned>(protocols.size()));
        SSL_set_fd(ssl_, client_.handle());
        connected_ = SSL_connect(ssl_) == 1;
    }
    ~TlsClient() {
        SSL_free(ssl_);
        SSL_CTX_free(context_);
    }
    TlsClient(const TlsClient&) = delete;
    TlsClient& operator=(const TlsClient&) = delete;

    bool connected() const { return connected_; }
    std::string protocol() const {
        const unsigned char* name = nullptr;
        unsigned size = 0;
        SSL_get0_alpn_selected(ssl_, &name, &size);
        return {reinterpret_cast<const char*>(name), size};
    }
    void send(std::string_view data) {
        std::size_t written = 0;
        EXPECT_EQ(SSL_write_ex(ssl_, data.data(), data.size(), &written), 1);
    }
    // Up to the end, which must have been announced properly.
    std::string read_to_end() {
        std::string result;
        char buffer[16 * 1024];
        std::size_t size = 0;
        while (SSL_read_ex(ssl_, buffer, sizeof buffer, &size) == 1) {
            result.append(buffer, size);
        }
        EXPECT_EQ(SSL_get_error(ssl_, 0), SSL_ERROR_ZERO_RETURN);
        SSL_shutdown(ssl_);
        return result;
    }

private:
    Client client_;
    SSL_CTX* context_;
    SSL* ssl_ = nullptr;
    bool connected_ = false;
};

void report_security(const Request& request, std::unique_ptr<Responder> responder) {
    responder->send(text_response(request.secure ? "secure" : "open"));
}

TEST(HttpServerTls, AnswersOverTls) {
    const Certificate certificate;
    TestServer server(report_security, certificate.options());
    for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
        TlsClient client(*server, version);
        ASSERT_TRUE(client.connected());
        EXPECT_EQ(client.protocol(), "http/1.1");
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n"
                    "Connection: close\r\n\r\n");
        EXPECT_TRUE(client.read_to_end().ends_with("\r\n\r\nsecure"));
    }
}

TEST(HttpServerTls, CarriesLargeBodiesBothWays) {
    const Certificate certificate;
    TestServer server(echo, certificate.options());
    TlsClient client(*server);
    const std::string body(200'000, 'x');
    client.send(
        "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 200000\r\n\r\n" + body);
    EXPECT_TRUE(client.read_to_end().ends_with(body));
}

TEST(HttpServerTls, RefusesOldVersionsAndOtherProtocols) {
    const Certificate certificate;
    TestServer server(report_security, certificate.options());
    EXPECT_FALSE(TlsClient(*server, TLS1_1_VERSION).connected());
    EXPECT_FALSE(TlsClient(*server, TLS1_3_VERSION, "\x02h2").connected());
}

TEST(HttpServerTls, ClosesWhenPlainTextComes) {
    const Certificate certificate;
    TestServer server(report_security, certificate.options());
    Client client(*server);
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_FALSE(client.read_to_end().contains("HTTP/1.1"));
    client.finish_sending();
    EXPECT_TRUE(TlsClient(*server).connected());
}

TEST(HttpServerTls, ClosesWhenNoHandshakeComes) {
    const Certificate certificate;
    ServerOptions options = certificate.options();
    options.header_deadline = Duration(100);
    TestServer server(report_security, options);
    Client client(*server);
    EXPECT_TRUE(client.is_closed_by_server());
}

TEST(HttpServerTls, EndsTheConnectionProperlyAfterARefusal) {
    const Certificate certificate;
    ServerOptions options = certificate.options();
    options.header_deadline = Duration(100);
    options.body_bytes_max = 1000;
    TestServer server(report_security, options);
    TlsClient slow(*server);
    slow.send("GET / HT");
    EXPECT_TRUE(slow.read_to_end().starts_with("HTTP/1.1 408 "));
    TlsClient large(*server);
    large.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n" +
               std::string(100'000, 'x'));
    EXPECT_TRUE(large.read_to_end().starts_with("HTTP/1.1 413 "));
}

TEST(HttpServerTls, CarriesEventStreams) {
    const Certificate certificate;
    TestServer server(
        [](const Request&, auto responder) {
            const std::shared_ptr<EventStream> stream = responder->stream([] {});
            stream->write("data: 1\n\n");
            stream->write("data: 2\n\n");
            stream->close();
        },
        certificate.options());
    TlsClient client(*server);
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_TRUE(
        client.read_to_end().ends_with("9\r\ndata: 1\n\n\r\n9\r\ndata: 2\n\n\r\n0\r\n\r\n"));
}

TEST(HttpServerTls, RefusesWithinTlsWhenThereAreTooManyConnections) {
    const Certificate certificate;
    ServerOptions options = certificate.options();
    options.connections_max = 0;
    TestServer server(report_security, options);
    TlsClient client(*server);
    EXPECT_TRUE(client.read_to_end().starts_with("HTTP/1.1 503 "));
}

TEST(HttpServerTls, StopsWithConnectionsInEveryState) {
    const Certificate certificate;
    TestServer server(report_security, certificate.options());
    Client silent(*server);
    TlsClient idle(*server);
    TlsClient halfway(*server);
    halfway.send("GET / HT");
    server->stop(Duration(10));
    EXPECT_TRUE(silent.is_closed_by_server());
}

TEST(HttpServerTls, NamesTheFileThatIsWrong) {
    const Certificate certificate;
    const Certificate other;
    FunctionHandler handler(report_security);
    const auto error_of = [&](const std::string& certificate_file, const std::string& key_file) {
        const auto started = Server::start(
            {.port = 0, .tls_certificate_file = certificate_file, .tls_key_file = key_file},
            handler);
        return started ? std::string("started") : started.error();
    };
    EXPECT_TRUE(error_of("/nowhere.pem", certificate.key_file()).contains("\"/nowhere.pem\""));
    EXPECT_TRUE(
        error_of(certificate.certificate_file(), "/nowhere.pem").contains("\"/nowhere.pem\""));
    EXPECT_TRUE(
        error_of(certificate.key_file(), certificate.key_file()).contains(certificate.key_file()));
    EXPECT_TRUE(error_of(certificate.certificate_file(), certificate.certificate_file())
                    .contains(certificate.certificate_file()));
    EXPECT_TRUE(
        error_of(certificate.certificate_file(), other.key_file()).contains(other.key_file()));
    EXPECT_TRUE(error_of(certificate.certificate_file(), "").contains("both"));
}

}  // namespace
}  // namespace standby::http
