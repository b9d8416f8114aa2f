// First whether it is still true, then whether it is time, then by which way.
#include "notify/relay/plan.hpp"

#include "core/rules/window.hpp"
#include "notify/relay/truth.hpp"

#include <algorithm>

namespace standby::notify {
namespace {

using engine::Channel;
using engine::DeliveryState;
using engine::MessageKind;

// Whether a way to the guest was tried and led nowhere.
bool has_failed(const Gathered& gathered) {
    return std::ranges::any_of(gathered.deliveries, [](const engine::Delivery& delivery) {
        return delivery.channel != Channel::Webhook && (delivery.state == DeliveryState::Failed ||
                                                        delivery.state == DeliveryState::Blocked);
    });
}

bool is_held_back(const Gathered& gathered) {
    return std::ranges::any_of(gathered.deliveries, [](const engine::Delivery& delivery) {
        return delivery.state == DeliveryState::Failed && delivery.note.starts_with(held_mark);
    });
}

// By mail or not at all; programs do not hear of it.
Plan plan_notice(const Gathered& gathered, const Ways& ways, Time now) {
    if (!gathered.notice || gathered.notice->email.empty()) {
        return Drop{"the member is gone"};
    }
    if (gathered.notice->kind == engine::NoticeKind::PasswordForgotten &&
        now >= gathered.notice->at + engine::forgotten_link_lifetime) {
        return Drop{"its link has expired"};
    }
    const engine::Delivery* delivery = find_delivery(gathered.deliveries, Channel::Mail);
    if (delivery != nullptr && delivery->state != DeliveryState::Trying) {
        return Drop{has_arrived(*delivery) ? "sent" : "the address did not work"};
    }
    return ways.mail ? Plan{SendBy{{Channel::Mail}}} : Plan{KeepHere{}};
}

// Never by the way that is down. That it is back is told by the ways that took the first word.
Plan plan_outage(const Gathered& gathered, const Ways& ways, Time now) {
    constexpr Duration first_word_pause = std::chrono::seconds{5};
    if (!gathered.outage) {
        return Drop{"nothing is known of the outage"};
    }
    const OutageWord& word = *gathered.outage;
    const bool is_back = gathered.row.kind == MessageKind::ChannelBack;
    const bool is_first_known = std::ranges::any_of(word.first_deliveries, has_arrived);
    if (is_back && word.is_first_pending && !is_first_known) {
        return Postpone{now + first_word_pause};
    }
    const auto may_take = [&](Channel channel) {
        const engine::Delivery* first = find_delivery(word.first_deliveries, channel);
        return is_back ? first != nullptr && has_arrived(*first)
                       : !word.is_over && channel != word.channel;
    };
    SendBy send_by;
    for (const Channel channel : {Channel::Mail, Channel::Sms}) {
        if (may_take(channel) && leads_to_staff(gathered, ways, channel)) {
            send_by.channels.push_back(channel);
        }
    }
    if (may_take(Channel::Webhook) && wants_webhook(gathered)) {
        send_by.channels.push_back(Channel::Webhook);
    }
    if (!send_by.channels.empty()) {
        return send_by;
    }
    if (std::ranges::any_of(gathered.deliveries, has_arrived)) {
        return Drop{"sent"};
    }
    if (is_back) {
        return Drop{"nobody was told that it was down"};
    }
    return word.is_over ? Plan{Drop{"it was back before anybody was told"}} : Plan{KeepHere{}};
}

// Why nothing leads to the guest; nothing when somebody else tells them: the business's programs by
// its webhook, or the operator's, who says so.
std::optional<NoWay> why_no_way(const Gathered& gathered, const Ways& ways, const Choice& choice) {
    const bool has_address = gathered.email.value() != 0 || gathered.phone.value() != 0;
    if (has_address && (!choice.has_no_provider || has_failed(gathered))) {
        return NoWay{is_held_back(gathered) ? core::Undeliverable::Unsent
                     : choice.is_blocked    ? core::Undeliverable::Blocked
                                            : core::Undeliverable::Bounced};
    }
    const bool somebody_carries = ways.mail || ways.sms || ways.whatsapp;
    const bool has_programs = ways.told_elsewhere == ToldElsewhere::Auto
                                  ? !gathered.house_has_staff
                                  : ways.told_elsewhere == ToldElsewhere::Yes;
    const bool is_told_elsewhere =
        !gathered.house.webhook_url.empty() || (has_programs && !somebody_carries);
    const bool matters = engine::is_offer(gathered.row.kind) || has_to_know(gathered) ||
                         gathered.row.kind == MessageKind::StillThere;
    if (matters && !is_told_elsewhere) {
        return NoWay{core::Undeliverable::NoChannel,
                     std::string(has_address ? engine::note_no_carrier : engine::note_no_address)};
    }
    return std::nullopt;
}

Plan plan_ways(const Gathered& gathered, const Ways& ways, Time now) {
    const Audience audience = audience_of(gathered.row.kind);
    Choice choice = audience == Audience::Guest   ? choose_ways(gathered, ways, now)
                    : audience == Audience::Staff ? choose_for_staff(gathered, ways)
                                                  : Choice{.has_no_provider = true};
    const bool is_guest = audience == Audience::Guest;
    const bool has_arrived = choice.has_arrived || (!is_guest && !gathered.deliveries.empty());
    const bool is_unreachable = choice.channels.empty() && !choice.has_arrived;
    const bool waits = is_unreachable && choice.wait != nullptr;
    if (wants_webhook(gathered)) {
        choice.channels.push_back(Channel::Webhook);
    }
    if (waits) {
        if (!choice.channels.empty()) {
            return SendBy{.channels = std::move(choice.channels), .guest_waits = true};
        }
        return Postpone{*choice.wait->until, choice.wait->note};
    }
    if (is_guest && is_unreachable) {
        if (auto no_way = why_no_way(gathered, ways, choice)) {
            if (choice.channels.empty()) {
                return *std::move(no_way);
            }
            // Programs hear first; once they have, it is looked at again and ends.
            if (!engine::is_offer(gathered.row.kind)) {
                no_way.reset();
            }
            return SendBy{.channels = std::move(choice.channels),
                          .guest_waits = true,
                          .no_way = std::move(no_way)};
        }
    }
    if (!choice.channels.empty()) {
        const bool is_for_programs_only = is_guest && is_unreachable;
        return SendBy{.channels = std::move(choice.channels),
                      .note = is_for_programs_only ? std::string(engine::note_local) : "sent"};
    }
    if (has_arrived) {
        return Drop{"sent"};
    }
    return KeepHere{};
}

}  // namespace

Plan plan_message(const Gathered& gathered, const Ways& ways, const Zone& zone, Time now) {
    const MessageKind kind = gathered.row.kind;
    if (kind == MessageKind::MonthlySummary) {
        return plan_ways(gathered, ways, now);
    }
    if (kind == MessageKind::StaffNotice) {
        return plan_notice(gathered, ways, now);
    }
    if (kind == MessageKind::ChannelDown || kind == MessageKind::ChannelBack) {
        return plan_outage(gathered, ways, now);
    }
    if (!gathered.scene) {
        return Drop{"the list no longer exists"};
    }
    if (audience_of(kind) == Audience::Guest && !gathered.person) {
        const std::string note = "the person was erased";
        if (engine::is_offer(kind) && is_live(gathered)) {
            return NoWay{core::Undeliverable::NoChannel, note};
        }
        return Drop{note};
    }
    if (auto note = falsehood(gathered, now)) {
        // Programs want to know what happened, also when it is over.
        if (wants_webhook(gathered)) {
            const bool was_sent = std::ranges::any_of(gathered.deliveries, [](const auto& one) {
                return one.channel != Channel::Webhook && has_arrived(one);
            });
            return SendBy{.channels = {Channel::Webhook},
                          .note = was_sent ? "sent" : *std::move(note)};
        }
        return Drop{*std::move(note)};
    }
    if (kind == MessageKind::EventReminder) {
        const auto at = event_reminder_time(gathered);
        if (!at) {
            return Drop{"too late for a reminder"};
        }
        if (*at > now) {
            return Postpone{*at};
        }
    }
    if (waits_for_the_morning(gathered) && gathered.scene->quiet_hours) {
        const Time morning = core::quiet_end(*gathered.scene->quiet_hours, zone, now);
        const bool is_useful_then =
            kind != MessageKind::EventReminder || morning < *gathered.scene->starts_at;
        if (morning > now && is_useful_then) {
            return Postpone{morning};
        }
    }
    return plan_ways(gathered, ways, now);
}

bool has_to_know(const Gathered& gathered) {
    const bool got_place =
        gathered.row.kind == MessageKind::Confirmed && gathered.yes_by != core::YesBy::Asked;
    const bool lost_place = gathered.row.kind == MessageKind::EventCancelled && gathered.had_place;
    return got_place || lost_place;
}

bool is_to_be_sent(const Gathered& gathered, Time now) {
    if (!gathered.scene ||
        (audience_of(gathered.row.kind) == Audience::Guest && !gathered.person)) {
        return false;
    }
    // The engine may have heard that it was sent before the message itself has: then it is true.
    const auto untrue = falsehood(gathered, now);
    if (untrue && *untrue != engine::note_sent_before) {
        return false;
    }
    if (gathered.row.kind != MessageKind::EventReminder) {
        return true;
    }
    const auto at = event_reminder_time(gathered);
    return at && *at <= now;
}

Audience audience_of(MessageKind kind) {
    switch (kind) {
    case MessageKind::HandedBack:
    case MessageKind::NobodyFits:
    case MessageKind::MonthlySummary:
    case MessageKind::ChannelDown:
    case MessageKind::ChannelBack:
        return Audience::Staff;
    case MessageKind::StaffNotice:
        return Audience::Member;
    case MessageKind::Refund:
    case MessageKind::Release:
        return Audience::Systems;
    default:
        return Audience::Guest;
    }
}

bool has_reached_guest(const Gathered& gathered) {
    return std::ranges::any_of(gathered.deliveries, [](const engine::Delivery& delivery) {
        return delivery.channel != Channel::Webhook && delivery.sent_at.has_value() &&
               delivery.state != DeliveryState::Failed && delivery.state != DeliveryState::Blocked;
    });
}

bool is_urgent(MessageKind kind) {
    switch (kind) {
    case MessageKind::Offer:
    case MessageKind::MoveUp:
    case MessageKind::OfferAnew:
    case MessageKind::Reminder:
    case MessageKind::Verify:
    case MessageKind::Confirmed:
    case MessageKind::Taken:
    case MessageKind::BookingTaken:
    case MessageKind::BookingGivenUp:
    case MessageKind::PaymentLate:
    case MessageKind::Cancelled:
    case MessageKind::EventCancelled:
    case MessageKind::TermsChanged:
    case MessageKind::PassedOn:
    case MessageKind::Refund:
    case MessageKind::Release:
    case MessageKind::ChannelDown:
    case MessageKind::ChannelBack:
        return true;
    default:
        return false;
    }
}

}  // namespace standby::notify
