// From the lanes to the providers, and what these say.
#include "base/assert.hpp"
#include "notify/relay/relay.hpp"

#include <algorithm>

namespace standby::notify {
namespace {

using engine::Channel;
using engine::DeliveryState;

constexpr std::size_t sent_at_once = 50;
// What was gathered longer ago is gathered again.
constexpr Duration fresh_for = std::chrono::seconds{1};

// Shorter than connections are kept.
constexpr Duration warm_for = std::chrono::seconds{30};

struct Patience {
    Duration first;
    Duration most;
};
// An offer is tried as long as it lives, but not every minute of the day.
Patience patience_for(const engine::OutboxRow& row) {
    using std::chrono::minutes;
    using std::chrono::seconds;
    constexpr std::uint32_t attempts_in_a_hurry = 15;
    if (!is_urgent(row.kind)) {
        return {seconds{5}, minutes{30}};
    }
    return {seconds{2}, row.attempts <= attempts_in_a_hurry ? minutes{1} : minutes{10}};
}

}  // namespace

bool Relay::send(Time now) {
    bool has_done = false;
    for (const auto& [channel, state] : channels_) {
        while (send_on(channel, now)) {
            has_done = true;
        }
    }
    return has_done;
}

// A handful on one channel. True: there may be more.
bool Relay::send_on(Channel channel, Time now) {
    ChannelState& state = channels_.at(channel);
    std::vector<Lanes::Picked> picked;
    while (picked.size() < sent_at_once && state.breaker.allows(now) &&
           has_room(channel, picked.size(), now)) {
        // Those who are put off may be so for a reason of their own.
        auto next = state.breaker.is_open()
                        ? lanes_.pick_beside(channel, rates_, now, state.outage.put_off)
                        : lanes_.pick(channel, rates_, now);
        if (!next) {
            break;
        }
        if (state.breaker.is_open()) {
            state.breaker.on_start(now);
        }
        picked.push_back(*std::move(next));
    }
    std::vector<engine::OutboxRow> stale;
    for (Lanes::Picked& one : picked) {
        if (one.waiting.gathered && one.waiting.gathered_at + fresh_for < now) {
            one.waiting.gathered.reset();
        }
        if (!one.waiting.gathered) {
            stale.push_back(one.waiting.row);
        }
    }
    auto gathered = gather(stale);
    std::size_t next_fresh = 0;
    for (Lanes::Picked& one : picked) {
        if (!one.waiting.gathered && !gathered) {
            call_off(*known_.at(one.waiting.row.id), one.key);
            continue;
        }
        if (!one.waiting.gathered) {
            one.waiting.gathered = std::make_unique<Gathered>(std::move((*gathered)[next_fresh++]));
        }
        dispatch(std::move(one.waiting.gathered), one.key, now);
    }
    return !picked.empty();
}

// It was its turn, but it does not leave: it is looked at again.
void Relay::call_off(Open& open, const RateKey& key) {
    rates_.give_back(key);
    std::erase(open.under_way, key.channel);
    channels_.at(key.channel).breaker.on_cancelled();
    conclude(open);
}

// Those that wait for a provider that does not answer may have another way.
void Relay::reroute(Channel channel) {
    for (const Waiting& waiting : lanes_.take_all(channel)) {
        Open& open = *known_.at(waiting.row.id);
        std::erase(open.under_way, channel);
        conclude(open);
    }
}

// Of the guest it goes to: what becomes of messages to staff says nothing about any guest.
core::ContactKey Relay::address_of(const Gathered& gathered, Channel channel) {
    if (audience_of(gathered.row.kind) != Audience::Guest) {
        return {};
    }
    switch (channel) {
    case Channel::Mail:
        return gathered.email;
    case Channel::Sms:
    case Channel::WhatsApp:
        return gathered.phone;
    case Channel::Webhook:
        break;
    }
    return {};
}

// Sends it, unless it has become pointless while it waited.
void Relay::dispatch(std::unique_ptr<Gathered> gathered, const RateKey& key, Time now) {
    Open& open = *known_.at(gathered->row.id);
    // It may be the one that finds out whether the provider is back.
    Ways open_ways = ways(now);
    (key.channel == Channel::Sms        ? open_ways.sms_works
     : key.channel == Channel::WhatsApp ? open_ways.whatsapp_works
                                        : open_ways.mail_works) = true;
    const Plan plan = plan_within_limits(*gathered, open, open_ways, now);
    const auto* send_by = std::get_if<SendBy>(&plan);
    const bool is_still_right =
        send_by != nullptr &&
        std::ranges::find(send_by->channels, key.channel) != send_by->channels.end();
    const auto message = is_still_right ? services_.writer.write(*gathered, key.channel, now)
                                        : std::unexpected(engine::StoreError::NotCommitted);
    if (!message) {
        call_off(open, key);
        return;
    }
    ChannelState& state = channels_.at(key.channel);
    ASSERT(state.provider != nullptr);
    ++state.in_flight;
    const core::ContactKey address = address_of(*gathered, key.channel);
    BudgetKey budget = budget_key(*gathered, key.channel);
    if (budget.recipient.value() != 0) {
        budgets_.take(budget, now);
    }
    if (message->kept) {
        keep(open, *message->kept);
    }
    state.provider->send(*message, services_.transport,
                         [this, id = open.row.id, budget = std::move(budget), address](
                             const SendResult& result) { on_result(id, budget, address, result); });
}

// Whatever becomes of it, these are the words it was tried with.
void Relay::keep(Open& open, engine::KeptWords words) {
    std::erase_if(open.words, [&](const auto& old) { return old.channel == words.channel; });
    open.words.push_back(std::move(words));
}

// What an answer says about the channel itself.
void Relay::heed(Channel channel, core::ContactKey recipient, const SendResult& result, Time now) {
    ChannelState& state = channels_.at(channel);
    const bool was_open = state.breaker.is_open();
    const bool is_deferral = result.outcome == SendOutcome::Later && channel != Channel::Webhook;
    if (result.outcome == SendOutcome::Unavailable) {
        state.breaker.on_failure(now);
    } else if (is_deferral) {
        state.breaker.on_deferral(now, recipient.value());
    } else {
        state.breaker.on_answer();
    }
    if (result.outcome != SendOutcome::Unavailable) {
        state.warm_until = now + warm_for;
    }
    if (result.outcome == SendOutcome::Sent) {
        state.doubted.clear();
    }
    watch(channel, result.outcome, now);
    if (state.breaker.is_open() && !was_open) {
        on_down(channel, result.note, now);
        reroute(channel);
    } else if (!state.breaker.is_open() && was_open) {
        on_back(channel, result.note, now);
    }
}

// One template may be refused while the others are taken.
void Relay::heed_template(Channel channel, const SendResult& result, Time now) {
    auto& refused = channels_.at(channel).figures.refused;
    if (result.form.empty()) {
        return;
    }
    if (result.outcome == SendOutcome::Sent) {
        refused.erase(result.form);
    } else if (result.outcome == SendOutcome::Refused) {
        const bool is_new = refused.try_emplace(result.form, now, result.note).second;
        if (is_new) {
            services_.report("whatsapp_template_refused", result.note);
        }
    }
}

void Relay::on_result(std::uint64_t message, const BudgetKey& budget, core::ContactKey address,
                      const SendResult& result) {
    const Time now = services_.gateway.now();
    const Channel channel = budget.channel;
    if (result.outcome != SendOutcome::Sent && budget.recipient.value() != 0) {
        budgets_.give_back(budget, now);
    }
    ChannelState& state = channels_.at(channel);
    Open& open = *known_.at(message);
    --state.in_flight;
    std::erase(open.under_way, channel);
    heed(channel, budget.recipient, result, now);
    heed_template(channel, result, now);
    if (result.news && address.value() != 0) {
        (void)services_.registry.note_whatsapp(address, *result.news, now);
    }
    // What fails because nobody can be reached is not held against the message.
    if (result.outcome == SendOutcome::Later) {
        state.outage.put_off.insert(open.neighbours);
    }
    const bool is_for_nobody = result.outcome == SendOutcome::Unavailable ||
                               (result.outcome == SendOutcome::Later && state.breaker.is_open());
    open.row.attempts =
        is_for_nobody ? std::max(open.row.attempts, std::uint32_t{1}) : open.row.attempts + 1;
    engine::Delivery delivery{.message = message,
                              .channel = channel,
                              .address = address,
                              .changed_at = now,
                              .provider_id = result.provider_id,
                              .note = result.note};
    if (result.outcome == SendOutcome::Sent) {
        delivery.state = DeliveryState::Sent;
        delivery.sent_at = now;
        ++state.figures.sent;
        if (engine::is_offer(open.row.kind) && channel != Channel::Webhook) {
            // Heard of: the window starts.
            counts_.last_lag = now - open.row.due_at;
            tell_engine(open, core::ReportSent{open.row.offer, now}, now);
        }
        if (channel != Channel::Webhook) {
            let_proof_run(open, now);
        }
    } else {
        note_failure(open, delivery, result, now);
    }
    std::erase_if(open.deliveries,
                  [&](const engine::Delivery& old) { return old.channel == channel; });
    open.deliveries.push_back(std::move(delivery));
    if (open.under_way.empty()) {
        conclude(open);
    }
}

void Relay::note_failure(Open& open, engine::Delivery& delivery, const SendResult& result,
                         Time now) {
    RelayFigures::OfChannel& figures = channels_.at(delivery.channel).figures;
    switch (result.outcome) {
    case SendOutcome::Sent:
        UNREACHABLE();
    case SendOutcome::Later:
    case SendOutcome::Unavailable: {
        note_held_up(delivery.channel, open.row.id, open.account, now);
        if (delivery.channel != Channel::Webhook) {
            hold_proof(open.row, now);
        }
        const Patience patience = patience_for(open.row);
        delivery.state = DeliveryState::Trying;
        open.not_before[delivery.channel] =
            now + retry_delay(open.row.id, open.row.attempts, patience.first, patience.most,
                              result.retry_after);
        ++figures.later;
        return;
    }
    case SendOutcome::Blocked:
        delivery.state = DeliveryState::Blocked;
        close_address(delivery.address, engine::OptOutSource::Stop, now);
        break;
    case SendOutcome::Bounced:
        delivery.state = DeliveryState::Failed;
        if (result.address_is_dead) {
            close_address(delivery.address, engine::OptOutSource::Unreachable, now);
        }
        break;
    case SendOutcome::Refused:
        delivery.state = DeliveryState::Failed;
        break;
    }
    ++figures.bounced;
    services_.report("message_not_delivered", engine::format_message_id(open.row.id) + " by " +
                                                  std::string(engine::name_of(delivery.channel)) +
                                                  ": " + result.note);
}

// For every account: they all write from the same numbers and servers.
void Relay::close_address(core::ContactKey address, engine::OptOutSource source, Time now) {
    if (address.value() != 0) {
        (void)services_.registry.opt_out({address, source, now});
    }
}

// Nothing of it is under way any more: it is over, or looked at again with what is known now.
void Relay::conclude(Open& open) {
    if (!open.under_way.empty()) {
        return;
    }
    const bool all_sent = !open.has_more && !open.guest_waits && !open.deliveries.empty() &&
                          std::ranges::all_of(open.deliveries, [](const auto& delivery) {
                              return delivery.state == DeliveryState::Sent;
                          });
    if (all_sent) {
        end(open, {.id = open.row.id, .note = open.note_when_sent});
    } else {
        incoming_.push(open.row);
    }
}

}  // namespace standby::notify
