#include "app/payments/payment_visit.hpp"

#include "app/payments/payment_joining.hpp"
#include "core/state/rows.hpp"
#include "interchange/wording/formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace standby::app {
namespace {

using engine::Payment;
using engine::PaymentPhase;
using engine::PaymentProblem;
using engine::PaymentProvider;
using engine::PaymentPurpose;
using engine::PaymentStage;
using engine::PaymentTold;
using engine::PaymentView;

constexpr int payment_steps_at_once = 24;
// A provider wants its page to stay open for some time from when it is asked for, so what is asked
// for changes with time; for so long it is the same, under the same key.
constexpr Duration same_order_time = std::chrono::seconds{40};

std::int64_t order_age(const Payment& row, Time now) {
    return std::max(now - row.created_at, Duration{0}) / same_order_time;
}

// What we know of it, for calls that need no more than names.
PaymentView known_view(const Payment& row, PaymentStage stage) {
    PaymentView view;
    view.id = row.provider_id;
    view.charge = row.charge;
    view.stage = stage;
    view.amount = row.amount;
    return view;
}

void add_told(Payment& row, PaymentTold what) {
    row.told |= static_cast<std::uint32_t>(what);
}

}  // namespace

std::string reference_for(const Payment& row) {
    return row.offer == core::OfferNumber{}
               ? core::format_id(core::entry_id(row.resource, row.entry))
               : core::format_id(core::offer_id(row.resource, row.offer));
}

Patience PaymentVisit::patience() const {
    return {.time = std::chrono::seconds{10}, .is_stopping = &is_stopping};
}

bool PaymentVisit::visit(std::uint64_t number, PaymentWhy why) {
    for (int count = 0; count < payment_steps_at_once && !is_stopping; ++count) {
        const Went went = step(number, why);
        if (went != Went::On) {
            return went == Went::Over;
        }
        why = PaymentWhy::Due;
    }
    return false;
}

PaymentVisit::Went PaymentVisit::step(std::uint64_t number, PaymentWhy why) {
    const auto read = services.registry.payment(number);
    if (!read) {
        return Went::Out;
    }
    const Time now = services.clock.now();
    if (!*read || (why == PaymentWhy::Due && (!(*read)->next_look || *(*read)->next_look > now))) {
        return Went::Over;
    }
    Payment row = **read;
    auto sight = look_at_place(services.gateway, row, patience());
    if (!sight || !add_end(row, *sight)) {
        return Went::Out;
    }
    const std::int64_t left = row.captured - row.refunded - sight->seen.keeps;
    const bool is_settled = row.phase == PaymentPhase::Taken && !has_to_tell(row) &&
                            row.refund_wanted == 0 && !(sight->seen.is_refund_due && left > 0);
    if (is_settled && why != PaymentWhy::Money) {
        row.next_look.reset();
        return save(row, *sight) ? Went::Over : Went::On;
    }
    PaymentPlan plan = plan_payment(row, sight->seen, now);
    if (plan.changes) {
        if (!save(plan.row, *sight)) {
            return Went::On;
        }
        ++plan.row.version;
    }
    if (plan.move == PaymentMove::Wait) {
        return Went::Over;
    }
    if (plan.move == PaymentMove::Save) {
        return Went::On;
    }
    const auto next = carry_out(plan.move, plan.row, *sight);
    if (!next) {
        return Went::Out;
    }
    save(*next, *sight);  // if somebody else wrote it, what they wrote is looked at
    return Went::On;
}

bool PaymentVisit::save(Payment row, const PlaceSight& sight) {
    const bool is_held_on_to = row.phase == PaymentPhase::Taken && !row.next_look &&
                               !core::is_terminal(sight.entry) &&
                               sight.entry != core::EntryState::None;
    if (is_held_on_to) {
        row.next_look = services.clock.now() + paid_place_look_every;
    }
    const auto saved = services.registry.save_payment(row);
    if (saved && *saved) {
        on_saved(row);
        return true;
    }
    return false;
}

// Whose place has ended had it for a while, or never; the stored rows say when and why it ended.
bool PaymentVisit::add_end(const Payment& row, PlaceSight& sight) {
    if (row.captured == 0) {
        return true;
    }
    const bool is_of_entry = row.offer == core::OfferNumber{};
    if (sight.seen.fate == PlaceFate::Gone && !is_of_entry) {
        sight.seen.is_refund_due = true;
        return true;
    }
    if ((sight.seen.fate != PlaceFate::Theirs && !is_of_entry) || !core::is_terminal(sight.entry)) {
        return true;
    }
    const auto stored = services.store.row(engine::RowTable::Entries, row.resource, row.entry);
    if (!stored) {
        return false;
    }
    if (!*stored) {
        return true;
    }
    PlaceEnd end{.state = static_cast<core::EntryState>((*stored)->state),
                 .reason = core::Reason::None,
                 .at = (*stored)->changed_at,
                 .starts_at = sight.starts_at};
    if (const auto entry = core::decode_entry_row((*stored)->data)) {
        end.reason = entry->end_reason;
        const auto opening = services.store.row(engine::RowTable::Openings, row.resource,
                                                entry->mark.opening.value());
        if (opening && *opening) {
            if (const auto slot = core::decode_opening_row((*opening)->data)) {
                end.starts_at = slot->slot.starts_at;
            }
        }
    }
    sight.seen.is_refund_due = true;
    sight.seen.keeps = is_of_entry
                           ? kept_of_deposit(sight.rules, row.captured, end.state, end.reason)
                           : kept_after(sight.rules, row.purpose, row.captured, end);
    return true;
}

