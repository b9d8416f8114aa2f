// The relay: takes messages that are due out of the outbox, decides what becomes of each, writes
// them, hands them to providers at the pace these allow, and records the end. At least once: a
// message leaves the outbox only after the provider has it, and keeps its id at every attempt.
//
// Belongs to one thread, which calls `step` again and again; only `wake`, `look_again`, `share` and
// `figures` may be called from others.
#pragma once

#include "base/guarded.hpp"
#include "engine/ports/gateway.hpp"
#include "notify/relay/budgets.hpp"
#include "notify/relay/gather.hpp"
#include "notify/relay/lanes.hpp"
#include "notify/relay/message_writer.hpp"
#include "notify/relay/plan.hpp"
#include "notify/relay/provider.hpp"
#include "notify/relay/rates.hpp"
#include "notify/relay/retry.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace standby::notify {

struct RelayServices {
    engine::Store& store;
    engine::Registry& registry;
    engine::Gateway& gateway;
    Gatherer& gatherer;
    const MessageWriter& writer;
    Transport& transport;
    // Those that are missing have no provider: what would go there stays here.
    std::map<engine::Channel, Provider*> providers;
    // What an operator should hear of: "mail_provider_down", with a note that holds no personal
    // data.
    std::function<void(std::string_view event, std::string_view note)> report;
};

struct RelayOptions {
    RateLimits rates;
    BudgetLimits budgets;
    // Texts go to the countries that the house names, or to its own: those of its zone, of the
    // list's zone and of the numbers that texts are sent from.
    bool keeps_to_countries = false;
    ToldElsewhere told_elsewhere = ToldElsewhere::Auto;  // see Ways
    std::vector<std::string> sender_countries = {};
    std::size_t in_flight_max = 16;   // messages on their way, per channel
    std::size_t known_max = 200'000;  // messages in memory
};

struct RelayFigures {
    struct OfChannel {
        std::uint64_t sent = 0;
        std::uint64_t later = 0;    // attempts that have to be repeated
        std::uint64_t bounced = 0;  // or blocked, or refused
        std::size_t waiting = 0;
        std::size_t in_flight = 0;
        bool is_set_up = false;
        // Nobody can be reached by it, since when, and what was said last.
        bool is_open = false;
        std::optional<Time> down_since = {};
        std::string down_note = {};
        // WhatsApp: templates that were refused and not taken since, with what was said and when.
        struct Refusal {
            Time at{};
            std::string note;
        };
        std::map<std::string, Refusal> refused = {};
    };
    std::map<engine::Channel, OfChannel> channels;
    std::uint64_t done = 0;
    std::uint64_t dead = 0;
    std::uint64_t put_back = 0;
    std::size_t known = 0;
    Duration last_lag{0};  // from due to sent, of the last offer
    // How often messages were kept back: by each budget, and as texts to other countries.
    std::array<std::uint64_t, budget_count> held = {};
    std::uint64_t held_by_country = 0;
};

class Relay {
public:
    // Everything named must outlive the relay.
    Relay(RelayServices services, const RelayOptions& options);

    // Does what can be done now, waiting up to `patience` for something to happen. True: something
    // was done, and more may be possible at once.
    bool step(Time now, Duration patience);
    // Whether messages are under way that only a provider or the engine can bring on.
    bool is_waiting_for_others() const;
    // When the next message falls due that is not under way; nothing when none will.
    std::optional<Time> next_due(Time now);
    // Lets what is on its way arrive, for at most so long, and records it. Nothing new is begun.
    void drain(Duration patience);

    // Gives a channel another provider; null: none. On the relay's own thread. What is under way
    // with the one before comes to its end.
    void change_provider(engine::Channel channel, Provider* provider);
    void set_sender_countries(std::vector<std::string> countries) {
        options_.sender_countries = std::move(countries);
    }

