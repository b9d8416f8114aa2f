// Which sentence stands for which rule; the sentences themselves are in words/pages.
#include "http/pages/rule_words.hpp"

#include "base/assert.hpp"
#include "core/model/limits.hpp"
#include "core/rules/price_parts.hpp"
#include "http/pages/words/words.hpp"
#include "interchange/wording/formats.hpp"

#include <fmt/format.h>

#include <utility>

namespace standby::http {
namespace {

using core::AfterOffer;
using core::Kind;
using core::Order;
using core::Rules;

class RuleDescription {
public:
    RuleDescription(Kind kind, const Rules& rules, Language language, const Zone& zone,
                    std::string_view commitment)
        : kind_(kind), rules_(rules), language_(language), zone_(zone), commitment_(commitment) {}

    std::vector<std::string> sentences() && {
        add_order();
        add_window();
        add_answers();
        add_giving();
        add_list();
        return std::move(sentences_);
    }
    std::vector<std::string> price() && {
        add_price();
        return std::move(sentences_);
    }

private:
    void add(std::string sentence) { sentences_.push_back(std::move(sentence)); }
    void add(const Phrase& phrase) { sentences_.emplace_back(phrase.text()); }
    std::string length(Duration duration) const { return format_span(language_, duration); }

    void add_order() {
        switch (rules_.order) {
        case Order::Fifo:
            add(words_.fifo);
            return;
        case Order::Score:
            add(words_.score);
            break;
        case Order::HeadStart:
            add(words_.head_start.with(length(std::chrono::minutes{rules_.minutes_per_point})));
            break;
        case Order::Lottery:
            add_lottery();
            return;
        }
        if (rules_.referral.points > 0) {
            const auto number = [this](std::int32_t points) {
                return format_number(language_, static_cast<std::uint64_t>(points));
            };
            add(words_.referral.with(number(rules_.referral.points), number(rules_.referral.cap)));
        }
    }

    void add_lottery() {
        const Time draw_at = rules_.draw_at.value_or(Time{});
        add(words_.lottery.with(fmt::format(
            "{} ({})", interchange::format_moment({.language = language_, .zone = &zone_}, draw_at),
            zone_.name())));
        if (!commitment_.empty()) {
            add(words_.lottery_secret.with(commitment_));
        }
    }

    std::string window() const {
        switch (window_words(rules_)) {
        case WindowWords::Minutes:
            return words_.window_auto.with(minutes(core::limits::auto_window_min),
                                           minutes(core::limits::auto_window_max));
        case WindowWords::ByTime:
            return std::string(words_.window_by_time);
        case WindowWords::Fixed:
            break;
        }
        return words_.window.with(length(rules_.claim_window));
    }
    std::string minutes(Duration length) const {
        return format_number(language_,
                             static_cast<std::uint64_t>(length / std::chrono::minutes{1}));
    }

    void add_window() {
        add(window());
        if (rules_.quiet_hours) {
            const std::string from = format_clock(language_, rules_.quiet_hours->from_minute);
            const std::string to = format_clock(language_, rules_.quiet_hours->to_minute);
            add(rules_.urgent ? words_.quiet_hours_urgent.with(from, to)
                              : words_.quiet_hours.with(from, to));
        }
    }

    void add_answers() {
        add(one_of(rules_.after_miss, words_.miss_keep, words_.miss_back, words_.miss_remove));
        if (rules_.after_miss != AfterOffer::Remove && rules_.max_misses > 0) {
            add(words_.misses_max.with(language_, rules_.max_misses));
        }
        add(one_of(rules_.after_decline, words_.decline_keep, words_.decline_back,
                   words_.decline_remove));
        add_price();
        if (rules_.reminder_after > Duration{0}) {
            add(words_.reminder.with(length(rules_.reminder_after)));
        }
        if (rules_.patience && *rules_.patience > Duration{0}) {
            add(words_.patience.with(length(*rules_.patience)));
        }
        if (rules_.late_yes) {
            add(rules_.payment ? words_.late_yes_payment : words_.late_yes);
        }
        if (kind_ == Kind::Slots && rules_.instant_yes && !rules_.payment) {
            add(words_.instant_yes);
        }
    }

    void add_price() {
        if (!rules_.payment) {
            return;
        }
        const std::string price = format_money(language_, *rules_.payment);
        if (!rules_.deposit) {
            add(words_.payment.with(price));
        } else {
            const std::string deposit = part(rules_.deposit->share);
            add(rules_.deposit->due == core::DepositDue::OnJoining
                    ? words_.deposit_joining.with(price, deposit)
                    : words_.deposit_claiming.with(price, deposit));
            add_fates(*rules_.deposit);
        }
        if (rules_.tax && !rules_.tax->label.empty()) {
            add(words_.tax.with(
                format_money(language_, {.amount = core::tax_in(rules_.tax, rules_.payment->amount),
                                         .currency = rules_.payment->currency}),
                rules_.tax->label));
        }
        const bool is_deposit_alone =
            rules_.deposit && rules_.deposit->due == core::DepositDue::OnClaiming;
        if (!rules_.late_fee && !is_deposit_alone) {
            add(words_.no_refund);
        }
        const bool is_kept_anyway =
            is_deposit_alone && rules_.deposit->leaving == core::DepositFate::Kept;
        if (rules_.late_fee && !is_kept_anyway) {
            const bool is_amount = rules_.late_fee->share.amount.has_value();
            const std::string fee = is_amount
                                        ? format_money(language_, *rules_.late_fee->share.amount)
                                        : percent(rules_.late_fee->share.percent_hundredths);
            const std::string within = length(rules_.late_fee->within);
            add(is_amount ? words_.late_fee_amount.with(within, fee)
                          : words_.late_fee.with(within, fee));
        }
    }

