// The TLS settings of the server: its certificate, which versions and ciphers it speaks.
#pragma once

#include "base/result.hpp"

#include <memory>
#include <string>

namespace boost::asio::ssl {
class context;
}

namespace standby::http::wire {

struct MutualTlsFiles {
    std::string certificate;  // PEM; may hold a chain
    std::string key;
    std::string authority;  // PEM; the certificates that those of others must come from
    bool is_given() const { return !certificate.empty() || !key.empty() || !authority.empty(); }
};

class TlsContext {
public:
    // Reads both PEM files; the certificate file may hold a chain. The error is one sentence that
    // names the file.
    static Result<std::unique_ptr<TlsContext>, std::string>
    load(const std::string& certificate_file, const std::string& key_file);
    // Both ends show a certificate of the authority: the server's end, which lets nobody else in,
    // and the client's, which checks that the other is who it was looked for.
    static Result<std::unique_ptr<TlsContext>, std::string>
    load_mutual_server(const MutualTlsFiles& files);
    static Result<std::unique_ptr<TlsContext>, std::string>
    load_mutual_client(const MutualTlsFiles& files);
    explicit TlsContext(std::unique_ptr<boost::asio::ssl::context> context);
    ~TlsContext();

    boost::asio::ssl::context& context() { return *context_; }

private:
    std::unique_ptr<boost::asio::ssl::context> context_;
};

}  // namespace standby::http::wire
