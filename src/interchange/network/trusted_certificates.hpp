// Where operators keep certificates that the system does not know. curl's library does not look at
// SSL_CERT_FILE by itself, as OpenSSL and curl's own program do.
#pragma once

#include <string>

namespace standby::interchange {

// The file, as it was when it was first asked for; empty: the system's own.
const std::string& certificates_of_environment();

}  // namespace standby::interchange
