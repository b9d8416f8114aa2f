#include "notify/relay/ways.hpp"

#include <algorithm>
#include <chrono>

namespace standby::notify {
namespace {

using engine::Channel;
using engine::DeliveryState;
using engine::MessageKind;

struct Candidate {
    Channel channel;
    bool works;
    const engine::Delivery* delivery;
};

// What became of it at the address that the guest has now: what failed at another one, or was
// blocked by somebody who has allowed messages since, says nothing.
const engine::Delivery* delivery_to(const Gathered& gathered, Channel channel,
                                    core::ContactKey address, bool is_closed, Time now) {
    constexpr Duration block_holds = std::chrono::minutes{1};
    const engine::Delivery* delivery = find_delivery(gathered.deliveries, channel);
    if (delivery == nullptr || has_arrived(*delivery)) {
        return delivery;
    }
    const bool is_elsewhere = delivery->address.value() != 0 && delivery->address != address;
    const bool is_allowed_again = engine::is_offer(gathered.row.kind) &&
                                  delivery->state == DeliveryState::Blocked && !is_closed &&
                                  now >= delivery->changed_at + block_holds;
    return is_elsewhere || is_allowed_again ? nullptr : delivery;
}

// To guests alone: what staff are told needs no approved words.
bool goes_by_whatsapp(const Gathered& gathered, const Ways& ways) {
    return ways.whatsapp && gathered.house.phone_messages != engine::PhoneRule::TextsOnly &&
           !gathered.is_off_whatsapp;
}

// Where nobody carries texts but WhatsApp is there, a number has one way only.
bool goes_by_text(const Gathered& gathered, const Ways& ways) {
    if (!ways.whatsapp || gathered.house.phone_messages == engine::PhoneRule::TextsOnly) {
        return true;
    }
    return ways.sms && gathered.house.phone_messages != engine::PhoneRule::WhatsAppOnly;
}

std::vector<Candidate> candidates_of(const Gathered& gathered, const Ways& ways, Time now,
                                     Choice& choice) {
    std::vector<Candidate> candidates;
    const auto consider = [&](Channel channel, core::ContactKey address, bool is_closed,
                              bool has_provider, bool works) {
        if (address.value() == 0) {
            return;
        }
        const engine::Delivery* delivery = delivery_to(gathered, channel, address, is_closed, now);
        if (delivery != nullptr && delivery->state == DeliveryState::Failed) {
            return;
        }
        if (is_closed || (delivery != nullptr && delivery->state == DeliveryState::Blocked)) {
            choice.is_blocked = true;
        } else if (!has_provider) {
            choice.has_no_provider = true;
        } else if (const auto held = gathered.waits.find(channel); held != gathered.waits.end()) {
            const bool is_first = choice.wait == nullptr || held->second.until < choice.wait->until;
            choice.wait = is_first ? &held->second : choice.wait;
        } else {
            candidates.push_back({channel, works, delivery});
        }
    };
    // A confirmation proves the address that it is sent to, so it takes no other way; and where
    // addresses are proven, nothing is sent to what was merely typed beside that one.
    const bool is_mail_only =
        gathered.email.value() != 0 &&
        (gathered.row.kind == MessageKind::Verify || gathered.scene->verifies);
    const core::ContactKey phone = is_mail_only ? core::ContactKey{} : gathered.phone;
    // What staff wrote fits no approved words: those would leave out what they say.
    const bool may_say_it =
        gathered.row.kind != MessageKind::StaffMessage || now < gathered.any_words_until;
    if (goes_by_whatsapp(gathered, ways)) {
        consider(Channel::WhatsApp, phone, gathered.phone_is_closed, may_say_it,
                 ways.whatsapp_works);
    }
    if (goes_by_text(gathered, ways)) {
        consider(Channel::Sms, phone, gathered.phone_is_closed, ways.sms, ways.sms_works);
    }
    consider(Channel::Mail, gathered.email, gathered.email_is_closed, ways.mail, ways.mail_works);
    return candidates;
}

// Whoever typed an entry in may have put a contact of their own beside somebody else's. When it is
// asked for again, its link goes to each, so that the one who reads theirs hears of it.
bool goes_everywhere(const Gathered& gathered) {
    return gathered.house.channels == engine::ChannelRule::Both ||
           (gathered.row.kind == MessageKind::StatusLink && !core::is_proven(gathered.link_epoch));
}

// Both ways to a phone lead to the same hand: one of them is enough.
template <class Done, class Rank>
void keep_one_to_the_phone(std::vector<Candidate>& candidates, const Done& done, const Rank& rank) {
    const Candidate* best = nullptr;
    for (const Candidate& one : candidates) {
        if (engine::leads_to_a_phone(one.channel) &&
            (best == nullptr || (done(one) && !done(*best)) ||
             (done(one) == done(*best) && rank(one) < rank(*best)))) {
            best = &one;
        }
    }
    const Channel kept = best == nullptr ? Channel::Mail : best->channel;
    std::erase_if(candidates, [&](const Candidate& one) {
        return engine::leads_to_a_phone(one.channel) && one.channel != kept;
    });
}

}  // namespace

const engine::Delivery* find_delivery(const std::vector<engine::Delivery>& deliveries,
                                      Channel channel) {
    const auto found = std::ranges::find(deliveries, channel, &engine::Delivery::channel);
    return found == deliveries.end() ? nullptr : &*found;
}

bool has_arrived(const engine::Delivery& delivery) {
    return delivery.state == DeliveryState::Sent || delivery.state == DeliveryState::Delivered ||
           delivery.state == DeliveryState::Opened;
}

Choice choose_ways(const Gathered& gathered, const Ways& ways, Time now) {
    Choice choice;
    std::vector<Candidate> candidates = candidates_of(gathered, ways, now, choice);
    const auto done = [](const Candidate& candidate) {
        return candidate.delivery != nullptr && has_arrived(*candidate.delivery);
    };
    // The preferred one first; but what did not work so far, or already carried the offer that this
    // is to remind of, comes last. Of the two that lead to a phone the first was named first.
    const bool mail_first = gathered.house.channels == engine::ChannelRule::MailFirst;
    const auto rank = [&](const Candidate& candidate) {
        const bool was_tried = candidate.delivery != nullptr;
        const bool carried_offer =
            find_delivery(gathered.offer_deliveries, candidate.channel) != nullptr;
        const bool is_second = (candidate.channel == Channel::Mail) != mail_first;
        return (candidate.works ? 0 : 8) + (was_tried ? 4 : 0) + (carried_offer ? 2 : 0) +
               (is_second ? 1 : 0);
    };
    if (goes_everywhere(gathered)) {
        keep_one_to_the_phone(candidates, done, rank);
        choice.has_arrived = !candidates.empty() && std::ranges::all_of(candidates, done);
        for (const Candidate& candidate : candidates) {
            if (!done(candidate)) {
                choice.channels.push_back(candidate.channel);
            }
        }
        return choice;
    }
    if (std::ranges::any_of(candidates, done)) {
        choice.has_arrived = true;
        return choice;
    }
    if (!candidates.empty()) {
        choice.channels.push_back(std::ranges::min_element(candidates, {}, rank)->channel);
    }
    return choice;
}

bool wants_webhook(const Gathered& gathered) {
    const engine::Delivery* delivery = find_delivery(gathered.deliveries, Channel::Webhook);
    const bool is_done = delivery != nullptr && delivery->state != DeliveryState::Trying;
    return !gathered.house.webhook_url.empty() && !is_done;
}

bool leads_to_staff(const Gathered& gathered, const Ways& ways, Channel channel) {
    const engine::Delivery* delivery = find_delivery(gathered.deliveries, channel);
    if (delivery != nullptr && delivery->state != DeliveryState::Trying) {
        return false;
    }
    return channel == Channel::Mail
               ? ways.mail && !gathered.house.staff_email.empty()
               : ways.sms && gathered.phone.value() != 0 && !gathered.phone_is_closed;
}

Choice choose_for_staff(const Gathered& gathered, const Ways& ways) {
    Choice choice;
    choice.has_arrived = std::ranges::any_of(gathered.deliveries, [](const auto& delivery) {
        return delivery.channel != Channel::Webhook && has_arrived(delivery);
    });
    if (choice.has_arrived) {
        return choice;
    }
    const auto rank = [&](Channel channel) {
        const bool works = channel == Channel::Mail ? ways.mail_works : ways.sms_works;
        const bool was_tried = find_delivery(gathered.deliveries, channel) != nullptr;
        return (works ? 0 : 4) + (was_tried ? 2 : 0) + (channel == Channel::Sms ? 1 : 0);
    };
    const bool is_mail_only = gathered.row.kind == MessageKind::MonthlySummary;
    std::vector<Channel> possible;
    for (const Channel channel : {Channel::Mail, Channel::Sms}) {
        if (leads_to_staff(gathered, ways, channel) &&
            (channel == Channel::Mail || !is_mail_only)) {
            possible.push_back(channel);
        }
    }
    choice.has_no_provider = possible.empty();
    if (!possible.empty()) {
        choice.channels.push_back(*std::ranges::min_element(possible, {}, rank));
    }
    return choice;
}

}  // namespace standby::notify
