// The target of a request line, taken apart and decoded so strictly that a proxy in front and the
// routes behind cannot come to different ideas of which path was meant.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace standby::http::wire {

struct Target {
    std::string path;       // see Request::path
    std::string query;      // as sent, but known to decode
    std::string authority;  // of `http://host/path`; empty for `/path`
};

// Nothing when the target is neither `/path?query` nor an http(s) address, and for fragments, user
// information, dot segments, broken percent-encoding, and encoded control characters (in the query
// only the encoded zero byte is refused, since texts there have line ends).
std::optional<Target> parse_target(std::string_view text);

}  // namespace standby::http::wire
