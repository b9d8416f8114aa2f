#include "app/service/control_plane.hpp"

#include "core/state/rows.hpp"

namespace standby::app {
namespace {

constexpr std::size_t resources_read_at_once = 500;

}  // namespace

Result<void, std::string> ControlPlane::load(engine::Store& store, engine::Registry& registry) {
    const auto secrets = registry.secrets();
    if (!secrets || !load_rings(registry)) {
        return std::unexpected("the database could not be read");
    }
    tokens = TRY(http::TokenSigner::create(*secrets));
    for (const engine::Secret& secret : *secrets) {
        if (secret.purpose == engine::SecretPurpose::Contacts && !secret.retired_at) {
            contacts.emplace(secret);
        }
    }
    return load_directory(store);
}

bool ControlPlane::load_rings(engine::Registry& registry) {
    const auto all_keys = registry.keys();
    const auto all_signing_keys = registry.signing_keys();
    const auto members = registry.members();
    const auto all_sessions = registry.sessions();
    if (!all_keys || !all_signing_keys || !members || !all_sessions) {
        return false;
    }
    keys.replace(*all_keys);
    signing_keys.replace(*all_signing_keys);
    sessions.replace(*members, *all_sessions);
    return true;
}

Result<void, std::string> ControlPlane::load_directory(engine::Store& store) {
    core::ResourceNumber after;
    while (true) {
        const auto rows = store.resources(engine::AccountNumber{}, after, resources_read_at_once);
        if (!rows) {
            return std::unexpected("the database could not be read: the list of resources");
        }
        for (const engine::ResourceListing& row : *rows) {
            after = row.number;
            const auto decoded = core::decode_resource_row(row.data);
            directory.add(row.number, row.account,
                          decoded ? decoded->settings.time_zone : std::string("UTC"));
        }
        if (rows->size() < resources_read_at_once) {
            return {};
        }
    }
}

}  // namespace standby::app
