// Numbers are drawn per person and place, not one after the other: whatever the rules, the same
// person says the same about the same place, so that two sets of rules differ by the rules only.
#include "engine/whatif/what_if.hpp"

#include "base/assert.hpp"
#include "engine/whatif/recorded_offers.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>

namespace standby::engine::whatif {
namespace {

constexpr core::Actor staff{.kind = core::ActorKind::Staff, .id = 0};
// Marks what the record does not know.
constexpr std::uint64_t not_recorded = std::uint64_t{1} << 40U;

core::RulesPatch all_of(const core::Rules& rules) {
    core::RulesPatch patch;
    core::for_each_rule([&](std::string_view, auto member) { patch.set(member, rules.*member); });
    return patch;
}

// Which number in the record is which in the trial.
class Numbers {
public:
    explicit Numbers(const RecordedMonth& month)
        : month_(month),
          last_entry_(month.before->entries.last()),
          openings_(static_cast<std::uint32_t>(month.before->opening_states.size())) {}

    void add(core::Ticket recorded, core::Ticket tried) {
        entries_[recorded] = tried;
        recorded_entries_.try_emplace(tried, recorded);
    }
    void add(core::OpeningNumber recorded, core::OpeningNumber tried) {
        tried_openings_[recorded] = tried;
        recorded_openings_[tried] = recorded;
    }
    // An opening that stands in for another one.
    void reopen(core::OpeningNumber previous, core::OpeningNumber tried) {
        const auto recorded = month_.reopened.find(recorded_of(previous));
        if (recorded != month_.reopened.end()) {
            add(recorded->second, tried);
        }
    }

    // 0: there is no such entry in the trial.
    core::Ticket tried_of(core::Ticket recorded) const {
        if (recorded <= last_entry_) {
            return recorded;
        }
        const auto found = entries_.find(recorded);
        return found == entries_.end() ? 0 : found->second;
    }
    core::OpeningNumber tried_of(core::OpeningNumber recorded) const {
        if (recorded.value() < openings_) {
            return recorded;
        }
        const auto found = tried_openings_.find(recorded);
        return found == tried_openings_.end() ? core::OpeningNumber{} : found->second;
    }
    core::Ticket recorded_of(core::Ticket tried) const {
        const auto found = recorded_entries_.find(tried);
        return found == recorded_entries_.end() ? tried : found->second;
    }
    core::OpeningNumber recorded_of(core::OpeningNumber tried) const {
        if (tried.value() < openings_) {
            return tried;
        }
        const auto found = recorded_openings_.find(tried);
        return found == recorded_openings_.end() ? core::OpeningNumber{} : found->second;
    }

private:
    const RecordedMonth& month_;
    core::Ticket last_entry_;
    std::uint32_t openings_;
    std::unordered_map<core::Ticket, core::Ticket> entries_;
    std::unordered_map<core::Ticket, core::Ticket> recorded_entries_;
    std::unordered_map<core::OpeningNumber, core::OpeningNumber> tried_openings_;
    std::unordered_map<core::OpeningNumber, core::OpeningNumber> recorded_openings_;
};

// The same command about what these numbers are in the trial; nothing when there is no such thing.
std::optional<core::Command> translated(const core::Command& command, const Numbers& numbers,
                                        const core::ResourceState& state) {
    return std::visit(
        [&](auto copy) -> std::optional<core::Command> {
            using Kind = std::remove_cvref_t<decltype(copy)>;
            if constexpr (std::is_same_v<Kind, core::Join>) {
                copy.referrer = numbers.tried_of(copy.referrer);
                copy.beside = numbers.tried_of(copy.beside);
                copy.beside_epoch = copy.beside == 0 ? 0 : core::link_epoch(state, copy.beside);
            } else if constexpr (requires { copy.entry; }) {
                copy.entry = numbers.tried_of(copy.entry);
                if (copy.entry == 0) {
                    return std::nullopt;
                }
            }
            if constexpr (requires { copy.opening; }) {
                const bool is_named = copy.opening != core::OpeningNumber{};
                copy.opening = numbers.tried_of(copy.opening);
                if (is_named && copy.opening == core::OpeningNumber{}) {
                    return std::nullopt;
                }
            }
            return copy;
        },
        command);
}

core::Ticket entry_of(const core::Command& command) {
    return std::visit(
        [](const auto& each) -> core::Ticket {
            if constexpr (requires { each.entry; }) {
                return each.entry;
            } else {
                return 0;
            }
        },
        command);
}

// Whoever gave up waiting would not have given up the place that they have in the trial.
bool applies(const RecordedCommand& recorded, const core::Command& command,
             const core::ResourceState& state) {
    return !recorded.only_in_line ||
           state.entries.state(entry_of(command)) < core::EntryState::Accepted;
}

class Replaying {
public:
    Replaying(const MonthQuestion& question, std::uint64_t seed)
        : month_(question.month),
          zones_(question.zones),
          seed_(seed),
          numbers_(question.month),
          model_([&] {
              Prng random(mix64(seed));
              return question.model.draw(random);
          }()),
          state_(*question.month.before),
          trial_(state_, {.zones = &question.zones,
                          .ask = [this](const core::ResourceState&,
                                        const Question& asked) { return ask(asked); },
                          .answer_window = question.answer_window,
                          .is_here =
                              [this](core::Ticket entry) {
                                  return !month_.silent.contains(numbers_.recorded_of(entry));
                              }}) {
        trial_.on_event = [this](const core::Event& event) { follow(event); };
    }

