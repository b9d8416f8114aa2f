// What must hold of every plan, whatever the situation.
#include "core/rules/window_test_support.hpp"
#include "notify/relay/plan.hpp"
#include "notify/relay/plan_test_support.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

namespace standby::notify {
namespace {

using core::EntryState;
using core::time_at;
using engine::Channel;
using engine::ChannelRule;
using engine::DeliveryState;
using engine::MessageKind;
using std::chrono::minutes;

// Any message in any situation, also in those that cannot be.
class AnyMessage {
public:
    static Gathered make() {
        const auto kind = static_cast<MessageKind>(
            *rc::gen::inRange(1, static_cast<int>(engine::last_in_outbox) + 1));
        Gathered gathered;
        gathered.row = {.id = 1,
                        .kind = kind,
                        .entry = 1,
                        .due_at = some_time(),
                        .attempts = *rc::gen::inRange(0U, 3U)};
        gathered.made_at = some_time();
        if (coin()) {
            gathered.person = engine::Person{};
        }
        if (*rc::gen::inRange(0, 10) > 0) {
            gathered.scene = scene();
        }
        gathered.house.channels = static_cast<ChannelRule>(*rc::gen::inRange(1, 4));
        gathered.house.staff_email = coin() ? "desk@example.com" : "";
        gathered.house.webhook_url = coin() ? "https://example.com" : "";
        gathered.email = core::ContactKey{coin() ? 11U : 0U};
        gathered.phone = core::ContactKey{coin() ? 12U : 0U};
        gathered.email_is_closed = coin();
        gathered.phone_is_closed = coin();
        gathered.house.phone_messages = static_cast<engine::PhoneRule>(*rc::gen::inRange(1, 4));
        gathered.is_off_whatsapp = coin();
        gathered.deliveries = deliveries();
        gathered.offer_deliveries = deliveries();
        if (coin()) {
            gathered.outage = OutageWord{.channel = coin() ? Channel::Mail : Channel::Sms,
                                         .is_over = coin(),
                                         .is_first_pending = coin(),
                                         .first_deliveries = deliveries()};
        }
        return gathered;
    }
    static bool coin() { return *rc::gen::arbitrary<bool>(); }
    static Time some_time() {
        return time_at("2026-10-24T00:00:00Z") + minutes{*rc::gen::inRange(0, 3'000)};
    }

private:
    static Scene scene() {
        Scene scene;
        if (coin()) {
            scene.quiet_hours = core::QuietHours{};
        }
        scene.plain_clock = coin();
        if (coin()) {
            scene.starts_at = some_time();
        }
        if (coin()) {
            scene.entry =
                core::EntryView{.state = static_cast<EntryState>(*rc::gen::inRange(0, 13))};
        }
        if (coin()) {
            scene.offer =
                core::OfferView{.state = static_cast<core::OfferState>(*rc::gen::inRange(0, 7))};
            if (coin()) {
                scene.offer->sent_at = some_time();
            }
        }
        return scene;
    }
    static std::vector<engine::Delivery> deliveries() {
        std::vector<engine::Delivery> some;
        for (const Channel channel :
             {Channel::Mail, Channel::Sms, Channel::Webhook, Channel::WhatsApp}) {
            if (coin()) {
                some.push_back({.channel = channel,
                                .state = static_cast<DeliveryState>(*rc::gen::inRange(0, 6))});
            }
        }
        return some;
    }
};

bool may_send(const Gathered& gathered, Channel channel, const Ways& ways) {
    const auto found = std::ranges::find(gathered.deliveries, channel, &engine::Delivery::channel);
    // Of a block that was taken back long ago only offers are tried again.
    const bool was_blocked = found != gathered.deliveries.end() && channel != Channel::Webhook &&
                             found->state == DeliveryState::Blocked &&
                             engine::is_offer(gathered.row.kind);
    if (found != gathered.deliveries.end() && found->state != DeliveryState::Trying &&
        !was_blocked) {
        return false;
    }
    const bool is_guest = audience_of(gathered.row.kind) == Audience::Guest;
    switch (channel) {
    case Channel::Mail:
        return ways.mail && (is_guest ? gathered.email.value() != 0 && !gathered.email_is_closed
                                      : !gathered.house.staff_email.empty());
    case Channel::Sms:
        return ways.sms && gathered.phone.value() != 0 && !gathered.phone_is_closed;
    case Channel::WhatsApp:
        return is_guest && ways.whatsapp && gathered.phone.value() != 0 &&
               !gathered.phone_is_closed && !gathered.is_off_whatsapp &&
               gathered.house.phone_messages != engine::PhoneRule::TextsOnly;
    case Channel::Webhook:
        return !gathered.house.webhook_url.empty();
    }
    return false;
}

RC_GTEST_PROP(PlanProperties, NeverSendsWhereItMustNotAndAlwaysSaysTheSame, ()) {
    const Gathered gathered = AnyMessage::make();
    const Ways ways{AnyMessage::coin(),
                    AnyMessage::coin(),
                    AnyMessage::coin(),
                    AnyMessage::coin(),
                    AnyMessage::coin(),
                    AnyMessage::coin(),
                    static_cast<ToldElsewhere>(*rc::gen::inRange(0, 3))};
    const Time now = AnyMessage::some_time();
    static const Zone berlin = core::load_zone("Europe/Berlin");
    const Plan plan = plan_message(gathered, ways, berlin, now);
    RC_ASSERT(text_of(plan) == text_of(plan_message(gathered, ways, berlin, now)));
    if (const auto* postpone = std::get_if<Postpone>(&plan)) {
        RC_ASSERT(postpone->until > now);
    }
    if (const auto* send_by = std::get_if<SendBy>(&plan)) {
        RC_ASSERT(!send_by->channels.empty());
        const std::set<Channel> each(send_by->channels.begin(), send_by->channels.end());
        RC_ASSERT(each.size() == send_by->channels.size());
        RC_ASSERT(std::ranges::count_if(each, engine::leads_to_a_phone) <= 1);
        for (const Channel channel : each) {
            RC_ASSERT(may_send(gathered, channel, ways));
            RC_ASSERT(gathered.row.kind != MessageKind::ChannelDown ||
                      channel != gathered.outage->channel);
            RC_ASSERT(channel != Channel::Sms || gathered.row.kind != MessageKind::MonthlySummary);
            const bool is_guest = audience_of(gathered.row.kind) == Audience::Guest;
            RC_ASSERT(!is_guest || gathered.person || channel == Channel::Webhook);
        }
    }
}

}  // namespace
}  // namespace standby::notify
