#include "intake/sheet/open_place.hpp"

#include "intake/sheet/file_place.hpp"
#include "intake/sheet/google_place.hpp"
#include "intake/sheet/sheet_settings.hpp"
#include "intake/sheet/web_place.hpp"

namespace standby::intake::sheet {

std::optional<engine::SheetSecrets> secrets_of(const engine::Connection& connection,
                                               const OpenSealed& open) {
    if (connection.sealed.empty()) {
        return engine::SheetSecrets{};
    }
    const auto text = open(connection.sealed);
    return text ? read_sheet_secrets(*text) : std::nullopt;
}

PlaceTrouble locked() {
    return {.name = "locked",
            .words = "The password was sealed with a key that this server does not have. Enter it "
                     "again."};
}

Result<std::unique_ptr<SheetPlace>, PlaceTrouble> open_place(const PlaceServices& services,
                                                             const engine::SheetSettings& settings,
                                                             const engine::SheetSecrets& secrets) {
    switch (place_kind_of(settings.url).value_or(PlaceKind::File)) {
    case PlaceKind::File: {
        auto file = services.folder.path_in(settings.url);
        if (!file) {
            return std::unexpected(trouble_of(file.error()));
        }
        return std::make_unique<FilePlace>(services.sandbox, services.folder, *std::move(file));
    }
    case PlaceKind::Google:
        return std::make_unique<GooglePlace>(services.web, settings, secrets, services.now);
    case PlaceKind::Web:
        break;
    }
    return std::make_unique<WebPlace>(services.sandbox, services.web, settings, secrets);
}

}  // namespace standby::intake::sheet