    std::optional<core::Refusal> set_rules(const core::Rules& rules) {
        if (rules == state_.rules) {
            return std::nullopt;
        }
        core::PatchResource patch;
        patch.rules = all_of(rules);
        patch.draw_seed = state_.draw_seed;
        return trial_.give(patch, std::max(month_.from, state_.last_at), staff).refusal;
    }

    Tally play() {
        for (const RecordedCommand& recorded : month_.commands) {
            trial_.pass_until(recorded.at);
            const auto command = translated(recorded.command, numbers_, state_);
            if (!command || !applies(recorded, *command, state_)) {
                continue;
            }
            opening_ = recorded.opening;
            const core::Outcome outcome = trial_.give(*command, recorded.at, recorded.actor);
            opening_ = {};
            if (recorded.entry != 0 && outcome.answer.entry != 0) {
                numbers_.add(recorded.entry, outcome.answer.entry);
            }
        }
        trial_.pass_until(month_.to);
        return trial_.tally();
    }

private:
    // Numbers have to be known before the first question about what they name.
    void follow(const core::Event& event) {
        if (const auto* added = std::get_if<core::OpeningAdded>(&event.body)) {
            if (added->previous != core::OpeningNumber{}) {
                numbers_.reopen(added->previous, event.opening);
            } else if (opening_ != core::OpeningNumber{}) {
                numbers_.add(opening_, event.opening);
            }
        }
    }

    Told ask(const Question& asked) {
        const core::Ticket entry = numbers_.recorded_of(asked.entry);
        const core::OpeningNumber opening = numbers_.recorded_of(asked.opening);
        const bool has_slot = asked.opening != core::OpeningNumber{};
        const std::uint32_t ordinal = has_slot ? 0 : times_[entry]++;
        const std::uint64_t what = !has_slot ? ordinal
                                   : opening != core::OpeningNumber{}
                                       ? opening.value()
                                       : not_recorded | asked.opening.value();
        Prng random(mix64(seed_ ^ mix64(entry) ^ mix64(mix64(what))));
        const Circumstances when{.medium = month_.media.of(entry),
                                 .notice_band = notice_band(
                                     asked.starts_at
                                         ? std::optional<Duration>(*asked.starts_at - asked.send_at)
                                         : std::nullopt),
                                 .hour_band = hour_band_at(state_, zones_, asked.send_at)};
        const Curve& curve = model_.curve(when);
        const auto known = what >= not_recorded
                               ? month_.replies.end()
                               : month_.replies.find({entry, static_cast<std::uint32_t>(what)});
        if (known == month_.replies.end()) {
            return {.reply = curve.draw(random)};
        }
        const RecordedReply& recorded = known->second;
        return {.reply = recorded.reply.answer != Answer::None
                             ? recorded.reply
                             : curve.draw(random, recorded.listened),
                .sending = recorded.sending,
                .unreached = recorded.unreached,
                .falls_through = recorded.falls_through};
    }

