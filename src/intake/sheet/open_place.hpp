// From how a sheet is set up to the place where it is.
#pragma once

#include "base/result.hpp"
#include "engine/ports/connections.hpp"
#include "engine/ports/sheets.hpp"
#include "intake/sandbox/sandbox.hpp"
#include "intake/sheet/sheet_file.hpp"
#include "intake/sheet/sheet_place.hpp"
#include "interchange/web/web_client.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace standby::intake::sheet {

// Nothing for what was sealed with another key.
using OpenSealed = std::function<std::optional<std::string>(std::span<const std::byte>)>;
std::optional<engine::SheetSecrets> secrets_of(const engine::Connection& connection,
                                               const OpenSealed& open);

struct PlaceServices {
    const SheetFolder& folder;
    Sandbox& sandbox;
    interchange::WebClient& web;
    std::function<Time()> now;
};
// What is named must outlive it.
Result<std::unique_ptr<SheetPlace>, PlaceTrouble> open_place(const PlaceServices& services,
                                                             const engine::SheetSettings& settings,
                                                             const engine::SheetSecrets& secrets);

PlaceTrouble locked();  // its password can't be opened here

}  // namespace standby::intake::sheet
