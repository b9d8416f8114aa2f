#include "core/rules/rules.hpp"

#include "core/audit/tomorrow.hpp"
#include "core/model/limits.hpp"
#include "core/model/name_table.hpp"

#include <algorithm>
#include <array>

namespace standby::core {
namespace {

bool within(Duration value, Duration low, Duration high) {
    return value >= low && value <= high;
}

std::optional<Refusal> check_windows(const Rules& rules) {
    if (!within(rules.claim_window, limits::claim_window_min, limits::claim_window_max)) {
        return invalid_field("rules.claim_window", "must be from 10 seconds to 60 days");
    }
    if (!within(rules.cutoff, Duration{0}, limits::rule_duration_max)) {
        return invalid_field("rules.cutoff", "must be from 0 to 366 days");
    }
    if (!within(rules.reminder_after, Duration{0}, limits::rule_duration_max)) {
        return invalid_field("rules.reminder_after", "must be from 0 to 366 days");
    }
    if (!within(rules.prove_within, Duration{0}, limits::rule_duration_max)) {
        return invalid_field("rules.prove_within", "must be from 0 to 366 days");
    }
    if (!within(rules.wave_interval, Duration{0}, limits::rule_duration_max)) {
        return invalid_field("rules.wave_interval", "must be from 0 to 366 days");
    }
    if (rules.patience && !within(*rules.patience, Duration{0}, limits::claim_window_max)) {
        return invalid_field("rules.patience", "must be from 0 to 60 days");
    }
    if (rules.auto_window && rules.late_yes && rules.reminder_after >= limits::auto_window_max) {
        return invalid_field("rules.reminder_after",
                             "must be less than 10 minutes: with claim_window auto and late_yes, "
                             "no offer is open longer");
    }
    if (rules.ping_after != Duration{0} &&
        !within(rules.ping_after, limits::ping_min, limits::rule_duration_max)) {
        return invalid_field("rules.ping_after", "must be 0, or from 1 to 366 days");
    }
    if (!within(rules.ping_grace, limits::ping_min, limits::ping_grace_max)) {
        return invalid_field("rules.ping_grace", "must be from 1 to 60 days");
    }
    if (rules.wave_size > 0 && rules.wave_interval == Duration{0}) {
        return invalid_field("rules.wave_interval", "must be set when wave_size is set");
    }
    if (rules.quiet_hours) {
        const QuietHours& quiet = *rules.quiet_hours;
        if (quiet.from_minute >= 24 * 60 || quiet.to_minute >= 24 * 60) {
            return invalid_field("rules.quiet_hours", "must be times of day from 00:00 to 23:59");
        }
        if (quiet.from_minute == quiet.to_minute) {
            return invalid_field("rules.quiet_hours", "must not start and end at the same time");
        }
    }
    return std::nullopt;
}

std::optional<Refusal> check_order(const Rules& rules) {
    if (rules.order == Order::HeadStart &&
        (rules.minutes_per_point == 0 || rules.minutes_per_point > limits::minutes_per_point_max)) {
        return invalid_field("rules.minutes_per_point", "must be from 1 minute to 31 days");
    }
    if (rules.order == Order::Lottery && !rules.draw_at) {
        return invalid_field("rules.draw_at", "must be set for a lottery");
    }
    if (rules.draw_seed.size() > limits::draw_seed_length_max) {
        return invalid_field("rules.draw_seed", "must be at most 64 characters");
    }
    if (rules.draw_words.size() > limits::draw_words_length_max) {
        return invalid_field("rules.draw_words", "must be at most 200 bytes");
    }
    return std::nullopt;
}

std::optional<Refusal> check_amounts(const Rules& rules) {
    if (rules.referral.points < 0 || rules.referral.points > limits::points_max) {
        return invalid_field("rules.referral.points", "must be from 0 to 1000000");
    }
    if (rules.referral.cap < 0 || rules.referral.cap > limits::points_max) {
        return invalid_field("rules.referral.cap", "must be from 0 to 1000000");
    }
    if (rules.payment &&
        (rules.payment->amount <= 0 || rules.payment->amount > limits::money_amount_max)) {
        return invalid_field("rules.payment", "must be more than zero");
    }
    return std::nullopt;
}

struct ShareFields {
    std::string_view amount;
    std::string_view percent;
};

// Exactly one of the two, within the price and in its currency.
std::optional<Refusal> check_share(const Share& share, const std::optional<Money>& price,
                                   ShareFields fields) {
    if (share.amount.has_value() == (share.percent_hundredths != 0)) {
        return invalid_field(fields.amount, "must be given, or percent_hundredths, and not both");
    }
    if (!share.amount) {
        return share.percent_hundredths > limits::percent_hundredths_max
                   ? std::optional(invalid_field(fields.percent, "must be from 1 to 10000"))
                   : std::nullopt;
    }
    if (share.amount->amount <= 0 || share.amount->amount > limits::money_amount_max) {
        return invalid_field(fields.amount, "must be more than zero");
    }
    if (price && share.amount->currency != price->currency) {
        return invalid_field(fields.amount, "must be in the currency of rules.payment");
    }
    if (price && share.amount->amount > price->amount) {
        return invalid_field(fields.amount, "must not be more than rules.payment");
    }
    return std::nullopt;
}

std::optional<Refusal> check_money(const Rules& rules) {
    if (rules.tax && (rules.tax->percent_hundredths == 0 ||
                      rules.tax->percent_hundredths > limits::percent_hundredths_max)) {
        return invalid_field("rules.tax.percent_hundredths", "must be from 1 to 10000");
    }
    if (rules.tax &&
        (rules.tax->label.empty() || rules.tax->label.size() > limits::tax_label_length_max)) {
        return invalid_field("rules.tax.label", "must be from 1 to 50 bytes");
    }
    if (rules.deposit) {
        if (!rules.payment) {
            return invalid_field("rules.deposit", "needs a price: rules.payment");
        }
        if (auto refusal =
                check_share(rules.deposit->share, rules.payment,
                            {"rules.deposit.amount", "rules.deposit.percent_hundredths"})) {
            return refusal;
        }
    }
    if (!rules.late_fee) {
        return std::nullopt;
    }
    if (!rules.late_fee->share.amount && !rules.payment) {
        return invalid_field("rules.late_fee.percent_hundredths", "needs a price: rules.payment");
    }
    if (rules.late_fee->within <= Duration{0} ||
        rules.late_fee->within > limits::rule_duration_max) {
        return invalid_field("rules.late_fee.within", "must be up to 366 days, and not 0");
    }
    return check_share(rules.late_fee->share, rules.payment,
                       {"rules.late_fee.amount", "rules.late_fee.percent_hundredths"});
}

}  // namespace

Rules RulesPatch::merged_into(const Rules& rules) const {
    Rules merged = rules;
    const auto names = [&](auto member) {
        RulesPatch one;
        one.mark(member);
        return (named_ & one.named_).any();
    };
    if (names(&Rules::claim_window)) {
        merged.auto_window = false;  // unless that is named, too
    }
    std::size_t index = 0;
    for_each_rule([&](std::string_view, auto member) {
        if (named_.test(index)) {
            merged.*member = values_.*member;
        }
        ++index;
    });
    return merged;
}

Rules default_rules(Kind kind) {
    Rules rules;
    if constexpr (tomorrow::is_here) {
        rules.later = tomorrow::rule;
    }
    rules.tell_ends = true;
    if (kind == Kind::Slots) {
        rules.late_yes = true;
        rules.auto_window = true;
        return rules;
    }
    rules.claim_window = kind == Kind::Seats ? std::chrono::hours{12} : std::chrono::hours{48};
    rules.after_miss = AfterOffer::Remove;
    rules.after_decline = AfterOffer::Remove;
    rules.max_misses = 0;
    if (kind == Kind::Seats) {
        rules.reminder_after = std::chrono::hours{2};
    } else {
        rules.order = Order::Score;
    }
    return rules;
}

Duration patience_of(const Rules& rules, Kind kind, Duration window) {
    const Duration most =
        kind == Kind::Slots ? limits::slot_patience_max : limits::place_patience_max;
    return rules.patience.value_or(std::min(window / 2, most));
}

std::optional<Refusal> check_rules(const Rules& rules) {
    if (auto refusal = check_windows(rules)) {
        return refusal;
    }
    if (auto refusal = check_order(rules)) {
        return refusal;
    }
    if (auto refusal = check_amounts(rules)) {
        return refusal;
    }
    return check_money(rules);
}

std::string_view name_of(Order order) {
    static constexpr auto names =
        std::to_array<std::string_view>({"fifo", "score", "head_start", "lottery"});
    return look_up(names, order);
}
std::string_view name_of(AfterOffer after) {
    static constexpr auto names = std::to_array<std::string_view>({"keep", "back", "remove"});
    return look_up(names, after);
}
std::string_view name_of(Visibility visibility) {
    static constexpr auto names = std::to_array<std::string_view>({"rank", "band", "hidden"});
    return look_up(names, visibility);
}
std::string_view name_of(DepositDue due) {
    static constexpr auto names = std::to_array<std::string_view>({"joining", "claiming"});
    return look_up(names, due);
}
std::string_view name_of(DepositFate fate) {
    static constexpr auto names = std::to_array<std::string_view>({"refunded", "kept"});
    return look_up(names, fate);
}
std::string_view name_of(PartyPolicy policy) {
    static constexpr auto names = std::to_array<std::string_view>({"strict", "fit"});
    return look_up(names, policy);
}

}  // namespace standby::core