    // "€9.00"; "20%" where each slot has a price of its own.
    std::string part(const core::Share& share) const {
        if (kind_ == Kind::Slots && !share.amount) {
            return percent(share.percent_hundredths);
        }
        return format_money(language_, {.amount = core::share_of(share, rules_.payment->amount),
                                        .currency = rules_.payment->currency});
    }
    // "20%", "7.5 %"
    std::string percent(std::uint32_t hundredths) const {
        std::string text = interchange::format_share(language_, hundredths, 10'000);
        if (hundredths % 100 == 0) {
            return text;
        }
        std::string decimals = fmt::format("{:02}", hundredths % 100);
        if (decimals.back() == '0') {
            decimals.pop_back();
        }
        const std::size_t end = text.find_first_not_of("0123456789");
        return text.insert(end, (language_ == Language::English ? "." : ",") + decimals);
    }

    // When the deposit comes back, and when it doesn't.
    void add_fates(const core::Deposit& deposit) {
        const bool is_on_joining = deposit.due == core::DepositDue::OnJoining;
        std::vector<std::pair<core::DepositFate, std::string_view>> fates{
            {deposit.leaving, is_on_joining ? words_.deposit_leaving : words_.deposit_giving_back}};
        if (is_on_joining) {
            fates.emplace_back(deposit.never_offered, words_.deposit_never_offered);
            fates.emplace_back(deposit.declined, words_.deposit_declined);
        }
        fates.emplace_back(deposit.no_show, words_.deposit_no_show);
        for (const core::DepositFate fate :
             {core::DepositFate::Refunded, core::DepositFate::Kept}) {
            const std::string cases = cases_of(fates, fate);
            if (!cases.empty()) {
                add(fate == core::DepositFate::Refunded ? words_.deposit_back.with(cases)
                                                        : words_.deposit_kept.with(cases));
            }
        }
    }
    std::string cases_of(const std::vector<std::pair<core::DepositFate, std::string_view>>& fates,
                         core::DepositFate fate) const {
        std::vector<std::string_view> cases;
        for (const auto& [one, text] : fates) {
            if (one == fate) {
                cases.push_back(text);
            }
        }
        std::string text;
        for (std::size_t index = 0; index < cases.size(); ++index) {
            const bool is_last = index + 1 == cases.size() && index > 0;
            text = index == 0 ? std::string(cases[index])
                   : is_last  ? words_.deposit_or.with(text, cases[index])
                              : text + ", " + std::string(cases[index]);
        }
        return text;
    }

    void add_giving() {
        if (kind_ == Kind::Seats) {
            if (rules_.party == core::PartyPolicy::Strict) {
                add(words_.party_strict);
            } else {
                add(words_.party_fit.with(language_, rules_.max_passes));
            }
        }
        if (kind_ != Kind::Slots && rules_.wave_size > 0) {
            add(words_.waves.with(format_number(language_, rules_.wave_size),
                                  length(rules_.wave_interval)));
        }
        if (rules_.max_offers > 0) {
            add(words_.offers_max.with(language_, rules_.max_offers));
        }
        if (kind_ != Kind::Access && rules_.cutoff > Duration{0}) {
            add(words_.cutoff.with(length(rules_.cutoff)));
        }
    }

    void add_list() {
        if (rules_.verify_email) {
            add(words_.verify);
            if (rules_.prove_within > Duration{0}) {
                add(words_.prove_within.with(length(rules_.prove_within)));
            }
        }
        if (rules_.max_waiting > 0) {
            add(words_.waiting_max.with(language_, rules_.max_waiting));
        }
        if (rules_.ping_after > Duration{0}) {
            add(words_.ping.with(length(rules_.ping_after)));
        }
        if (rules_.visibility == core::Visibility::Band) {
            add(words_.band);
        } else if (rules_.visibility == core::Visibility::Hidden) {
            add(words_.hidden);
        }
        add(words_.priority);
    }

    static const Phrase& one_of(AfterOffer after, const Phrase& keep, const Phrase& back,
                                const Phrase& remove) {
        switch (after) {
        case AfterOffer::Keep:
            return keep;
        case AfterOffer::Back:
            return back;
        case AfterOffer::Remove:
            return remove;
        }
        UNREACHABLE();
    }

    Kind kind_;
    const Rules& rules_;
    Language language_;
    const Zone& zone_;
    std::string_view commitment_;
    const RuleWords& words_ = words_in(language_).rules;
    std::vector<std::string> sentences_;
};

}  // namespace

WindowWords window_words(const Rules& rules) {
    if (!rules.auto_window) {
        return WindowWords::Fixed;
    }
    return rules.late_yes ? WindowWords::Minutes : WindowWords::ByTime;
}

std::vector<std::string> describe_rules(Kind kind, const Rules& rules, Language language) {
    return describe_rules(kind, rules, language, Zone::utc());
}

std::vector<std::string> describe_rules(Kind kind, const Rules& rules, Language language,
                                        const Zone& zone, std::string_view commitment) {
    return RuleDescription(kind, rules, language, zone, commitment).sentences();
}

std::vector<std::string> describe_price(Kind kind, const Rules& rules, Language language) {
    return RuleDescription(kind, rules, language, Zone::utc(), {}).price();
}

}  // namespace standby::http