std::optional<Payment> PaymentVisit::carry_out(PaymentMove move, const Payment& row,
                                               const PlaceSight& sight) {
    switch (move) {
    case PaymentMove::Book:
        return book(row, sight);
    case PaymentMove::GiveUpPlace:
        return give_up(row);
    case PaymentMove::Tell:
        return tell(row);
    default:
        return ask_provider(move, row, sight);
    }
}

std::optional<Payment> PaymentVisit::ask_provider(PaymentMove move, const Payment& row,
                                                  const PlaceSight& sight) {
    const auto settings = services.accounts.provider_for(row.account, row.provider);
    if (!settings) {
        return std::nullopt;
    }
    if (!*settings) {
        // Its key was taken away, or cannot be read here: nothing can be done until it is back.
        return after_problem(row, move, PaymentProblem::WrongKey, services.clock.now());
    }
    const ProviderPool::Lent provider = providers.lend(**settings);
    const auto viewed = [&](const engine::PaymentResult<PaymentView>& view) {
        const Time now = services.clock.now();
        return view ? after_view(row, move, *view, now)
                    : after_problem(row, move, view.error(), now);
    };
    const auto find = [&] {
        const auto found = provider->find(reference_for(row), row.created_at);
        const Time now = services.clock.now();
        return found ? after_find(row, *found, now)
                     : after_problem(row, PaymentMove::Find, found.error(), now);
    };
    switch (move) {
    case PaymentMove::Begin:
        return begin(*provider, row, sight);
    case PaymentMove::Find:
        return find();
    case PaymentMove::Look:
        return row.provider_id.empty() ? find() : viewed(provider->state(row.provider_id));
    case PaymentMove::Capture:
        return viewed(provider->capture(known_view(row, PaymentStage::Authorised),
                                        row.amount.amount, key_of(row, "capture")));
    case PaymentMove::Refund:
        return viewed(provider->refund(known_view(row, PaymentStage::Captured), row.refund_wanted,
                                       key_of(row, "refund")));
    case PaymentMove::Release: {
        // What is open is ended in another way than what is held.
        const auto there = provider->state(row.provider_id);
        const bool is_to_end = there && (there->stage == PaymentStage::Open ||
                                         there->stage == PaymentStage::Processing ||
                                         there->stage == PaymentStage::Authorised);
        if (!is_to_end) {
            return viewed(there);
        }
        if (there->stage == PaymentStage::Authorised) {
            Payment held = after_view(row, PaymentMove::Look, *there, services.clock.now());
            held.key = row.key;
            const auto view = provider->release(*there, key_of(row, "release"));
            return view ? after_view(held, move, *view, services.clock.now())
                        : after_problem(held, move, view.error(), services.clock.now());
        }
        return viewed(provider->release(*there, key_of(row, "release")));
    }
    default:
        return row;
    }
}

Payment PaymentVisit::begin(PaymentProvider& provider, const Payment& row,
                            const PlaceSight& sight) {
    const Time now = services.clock.now();
    const std::int64_t age = order_age(row, now);
    if (age > 0) {
        // Under another key from here on: what the earlier ones may have come to is found first.
        const auto found = provider.find(reference_for(row), row.created_at);
        if (!found) {
            return after_problem(row, PaymentMove::Find, found.error(), now);
        }
        if (std::ranges::any_of(
                *found, [&](const PaymentView& view) { return is_usable_for(row, view); })) {
            return after_find(row, *found, now);
        }
    }
    auto order = order_for(row, sight);
    if (!order) {
        return after_problem(row, PaymentMove::Begin, PaymentProblem::Busy, now);
    }
    order->now = row.created_at + age * same_order_time;
    order->key = key_of(row, "begin") + (age > 0 ? "-" + std::to_string(age) : "");
    const auto view = row.purpose == PaymentPurpose::KeptCard ? provider.keep_card(*order)
                      : row.card.method.empty()               ? provider.begin(*order)
                                                              : provider.charge(*order, row.card);
    return view ? after_view(row, PaymentMove::Begin, *view, services.clock.now())
                : after_problem(row, PaymentMove::Begin, view.error(), services.clock.now());
}

