// Whether it is one guest who cannot be told of an offer, or nobody at all. Of the one the engine
// hears, so that the list's patience with them begins; when nobody can be reached, it hears
// nothing, and the line stands still.
#include "notify/relay/relay.hpp"

#include <algorithm>

namespace standby::notify {
namespace {

using core::Undeliverable;
using engine::Channel;

// One failure may be the first of many that are everybody's; the second comes seconds later.
constexpr std::uint32_t attempts_before_doubt = 2;
constexpr std::size_t doubted_max = 10'000;
// Less than the shortest time to confirm that anybody would choose.
constexpr Duration hold_interval = std::chrono::minutes{20};
constexpr Duration look_interval = std::chrono::minutes{1};

// What the engine believes of a live offer.
Undeliverable believed(const Gathered& gathered) {
    return gathered.scene && gathered.scene->offer ? gathered.scene->offer->unreached
                                                   : Undeliverable::None;
}

// Staff told the guest themselves, or their page did: after all that became of the message.
bool is_told_otherwise(const Gathered& gathered) {
    if (!gathered.scene || !gathered.scene->offer || !gathered.scene->offer->sent_at) {
        return false;
    }
    const Time told_at = *gathered.scene->offer->sent_at;
    return std::ranges::all_of(gathered.deliveries, [&](const engine::Delivery& delivery) {
        return delivery.changed_at < told_at;
    });
}

}  // namespace

void Relay::tell_unreached(const Gathered& gathered, Open& open, Undeliverable cause, Time now) {
    const bool is_news = cause == Undeliverable::None || !is_told_otherwise(gathered);
    if (is_news && believed(gathered) != cause && open.untold == 0) {
        tell_engine(open, core::ReportUndeliverable{open.row.offer, cause}, now);
    }
}

// A question that reached nobody is no question: nobody is set aside for not answering it.
void Relay::tell_unheard(const Gathered& gathered, Open& open, Time now) {
    if (open.row.kind == engine::MessageKind::StillThere && !has_reached_guest(gathered)) {
        tell_engine(open, core::ReportUnheard{open.row.entry}, now);
    }
}

// Not of every hiccup, which the guest doesn't notice; and not every minute of a long outage.
void Relay::hold_proof(const engine::OutboxRow& row, Time now) {
    if (row.kind != engine::MessageKind::Verify || held_proofs_.size() >= options_.known_max) {
        return;
    }
    HeldProof& held = held_proofs_.try_emplace(row.id, HeldProof{.since = now}).first->second;
    if (now >= held.since + hold_interval) {
        held = {.since = now, .is_told = true};
        reports_.push_back({0, row.resource, core::ReportUnheard{row.entry}, now});
    }
}

void Relay::hold_proofs(Time now) {
    if (proofs_seen_at_ && now < *proofs_seen_at_ + look_interval) {
        return;
    }
    proofs_seen_at_ = now;
    // Some are another node's by now.
    std::erase_if(held_proofs_,
                  [&](const auto& held) { return now >= held.second.since + 3 * hold_interval; });
    const bool is_down = std::ranges::any_of(channels_, [](const auto& one) {
        return one.first != Channel::Webhook && one.second.breaker.is_open();
    });
    if (!is_down) {
        return;
    }
    for (const engine::OutboxRow& row : incoming_.in_no_order()) {
        hold_proof(row, now);
    }
    for (const auto& [message, open] : known_) {
        if (open && !open->end) {
            hold_proof(open->row, now);
        }
    }
}

// It has left after all: from now on there is the whole time to confirm.
void Relay::let_proof_run(Open& open, Time now) {
    const auto held = held_proofs_.find(open.row.id);
    if (held == held_proofs_.end()) {
        return;
    }
    if (held->second.is_told || now >= held->second.since + look_interval) {
        tell_engine(open, core::ReportUnheard{open.row.entry}, now);
    }
    held_proofs_.erase(held);
}

void Relay::judge_waiting(const Gathered& gathered, Open& open, std::span<const Channel> by,
                          Time now) {
    const bool is_live = gathered.scene && gathered.scene->offer &&
                         gathered.scene->offer->state == core::OfferState::Live;
    if (!engine::is_offer(open.row.kind) || !is_live || has_reached_guest(gathered)) {
        return;
    }
    std::optional<Channel> works;
    bool has_way = false;
    for (const Channel channel : by) {
        if (channel != Channel::Webhook) {
            has_way = true;
            works = channels_.at(channel).breaker.is_open() ? works : std::optional{channel};
        }
    }
    if (!has_way) {
        return;
    }
    if (!works) {
        if (believed(gathered) == Undeliverable::Unsent) {
            tell_unreached(gathered, open, Undeliverable::None, now);
        }
        return;
    }
    if (open.row.attempts >= attempts_before_doubt && believed(gathered) == Undeliverable::None) {
        tell_unreached(gathered, open, Undeliverable::Unsent, now);
        auto& doubted = channels_.at(*works).doubted;
        if (doubted.size() < doubted_max) {
            doubted.emplace_back(open.row.resource, open.row.offer);
        }
    }
}

// Those of whom it was thought that only they were not reached have their patience given back.
void Relay::on_down(Channel channel, const std::string& note, Time now) {
    ChannelState& state = channels_.at(channel);
    state.figures.down_since = now;
    state.figures.down_note = note;
    services_.report("provider_is_down", std::string(engine::name_of(channel)) + ": " + note);
    begin_outage(channel, now);
    for (const auto& [resource, offer] : std::exchange(state.doubted, {})) {
        reports_.push_back(
            {0, resource, core::ReportUndeliverable{offer, Undeliverable::None}, now});
    }
}

void Relay::on_back(Channel channel, const std::string& note, Time now) {
    ChannelState& state = channels_.at(channel);
    state.figures.down_since.reset();
    state.figures.down_note.clear();
    services_.report("provider_is_back", std::string(engine::name_of(channel)) + ": " + note);
    end_outage(channel, now);
}

}  // namespace standby::notify
