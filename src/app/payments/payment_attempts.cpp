// Attempts to be paid: what makes one, and what it is over. A row is written first; the visit to it
// does the rest.
#include "app/payments/payment_joining.hpp"
#include "app/payments/payment_keeper.hpp"

#include <algorithm>
#include <utility>

namespace standby::app {

using engine::Payment;
using engine::PaymentPhase;
using engine::PaymentPurpose;

// Whoever claimed it is to be shown where to pay; or it is being looked after already.
void PaymentKeeper::begin_for(core::OfferId offer) {
    if (!serves_(core::resource_of(offer))) {
        return;
    }
    const auto rows = services_.registry.payments_for(offer);
    if (!rows) {
        looks_everywhere_ = true;
        return;
    }
    const Payment* latest = latest_of(*rows);
    if (latest != nullptr && latest->phase == PaymentPhase::Paying && has_preferred_card(offer)) {
        end_page(*latest);
        return;
    }
    const bool is_new = latest == nullptr || engine::is_over(latest->phase);
    if (is_new && !add_payment(offer, latest)) {
        return;
    }
    const auto there = is_new ? services_.registry.payments_for(offer) : rows;
    const Payment* row = there ? latest_of(*there) : nullptr;
    if (row != nullptr) {
        visit(row->number, PaymentWhy::Place);
    }
}

bool PaymentKeeper::has_preferred_card(core::OfferId offer) {
    return cards_.with([&](const Cards& cards) { return cards.preferred.contains(offer); });
}

// There is a card to charge instead; two ways to pay at a time would be one too many. Once it has
// ended, another attempt follows.
void PaymentKeeper::end_page(Payment row) {
    row.phase = PaymentPhase::Releasing;
    row.next_look = services_.clock.now();
    if (services_.registry.save_payment(row).value_or(false)) {
        visit(row.number, PaymentWhy::Place);
    }
}

// False: nothing is due, or nobody here can take it.
bool PaymentKeeper::add_payment(core::OfferId offer, const Payment* before) {
    const core::ResourceNumber list = core::resource_of(offer);
    const core::OfferNumber number{core::number_of(offer)};
    const auto looked = app::look_at_list(
        services_.gateway, list,
        [number](const core::ResourceState& state) { return due_for(state, number); },
        {.time = std::chrono::seconds{10}, .is_stopping = &is_stopping_});
    if (!looked || !*looked) {
        return false;
    }
    PaymentDue due = **looked;
    const auto paid = services_.registry.payments_of(core::entry_id(list, due.entry));
    if (!paid) {
        looks_everywhere_ = true;
        return false;
    }
    due.amount.amount -= paid_on_joining(*paid);
    if (due.amount.amount <= 0) {
        static_cast<void>(tell_engine(
            services_.gateway, list,
            core::ReportPayment{.offer = number, .outcome = core::PaymentOutcome::Succeeded}));
        return false;
    }
    auto row = new_row(list, due.entry);
    const std::uint32_t attempt = before == nullptr ? 1 : before->attempt + 1;
    if (!row || attempt > engine::payment_attempts_max) {
        return false;
    }
    std::string method = cards_.with([&](Cards& cards) {
        const auto found = cards.preferred.extract(offer);
        return found.empty() ? std::string() : std::move(found.mapped());
    });
    row->number = engine::payment_number(list, due.entry, number, due.purpose, attempt);
    row->offer = number;
    row->purpose = due.purpose;
    row->attempt = attempt;
    row->amount = due.amount;
    row->tax = due.tax;
    row->card.method = std::move(method);
    row->expires_at = due.expires_at;
    return services_.registry.add_payment(*row).has_value();
}

// What every new row has. Nothing: the account takes no money here.
std::optional<Payment> PaymentKeeper::new_row(core::ResourceNumber list, core::Ticket entry) {
    const auto account = services_.registry.account_of(list);
    if (!account || !*account) {
        return std::nullopt;
    }
    const auto provider = services_.accounts.provider_for(**account);
    if (!provider || !*provider) {
        return std::nullopt;
    }
    const Time now = services_.clock.now();
    Payment row;
    row.account = **account;
    row.resource = list;
    row.entry = entry;
    row.provider = (*provider)->kind;
    row.next_look = now;
    row.created_at = now;
    row.changed_at = now;
    return row;
}

// A deposit on joining: until it is paid, nothing is offered to its guest.
void PaymentKeeper::begin_joining(core::EntryId entry) {
    const core::ResourceNumber list = core::resource_of(entry);
    const core::Ticket ticket = core::number_of(entry);
    const Patience patience{.time = std::chrono::seconds{10}, .is_stopping = &is_stopping_};
    if (!serves_(list)) {
        return;
    }
    const auto looked = app::look_at_list(
        services_.gateway, list,
        [ticket](const core::ResourceState& state) { return joining_due_for(state, ticket); },
        patience);
    const auto rows = services_.registry.payments_of(entry);
    auto row = looked && *looked ? new_row(list, ticket) : std::nullopt;
    if (!row || !rows) {
        return;
    }
    std::uint32_t attempt = 0;
    for (const Payment& one : *rows) {
        if (one.offer == core::OfferNumber{} && one.purpose == PaymentPurpose::Deposit) {
            attempt = std::max(attempt, one.attempt);
            if (one.phase != PaymentPhase::Released && one.phase != PaymentPhase::Failed) {
                return;  // is under way, or paid
            }
        }
    }
    if (++attempt > engine::payment_attempts_max) {
        return;
    }
    row->purpose = PaymentPurpose::Deposit;
    row->attempt = attempt;
    row->number = engine::payment_number(list, ticket, {}, row->purpose, attempt);
    row->amount = (*looked)->amount;
    row->tax = (*looked)->tax;
    row->expires_at = services_.clock.now() + card_page_time;
    if (services_.registry.add_payment(*row)) {
        static_cast<void>(tell_engine(services_.gateway, list, core::SetAside{.entry = ticket},
                                      {.key = {}, .patience = patience}));
        visit(row->number, PaymentWhy::Place);
    }
}

// A yes given in advance, where a place has to be paid for: the card that is kept is charged, and
// only then is the place theirs. If it can't be, the offer is one like any other.
void PaymentKeeper::charge_in_advance(core::OfferId offer) {
    const core::ResourceNumber list = core::resource_of(offer);
    const core::OfferNumber number{core::number_of(offer)};
    if (!serves_(list)) {
        return;
    }
    const auto looked =
        app::look_at_list(services_.gateway, list,
                          [number, &zones = services_.zones,
                           now = services_.clock.now()](const core::ResourceState& state) {
                              return holds_in_advance(state, number, zones, now)
                                         ? due_for(state, number, DueWhen::Offered)
                                         : std::nullopt;
                          },
                          {.time = std::chrono::seconds{10}, .is_stopping = &is_stopping_});
    if (!looked || !*looked) {
        return;
    }
    PaymentDue due = **looked;
    const auto rows = services_.registry.payments_of(core::entry_id(list, due.entry));
    const auto kept = rows ? std::ranges::find(*rows, PaymentPhase::Kept, &Payment::phase)
                           : std::vector<Payment>::const_iterator{};
    auto row = rows && kept != rows->end() ? new_row(list, due.entry) : std::nullopt;
    if (!row || kept->provider != row->provider) {
        return;
    }
    row->offer = number;
    row->purpose = due.purpose;
    row->number = engine::payment_number(list, due.entry, number, due.purpose, 1);
    row->amount = due.amount;
    row->amount.amount -= paid_on_joining(*rows);
    row->tax = due.tax;
    row->card = kept->card;
    row->expires_at = due.expires_at;
    if (row->amount.amount > 0 && services_.registry.add_payment(*row)) {
        visit(row->number, PaymentWhy::Place);
    }
}

std::uint64_t PaymentKeeper::add_card_page(core::EntryId entry) {
    const core::ResourceNumber list = core::resource_of(entry);
    const core::Ticket ticket = core::number_of(entry);
    const auto looked =
        app::look_at_list(services_.gateway, list,
                          [ticket](const core::ResourceState& state) {
                              const core::EntryState at = state.entries.state(ticket);
                              return at == core::EntryState::None || core::is_terminal(at)
                                         ? std::nullopt
                                         : state.rules.payment;
                          },
                          {.time = std::chrono::seconds{10}, .is_stopping = &is_stopping_});
    const auto rows = services_.registry.payments_of(entry);
    auto row = looked && *looked ? new_row(list, ticket) : std::nullopt;
    if (!row || !rows) {
        return 0;
    }
    std::uint32_t attempt = 0;
    for (const Payment& one : *rows) {
        if (one.purpose == PaymentPurpose::KeptCard) {
            attempt = std::max(attempt, one.attempt);
            if (one.phase == PaymentPhase::Beginning || one.phase == PaymentPhase::Paying) {
                return one.number;
            }
        }
    }
    if (++attempt > engine::payment_attempts_max) {
        return 0;
    }
    row->purpose = PaymentPurpose::KeptCard;
    row->attempt = attempt;
    row->number = engine::payment_number(list, ticket, {}, row->purpose, attempt);
    row->amount = {.amount = 0, .currency = (*looked)->currency};
    row->expires_at = services_.clock.now() + card_page_time;
    return services_.registry.add_payment(*row) ? row->number : 0;
}

}  // namespace standby::app
