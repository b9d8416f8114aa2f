// What may not leave, or not yet. A message that is held back says so where staff look for it: as
// the note of a message that waits, or of a delivery that was not tried.
#include "interchange/contact/country.hpp"
#include "notify/relay/relay.hpp"

#include <algorithm>

namespace standby::notify {
namespace {

using engine::Channel;

// The operator hears of each budget once in this time, however many messages it holds back.
constexpr Duration report_pause = std::chrono::hours{1};

std::string_view reason_of(Budget budget) {
    switch (budget) {
    case Budget::RecipientHour:
        return "too many messages to this recipient in an hour";
    case Budget::RecipientDay:
        return "too many messages to this recipient in a day";
    case Budget::List:
        return "too many messages of this list in a day";
    case Budget::Country:
        return "too many texts to this country in a day";
    case Budget::Account:
        return "too many messages of this business in a day";
    case Budget::Server:
        break;
    }
    return "too many messages in a day";
}

}  // namespace

BudgetKey Relay::budget_key(const Gathered& gathered, Channel channel) {
    const bool is_guest = audience_of(gathered.row.kind) == Audience::Guest;
    BudgetKey key{.channel = channel,
                  .list = gathered.row.resource,
                  .account = gathered.house.account,
                  .is_strangers = gathered.is_strangers};
    if (is_guest && channel == Channel::Mail) {
        key.recipient = gathered.mailbox;
    } else if (is_guest && engine::leads_to_a_phone(channel)) {
        key.recipient = gathered.phone;
        // No carrier earns by what goes to a country on WhatsApp.
        if (channel == Channel::Sms) {
            key.country = interchange::country_of_phone(gathered.person->phone);
        }
    }
    return key;
}

// Nothing: texts may go there.
std::optional<Held> Relay::barred_country(const Gathered& gathered) {
    if (!options_.keeps_to_countries) {
        return std::nullopt;
    }
    const std::string country(interchange::country_of_phone(gathered.person->phone));
    const std::vector<std::string>& named = gathered.house.text_countries;
    bool is_allowed = false;
    if (!named.empty()) {
        is_allowed = named.front() == "*" || std::ranges::find(named, country) != named.end();
    } else if (!country.empty()) {
        is_allowed = country == gathered.house.phone_region ||
                     country == interchange::country_of_zone(gathered.house.time_zone) ||
                     country == interchange::country_of_zone(gathered.scene->time_zone) ||
                     std::ranges::find(options_.sender_countries, country) !=
                         options_.sender_countries.end();
    }
    if (is_allowed) {
        return std::nullopt;
    }
    return Held{.until = std::nullopt,
                .note = std::string(held_mark) + "texts to numbers of " +
                        (country.empty() ? "no country" : country) +
                        " are not allowed (Settings, text_countries)"};
}

std::optional<Held> Relay::held_back(const Gathered& gathered, Channel channel, Time now) {
    // What staff are told has no limit: it is little, and they gave their number themselves.
    const BudgetKey key = budget_key(gathered, channel);
    if (key.recipient.value() == 0) {
        return std::nullopt;
    }
    if (channel == Channel::Sms) {
        if (auto barred = barred_country(gathered)) {
            ++counts_.held_by_country;
            return barred;
        }
    }
    const auto full = budgets_.check(key, now);
    if (!full) {
        return std::nullopt;
    }
    ++counts_.held[static_cast<std::size_t>(full->budget)];
    tell_operator(name_of(full->budget), now);
    Held held{.until = full->until,
              .note = std::string(held_mark) + std::string(reason_of(full->budget))};
    if (full->budget == Budget::RecipientDay) {
        // Otherwise whoever is flooded today would be for days to come.
        held.until.reset();
    }
    return held;
}

void Relay::tell_operator(std::string_view what, Time now) {
    const auto last = told_operator_.find(what);
    if (last != told_operator_.end() && now < last->second + report_pause) {
        return;
    }
    told_operator_.insert_or_assign(std::string(what), now);
    services_.report("messages_held_back", what);
}

void Relay::note_held(Gathered& gathered, Open& open, Channel channel, Held held) {
    if (held.until) {
        gathered.waits.insert_or_assign(channel, std::move(held));
        return;
    }
    const engine::Delivery delivery{.message = open.row.id,
                                    .channel = channel,
                                    .state = engine::DeliveryState::Failed,
                                    .address = engine::leads_to_a_phone(channel) ? gathered.phone
                                                                                 : gathered.email,
                                    .changed_at = now_,
                                    .note = std::move(held.note)};
    for (std::vector<engine::Delivery>* deliveries : {&gathered.deliveries, &open.deliveries}) {
        std::erase_if(*deliveries, [&](const auto& old) { return old.channel == channel; });
        deliveries->push_back(delivery);
    }
}

// Each round closes a channel, and there are few.
Plan Relay::plan_within_limits(Gathered& gathered, Open& open, const Ways& ways, Time now) {
    while (true) {
        Plan plan = plan_message(gathered, ways, services_.writer.zone_of(gathered), now);
        bool is_open = true;
        if (const auto* send_by = std::get_if<SendBy>(&plan)) {
            for (const Channel channel : std::vector(send_by->channels)) {
                if (auto held = held_back(gathered, channel, now)) {
                    note_held(gathered, open, channel, *std::move(held));
                    is_open = false;
                }
            }
        }
        if (is_open) {
            return plan;
        }
    }
}

}  // namespace standby::notify
