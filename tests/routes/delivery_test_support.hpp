// For tests only: a delivery setup that keeps what it is given and sends nothing.
#pragma once

#include "engine/ports/delivery_settings.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace standby::http {

class FakeDelivery final : public engine::DeliverySetup {
public:
    engine::ChannelSetup setup(engine::Channel channel) const override {
        const auto found = setups.find(channel);
        return found == setups.end() ? engine::ChannelSetup{} : found->second;
    }
    Result<void, engine::SetupError> save(engine::DeliverySettings&,
                                          engine::ChannelSettings settings, Time now) override {
        if (error) {
            return std::unexpected(*error);
        }
        saved = settings;
        setups[engine::channel_of(settings)] = {.source = engine::ChannelSetup::Source::Pages,
                                                .settings = std::move(settings),
                                                .has_secret = true,
                                                .changed_at = now};
        return {};
    }
    Result<bool, engine::SetupError> remove(engine::DeliverySettings&,
                                            engine::Channel channel) override {
        if (error) {
            return std::unexpected(*error);
        }
        return setups.erase(channel) > 0;
    }
    bool has_secret_for(const engine::ChannelSettings&) const override { return knows_secret; }
    void test(engine::Channel, std::optional<engine::ChannelSettings> settings,
              engine::TestRecipient to,
              std::function<void(std::optional<engine::TestedDelivery>)> done) override {
        tested = {std::move(to.to), std::move(settings)};
        done(answer);
    }

    std::map<engine::Channel, engine::ChannelSetup> setups;
    std::optional<engine::SetupError> error;
    bool knows_secret = false;
    std::optional<engine::ChannelSettings> saved;
    std::pair<std::string, std::optional<engine::ChannelSettings>> tested;
    std::optional<engine::TestedDelivery> answer =
        engine::TestedDelivery{engine::TestResult::Sent, "250 Ok"};
};

}  // namespace standby::http