    const RecordedMonth& month_;
    const core::ZoneBook& zones_;
    std::uint64_t seed_;
    Numbers numbers_;
    ResponseModel model_;
    core::ResourceState state_;
    Trial trial_;
    core::OpeningNumber opening_;  // the recorded one that is being opened
    std::unordered_map<core::Ticket, std::uint32_t> times_;  // counted places: asked so often
};

// The value below which that share of the sorted ones lies, between two of them where need be.
double quantile(const std::vector<double>& sorted, double share) {
    const double at = share * static_cast<double>(sorted.size() - 1);
    const auto low = static_cast<std::size_t>(at);
    const std::size_t high = std::min(low + 1, sorted.size() - 1);
    return sorted[low] + (sorted[high] - sorted[low]) * (at - static_cast<double>(low));
}

}  // namespace

std::optional<core::Refusal> objection_to(const MonthQuestion& question, const core::Rules& rules) {
    if (auto refusal = core::check_rules(rules)) {
        return refusal;
    }
    return Replaying(question, 0).set_rules(rules);
}

Tally play(const MonthQuestion& question, const core::Rules& rules, std::uint64_t seed) {
    Replaying replaying(question, seed);
    const auto refusal = replaying.set_rules(rules);
    ASSERT(!refusal);
    return replaying.play();
}

Figures summarise(const std::vector<Tally>& tallies) {
    Figures figures;
    if (tallies.empty()) {
        return figures;
    }
    std::vector<double> filled;
    std::vector<Duration> to_fill;
    Tally sum;
    for (const Tally& tally : tallies) {
        if (tally.freed > 0) {
            filled.push_back(static_cast<double>(tally.filled) / static_cast<double>(tally.freed));
        }
        sum.freed += tally.freed;
        sum.filled += tally.filled;
        sum.asked += tally.asked;
        sum.messages += tally.messages;
        sum.in_order += tally.in_order;
        to_fill.insert(to_fill.end(), tally.to_fill.begin(), tally.to_fill.end());
    }
    figures.seeds = static_cast<std::uint32_t>(tallies.size());
    figures.freed = sum.freed / tallies.size();
    if (filled.empty()) {
        return figures;
    }
    std::ranges::sort(filled);
    const auto per_place = [&](std::uint64_t count) {
        return static_cast<double>(count) / static_cast<double>(sum.freed);
    };
    figures.filled = per_place(sum.filled);
    figures.interval = {quantile(filled, 0.025), quantile(filled, 0.975)};
    figures.asked = per_place(sum.asked);
    figures.messages = per_place(sum.messages);
    if (!to_fill.empty()) {
        const auto middle = to_fill.begin() + static_cast<std::ptrdiff_t>(to_fill.size() / 2);
        std::ranges::nth_element(to_fill, middle);
        figures.time_to_fill = *middle;
    }
    if (sum.filled > 0) {
        figures.order_kept = static_cast<double>(sum.in_order) / static_cast<double>(sum.filled);
    }
    return figures;
}

Figures play_all(const MonthQuestion& question, const core::Rules& rules, std::uint32_t seeds,
                 const GoOn& go_on) {
    std::vector<Tally> tallies;
    for (std::uint32_t seed = 1; seed <= seeds; ++seed) {
        tallies.push_back(play(question, rules, seed));
        if (go_on && !go_on(seed)) {
            break;
        }
    }
    return summarise(tallies);
}

}  // namespace standby::engine::whatif
