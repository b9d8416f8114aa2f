// How mail and texts leave, as JSON. Secrets are never in it.
#pragma once

#include "base/json/writer.hpp"
#include "engine/ports/delivery_settings.hpp"
#include "engine/ports/messenger.hpp"

#include <vector>

namespace standby::interchange {

// Whether guests can be reached, for everybody on the staff.
struct Reach {
    struct OfChannel {
        bool is_set_up = false;
        bool is_locked = false;  // set up, but with a key that this server does not have
    };
    OfChannel mail;
    OfChannel sms;
    OfChannel whatsapp;
    std::vector<engine::ChannelTrouble> troubles;
    bool has_local_links = false;
    bool is_demo = false;
    bool may_set_up = false;  // whoever asks
};
void write_reach(JsonWriter& writer, const Reach& reach);

void write_channel_setup(JsonWriter& writer, engine::Channel channel,
                         const engine::ChannelSetup& setup);
void write_delivery_settings(JsonWriter& writer, const engine::ChannelSetup& mail,
                             const engine::ChannelSetup& sms, const engine::ChannelSetup& whatsapp);

void write_tested(JsonWriter& writer, engine::Channel channel,
                  const engine::TestedDelivery& tested);

}  // namespace standby::interchange
