// The files of the web pages that are part of the binary: the staff app, the script of the guest
// pages, and the script that embeds a join form elsewhere. Built by cmake/web_pages.cmake, which
// also compresses them, so that serving one costs no more than copying it.
#pragma once

#include <optional>
#include <string_view>

namespace standby::http {

struct Asset {
    std::string_view path;  // where it is served: "/assets/guest-1f2e3d4c.js"
    std::string_view content_type;
    std::string_view plain;
    std::string_view gzip;      // empty where compressing saves nothing
    std::string_view brotli;    // likewise
    std::string_view etag;      // quoted, of the plain bytes
    bool is_immutable = false;  // its name holds a hash of its content: it can be kept forever
};

// The asset that is served at exactly that path; null when there is none.
const Asset* find_asset(std::string_view path);

// Where the asset that the sources call by that name is served: "guest.js" is found at
// "/assets/guest-1f2e3d4c.js". Nothing when this binary was built without it.
std::optional<std::string_view> asset_path(std::string_view logical_name);

}  // namespace standby::http
