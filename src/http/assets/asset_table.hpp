// The table that the build writes: every asset, and what the sources of the pages call it.
#pragma once

#include "http/assets/assets.hpp"

#include <span>
#include <string_view>

namespace standby::http {

struct EmbeddedAsset {
    Asset asset;
    std::string_view logical_name;  // its name before the build put a hash into it
};

// Written by cmake/web_pages.cmake: empty in a binary that was built without the web pages.
std::span<const EmbeddedAsset> embedded_assets();

}  // namespace standby::http
