#include "app/payments/payment_keeper.hpp"

#include "app/payments/payment_joining.hpp"
#include "core/state/rows.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

namespace standby::app {
namespace {

using engine::Payment;
using engine::PaymentPhase;
using engine::PaymentPurpose;

constexpr std::size_t payment_lists_at_once = 200;
constexpr std::size_t payment_rows_at_once = 500;
constexpr std::size_t watched_payments_max =
    20'000;  // paid places that are looked at after a start

bool takes_payments(const core::Rules& rules) {
    return rules.payment.has_value();
}

}  // namespace

PaymentKeeper::PaymentKeeper(PaymentServices services,
                             std::function<bool(core::ResourceNumber)> serves)
    : services_(services), serves_(std::move(serves)) {}

void PaymentKeeper::start() {
    workers_ = std::make_unique<WorkerPool>(payment_threads, payment_jobs_max);
    waiters_ = std::make_unique<WorkerPool>(payment_waiting_threads, payment_jobs_max);
    thread_ = std::thread([this] { run(); });
    services_.accounts.tell(this);
}

void PaymentKeeper::stop() {
    services_.accounts.tell(nullptr);
    is_stopping_ = true;
    wake();
    if (thread_.joinable()) {
        thread_.join();
    }
    providers_.stop();
    waiters_.reset();
    workers_.reset();
    auto waiting = pages_.with([](Pages& pages) { return std::exchange(pages.waiting, {}); });
    for (auto& [offer, waiter] : waiting) {
        waiter.done({});
    }
}

void PaymentKeeper::wake() {
    {
        const std::scoped_lock lock(mutex_);
        is_woken_ = true;
    }
    changed_.notify_all();
}

void PaymentKeeper::run() {
    while (!is_stopping_) {
        {
            std::unique_lock lock(mutex_);
            changed_.wait_for(lock, payment_tick, [this] { return is_stopping_ || is_woken_; });
            is_woken_ = false;
        }
        if (!is_stopping_) {
            step();
        }
    }
}

void PaymentKeeper::settle(std::chrono::milliseconds patience) {
    constexpr std::chrono::milliseconds turn{5};
    const Moment until = std::chrono::steady_clock::now() + patience;
    const auto is_quiet = [this] {
        const bool is_news = news_.with([](const News& news) {
            return !news.claimed.empty() || !news.moved.empty() || !news.joined.empty() ||
                   !news.offered.empty() || !news.hints.empty();
        });
        return !is_news && jobs_ == 0;
    };
    if (has_seen_all_ && is_quiet() &&
        with_money_.with(
            [](const std::set<core::ResourceNumber>& lists) { return lists.empty(); })) {
        return;
    }
    bool was_quiet = false;
    while (!is_stopping_ && std::chrono::steady_clock::now() < until) {
        const bool is_now = is_quiet();
        const auto due = next_due();
        if (has_seen_all_ && is_now && was_quiet && (!due || *due > services_.clock.now())) {
            return;
        }
        was_quiet = is_now;
        wake();
        std::this_thread::sleep_for(turn);
    }
}

std::optional<Time> PaymentKeeper::next_due() {
    const auto due = services_.registry.due_payments(
        services_.clock.now() + 2 * paid_place_look_every, payment_rows_at_once);
    for (const Payment& row : due ? *due : std::vector<Payment>{}) {
        const bool is_watched = row.phase == PaymentPhase::Taken;
        if (!is_watched && row.next_look && serves_(row.resource)) {
            return row.next_look;
        }
    }
    return std::nullopt;
}

// What cannot be taken now is found by looking everywhere.
bool PaymentKeeper::post(std::function<void()> job) {
    ++jobs_;
    const bool is_posted = workers_->post([this, job = std::move(job)] {
        if (!is_stopping_) {
            job();
        }
        --jobs_;
    });
    if (!is_posted) {
        --jobs_;
        looks_everywhere_ = true;
    }
    return is_posted;
}

void PaymentKeeper::step() {
    const Moment now = std::chrono::steady_clock::now();
    if (looks_everywhere_.exchange(false) || now >= looked_everywhere_at_ + payment_scan_every) {
        looked_everywhere_at_ = now;
        post([this] { look_everywhere(); });
    }
    look_at_new_lists();
    take_news();
    take_due();
    end_waits();
}

// Lists without payments pass by after one look; most events are of such.
bool PaymentKeeper::is_about_money(core::ResourceNumber list, const engine::Committed& committed) {
    bool is_new = false;
    for (const core::Event& event : committed.events) {
        const auto* created = std::get_if<core::ResourceCreated>(&event.body);
        const auto* changed = std::get_if<core::RulesChanged>(&event.body);
        const auto* claimed = std::get_if<core::OfferClaimed>(&event.body);
        is_new |= (created != nullptr && takes_payments(created->rules)) ||
                  (changed != nullptr && takes_payments(changed->rules)) ||
                  (claimed != nullptr && claimed->awaiting == core::Awaiting::Payment);
    }
    return with_money_.with([&](std::set<core::ResourceNumber>& lists) {
        if (is_new) {
            lists.insert(list);
        }
        return lists.contains(list);
    });
}

void PaymentKeeper::on_committed(const engine::Committed& committed) {
    if (!is_about_money(committed.resource, committed)) {
        return;
    }
    news_.with([&](News& news) {
        for (const core::Event& event : committed.events) {
            const auto* claimed = std::get_if<core::OfferClaimed>(&event.body);
            if (claimed != nullptr && claimed->awaiting == core::Awaiting::Payment) {
                news.claimed.insert(core::offer_id(committed.resource, event.offer));
            } else if (std::holds_alternative<core::EntryJoined>(event.body) ||
                       std::holds_alternative<core::EntryVerified>(event.body)) {
                news.joined.insert(core::entry_id(committed.resource, event.entry));
            } else if (std::holds_alternative<core::OfferMade>(event.body)) {
                news.offered.insert(core::offer_id(committed.resource, event.offer));
            } else if (event.entry != 0 && !std::holds_alternative<core::OutsideStep>(event.body)) {
                news.moved.insert(core::entry_id(committed.resource, event.entry));
            }
        }
    });
    wake();
}

void PaymentKeeper::hint(const engine::PaymentHint& hint) {
    constexpr std::size_t hints_max = 10'000;  // what is dropped is looked at in its time
    news_.with([&](News& news) {
        if (news.hints.size() < hints_max) {
            news.hints.push_back(hint);
        }
    });
    wake();
}

void PaymentKeeper::take_news() {
    News news = news_.exchange({});
    for (const core::OfferId offer : news.claimed) {
        post([this, offer] { begin_for(offer); });
    }
    for (const core::EntryId entry : news.moved) {
        post([this, entry] { visit_moved(entry); });
    }
    for (const core::EntryId entry : news.joined) {
        post([this, entry] { begin_joining(entry); });
    }
    for (const core::OfferId offer : news.offered) {
        post([this, offer] { charge_in_advance(offer); });
    }
    for (engine::PaymentHint& hint : news.hints) {
        post([this, hint = std::move(hint)] { visit_hinted(hint); });
    }
}

void PaymentKeeper::take_due() {
    const auto due = services_.registry.due_payments(services_.clock.now(), payment_rows_at_once);
    if (!due) {
        return;
    }
    const Moment now = std::chrono::steady_clock::now();
    for (const Payment& row : *due) {
        const bool is_paused = paused_.with([&](std::map<std::uint64_t, Moment>& paused) {
            const auto found = paused.find(row.number);
            if (found != paused.end() && found->second <= now) {
                paused.erase(found);
                return false;
            }
            return found != paused.end();
        });
        const bool is_busy =
            busy_.with([&](const Busy& busy) { return busy.contains(row.number); });
        if (!is_paused && !is_busy && serves_(row.resource)) {
            post([this, number = row.number] { visit(number, PaymentWhy::Due); });
            pause(row.number);  // it need not be posted again at the next tick
        }
    }
}

void PaymentKeeper::pause(std::uint64_t number) {
    paused_.with([&](std::map<std::uint64_t, Moment>& paused) {
        paused[number] = std::chrono::steady_clock::now() + payment_pause;
    });
}

void PaymentKeeper::look_everywhere() {
    core::ResourceNumber after;
    for (;;) {
        const auto lists = services_.store.resources({}, after, payment_lists_at_once);
        if (!lists) {
            looks_everywhere_ = true;
            return;
        }
        for (const engine::ResourceListing& list : *lists) {
            after = list.number;
            const auto row = core::decode_resource_row(list.data);
            if (row && takes_payments(row->rules)) {
                with_money_.with(
                    [&](std::set<core::ResourceNumber>& all) { all.insert(list.number); });
                if (serves_(list.number)) {
                    look_at_list(list.number);  // again: a word may have been lost
                }
            }
        }
        if (lists->size() < payment_lists_at_once || is_stopping_) {
            break;
        }
    }
    has_seen_all_ = true;
    // Places that were paid for and may have ended meanwhile.
    const auto watched = services_.registry.due_payments(
        services_.clock.now() + 2 * paid_place_look_every, watched_payments_max);
    for (const Payment& row : watched ? *watched : std::vector<Payment>{}) {
        with_money_.with([&](std::set<core::ResourceNumber>& all) { all.insert(row.resource); });
        note(row);
        if (row.phase == PaymentPhase::Taken && serves_(row.resource)) {
            post([this, number = row.number] { visit(number, PaymentWhy::Place); });
        }
    }
}

// What another node ran until now may have been claimed there a moment ago.
void PaymentKeeper::look_at_new_lists() {
    std::set<core::ResourceNumber> served = with_money_.copy();
    std::erase_if(served, [this](core::ResourceNumber list) { return !serves_(list); });
    for (const core::ResourceNumber list : served) {
        if (!served_.contains(list)) {
            post([this, list] { look_at_list(list); });
        }
    }
    served_ = std::move(served);
}

void PaymentKeeper::look_at_list(core::ResourceNumber list) {
    constexpr std::uint8_t confirming[] = {static_cast<std::uint8_t>(core::OfferState::Confirming)};
    std::uint32_t after = 0;
    for (;;) {
        const auto rows = services_.store.rows(engine::RowTable::Offers, list, after,
                                               payment_rows_at_once, confirming);
        if (!rows) {
            looks_everywhere_ = true;
            return;
        }
        for (const engine::StoredRow& row : *rows) {
            after = row.number;
            const core::OfferId offer = core::offer_id(list, core::OfferNumber{row.number});
            post([this, offer] { begin_for(offer); });
        }
        if (rows->size() < payment_rows_at_once) {
            return;
        }
    }
}

void PaymentKeeper::visit_moved(core::EntryId entry) {
    if (!serves_(core::resource_of(entry))) {
        return;
    }
    const auto rows = services_.registry.payments_of(entry);
    if (!rows) {
        looks_everywhere_ = true;
        return;
    }
    for (const Payment& row : *rows) {
        if (!engine::is_over(row.phase)) {
            visit(row.number, PaymentWhy::Place);
        }
    }
}

void PaymentKeeper::visit_hinted(const engine::PaymentHint& hint) {
    auto rows = services_.registry.payments_known_as(hint.id);
    if (rows && rows->empty() && !hint.reference.empty()) {
        // It may be so quick that the row doesn't know the name yet.
        if (const auto offer = core::parse_offer_id(hint.reference)) {
            rows = services_.registry.payments_for(*offer);
        }
    }
    for (const Payment& row : rows ? *rows : std::vector<Payment>{}) {
        const bool is_theirs =
            row.provider == hint.provider && (!hint.account || *hint.account == row.account);
        if (!is_theirs || row.phase == PaymentPhase::Released ||
            row.phase == PaymentPhase::Failed) {
            continue;
        }
        if (serves_(row.resource)) {
            visit(row.number, PaymentWhy::Money);
        } else if (row.next_look) {
            // Another node's: it finds this at its next tick.
            Payment hurried = row;
            hurried.next_look = services_.clock.now();
            static_cast<void>(services_.registry.save_payment(hurried));
        }
    }
}

bool PaymentKeeper::visit_once(std::uint64_t number, PaymentWhy why) {
    PaymentVisit visitor{.services = services_,
                         .providers = providers_,
                         .is_stopping = is_stopping_,
                         .on_saved = [this](const Payment& row) { note(row); }};
    const bool is_done = visitor.visit(number, why);
    if (is_done) {
        paused_.with([&](std::map<std::uint64_t, Moment>& paused) { paused.erase(number); });
    } else {
        pause(number);
    }
    return is_done;
}

// One visit to a payment at a time: one that finds another under way has it look once more. False:
// it is, or something was out of reach.
bool PaymentKeeper::visit(std::uint64_t number, PaymentWhy why) {
    const bool is_first = busy_.with([&](Busy& busy) {
        const auto [found, is_new] = busy.try_emplace(number);
        if (!is_new && why != PaymentWhy::Due) {
            found->second = std::max(found->second.value_or(why), why);
        }
        return is_new;
    });
    if (!is_first) {
        return false;
    }
    for (;;) {
        const bool is_done = visit_once(number, why);
        const auto again = busy_.with([&](Busy& busy) {
            const auto wanted = std::exchange(busy[number], std::nullopt);
            if (!wanted || is_stopping_) {
                busy.erase(number);
            }
            return wanted;
        });
        if (!again || is_stopping_) {
            return is_done;
        }
        why = *again;
    }
}

}  // namespace standby::app
