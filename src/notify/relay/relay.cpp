#include "notify/relay/relay.hpp"

#include "base/assert.hpp"

#include <algorithm>

namespace standby::notify {
namespace {

using engine::Channel;
using engine::DeliveryState;
using engine::OutboxState;

constexpr std::size_t rows_at_once = 2'000;
constexpr std::size_t gathered_at_once = 100;
// Commits come faster than it pays to look.
constexpr Duration look_pause = std::chrono::milliseconds{5};
// Also looks without being woken, for what another look could not finish.
constexpr Duration look_interval = std::chrono::seconds{1};
constexpr Duration trouble_pause = std::chrono::milliseconds{200};
// What was gathered is kept for those that go almost at once.
constexpr std::size_t fresh_max = 64;

// Offers are tried as long as they live, everything else for about a day.
constexpr std::uint32_t attempts_max = 60;
// An offer whose guest cannot be reached: they may allow messages again, or give another address.
constexpr Duration unreached_pause = std::chrono::minutes{1};
constexpr Duration soon = std::chrono::seconds{2};
constexpr Duration unreadable_pause = std::chrono::seconds{5};

// When an offer whose guest cannot be reached is looked at again: not long after it may have gone
// on to somebody else, too.
Time next_look_at(const Gathered& gathered, Time now) {
    const std::optional<Time> patience_until = gathered.scene && gathered.scene->offer
                                                   ? gathered.scene->offer->patience_until
                                                   : std::nullopt;
    if (!patience_until) {
        return now + soon;  // the engine has yet to hear of it
    }
    const Time usual = now + unreached_pause;
    return *patience_until > now ? std::min(usual, *patience_until + soon) : usual;
}

// Those who have their mail taken in by the same server, as far as their addresses tell.
std::uint64_t neighbours_of(const Gathered& gathered) {
    const bool is_guest = audience_of(gathered.row.kind) == Audience::Guest;
    const std::string_view address = !is_guest         ? gathered.house.staff_email
                                     : gathered.person ? gathered.person->email
                                                       : std::string_view{};
    const std::size_t at = address.rfind('@');
    return at == std::string_view::npos ? 0 : std::hash<std::string_view>{}(address.substr(at + 1));
}

bool is_unsent_offer(const Gathered& gathered) {
    return engine::is_offer(gathered.row.kind) && gathered.scene && gathered.scene->offer &&
           gathered.scene->offer->state == core::OfferState::Live &&
           !gathered.scene->offer->sent_at;
}

}  // namespace

Relay::Relay(RelayServices services, const RelayOptions& options)
    : services_(std::move(services)),
      options_(options),
      rates_(options.rates, services_.gateway.now()),
      budgets_(options.budgets) {
    for (const Channel channel :
         {Channel::Mail, Channel::Sms, Channel::Webhook, Channel::WhatsApp}) {
        const auto provider = services_.providers.find(channel);
        channels_[channel].provider =
            provider == services_.providers.end() ? nullptr : provider->second;
    }
}

bool Relay::step(Time now, Duration patience) {
    now_ = now;
    share_rates(now);
    bool has_done = take_reports(now);
    if (begins_new_) {
        has_done |= tell_houses(now);
        hold_proofs(now);
        has_done |= look(now);
        has_done |= route(now);
        has_done |= send(now);
    }
    has_done |= report(now);
    has_done |= flush(now, !has_done);
    update_figures();
    if (has_done) {
        patience = Duration{0};
    }
    for (const auto& [channel, state] : channels_) {
        if (const auto at = lanes_.next(channel, rates_, now)) {
            const Time ready = std::max(*at, state.breaker.next(now));
            patience = has_room(channel, 0, now) ? std::clamp(ready - now, Duration{0}, patience)
                                                 : patience;
        }
    }
    for (const auto& at : {flush_at_, next_look_}) {
        if (at) {
            patience = std::clamp(*at - now, Duration{0}, patience);
        }
    }
    const std::size_t ended = services_.transport.poll(patience);
    return has_done || ended > 0;
}

bool Relay::is_waiting_for_others() const {
    const bool sends = std::ranges::any_of(
        channels_, [](const auto& state) { return state.second.in_flight > 0; });
    return sends || reports_out_ > 0 || !reports_.empty() || !ends_.empty();
}

std::optional<Time> Relay::next_due(Time now) {
    const auto message = services_.store.next_message_due(now).value_or(std::nullopt);
    const auto word = next_word(now);
    return message && word ? std::min(message, word) : message ? message : word;
}

void Relay::drain(Duration patience) {
    begins_new_ = false;
    constexpr Duration pause = std::chrono::milliseconds{20};
    for (Duration waited{0}; is_waiting_for_others() && waited < patience; waited += pause) {
        step(services_.gateway.now(), pause);
        services_.transport.poll(pause);
    }
    flush(services_.gateway.now(), true);
}

void Relay::change_provider(Channel channel, Provider* provider) {
    ChannelState& state = channels_.at(channel);
    state.provider = provider;
    state.warm_until.reset();
    state.breaker.on_changed();
    state.figures.refused.clear();
    if (provider == nullptr) {
        // Nothing is left that could be down; whoever was told so hears from the next one.
        state.breaker.on_answer();
        state.outage = {};
        state.figures.down_since.reset();
        state.figures.down_note.clear();
    }
    // What waited for the one before is planned anew, without the waits that it had caused.
    for (auto& [message, open] : known_) {
        if (open) {
            open->not_before.erase(channel);
        }
    }
    for (auto& [message, not_before] : held_) {
        not_before.erase(channel);
    }
    reroute(channel);
    look_again();
}

void Relay::wake() {
    if (!is_woken_.exchange(true)) {
        services_.transport.wake();
    }
}

void Relay::look_again() {
    starts_over_ = true;
    wake();
}

bool Relay::look(Time now) {
    if (starts_over_.exchange(false)) {
        cursor_ = {};
        is_woken_ = true;
    }
    if (known_.size() >= options_.known_max) {
        next_look_ = now + look_pause;
        return false;
    }
    const bool is_time = !next_look_ || now >= *next_look_;
    if (!is_woken_ && !is_time) {
        return false;
    }
    const bool is_too_soon = last_look_ && now < *last_look_ + look_pause && now > *last_look_;
    if (is_too_soon) {
        next_look_ = *last_look_ + look_pause;
        return false;
    }
    is_woken_ = false;
    last_look_ = now;
    next_look_ = now + look_interval;
    const auto due = services_.store.due_messages(cursor_, now, rows_at_once);
    if (!due) {
        next_look_ = now + trouble_pause;
        return false;
    }
    cursor_ = due->next;
    bool has_new = false;
    for (const engine::OutboxRow& row : due->rows) {
        if (known_.try_emplace(row.id, nullptr).second) {
            incoming_.push(row);
            has_new = true;
        }
    }
    if (!due->is_all) {
        is_woken_ = true;
        last_look_.reset();
    } else if (const auto next = next_due(now)) {
        next_look_ = std::min(*next_look_, *next);
    }
    return has_new || !due->is_all;
}

// Where there is a rate, messages must not gather behind a connection that is only being made: they
// would arrive all at once. So the first one goes alone.
bool Relay::has_room(Channel channel, std::size_t more, Time now) const {
    const ChannelState& state = channels_.at(channel);
    const bool has_rate =
        (channel == Channel::Mail && options_.rates.mail > 0) ||
        (channel == Channel::Sms && (options_.rates.sms > 0 || options_.rates.sms_sender > 0)) ||
        (channel == Channel::WhatsApp && options_.rates.whatsapp > 0);
    const bool is_cold = has_rate && (!state.warm_until || now > *state.warm_until);
    return state.in_flight + more < (is_cold ? 1 : options_.in_flight_max);
}

// Whether taking more out of the outbox would keep some channel busy that is idle now, or let
// something urgent go ahead.
bool Relay::is_hungry(Time now) const {
    bool has_provider = false;
    if (lanes_.would_overtake(turn_of(incoming_.front()))) {
        return true;
    }
    for (const auto& [channel, state] : channels_) {
        if (state.provider == nullptr || (channel == Channel::Webhook && !has_webhooks_)) {
            continue;
        }
        has_provider = true;
        // What waits for a slow sender or house must not hold up the others.
        const bool has_enough = lanes_.size(channel) >= fresh_max &&
                                lanes_.next(channel, rates_, now).value_or(now) <= now;
        if (has_room(channel, 0, now) && state.breaker.allows(now) &&
            rates_.next(channel, now) <= now && !has_enough) {
            return true;
        }
    }
    return !has_provider;
}

bool Relay::route(Time now) {
    if (incoming_.empty() || !is_hungry(now)) {
        return false;
    }
    std::vector<engine::OutboxRow> rows;
    while (!incoming_.empty() && rows.size() < gathered_at_once) {
        rows.push_back(incoming_.pop());
        std::unique_ptr<Open>& open = known_.at(rows.back().id);
        if (!open) {
            open = std::make_unique<Open>();
            open->row = rows.back();
            if (const auto held = held_.find(open->row.id); held != held_.end()) {
                open->not_before = std::move(held->second);
                held_.erase(held);
            }
        }
    }
    for (Gathered& gathered : gather_or_put_off(rows, now)) {
        apply_plan(std::move(gathered), now);
    }
    return true;
}

Result<std::vector<Gathered>, engine::StoreError>
Relay::gather(std::span<const engine::OutboxRow> rows) {
    auto all = TRY(services_.gatherer.gather(rows));
    for (Gathered& gathered : all) {
        has_webhooks_ |= !gathered.house.webhook_url.empty();
        if (gathered.outage) {
            const auto& waited = channels_.at(gathered.outage->channel).outage.waited;
            const auto found = waited.find(gathered.house.account);
            gathered.outage->waited = found == waited.end() ? 0 : found->second;
        }
        for (const engine::Delivery& newer : known_.at(gathered.row.id)->deliveries) {
            std::erase_if(gathered.deliveries, [&](const engine::Delivery& old) {
                return old.channel == newer.channel;
            });
            gathered.deliveries.push_back(newer);
        }
    }
    return all;
}

std::vector<Gathered> Relay::gather_or_put_off(const std::vector<engine::OutboxRow>& rows,
                                               Time now) {
    if (auto all = gather(rows)) {
        return *std::move(all);
    }
    std::vector<Gathered> some;
    for (const engine::OutboxRow& row : rows) {
        auto one = gather(std::span(&row, 1));
        if (one) {
            some.push_back(std::move(one->front()));
        } else if (one.error() == engine::StoreError::Fenced) {
            let_go(*known_.at(row.id));
        } else {
            put_off(*known_.at(row.id), now + unreadable_pause);
        }
    }
    return some;
}

Ways Relay::ways(Time now) const {
    const ChannelState& mail = channels_.at(Channel::Mail);
    const ChannelState& sms = channels_.at(Channel::Sms);
    const ChannelState& whatsapp = channels_.at(Channel::WhatsApp);
    return {.mail = mail.provider != nullptr,
            .sms = sms.provider != nullptr,
            .mail_works = mail.breaker.allows(now),
            .sms_works = sms.breaker.allows(now),
            .whatsapp = whatsapp.provider != nullptr,
            .whatsapp_works = whatsapp.breaker.allows(now),
            .told_elsewhere = options_.told_elsewhere};
}

void Relay::share_rates(Time now) {
    const std::uint32_t senders = senders_;
    if (senders == senders_counted_) {
        return;
    }
    senders_counted_ = senders;
    budgets_.share(senders);
    RateLimits share = options_.rates;
    for (double* rate : {&share.mail, &share.sms, &share.sms_sender, &share.whatsapp}) {
        *rate /= senders;
    }
    rates_ = Rates(share, now);
}

RateKey Relay::rate_key(const Gathered& gathered, Channel channel) const {
    return {.channel = channel,
            .sender = services_.writer.sender_of(gathered, channel),
            .account = gathered.house.account,
            .account_rate =
                channel == Channel::Webhook ? 0 : gathered.house.rate / senders_counted_};
}

void Relay::apply_plan(Gathered gathered, Time now) {
    Open& open = *known_.at(gathered.row.id);
    const Plan plan = plan_within_limits(gathered, open, ways(now), now);
    if (const auto* send_by = std::get_if<SendBy>(&plan)) {
        queue_up(std::make_unique<Gathered>(std::move(gathered)), *send_by, now);
    } else if (const auto* postpone = std::get_if<Postpone>(&plan)) {
        put_off(open, postpone->until, postpone->note);
    } else if (const auto* keep = std::get_if<KeepHere>(&plan)) {
        apply(*keep, open, now);
    } else if (const auto* drop = std::get_if<Drop>(&plan)) {
        apply(*drop, gathered, open);
    } else {
        apply(std::get<NoWay>(plan), gathered, open, now);
    }
}

void Relay::apply(const Drop& drop, const Gathered& gathered, Open& open) {
    const auto has_failed = [](const engine::Delivery& delivery) {
        return delivery.state == DeliveryState::Failed || delivery.state == DeliveryState::Blocked;
    };
    const bool is_dead =
        !gathered.deliveries.empty() && std::ranges::all_of(gathered.deliveries, has_failed);
    end(open, {.id = open.row.id,
               .state = is_dead ? OutboxState::Dead : OutboxState::Done,
               .note = is_dead ? gathered.deliveries.back().note : drop.note});
}

void Relay::apply(const KeepHere& keep, Open& open, Time now) {
    if (engine::is_offer(open.row.kind)) {
        tell_engine(open, core::ReportSent{open.row.offer, now}, now);
    }
    end(open, {.id = open.row.id, .note = keep.note});
}

void Relay::apply(const NoWay& no_way, const Gathered& gathered, Open& open, Time now) {
    const bool is_opted_out = no_way.cause == core::Undeliverable::Blocked;
    std::string note(is_opted_out ? engine::note_opted_out : "bounced");
    if (!no_way.note.empty()) {
        note = no_way.note;
    }
    for (const engine::Delivery& delivery : gathered.deliveries) {
        const bool is_reason = !is_opted_out && delivery.channel != Channel::Webhook &&
                               delivery.state == DeliveryState::Failed && !delivery.note.empty();
        note = is_reason ? delivery.note : note;
    }
    if (engine::is_offer(open.row.kind) && !has_reached_guest(gathered)) {
        tell_unreached(gathered, open, no_way.cause, now);
        put_off(open, next_look_at(gathered, now), std::move(note));
        return;
    }
    tell_unheard(gathered, open, now);
    const bool is_question = open.row.kind == engine::MessageKind::StillThere;
    const bool is_as_wished = (is_opted_out && !has_to_know(gathered)) ||
                              (is_question && no_way.cause == core::Undeliverable::NoChannel);
    end(open, {.id = open.row.id,
               .state = is_as_wished ? OutboxState::Done : OutboxState::Dead,
               .note = std::move(note)});
}

void Relay::queue_up(std::unique_ptr<Gathered> gathered, const SendBy& send_by, Time now) {
    const std::vector<Channel>& channels = send_by.channels;
    Open& open = *known_.at(gathered->row.id);
    open.account = gathered->house.account;
    open.neighbours = neighbours_of(*gathered);
    std::optional<Time> ready_at;
    std::vector<Channel> ready;
    for (const Channel channel : channels) {
        if (channels_.at(channel).breaker.is_open()) {
            note_held_up(channel, open.row.id, open.account, now);
        }
        const auto not_before = open.not_before.find(channel);
        if (not_before == open.not_before.end() || not_before->second <= now) {
            ready.push_back(channel);
        } else {
            ready_at = ready_at ? std::min(*ready_at, not_before->second) : not_before->second;
        }
    }
    open.guest_waits = send_by.guest_waits;
    if (send_by.no_way) {
        tell_unreached(*gathered, open, send_by.no_way->cause, now);
    } else if (!send_by.guest_waits) {
        judge_waiting(*gathered, open, channels, now);
    }
    if (ready.empty()) {
        ASSERT(ready_at);
        if (open.row.attempts >= attempts_max && !engine::is_offer(open.row.kind)) {
            give_up(*gathered, open, now);
        } else {
            put_off(open, *ready_at);
        }
        return;
    }
    const bool is_for_programs_only =
        std::ranges::all_of(channels, [](Channel channel) { return channel == Channel::Webhook; });
    if (is_for_programs_only && !send_by.guest_waits && open.untold == 0 &&
        is_unsent_offer(*gathered)) {
        // Nobody carries it to the guest, whose page shows it from now on.
        tell_engine(open, core::ReportSent{open.row.offer, now}, now);
    }
    open.note_when_sent = send_by.note;
    open.under_way = ready;
    open.has_more = ready_at.has_value();
    for (const Channel channel : ready) {
        const RateKey key = rate_key(*gathered, channel);
        Waiting waiting{.row = open.row, .neighbours = open.neighbours, .gathered = nullptr};
        if (lanes_.size(channel) < fresh_max) {
            waiting.gathered = std::make_unique<Gathered>(*gathered);
            waiting.gathered_at = now;
        }
        lanes_.push(key, std::move(waiting));
    }
}

void Relay::put_off(Open& open, Time until, std::string note) {
    ++counts_.put_back;
    if (note.empty() && !open.deliveries.empty()) {
        note = open.deliveries.back().note;
    }
    end(open, {.id = open.row.id,
               .state = OutboxState::Pending,
               .note = std::move(note),
               .again_at = std::max(until, now_ + Duration{1})});
}

// Another node has the resource. What was sent already is written down for it.
void Relay::let_go(Open& open) {
    open.is_elsewhere = true;
    if (open.deliveries.empty() && open.untold == 0) {
        known_.erase(open.row.id);
    } else {
        end(open, {.id = open.row.id});
    }
}

void Relay::give_up(const Gathered& gathered, Open& open, Time now) {
    tell_unheard(gathered, open, now);
    end(open, {.id = open.row.id,
               .state = OutboxState::Dead,
               .note = gathered.deliveries.empty() ? "could not be sent"
                                                   : gathered.deliveries.back().note});
}

}  // namespace standby::notify
