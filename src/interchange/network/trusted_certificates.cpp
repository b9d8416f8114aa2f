#include "interchange/network/trusted_certificates.hpp"

#include <cstdlib>

namespace standby::interchange {

const std::string& certificates_of_environment() {
    static const std::string file = [] {
        const char* value = std::getenv("SSL_CERT_FILE");
        return value == nullptr ? std::string() : std::string(value);
    }();
    return file;
}

}  // namespace standby::interchange
