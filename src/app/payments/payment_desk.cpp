// What requests ask of the keeper of payments: where to pay, what became of a card, and to hurry.
#include "app/payments/payment_keeper.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace standby::app {

using engine::Payment;
using engine::PaymentPhase;
using engine::PaymentPurpose;

void PaymentKeeper::keep_card(core::EntryId entry, std::function<void(std::uint64_t)> done) {
    const auto shared = std::make_shared<std::function<void(std::uint64_t)>>(std::move(done));
    const bool is_posted = workers_ && workers_->post([this, entry, shared] {
        const std::uint64_t number =
            is_stopping_ || !serves_(core::resource_of(entry)) ? 0 : add_card_page(entry);
        if (number != 0) {
            visit(number, PaymentWhy::Place);
        }
        (*shared)(number);
    });
    if (!is_posted) {
        (*shared)(0);
    }
}

// A row as it is now: where its guest can pay, and whether another attempt follows.
void PaymentKeeper::note(const Payment& row) {
    if (row.offer == core::OfferNumber{}) {
        if (row.phase == PaymentPhase::Released && row.purpose == PaymentPurpose::Deposit) {
            news_.with(
                [&](News& news) { news.joined.insert(core::entry_id(row.resource, row.entry)); });
        }
        return;
    }
    const core::OfferId offer = core::offer_id(row.resource, row.offer);
    const bool is_open = row.phase == PaymentPhase::Paying && !row.url.empty();
    std::vector<Waiter> ready;
    pages_.with([&](Pages& pages) {
        if (!is_open) {
            pages.open.erase(offer);
            return;
        }
        pages.open[offer] = row.url;
        const auto [from, to] = pages.waiting.equal_range(offer);
        for (auto one = from; one != to; ++one) {
            ready.push_back(std::move(one->second));
        }
        pages.waiting.erase(from, to);
    });
    for (const Waiter& waiter : ready) {
        waiter.done(row.url);
    }
    if (row.phase == PaymentPhase::Released || row.phase == PaymentPhase::Failed) {
        hurry(offer);  // whose place is still theirs to pay for gets another page
    }
}

bool PaymentKeeper::has_payments(core::ResourceNumber list) const {
    return !has_seen_all_ || with_money_.with([&](const std::set<core::ResourceNumber>& lists) {
        return lists.contains(list);
    });
}

std::string PaymentKeeper::page_of(core::OfferId offer) const {
    return pages_.with([&](Pages& pages) {
        const auto found = pages.open.find(offer);
        return found == pages.open.end() ? std::string() : found->second;
    });
}

void PaymentKeeper::await_page(core::OfferId offer, std::function<void(std::string)> done) {
    std::string page = pages_.with([&](Pages& pages) {
        const auto found = pages.open.find(offer);
        if (found != pages.open.end() || is_stopping_) {
            return found == pages.open.end() ? std::string() : found->second;
        }
        pages.waiting.emplace(
            offer, Waiter{std::move(done), std::chrono::steady_clock::now() + payment_answer_wait});
        return std::string();
    });
    if (done) {
        done(std::move(page));
        return;
    }
    hurry(offer);
}

void PaymentKeeper::end_waits() {
    const Moment now = std::chrono::steady_clock::now();
    std::vector<Waiter> over;
    pages_.with([&](Pages& pages) {
        std::erase_if(pages.waiting, [&](auto& one) {
            const bool is_over = one.second.until <= now;
            if (is_over) {
                over.push_back(std::move(one.second));
            }
            return is_over;
        });
    });
    for (const Waiter& waiter : over) {
        waiter.done({});
    }
}

void PaymentKeeper::prefer_card(core::OfferId offer, std::string method) {
    cards_.with([&](Cards& cards) {
        if (method.empty()) {
            cards.preferred.erase(offer);
        } else {
            cards.preferred[offer] = std::move(method);
        }
    });
}

engine::CardCharge PaymentKeeper::charge_of(core::OfferId offer, std::chrono::milliseconds waited) {
    using Charged = engine::CardCharge::Outcome;
    constexpr std::chrono::seconds booking_wait{2};
    const auto rows = services_.registry.payments_for(offer);
    const Payment* latest = rows ? latest_of(*rows) : nullptr;
    if (latest == nullptr || has_preferred_card(offer)) {
        return {};  // it has not been tried yet
    }
    switch (latest->phase) {
    case PaymentPhase::Booking:
        // Theirs in a moment, unless a booking system is asked.
        return {.outcome = waited < booking_wait ? Charged::Pending : Charged::Authorised,
                .page = {}};
    case PaymentPhase::Taking:
    case PaymentPhase::Taken:
        return {.outcome = Charged::Authorised, .page = {}};
    case PaymentPhase::Paying:
        // Without a card of its own it follows one that was refused.
        return latest->url.empty()
                   ? engine::CardCharge{}
                   : engine::CardCharge{.outcome = Charged::Refused, .page = latest->url};
    default:
        return {};
    }
}

void PaymentKeeper::await_charge(core::OfferId offer,
                                 std::function<void(engine::CardCharge)> done) {
    const auto shared = std::make_shared<std::function<void(engine::CardCharge)>>(std::move(done));
    const bool is_posted = waiters_ && waiters_->post([this, offer, shared] {
        constexpr std::chrono::milliseconds pause{50};
        const Moment began = std::chrono::steady_clock::now();
        const Moment until = began + payment_answer_wait;
        engine::CardCharge charge = charge_of(offer, {});
        while (charge.outcome == engine::CardCharge::Outcome::Pending && !is_stopping_ &&
               std::chrono::steady_clock::now() < until) {
            std::this_thread::sleep_for(pause);
            charge = charge_of(offer, std::chrono::duration_cast<std::chrono::milliseconds>(
                                          std::chrono::steady_clock::now() - began));
        }
        (*shared)(std::move(charge));
    });
    if (!is_posted) {
        (*shared)({});
    }
}

void PaymentKeeper::hurry(std::uint64_t payment, std::function<void(bool)> done) {
    const auto shared = std::make_shared<std::function<void(bool)>>(std::move(done));
    const bool is_posted = waiters_ && waiters_->post([this, payment, shared] {
        constexpr std::chrono::milliseconds turn{50};
        const Moment until = std::chrono::steady_clock::now() + payment_answer_wait;
        bool is_done = visit(payment, PaymentWhy::Place);
        while (!is_done && !is_stopping_ && std::chrono::steady_clock::now() < until) {
            std::this_thread::sleep_for(turn);
            is_done = visit(payment, PaymentWhy::Due);
        }
        (*shared)(is_done);
    });
    if (!is_posted) {
        (*shared)(false);
    }
}

void PaymentKeeper::hurry(core::OfferId offer) {
    news_.with([&](News& news) { news.claimed.insert(offer); });
    wake();
}

void PaymentKeeper::look_again() {
    looks_everywhere_ = true;
    wake();
}

}  // namespace standby::app
