// Certificates for nodes: an authority of the cluster's own, and what it signs. Keys are of P-256.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"

#include <string>
#include <string_view>

namespace standby::http {

struct CertificatePair {
    std::string certificate;  // PEM
    std::string key;          // PEM, without a password
    Time ends_at{};
};

// All errors are sentences.
Result<CertificatePair, std::string> make_authority(Time now, Duration lifetime);
// For both ends of a connection, and for this host alone: a name or an address. It ends no later
// than the authority.
Result<CertificatePair, std::string> make_node_certificate(const CertificatePair& authority,
                                                           const std::string& host, Time now,
                                                           Duration lifetime);

// When the first certificate of a PEM text ends.
Result<Time, std::string> end_of_certificate(std::string_view pem);

// Whether it can stand in a certificate: letters, digits, dots, hyphens, and colons in an address.
bool is_certifiable_host(std::string_view host);

}  // namespace standby::http
