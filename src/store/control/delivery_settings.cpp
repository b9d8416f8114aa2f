// How mail and texts leave, sealed.
#include "store/control/control_plane.hpp"

namespace standby::store {

using engine::SealedSettings;
using engine::StoreError;

Result<std::vector<SealedSettings>, StoreError> ControlPlane::delivery_settings() {
    return sql_.all(sql("SELECT channel, sealed, changed_at FROM delivery_settings"
                        " ORDER BY channel"),
                    [](SqlRow& row) {
                        return SealedSettings{.channel = row.choice(0, engine::last_channel),
                                              .sealed = row.bytes(1),
                                              .changed_at = row.time(2)};
                    });
}

Result<void, StoreError> ControlPlane::save_delivery_settings(const SealedSettings& settings) {
    TRY(change(sql("INSERT INTO delivery_settings (channel, sealed, changed_at)"
                   " VALUES ($1, $2, $3) ON CONFLICT (channel) DO UPDATE SET"
                   " sealed = excluded.sealed, changed_at = excluded.changed_at",
                   settings.channel, settings.sealed, settings.changed_at)));
    return {};
}

Result<bool, StoreError> ControlPlane::drop_delivery_settings(engine::Channel channel) {
    const Done done = TRY(change(sql("DELETE FROM delivery_settings WHERE channel = $1", channel)));
    return done.changed == 1;
}

}  // namespace standby::store
