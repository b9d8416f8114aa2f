// Looking up assets. There are a few dozen at most, so a walk over the table is quick enough.
#include "http/assets/assets.hpp"

#include "http/assets/asset_table.hpp"

namespace standby::http {

const Asset* find_asset(std::string_view path) {
    for (const EmbeddedAsset& embedded : embedded_assets()) {
        if (embedded.asset.path == path) {
            return &embedded.asset;
        }
    }
    return nullptr;
}

std::optional<std::string_view> asset_path(std::string_view logical_name) {
    for (const EmbeddedAsset& embedded : embedded_assets()) {
        if (embedded.logical_name == logical_name) {
            return embedded.asset.path;
        }
    }
    return std::nullopt;
}

}  // namespace standby::http
