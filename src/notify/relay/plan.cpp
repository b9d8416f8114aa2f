// First whether it is still true, then whether it is time, then by which way.
#include "notify/relay/plan.hpp"

#include "core/rules/window.hpp"

#include <algorithm>

namespace standby::notify {
namespace {

using core::EntryState;
using core::OfferState;
using engine::Channel;
using engine::DeliveryState;
using engine::MessageKind;

const engine::Delivery* find_delivery(const std::vector<engine::Delivery>& deliveries,
                                      Channel channel) {
    const auto found = std::ranges::find(deliveries, channel, &engine::Delivery::channel);
    return found == deliveries.end() ? nullptr : &*found;
}

bool has_arrived(const engine::Delivery& delivery) {
    return delivery.state == DeliveryState::Sent || delivery.state == DeliveryState::Delivered ||
           delivery.state == DeliveryState::Opened;
}

bool is_in(const Gathered& gathered, std::initializer_list<EntryState> states) {
    return gathered.scene->entry &&
           std::ranges::find(states, gathered.scene->entry->state) != states.end();
}

bool is_live(const Gathered& gathered) {
    return gathered.scene->offer && gathered.scene->offer->state == OfferState::Live;
}

// Whoever joins into a free slot hears of the offer at once: to be told after it that they wait
// would confuse. At night the offer keeps until the morning, and they are told that they are on the
// list.
bool is_told_by_offer(const Gathered& gathered, Time now) {
    if (!is_in(gathered, {EntryState::Offered}) || !is_live(gathered)) {
        return false;
    }
    const core::OfferView& offer = *gathered.scene->offer;
    const bool is_of_the_same_moment =
        gathered.row.attempts == 0 && offer.made_at == gathered.row.due_at && offer.send_at <= now;
    return is_of_the_same_moment || offer.sent_at.has_value();
}

// Why the message must not be sent any more; nothing when it still is true.
std::optional<std::string> falsehood(const Gathered& gathered, Time now) {
    const auto unless = [](bool is_true, const char* note) {
        return is_true ? std::nullopt : std::optional<std::string>{note};
    };
    switch (gathered.row.kind) {
    case MessageKind::Offer:
    case MessageKind::MoveUp:
    case MessageKind::OfferAnew:
        if (is_live(gathered) && gathered.scene->offer->sent_at && gathered.row.attempts == 0 &&
            gathered.scene->offer->unreached == core::Undeliverable::None) {
            return std::string(engine::note_sent_before);
        }
        return unless(is_live(gathered), "the offer has ended");
    case MessageKind::Reminder:
        if (std::ranges::any_of(gathered.offer_deliveries, [](const engine::Delivery& delivery) {
                return delivery.state == DeliveryState::Opened;
            })) {
            return "the offer was opened";
        }
        return unless(is_live(gathered), "the offer has ended");
    case MessageKind::Verify:
        return unless(is_in(gathered, {EntryState::Unverified}) ||
                          (gathered.scene->entry && core::is_active(gathered.scene->entry->state) &&
                           !gathered.person->pending_email.empty()),
                      "the address is confirmed");
    case MessageKind::Waitlisted:
        if (is_told_by_offer(gathered, now)) {
            return "the offer tells them";
        }
        return unless(is_in(gathered, {EntryState::Waiting, EntryState::Offered}),
                      "is no longer waiting");
    case MessageKind::HandedBack:
        // Nobody can fill what has begun; those who run the door see it on the board.
        return unless(!gathered.scene->slot || gathered.scene->slot->starts_at > now,
                      "the slot has started");
    case MessageKind::Confirmed:
        return unless(is_in(gathered, {EntryState::Accepted}), "no longer has a place");
    case MessageKind::EventReminder:
        return unless(is_in(gathered, {EntryState::Accepted}) && gathered.scene->starts_at &&
                          *gathered.scene->starts_at > now,
                      "no longer has a place");
    case MessageKind::StillThere:
        if (is_in(gathered, {EntryState::Waiting}) && gathered.scene->entry->pings == 0) {
            return "they have answered";
        }
        return unless(is_in(gathered, {EntryState::Waiting}), "is no longer waiting");
    case MessageKind::StaffMessage:
        if (!gathered.staff_message || gathered.staff_message->text.empty()) {
            return "what staff wrote is gone";
        }
        [[fallthrough]];
    case MessageKind::StatusLink:
        return unless(gathered.scene->entry && core::is_active(gathered.scene->entry->state),
                      "is no longer on the list");
    default:
        return std::nullopt;
    }
}

// Those that nobody waits for do not wake anybody. What answers something the guest just did goes
// at once; an offer's own time was chosen when it was made.
bool waits_for_the_morning(const Gathered& gathered) {
    switch (gathered.row.kind) {
    case MessageKind::Reminder:
        return !gathered.scene->plain_clock;
    case MessageKind::Expired:
    case MessageKind::Taken:
    case MessageKind::EventReminder:
    case MessageKind::EventOver:
    case MessageKind::ListClosed:
    case MessageKind::TermsChanged:
    case MessageKind::StillThere:
    case MessageKind::StaffMessage:
        return true;
    default:
        return false;
    }
}

// When a reminder of the event is to be sent; nothing when it came too late for one.
std::optional<Time> event_reminder_time(const Gathered& gathered) {
    const Time at = *gathered.scene->starts_at - gathered.house.event_reminder;
    if (gathered.house.event_reminder <= Duration{0} || at < gathered.made_at) {
        return std::nullopt;
    }
    return at;
}

// The way to the guest that is to be tried, or all that the house wants. Empty: there is none.
struct Choice {
    std::vector<Channel> channels;
    bool is_blocked = false;       // all that there is has been closed by the guest
    bool has_arrived = false;      // nothing is left to do
    bool has_no_provider = false;  // there is an address, but nobody who would take it there
    const Held* wait = nullptr;    // it will be possible then; the first of these
};

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

// Whether a way to the guest was tried and led nowhere.
bool has_failed(const Gathered& gathered) {
    return std::ranges::any_of(gathered.deliveries, [](const engine::Delivery& delivery) {
        return delivery.channel != Channel::Webhook && (delivery.state == DeliveryState::Failed ||
                                                        delivery.state == DeliveryState::Blocked);
    });
}

// Whether the channel leads to the staff, and is not done with this message.
bool leads_to_staff(const Gathered& gathered, const Ways& ways, Channel channel) {
    const engine::Delivery* delivery = find_delivery(gathered.deliveries, channel);
    if (delivery != nullptr && delivery->state != DeliveryState::Trying) {
        return false;
    }
    return channel == Channel::Mail
               ? ways.mail && !gathered.house.staff_email.empty()
               : ways.sms && gathered.phone.value() != 0 && !gathered.phone_is_closed;
}

// By mail, or by text where a mail does not get there.
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

// Why nothing leads to the guest; nothing when their own page is the way that there is: because
// nobody carries messages here, or the business's own programs do.
std::optional<NoWay> why_no_way(const Gathered& gathered, const Ways& ways, const Choice& choice) {
    const bool has_address = gathered.email.value() != 0 || gathered.phone.value() != 0;
    if (has_address && (!choice.has_no_provider || has_failed(gathered))) {
        return NoWay{is_held_back(gathered) ? core::Undeliverable::Unsent
                     : choice.is_blocked    ? core::Undeliverable::Blocked
                                            : core::Undeliverable::Bounced};
    }
    const bool somebody_carries = ways.mail || ways.sms || ways.whatsapp;
    if (engine::is_offer(gathered.row.kind) && somebody_carries &&
        gathered.house.webhook_url.empty()) {
        return NoWay{core::Undeliverable::NoChannel,
                     has_address ? "nobody carries messages to the address there is"
                                 : "there is no address"};
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
            if (choice.channels.empty() || !engine::is_offer(gathered.row.kind)) {
                return *std::move(no_way);
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