std::optional<engine::PaymentOrder> PaymentVisit::order_for(const Payment& row,
                                                            const PlaceSight& sight) {
    const auto read = services.store.person(core::entry_id(row.resource, row.entry));
    if (!read) {
        return std::nullopt;
    }
    const engine::Person person = read->value_or(engine::Person{});
    const auto language = interchange::parse_language(person.locale);
    std::string what = sight.service.empty() ? sight.list : sight.service;
    const Zone* zone = services.zones.find(sight.time_zone);
    if (sight.starts_at && zone != nullptr) {
        const interchange::Reader reader{language.value_or(interchange::Language::English), zone,
                                         row.created_at};
        what += ", " + interchange::format_when(reader, *sight.starts_at);
    }
    const engine::LinkReader guest{.entry = core::entry_id(row.resource, row.entry),
                                   .epoch = sight.link_epoch};
    const std::string page =
        row.offer == core::OfferNumber{}
            ? services.links.status(guest)
            : services.links.offer(core::offer_id(row.resource, row.offer), guest);
    return engine::PaymentOrder{.reference = reference_for(row),
                                .key = {},
                                .amount = row.amount,
                                .description = std::move(what),
                                .return_url = page + "?paid=1",
                                .cancel_url = page + "?paid=0",
                                .email = person.email,
                                .locale = person.locale,
                                .now = {},
                                .expires_at = row.expires_at.value_or(services.clock.now()),
                                .customer = {},
                                .keeps_card = false};
}

std::optional<Payment> PaymentVisit::book(const Payment& row, const PlaceSight& sight) {
    Payment next = row;
    if (row.offer == core::OfferNumber{}) {
        // Due on joining: there is no place to wait for, and from now on they are asked.
        if (!tell_engine(services.gateway, row.resource, core::StillHere{.entry = row.entry},
                         {.key = {}, .patience = patience()})) {
            return std::nullopt;
        }
        next.phase = PaymentPhase::Taking;
        next.next_look = services.clock.now();
        return next;
    }
    if (sight.seen.fate == PlaceFate::Offered &&
        !tell_engine(services.gateway, row.resource, core::Accept{.offer = row.offer},
                     {.key = {}, .patience = patience()})) {
        return std::nullopt;
    }
    const auto told = tell_engine(
        services.gateway, row.resource,
        core::ReportPayment{.offer = row.offer, .outcome = core::PaymentOutcome::Succeeded},
        {.key = {}, .patience = patience()});
    if (!told) {
        return std::nullopt;
    }
    next.next_look = services.clock.now();
    return next;
}

std::optional<Payment> PaymentVisit::give_up(const Payment& row) {
    const auto told =
        tell_engine(services.gateway, row.resource, core::CancelEntry{.entry = row.entry},
                    {.key = {}, .patience = patience()});
    if (!told) {
        return std::nullopt;
    }
    services.log.write(LogLevel::Warning, "payment_hold_lost", {{"for", reference_for(row)}});
    Payment next = row;
    next.problem.clear();
    next.phase = PaymentPhase::Released;
    next.next_look = services.clock.now();
    return next;
}

std::optional<std::vector<engine::PaymentRefund>> PaymentVisit::untold_refunds(const Payment& row) {
    auto read = services.registry.refunds_of(row.number);
    if (!read) {
        return std::nullopt;
    }
    std::erase_if(*read, [](const engine::PaymentRefund& one) { return one.reason.empty(); });
    return *std::move(read);
}

// What has been done and was not told of yet, one thing at a time.
std::optional<Payment> PaymentVisit::tell(const Payment& row) {
    Payment next = row;
    core::OutsideStep step{.system = core::OutsideSystem::Payment,
                           .reference = reference_of(row),
                           .amount = row.amount};
    core::Actor actor{core::ActorKind::Integration, 0};
    std::vector<engine::PaymentRefund> refunds;
    const auto is_told = [&](PaymentTold what) {
        return (row.told & static_cast<std::uint32_t>(what)) != 0;
    };
    if (row.refunded > row.refund_told) {
        step.kind = core::OutsideStepKind::Refunded;
        step.amount->amount = row.refunded - row.refund_told;
        auto untold = untold_refunds(row);
        if (!untold) {
            return std::nullopt;
        }
        refunds = *std::move(untold);
        for (const engine::PaymentRefund& refund : refunds) {
            step.note += (step.note.empty() ? "" : "; ") + refund.reason;
            actor = refund.actor;
        }
        next.refund_told = row.refunded;
    } else if (row.phase == PaymentPhase::Booking) {
        step.kind = core::OutsideStepKind::Held;
        add_told(next, PaymentTold::Held);
    } else if (row.phase == PaymentPhase::Released) {
        step.kind = core::OutsideStepKind::Released;
        step.note = is_told(PaymentTold::Late) ? core::note_paid_too_late : std::string_view();
        add_told(next, PaymentTold::LetGo);
    } else {
        step.kind = core::OutsideStepKind::Confirmed;
        step.amount->amount = row.captured;
        add_told(next, PaymentTold::Taken);
    }
    const auto told = tell_engine(
        services.gateway, row.resource,
        core::ReportStep{.offer = row.offer, .entry = row.entry, .step = std::move(step)},
        {.key = fmt::format("payment {} {} {}", row.number, next.told, next.refund_told),
         .patience = patience(),
         .actor = actor});
    if (!told) {
        return std::nullopt;
    }
    for (const engine::PaymentRefund& refund : refunds) {
        if (!services.registry.note_refund_told(refund)) {
            return std::nullopt;
        }
    }
    next.next_look = services.clock.now();
    return next;
}

}  // namespace standby::app
