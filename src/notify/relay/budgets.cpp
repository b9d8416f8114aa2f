// Exact times for recipients, whose limits are small; counts of quarters of an hour for the rest.
#include "notify/relay/budgets.hpp"

#include <algorithm>
#include <iterator>

namespace standby::notify {
namespace {

using engine::Channel;

constexpr Duration hour = std::chrono::hours{1};
constexpr Duration day = std::chrono::hours{24};
constexpr Duration quarter = std::chrono::minutes{15};
constexpr std::size_t recipients_max = 100'000;
constexpr std::size_t counts_max = 100'000;

constexpr Budget shared_budgets[] = {Budget::List, Budget::Country, Budget::Account,
                                     Budget::Server};

// One account gets at most half of the server's, one list or country a quarter; of each of these
// strangers can use up a fifth.
constexpr std::uint64_t account_share = 2;
constexpr std::uint64_t list_share = 4;
constexpr std::uint64_t country_share = 4;
constexpr std::uint64_t strangers_share = 5;

std::int64_t quarter_of(Time time) {
    return time.time_since_epoch() / quarter;
}

// When the one that is `most` from the end leaves the span behind; nothing when there is room.
std::optional<Time> full_until(const std::deque<Time>& times, std::uint32_t most, Duration span,
                               Time now) {
    if (most == 0 || times.size() < most) {
        return std::nullopt;
    }
    const Time free_at = times[times.size() - most] + span;
    return free_at > now ? std::optional(free_at) : std::nullopt;
}

}  // namespace

BudgetLimits usual_budgets(std::uint64_t mail_day, std::uint64_t sms_day) {
    return {.strangers_hour = 3,
            .strangers_day = 6,
            .recipient_day = 50,
            .mail_day = mail_day,
            .sms_day = sms_day};
}

std::string_view name_of(Budget budget) {
    switch (budget) {
    case Budget::RecipientHour:
        return "message_recipient_hour";
    case Budget::RecipientDay:
        return "message_recipient_day";
    case Budget::List:
        return "message_list_day";
    case Budget::Country:
        return "message_country_day";
    case Budget::Account:
        return "message_account_day";
    case Budget::Server:
        break;
    }
    return "message_server_day";
}

void DayCount::advance(Time now) {
    const std::int64_t at = quarter_of(now);
    if (at - last_ >= static_cast<std::int64_t>(slots)) {
        counts_.fill(0);
        total_ = 0;
        last_ = at;
    }
    while (last_ < at) {
        ++last_;
        std::uint32_t& oldest = counts_[static_cast<std::size_t>(last_) % slots];
        total_ -= oldest;
        oldest = 0;
    }
}

std::uint64_t DayCount::count(Time now) {
    advance(now);
    return total_;
}

void DayCount::add(Time now, std::int64_t more) {
    advance(now);
    std::uint32_t& slot = counts_[static_cast<std::size_t>(last_) % slots];
    const auto changed = std::max<std::int64_t>(0, static_cast<std::int64_t>(slot) + more);
    total_ = total_ - slot + static_cast<std::uint64_t>(changed);
    slot = static_cast<std::uint32_t>(changed);
}

Time DayCount::next(Time now) {
    advance(now);
    for (std::int64_t at = last_ - static_cast<std::int64_t>(slots) + 1; at <= last_; ++at) {
        if (counts_[static_cast<std::size_t>(at) % slots] > 0) {
            return Time{} + quarter * (at + static_cast<std::int64_t>(slots));
        }
    }
    return now;
}

std::uint64_t Budgets::limit(Budget budget, const BudgetKey& key) const {
    // WhatsApp has as many as texts have, counted by themselves.
    const std::uint64_t all =
        engine::leads_to_a_phone(key.channel) ? limits_.sms_day : limits_.mail_day;
    if (all == 0 || (budget == Budget::Country && key.channel != Channel::Sms)) {
        return 0;
    }
    const std::uint64_t share = budget == Budget::Account   ? account_share * relays_
                                : budget == Budget::List    ? list_share
                                : budget == Budget::Country ? country_share * relays_
                                                            : relays_;
    return std::max<std::uint64_t>(1, all / (share * (key.is_strangers ? strangers_share : 1)));
}

Budgets::CountKey Budgets::count_key(Budget budget, const BudgetKey& key) {
    const std::uint64_t whose = budget == Budget::List      ? key.list.value()
                                : budget == Budget::Account ? key.account.value()
                                                            : 0;
    return {budget, key.channel, key.is_strangers, whose,
            budget == Budget::Country ? key.country : std::string()};
}

std::optional<Budgets::Full> Budgets::check_recipient(const BudgetKey& key, Time now) {
    const auto found = recipients_.find(key.recipient.value());
    if (found == recipients_.end()) {
        return std::nullopt;
    }
    const Recipient& known = found->second;
    if (!key.is_strangers) {
        const auto until = full_until(known.others, limits_.recipient_day, day, now);
        return until ? std::optional(Full{Budget::RecipientDay, *until}) : std::nullopt;
    }
    if (const auto until = full_until(known.strangers, limits_.strangers_day, day, now)) {
        return Full{Budget::RecipientDay, *until};
    }
    const auto until = full_until(known.strangers, limits_.strangers_hour, hour, now);
    return until ? std::optional(Full{Budget::RecipientHour, *until}) : std::nullopt;
}

std::optional<Budgets::Full> Budgets::check(const BudgetKey& key, Time now) {
    if (auto full = check_recipient(key, now)) {
        return full;
    }
    for (const Budget budget : shared_budgets) {
        const std::uint64_t most = limit(budget, key);
        const auto found = counts_.find(count_key(budget, key));
        if (most > 0 && found != counts_.end() && found->second.count(now) >= most) {
            return Full{budget, found->second.next(now)};
        }
    }
    return std::nullopt;
}

Budgets::Recipient& Budgets::recipient(const BudgetKey& key, Time now) {
    Recipient& known = recipients_[key.recipient.value()];
    for (std::deque<Time>* times : {&known.strangers, &known.others}) {
        while (!times->empty() && times->front() + day <= now) {
            times->pop_front();
        }
    }
    return known;
}

// Those of the last day are kept; if there are too many even then, the first that come along go.
void Budgets::forget_idle(Time now) {
    if (recipients_.size() >= recipients_max) {
        std::erase_if(recipients_, [&](const auto& known) {
            const auto is_old = [&](const std::deque<Time>& times) {
                return times.empty() || times.back() + day <= now;
            };
            return is_old(known.second.strangers) && is_old(known.second.others);
        });
        if (recipients_.size() >= recipients_max) {
            recipients_.erase(recipients_.begin(),
                              std::next(recipients_.begin(), recipients_max / 10));
        }
    }
    if (counts_.size() >= counts_max) {
        for (auto one = counts_.begin(); one != counts_.end();) {
            one = one->second.count(now) == 0 ? counts_.erase(one) : std::next(one);
        }
    }
}

void Budgets::take(const BudgetKey& key, Time now) {
    forget_idle(now);
    Recipient& known = recipient(key, now);
    (key.is_strangers ? known.strangers : known.others).push_back(now);
    for (const Budget budget : shared_budgets) {
        if (limit(budget, key) > 0) {
            counts_[count_key(budget, key)].add(now, 1);
        }
    }
}

void Budgets::give_back(const BudgetKey& key, Time now) {
    Recipient& known = recipient(key, now);
    std::deque<Time>& times = key.is_strangers ? known.strangers : known.others;
    if (!times.empty()) {
        times.pop_back();
    }
    for (const Budget budget : shared_budgets) {
        const auto found = counts_.find(count_key(budget, key));
        if (found != counts_.end()) {
            found->second.add(now, -1);
        }
    }
}

}  // namespace standby::notify