    void wake();        // there may be something new
    void look_again();  // something old may be due again
    // So many relays send for the same houses: each keeps to its part of the rates.
    void share(std::uint32_t relays) { senders_ = relays; }
    RelayFigures figures() const { return figures_.copy(); }

private:
    // A message that this relay has in hand.
    struct Open {
        engine::OutboxRow row;
        engine::AccountNumber account;             // whose it is, once that is known
        std::uint64_t neighbours = 0;              // of the mail address that it goes to
        std::vector<engine::Delivery> deliveries;  // changes since it was read
        std::vector<engine::KeptWords> words;      // that were handed to providers since then
        std::string note_when_sent = "sent";
        std::map<engine::Channel, Time> not_before;
        std::vector<engine::Channel> under_way;
        bool has_more = false;                  // some channel is to be tried later
        bool guest_waits = false;               // only programs were told
        bool is_elsewhere = false;              // another node has the resource by now
        std::uint32_t untold = 0;               // reports that the engine has not taken yet
        std::optional<engine::MessageEnd> end;  // waits for these
    };
    // What staff have to be told about a channel.
    struct Outage {
        std::optional<Time> failing_since;  // without an answer, or with everybody put off
        std::optional<Time> sure_at;        // set while it is down: it is no hiccup from then on
        std::set<std::uint64_t> put_off;    // whose messages were, with none taken since
        std::optional<Time> tell_at;
        std::optional<Time> back_at;                                 // when to tell that it is back
        std::map<std::uint64_t, engine::AccountNumber> held_up;      // messages, and whose
        std::map<engine::AccountNumber, bool> houses;                // whose; done with
        std::map<engine::AccountNumber, std::uint64_t> waited = {};  // when it was over
        bool has_answered = false;                                   // since the start
    };
    struct ChannelState {
        Provider* provider = nullptr;
        std::size_t in_flight = 0;
        Breaker breaker;
        std::optional<Time> warm_until;  // it has answered of late
        // Offers of which the engine heard that their guests are put off, since one was taken.
        std::vector<std::pair<core::ResourceNumber, core::OfferNumber>> doubted;
        RelayFigures::OfChannel figures;
        Outage outage;
    };
    // A report that the engine has to take before the message ends.
    struct Report {
        std::uint64_t message = 0;  // 0: of none that is in hand
        core::ResourceNumber resource;
        core::Command command;
        Time try_at{};
    };

    // relay.cpp: from the outbox to the lanes.
    bool look(Time now);
    bool route(Time now);
    bool is_hungry(Time now) const;
    bool has_room(engine::Channel channel, std::size_t more, Time now) const;
    Result<std::vector<Gathered>, engine::StoreError>
    gather(std::span<const engine::OutboxRow> rows);
    // Those that cannot be gathered are put off, each for itself; those of resources that another
    // node has by now are its business.
    std::vector<Gathered> gather_or_put_off(const std::vector<engine::OutboxRow>& rows, Time now);
    void apply_plan(Gathered gathered, Time now);
    void queue_up(std::unique_ptr<Gathered> gathered, const SendBy& send_by, Time now);
    void apply(const KeepHere& keep, Open& open, Time now);
    void apply(const Drop& drop, const Gathered& gathered, Open& open);
    void apply(const NoWay& no_way, const Gathered& gathered, Open& open, Time now);
    // untold.cpp: offers whose guest was not reached.
    void tell_unheard(const Gathered& gathered, Open& open, Time now);
    // Confirmations that can't be sent: nobody's time to confirm runs out meanwhile.
    void hold_proof(const engine::OutboxRow& row, Time now);
    void hold_proofs(Time now);
    void let_proof_run(Open& open, Time now);
    void tell_unreached(const Gathered& gathered, Open& open, core::Undeliverable cause, Time now);
    // While an offer waits to be tried again: whether it is one guest who is not reached, or
    // nobody.
    void judge_waiting(const Gathered& gathered, Open& open, std::span<const engine::Channel> by,
                       Time now);
    void on_down(engine::Channel channel, const std::string& note, Time now);
    void on_back(engine::Channel channel, const std::string& note, Time now);

    // outage.cpp: what staff are told.
    void note_held_up(engine::Channel channel, std::uint64_t message, engine::AccountNumber account,
                      Time now);
    void note_ended(std::uint64_t message);
    void begin_outage(engine::Channel channel, Time now);
    void end_outage(engine::Channel channel, Time now);
    void watch(engine::Channel channel, SendOutcome outcome, Time now);
    bool tell_houses(Time now);
    Result<std::optional<Time>, engine::StoreError> tell_of_outage(engine::Channel channel,
                                                                   Outage& outage, Time now);
    std::optional<Time> next_word(Time now) const;

