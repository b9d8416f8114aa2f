// How mail, texts and WhatsApp messages leave: what the server was started with, or else what
// owners set up in the pages, sealed in the store and opened with the key file. What changes is in
// force at once here, and on the other nodes as soon as they look at the control plane.
#pragma once

#include "app/delivery/secrets_key.hpp"
#include "app/delivery/test_messages.hpp"
#include "app/service/log.hpp"
#include "app/service/options.hpp"
#include "app/service/outlets.hpp"
#include "base/guarded.hpp"
#include "engine/ports/clock.hpp"
#include "engine/ports/delivery_settings.hpp"
#include "engine/ports/guest_links.hpp"

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace standby::app {

struct DeliveryServices {
    // Takes what mail and texts leave by from now on.
    std::function<void(Outlets)> use;
    std::function<std::size_t()> count_nodes;  // that share the store
    const engine::GuestLinks& links;
    const engine::Clock& clock;
    Log& log;
};

class Delivery final : public engine::DeliverySetup {
public:
    // What the options name must make sense: Post::create has checked it. Everything named must
    // outlive it.
    Delivery(const ServeOptions& options, DeliveryServices services);

    // Reads what is stored, and puts it in force if it is news.
    Result<void, engine::StoreError> reload(engine::DeliverySettings& store);
    void stop() { tests_.stop(); }

    engine::ChannelSetup setup(engine::Channel channel) const override;
    Result<void, engine::SetupError> save(engine::DeliverySettings& store,
                                          engine::ChannelSettings settings, Time now) override;
    Result<bool, engine::SetupError> remove(engine::DeliverySettings& store,
                                            engine::Channel channel) override;
    bool has_secret_for(const engine::ChannelSettings& settings) const override;
    void test(engine::Channel channel, std::optional<engine::ChannelSettings> settings,
              engine::TestRecipient to,
              std::function<void(std::optional<engine::TestedDelivery>)> done) override;

private:
    // What the pages say of a channel, with its secret; none while it is locked.
    struct Stored {
        std::vector<std::byte> sealed;
        std::optional<engine::ChannelSettings> settings;
        Time changed_at{};
    };
    using AllStored = std::map<engine::Channel, Stored>;

    bool is_option(engine::Channel channel) const;
    std::optional<engine::ChannelSettings> stored(engine::Channel channel) const;
    // The settings with the secret that is kept for them, if they have none of their own.
    engine::ChannelSettings complete(engine::ChannelSettings settings) const;
    Result<void, engine::StoreError> reload_locked(engine::DeliverySettings& store);

    const ServeOptions options_;
    const std::string& url_of(engine::Channel channel) const;
    const DeliveryServices services_;
    std::mutex changes_;  // one after the other, from the store to what is in force
    Guarded<AllStored> stored_;
    TestMessages tests_;
};

// What the options say of a channel, without secrets; nothing when they are silent.
std::optional<engine::ChannelSettings> settings_of(const ServeOptions& options,
                                                   engine::Channel channel);

}  // namespace standby::app
