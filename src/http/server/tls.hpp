// The TLS settings of the server: its certificate, which versions and ciphers it speaks.
#pragma once

#include "base/result.hpp"

#include <memory>
#include <string>

namespace boost::asio::ssl {
class context;
}

namespace standby::http::wire {

class TlsContext {
public:
    // Reads both PEM files; the certificate file may hold a chain. The error is one sentence that
    // names the file.
    static Result<std::unique_ptr<TlsContext>, std::string>
    load(const std::string& certificate_file, const std::string& key_file);
    explicit TlsContext(std::unique_ptr<boost::asio::ssl::context> context);
    ~TlsContext();

    boost::asio::ssl::context& context() { return *context_; }

private:
    std::unique_ptr<boost::asio::ssl::context> context_;
};

}  // namespace standby::http::wire