    void put_off(Open& open, Time until, std::string note = {});
    void let_go(Open& open);
    void give_up(const Gathered& gathered, Open& open, Time now);
    Ways ways(Time now) const;
    void share_rates(Time now);
    RateKey rate_key(const Gathered& gathered, engine::Channel channel) const;

    // holding.cpp: what may not leave, or not yet.
    // The plan, with the channels left out that may not be used; the message learns why.
    Plan plan_within_limits(Gathered& gathered, Open& open, const Ways& ways, Time now);
    std::optional<Held> held_back(const Gathered& gathered, engine::Channel channel, Time now);
    std::optional<Held> barred_country(const Gathered& gathered);
    void note_held(Gathered& gathered, Open& open, engine::Channel channel, Held held);
    void tell_operator(std::string_view what, Time now);
    static BudgetKey budget_key(const Gathered& gathered, engine::Channel channel);

    // sending.cpp: from the lanes to the providers and back.
    bool send(Time now);
    bool send_on(engine::Channel channel, Time now);
    void dispatch(std::unique_ptr<Gathered> gathered, const RateKey& key, Time now);
    void call_off(Open& open, const RateKey& key);
    static core::ContactKey address_of(const Gathered& gathered, engine::Channel channel);
    void reroute(engine::Channel channel);
    static void keep(Open& open, engine::KeptWords words);
    void heed(engine::Channel channel, core::ContactKey recipient, const SendResult& result,
              Time now);
    void on_result(std::uint64_t message, const BudgetKey& budget, core::ContactKey address,
                   const SendResult& result);
    void heed_template(engine::Channel channel, const SendResult& result, Time now);
    void note_failure(Open& open, engine::Delivery& delivery, const SendResult& result, Time now);
    void close_address(core::ContactKey address, engine::OptOutSource source, Time now);
    void conclude(Open& open);

    // recording.cpp: what becomes of them is written down.
    void tell_engine(Open& open, core::Command command, Time now);
    // Ends it as soon as the engine has heard what it must hear.
    void end(Open& open, engine::MessageEnd end);
    void end_now(Open& open, engine::MessageEnd end);
    bool report(Time now);
    bool take_reports(Time now);
    bool flush(Time now, bool is_idle);
    void hold_back(Open& open, const engine::MessageEnd& ended);
    void update_figures();

    RelayServices services_;
    RelayOptions options_;
    Rates rates_;
    Budgets budgets_;
    std::map<std::string, Time, std::less<>> told_operator_;  // when, of which budget
    Lanes lanes_;
    std::map<engine::Channel, ChannelState> channels_;
    TurnQueue<engine::OutboxRow> incoming_;
    std::unordered_map<std::uint64_t, std::unique_ptr<Open>> known_;  // null: not looked at yet
    struct HeldProof {
        Time since{};
        bool is_told = false;
    };
    std::unordered_map<std::uint64_t, HeldProof> held_proofs_;  // by the message
    std::optional<Time> proofs_seen_at_;
    // Of messages that were put off: when a channel may be tried that has to wait longer.
    std::unordered_map<std::uint64_t, std::map<engine::Channel, Time>> held_;
    engine::OutboxCursor cursor_;
    std::optional<Time> last_look_;
    std::optional<Time> next_look_;
    Time now_{};  // of the step under way
    std::vector<Report> reports_;
    std::size_t reports_out_ = 0;
    std::vector<engine::MessageEnd> ends_;
    std::optional<Time> flush_at_;
    RelayFigures counts_;
    bool begins_new_ = true;
    bool has_webhooks_ = false;  // some house wants them

    std::uint32_t senders_counted_ = 1;
    std::atomic<std::uint32_t> senders_ = 1;
    std::atomic<bool> is_woken_ = true;
    std::atomic<bool> starts_over_ = false;
    struct Told {
        std::uint64_t message = 0;
        core::ResourceNumber resource;
        core::Command command;
        std::optional<engine::Failure> failure;
    };
    Guarded<std::vector<Told>> told_;  // by the engine
    Guarded<RelayFigures> figures_;
};

}  // namespace standby::notify
