// The payments of all lists that this server looks after: a thread says which are due, a few others
// visit them. What happens on the lists, what providers call out and what requests ask for makes a
// visit come sooner; without any of it each comes in its time, also after a restart.
#pragma once

#include "app/payments/payment_visit.hpp"
#include "app/runtime/worker.hpp"
#include "base/guarded.hpp"
#include "engine/ports/payment_desk.hpp"
#include "engine/ports/payment_hints.hpp"
#include "engine/shard/shard.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace standby::app {

inline constexpr std::size_t payment_threads = 4;
inline constexpr std::size_t payment_waiting_threads = 2;
inline constexpr std::size_t payment_jobs_max = 20'000;
// Of the wall: how often is looked for what is due, and how long until what was out of reach is
// tried again.
inline constexpr std::chrono::milliseconds payment_tick{200};
inline constexpr std::chrono::milliseconds payment_pause{1'000};
// Lists may come to a node from another one without a word.
inline constexpr std::chrono::seconds payment_scan_every{60};
// How long a request waits for a page to pay on, or for a charge.
inline constexpr std::chrono::seconds payment_answer_wait{8};

class PaymentKeeper final : public engine::PaymentHints, public engine::PaymentDesk {
public:
    // `serves` says whether this node carries the list out.
    PaymentKeeper(PaymentServices services, std::function<bool(core::ResourceNumber)> serves);
    ~PaymentKeeper() override { stop(); }

    void start();
    // Ends what is under way; while the engine still answers.
    void stop();
    // Does what is due by now, and waits for it, though not for long. For a clock moved by hand.
    void settle(std::chrono::milliseconds patience);
    // The next moment at which a payment is to be looked at by itself.
    std::optional<Time> next_due();
    // From the shards' threads, and quick.
    void on_committed(const engine::Committed& committed);

    void hint(const engine::PaymentHint& hint) override;

    bool has_payments(core::ResourceNumber list) const override;
    std::string page_of(core::OfferId offer) const override;
    void await_page(core::OfferId offer, std::function<void(std::string)> done) override;
    void prefer_card(core::OfferId offer, std::string method) override;
    void await_charge(core::OfferId offer, std::function<void(engine::CardCharge)> done) override;
    void keep_card(core::EntryId entry, std::function<void(std::uint64_t)> done) override;
    void hurry(std::uint64_t payment, std::function<void(bool)> done) override;
    void hurry(core::OfferId offer) override;
    void look_again() override;

private:
    using Moment = std::chrono::steady_clock::time_point;
    // Payments that are being visited, and why they are to be visited once more after that.
    using Busy = std::map<std::uint64_t, std::optional<PaymentWhy>>;
    struct News {
        std::set<core::OfferId> claimed;  // or asked about
        std::set<core::EntryId> moved;    // something happened to them, or to an offer of theirs
        std::set<core::EntryId> joined;   // or proved their address
        std::set<core::OfferId> offered;
        std::vector<engine::PaymentHint> hints;
    };
    struct Waiter {
        std::function<void(std::string)> done;
        Moment until;
    };
    struct Pages {
        std::map<core::OfferId, std::string> open;
        std::multimap<core::OfferId, Waiter> waiting;
    };
    struct Cards {
        std::map<core::OfferId, std::string> preferred;
    };

    void run();
    void step();
    void wake();
    bool post(std::function<void()> job);
    void take_news();
    void take_due();
    void end_waits();
    // Everything there is, as after a start: what was claimed while nobody listened.
    void look_everywhere();
    void look_at_list(core::ResourceNumber list);
    void look_at_new_lists();
    bool is_about_money(core::ResourceNumber list, const engine::Committed& committed);

    void begin_for(core::OfferId offer);
    bool add_payment(core::OfferId offer, const engine::Payment* before);
    void begin_joining(core::EntryId entry);
    void charge_in_advance(core::OfferId offer);
    std::uint64_t add_card_page(core::EntryId entry);
    std::optional<engine::Payment> new_row(core::ResourceNumber list, core::Ticket entry);
    void visit_moved(core::EntryId entry);
    void visit_hinted(const engine::PaymentHint& hint);
    void end_page(engine::Payment row);
    bool has_preferred_card(core::OfferId offer);
    bool visit(std::uint64_t number, PaymentWhy why);
    bool visit_once(std::uint64_t number, PaymentWhy why);
    void pause(std::uint64_t number);
    void note(const engine::Payment& row);
    engine::CardCharge charge_of(core::OfferId offer, std::chrono::milliseconds waited);

    const PaymentServices services_;
    const std::function<bool(core::ResourceNumber)> serves_;
    ProviderPool providers_;
    Guarded<News> news_;
    Guarded<std::set<core::ResourceNumber>> with_money_;  // lists on which something is paid
    Guarded<Busy> busy_;
    Guarded<std::map<std::uint64_t, Moment>> paused_;
    mutable Guarded<Pages> pages_;
    Guarded<Cards> cards_;
    std::set<core::ResourceNumber> served_;  // of those with money, at the last look; the thread's
    Moment looked_everywhere_at_{};          // the thread's
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_woken_ = false;  // protected by mutex_
    std::atomic<bool> is_stopping_ = false;
    std::atomic<bool> looks_everywhere_ = true;  // is to
    std::atomic<bool> has_seen_all_ = false;     // since the start
    std::atomic<std::size_t> jobs_ = 0;          // waiting, or under way
    std::unique_ptr<WorkerPool> workers_;
    std::unique_ptr<WorkerPool> waiters_;
    std::thread thread_;
};

// The latest attempt; null: there is none.
inline const engine::Payment* latest_of(const std::vector<engine::Payment>& rows) {
    const auto latest = std::ranges::max_element(rows, {}, &engine::Payment::attempt);
    return latest == rows.end() ? nullptr : &*latest;
}

}  // namespace standby::app
