// What names a file that is downloaded.
#pragma once

#include <string>
#include <string_view>

namespace standby::http {

// The value of Content-Disposition that saves a file under the name of what it is about: plain
// letters for old clients (RFC 6266), and the name itself for all others (RFC 8187).
std::string attachment_named(std::string_view name, std::string_view extension);

}  // namespace standby::http
